"""Tells the workers which jobs wait, after the commit. Best effort: the sweep finds whatever they are not told.

Nobody who asks for something waits for Redis: ids go into a mailbox, and one thread of the process sends them on. A
Redis that is down is left alone for a while.
"""

from __future__ import annotations

import atexit
import os
import time
import uuid
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from threading import Condition, Thread
from urllib.parse import urlsplit

import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

RUN_JOB = "campaigns.tasks.run_job"
REDIS_SECONDS = 0.2
QUIET_SECONDS = 5.0
# How long the end of a process waits for what it has still to send.
LINGER_SECONDS = 0.5

log = structlog.get_logger(__name__)


class Mailbox:
    """The way of this process to the workers; its thread starts with the first letter."""

    def __init__(self) -> None:
        self._letters: list[tuple[uuid.UUID, float]] = []
        self._sending = False
        self._quiet_until = 0.0
        self._thread: Thread | None = None
        self._changed = Condition()

    def post(self, jobs: Iterable[uuid.UUID], delay: float) -> None:
        """Have the workers told soon; return at once."""
        with self._changed:
            self._letters.extend((job, delay) for job in jobs)
            if self._letters and (self._thread is None or not self._thread.is_alive()):
                self._thread = Thread(target=self._empty, name="skald-jobs", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def settle(self, seconds: float) -> bool:
        """Wait until all was sent; False when it was not within `seconds`."""
        with self._changed:
            return self._changed.wait_for(lambda: not (self._letters or self._sending), seconds)

    def _empty(self) -> None:
        """Send what is in the mailbox, again and again; the thread ends with its process."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._letters)
                letters, self._letters, self._sending = self._letters, [], True
            try:
                self._send(letters)
            finally:
                with self._changed:
                    self._sending = False
                    self._changed.notify_all()

    def _send(self, letters: Iterable[tuple[uuid.UUID, float]]) -> None:
        if time.monotonic() < self._quiet_until:
            return
        try:
            # Celery would try to reach it for long, and say nothing.
            _redis(settings.REDIS_URL).ping()
            for job, delay in letters:
                current_app.send_task(
                    RUN_JOB, args=[str(job)], countdown=delay or None, retry=False, ignore_result=True
                )
        except (RedisError, OperationalError, OSError) as error:
            self._quiet_until = time.monotonic() + QUIET_SECONDS
            log.warning("jobs.not_sent", error=str(error), quiet_seconds=QUIET_SECONDS)


@cache
def _redis(url: str) -> Redis:
    """The one way to the Redis at `url`; a connection of it that broke is replaced."""
    return Redis.from_url(url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS)


_mailboxes: list[Mailbox] = [Mailbox()]


def send(jobs: Iterable[uuid.UUID], delay: float = 0) -> None:
    """Tell the workers that `jobs` wait, for `delay` seconds yet; return at once, whatever Redis does."""
    if _somebody_home(getattr(settings, "REDIS_URL", "")):
        _mailboxes[0].post(jobs, delay)


def _somebody_home(redis_url: str) -> bool:
    """Tell whether Redis can be there at all: not by a socket that is missing, nor without an address."""
    address = urlsplit(redis_url)
    return bool(redis_url) and (address.scheme != "unix" or Path(address.path).exists())


def settle(seconds: float = LINGER_SECONDS) -> bool:
    """Wait until all was sent; False when it was not within `seconds`."""
    return _mailboxes[0].settle(seconds)


def _begin_anew() -> None:
    """A forked process has none of its parent's threads, nor may it speak on its parent's connection."""
    _mailboxes[0] = Mailbox()
    _redis.cache_clear()


atexit.register(settle)
os.register_at_fork(after_in_child=_begin_anew)
