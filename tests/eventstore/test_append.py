"""Append and read: versions, positions, conflicts, the same command asked twice."""

from uuid import uuid4

import pytest
from django.db import connection, transaction

from eventstore import api
from eventstore.models import Command, Event, Stream, Subscription
from tests.eventstore.log import FINGERPRINT, OTHER_FINGERPRINT, happened, write

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def test_it_works():
    done = write("match-1", 3)

    events = list(api.read("match-1"))
    assert [event.version for event in events] == [1, 2, 3]
    assert [event.body for event in events] == [b'{"n": 1}', b'{"n": 2}', b'{"n": 3}']
    assert {(event.stream, event.type, event.schema, event.actor) for event in events} == {
        ("match-1", "thing.happened", 1, "user:alice")
    }
    assert done == api.AppendResult("match-1", 1, 3, events[-1].position, events[-1].hash, tuple(events))
    assert events[0].kind == "match"


def test_it_keeps_the_body_byte_for_byte():
    body = '{ "name" :  "Ishmêk",\n "n": 1.50, "n": 2 }'.encode()
    event = api.NewEvent("thing.said", 7, body)

    api.append("match-1", 0, [event], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)

    (read,) = api.read("match-1")
    assert (read.body, read.schema, read.type) == (body, 7, "thing.said")


def test_it_reads_a_part_of_a_stream():
    write("match-1", 5)

    assert [event.version for event in api.read("match-1", after=1, upto=3)] == [2, 3]
    assert list(api.read("match-1", after=5)) == []
    assert list(api.read("match-2")) == []


def test_it_reads_more_than_a_page(monkeypatch):
    monkeypatch.setattr("eventstore.reading.PAGE", 4)
    write("match-1", 10)

    assert [event.version for event in api.read("match-1")] == list(range(1, 11))
    assert [event.version for event in api.read("match-1", after=1, upto=9)] == list(range(2, 10))


def test_it_reads_all_streams_in_order_of_position():
    write("match-1", 2)
    write("company-1", 1)
    write("match-1", 1)

    first = api.last_position() - 3
    assert [(e.position - first, e.stream, e.version) for e in api.read_all(first - 1, 10)] == [
        (0, "match-1", 1),
        (1, "match-1", 2),
        (2, "company-1", 1),
        (3, "match-1", 3),
    ]
    assert [e.stream for e in api.read_all(0, 10, ["company"])] == ["company-1"]
    assert [e.version for e in api.read_all(first, 1, ["company", "match"])] == [2]


def test_positions_have_no_holes_after_refusals():
    write("match-1")
    for _ in range(3):
        with pytest.raises(api.Conflict):
            write("match-1", expected=0)
    write("match-1")

    positions = [event.position for event in api.read("match-1")]
    assert positions[1] == positions[0] + 1


def test_a_stream_knows_its_head():
    done = write("match-1", 2)

    head = api.head("match-1")
    assert head is not None
    assert (head.version, head.hash, head.kind, head.closed_at) == (2, done.head_hash, "match", None)
    assert head.opened_at == next(iter(api.read("match-1"))).recorded_at
    assert api.head("match-2") is None


def test_it_refuses_a_version_that_is_not_the_head():
    write("match-1", 2)

    for expected in (0, 1, 3):
        with pytest.raises(api.Conflict) as refusal:
            write("match-1", expected=expected)
        assert (refusal.value.stream, refusal.value.expected, refusal.value.actual) == ("match-1", expected, 2)
    assert len(list(api.read("match-1"))) == 2


def test_it_refuses_a_version_of_a_stream_that_does_not_exist():
    with pytest.raises(api.Conflict, match="match-1 is at version 0, not 3"):
        write("match-1", expected=3)
    assert not Stream.objects.exists()


def test_it_answers_a_command_that_was_done():
    command_id = uuid4()
    write("match-1", 2)
    write("match-1", 3, command_id=command_id)

    for expected in (2, 5):  # as first sent, and decided again at the new head
        with pytest.raises(api.AlreadyDone) as answer:
            write("match-1", 3, expected=expected, command_id=command_id)
        assert answer.value.command == api.CommandRecord(command_id, "match-1", 3, 5, FINGERPRINT)
    assert api.find_command(command_id) == api.CommandRecord(command_id, "match-1", 3, 5, FINGERPRINT)
    assert api.find_command(uuid4()) is None
    assert api.head("match-1").version == 5


def test_it_refuses_a_command_id_used_for_something_else():
    command_id = uuid4()
    write("match-1", command_id=command_id)

    for stream, expected in (("match-1", 0), ("match-1", 1), ("match-2", 0)):
        with pytest.raises(api.KeyReused) as refusal:
            api.append(
                stream,
                expected,
                [happened(1)],
                actor="gm",
                command_id=command_id,
                fingerprint=OTHER_FINGERPRINT,
            )
        assert refusal.value.command.stream == "match-1"
    assert api.head("match-2") is None
    assert Event.objects.count() == 1


