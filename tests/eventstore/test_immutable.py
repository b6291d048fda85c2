"""What is recorded never changes: each verb is tried, on each table of the log."""

import pytest
from django.db import DatabaseError, connection, transaction

from eventstore import api
from eventstore.guards import guard_names, missing_guards
from eventstore.models import Event, Stream
from tests.eventstore.flushing import unguarded
from tests.eventstore.log import write
from tests.eventstore.test_exports import exported, forget, taken_in

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

TABLES = ["event", "command", "eventtype", "seal", "importedstream"]
A_COLUMN = {
    "event": "actor",
    "command": "last_version",
    "eventtype": "name",
    "seal": "key_id",
    "stream": "uuid",
    "importedstream": "actor",
}


@pytest.fixture
def log():
    write("match-1", 3)
    raw = exported("match-1")
    forget()
    taken_in(raw)
    connection.check_constraints()
    api.seal_log()


def refused(sql):
    with pytest.raises(DatabaseError, match="refused"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize("table", [*TABLES, "stream"])
def test_it_refuses_update(log, table):
    column = A_COLUMN[table]
    value = {"last_version": "9", "uuid": "NULL"}.get(column, "'x'")
    if table == "stream":
        value = "gen_random_uuid()" if connection.vendor == "postgresql" else "randomblob(16)"
    refused(f"UPDATE eventstore_{table} SET {column} = {value}")  # noqa: S608  # the names are ours


@pytest.mark.parametrize("table", [*TABLES, "stream"])
def test_it_refuses_delete(log, table):
    refused(f"DELETE FROM eventstore_{table}")  # noqa: S608  # the names are ours


@pytest.mark.postgresql(only=True)
@pytest.mark.parametrize("table", [*TABLES, "stream"])
def test_it_refuses_truncate(log, table):
    refused(f"TRUNCATE eventstore_{table} CASCADE")


@pytest.fixture(params=["OFF", "ON"])
def recursive_triggers(log, request):
    """Triggers that fire within triggers, or not: the guards need neither."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA recursive_triggers = {request.param}")
        yield
        cursor.execute("PRAGMA recursive_triggers = ON")


@pytest.mark.sqlite
@pytest.mark.parametrize("table", [*TABLES, "stream"])
@pytest.mark.parametrize("verb", ["INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
@pytest.mark.usefixtures("recursive_triggers")
def test_it_refuses_replace(log, table, verb):
    refused(f"{verb} INTO eventstore_{table} SELECT * FROM eventstore_{table}")  # noqa: S608  # the names are ours


@pytest.mark.sqlite
def test_it_refuses_to_replace_by_version(log):
    refused(
        "INSERT OR REPLACE INTO eventstore_event SELECT position + 3, recorded_at, stream_id, version, type_id, "
        "schema, command_id, actor, body, hash FROM eventstore_event WHERE version = 1"
    )


@pytest.mark.postgresql(only=True)
def test_it_refuses_on_conflict_update(log):
    refused(
        "INSERT INTO eventstore_event SELECT * FROM eventstore_event ON CONFLICT (position) DO UPDATE SET actor = 'x'"
    )


def test_django_is_refused_too(log):
    event = Event.objects.get(version=1)
    event.actor = "somebody else"
    with pytest.raises(DatabaseError, match="refused"), transaction.atomic():
        event.save()
    with pytest.raises(DatabaseError, match="refused"), transaction.atomic():
        Event.objects.all().delete()
    assert [event.actor for event in api.read("match-1")] == ["user:alice"] * 3


def test_a_stream_only_grows(log):
    with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
        Stream.objects.update(version=2)
    with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
        Stream.objects.update(name="match-2")


def test_verify_misses_a_guard_that_is_gone(log):
    assert missing_guards(connection) == []
    with unguarded():
        findings = api.verify_store()
    assert {finding.kind for finding in findings} == {"guard"}
    assert len(findings) == len(guard_names(connection.vendor))


@pytest.mark.postgresql(only=True)
def test_verify_misses_a_guard_that_is_disabled(log):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE eventstore_event DISABLE TRIGGER eventstore_event_kept")

    (finding,) = api.verify_store()
    assert "eventstore_event_kept" in finding.message
