"""One watch over the log for each process, however many people follow: Redis wakes it, and polling is the fallback."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from django.conf import settings
from django.db import Error
from redis.asyncio import Redis
from redis.exceptions import RedisError

from eventstore import api as store
from eventstore.models import Stream
from matches.live.channel import Channel, Follower
from matches.live.credentials import Credential, current_people
from matches.live.readers import Readers
from matches.models import stream_of

POLL_SECONDS = 1.0
# How often rights are asked again; each time costs three queries for each who is logged in.
RIGHTS_SECONDS = 3.0
ASKED_AT_ONCE = 10
# With Redis at work the poll only catches what it lost.
NET_SECONDS = 5.0
REDIS_QUIET_SECONDS = 5.0

log = structlog.get_logger(__name__)


class Hub:
    """The matches that somebody in this process follows. It ends when nobody does."""

    def __init__(self) -> None:
        self._channels: dict[str, Channel] = {}
        self._readers: Readers | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @contextmanager
    def following(self, match_id: uuid.UUID, follower: Follower) -> Iterator[Channel]:
        """Follow a match for the length of the block."""
        stream = stream_of(match_id)
        readers = self._begin()
        channel = self._channels.setdefault(stream, Channel(match_id, readers))
        channel.followers.add(follower)
        try:
            yield channel
        finally:
            channel.followers.discard(follower)
            if not channel.followers:
                del self._channels[stream]
            if not self._channels:
                self._end()

    def _begin(self) -> Readers:
        """Have both watches run, and threads to read with."""
        self._readers = readers = self._readers or Readers()
        if not self._tasks or any(task.done() for task in self._tasks):
            self._stop_watching()
            self._tasks = [asyncio.create_task(self._watch(readers)), asyncio.create_task(self._recognise(readers))]
            for task in self._tasks:
                task.add_done_callback(self._failed)
        return readers

    def _failed(self, task: asyncio.Task[None]) -> None:
        """End all feeds where a watch has failed: nobody follows without being asked for rights.

        Who comes again begins another.
        """
        if task.cancelled() or task.exception() is None:
            return
        log.error("live.watch_failed", error=repr(task.exception()), exc_info=task.exception())
        for channel in self._channels.values():
            for follower in channel.followers:
                follower.end()

    def _stop_watching(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks = []

    def _on_duty(self) -> bool:
        """Whether the running task is a watch of now: a cancellation may get lost in what it waits for (Redis' client).

        Without this such a watch would go on, and ask threads that were told to end.
        """
        return asyncio.current_task() in self._tasks

    def _end(self) -> None:
        self._stop_watching()
        if self._readers is not None:
            self._readers.close()
            self._readers = None

    async def _watch(self, readers: Readers) -> None:
        """Look, then sleep until Redis or the clock says to look again."""
        listener = RedisListener()
        try:
            while self._on_duty():
                await self._look(readers)
                heard = await listener.listen()
                while heard is not None:
                    self._tell(heard.get("stream"), heard.get("version"))
                    heard = await listener.next()
        finally:
            await listener.close()

    async def _look(self, readers: Readers) -> None:
        try:
            versions = await readers.do(partial(_versions, list(self._channels)))
        except Error as error:
            log.warning("live.look_failed", error=str(error))
            return
        for stream, version in versions.items():
            self._tell(stream, version)

    def _tell(self, stream: Any, version: Any) -> None:
        channel = self._channels.get(stream) if isinstance(stream, str) else None
        if channel is not None and isinstance(version, int):
            channel.tell(version)

    async def _recognise(self, readers: Readers) -> None:
        """Ask every few seconds who the followers are by now: some have logged out, or lost rights."""
        while self._on_duty():
            await asyncio.sleep(RIGHTS_SECONDS)
            followers: dict[Credential, list[Follower]] = defaultdict(list)
            for channel in self._channels.values():
                for follower in channel.followers:
                    if follower.credential is not None:
                        followers[follower.credential].append(follower)
            asked = list(followers)
            # A few at a time: what happens in matches is read in between.
            for start in range(0, len(asked), ASKED_AT_ONCE):
                some = asked[start : start + ASKED_AT_ONCE]
                try:
                    good = await readers.do(partial(current_people, some))
                except Error as error:
                    log.warning("live.rights_unknown", error=str(error))
                    break
                for credential in some:
                    for follower in followers[credential]:
                        follower.recognise(good.get(credential))


class RedisListener:
    """Listens to Redis as long as it answers; where it does not, only waits."""

    def __init__(self) -> None:
        self._redis: Redis | None = None
        self._channel: Any = None
        self._quiet_until = 0.0

    async def listen(self) -> dict[str, Any] | None:
        """The next message; None when it is time to look at the log."""
        if not await self._open():
            await asyncio.sleep(POLL_SECONDS)
            return None
        return await self._message(NET_SECONDS)

    async def next(self) -> dict[str, Any] | None:
        """A message that is there already, else None."""
        return await self._message(0.0) if self._channel is not None else None

    async def close(self) -> None:
        """Let go of Redis."""
        channel, redis, self._channel, self._redis = self._channel, self._redis, None, None
        with suppress(RedisError, OSError):
            if channel is not None:
                await channel.aclose()
            if redis is not None:
                await redis.aclose()

    async def _open(self) -> bool:
        if self._channel is not None:
            return True
        now = asyncio.get_running_loop().time()
        if not getattr(settings, "REDIS_URL", "") or now < self._quiet_until:
            return False
        self._redis = Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1.0)
        channel = self._redis.pubsub(ignore_subscribe_messages=True)
        try:
            await channel.subscribe(store.CHANNEL)
        except (RedisError, OSError):
            await self._lost()
            return False
        self._channel = channel
        return True

    async def _message(self, seconds: float) -> dict[str, Any] | None:
        try:
            message = await self._channel.get_message(timeout=seconds)
        except (RedisError, OSError):
            await self._lost()
            return None
        return _read(message["data"]) if message is not None else None

    async def _lost(self) -> None:
        self._quiet_until = asyncio.get_running_loop().time() + REDIS_QUIET_SECONDS
        await self.close()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


def _read(raw: bytes) -> dict[str, Any]:
    """A message of the event store; an empty one for what is none."""
    try:
        message = json.loads(raw)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}


def _versions(streams: list[str]) -> dict[str, int]:
    """How far each stream has come."""
    return dict(Stream.objects.filter(name__in=streams).values_list("name", "version"))
