"""The replay document: seeking in it is looking at the match."""

import time
from random import Random
from typing import Any

import msgspec
import pytest

from rules.kernel.playout import play_out
from rules.kernel.reading import plain
from rules.kernel.record import Record
from rules.kernel.replay import FORMAT, STRIDE, diff, patched, replay, seek
from tests.examples import given, st
from tests.rules.kernel.test_log import SPARK, bright, with_everything
from tests.rules.kernel.toy import TOY

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "b"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=12,
)


def long_match() -> Record:
    """A match of some thousand events: whenever a lamp is nearly dark, the GM makes it bright again."""
    record = play_out(TOY, Random(1), position={"lamps": [{"id": "home", "skill": 5}, {"id": "away", "skill": 5}]})
    record = Record.of_events(TOY, record.events[: record.table.opening], record.secret)
    rng = Random(2)
    while record.version < 3_000:
        for lamp in record.state.lamps:
            if lamp.dimness == 12:
                record.submit({"type": "dim", "lamp": lamp.id, "dimness": 1})
        record.submit(msgspec.to_builtins(TOY.sample(record.state, rng)))
    return record


@given(JSON, JSON)
def test_a_patch_leads_from_one_value_to_the_other(before: Any, after: Any) -> None:
    kept = plain(before)
    found = patched(before, diff(before, after))
    assert found == after
    assert plain(found) == plain(after)
    assert before == kept


def test_true_is_not_one() -> None:
    assert diff({"a": 1}, {"a": True}) == [[["a"], True]]
    assert diff([0], [False]) == [[[0], False]]


def test_equal_values_have_no_patch() -> None:
    assert diff({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}) == []


@pytest.mark.parametrize("seat", ["gm", "home", "away", ""])
def test_seeking_is_looking(seat: str) -> None:
    record = with_everything()
    document = plain(replay(record, seat))
    assert seek(document, 0) == {}
    assert seek(document, 1) == {}  # the match is opened, but nothing stands yet
    for n in range(2, record.version + 1):
        assert seek(document, n) == plain(TOY.view(record.state_at(n), seat))


@given(st.integers(0, 2**32))
def test_seeking_a_random_match_is_looking(seed: int) -> None:
    record = bright(seed)
    document = plain(replay(record, ""))
    for n in range(2, record.version + 1):
        assert seek(document, n) == plain(TOY.view(record.state_at(n), ""))


def test_the_header_and_the_marks() -> None:
    record = with_everything()
    document = replay(record, "gm")
    assert (document["format"], document["match"], document["ruleset"]) == (FORMAT, "m", "toy")
    assert (document["version"], document["opening"], document["outcome"]) == (record.version, 2, None)
    types = [event["type"] for event in document["events"]]
    decisions = {n for n, name in enumerate(types, 1) if name in ("decided", "rewound")} | {2}
    assert set(document["marks"]["decision"]) == decisions
    assert document["marks"]["go"][0] == 2
    assert [document["events"][n - 1]["type"] for n in document["marks"]["go"][1:]] == [
        "turn_passed",
        "turn_passed",
        "rewound",
    ]
    asked = [event["asks"] for event in document["events"] if "asks" in event]
    assert asked[0] == [
        {"seat": "home", "kind": "turn", "rule": "TOY-TURN-01", "why": "It is your turn.", "player": ""}
    ]


def test_a_rewind_voids_a_range() -> None:
    record = Record.open(TOY, "m", position={"lamps": [{"id": "home", "shades": 0}, {"id": "away", "shades": 0}]})
    record.submit(SPARK, dice=(20,))
    record.submit({"type": "rewind", "to": 2})
    assert replay(record, "")["voided"] == [[3, record.version - 1, record.version]]
    assert replay(record, "")["events"][0]["patch"] == []


def test_key_moments_are_told_only_to_whom_sees_them() -> None:
    record = with_everything()
    kinds = [moment["kind"] for moment in replay(record, "")["moments"]]
    assert set(kinds) <= {"dimmed"}
    assert len(kinds) == sum(event["type"] == "dimmed" for event in replay(record, "")["events"])


def test_a_hidden_event_is_hidden_in_the_replay() -> None:
    record = Record.open(TOY, "m", position={})
    record.submit({"type": "wager", "seat": "home", "amount": 7}, dice=(1,))
    for seat, known in (("away", False), ("", False), ("home", True), ("gm", True)):
        assert ("'amount': 7" in str(replay(record, seat)["events"])) is known
        assert ("'wager'" in str(seek(replay(record, seat), record.version))) is known


def test_a_long_match_has_checkpoints_and_is_quick() -> None:
    record = long_match()
    begun = time.process_time()
    document = replay(record, "")
    assert time.process_time() - begun < 5
    assert [checkpoint["n"] for checkpoint in document["checkpoints"]] == list(range(0, record.version + 1, STRIDE))
    for n in (STRIDE - 1, STRIDE, STRIDE + 1, record.version):
        assert seek(document, n) == plain(TOY.view(record.state_at(n), ""))
