"""Companies and campaigns as pure deciders: commands in, events out. No framework, no clock, no chance of its own."""