def test_a_closed_stream_takes_no_more():
    command_id = uuid4()
    write("match-1", command_id=command_id)
    with pytest.raises(api.Conflict):
        api.close_stream("match-1", 7)
    with pytest.raises(api.UnknownStream):
        api.close_stream("match-2", 0)

    api.close_stream("match-1", 1)
    api.close_stream("match-1", 1)

    assert api.head("match-1").closed_at is not None
    with pytest.raises(api.StreamClosed):
        write("match-1")
    with pytest.raises(api.AlreadyDone):
        write("match-1", expected=0, command_id=command_id)


def test_a_unit_writes_rows_and_events_together():
    write("company-1", 1)

    with api.writing() as unit:
        Subscription.objects.create(name="a row")
        unit.append("match-1", 0, [happened(1)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)
        unit.append("company-1", 1, [happened(1), happened(2)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)
        assert unit.appended == []
        assert api.head("match-1") is None

    assert [(done.stream, done.last_version) for done in unit.appended] == [("match-1", 1), ("company-1", 3)]
    assert unit.appended[1].last_position == unit.appended[0].last_position + 2
    assert Subscription.objects.filter(name="a row").exists()
    assert api.verify_store() == []


def test_a_unit_writes_nothing_when_one_append_is_refused():
    write("company-1", 1)

    def write_both():
        with api.writing() as unit:
            Subscription.objects.create(name="a row")
            unit.append("match-1", 0, [happened(1)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)
            unit.append("company-1", 7, [happened(1)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)

    with pytest.raises(api.Conflict):
        write_both()
    assert api.head("match-1") is None
    assert api.head("company-1").version == 1
    assert not Subscription.objects.exists()
    assert Command.objects.count() == 1


def test_a_unit_writes_nothing_when_its_block_fails():
    def write_and_fail():
        with api.writing() as unit:
            unit.append("match-1", 0, [happened(1)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_fail()
    assert api.head("match-1") is None


def test_a_unit_takes_a_stream_and_a_command_once():
    command_id = uuid4()
    with api.writing() as unit:
        unit.append("match-1", 0, [happened(1)], actor="gm", command_id=command_id, fingerprint=FINGERPRINT)
        with pytest.raises(ValueError, match="twice"):
            unit.append("match-1", 1, [happened(1)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)
        with pytest.raises(ValueError, match="an id of its own"):
            unit.append("match-2", 0, [happened(1)], actor="gm", command_id=command_id, fingerprint=FINGERPRINT)
    with pytest.raises(RuntimeError, match="has ended"):
        unit.append("match-2", 0, [happened(1)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)


def test_a_unit_may_append_nothing():
    with api.writing() as unit:
        Subscription.objects.create(name="a row")

    assert unit.appended == []
    assert Subscription.objects.exists()


MOVED = api.Statement("UPDATE eventstore_subscription SET position = %s WHERE name = %s", (7, "a row"))


def position():
    return Subscription.objects.get(name="a row").position


def test_a_statement_is_carried_out_along_with_the_append():
    Subscription.objects.create(name="a row")
    with api.writing() as unit:
        unit.along(MOVED)
        unit.append("match-1", 0, [happened(1)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)
        assert position() == 0

    assert position() == 7
    (event,) = api.read("match-1")
    assert event.recorded_at == unit.at


def test_who_has_waited_in_the_block_records_at_the_instant_after_it():
    with api.writing() as unit:
        before = unit.at
        api.head("match-1")
        unit.renew()
        unit.append("match-1", 0, [happened(1)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)
    (event,) = api.read("match-1")
    assert event.recorded_at == unit.at > before


def test_a_statement_is_not_carried_out_when_the_append_is_refused():
    Subscription.objects.create(name="a row")

    def write_both():
        with api.writing() as unit:
            unit.along(MOVED)
            unit.append("match-1", 3, [happened(1)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)

    with pytest.raises(api.Conflict):
        write_both()
    assert position() == 0


CLAIM = "UPDATE eventstore_subscription SET lease_owner = 'me' WHERE name = %s AND lease_owner = ''"


@pytest.mark.parametrize(("owner", "moved"), [("", 7), ("somebody", 0)])
def test_what_comes_after_a_statement_comes_where_that_wrote_a_row(owner, moved):
    Subscription.objects.create(name="first", lease_owner=owner)
    for name in ("second", "third", "beside"):
        Subscription.objects.create(name=name)
    third = api.Statement(MOVED.sql, (7, "third"))
    second = api.Statement(MOVED.sql, (7, "second"), [third])
    with api.writing() as unit:
        unit.along(api.Statement(CLAIM, ("first",), [second]))
        unit.along(api.Statement(MOVED.sql, (9, "beside")))
        unit.append("match-1", 0, [happened(1)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)

    rows = dict(Subscription.objects.values_list("name", "position"))
    assert rows == {"first": 0, "second": moved, "third": moved, "beside": 9}


def test_a_statement_needs_an_append():
    Subscription.objects.create(name="a row")

    def write_it_alone():
        with api.writing() as unit:
            unit.along(MOVED)

    with pytest.raises(RuntimeError, match="there is none"):
        write_it_alone()
    assert position() == 0
    with api.writing() as unit:
        pass
    with pytest.raises(RuntimeError, match="has ended"):
        unit.along(MOVED)


@pytest.mark.django_db(transaction=True)
def test_transactions_are_whole_after_a_unit_that_asked_nothing():
    """On PostgreSQL such a unit is a single statement, under a setting that must not outlive it."""

    def write_and_fail():
        with api.writing() as unit:
            Subscription.objects.create(name="a row")
            unit.append("match-1", 1, [happened(1)], actor="gm", command_id=uuid4(), fingerprint=FINGERPRINT)
            raise ZeroDivisionError

    write("match-1")
    with pytest.raises(ZeroDivisionError):
        write_and_fail()
    with pytest.raises(api.Conflict):
        write("match-1", expected=0)
    with pytest.raises(ZeroDivisionError):
        write_and_fail()

    assert not Subscription.objects.exists()
    assert api.head("match-1").version == 1
    assert connection.get_autocommit()
    connection.close()
    assert api.head("match-1").version == 1


@pytest.mark.postgresql(only=True)
def test_appends_and_reads_are_prepared():
    """Django forbids it unless it is told otherwise, and then each statement is planned anew."""
    write("match-1")
    assert api.head("match-1")

    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        prepared = [statement for (statement,) in cursor.fetchall()]
    for part in ("FROM eventstore_append(", "FROM eventstore_stream s WHERE name ="):
        assert any(part in statement for statement in prepared)


@pytest.mark.django_db(transaction=True)
def test_a_unit_must_be_the_outermost_transaction():
    with transaction.atomic():
        with pytest.raises(RuntimeError, match="durable"), api.writing():
            pass
        with pytest.raises(RuntimeError, match="durable"):
            write("match-1")
    with api.writing(), pytest.raises(RuntimeError, match="durable"), api.writing():
        pass


@pytest.mark.django_db(transaction=True)
def test_an_append_of_its_own_is_committed():
    write("match-1", 2)

    assert not connection.in_atomic_block
    connection.close()
    assert api.head("match-1").version == 2


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"stream": "match"}, "no name of a stream"),
        ({"stream": "Match-1"}, "no name of a stream"),
        ({"stream": "match-" + "x" * 200}, "no name of a stream"),
        ({"stream": "match-1\n"}, "no name of a stream"),
        ({"expected": -1}, "cannot be -1"),
        ({"expected": 2**31 - 1}, "cannot be 2147483647"),
        ({"events": []}, "at least one event"),
        ({"events": [api.NewEvent("", 1, b"{}")]}, "no type of an event"),
        ({"events": [api.NewEvent("a b", 1, b"{}")]}, "no type of an event"),
        ({"events": [api.NewEvent("a", 0, b"{}")]}, "schema number"),
        ({"events": [api.NewEvent("a", 40_000, b"{}")]}, "schema number"),
        ({"events": [api.NewEvent("a", 1, b"")]}, "not JSON"),
        ({"events": [api.NewEvent("a", 1, b"{")]}, "not JSON"),
        ({"events": [api.NewEvent("a", 1, b'"\xff"')]}, "not JSON"),
        ({"events": [api.NewEvent("a", 1, b"[" * 2_000 + b"]" * 2_000)]}, "nested too deeply"),
        ({"events": [api.NewEvent("a", 1, b'"' + b"x" * (8 * 1024 * 1024) + b'"')]}, "too long"),
        ({"actor": ""}, "no actor"),
        ({"actor": "a\0b"}, "no actor"),
        ({"actor": "x" * 201}, "no actor"),
        ({"fingerprint": b"short"}, "a fingerprint has 32 bytes"),
    ],
)
def test_it_refuses_what_cannot_be_stored(changed, reason):
    asked = {"stream": "match-1", "expected": 0, "events": [happened(1)], "actor": "gm", "fingerprint": FINGERPRINT}
    asked |= changed

    with pytest.raises(ValueError, match=reason):
        api.append(
            asked["stream"],
            asked["expected"],
            asked["events"],
            actor=asked["actor"],
            command_id=uuid4(),
            fingerprint=asked["fingerprint"],
        )
    assert not Event.objects.exists()
