"""All rules of Ishmêk: `decide` turns a command into what comes of it, `open_match` a setup into the first events."""

from rules.ishmek.decide.driver import decide, open_match, open_position, owner

__all__ = ["decide", "open_match", "open_position", "owner"]
