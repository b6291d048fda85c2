"""What is made of a log: bytes, snapshots, what a seat may see, replays, audits; with random matches of the toy."""

from random import Random
from typing import Any

import msgspec
import pytest

from rules.kernel import table_events as te
from rules.kernel.agenda import Frame, Run, Secret, work_off
from rules.kernel.asks import GM
from rules.kernel.audit import audit, recompute
from rules.kernel.codec import Codec, fold_version
from rules.kernel.dice import TableDice
from rules.kernel.errors import Malformed, Refused, RunawayLoop
from rules.kernel.playout import EndlessMatch, count_legal, play_on, play_out
from rules.kernel.reading import plain
from rules.kernel.record import Record, fold
from rules.kernel.rolls import Rolled
from rules.kernel.visibility import redact
from tests.examples import given, st
from tests.rules.kernel import toy
from tests.rules.kernel.toy import TOY, Dimmed, Dimmed3, LaterToy, SparkRolled, State, Toy, WagerMade
from tests.rules.play import rule

SECRET = bytes(range(32))
SPARK = {"type": "spark", "seat": "home"}
WAGER = {"type": "wager", "seat": "home", "amount": 2}


def bright(seed: int) -> Record:
    """A match that bots have played to its end, from a seed."""
    return play_out(TOY, Random(seed), position={"lamps": [{"id": "home", "shades": 3}, {"id": "away", "shades": 2}]})


def with_everything() -> Record:
    """A match with typed and house dice, secrets, a standing answer, a rewind, a pause."""
    record = Record.open(
        TOY, "m", position={"turn": "home"}, dice={"home": "house"}, secret=SECRET, salts={"away": "s"}
    )
    record.submit(WAGER)
    record.submit({"type": "standing", "answer": "pass", "seat": "away"})
    record.submit(SPARK)
    point = record.version
    record.submit({"type": "spark", "seat": "away"})
    record.submit({"type": "shade", "seat": "home"}, "home")
    record.submit({"type": "dice", "faces": [20]})
    record.submit({"type": "rewind", "to": point, "reason": "a slip"})
    record.submit({"type": "pause", "reason": "tea"})
    record.submit({"type": "resume"})
    record.submit({"type": "wager", "seat": "away", "amount": 3}, dice=(4,))
    return record


# Folding and bytes


@given(st.integers(0, 2**32))
def test_a_log_folds_to_the_match_it_came_from(seed: int) -> None:
    record = bright(seed)
    codec = Codec(TOY)
    events = [codec.decode(codec.type_of(event), codec.encode(event)) for event in record.events]
    folded = fold(TOY, events)
    assert events == list(record.events)
    assert codec.encode_state(folded) == codec.encode_state(record.table)
    assert TOY.from_position(TOY.position(record.state), {}) == record.state


def test_a_log_with_a_rewind_folds_to_the_match_it_came_from() -> None:
    record = with_everything()
    codec = Codec(TOY)
    assert codec.encode_state(fold(TOY, record.events)) == codec.encode_state(record.table)
    for version in range(1, record.version + 1):
        assert record.state_at(version) == fold(TOY, record.events[:version]).state


def test_a_snapshot_is_the_whole_table() -> None:
    record = with_everything()
    codec = Codec(TOY)
    for version in range(1, record.version + 1):
        table = record.table_at(version)
        again = codec.decode_state(codec.encode_state(table))
        assert codec.encode_state(again) == codec.encode_state(table)
        assert again.state == table.state
    later = codec.decode_state(codec.encode_state(record.table_at(12)))
    for event in record.events[12:]:
        later.apply(event, record)
    assert codec.encode_state(later) == codec.encode_state(record.table)


@pytest.mark.parametrize("body", [b"", b"{}", b"null", b"\xff", b'{"version": 1}'])
def test_bytes_that_are_no_snapshot_are_malformed(body: bytes) -> None:
    with pytest.raises(Malformed):
        Codec(TOY).decode_state(body)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("nothing", b"{}"),
        ("dimmed", b""),
        ("dimmed", b'{"type": "dimmed", "seat": "middle", "dimness": 1}'),
        ("dimmed", b'{"type": "lit"}'),
        ("rewound", b'{"type": "rewound", "by": "gm", "to": "x"}'),
    ],
)
def test_a_body_that_does_not_fit_is_malformed(name: str, body: bytes) -> None:
    with pytest.raises(Malformed):
        Codec(TOY).decode(name, body)


