"""Whatever somebody changes in the log is found, and the event is named; `test_tampering.py` tries all there is."""

from uuid import UUID

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from eventstore import api, chain
from eventstore.models import Command, Event, EventType, Seal, Stream
from eventstore.seals import SealKey, find_seal_key, witness_file
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import write

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def log():
    """Nine events: positions 1 to 9 hold match-1 (1, 2), match-2 (1, 2, 3), match-1 (3, 4, 5), match-2 (4)."""
    with unguarded():
        for model in (Event, Command, Seal, EventType, Stream):
            model.objects.all().delete()
    write("match-1", 2)
    write("match-2", 3)
    write("match-1", 3)
    write("match-2", 1)


def tamper(sql, *parameters):
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(sql, parameters)


def events():
    return list(Event.objects.order_by("position"))


def places(findings):
    return [(finding.kind, finding.stream, finding.version) for finding in findings]


def test_it_finds_nothing_in_a_good_log(log):
    assert api.verify_store() == []
    assert api.verify_stream("match-1") == []
    with pytest.raises(api.UnknownStream):
        api.verify_stream("match-9")


def test_the_layout_of_the_hash_is_fixed():
    uuid, command = UUID(int=1).bytes, UUID(int=2).bytes
    start = chain.genesis(uuid, "match-1")
    first = chain.link(start, uuid, 1, "thing.happened", 1, 1_700_000_000_000_000, "user:alice", command, b'{"n": 1}')

    assert start.hex() == "2d846208c30fca52ce1ba71d1e25f552c03d3fdcd5af694cb987037f919a23e5"
    assert first.hex() == "e6e5b3bc546187a580234199f9385df92ef210a1f3359f1917da007384e78d84"


def test_it_pages_through_a_long_log(log, monkeypatch):
    monkeypatch.setattr("eventstore.verification.PAGE", 2)
    monkeypatch.setattr("eventstore.seals.PAGE", 2)
    api.seal_log()
    write("match-1", 3)
    api.seal_log()
    seen = []

    assert api.verify_store(seen.append) == []
    assert sum(seen) == 12
    assert api.verify_stream("match-1") == []


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("body", b'{"n": 9}'),
        ("actor", "user:mallory"),
        ("recorded_at", 5),
        ("schema", 2),
        ("command_id", UUID(int=9)),
        ("hash", bytes(32)),
    ],
)
def test_it_finds_a_changed_column(log, column, value):
    event = events()[6]
    with unguarded():
        Event.objects.filter(position=event.position).update(**{column: value})

    (finding,) = api.verify_store()
    assert (finding.kind, finding.stream, finding.version) == ("altered", "match-1", 4)
    assert finding.position == event.position
    assert "match-1 version 4" in str(finding)
    assert places(api.verify_stream("match-1")) == [("altered", "match-1", 4)]
    assert api.verify_stream("match-2") == []


def test_it_finds_a_renamed_type(log):
    tamper("UPDATE eventstore_eventtype SET name = 'thing.denied'")

    assert places(api.verify_store())[0] == ("altered", "match-1", 1)
    assert len(api.verify_store()) == 9


@pytest.mark.parametrize("column", ["name", "uuid"])
def test_it_finds_a_stream_under_another_identity(log, column):
    value = "match-3" if column == "name" else UUID(int=3)
    with unguarded():
        Stream.objects.filter(name="match-1").update(**{column: value})

    finding = api.verify_store()[0]
    assert (finding.kind, finding.version, finding.position) == ("altered", 1, events()[0].position)


def test_it_finds_swapped_streams(log):
    with unguarded():
        Stream.objects.filter(name="match-1").update(name="match-0")
        Stream.objects.filter(name="match-2").update(name="match-1")
        Stream.objects.filter(name="match-0").update(name="match-2")

    assert {"altered"} == {finding.kind for finding in api.verify_store() if finding.version == 1}


def test_it_finds_a_deleted_event(log):
    event = events()[6]
    tamper("DELETE FROM eventstore_event WHERE position = %s", event.position)

    assert {("gap", "match-1", 5)} == set(places(api.verify_store()))
    assert places(api.verify_stream("match-1")) == [("gap", "match-1", 5)]


def test_it_finds_a_deletion_though_all_behind_it_moved_up(log):
    gone = events()[6]
    tamper("DELETE FROM eventstore_event WHERE position = %s", gone.position)
    for event in events()[6:]:
        tamper("UPDATE eventstore_event SET position = position - 1 WHERE position = %s", event.position)
    tamper("UPDATE eventstore_event SET version = 4 WHERE position = %s", gone.position)

    assert ("altered", "match-1", 4) in places(api.verify_store())


def test_it_finds_two_events_that_changed_places(log):
    first, second = events()[5:7]
    columns = ["recorded_at", "type_id", "schema", "command_id", "actor", "body", "hash"]
    with unguarded():
        for here, there in ((first, second), (second, first)):
            new = {column: getattr(there, column) for column in columns}
            Event.objects.filter(position=here.position).update(**new)

    assert ("altered", "match-1", 3) in places(api.verify_store())


def test_it_finds_an_inserted_event(log):
    last = events()[-1]
    last.position += 1
    last.version += 1
    with unguarded():
        last.save(force_insert=True)

    assert places(api.verify_store()) == [("altered", "match-2", 5), ("stream", "match-2", 5)]


