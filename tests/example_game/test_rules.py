"""Every row of the catalogue of Ring, played."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import Malformed, Refused
from tests.example_game.mat import (
    BRACE,
    CHANGE_PLACES,
    REST,
    SETUP,
    YIELD,
    correct,
    drive,
    ended,
    grip,
    held,
    holds,
    mat,
    on,
    step,
)
from tests.example_game.ring import events as ev
from tests.example_game.ring.system import RING
from tests.rules.every_game.rows import (
    Played,
    do,
    each,
    illegal,
    never,
    once,
    order,
    played,
    player,
    refused,
    seat_asked,
)
from tests.rules.play import Play, rule

BLUE_MAY_BRACE, BLUE_HAS_A_TURN = seat_asked("brace", "blue"), seat_asked("turn", "blue")


@pytest.mark.parametrize("case", [
    played("RING-MAT-01 RING-TURN-01", "red begins on 3, blue on 5", lambda: Play.setup(RING, SETUP),
        player("red", at=3), player("blue", at=5), seat_asked("turn", "red"), step(4), BLUE_HAS_A_TURN, REST,
        seat_asked("turn", "red")),
    played("RING-STEP-01", "a step ahead", on(2, 6), step(3), player("red", at=3)),
    played("RING-STEP-01", "a step back", on(2, 6), step(1), player("red", at=1)),
    played("RING-WIND-01", "rest", on(3, 5, winded="red"), REST, player("red", winded=False)),
    played("RING-Q-03", "the GM corrects", on(3, 5), correct(at=7, winded=True), player("blue", at=7, winded=True),
        correct(winded=False), player("blue", at=7, winded=False), seat_asked("turn", "red")),
    # Driven to a square, the other is on it or beyond the edge.
    played("RING-DRIVE-01", "by one", held(3, 4, "red", 1), drive(1), player("blue", at=5)),
    played("RING-DRIVE-01", "by two", held(3, 4, "red", 2), drive(2), player("blue", at=6)),
    played("RING-DRIVE-01", "by less than the hold is worth", held(3, 4, "red", 2), drive(1), player("blue", at=5)),
    played("RING-DRIVE-01", "to the left", held(4, 3, "red", 2), drive(2), player("blue", at=1)),
    played("RING-DRIVE-01", "who gripped is driven", held(3, 4, "blue", 1), drive(1), player("red", at=2)),
    played("RING-DRIVE-01", "change places", held(3, 4, "red", 1), CHANGE_PLACES, player("red", at=4),
        player("blue", at=3)),
    played("RING-END-01", "off the right edge", held(6, 7, "red", 2), drive(1), player("blue", at=8),
        ended("off_the_mat", "red"), refused(REST, "match_over")),
    played("RING-END-01", "far off it", held(6, 7, "red", 2), drive(2), player("blue", at=9),
        ended("off_the_mat", "red")),
    played("RING-END-01", "off the left edge", held(1, 2, "blue", 1), drive(1), player("red", at=0),
        ended("off_the_mat", "blue")),
    played("RING-END-01", "on the last square", held(5, 6, "red", 2), drive(1), player("blue", at=7), BLUE_HAS_A_TURN),
    played("RING-END-01", "turn 19 is not the last", on(3, 6, turn=18), REST, BLUE_HAS_A_TURN),
    played("RING-END-01", "red is closer", on(3, 6, turn=19), REST, ended("last_turn", "red")),
    played("RING-END-01", "blue is closer", on(2, 5, turn=19), REST, ended("last_turn", "blue")),
    played("RING-END-01", "a draw", on(2, 6, turn=19), REST, ended("last_turn", None)),
])  # fmt: skip
def test_play(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 4 + lean against 5: red needs 5 − lean or more
    played("RING-GRIP-01", "both roll", on(3, 4), grip(), do(YIELD, 5, 4),
        each(ev.GripRolled, by=["blue", "red"], total=[5, 4], target=[None, 5], margin=[None, -1],
             chance=[None, (2, 6)])),
    played("RING-LEAN-01", "leaning in by one", on(3, 4), grip(1), do(YIELD, 5, 4),
        each(ev.GripRolled, total=[5, 5], margin=[None, 0], chance=[None, (3, 6)])),
    played("RING-LEAN-01", "leaning in by two", on(3, 4), grip(2), do(YIELD, 5, 4),
        each(ev.GripRolled, total=[5, 6], margin=[None, 1], chance=[None, (4, 6)])),
    played("RING-LEAN-01", "by two and lost by one", on(3, 4), grip(2), do(YIELD, 5, 2), once(ev.Winded, seat="red")),
    played("RING-LEAN-01", "by two and even", on(3, 4), grip(2), do(YIELD, 4, 2), never(ev.Winded)),
    played("RING-LEAN-01", "by one and lost by two", on(3, 4), grip(1), do(YIELD, 5, 2), never(ev.Winded)),
    # 1 + 2 = 3 against 4: not winded yet when the dice fall
    played("RING-BRACE-01", "bracing", on(3, 4), grip(), BLUE_MAY_BRACE, do(BRACE, 1, 4),
        each(ev.GripRolled, total=[3, 4]), order(ev.Braced, ev.GripRolled, ev.GripRolled, ev.Winded),
        player("blue", winded=True)),
    played("RING-BRACE-01 RING-Q-02", "not when winded", on(3, 4, winded="blue"), do(grip(), 1, 6), holds("red", 2)),
    # 3 + 2 − 1 = 4 against 3
    played("RING-Q-02 RING-Q-01", "with the switch on, and not winded twice",
        on(3, 4, winded="blue", winded_brace="on"), grip(), BLUE_MAY_BRACE, do(BRACE, 3, 3),
        each(ev.GripRolled, total=[4, 3]), never(ev.Winded)),
    # 3 + 1 − 1 = 3
    played("RING-WIND-01", "less on the gripper's roll", on(3, 4, winded="red"), grip(1), do(YIELD, 4, 3),
        each(ev.GripRolled, total=[4, 3], parts=[[], [1, -1]])),
    played("RING-WIND-01", "less on the other's", on(3, 4, winded="blue"), do(grip(), 4, 3),
        each(ev.GripRolled, total=[3, 3], parts=[[-1], []])),
    played("RING-HOLD-01", "5", on(3, 4), grip(), do(YIELD, 1, 6), holds("red", 2)),
    played("RING-HOLD-01", "3", on(3, 4), grip(), do(YIELD, 1, 4), holds("red", 2)),
    played("RING-HOLD-01", "2", on(3, 4), grip(), do(YIELD, 2, 4), holds("red", 1)),
    played("RING-HOLD-01", "0", on(3, 4), grip(), do(YIELD, 4, 4), holds("red", 1)),
    played("RING-HOLD-01", "−1", on(3, 4), grip(), do(YIELD, 2, 1), BLUE_HAS_A_TURN),
    played("RING-HOLD-01", "−3", on(3, 4), grip(), do(YIELD, 4, 1), BLUE_HAS_A_TURN),
    played("RING-HOLD-01", "−4", on(3, 4), grip(), do(YIELD, 5, 1), holds("blue", 1)),
])  # fmt: skip
def test_grips(case: Played) -> None:
    case.check()


LEAN: dict[str, str] = {"rule": "RING-LEAN-01", "field": "lean"}
DRIVE: dict[str, str] = {"rule": "RING-DRIVE-01", "field": "squares"}


@pytest.mark.parametrize("case", [
    illegal("RING-ILL-01 RING-STEP-01", "too far or nowhere", on(2, 6), [step(4), step(2)], "bad_step", field="to"),
    illegal("RING-ILL-01 RING-STEP-01", "off the mat", on(1, 6), step(0), "bad_step", field="to"),
    illegal("RING-ILL-01 RING-STEP-01", "onto the other", on(3, 4), step(4), "bad_step", field="to"),
    illegal("RING-ILL-02 RING-GRIP-01", "two squares away", on(3, 5), grip(), "out_of_reach", rule="RING-GRIP-01"),
    illegal("RING-ILL-03 RING-LEAN-01", "leaning", on(3, 4), [grip(-1), grip(3)], "out_of_bounds", **LEAN),
    illegal("RING-ILL-03", "worth one", held(3, 4, "red", 1), [drive(0), drive(2)], "out_of_bounds", **DRIVE),
    illegal("RING-ILL-03", "worth two", held(3, 4, "red", 2), [drive(0), drive(3)], "out_of_bounds", **DRIVE),
    illegal("RING-ILL-03 RING-Q-03", "corrected", on(3, 5), [correct(at=at) for at in (0, 3, 8)], "out_of_bounds",
        rule="RING-Q-03", field="at"),
    illegal("RING-Q-03", "a player corrects", on(3, 5), correct(at=6), "gm_only", by="red"),
    illegal("RING-DRIVE-01", "another answer", held(3, 4, "red", 1), [REST, BRACE], "decision_pending"),
])  # fmt: skip
def test_illegal_inputs(case: Played) -> None:
    case.check()


@rule("RING-MAT-01")
@pytest.mark.parametrize(("red", "blue"), [(4, 4), (0, 4), (4, 8)])
def test_nobody_stands_on_another_or_beside_the_mat(red: int, blue: int) -> None:
    with pytest.raises(Refused, match="bad_position"):
        mat(red, blue)


@rule("RING-TURN-01")
@pytest.mark.parametrize(
    ("blue", "frame"),
    [
        (4, {"frame": "turn", "seat": "blue"}),
        (4, {"frame": "gripping", "by": "red", "lean": 3}),
        (5, {"frame": "gripping", "by": "red", "lean": 0}),
        (4, {"frame": "hold", "by": "red", "squares": 3}),
        (4, {"frame": "bout"}),
    ],
)
def test_a_position_is_one_that_a_match_can_come_to(blue: int, frame: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="bad_position"):
        mat(3, blue, frame, turn=1)


@rule("RING-MAT-01")
@pytest.mark.parametrize("name", ["", "A" * 41])
def test_it_requires_names(name: str) -> None:
    with pytest.raises(Malformed):
        Play.setup(RING, {"red": name, "blue": "Bo"})
