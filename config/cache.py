"""The cache in Redis, which nobody has to wait for: Redis wakes and counts, it never decides whether we answer."""

from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)


class ForgetfulCache(RedisCache):
    """Knows nothing while Redis is away. The throttles count in it, so nobody is throttled then.

    `get`, `set`, `add` and `delete` bear that; other methods raise RedisError.
    """

    _away = False

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value, or `default`, also while Redis is away."""
        try:
            found = super().get(key, default, version)
        except RedisError as error:
            self._missed(error)
            return default
        self._answered()
        return found

    def set(self, key: str, value: Any, *args: Any, **more: Any) -> None:
        """Keep the value, unless Redis is away."""
        try:
            super().set(key, value, *args, **more)
        except RedisError as error:
            self._missed(error)

    def add(self, key: str, value: Any, *args: Any, **more: Any) -> bool:
        """Keep the value if there is none yet; False if not, also while Redis is away."""
        try:
            return bool(super().add(key, value, *args, **more))
        except RedisError as error:
            self._missed(error)
            return False

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget the value; False if there was none, also while Redis is away."""
        try:
            return bool(super().delete(key, version))
        except RedisError as error:
            self._missed(error)
            return False

    def _missed(self, error: RedisError) -> None:
        """Say it once, not at each request."""
        if not ForgetfulCache._away:
            ForgetfulCache._away = True
            log.warning("cache.away", error=str(error))

    def _answered(self) -> None:
        if ForgetfulCache._away:
            ForgetfulCache._away = False
            log.info("cache.back")
