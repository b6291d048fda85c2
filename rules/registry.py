"""The games, one line each, and the words of their rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from rules.hachigoku.system import HACHIGOKU
from rules.ishmek.system import ISHMEK
from rules.istra.system import ISTRA
from rules.kernel.game import AnyGame
from rules.kernel.rulebook import Rulebook, UnknownRule, read_rulebook

RULESETS: dict[str, AnyGame] = {
    "ishmek": ISHMEK,
    "istra": ISTRA,
    "hachigoku": HACHIGOKU,
}


@contextmanager
def registered(game: AnyGame) -> Iterator[None]:
    """Have a game among the others for the length of the block: one that a test brings.

    ValueError where its key is taken. Its rulebook lies in the package of its module, as theirs. What was made of all
    games when a module was loaded, such as the choices of a filter, does not know it.
    """
    if game.key in RULESETS or game.key == "kernel":
        raise ValueError(f"there is a game {game.key} already")
    RULESETS[game.key] = game
    try:
        yield
    finally:
        del RULESETS[game.key]


def rulebook(key: str) -> Rulebook:
    """The rulebook of a game, or of the "kernel" that all games share. KeyError for another."""
    return _rulebook_in("rules.kernel" if key == "kernel" else type(RULESETS[key]).__module__.rpartition(".")[0])


@cache
def _rulebook_in(package: str) -> Rulebook:
    return read_rulebook(package)


def rule_text(key: str, rule_id: str) -> str:
    """The words of a rule cited in a match of game `key`; empty for a rule that no rulebook has (a log may be old)."""
    try:
        return rulebook("kernel" if rule_id.startswith("KERNEL-") else key).text(rule_id)
    except UnknownRule:
        return ""
