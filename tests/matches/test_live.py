"""The live feed: what happens comes by itself, once, in order, and only to who may see it, as long as they may."""

import asyncio
import gc
import json
import threading
import time
from contextlib import AsyncExitStack

import pytest
from django.contrib.auth import get_user_model
from django.db import InterfaceError, OperationalError
from redis import Redis

from eventstore import api as store
from matches import service
from matches.live import channel as channels, hub as hubs, views
from matches.live.limits import places
from matches.loading import load_match
from tests.matches.following import (
    SPARK,
    answered,
    do,
    done,
    following,
    heard,
    in_thread,
    request,
    resting,
    run,
    streaming,
)

User = get_user_model()

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fast_feeds")]

PASS = {"type": "pass", "player": "away"}


def test_what_happens_is_told(match, users, bob, charlie):
    async def follow():
        async with following(users["charlie"], match) as stream:
            await resting(stream)
            await done(do(bob, match, SPARK))
            kind, number, data = await heard(stream)
            assert (kind, number) == ("play", data["version"])
            assert [entry["type"] for entry in data["entries"]] == ["spark_declared", "decided"]
            assert data["entries"][-1]["asks"][0]["seat"] == "away"
            assert data["pending_id"] == number
            await done(do(charlie, match, PASS, dice=[15]))
            _, later, data = await heard(stream)
            assert [entry["n"] for entry in data["entries"]] == list(range(number + 1, later + 1))

    run(follow())


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

    run(follow())


def test_long_absences_come_in_pieces(match, users, monkeypatch):
    monkeypatch.setattr(channels, "MOST_ENTRIES", 2)

    async def follow():
        async with following(users["bob"], match, "after=0") as stream:
            numbers = [(await heard(stream))[1] for _ in range(2)]
            assert numbers == [2, 4]

    run(follow())


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

    run(follow())


def test_a_heartbeat_while_nothing_happens(match, users, monkeypatch):
    monkeypatch.setattr(views, "HEARTBEAT_SECONDS", 0.05)

    async def follow():
        async with following(users["bob"], match) as stream:
            assert (await anext(stream)).startswith(b":")
            assert (await anext(stream)).startswith(b":")

    run(follow())


def test_it_outlives_a_database_that_goes_away(match, users, bob, monkeypatch):
    """The answer has begun, so nobody can be told 503 any more: it waits, and goes on where it was."""
    found, away = service.news_after, [OperationalError("terminating connection"), InterfaceError("closed")]

    def find(*args):
        if away:
            raise away.pop()
        return found(*args)

    monkeypatch.setattr(service, "news_after", find)
    monkeypatch.setattr(views, "AWAY_SECONDS", 0)
    before = load_match(match).version
    service.give_command(bob, match, SPARK)

    async def follow():
        async with following(users["bob"], match, f"after={before}") as stream:
            assert [await anext(stream) for _ in range(2)] == [b": the database is away\n\n"] * 2
            _, _, data = await heard(stream)
            assert [entry["n"] for entry in data["entries"]] == [before + 1, before + 2]

    run(follow())


def test_it_ends_for_who_may_see_no_more(match, users, alice, monkeypatch):
    service.set_visibility(alice, match, "public")
    after = load_match(match).version

    async def follow():
        async with following(users["eve"], match, f"after={after}") as stream:
            await resting(stream)
            await in_thread(service.set_visibility)(alice, match, "private")
            assert (await heard(stream))[0] == "gone"
            with pytest.raises(StopAsyncIteration):
                await anext(stream)

    run(follow())


def test_who_leaves_leaves_nothing_behind(match, users):
    async def listen(told):
        async with following(users["bob"], match, "after=0") as stream:
            while True:
                await heard(stream, 60.0)
                told.set()

    async def follow():
        told = asyncio.Event()
        listener = asyncio.ensure_future(listen(told))
        await asyncio.wait_for(told.wait(), 5)
        hub = hubs.hub()
        tasks, pool = list(hub._tasks), hub._readers._pool
        assert len(places) == 1
        # As the server does when the connection is gone.
        listener.cancel()
        await asyncio.wait([listener, *tasks], timeout=2)
        assert not hub._channels
        assert all(task.cancelled() for task in tasks)
        assert len(places) == 0
        await asyncio.to_thread(pool.shutdown)
        assert not [one for one in threading.enumerate() if one.name.startswith("live")]

    run(follow())


def problem(answer):
    """What an answer says that is no feed, as the API says it."""
    assert answer["Content-Type"] == "application/problem+json"
    said = json.loads(answer.content)
    assert (said["status"], bool(said["title"]), bool(said["message"])) == (answer.status_code, True, True)
    return said


