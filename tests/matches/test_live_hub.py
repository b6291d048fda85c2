"""The watch over the log, between the last feed that ends and the next that begins."""

import asyncio
import uuid

import pytest

from matches.live import hub as hubs
from matches.live.channel import Follower
from tests.matches.following import run
from web.people import THE_HOUSE

MATCH = uuid.UUID(int=11)


@pytest.fixture
def errors(monkeypatch):
    """What is logged as an error."""
    noted = []
    monkeypatch.setattr(hubs.log, "error", lambda event, **fields: noted.append((event, fields["error"])))
    return noted


class DeafListener:
    """Waits for Redis, and loses the cancellation meanwhile, as a client can that ends a wait of its own."""

    made = []

    def __init__(self):
        self.listening = asyncio.Event()
        self.made.append(self)

    async def listen(self):
        self.listening.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return

    async def close(self):
        pass


def test_a_watch_whose_cancellation_got_lost_asks_no_thread_that_has_ended(monkeypatch, errors):
    """It is over all the same, and the next one watches on."""
    monkeypatch.setattr(DeafListener, "made", [])
    monkeypatch.setattr(hubs, "RedisListener", DeafListener)
    monkeypatch.setattr(hubs, "_versions", lambda streams: {})

    async def follow():
        hub = hubs.Hub()
        with hub.following(MATCH, Follower(THE_HOUSE)):
            first = list(hub._tasks)
            while not DeafListener.made:
                await asyncio.wait(first, timeout=0.01)
            await asyncio.wait_for(DeafListener.made[0].listening.wait(), 5)
        again = Follower(THE_HOUSE)
        with hub.following(MATCH, again):
            await asyncio.wait(first, timeout=5)
            assert all(task.done() for task in first)
            assert not any(task.done() for task in hub._tasks)
            assert not again.over
        await asyncio.wait(first, timeout=5)

    run(follow())
    assert errors == []
