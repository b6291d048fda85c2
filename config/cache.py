"""The cache in Redis, which nobody has to wait for: Redis wakes and counts, it never decides whether we answer."""

import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis
from redis.exceptions import RedisError

# How long a Redis that did not answer is left alone: one that hangs would hold up every request.
QUIET_SECONDS = 5.0

Found = TypeVar("Found")

log = structlog.get_logger(__name__)


class OneClient(RedisCacheClient):
    """Keeps its client of the one Redis; Django's makes one for each question, which takes as long as asking."""

    @cached_property
    def _kept(self) -> Redis:
        client: Redis = super().get_client(write=True)
        return client

    def get_client(self, key: object = None, *, write: bool = False) -> Redis:
        """Return the client."""
        return self._kept


class ForgetfulCache(RedisCache):
    """Knows nothing while Redis is away; `config/throttles.py` then counts in each process.

    `get`, `set`, `add`, `incr` and `delete` bear that; other methods raise RedisError.
    """

    # Of the process, since Django makes a cache for each thread.
    _away = False
    _quiet_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = OneClient

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value, or `default`, also while Redis is away."""
        return self._ask(lambda: super(ForgetfulCache, self).get(key, default, version), default)

    def set(self, key: str, value: Any, *args: Any, **more: Any) -> None:
        """Keep the value, unless Redis is away."""
        self._ask(lambda: super(ForgetfulCache, self).set(key, value, *args, **more), None)

    def add(self, key: str, value: Any, *args: Any, **more: Any) -> bool:
        """Keep the value if there is none yet; False if not, also while Redis is away."""
        return self._ask(lambda: bool(super(ForgetfulCache, self).add(key, value, *args, **more)), False)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Return the number after adding to it; 0 while Redis is away. Raises ValueError when there is none."""
        return self._ask(lambda: super(ForgetfulCache, self).incr(key, delta, version), 0)

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget the value; False if there was none, also while Redis is away."""
        return self._ask(lambda: bool(super(ForgetfulCache, self).delete(key, version)), False)

    def _ask(self, question: Callable[[], Found], otherwise: Found) -> Found:
        """Return Redis's answer, or `otherwise` while it is away."""
        if time.monotonic() < ForgetfulCache._quiet_until:
            return otherwise
        try:
            answer = question()
        except RedisError as error:
            self._missed(error)
            return otherwise
        self._answered()
        return answer

    def _missed(self, error: RedisError) -> None:
        """Leave Redis alone for a while, and say so once, not at each request."""
        ForgetfulCache._quiet_until = time.monotonic() + QUIET_SECONDS
        if not ForgetfulCache._away:
            ForgetfulCache._away = True
            log.warning("cache.away", error=str(error), quiet_seconds=QUIET_SECONDS)

    def _answered(self) -> None:
        if ForgetfulCache._away:
            ForgetfulCache._away = False
            log.info("cache.back")
