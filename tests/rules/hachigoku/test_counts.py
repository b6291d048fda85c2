"""Sequences of legal commands, counted: a changed number is a changed rule, and the commit that changes it says which.

The numbers lie in `tests/golden/counts/hachigoku.json`. When a rule was meant to change, write them anew with
`SKALD_UPDATE_GOLDEN=1 python -m pytest tests/rules/hachigoku/test_counts.py` and explain every one that differs.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.hachigoku.system import HACHIGOKU
from rules.kernel.playout import count_legal
from tests.rules.every_game.counting import Counts
from tests.rules.every_game.rows import do
from tests.rules.hachigoku.dojo import ACT, BOW, HIT, KATANA, a, act, after, attack, away, b, fighter, moment, rest
from tests.rules.play import Play

ARCHER = a(8, weapons=[KATANA, BOW], skills={"Kyujutsu": 3}, nearby_cover="partial")


def hit() -> Play:
    """A has hit; C may guard, B may defend, with Honor or a die."""
    crowd = moment(8, a(9, 8), b(8, honor_points=1), fighter("c", "boar", 8))
    return after(crowd, act("a"), rest("b"), rest("c"), do(attack(), *HIT))()


POSITIONS: dict[str, tuple[Callable[[], Play], int]] = {
    "alone in a Moment": (moment(8, a(8), b(3)), 3),
    "an archer at long Range": (after(moment(8, ARCHER, b(3), scene=away(2)), ACT), 2),
    "interruptions": (moment(8, a(3, 2, 1), b(8, 5, 4)), 3),
    "equal totals": (after(moment(8, a(8), b(8)), act("a"), act("b")), 2),
    "a hit among three": (hit, 3),
}
COUNTS = Counts(HACHIGOKU, POSITIONS)


@pytest.mark.parametrize("name", POSITIONS)
def test_there_are_as_many_sequences_as_ever(name: str) -> None:
    COUNTS.check(name)


def test_every_number_on_file_is_counted() -> None:
    COUNTS.check_file()


def test_declarations_by_hand() -> None:
    """A alone may act, pass, or pass for the Moment; with three future dice there are three pairs, or none."""
    assert count_legal(HACHIGOKU, moment(8, a(8), b(3))().state, 1) == 3
    assert count_legal(HACHIGOKU, moment(8, a(3, 2, 1), b(8))().state, 1) == 4
