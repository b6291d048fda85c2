"""A match that is followed: whatever happens is read once and written once for each pair of eyes, however many look.

All who follow from the same event share one reading of what came after it, and all with the same eyes one message.
Readings are kept until the match has grown; then the next who asks has the log read again.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import msgspec

from matches import service
from matches.access import access
from matches.documents import eyes_of
from matches.live.credentials import Credential
from matches.live.readers import Readers
from matches.loading import LoadedMatch
from web.errors import NotThere
from web.people import Person

MOST_ENTRIES = 200
# Beside the one at the head: of those who catch up, each in their own place.
MOST_READINGS = 16

T = TypeVar("T")


class Follower:
    """Somebody who follows a match: who they are now, with whose eyes they look, by what they are known.

    `changed`: they are somebody else, or cut off, since they have last looked. `over`: their feed ends, and they may
    ask for another.
    """

    def __init__(self, who: Person, seat: str = "", credential: Credential | None = None) -> None:
        self.who = who
        self.seat = seat
        self.credential = credential
        self.cut_off = False
        self.changed = False
        self.over = False
        self._stirred = asyncio.Event()

    def stir(self) -> None:
        """Something is new: in the match, or about the follower."""
        self._stirred.set()

    def rest(self) -> None:
        """What was new until now has been noticed."""
        self.changed = False
        self._stirred.clear()

    async def stirred(self, seconds: float) -> bool:
        """Wait until something is new, at most so long; whether it is."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stirred.wait()
        return self._stirred.is_set()

    def recognise(self, who: Person | None) -> None:
        """Whom the follower's credential stands for now; None cuts them off, and so does somebody else."""
        if who == self.who:
            return
        if who is None or who.key != self.who.key:
            self.cut_off = True
        else:
            self.who = who
        self.changed = True
        self.stir()

    def end(self) -> None:
        """End the feed: nobody watches over it any more."""
        self.over = self.changed = True
        self.stir()

    def eyes(self, match: LoadedMatch) -> str:
        """The eyes with which they see a match. Refusal if they may no longer see it."""
        if self.cut_off or not access(self.who, match.roster).sees:
            raise NotThere("match")
        return eyes_of(match, self.who, self.seat)


@dataclass(slots=True)
class Reading:
    """What came after an event, once it was read, and by eyes the message that tells it."""

    news: asyncio.Task[service.MatchUpdate]
    messages: dict[str, asyncio.Task[bytes]] = field(default_factory=dict)


class Channel:
    """A match for all in this process who follow it. `version` is the last one heard of."""

    def __init__(self, match_id: uuid.UUID, readers: Readers) -> None:
        self.followers: set[Follower] = set()
        self.version = 0
        self._match_id = match_id
        self._readers = readers
        self._readings: dict[int, Reading] = {}
        self._known: LoadedMatch | None = None

    def tell(self, version: int) -> None:
        """The match has come to `version`."""
        if version > self.version:
            self.version = version
            self._readings.clear()
            self.stir()

    def stir(self) -> None:
        """Let all followers look."""
        for follower in self.followers:
            follower.stir()

    def reading(self, after: int) -> Reading:
        """What came after event `after`: as it was read for others, or is read now."""
        known = self._readings.get(after)
        if known is None:
            while len(self._readings) >= MOST_READINGS:
                del self._readings[next(iter(self._readings))]
            known = self._readings[after] = Reading(self._task(partial(self._read, after)))
            known.news.add_done_callback(lambda done: self._note(after, done))
        return known

    async def message(self, reading: Reading, eyes: str) -> bytes:
        """What came, as one message for these eyes; empty when nothing did."""
        news = await shared(reading.news)
        if not news.happenings:
            return b""
        if eyes not in reading.messages:
            reading.messages[eyes] = self._task(partial(_written, news, eyes))
        return await shared(reading.messages[eyes])

    def _task(self, work: Callable[[], T]) -> asyncio.Task[T]:
        return asyncio.ensure_future(self._readers.do(work))

    def _read(self, after: int) -> service.MatchUpdate:
        return service.news_after(self._match_id, after, MOST_ENTRIES, self._known)

    def _note(self, after: int, done: asyncio.Task[service.MatchUpdate]) -> None:
        """Keep what was read for the next reading; a reading that failed is repeated by the next caller."""
        reading = self._readings.pop(after, None)
        if reading is not None and reading.news is not done:
            self._readings[after] = reading
        if done.cancelled() or done.exception() is not None:
            return
        match = done.result().match
        # A follower who has read less at the same time reads again.
        self.tell(match.version)
        if reading is not None and reading.news is done and match.version == self.version:
            self._readings[after] = reading
        if self._known is None or match.version >= self._known.version:
            self._known = match


def sse(kind: str, number: int, content: dict[str, Any]) -> bytes:
    """An event of the stream, numbered for `Last-Event-ID`."""
    return b"event: %s\nid: %d\ndata: %s\n\n" % (kind.encode(), number, msgspec.json.encode(content))


def _written(news: service.MatchUpdate, eyes: str) -> bytes:
    return sse("play", news.upto, service.entries_for(news, eyes))


async def shared(task: asyncio.Task[T]) -> T:
    """The result of a task that others wait for, too: who leaves does not end it."""
    return await asyncio.shield(task)
