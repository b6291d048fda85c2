"""What Skald stands on is away, full or held by others: it says so, and answers what it can."""

import sqlite3

import pytest
from asgiref.sync import async_to_sync
from django.core.cache.backends.redis import RedisCacheClient
from django.db import InterfaceError, InternalError, OperationalError
from psycopg import InternalError as InternalDriverError, errors
from redis.exceptions import TimeoutError as RedisTimeout
from structlog.testing import capture_logs

from config.cache import ForgetfulCache
from eventstore.gate import GateBusy

pytestmark = pytest.mark.postgresql


def full_sqlite(code):
    """What SQLite's driver raises where the disk is full (13, SQLITE_FULL) or a quota (778, SQLITE_IOERR_WRITE)."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = code
    return error


class TestAway:
    """What we stand on is away: we say so, and answer what we can."""

    @pytest.mark.parametrize("error", [OperationalError, InterfaceError])
    def test_a_database_that_is_away_is_no_fault_of_ours(self, client, db, monkeypatch, error):
        def away(*_args, **_more):
            raise error("server closed the connection unexpectedly")

        monkeypatch.setattr("matches.models.MatchQuerySet.visible_to", away)
        for address, kind in (("/", "text/html"), ("/api/v1/matches/", "application/problem+json")):
            answer = client.get(address)
            assert answer.status_code == 503
            assert answer["Content-Type"].startswith(kind)
            assert answer["Retry-After"] == "5"
            assert "The database is not responding" in answer.content.decode()
            # Who plays on the pages has no such key.
            assert ("Idempotency-Key" in answer.content.decode()) == address.startswith("/api/")

    @pytest.mark.parametrize("cause", [full_sqlite(13), full_sqlite(778), errors.DiskFull("could not extend file")])
    def test_a_full_disk_is_called_one(self, client, db, monkeypatch, cause):
        def full(*_args, **_more):
            raise OperationalError("no room") from cause

        monkeypatch.setattr("matches.models.MatchQuerySet.visible_to", full)
        document = client.get("/api/v1/matches/")
        assert document.status_code == 503
        assert document.json()["code"] == "storage_full"
        assert "same Idempotency-Key" in document.json()["message"]
        page = client.get("/")
        assert page.status_code == 503
        assert "The disk of this server is full or cannot be written, so nothing was stored." in page.content.decode()

    @pytest.mark.parametrize(
        "cause",
        [
            GateBusy("others write to the database"),
            errors.LockNotAvailable("canceling statement due to lock timeout"),
            errors.QueryCanceled("canceling statement due to statement timeout"),
            errors.IdleInTransactionSessionTimeout("terminating connection due to idle-in-transaction timeout"),
        ],
    )
    def test_somebody_else_who_keeps_the_database_is_no_fault_of_ours(self, client, db, monkeypatch, cause):
        def kept(*_args, **_more):
            raise (InternalError if isinstance(cause, InternalDriverError) else OperationalError)("late") from cause

        monkeypatch.setattr("matches.models.MatchQuerySet.visible_to", kept)
        document = client.get("/api/v1/matches/")
        assert (document.status_code, document.json()["code"]) == (503, "busy")
        page = client.get("/")
        assert page.status_code == 503
        for answer in (document, page):
            assert answer["Retry-After"] == "5"
            assert "The database has been locked for too long." in answer.content.decode()

    def test_a_live_feed_says_so_too(self, async_client, db, monkeypatch):
        def away(*_args, **_more):
            raise OperationalError("server closed the connection unexpectedly")

        monkeypatch.setattr("matches.live.views._arrive", away)
        answer = async_to_sync(async_client.get)("/matches/00000000-0000-0000-0000-000000000000/live")
        assert answer.status_code == 503

    def test_other_faults_stay_faults(self, client, db, monkeypatch):
        def broken(*_args, **_more):
            raise RuntimeError("a bug")

        monkeypatch.setattr("matches.models.MatchQuerySet.visible_to", broken)
        client.raise_request_exception = False
        assert client.get("/").status_code == 500

    def test_without_redis_the_cache_knows_nothing_and_says_so_once(self, tmp_path, monkeypatch):
        monkeypatch.setattr(ForgetfulCache, "_away", False)
        monkeypatch.setattr(ForgetfulCache, "_quiet_until", 0.0)
        forgetful = ForgetfulCache(f"unix://{tmp_path}/nobody.sock", {})
        with capture_logs() as said:
            assert forgetful.get("tries", []) == []
            forgetful.set("tries", [1], 60)
            assert not forgetful.add("tries", [1])
            assert not forgetful.delete("tries")
        assert [line["event"] for line in said] == ["cache.away"]

    def test_a_redis_that_hangs_is_waited_for_once_in_a_while(self, monkeypatch):
        monkeypatch.setattr(ForgetfulCache, "_away", False)
        monkeypatch.setattr(ForgetfulCache, "_quiet_until", 0.0)
        asked = []

        def hang(*_args):
            asked.append("Redis")
            raise RedisTimeout("Timeout reading from socket")

        forgetful = ForgetfulCache("redis://192.0.2.1:6379/0", {})
        monkeypatch.setattr(RedisCacheClient, "get", hang)
        assert [forgetful.get("tries", []) for _ in range(3)] == [[], [], []]
        assert len(asked) == 1
        monkeypatch.setattr(ForgetfulCache, "_quiet_until", 0.0)
        assert forgetful.get("tries") is None
        assert len(asked) == 2


@pytest.mark.redis
def test_the_cache_remembers_while_redis_is_there(redis_url, monkeypatch):
    monkeypatch.setattr(ForgetfulCache, "_away", True)
    monkeypatch.setattr(ForgetfulCache, "_quiet_until", 0.0)
    cache = ForgetfulCache(redis_url, {"OPTIONS": {"socket_timeout": 1}})
    with capture_logs() as said:
        assert cache.add("tries", [1])
        cache.set("tries", [1, 2], 60)
        assert cache.get("tries") == [1, 2]
    assert [line["event"] for line in said] == ["cache.back"]
    assert cache.delete("tries")
