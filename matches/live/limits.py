"""How many feeds a process keeps open at once: in all, and for one address."""

from __future__ import annotations

from threading import Lock
from weakref import WeakSet

from django.conf import settings

from web.errors import Refusal

AGAIN_SECONDS = 30


class TooManyFeeds(Refusal):
    """No feed is open for this one. `again` is in how many seconds there may be one."""

    again = AGAIN_SECONDS


class Place:
    """The right to keep a feed open. Call `leave` to give it back before the feed ends."""

    __slots__ = ("__weakref__", "address")

    def __init__(self, address: str) -> None:
        self.address = address


class Places:
    """The places that are taken. One that nobody holds any more is free, whatever became of its holder."""

    def __init__(self) -> None:
        self._taken: WeakSet[Place] = WeakSet()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._taken)

    def take(self, address: str) -> Place:
        """A place for a feed to an address. Raises TooManyFeeds: 429 for the address, 503 for the process."""
        with self._lock:
            if sum(place.address == address for place in self._taken) >= settings.LIVE_FEEDS_PER_ADDRESS:
                message = (
                    f"Your address already has {settings.LIVE_FEEDS_PER_ADDRESS} live feeds open, the most allowed."
                )
                raise TooManyFeeds("too_many_feeds", message, hint="Close a page that follows a match.", status=429)
            if len(self._taken) >= settings.LIVE_FEEDS:
                message = f"This server has {settings.LIVE_FEEDS} live feeds open, the most allowed."
                raise TooManyFeeds("feeds_full", message, hint="Try again later, or reload the page.", status=503)
            place = Place(address)
            self._taken.add(place)
        return place

    def leave(self, place: Place) -> None:
        """Give a place back."""
        with self._lock:
            self._taken.discard(place)


places = Places()
