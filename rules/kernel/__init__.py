"""What all games share: dice, rolls, agenda, table, rulebook, transcripts. Knows no game."""
