"""The live feed: what happens comes by itself, once, in order, and only to who may see it."""

import asyncio
import json
import threading
from contextlib import asynccontextmanager

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import InterfaceError, OperationalError, connections
from django.test import AsyncRequestFactory

from matches import service
from matches.live import hub as hubs
from matches.live import views
from matches.loading import load_match

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

SPARK = {"type": "spark", "seat": "home"}
PASS = {"type": "pass", "player": "away"}


def request(user, query="", **headers):
    made = AsyncRequestFactory().get(f"/matches/x/live?{query}", headers=headers)
    made.user = user or AnonymousUser()
    return made


@asynccontextmanager
async def following(user, match, query="", **headers):
    answer = await views.live(request(user, query, **headers), match)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/event-stream"
    stream = answer.streaming_content
    assert await anext(stream) == b"retry: 2000\n\n"
    try:
        yield stream
    finally:
        await stream.aclose()


async def heard(stream, seconds=5.0):
    """The next message: its kind, id and data; heartbeats are passed over."""
    async with asyncio.timeout(seconds):
        while (chunk := await anext(stream)).startswith(b":"):
            pass
    fields = dict(line.split(": ", 1) for line in chunk.decode().strip().split("\n"))
    return fields["event"], int(fields["id"]), json.loads(fields["data"])


def do(*args, **kwargs):
    """A command from another thread, as another process would give it."""
    thread = threading.Thread(target=_closing, args=(args, kwargs))
    thread.start()
    return thread


def _closing(args, kwargs):
    try:
        service.give_command(*args, **kwargs)
    finally:
        connections.close_all()


async def done(thread):
    await asyncio.to_thread(thread.join)


def test_what_happens_is_told(match, users, bob, charlie):
    async def follow():
        async with following(users["charlie"], match) as stream:
            waiting = asyncio.ensure_future(heard(stream))
            await asyncio.sleep(0.1)
            await done(do(bob, match, SPARK))
            kind, number, data = await waiting
            assert (kind, number) == ("play", data["version"])
            assert [entry["type"] for entry in data["entries"]] == ["spark_declared", "decided"]
            assert data["entries"][-1]["asks"][0]["seat"] == "away"
            assert data["pending_id"] == number
            await done(do(charlie, match, PASS, dice=[15]))
            _, later, data = await heard(stream)
            assert [entry["n"] for entry in data["entries"]] == list(range(number + 1, later + 1))

    asyncio.run(follow())


@pytest.mark.parametrize("how", ["header", "query"])
def test_who_was_away_catches_up(match, users, bob, how):
    before = load_match(match).version
    service.give_command(bob, match, SPARK)

    async def follow():
        where = {"Last-Event-ID": str(before)} if how == "header" else {}
        async with following(users["bob"], match, "" if how == "header" else f"after={before}", **where) as stream:
            _, number, data = await heard(stream)
            assert [entry["n"] for entry in data["entries"]] == [before + 1, before + 2]
            assert number == before + 2

    asyncio.run(follow())


def test_long_absences_come_in_pieces(match, users, monkeypatch):
    monkeypatch.setattr(views, "MOST_ENTRIES", 2)

    async def follow():
        async with following(users["bob"], match, "after=0") as stream:
            numbers = [(await heard(stream))[1] for _ in range(2)]
            assert numbers == [2, 4]

    asyncio.run(follow())


def test_secrets_stay_secret(match, users, alice, bob):
    service.set_visibility(alice, match, "public")
    before = load_match(match).version
    service.give_command(bob, match, {"type": "wager", "seat": "home", "amount": 7}, dice=[3])

    async def follow():
        for user, hidden in ((users["charlie"], True), (None, True), (users["bob"], False), (users["alice"], False)):
            async with following(user, match, f"after={before}") as stream:
                _, _, data = await heard(stream)
                assert any(entry.get("redacted") for entry in data["entries"]) is hidden
                assert ("21" in json.dumps([entry["patch"] for entry in data["entries"]])) is not hidden

    asyncio.run(follow())


