"""Commands, the follower and a rebuild at the same rows: they wait for each other, and never in a ring."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection, connections

from eventstore import api as store
from matches import service
from matches.models import Match
from tests.eventstore.processes import postgresql_url

pytestmark = [pytest.mark.postgresql(only=True), pytest.mark.django_db(transaction=True)]

WAIT_SECONDS = 30
TURNS = 3_000


@contextmanager
def meanwhile(call, other):
    """Carry out `call` in a thread of its own; the block begins once it waits for a lock of `other`."""

    def closing():
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(closing)
        try:
            wait_until_it_waits(done)
            yield done
        finally:
            other.execute("ROLLBACK")


def wait_until_it_waits(done):
    with connection.cursor() as cursor:
        for _ in range(TURNS):
            cursor.execute("SELECT count(*), pg_sleep(0.01) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            if done.done():
                break
    pytest.fail(f"it did not wait: {done}")


@pytest.fixture
def other():
    with psycopg.connect(postgresql_url(), autocommit=True) as raw:
        raw.execute("BEGIN")
        yield raw


def test_a_rebuild_and_a_command_about_people(match, other):
    """The command holds the row of the match and comes to its seats while the rebuild deletes them."""
    other.execute("UPDATE matches_match SET title = title WHERE id = %s", (match,))
    with meanwhile(lambda: store.rebuild("matches"), other) as done:
        other.execute("UPDATE matches_seat SET holder = holder WHERE match_id = %s", (match,))
        other.execute("COMMIT")
        assert done.result(WAIT_SECONDS).state is store.State.CAUGHT_UP
    assert store.check("matches") == []


def test_a_command_about_people_comes_to_the_match_before_its_seats(match, alice, other):
    """As the follower does, which holds the row of the match here."""
    other.execute("UPDATE matches_match SET title = title WHERE id = %s", (match,))
    with meanwhile(lambda: service.set_title(alice, match, "At dawn"), other) as done:
        other.execute("SELECT FROM matches_seat WHERE match_id = %s FOR UPDATE NOWAIT", (match,))
        other.execute("COMMIT")
        done.result(WAIT_SECONDS)
    assert Match.objects.get(pk=match).title == "At dawn"
    assert store.check("matches") == []
