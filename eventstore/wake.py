"""After the commit: tell the live feeds and wake the subscribers. Best effort, for the beat's poll is the net.

Nobody who appends waits for Redis: what was appended goes into a mailbox, and one thread of the process empties it.
What comes within a few milliseconds goes out together, of each stream the last. One round trip publishes the positions
and, for each subscriber concerned, sets a flag unless it is set. Who set the flag sends the task; the task clears the
flag before it reads. So a hundred appends send one task, and an append that finds the flag set is read by the task that
is still to clear it.
"""

import atexit
import json
import os
import time
from collections.abc import Iterable, Sequence
from functools import cache
from threading import Condition, Thread

import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

from eventstore.records import AppendResult, kind_of
from eventstore.registry import subscribers

# Live feeds listen here for {"position": …, "stream": …, "version": …}, one message a stream.
CHANNEL = "skald:events"
FLAG = "skald:wake:{name}"
CATCH_UP = "eventstore.tasks.catch_up"

REDIS_SECONDS = 0.2
# How long the mailbox is left to fill: nobody notices, and whoever writes a lot is hardly disturbed.
COLLECT_SECONDS = 0.01
# How long the end of a process waits for what it has still to tell.
LINGER_SECONDS = 0.5
# How long a flag may outlive a task that was lost, and how long a Redis that is down is left alone.
FLAG_MILLISECONDS = 5_000
QUIET_SECONDS = 5.0

log = structlog.get_logger(__name__)


class Alarm:
    """The way to Redis of this process, which is not tried again for a while when Redis is down."""

    def __init__(self, url: str) -> None:
        self.redis = Redis.from_url(url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS)
        self._socket: str | None = self.redis.connection_pool.connection_kwargs.get("path")
        self.quiet_until = 0.0
        # The mailbox: the last append of each stream that is still to be told. The thread starts with the first.
        self._latest: dict[str, AppendResult] = {}
        self._ringing = False
        self._thread: Thread | None = None
        self._changed = Condition()

    def tell(self, appended: Iterable[AppendResult]) -> None:
        """Have `appended` told to Redis soon; return at once, whatever Redis does."""
        if self._socket_is_missing():
            return
        with self._changed:
            self._latest.update((one.stream, one) for one in appended)
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._publish_queued, name="skald-wake", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def settle(self, seconds: float) -> bool:
        """Wait until all was told; False when it was not within `seconds`."""
        with self._changed:
            return self._changed.wait_for(lambda: not (self._latest or self._ringing), seconds)

    def _publish_queued(self) -> None:
        """Ring for what is in the mailbox, again and again; the thread ends with its process."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._latest)
            time.sleep(COLLECT_SECONDS)
            with self._changed:
                news, self._latest, self._ringing = list(self._latest.values()), {}, True
            try:
                self.ring(news)
            finally:
                with self._changed:
                    self._ringing = False
                    self._changed.notify_all()

    def ring(self, appended: Sequence[AppendResult]) -> None:
        """Publish `appended` and send the tasks of the subscribers concerned; never raise because Redis is down."""
        if time.monotonic() < self.quiet_until:
            return
        try:
            for name in self._publish(appended):
                current_app.send_task(CATCH_UP, args=[name], retry=False, ignore_result=True)
        except (RedisError, OperationalError, OSError) as error:
            self.quiet_until = time.monotonic() + QUIET_SECONDS
            log.warning("wake.failed", error=str(error), quiet_seconds=QUIET_SECONDS)

    def _socket_is_missing(self) -> bool:
        """Tell whether Redis would be reached by a socket that is not there: no server runs that could be woken."""
        return self._socket is not None and not os.path.exists(self._socket)  # noqa: PTH110  # asked at each append

    def _publish(self, appended: Sequence[AppendResult]) -> list[str]:
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

    def set(self, name: str) -> bool:
        """Set a subscriber's flag: the appends from here on send no task. False when it was set, or Redis is down."""
        if self._socket_is_missing():
            return False
        try:
            return bool(self.redis.set(FLAG.format(name=name), 1, nx=True, px=FLAG_MILLISECONDS))
        except RedisError as error:
            log.warning("wake.set_failed", error=str(error), subscriber=name)
            return False

    def clear(self, name: str) -> None:
        """Clear a subscriber's flag: the appends from here on send a task again."""
        if self._socket_is_missing():
            return
        try:
            self.redis.delete(FLAG.format(name=name))
        except RedisError as error:
            log.warning("wake.clear_failed", error=str(error), subscriber=name)


@cache
def alarm(url: str) -> Alarm:
    """Return the one way to the Redis at `url`."""
    return Alarm(url)


def wake(appended: Sequence[AppendResult]) -> None:
    """Tell who follows the log that `appended` was committed. Without a REDIS_URL in the settings, tell nobody."""
    if getattr(settings, "REDIS_URL", ""):
        alarm(settings.REDIS_URL).tell(appended)


def settle(seconds: float = LINGER_SECONDS) -> bool:
    """Wait until all that was appended was told; False when it was not within `seconds`."""
    nothing_to_tell = alarm.cache_info().currsize == 0
    return nothing_to_tell or alarm(settings.REDIS_URL).settle(seconds)


def set_flag(name: str) -> bool:
    """Set the flag of a subscriber as waking it does; True when it was not set, and whoever did must send its task."""
    return bool(getattr(settings, "REDIS_URL", "")) and alarm(settings.REDIS_URL).set(name)


def clear_flag(name: str) -> None:
    """Clear the flag that was set when a subscriber was woken; call it before its events are read."""
    if getattr(settings, "REDIS_URL", ""):
        alarm(settings.REDIS_URL).clear(name)


# A command of the shell ends right after its append; who follows need not wait for the beat because of that.
atexit.register(settle)
# A forked process has none of its parent's threads, nor may it speak on its parent's connection.
os.register_at_fork(after_in_child=alarm.cache_clear)
