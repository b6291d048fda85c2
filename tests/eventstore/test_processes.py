"""Several processes at once: order, fairness, sudden death, first start."""

import io
import json
import random
import signal
import subprocess
import sys
import time
from uuid import uuid4

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from eventstore import api, postgres
from eventstore.records import Append
from tests.eventstore.databases import database_file
from tests.eventstore.log import FINGERPRINT, happened, write
from tests.eventstore.processes import ROOT, Processes, finish, postgresql_url

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

WRITERS = 4
APPENDS = 40


def test_four_writers_and_a_follower(processes):
    """Nothing is missed, doubled or out of order, and nobody ever sees a locked database."""
    writers = [processes.start("writer", str(APPENDS)) for _ in range(WRITERS)]
    probe = processes.start("follower", str(WRITERS * APPENDS))
    answers = [json.loads(line) for writer in writers for line in finish(writer).splitlines()]
    last = api.last_position()
    late = processes.start("follower", str(last))

    assert len(answers) == WRITERS * APPENDS
    assert [int(line) for line in finish(late).splitlines()] == list(range(1, last + 1))
    followed = [int(line) for line in finish(probe).splitlines()]
    assert followed == list(range(1, len(followed) + 1))
    assert len(followed) >= WRITERS * APPENDS
    assert api.verify_store() == []


SCRIPT = """
import django
django.setup()
from django.db import connection
connection.ensure_connection()
from tests.eventstore.log import write
write("match-1", 2)
"""


@pytest.mark.postgresql(only=True)
def test_a_connection_opened_before_the_event_store_was_asked_for(processes):
    """A connection knows only what psycopg was taught before it was opened."""
    subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, env=processes.environment, check=True)
    assert api.head("match-1").version == 2


def test_killed_writers_leave_the_log_whole(processes):
    """SIGKILL at any moment, also of the one who holds the gate or the lock: the others go on."""
    random.seed(5)
    steady = processes.start("writer", str(APPENDS))
    for _ in range(6):
        victim = processes.start("writer", "100000")
        assert victim.stdout is not None
        for _line in range(random.randint(1, 15)):
            victim.stdout.readline()
        time.sleep(random.random() / 100)
        victim.send_signal(signal.SIGKILL)
        victim.wait()
    finish(steady)

    assert api.verify_store() == []
    positions = [event.position for event in api.read_all(0, 100_000)]
    assert positions == list(range(1, len(positions) + 1))
    write("match-1", 1)
    assert api.verify_store() == []


@pytest.mark.sqlite
def test_four_processes_start_at_once_on_sqlite(tmp_path):
    processes = Processes(tmp_path, "")
    starters = [processes.start("starter", f"match-{n}") for n in range(WRITERS)]
    assert [finish(starter).strip() for starter in starters] == ["started"] * WRITERS
    with database_file(tmp_path / "skald.sqlite3"):
        assert api.verify_store() == []
        assert api.last_position() == 3 * WRITERS


@pytest.mark.postgresql(only=True)
def test_four_processes_start_at_once_on_postgresql(tmp_path):
    name = connection.settings_dict["NAME"] + "_fresh"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
    processes = Processes(tmp_path, postgresql_url(name))
    try:
        starters = [processes.start("starter", f"match-{n}") for n in range(WRITERS)]
        assert [finish(starter).strip() for starter in starters] == ["started"] * WRITERS
        with psycopg.connect(postgresql_url(name)) as fresh:
            positions = fresh.execute("SELECT position FROM eventstore_event ORDER BY position").fetchall()
        assert [position for (position,) in positions] == list(range(1, 3 * WRITERS + 1))
    finally:
        processes.end()
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}"')


def parameters(stream, command):
    append = Append(stream, 0, [happened(1)], "user:bob", command, FINGERPRINT)
    return postgres._parameters(append, 1_700_000_000_000_000)


@pytest.mark.postgresql(only=True)
@pytest.mark.parametrize("ending", ["COMMIT", "ROLLBACK"])
def test_a_follower_cannot_miss_a_late_commit(processes, ending):
    """Who appended first and commits late keeps all others, and their positions, behind it."""
    with psycopg.connect(postgresql_url(), autocommit=True) as slow:
        slow.execute("BEGIN")
        (row,) = slow.execute(postgres.APPEND, parameters("match-slow", uuid4())).fetchall()
        assert row[0] == 1
        writer = processes.start("writer", "1")
        waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        with connection.cursor() as cursor:
            for _ in range(2_000):
                cursor.execute(waiting)
                if cursor.fetchone() == (1,):
                    break
                time.sleep(0.01)
            else:
                pytest.fail("the second writer did not wait")
        assert api.read_all(0, 10) == []
        slow.execute(ending)
    finish(writer)

    events = api.read_all(0, 10)
    assert [event.position for event in events] == list(range(1, len(events) + 1))
    assert (events[0].stream == "match-slow") == (ending == "COMMIT")


@pytest.mark.postgresql(only=True)
def test_the_function_refuses_another_isolation_level():
    with psycopg.connect(postgresql_url(), autocommit=True) as raw:
        raw.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        with pytest.raises(psycopg.DatabaseError, match="READ COMMITTED"):
            raw.execute(postgres.APPEND, parameters("match-1", uuid4()))


def test_an_export_of_one_process_is_imported_by_another(processes):
    processes.run("writer", "5")
    name = api.read_all(0, 1)[0].stream
    file = io.BytesIO()
    api.export_streams([name], file)
    file.seek(0)

    (done,) = api.import_streams(file)
    assert done.from_version == done.version == api.head(name).version


def test_migrate_again_changes_nothing(processes):
    write("match-1", 1)
    call_command("migrate", "eventstore", verbosity=0)
    assert api.verify_store() == []
