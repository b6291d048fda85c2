"""How often one may call. One number is counted in each window of time, however high the rate."""

from typing import Any, cast

from django.core.cache import BaseCache, caches
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, ScopedRateThrottle, SimpleRateThrottle, UserRateThrottle

from config.addresses import caller


class Windows(SimpleRateThrottle):
    """Counts calls in windows as long as the rate's period, which begin at the same instants for all.

    Who calls at the end of one window and at the beginning of the next may call twice as often in between. While Redis
    is away each process counts for itself.
    """

    # The rate, so many calls in so many seconds; the types of the base class leave it out.
    num_requests: int
    duration: int
    gone = 0.0  # seconds of the window that are over

    def allow_request(self, request: Request | HttpRequest, view: Any = None) -> bool:
        """Count a call; False when it is one too many."""
        number = self.count(request, view)
        return number is None or number <= self.num_requests

    def count(self, request: Request | HttpRequest, view: Any = None) -> int | None:
        """Count a call; return how many there are in its window by now, None where none are counted."""
        key = self.get_cache_key(cast("Request", request), view) if self.rate else None
        if key is None:
            return None
        window, self.gone = divmod(self.timer(), self.duration)
        return self._counted(f"{key}_{window:.0f}")

    def wait(self) -> float:
        """Return the seconds until the next window."""
        return self.duration - self.gone

    def get_ident(self, request: Request) -> str:
        """Return the caller's address, as `PROXIES` says."""
        return caller(request)

    def _counted(self, key: str) -> int:
        """Count a call in Redis, or in this process while that is away; return how many there are by now."""
        return self._added(self.cache, key) or self._added(caches["process"], key)

    def _added(self, cache: BaseCache, key: str) -> int:
        try:
            return int(cache.incr(key))
        except ValueError:  # the first of its window; another first one may be faster
            return 1 if cache.add(key, 1, self.duration) else int(cache.incr(key))


class CallsByAddress(Windows, AnonRateThrottle):
    """Calls of who is not logged in, by address."""


class CallsByUser(Windows, UserRateThrottle):
    """Calls of a user; of who is not logged in, by address."""


class CallsByScope(ScopedRateThrottle, Windows):
    """Calls of views with a `throttle_scope`, by user; of who is not logged in, by address. Other views: no limit."""


class PagesByAddress(Windows):
    """Pages that somebody opens who is not logged in, by address."""

    scope = "pages"

    def get_cache_key(self, request: Request, view: Any) -> str:
        """Return the key of the address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}
