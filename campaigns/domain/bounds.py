"""The largest numbers that commands of campaigns take: commands, deciders, pages and admin have them from here."""

MOST_GOLD = 1_000_000_000
"""Nothing brings a company more, nor into deeper debt."""
MOST_XP = 1_000
MOST_ITEMS = 10_000
"""Of one kind, handed over at once."""
