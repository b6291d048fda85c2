"""All rules of a battle: from a command to what comes of it, from a setup to the first events."""

from rules.istra.decide.driver import decide, open_battle, open_position, owner

__all__ = ["decide", "open_battle", "open_position", "owner"]