@pytest.mark.parametrize(
    ("query", "headers", "status", "code", "field"),
    [
        ("after=x", {}, 400, "malformed", "after"),
        ("after=-1", {}, 400, "malformed", "after"),
        ("after=99999999999999999999", {}, 400, "malformed", "after"),
        ("", {"Last-Event-ID": "1.5"}, 400, "malformed", "Last-Event-ID"),
        ("seat=away", {}, 403, "not_your_seat", "seat"),
        ("seat=zz", {}, 400, "unknown_seat", "seat"),
    ],
)
def test_it_refuses_what_makes_no_sense(match, users, query, headers, status, code, field):
    async def follow():
        said = problem(await answered(match, users["bob"], query, **headers))
        assert (said["status"], said["code"], said.get("field")) == (status, code, field)

    run(follow())


def test_it_refuses_what_does_not_ask_for_a_feed(match, client, users):
    client.force_login(users["bob"])
    for method in (client.post, client.head):
        answer = method(f"/matches/{match}/live")
        assert (answer.status_code, answer["Allow"]) == (405, "GET")


def test_strangers_hear_nothing(match, users):
    async def follow():
        for user in (users["eve"], None):
            assert problem(await answered(match, user))["status"] == 404

    run(follow())


def listened_to(redis):
    """Wait until somebody listens there."""
    deadline = time.monotonic() + 5
    while redis.pubsub_numsub(store.CHANNEL) != [(store.CHANNEL.encode(), 1)]:
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.redis
def test_redis_wakes_it_at_once(match, users, bob, redis_url, settings, monkeypatch):
    settings.REDIS_URL, redis = redis_url, Redis.from_url(redis_url)
    monkeypatch.setattr(hubs, "NET_SECONDS", 60.0)

    async def follow():
        async with following(users["bob"], match) as stream:
            await resting(stream)
            await asyncio.to_thread(listened_to, redis)
            await done(do(bob, match, SPARK))
            assert (await heard(stream))[0] == "play"

    run(follow())


class TestManyFollowers:
    def test_each_event_is_read_once_and_told_once_to_each_pair_of_eyes(
        self, match, users, alice, bob, settings, monkeypatch
    ):
        settings.LIVE_FEEDS_PER_ADDRESS = 60
        service.set_visibility(alice, match, "public")
        reads, written = [], []
        read, write = service.news_after, service.entries_for
        monkeypatch.setattr(service, "news_after", lambda *a: (reads.append(a[1]), read(*a))[1])
        monkeypatch.setattr(service, "entries_for", lambda *a: (written.append(a[1]), write(*a))[1])
        before = load_match(match).version
        eyes = [users["alice"], users["bob"], None, users["dora"]]

        async def follow():
            async with AsyncExitStack() as stack:
                streams = [await stack.enter_async_context(following(eyes[n % 4], match)) for n in range(60)]
                await asyncio.gather(*map(resting, streams))
                reads.clear()
                await done(do(bob, match, SPARK))
                told = await asyncio.gather(*map(heard, streams))
                assert {(kind, number) for kind, number, _ in told} == {("play", before + 2)}
                assert reads == [before]
                assert sorted(written) == ["", "gm", "home"]
                readers = [one for one in threading.enumerate() if one.name.startswith("live")]
                assert len(readers) <= settings.LIVE_THREADS == 2

        run(follow())

    def test_who_was_away_and_who_was_not_hear_the_same(self, match, users, bob, charlie):
        first = load_match(match).version

        async def follow():
            async with following(users["bob"], match) as one, following(users["bob"], match, "after=1") as other:
                await resting(one)
                late = (await heard(other))[2]["entries"]
                assert [entry["n"] for entry in late] == list(range(2, first + 1))
                await done(do(bob, match, SPARK))
                assert (await heard(one))[2] == (await heard(other))[2]

        run(follow())


class TestLimits:
    def test_it_refuses_a_feed_too_many_from_an_address(self, match, users, settings):
        settings.LIVE_FEEDS_PER_ADDRESS = 2
        elsewhere = request(users["charlie"])
        elsewhere.META["REMOTE_ADDR"] = "192.0.2.7"

        async def follow():
            async with following(users["bob"], match), following(users["alice"], match):
                answer = await answered(match, users["charlie"])
                assert (answer.status_code, answer["Retry-After"]) == (429, "30")
                assert "already has 2 live feeds" in problem(answer)["message"]
                async with streaming(await in_thread(views.live)(elsewhere, match)):
                    pass
            async with following(users["charlie"], match):
                pass

        run(follow())

    def test_it_refuses_a_feed_too_many_in_all(self, match, users, settings):
        settings.LIVE_FEEDS = 1

        async def follow():
            async with following(users["bob"], match):
                answer = await answered(match, users["charlie"])
                assert (answer.status_code, answer["Retry-After"]) == (503, "30")
            async with following(users["charlie"], match):
                pass

        run(follow())

    def test_a_refusal_and_a_feed_that_never_began_take_no_place(self, match, users):
        assert run(answered(match, users["eve"])).status_code == 404
        assert run(answered(match, users["bob"])).status_code == 200
        gc.collect()
        assert len(places) == 0
