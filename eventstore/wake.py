"""After the commit: tell the live feeds and wake the subscribers. Best effort, for the beat's poll is the net.

One round trip to Redis publishes the position and, for each subscriber concerned, sets a flag unless it is set. Who
set the flag sends the task; the task clears the flag before it reads. So a hundred appends send one task, and an
append that finds the flag set is read by the task that is still to clear it.
"""

import json
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

from eventstore.records import Appended, kind_of
from eventstore.registry import subscribers

# Live feeds listen here for {"position": …, "stream": …, "version": …}, one message a stream.
CHANNEL = "skald:events"
FLAG = "skald:wake:{name}"
CATCH_UP = "eventstore.tasks.catch_up"

REDIS_SECONDS = 0.2
# How long a flag may outlive a task that was lost, and how long a Redis that is down is left alone.
FLAG_MILLISECONDS = 5_000
QUIET_SECONDS = 5.0

log = structlog.get_logger(__name__)


class Alarm:
    """The way to Redis of this process, which is not tried again for a while when Redis is down."""

    def __init__(self, url: str) -> None:
        self.redis = Redis.from_url(url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS)
        self.quiet_until = 0.0

    def ring(self, appended: Sequence[Appended]) -> None:
        """Publish `appended` and send the tasks of the subscribers concerned; never raise because Redis is down."""
        if time.monotonic() < self.quiet_until or self._nobody_home():
            return
        try:
            for name in self._publish(appended):
                current_app.send_task(CATCH_UP, args=[name], retry=False, ignore_result=True)
        except (RedisError, OperationalError, OSError) as error:
            self.quiet_until = time.monotonic() + QUIET_SECONDS
            log.warning("wake.failed", error=str(error), quiet_seconds=QUIET_SECONDS)

    def _nobody_home(self) -> bool:
        """Tell whether Redis would be reached by a socket that is not there: no house runs that could be woken."""
        path = self.redis.connection_pool.connection_kwargs.get("path")
        return path is not None and not Path(path).exists()

    def _publish(self, appended: Sequence[Appended]) -> list[str]:
        """Return the names of the subscribers whose flag was not set."""
        kinds = {kind_of(one.stream) for one in appended}
        names = [one.name for one in subscribers() if one.wants(kinds)]
        pipe = self.redis.pipeline(transaction=False)
        for name in names:
            pipe.set(FLAG.format(name=name), 1, nx=True, px=FLAG_MILLISECONDS)
        for one in appended:
            message = {"position": one.last_position, "stream": one.stream, "version": one.last_version}
            pipe.publish(CHANNEL, json.dumps(message))
        return [name for name, was_set in zip(names, pipe.execute(), strict=False) if was_set]

    def clear(self, name: str) -> None:
        """Clear a subscriber's flag: the appends from here on send a task again."""
        if self._nobody_home():
            return
        try:
            self.redis.delete(FLAG.format(name=name))
        except RedisError as error:
            log.warning("wake.clear_failed", error=str(error), subscriber=name)


@cache
def alarm(url: str) -> Alarm:
    """Return the one way to the Redis at `url`."""
    return Alarm(url)


def wake(appended: Sequence[Appended]) -> None:
    """Tell who follows the log that `appended` was committed. Without a REDIS_URL in the settings, tell nobody."""
    if getattr(settings, "REDIS_URL", ""):
        alarm(settings.REDIS_URL).ring(appended)


def clear_flag(name: str) -> None:
    """Clear the flag that was set when a subscriber was woken; call it before its events are read."""
    if getattr(settings, "REDIS_URL", ""):
        alarm(settings.REDIS_URL).clear(name)
