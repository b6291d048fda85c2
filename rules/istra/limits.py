"""Limits of a battle: how many of anything, how big, how far. Lengths are hundredths of an inch."""

from __future__ import annotations

MOST_SIDES = 8
MOST_MODELS = 60
MOST_PIECES = 100
MOST_CORNERS = 24
MOST_CARRIED = 40
MOST_ITEMS = 50
MOST_ZONES = 20
MOST_SPELLS = 50
MOST_RACES = 50
MOST_GOALS = 20
LEAST_BOARD, MOST_BOARD = 600, 24_000
HIGHEST = 10_000
MOST_TURNS, MOST_TURNS_EVER = 200, 100_000
MOST_USES = 10_000
FARTHEST = 50_000
"""More than any distance on a table."""
LONGEST_TEXT = 2_000
BOUND = 99
MOST_LEVEL = 10_000
"""Far beyond any play: levels have no cap. [IST-Q-104]"""
