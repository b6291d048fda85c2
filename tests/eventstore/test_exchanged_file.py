"""A backup that is put in the place of the SQLite file is what Skald works with from the next request on."""

import shutil

import pytest
from django.db import connection

from eventstore import api
from tests.eventstore.databases import file_for_threads
from tests.eventstore.log import write

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db]


def next_request():
    """What Django does before each request to a connection that is kept."""
    connection.close_if_unusable_or_obsolete()


def test_the_file_that_is_there_now_is_read_and_written(tmp_path):
    here, backup = tmp_path / "skald.sqlite3", tmp_path / "backup.sqlite3"
    with file_for_threads(here):
        connection.settings_dict["CONN_HEALTH_CHECKS"], connection.settings_dict["CONN_MAX_AGE"] = True, 600
        write("match-1")
        connection.close()
        shutil.copy(here, backup)
        write("match-1")

        for beside in ("-wal", "-shm"):
            here.with_name(here.name + beside).unlink(missing_ok=True)
        backup.rename(here)
        next_request()

        assert [one.version for one in api.read("match-1")] == [1]
        write("match-1")
        connection.close()
        assert [one.version for one in api.read("match-1")] == [1, 2]


def test_the_same_file_keeps_its_connection(tmp_path):
    with file_for_threads(tmp_path / "skald.sqlite3"):
        connection.settings_dict["CONN_HEALTH_CHECKS"], connection.settings_dict["CONN_MAX_AGE"] = True, 600
        write("match-1")
        kept = connection.connection
        next_request()
        assert [one.version for one in api.read("match-1")] == [1]
        assert connection.connection is kept
