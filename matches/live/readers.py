"""The threads that read the log for all who follow: a few a process, each with a connection that it keeps meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import TypeVar

from django.conf import settings
from django.db import close_old_connections, connections

T = TypeVar("T")
CLOSE_SECONDS = 10.0


class Readers:
    """Does work off the event loop, in `LIVE_THREADS` threads; further work queues."""

    def __init__(self) -> None:
        self._count = settings.LIVE_THREADS
        self._pool = ThreadPoolExecutor(self._count, thread_name_prefix="live")

    async def do(self, work: Callable[[], T]) -> T:
        """What `work` comes to, or what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _with_fresh_connection, work)

    def close(self) -> None:
        """Let the threads end once they have done what they were given, and with them their connections."""
        together = Barrier(self._count)
        for _ in range(self._count):
            self._pool.submit(_close_connections, together)
        self._pool.shutdown(wait=False)


def _with_fresh_connection(work: Callable[[], T]) -> T:
    """As for a request: a connection that broke, or is older than it may be, is replaced before and after."""
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()


def _close_connections(together: Barrier) -> None:
    """Each thread waits for the others, so that each of them gets one such piece of work."""
    with suppress(BrokenBarrierError):
        together.wait(CLOSE_SECONDS)
    connections.close_all()
