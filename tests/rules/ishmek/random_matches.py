"""Random matches, watched: bots play from rosters or in a scrum, and every invariant is checked on the way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.ishmek.commands import Place
from rules.ishmek.system import ISHMEK
from tests.rules.every_game.watched import Watcher
from tests.rules.ishmek import invariants, rosters

BOTS = ("sample", "sensible")
WATCHER = Watcher(ISHMEK, invariants, unlisted=(Place,), listed=("sample",))


def random_match(seed: int, bots: Sequence[str], most: int = 6, turns: int = 2) -> Any:
    """From rosters, placement and all."""
    setup, rules = rosters.match(seed, most, turns)
    return WATCHER.match(seed, by_seat(bots), setup=setup, house_rules=rules)


def random_scrum(seed: int, bots: Sequence[str], most: int = 4, turns: int = 2) -> Any:
    """From a crowded position."""
    position, rules = rosters.scrum(seed, most, turns)
    return WATCHER.match(seed, by_seat(bots), position=position, house_rules=rules)


def by_seat(bots: Sequence[str]) -> dict[str, str]:
    return dict(zip(ISHMEK.seats, bots, strict=True))


def bots_of(seed: int) -> Sequence[str]:
    """Who plays home and who away."""
    return Random(seed).choices(BOTS, k=2)
