"""Play turned back more than once: to before an earlier rewind, into what that one had made void, and on from there."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from rules.kernel import table_events as te
from rules.kernel.asks import GM
from rules.kernel.audit import recompute
from rules.kernel.record import Record, fold
from rules.kernel.replay import replay, seek
from rules.kernel.rolls import Rolled
from tests.rules.kernel.at_table import SECRET, SPARK, SPARK_BACK, opened
from tests.rules.kernel.toy import TOY
from tests.rules.play import all_of, rule

START = 2
"""The opening of a toy match: `match_opened` and its first fact."""


def dim(record: Record, dimness: int) -> int:
    """The GM sets a lamp; the number of the decision point after it."""
    record.submit({"type": "dim", "lamp": "away", "dimness": dimness})
    return record.version


def rewind(record: Record, to: int) -> int:
    record.submit({"type": "rewind", "to": to, "reason": "a slip"}, GM)
    return record.version


def dimness(state: Any) -> int:
    found: int = state.lamp("away").dimness
    return found


def checked(record: Record) -> Record:
    """The record, whose log folds anew to the same, and reads so from its bytes of each moment."""
    again = Record.of_events(TOY, record.events)
    assert fold(TOY, record.events).state == record.state == again.state
    assert [again.decision_point(n) for n in range(record.version + 1)] == [
        record.decision_point(n) for n in range(record.version + 1)
    ]
    assert [again.state_at(n) for n in range(1, record.version + 1)] == [
        record.state_at(n) for n in range(1, record.version + 1)
    ]
    return record


@rule("KERNEL-TABLE-05", "KERNEL-Q-02")
def test_play_goes_back_to_before_an_earlier_rewind() -> None:
    record = opened()
    first, second = dim(record, 4), dim(record, 5)
    back = rewind(record, first)  # 4
    third = dim(record, 6)

    for to, shown in ((second, 5), (first, 4), (START, 10), (back, 4), (third, 6)):
        rewind(record, to)
        assert dimness(record.state) == shown
    checked(record)


@rule("KERNEL-TABLE-05")
@pytest.mark.parametrize("deeper", [1, 2, 3])
def test_rewinds_of_rewinds_are_found_again(deeper: int) -> None:
    """Each rewind goes to the one before it, the last to the first: the state that this one had come to."""
    record = opened()
    first = dim(record, 4)
    dim(record, 5)
    backs = [rewind(record, first)]
    for number in range(deeper):
        dim(record, 6 + number)
        backs.append(rewind(record, backs[-1]))
    dim(record, 9)
    rewind(record, backs[0])
    assert dimness(record.state) == 4
    assert only_last(record).to == backs[0]
    checked(record)


def only_last(record: Record) -> te.Rewound:
    return all_of(record.events, te.Rewound)[-1]


@rule("KERNEL-TABLE-05")
def test_an_event_between_two_points_is_the_point_before_it_whatever_was_turned_back() -> None:
    record = opened()
    first = dim(record, 4)
    dim(record, 5)
    rewind(record, START)
    rewind(record, first + 1)  # the event that dimmed to 5, not yet decided
    assert (only_last(record).to, dimness(record.state)) == (first, 4)


@rule("KERNEL-DICE-05", "KERNEL-TABLE-05")
def test_no_block_is_used_twice_however_often_play_is_turned_back() -> None:
    record = opened(dice={"home": "house", "away": "house", "gm": "house"}, secret=SECRET)
    record.submit(SPARK)
    point = record.version
    record.submit(SPARK_BACK)
    rewind(record, START)
    record.submit(SPARK)
    rewind(record, point)
    record.submit(SPARK_BACK)
    used = [event.blocks for event in record.events if isinstance(event, Rolled) and event.blocks is not None]
    assert len(used) >= 4
    assert all(before[0] + before[1] <= after[0] for before, after in pairwise(used))
    assert list(recompute(record.events, SECRET)) == []


@rule("KERNEL-TABLE-05")
def test_the_replay_shows_what_each_rewind_made_void() -> None:
    record = opened()
    first = dim(record, 4)
    second = dim(record, 5)
    back = rewind(record, first)
    third = dim(record, 6)
    again = rewind(record, second)
    document = replay(record, "")
    assert document["voided"] == [[first + 1, second, back], [second + 1, third, again]]
    assert [seek(document, n)["lamps"][1]["dimness"] for n in (first, second, back, third, again)] == [4, 5, 4, 6, 5]
