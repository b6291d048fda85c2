"""One watch over the log a process, however many look on: Redis wakes it, and a poll is the net."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, connections
from redis.asyncio import Redis
from redis.exceptions import RedisError

from eventstore import api as store
from eventstore.models import Stream

POLL_SECONDS = 1.0
# With Redis at work the poll only catches what it lost.
NET_SECONDS = 5.0
REDIS_QUIET_SECONDS = 5.0

log = structlog.get_logger(__name__)


class Watcher:
    """Somebody who waits for a stream to grow. `version` is the last one heard of."""

    def __init__(self) -> None:
        self.version = 0
        self._grown = asyncio.Event()

    def tell(self, version: int) -> None:
        """The stream has come to `version`."""
        if version > self.version:
            self.version = version
            self._grown.set()

    async def beyond(self, version: int, seconds: float) -> bool:
        """Wait until the stream is beyond `version`, at most so long; whether it is."""
        if self.version <= version:
            self._grown.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._grown.wait()
        return self.version > version


class Hub:
    """The watch over the streams that somebody in this process follows. It ends when nobody does."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def following(self, stream: str) -> Iterator[Watcher]:
        """Follow a stream for the length of the block."""
        watcher = Watcher()
        self._watchers[stream].add(watcher)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._watch())
        try:
            yield watcher
        finally:
            self._watchers[stream].discard(watcher)
            if not self._watchers[stream]:
                del self._watchers[stream]
            if not self._watchers:
                self._task.cancel()
                self._task = None

    async def _watch(self) -> None:
        """Look, then sleep until Redis or the clock says to look again."""
        ear = Ear()
        try:
            while True:
                await self._look()
                heard = await ear.listen()
                while heard is not None:
                    self._tell(heard.get("stream"), heard.get("version"))
                    heard = await ear.next()
        finally:
            await ear.close()

    async def _look(self) -> None:
        try:
            versions = await sync_to_async(_versions, thread_sensitive=False)(list(self._watchers))
        except DatabaseError as error:
            log.warning("live.look_failed", error=str(error))
            return
        for stream, version in versions.items():
            self._tell(stream, version)

    def _tell(self, stream: Any, version: Any) -> None:
        if isinstance(stream, str) and isinstance(version, int):
            for watcher in self._watchers.get(stream, ()):
                watcher.tell(version)


class Ear:
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
    """How far each stream has come. The connection is given back: nobody else uses this thread's."""
    try:
        return dict(Stream.objects.filter(name__in=streams).values_list("name", "version"))
    finally:
        connections.close_all()
