"""The whole of a game, and every test that a game wants: Ring. Read it before you add one (CONTRIBUTING)."""
