"""Every flip, deletion, exchange, insertion and cut in the database is found, and the event or row is named.

A small log is tampered with in full: each byte of each column, each row, each pair. `NOT_GUARDED` lists what verify
does not guard and why; `test_harmless.py` shows that it does no harm.
"""

from itertools import combinations, permutations
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

from eventstore import api, chain, seals
from eventstore.models import Command, Event, EventType, Seal, Stream
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import FINGERPRINT, happened, write
from tests.eventstore.tampering import (
    GUARDED,
    KEYS,
    Before,
    all_rows,
    cells,
    change,
    delete,
    exchange,
    found,
    insert,
    make_room,
    sql,
    undone,
)
from tests.examples import HealthCheck, assume, given, settings, st

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

REAL = Path(__file__).parents[1] / "matches" / "golden" / "logs"
NOT_GUARDED = {
    "stream.closed_at": "says only whether more may be appended",
    "command.fingerprint": "says only whether a repeated command is answered or refused",
    "snapshot": "a cache: bears a checksum, is dropped when it does not fit, and is made again",
    "subscription": "a checkpoint of rows that are compared with the log and made again",
    "importedstream": "stands beside the log: what it says follows from no event; triggers refuse its change",
}
# Whatever of an event only its hash covers: verify names the event that was changed and no other.
HASHED = {"recorded_at", "type_id", "schema", "command_id", "actor", "body", "hash"}
# Columns that cannot hold the same twice: there the database may refuse a change by itself.
UNIQUE = {("event", "position"), ("event", "stream_id"), ("event", "version"), ("stream", "id"), ("seal", "number")}


@pytest.fixture(autouse=True)
def key(monkeypatch, tmp_path):
    """A key, and notes of seals beside it that no other test has: they tell by its events which log they are about."""
    monkeypatch.setenv("SKALD_SEAL_KEY", "6b" * 32)
    monkeypatch.setattr("django.conf.settings.VAR_DIR", tmp_path)


def forget():
    with unguarded():
        for model in (Event, Command, Seal, EventType, Stream):
            model.objects.all().delete()


@pytest.fixture
def log():
    """Eight events of three streams and two types; positions 1 to 3 and 4 to 5 are sealed, 6 to 8 are not yet.

    1, 2: match-1 (1, 2) · 3: hall-1 (1) · 4: match-1 (3) · 5: hall-1 (2) · 6, 7: match-2 (1, 2) · 8: match-1 (4)
    """
    forget()
    write("match-1", 2)
    write("hall-1")
    api.seal_log()
    write("match-1")
    write("hall-1")
    api.seal_log()
    hosted = [api.NewEvent("match.hosted", 2, '{"by": "Åsa"}'.encode()), happened(2)]
    api.append("match-2", 0, hosted, actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)
    write("match-1")
    assert api.verify_store() == []
    with unguarded():
        yield Before()


@pytest.fixture
def real_log():
    """Three matches of Ishmêk with their facts: two of them sealed, one not yet."""
    forget()
    for name in ("table_dice", "house_dice", "fork"):
        with (REAL / f"{name}.skald").open("rb") as file:
            api.import_streams(file)
        if name != "fork":
            api.seal_log()
    assert api.verify_store() == []
    with unguarded():
        yield Before()


def test_every_column_is_guarded_or_named_as_not_guarded():
    models = {model._meta.model_name: model for model in apps.get_app_config("eventstore").get_models()}
    columns = {(name, field.column) for name, model in models.items() for field in model._meta.get_fields()}
    guarded = {(table, column) for table, kinds in GUARDED.items() for column in kinds}
    others = {(table, column) for table, column in columns if {table, f"{table}.{column}"} & NOT_GUARDED.keys()}

    assert guarded | others == columns
    assert not guarded & others
    assert {table for table, _ in others} | {f"{table}.{column}" for table, column in others} > NOT_GUARDED.keys()


# Changes


def findings_after(cell, value):
    """What verify finds once the cell holds `value`; None where the database itself refuses that."""
    with undone():
        try:
            with transaction.atomic():
                change(cell.table, cell.key, **{cell.column: value})
        except IntegrityError:
            assert (cell.table, cell.column) in UNIQUE
            return None
        return found()


def is_found(before, cell, value):
    """Whether verify names the row once the cell holds `value`; of what is hashed, the one event and no other."""
    findings = findings_after(cell, value)
    if findings is None:
        return True
    if cell.table == "event" and cell.column in HASHED:
        told = [(finding.kind, finding.position) for finding in findings if finding.kind != "seal"]
        return told == [("altered", cell.key)]
    return before.names_row(findings, cell.table, cell.key, value)


@pytest.mark.parametrize("table", GUARDED)
@pytest.mark.parametrize("mask", [0x01, 0xFF])
def test_each_byte_that_changes_is_found(log, table, mask):
    missed = [
        (cell, value)
        for cell in cells(table)
        for byte in range(cell.width)
        # In a column of text, another byte of ASCII.
        for value in [cell.flipped(byte, mask >> 1 or 1 if isinstance(cell.value, str) else mask)]
        if not is_found(log, cell, value)
    ]
    assert missed == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_byte_may_become_any_other(log, data):
    change_and_look(log, data)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_byte_of_real_matches_may_become_any_other(real_log, data):
    change_and_look(real_log, data)


