"""The kernel's toy as a game with a rulebook of its own."""
