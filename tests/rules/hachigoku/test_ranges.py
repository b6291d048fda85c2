"""Ranges between pairs: the triangle rule, heights, and who is close."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from rules.hachigoku.checks import inconsistent
from rules.hachigoku.decide.shifting import shift
from rules.hachigoku.evolve import changed
from rules.hachigoku.questions import close_to, effective_range
from rules.hachigoku.state import Pair, State
from tests.rules.every_game.rows import case
from tests.rules.hachigoku.dojo import a, b, fighter, moment
from tests.rules.play import rule


def standing(*ranges: Pair) -> State:
    """A and C of the Crane, B and D of the Boar; pairs that are not named are at extreme Range."""
    far = [(one, other, 4) for one, other in ("ab", "ac", "ad", "bc", "bd", "cd")]
    crowd = (a(8), b(3), fighter("c", "crane"), fighter("d", "boar"))
    return moment(8, *crowd, scene={"ranges": [*far, *ranges]})().state


KNOT = standing(("a", "b", 0), ("a", "c", 1), ("b", "c", 1), ("c", "d", 1), ("a", "d", 2), ("b", "d", 2))


@pytest.mark.parametrize(("state", "mover", "reference", "by", "changes"), [
    case("HAC-RANGE-07 HAC-Q-30", "closer to one, the others stay",
        standing(("a", "b", 2), ("a", "c", 2), ("b", "c", 1), ("a", "d", 3), ("b", "d", 2), ("c", "d", 3)),
        "a", "b", -1, (("a", "b", 1),)),
    # A and B are close, C is near to both: who joins C is as far from B as C is
    case("HAC-RANGE-07 HAC-RANGE-04 HAC-Q-31", "who joins one leaves the knot", KNOT, "a", "c", -1,
        (("a", "b", 1), ("a", "c", 0), ("a", "d", 1))),
    # d(A,C) stays at 1: at least |1 - 1| = 0, at most 1 + 1 = 2
    case("HAC-RANGE-07 HAC-Q-31", "who leaves one leaves no more than they must", KNOT, "a", "b", 1,
        (("a", "b", 1),)),
    # from 0 and 1 to 1: C at 1 stays; from 0 and 2, D at 2 stays
    case("HAC-RANGE-08", "two increments", standing(("a", "b", 2), ("c", "d", 2)), "a", "b", -2, (("a", "b", 0),)),
    # the first: C is at most 1 + 0 = 1 away; the second: 0 + 0 = 0
    case("HAC-RANGE-08 HAC-RANGE-07", "each draws the others of the knot along",
        standing(("a", "b", 2), ("a", "c", 2), ("b", "c", 0)), "a", "b", -2, (("a", "b", 0), ("a", "c", 0))),
    case("HAC-RANGE-02", "extreme is the farthest", standing(), "a", "b", 1, ()),
    case("HAC-RANGE-07", "close is the closest", KNOT, "a", "b", -1, ()),
])  # fmt: skip
def test_a_move_changes_what_it_must(state: State, mover: str, reference: str, by: int, changes: object) -> None:
    assert shift(state.ranges, mover, reference, by) == changes


@rule("HAC-RANGE-03", "HAC-RANGE-07")
def test_no_move_breaks_the_triangle_rule() -> None:
    """All positions of three at 0 to 4 that the rule allows, and all moves in them. [HAC-RANGE-03, HAC-Q-30]"""
    start = moment(8, a(8), b(3), fighter("c", "crane"))().state
    for first, second, third in product(range(5), repeat=3):
        ranges = changed(start.ranges, (("a", "b", first), ("b", "c", second), ("a", "c", third)))
        if inconsistent(ranges):
            continue
        for (mover, reference), by in product(permutations("abc", 2), (-1, 1)):
            changes = shift(ranges, mover, reference, by)
            assert inconsistent(changed(ranges, changes)) is None
            assert all(abs(step - ranges.between(one, other)) == 1 for one, other, step in changes)


@pytest.mark.parametrize(("height", "apart", "effective"), [
    case("HAC-RANGE-05 HAC-RANGE-06 HAC-Q-34", "one level is near", 1, 0, 1),
    case("HAC-RANGE-05 HAC-RANGE-06", "two are long", 2, 1, 2),
    case("HAC-RANGE-05", "five are long", 5, 0, 2),
    case("HAC-RANGE-05", "six are far", 6, 0, 3),
    case("HAC-RANGE-06", "the larger counts", 1, 3, 3),
    case("HAC-RANGE-01", "on one level", 0, 0, 0),
])  # fmt: skip
def test_heights_are_a_part_of_range(height: int, apart: int, effective: int) -> None:
    state = moment(8, a(8), b(3, height=height), scene={"ranges": [["a", "b", apart]]})().state
    assert effective_range(state, "a", "b") == effective_range(state, "b", "a") == effective
    assert [one.id for one in close_to(state, "a")] == (["b"] if effective == 0 else [])