def change_and_look(before, data):
    table = data.draw(st.sampled_from(sorted(GUARDED)))
    cell = data.draw(st.sampled_from([cell for cell in cells(table) if cell.width]))
    value = cell.flipped(data.draw(st.integers(0, cell.width - 1)), data.draw(st.integers(1, 255)))
    assume(value is not None)

    assert is_found(before, cell, value)


# Deletions


@pytest.mark.parametrize("table", GUARDED)
def test_each_deleted_row_is_found(log, table):
    for row in all_rows(table):
        with undone():
            delete(table, row[KEYS[table]])
            assert log.names_row(found(), table, row[KEYS[table]]), row


@pytest.mark.parametrize("again", [False, True])
def test_deleted_seals_are_found_though_the_log_is_sealed_again(log, again):
    """The machine with the key would seal whatever stands there now."""
    with undone():
        sql("DELETE FROM eventstore_seal")
        if again:
            api.seal_log()
        told = found()

    assert [(finding.kind, finding.position) for finding in told] == [("seal", 3), ("seal", 5)]


@pytest.mark.parametrize("noted", [False, True], ids=["without the notes", "with the notes"])
def test_a_seal_that_was_given_to_the_same_events_at_another_time_is_found(log, noted):
    """As one from a copy of the log, signed by the same key: the seal after it is tied to the one that was there."""
    if not noted:
        seals.witness_file().unlink()
    first = Seal.objects.get(number=1)
    first.sealed_at += 1
    with undone():
        change(
            "seal", 1, sealed_at=first.sealed_at, mac=seals.seal_key().sign(seals.signed_bytes(first, seals.NO_SEAL))
        )
        told = found()

    signatures = [(finding.kind, finding.position) for finding in told if "signature" in finding.message]
    assert signatures == [("seal", 5)]


def cut(log, last):
    """Delete all events behind position `last`; return them."""
    gone = [event for position, event in log.events.items() if position > last]
    for event in gone:
        delete("event", event["position"])
    return gone


def set_back(log, last):
    """Let streams and commands look as they did when position `last` was the last one."""
    kept = [event for position, event in log.events.items() if position <= last]
    for number in log.streams:
        ends = [event for event in kept if event["stream_id"] == number]
        if ends:
            change("stream", number, version=ends[-1]["version"], head_hash=ends[-1]["hash"])
        else:
            delete("stream", number)
    for command in log.commands:
        if not any(event["command_id"] == command for event in kept):
            delete("command", command)


@pytest.mark.parametrize("last", range(8))
def test_each_tail_that_is_cut_off_is_found(log, last):
    with undone():
        gone = cut(log, last)
        told = found()
    ends = {log.streams[event["stream_id"]]["name"] for event in gone}
    assert {finding.stream for finding in told if finding.kind == "cut" and finding.stream} == ends


@pytest.mark.parametrize("last", range(5))
def test_each_sealed_tail_that_is_cut_off_with_its_rows_is_found(log, last):
    with undone():
        cut(log, last)
        set_back(log, last)
        told = found()
    assert [(finding.kind, finding.position) for finding in told] == [("cut", last)] * (2 if last < 3 else 1)
    assert "the tail is cut off" in told[-1].message


# Exchanges

SAYS = ("recorded_at", "type_id", "schema", "command_id", "actor", "body", "hash")


@pytest.mark.parametrize("columns", [SAYS, ("stream_id", "version"), ("body",), ("hash",), ("command_id",)])
def test_any_two_events_that_exchange_what_they_say_are_found(log, columns):
    for first, second in combinations(log.events.values(), 2):
        if all(first[column] == second[column] for column in columns):
            continue
        with undone():
            exchange(first, second, columns)
            told = found()
        assert log.names(told, first), (first["position"], second["position"], told)
        assert log.names(told, second), (first["position"], second["position"], told)


def test_any_two_events_that_exchange_positions_are_found(log):
    """By the stream where they are of one; by the seals where they are not, which tells their range."""
    for first, second in combinations(log.events.values(), 2):
        with undone():
            exchange(first, second, ("position",))
            told = found()
        if first["stream_id"] == second["stream_id"]:
            assert log.names(told, first), told
            assert log.names(told, second), told
        elif first["position"] <= 5:
            ranges = {3 if event["position"] <= 3 else 5 for event in (first, second) if event["position"] <= 5}
            assert {finding.position for finding in told if finding.kind == "seal"} == ranges
        # Else they are of different streams and not sealed yet: see test_harmless.py.


@pytest.mark.parametrize(
    ("table", "column", "between"),
    [("stream", "name", "x-1"), ("stream", "uuid", uuid4()), ("eventtype", "name", "x"), ("seal", "digest", b"x")],
)
def test_any_two_rows_that_exchange_a_column_are_found(log, table, column, between):
    for first, second in combinations(all_rows(table), 2):
        with undone():
            change(table, first[KEYS[table]], **{column: between})
            change(table, second[KEYS[table]], **{column: first[column]})
            change(table, first[KEYS[table]], **{column: second[column]})
            told = found()
        assert log.names_row(told, table, first[KEYS[table]])
        assert log.names_row(told, table, second[KEYS[table]])


