"""Several connections of one process, as the web has them, while another process comes and goes."""

import subprocess
import sys
import threading

import pytest
from django.db import connections

from eventstore.models import Subscription
from tests.eventstore.databases import file_for_threads

pytestmark = pytest.mark.sqlite

COUNT = """
import sqlite3, sys
opened = sqlite3.connect(sys.argv[1])
print(opened.execute("SELECT COUNT(*) FROM eventstore_subscription").fetchone()[0])
opened.close()
"""


@pytest.fixture
def file(tmp_path, django_db_blocker):
    path = tmp_path / "skald.sqlite3"
    with django_db_blocker.unblock(), file_for_threads(path):
        yield path


def counted_elsewhere(file):
    """How many rows another process finds, which opens the database and closes it again."""
    run = subprocess.run([sys.executable, "-c", COUNT, file], capture_output=True, text=True, check=True)
    return int(run.stdout)


def in_a_thread(act):
    """Do something by a connection of its own."""

    def run():
        act()
        connections["default"].close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def test_what_is_committed_after_others_came_and_went_is_there_for_all(file):
    """POSIX takes all locks of a process on a file away when it closes any descriptor of that file.

    Then the other process believes to be the last, and deletes the write-ahead log that this one goes on writing to.
    """
    Subscription.objects.create(name="first")
    in_a_thread(Subscription.objects.count)
    assert counted_elsewhere(file) == 1
    Subscription.objects.create(name="second")
    in_a_thread(lambda: Subscription.objects.create(name="third"))
    assert counted_elsewhere(file) == 3
    assert Subscription.objects.count() == 3
