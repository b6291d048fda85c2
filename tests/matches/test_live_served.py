"""The live feed as a server serves it: whoever follows keeps neither a thread nor a session of the database."""

import asyncio
import threading

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, connections

from config.threads import Threads
from matches import service
from matches.live import hub as hubs
from matches.live.limits import places
from tests.house.test_threads import Line, end, run
from tests.matches.following import SPARK, do, done, in_thread

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

FOLLOWERS = 40


@pytest.fixture
def threads():
    """One thread for what only reads, one for the rest."""
    made = Threads(WSGIHandler(), 2)
    yield made
    made._reading.submit(connections.close_all).result()
    end(made)
    for thread in threading.enumerate():
        if thread.name.startswith("live"):
            thread.join(5)


def sessions():
    """How many sessions of the database there are beside the one that asks; on SQLite nobody knows."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return cursor.fetchone()[0]


async def hears_of_play(line):
    while not line.sent[-1].get("body", b"").startswith(b"event: play"):
        await line.said()


def test_forty_follow_with_the_threads_of_one(threads, match, alice, bob):
    service.set_visibility(alice, match, "public")
    there = {thread.name for thread in threading.enumerate()}

    async def follow():
        before = await in_thread(sessions)()
        lines = [Line(threads, f"/matches/{match}/live") for _ in range(FOLLOWERS)]
        for line in lines:
            line.say()
        for line in lines:
            await line.has_sent(b"retry: 2000\n\n")
        await done(do(bob, match, SPARK))
        async with asyncio.timeout(10):
            for line in lines:
                await hears_of_play(line)
        asked = [thread.name for thread in threading.enumerate() if thread.name not in there]
        assert len([name for name in asked if name.startswith(("web", "live"))]) <= 1 + 2
        # The thread that began the feeds, the two that read for them, and none for each who follows.
        assert await in_thread(sessions)() - before <= 1 + 2
        assert len(places) == FOLLOWERS
        for line in lines:
            line.hang_up()
        await asyncio.gather(*(line.answering for line in lines))
        assert not hubs.hub()._channels
        assert len(places) == 0

    run(follow())