def test_it_finds_an_event_of_no_stream(log):
    last = events()[-1]
    last.position, last.stream_id, last.version = last.position + 1, 77, 1
    with unguarded():
        last.save(force_insert=True)

    (finding,) = api.verify_store()
    assert (finding.kind, finding.position) == ("stream", last.position)


def test_it_finds_a_cut_tail_by_the_stream(log):
    tamper("DELETE FROM eventstore_event WHERE position = %s", events()[-1].position)

    assert places(api.verify_store()) == [("cut", "match-2", 3)]
    assert places(api.verify_stream("match-2")) == [("cut", "match-2", 3)]


def cut_tail_carefully():
    """Delete the last event and set its stream back, as somebody would who knows how."""
    last, before = events()[-1], Event.objects.get(stream__name="match-2", version=3)
    tamper("DELETE FROM eventstore_event WHERE position = %s", last.position)
    with unguarded():
        Stream.objects.filter(name="match-2").update(version=3, head_hash=before.hash)


def test_it_finds_a_cut_tail_by_the_seal(log):
    api.seal_log()
    cut_tail_carefully()

    (finding,) = api.verify_store()
    assert finding.kind == "cut"
    assert "the log ends at position 8, but seal 1, positions 1 to 9" in finding.message


def test_it_finds_a_tail_cut_off_with_its_seal(log):
    tamper("DELETE FROM eventstore_event WHERE position = 9")
    tamper("UPDATE eventstore_stream SET version = 3 WHERE name = %s", "match-2")
    before = Event.objects.get(stream__name="match-2", version=3)
    with unguarded():
        Stream.objects.filter(name="match-2").update(head_hash=before.hash)
    api.seal_log()
    write("match-2")
    api.seal_log()

    cut_tail_carefully()
    tamper("DELETE FROM eventstore_seal WHERE number = 2")

    (finding,) = api.verify_store()
    assert finding.kind == "seal"
    assert "seal 2 stands in seals.jsonl" in finding.message


def test_it_finds_events_of_two_streams_that_changed_positions(log):
    api.seal_log()
    tamper("UPDATE eventstore_event SET position = 99 WHERE position = 2")
    tamper("UPDATE eventstore_event SET position = 2 WHERE position = 3")
    tamper("UPDATE eventstore_event SET position = 3 WHERE position = 99")

    (finding,) = api.verify_store()
    assert finding.kind == "seal"
    assert "not those that were sealed" in finding.message


BEYOND = b'{"log": "00", "number": 1, "last_position": 9223372036854775808, "mac": "00"}\n'


@pytest.mark.parametrize("line", [b"{\xff\n", BEYOND], ids=["no JSON", "a position of more than 64 bits"])
def test_it_finds_a_damaged_witness_file(log, line):
    api.seal_log()
    before = witness_file().read_bytes()
    witness_file().write_bytes(before + line)
    findings = api.verify_store()
    witness_file().write_bytes(before)

    (finding,) = findings
    assert finding.message.endswith("of seals.jsonl is no note of a seal")


@pytest.mark.parametrize(
    "change",
    [
        "last_position = 8",
        "first_position = 2",
        "sealed_at = 1",
        "number = 2",
        "key_id = 'x'",
    ],
)
def test_it_finds_a_changed_seal(log, change):
    api.seal_log()
    tamper(f"UPDATE eventstore_seal SET {change}")  # noqa: S608  # the words are ours

    assert "seal" in {finding.kind for finding in api.verify_store()}


def test_it_finds_a_seal_made_with_another_key(log):
    api.seal_log(SealKey(b"k" * 32))

    kinds = [(finding.kind, "was signed with the key" in finding.message) for finding in api.verify_store()]
    assert find_seal_key() is None or kinds == [("seal", True)]
    assert api.verify_store(key=SealKey(b"k" * 32)) == []
    forged = SealKey(b"f" * 32)
    (finding,) = api.verify_store(key=forged)
    assert finding.kind == "seal"


def test_seals_follow_each_other(log):
    first = api.seal_log()
    assert api.seal_log() is None
    write("match-1", 2)
    second = api.seal_log()

    assert (first.number, first.first_position, first.last_position) == (1, 1, 9)
    assert (second.number, second.first_position, second.last_position) == (2, 10, 11)
    assert api.verify_store() == []
    assert witness_file().exists()


def test_the_key_may_come_from_the_environment(log, monkeypatch):
    monkeypatch.setenv("SKALD_SEAL_KEY", "ab" * 32)
    seal = api.seal_log()
    assert seal.key_id == SealKey(bytes.fromhex("ab" * 32)).id
    assert api.verify_store() == []

    monkeypatch.setenv("SKALD_SEAL_KEY", "secret")
    with pytest.raises(ImproperlyConfigured, match="64 hexadecimal digits"):
        api.seal_log()


def test_the_list_of_findings_has_an_end(log, monkeypatch):
    monkeypatch.setattr("eventstore.verification.MOST_FINDINGS", 3)
    monkeypatch.setattr("eventstore.verification.PAGE", 2)
    tamper("UPDATE eventstore_eventtype SET name = 'thing.denied'")

    assert 3 <= len(api.verify_store()) <= 4
