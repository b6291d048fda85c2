"""Matches played by bots without a database, and what they add up to."""
