"""How often the API may be called. One number is counted in each window of time, however high the rate."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle


class Windows(SimpleRateThrottle):
    """Counts calls in windows as long as the rate's period, which begin at the same instants for all.

    Who calls at the end of one window and at the beginning of the next may call twice as often in between.
    """

    # The rate, so many calls in so many seconds; the types of the base class leave it out.
    num_requests: int
    duration: int
    gone = 0.0  # seconds of the window that are over

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count a call; False when it is one too many."""
        key = self.get_cache_key(request, view) if self.rate else None
        if key is None:
            return True
        window, self.gone = divmod(self.timer(), self.duration)
        return self._counted(f"{key}_{window:.0f}") <= self.num_requests

    def wait(self) -> float:
        """Return the seconds until the next window."""
        return self.duration - self.gone

    def _counted(self, key: str) -> int:
        """Count a call; return how many there are by now."""
        try:
            return int(self.cache.incr(key))
        except ValueError:  # the first of its window; another first one may be faster
            return 1 if self.cache.add(key, 1, self.duration) else int(self.cache.incr(key))


class CallsByAddress(Windows, AnonRateThrottle):
    """Calls of who is not logged in, by address."""


class CallsByUser(Windows, UserRateThrottle):
    """Calls of a user; of who is not logged in, by address."""
