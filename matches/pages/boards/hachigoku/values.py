"""What the values of a Skirmish of Hachigoku are called in previews."""

from __future__ import annotations

from collections.abc import Mapping

from matches.pages.boards.values import ValueWords
from rules.hachigoku.commands.gm import SetCover
from rules.hachigoku.state import Character
from rules.kernel.labels import Label

DERIVED = ("ranges", "status", "batch", "scene")
"""What other values say, or the lines of the log."""
CALLED: Mapping[str, Label] = {
    "score": Label("Characters who can act"),
    "gone": Label("Can act", choices={"true": "no", "false": "yes"}),
    "left": Label("Has left the Skirmish"),
    "level": Label("Wounded"),
    "total": Label("Initiative total"),
    "active": Label("Acts now"),
}
VALUES = ValueWords((SetCover, Character), CALLED, DERIVED)