def test_any_two_commands_that_exchange_ids_are_found(log):
    for first, second in combinations(all_rows("command"), 2):
        with undone():
            delete("command", first["id"])
            change("command", second["id"], id=first["id"])
            insert("command", {**first, "id": second["id"]})
            told = found()
        assert log.names_row(told, "command", first["id"])
        assert log.names_row(told, "command", second["id"])


# Insertions


def test_each_copy_at_the_end_is_found(log):
    for event in log.events.values():
        last = log.streams[event["stream_id"]]["version"]
        with undone():
            insert("event", {**event, "position": 9, "version": last + 1})
            assert ("altered", 9) in [(finding.kind, finding.position) for finding in found()]


@pytest.mark.parametrize("position", [0, -1, -(2**63)])
def test_each_copy_before_the_first_is_found(log, position):
    for event in log.events.values():
        last = log.streams[event["stream_id"]]["version"]
        with undone():
            insert("event", {**event, "position": position, "version": last + 1})
            assert ("order", position) in [(finding.kind, finding.position) for finding in found()]


def test_each_copy_between_two_is_found(log):
    """A copy before its own event takes the place of that one, which then does not fit."""
    for event, position in permutations(log.events.values(), 2):
        with undone():
            version = make_room(position["position"], event["stream_id"])
            insert("event", {**event, "position": position["position"], "version": version})
            told = found()
        places = {finding.position for finding in told if finding.kind == "altered"}
        assert places & {position["position"], event["position"] + 1}, (event, position, told)


def forged(log, stream_id, position):
    """An event at the end of a stream whose hash is as it should be: that needs no secret."""
    stream, command = log.streams[stream_id], uuid4()
    last = next(event for event in reversed(log.events.values()) if event["stream_id"] == stream_id)
    uuid = UUID(bytes=stream["uuid"]) if isinstance(stream["uuid"], bytes) else stream["uuid"]
    digest = chain.link(
        stream["head_hash"],
        uuid.bytes,
        stream["version"] + 1,
        "thing.happened",
        1,
        last["recorded_at"],
        "user:mallory",
        command.bytes,
        b"{}",
    )
    return {
        **last,
        "position": position,
        "version": stream["version"] + 1,
        "type_id": chain.type_id("thing.happened"),
        "schema": 1,
        "command_id": command,
        "actor": "user:mallory",
        "body": b"{}",
        "hash": digest,
    }


def test_each_forged_event_at_the_end_is_found_by_its_stream_or_its_command(log):
    for number, stream in log.streams.items():
        event = forged(log, number, 9)
        with undone():
            insert("event", event)
            assert [(finding.kind, finding.position) for finding in found()] == [("stream", 9)]
            change("stream", number, version=event["version"], head_hash=event["hash"])
            (finding,) = found()
            assert (finding.kind, finding.position, finding.stream) == ("command", 9, stream["name"])


def test_each_forged_event_between_two_is_found_by_the_next_of_its_stream(log):
    event = forged(log, log.events[4]["stream_id"], 4)
    digest = chain.link(log.events[2]["hash"], *_said(log, event, 3))
    with undone():
        make_room(4, event["stream_id"])
        insert("event", {**event, "version": 3, "hash": digest})
        told = found()
    assert ("altered", 5) in [(finding.kind, finding.position) for finding in told]
    assert "gap" not in {finding.kind for finding in told}


def _said(log, event, version):
    uuid = log.streams[event["stream_id"]]["uuid"]
    return (
        uuid if isinstance(uuid, bytes) else uuid.bytes,
        version,
        "thing.happened",
        1,
        event["recorded_at"],
        event["actor"],
        event["command_id"].bytes,
        event["body"],
    )


def test_each_inserted_stream_is_found(log):
    row = {**all_rows("stream")[0], "id": 99, "name": "match-99"}
    genesis = chain.genesis(row["uuid"] if isinstance(row["uuid"], bytes) else row["uuid"].bytes, "match-99")
    for version in (0, 1, -1):
        with undone():
            insert("stream", {**row, "version": version, "head_hash": genesis})
            assert {finding.stream for finding in found()} == {"match-99"}


def test_each_inserted_type_command_or_seal_is_found(log):
    with undone():
        insert("eventtype", {"id": 7, "name": "thing.denied"})
        (finding,) = found()
        assert finding.kind == "type"
        assert "thing.denied" in finding.message
    for row in all_rows("command"):
        command = uuid4()
        with undone():
            insert("command", {**row, "id": command})
            (finding,) = found()
            assert str(command) in finding.message
    for row in all_rows("seal"):
        with undone():
            insert("seal", {**row, "number": 3, "first_position": 6, "last_position": 7})
            assert "seal 3" in " ".join(finding.message for finding in found())
