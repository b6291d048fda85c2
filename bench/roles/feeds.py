"""Live feeds of a match: who follows over HTTP, knowing nothing of Skald but the stream, and who plays meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from random import Random
from threading import Thread
from typing import Any, TypeVar

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore

from bench.stories import GAME, five_a_side
from matches import service
from matches.documents import plain
from matches.game_adapter import adapter_of
from matches.loading import load_match
from web.people import THE_HOUSE, person

BACKEND = "django.contrib.auth.backends.ModelBackend"
REST_SECONDS = 0.2
PATIENCE_SECONDS = 60.0
LONGEST_LINE = 2**24
T = TypeVar("T")
# An instant of the clock that all processes of the machine share, and the version that a match had come to then.
Moment = tuple[float, int]


def played(people: int) -> Callable[[int], Any]:
    """A public match of five a side, and so many people who are logged in.

    The order 0 is answered with the `match`, the `version` it has, and the key of the session of each of them as
    `sessions`; another one is a number of commands: the moment after each.
    """
    users = [get_user_model().objects.create_user(f"player{number}") for number in range(people)]
    match = service.create_match(
        person(users[0]), service.NewMatch(ruleset=GAME, setup=five_a_side(), visibility="public")
    )
    rng, game = Random(1), adapter_of(GAME)

    def turn() -> Moment:
        time.sleep(rng.random() * REST_SECONDS)
        command = plain(game.sample(load_match(match).state, rng))
        version = service.give_command(THE_HOUSE, match, command).version
        return time.monotonic(), version

    def answer(order: int) -> Any:
        if order:
            return [turn() for _ in range(order)]
        return {"match": str(match), "version": load_match(match).version, "sessions": [_session(one) for one in users]}

    return answer


def _session(user: Any) -> str:
    session = SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def followers(host: str, port: int, match: str, after: int, sessions: list[str]) -> Callable[[int], list[list[Moment]]]:
    """Follow a match, once for each of `sessions`; an empty one is nobody in particular.

    An order is a version: when all feeds have come to it, the answer has by feed the moment of each message so far.
    """
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, daemon=True).start()

    def in_loop(work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    path = f"/matches/{match}/live?after={after}"
    feeds = [in_loop(_Feed.begun(host, port, path, session)) for session in sessions]
    return lambda version: [in_loop(feed.upto(version)) for feed in feeds]


class _Feed:
    """A connection that a feed comes in by, read as it comes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer  # kept, or else the connection ends
        self._moments: list[Moment] = []
        self._heard = asyncio.Event()
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    async def begun(cls, host: str, port: int, path: str, session: str) -> _Feed:
        """Ask for a feed. RuntimeError where it is refused."""
        reader, writer = await asyncio.open_connection(host, port, limit=LONGEST_LINE)
        cookie = f"Cookie: sessionid={session}\r\n" if session else ""
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{cookie}\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200 "):
            raise RuntimeError(f"GET {path}: {head.decode(errors='replace')}")
        return cls(reader, writer)

    async def _read(self) -> None:
        while line := await self._reader.readline():
            if line.startswith(b"id: "):
                self._moments.append((time.monotonic(), int(line[4:])))
                self._heard.set()

    async def upto(self, version: int) -> list[Moment]:
        """The moment of each message, once one has told of `version`. TimeoutError when none does."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not self._moments or self._moments[-1][1] < version:
                self._heard.clear()
                await self._heard.wait()
        return self._moments