def test_a_heartbeat_while_nothing_happens(match, users, monkeypatch):
    monkeypatch.setattr(views, "HEARTBEAT_SECONDS", 0.05)

    async def follow():
        async with following(users["bob"], match) as stream:
            assert (await anext(stream)).startswith(b":")
            assert (await anext(stream)).startswith(b":")

    asyncio.run(follow())


def test_it_outlives_a_database_that_goes_away(match, users, bob, monkeypatch):
    """The answer has begun, so nobody can be told 503 any more: it waits, and goes on where it was."""
    found, away = views.service.entries_after, [OperationalError("terminating connection"), InterfaceError("closed")]

    def find(*args):
        if away:
            raise away.pop()
        return found(*args)

    monkeypatch.setattr(views.service, "entries_after", find)
    monkeypatch.setattr(views, "AWAY_SECONDS", 0)
    before = load_match(match).version
    service.give_command(bob, match, SPARK)

    async def follow():
        async with following(users["bob"], match, f"after={before}") as stream:
            assert [await anext(stream) for _ in range(2)] == [b": the database is away\n\n"] * 2
            _, _, data = await heard(stream)
            assert [entry["n"] for entry in data["entries"]] == [before + 1, before + 2]

    asyncio.run(follow())


def test_it_ends_for_who_may_see_no_more(match, users, alice, monkeypatch):
    service.set_visibility(alice, match, "public")
    after = load_match(match).version

    async def follow():
        async with following(users["eve"], match, f"after={after}") as stream:
            waiting = asyncio.ensure_future(heard(stream))
            await asyncio.sleep(0.1)
            await asyncio.to_thread(_hide, alice, match)
            assert (await waiting)[0] == "gone"
            with pytest.raises(StopAsyncIteration):
                await anext(stream)

    asyncio.run(follow())


def _hide(alice, match):
    try:
        service.set_visibility(alice, match, "private")
    finally:
        connections.close_all()


def test_who_leaves_leaves_nothing_behind(match, users):
    async def listen():
        async with following(users["bob"], match, "after=0") as stream:
            while True:
                await heard(stream, 60.0)

    async def follow():
        listener = asyncio.ensure_future(listen())
        await asyncio.sleep(0.3)
        hub = hubs.hub()
        task = hub._task
        assert hub._watchers
        # As the server does when the connection is gone.
        listener.cancel()
        await asyncio.wait([listener, task], timeout=2)
        assert not hub._watchers
        assert task.cancelled()

    asyncio.run(follow())


@pytest.mark.parametrize(
    ("query", "headers", "status"),
    [
        ("after=x", {}, 400),
        ("after=-1", {}, 400),
        ("after=99999999999999999999", {}, 400),
        ("", {"Last-Event-ID": "1.5"}, 400),
        ("seat=away", {}, 403),
        ("seat=zz", {}, 400),
    ],
)
def test_it_refuses_what_makes_no_sense(match, users, query, headers, status):
    async def follow():
        assert (await views.live(request(users["bob"], query, **headers), match)).status_code == status

    asyncio.run(follow())


def test_strangers_hear_nothing(match, users):
    async def follow():
        for user in (users["eve"], None):
            assert (await views.live(request(user), match)).status_code == 404

    asyncio.run(follow())


@pytest.mark.redis
def test_redis_wakes_it_at_once(match, users, bob, redis_url, settings, monkeypatch):
    settings.REDIS_URL = redis_url
    monkeypatch.setattr(hubs, "NET_SECONDS", 60.0)

    async def follow():
        async with following(users["bob"], match) as stream:
            waiting = asyncio.ensure_future(heard(stream))
            await asyncio.sleep(0.5)
            await done(do(bob, match, SPARK))
            assert (await waiting)[0] == "play"

    asyncio.run(follow())
