"""The games, one line each, and the words of their rules."""

from __future__ import annotations

from functools import cache
from typing import Any

from rules.ishmek.system import ISHMEK
from rules.istra.system import ISTRA
from rules.kernel.game import Game
from rules.kernel.rulebook import Rulebook, UnknownRule, read_rulebook

RULESETS: dict[str, Game[Any]] = {
    "ishmek": ISHMEK,
    "istra": ISTRA,
}


@cache
def rulebook(key: str) -> Rulebook:
    """The rulebook of a game, or of the "kernel" that all games share."""
    return read_rulebook(f"rules.{key}")


def rule_text(key: str, rule_id: str) -> str:
    """The words of a rule cited in a match of game `key`; empty for a rule that no rulebook has (a log may be old)."""
    try:
        return rulebook("kernel" if rule_id.startswith("KERNEL-") else key).text(rule_id)
    except UnknownRule:
        return ""
