"""A company: its heroes, its gold, its stash and its hall, between battles. The same for all games."""
