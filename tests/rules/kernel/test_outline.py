"""The log for people: what folds into one line, and that nothing is lost in it."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.kernel.agenda import Decided
from rules.kernel.messages import Event
from rules.kernel.outline import LogEntry, outline
from rules.kernel.playout import play_out
from rules.kernel.replay import replay
from rules.kernel.rolls import Rolled
from rules.registry import RULESETS

SETUPS = Path(__file__).parents[3] / "matches" / "simulation" / "setups"


class Turn(Event, frozen=True, tag="turn"):
    weight = "head"
    begins = "turn"


class Go(Event, frozen=True, tag="go"):
    weight = "head"
    begins = "go"


class Stepped(Event, frozen=True, tag="stepped"):
    pass


class Struck(Event, frozen=True, tag="struck"):
    weight = "key"


class Passed(Event, frozen=True, tag="passed"):
    weight = "small"


class Thrown(Rolled, frozen=True, kw_only=True, tag="thrown"):
    pass


TURN, GO, STEP, KEY, PASS = Turn(), Go(), Stepped(), Struck(), Passed()
DONE = Decided(by="home", command={}, keep=0)
ROLL = Thrown(purpose="p", by="a", rule="TOY-01", roll="1d20", dice=((20, 9, True),), source="table", total=9)


def log(*told: tuple[Event, str]) -> list[LogEntry]:
    return [LogEntry(n, event, figure, isinstance(event, Decided)) for n, (event, figure) in enumerate(told, 1)]


def test_what_comes_of_an_act_lies_within_it_and_what_others_do_is_told_beside_it() -> None:
    """`a` steps; a window is passed by one and `b` strikes in it; then `a` steps on: two acts, one with a part."""
    seen = log(
        (STEP, "a"), (DONE, ""), (PASS, "c"), (DONE, ""), (ROLL, "b"), (KEY, "b"), (DONE, ""), (STEP, "a"), (DONE, "")
    )
    assert outline(seen, [7, 9]) == [
        {"n": 1, "figure": "a", "first": 1, "last": 7, "answers": 2, "parts": [{"n": 6, "figure": "b", "roll": 5}]},
        {"n": 8, "figure": "a", "first": 8, "last": 9},
    ]


def test_windows_that_others_let_pass_are_counted_where_they_lie() -> None:
    """`a` passes at its own question, then two others let a window pass; one who answers otherwise is not counted."""
    let_pass = Decided(by="away", command={"type": "pass", "player": "b"}, keep=0)
    seen = log((STEP, "a"), (let_pass, ""), (PASS, "b"), (let_pass, ""), (PASS, "c"), (let_pass, ""), (DONE, ""))
    assert outline(seen, [7]) == [{"n": 1, "figure": "a", "first": 1, "last": 7, "answers": 3, "passed": 2}]
    hidden = [*seen[:5], LogEntry(6, None, "", decides=True), seen[6]]
    assert outline(hidden, [7])[0]["passed"] == 1


def test_like_acts_in_a_row_are_one_line_that_counts_them() -> None:
    seen = log((STEP, "a"), (DONE, ""), (STEP, "a"), (DONE, ""), (STEP, "b"), (DONE, ""), (ROLL, "b"), (STEP, "b"))
    assert outline(seen, [2, 4, 6]) == [
        {"n": 3, "figure": "a", "first": 1, "last": 4, "times": 2},
        {"n": 5, "figure": "b", "first": 5, "last": 6},
        {"n": 8, "figure": "b", "roll": 7, "first": 7, "last": 8},
    ]


def test_an_act_is_told_by_its_key_moment_by_what_came_last_or_by_its_roll() -> None:
    assert outline(log((STEP, "a"), (KEY, "a"), (STEP, "a")), [])[0]["n"] == 2
    assert outline(log((STEP, "a"), (ROLL, "a"), (STEP, "a"), (PASS, "a")), [])[0]["n"] == 3
    assert outline(log((ROLL, "a"), (ROLL, "a")), [])[0]["n"] == 2


def test_goes_lie_in_turns_and_bookkeeping_belongs_to_what_came_before() -> None:
    seen = log(
        (TURN, ""), (GO, "a"), (DONE, ""), (STEP, "a"), (PASS, "a"), (DONE, ""), (PASS, ""), (DONE, ""), (TURN, "")
    )
    assert outline(seen, [3, 6, 8]) == [
        {
            "kind": "turn",
            "n": 1,
            "first": 1,
            "last": 8,
            "parts": [
                {
                    "kind": "go",
                    "n": 2,
                    "first": 2,
                    "last": 8,
                    "parts": [{"n": 4, "figure": "a", "first": 4, "last": 8}],
                },
            ],
        },
        {"kind": "turn", "n": 9, "first": 9, "last": 9},
    ]


def test_what_a_rewind_took_back_is_a_line_of_its_own() -> None:
    """Event 2 lies within the act before it; made void by a rewind to 1 it does not."""
    seen = log((STEP, "a"), (PASS, "a"), (STEP, "a"))
    assert [(one["first"], one["last"]) for one in outline(seen, [1, 2])] == [(1, 3)]
    assert [(one["first"], one["last"]) for one in outline(seen, [1, 2], frozenset({2}))] == [(1, 1), (2, 2), (3, 3)]


def test_what_is_hidden_tells_nothing() -> None:
    seen = [
        LogEntry(1, STEP, "a", decides=False),
        LogEntry(2, None, "", decides=False),
        LogEntry(3, None, "", decides=False),
    ]
    assert outline(seen, [1]) == [{"n": 1, "figure": "a", "first": 1, "last": 3}]
    assert outline([LogEntry(1, None, "", decides=False)], []) == [{"n": 1, "first": 1, "last": 1}]


def acts(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every span and act of an outline, spans before what is in them."""
    for one in parts:
        yield one
        yield from acts([part for part in one.get("parts", ()) if "first" in part])


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_every_event_of_a_match_is_in_one_act(key: str) -> None:
    """Spans and acts follow each other without a gap, each tells an event of its own, and holds what is in it."""
    game: Any = RULESETS[key]
    setup = json.loads((SETUPS / f"{key}.json").read_text(encoding="utf-8"))
    record = play_out(game, Random(1), setup=setup.get("setup", setup), bots=dict.fromkeys(game.seats, "sensible"))
    for seat in ("gm", *game.seats):
        document = replay(record, seat)
        assert [number for one in document["outline"] for number in range(one["first"], one["last"] + 1)] == list(
            range(1, record.version + 1)
        )
        for one in acts(document["outline"]):
            assert one["first"] <= one["n"] <= one["last"]
            within = [(part.get("first", part["n"]), part.get("last", part["n"])) for part in one.get("parts", ())]
            assert all(one["first"] <= first <= last <= one["last"] for first, last in within)
            assert within == sorted(within)