def test_an_old_body_is_read_as_what_it_would_be_now() -> None:
    codec = Codec(LaterToy())
    assert (codec.schema("dimmed"), codec.schema("lit"), codec.schema("rewound")) == (3, 1, 1)
    one = codec.decode("dimmed", b'{"type":"dimmed","seat":"home","dimness":7}', 1)
    two = codec.decode("dimmed", b'{"type":"dimmed","lamp":"home","dimness":7}', 2)
    assert one == two == Dimmed3(lamp="home", level=7)
    with pytest.raises(Malformed, match="newer"):
        codec.decode("dimmed", b"{}", 4)
    with pytest.raises(Malformed, match="no way"):
        codec.decode("dimmed", b"{}", 0)


def test_the_fold_version_changes_with_the_shape_and_with_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fold_version(TOY)
    assert before == fold_version(Toy())

    class Wider(State, frozen=True):
        more: int = 0

    class WiderToy(Toy):
        state_type = Wider

    assert fold_version(WiderToy()) != before

    def changed(state: State, seat: str, **fields: Any) -> State:
        return state

    changed.__module__ = toy.__name__
    monkeypatch.setattr(toy, "changed", changed)
    assert fold_version(TOY) != before


# Secrets


def hidden(record: Record, seat: str) -> list[str]:
    return [event["type"] for event in redact(record.events, seat) if event.get("redacted")]


@rule("KERNEL-TABLE-07")
def test_a_secret_is_hidden_from_others_until_its_time() -> None:
    record = Record.open(TOY, "m", position={})
    record.submit(WAGER, "home", (3,))
    assert hidden(record, "home") == hidden(record, GM) == []
    assert hidden(record, "away") == hidden(record, "") == ["hidden"] * 3
    assert redact(record.events, "away")[3] == {"n": 4, "type": "hidden", "redacted": True}
    record.submit({"type": "wager", "seat": "away", "amount": 1}, "away", (1,))
    assert hidden(record, "home") == hidden(record, "") == []  # nothing outlasts what has shown the wagers


@rule("KERNEL-TABLE-07")
def test_what_is_still_secret_is_told_when_the_match_is_abandoned() -> None:
    record = Record.open(TOY, "m", position={})
    record.submit(WAGER, "home", (3,))
    record.submit({"type": "abandon", "reason": "rain"}, GM)
    assert hidden(record, "away") == hidden(record, "") == []
    assert redact(record.events, "away") == redact(record.events, GM)


@rule("KERNEL-TABLE-07")
def test_a_secret_command_is_secret_while_it_waits_for_its_dice() -> None:
    record = Record.open(TOY, "m", position={})
    record.submit(WAGER, "home")
    assert hidden(record, "away") == ["hidden"]
    assert record.pending().asks[0].options == {"typed": []}
    record.submit({"type": "dice", "faces": [2]}, "home")
    assert hidden(record, "away") == ["hidden"] * 5
    assert "amount" not in str(redact(record.events, "away"))


def test_what_is_not_secret_is_shown_to_everybody() -> None:
    record = bright(7)
    assert redact(record.events, "") == redact(record.events, GM)
    assert [event["n"] for event in redact(record.events, "")] == list(range(1, record.version + 1))


# Audit


@given(st.integers(0, 2**32))
def test_an_honest_log_is_verified(seed: int) -> None:
    record = bright(seed)
    found = audit(TOY, record.events)
    assert found.verified
    assert str(found) == "verified under toy v1"
    assert found.decisions > 0
    assert found.recomputed == found.rolls == sum(isinstance(event, Rolled) for event in record.events)


def test_a_log_with_everything_is_verified() -> None:
    record = with_everything()
    assert audit(TOY, record.events, SECRET) == audit(TOY, record.events, record.secret)
    assert audit(TOY, record.events, SECRET).verified
    assert audit(TOY, record.events).recomputed == 0


def changed(record: Record, kind: type[Any], **fields: Any) -> tuple[list[Any], int]:
    """The log with its first event of `kind` changed, and that event's number."""
    events = list(record.events)
    place = next(place for place, event in enumerate(events) if isinstance(event, kind))
    events[place] = msgspec.structs.replace(events[place], **fields)
    return events, place + 1


