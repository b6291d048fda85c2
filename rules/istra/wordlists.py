"""Words that stand as text in events of Storm of Istra, each with what it means, for the documentation."""

from __future__ import annotations

from rules.istra.points import WINDOWS
from rules.istra.points.windows import AttackWindow, ReactionWindow
from rules.kernel.wordlists import Wordlist

WHEN = {
    "declared": "before the dice",
    "rolled": "when the dice lie",
    "damaged": "when the damage is done",
}


def wordlists() -> list[Wordlist]:
    """The values of `trigger`."""
    rows = [(f"`{window.kind}`", _when(window), window.rule) for window in WINDOWS]
    return [Wordlist("`window_opened.trigger`", ("value, and `kind` of the ask", "opened", "rule"), tuple(rows))]


def _when(window: ReactionWindow) -> str:
    if isinstance(window, AttackWindow):
        return f"in an attack, {' or '.join(WHEN[stage] for stage in window.stages)}"
    return "when a mover has come into contact"
