"""A battle as the kernel's table holds it: who won, whose seats it has, what spans its standing answers know."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra.system import ISTRA
from rules.kernel.asks import Outcome
from rules.kernel.errors import Refused
from rules.kernel.record import Record
from tests.rules.istra.battles import man, position, sides
from tests.rules.play import rule

Json = dict[str, Any]
FALLS = {"type": "gm_adjust", "field": "health", "value": 0, "reason": "the table said so"}


def battle(**fields: Any) -> Record:
    """A battle in the midst of `a1`'s activation, with a GM."""
    return Record.open(ISTRA, "b", position=position(**{"active": "a1", "gm": True, **fields}))


def alliance(**fields: Any) -> Record:
    """Two allies against `c1`."""
    north = sides(
        [man("a1", (1000, 1000))], [man("b1", (3000, 3000)), man("b2", (3200, 3000))], [man("c1", (2000, 2000))]
    )
    north["s1"]["alliance"] = north["s2"]["alliance"] = "north"
    return Record.open(ISTRA, "b", position={"sides": north, "active": "a1", "gm": True, **fields})


@rule("IST-END-01", "IST-Q-99")
def test_one_seat_wins_alone():
    record = battle()
    record.submit({**FALLS, "model": "b1"}, by="gm")
    assert record.outcome() == Outcome("goal", "s1", {"s1": 1, "s2": 0})


@rule("IST-Q-115", "IST-Q-99")
def test_allies_win_together():
    record = alliance()
    record.submit({**FALLS, "model": "c1"}, by="gm")
    assert record.outcome() == Outcome("goal", None, {"s1": 1, "s2": 2, "s3": 0}, ("s1", "s2"))


@rule("IST-Q-122")
def test_a_draw_has_no_winner_and_an_abandoned_match_no_score():
    record = battle()
    record.submit({"type": "end_battle", "result": "draw", "reason": "night falls"}, by="gm")
    assert record.outcome() == Outcome("gm", None, {"s1": 1, "s2": 1})
    record = battle()
    record.submit({"type": "abandon", "reason": "the train leaves"}, by="gm")
    assert record.outcome() == Outcome("abandoned")


@rule("IST-ILL-41")
def test_nothing_is_done_after_the_end():
    record = battle()
    record.submit({**FALLS, "model": "b1"}, by="gm")
    for command, by in (({"type": "end_activation", "model": "a1"}, "s1"), ({"type": "pause", "reason": "tea"}, "gm")):
        with pytest.raises(Refused) as caught:
            record.submit(command, by=by)
        assert (caught.value.code, caught.value.rule) == ("battle_over", "IST-END-01")


def test_it_refuses_commands_to_an_abandoned_battle_by_the_tables_own_rule():
    record = battle()
    record.submit({"type": "abandon", "reason": "the train leaves"}, by="gm")
    with pytest.raises(Refused) as caught:
        record.submit({"type": "end_activation", "model": "a1"}, by="s1")
    assert (caught.value.code, caught.value.rule) == ("match_over", "KERNEL-TABLE-01")


def test_a_battle_has_the_seats_that_play_in_it():
    assert ISTRA.seats_of(alliance().state) == ("s1", "s2", "s3")
    assert ISTRA.seats == ("s1", "s2", "s3", "s4", "s5", "s6")


def test_a_go_is_an_activation():
    record = battle()
    assert ISTRA.clock(record.state) == {"match": 0, "turn": 1, "go": "1/a1"}
    record.submit({"type": "end_activation", "model": "a1"}, by="s1")
    assert ISTRA.clock(record.state) == {"match": 0, "turn": 1, "go": "1/"}


def test_a_headline_speaks_of_seats():
    headline = ISTRA.headline(alliance().state)
    assert headline["score"] == {"s1": 1, "s2": 2, "s3": 1}
    assert list(headline["teams"]) == ["s1", "s2", "s3"]
    assert headline["turn"] == 1


def test_a_position_comes_back_the_same():
    state = alliance().state
    assert ISTRA.from_position(ISTRA.position(state), {}) == state