def test_an_audit_names_the_first_event_that_differs() -> None:
    events, number = changed(bright(3), Dimmed, dimness=99)
    found = audit(TOY, events)
    assert found.differs is not None
    assert (found.differs.n, found.differs.code) == (number, "other_event")
    assert str(found) == f"differs from event {number}: today's rules give a different dimmed"


def test_an_audit_tells_when_the_rules_have_changed() -> None:
    class Harder(Toy):
        version = 2

        def decide(self, state: Any, command: Any, dice: Any, by: str = GM) -> list[Any]:
            if isinstance(command, toy.Spark) and state.turns > 1:
                raise Refused("too_dark", "No second spark.", "TOY-TURN-01", hint="Light a lamp first.")
            return super().decide(state, command, dice, by)

    record = bright(3)
    found = audit(Harder(), record.events)
    assert found.differs is not None
    assert found.differs.code == "refused"
    assert (found.version, found.played_under) == (2, 1)


def test_an_audit_finds_a_loaded_die() -> None:
    record = bright(3)
    roll = next(event for event in record.events if isinstance(event, SparkRolled))
    face = roll.dice[0][1] % 20 + 1
    events, number = changed(record, SparkRolled, dice=((20, face, True),))
    assert [finding.n for finding in audit(TOY, events).dice] == [number]


def test_an_audit_finds_a_block_that_was_used_before() -> None:
    record = bright(3)
    rolls = [place for place, event in enumerate(record.events) if isinstance(event, Rolled)]
    events = list(record.events)
    events[rolls[1]] = msgspec.structs.replace(events[rolls[1]], blocks=events[rolls[0]].blocks)
    codes = {finding.code for finding in recompute(events, record.secret)}
    assert "block_reused" in codes


def test_an_audit_finds_another_secret() -> None:
    record = bright(3)
    codes = [finding.code for finding in recompute(record.events, b"another")]
    assert codes[0] == "other_secret"
    assert codes.count("other_faces") >= 1


def test_an_audit_finds_a_house_die_without_its_block() -> None:
    events, number = changed(bright(3), SparkRolled, blocks=None)
    assert [(f.n, f.code) for f in audit(TOY, events).dice] == [(number, "other_faces")]


# Playouts


def test_a_seed_plays_the_same_match_again() -> None:
    assert bright(11).events == bright(11).events
    assert bright(11).events != bright(12).events


def test_a_match_that_does_not_end_is_an_error() -> None:
    with pytest.raises(EndlessMatch):
        play_out(TOY, Random(1), position={}, limit=3)


def test_named_bots_play_their_seats() -> None:
    class WithBots(Toy):
        def bots(self) -> Any:
            return {"shader": lambda state, rng: list(self.legal(state))[-1]}

    record = play_out(WithBots(), Random(5), position={}, bots={"home": "shader", "away": "shader"})
    assert sum(isinstance(event, toy.Shaded) for event in record.events) == 2
    assert play_on(record, Random(1)).version == record.version


def test_counts_of_what_may_be_played() -> None:
    state = TOY.from_position({"turn": "home"}, {})
    # home sparks (1); away passes or shades (2); away sparks (1); home passes or shades (2)
    assert [count_legal(TOY, state, depth) for depth in range(5)] == [1, 1, 2, 2, 4]


# The agenda


class Spin(Frame, frozen=True, tag="spin"):
    """A frame that never ends."""


def test_rules_that_loop_are_an_error_and_no_hang() -> None:
    run: Run[Any] = Run(TOY.from_position({}, {}), TableDice(), toy.evolve, GM)
    run.push(Spin())
    with pytest.raises(RunawayLoop, match="Spin"):
        work_off(run, lambda _: True)


def test_events_of_the_table_cover_all_that_a_log_may_hold() -> None:
    codec = Codec(TOY)
    for event in with_everything().events:
        name = codec.type_of(event)
        assert codec.decode(name, codec.encode(event)) == event
        assert plain(event)["type"] == name
    assert set(te.TABLE_EVENTS) & set(TOY.event_types) == set()
    assert WagerMade(seat="home", amount=1, secret=Secret(("home",), "x")).secret is not None
