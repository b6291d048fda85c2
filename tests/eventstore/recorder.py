"""Our store behind the interface of the recorders of `eventsourcing`, thin enough to test the store and not itself.

The suite's events hold any bytes and count from 0 or 1; ours hold JSON and count from 1. Its version and its bytes
travel in the body. Threads of the suite end without a word, so that a call closes the connection it opened in one.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.db import connections
from eventsourcing import persistence

from eventstore import api
from eventstore.models import Subscription
from eventstore.records import RecordedEvent
from eventstore.writing import Unit
from tests.eventstore.log import FINGERPRINT

POLL_SECONDS = 0.01


class Kept(msgspec.Struct, frozen=True):
    """What the suite's event is in a body of ours."""

    version: int
    state: bytes


class AggregateRecorder(persistence.AggregateRecorder):
    """Streams alone."""

    def insert_events(self, stored_events: Sequence[persistence.StoredEvent], **_kwargs: Any) -> Sequence[int] | None:
        """Append in one unit of work; a conflict is the suite's IntegrityError."""
        with _connection(), _unit() as unit:
            _register(unit, stored_events)
        return None

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[persistence.StoredEvent]:
        """Read the stream between two versions of the suite's."""
        with _connection():
            stream = _stream_of(originator_id)
            shift = _shift(stream, 1)
            after, upto = (None if one is None else one - shift for one in (gt, lte))
            found = [_stored(event) for event in api.read(stream, after or 0, upto)]
        return (found[::-1] if desc else found)[:limit]


class ApplicationRecorder(AggregateRecorder, persistence.ApplicationRecorder):
    """Streams, and the log by position."""

    def insert_events(self, stored_events: Sequence[persistence.StoredEvent], **_kwargs: Any) -> Sequence[int] | None:
        """Append in one unit of work; return the position of each event."""
        with _connection(), _unit() as unit:
            _register(unit, stored_events)
        return [
            done.last_position - done.last_version + version
            for done in unit.appended
            for version in range(done.first_version, done.last_version + 1)
        ]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[persistence.Notification]:
        """Read on from a position until there are `limit` events of these topics, or no more."""
        found: list[persistence.Notification] = []
        after = (start or 0) - (1 if start and inclusive_of_start else 0)
        with _connection():
            while len(found) < limit and (page := api.read_all(after, limit)):
                after = page[-1].position
                found += [_notification(event) for event in page if not topics or event.type in topics]
        return [event for event in found if stop is None or event.id <= stop][:limit]

    def max_notification_id(self) -> int | None:
        """Return the last position."""
        with _connection():
            return api.last_position() or None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> "Polling":
        """Follow the log as a follower does that nobody wakes."""
        return Polling(self, gt, topics)


class ProcessRecorder(ApplicationRecorder, persistence.ProcessRecorder):
    """Events, and how far somebody has come with another log, together or not at all: rows in our unit of work."""

    def insert_events(
        self, stored_events: Sequence[persistence.StoredEvent], tracking: persistence.Tracking | None = None, **_: Any
    ) -> Sequence[int] | None:
        """Move the checkpoint and append in one unit of work."""
        with _connection(), _unit() as unit:
            if tracking is not None:
                _track(tracking)
            _register(unit, stored_events)
        return None

    def insert_tracking(self, tracking: persistence.Tracking) -> None:
        """Move the checkpoint."""
        self.insert_events([], tracking)

    def max_tracking_id(self, application_name: str) -> int | None:
        """Return the checkpoint."""
        with _connection():
            row = Subscription.objects.filter(name=application_name).first()
            return row.position if row else None


class Polling(persistence.Subscription[ApplicationRecorder]):
    """The events after a position, in order, as they come; asks again and again, and ends when it is stopped."""

    def __init__(self, recorder: ApplicationRecorder, gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder, gt, topics)
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Yield no more."""
        super().stop()
        self._stopped.set()

    def __next__(self) -> persistence.Notification:
        while not self._stopped.is_set():
            found = self._recorder.select_notifications(
                self._last_notification_id, 1, topics=self._topics, inclusive_of_start=False
            )
            if found:
                self._last_notification_id = found[0].id
                return found[0]
            self._stopped.wait(POLL_SECONDS)
        raise StopIteration


@contextmanager
def _connection() -> Iterator[None]:
    """Leave no connection behind in a thread of the suite's."""
    try:
        yield
    finally:
        if threading.current_thread() is not threading.main_thread():
            connections.close_all()


@contextmanager
def _unit() -> Iterator[Unit]:
    """Open a unit of work whose refusals bear the name that the suite knows."""
    try:
        with api.writing() as unit:
            yield unit
    except (api.Conflict, ValueError) as refusal:
        raise persistence.IntegrityError(str(refusal)) from refusal


def _register(unit: Unit, stored_events: Sequence[persistence.StoredEvent]) -> None:
    """Register an append for each run of versions; the store refuses a stream with two runs."""
    numbered = enumerate(stored_events)
    for _run, found in groupby(numbered, lambda one: (one[1].originator_id, one[1].originator_version - one[0])):
        events = [event for _number, event in found]
        stream = _stream_of(events[0].originator_id)
        first = events[0].originator_version
        bodies = [Kept(event.originator_version, event.state) for event in events]
        unit.append(
            stream,
            first - _shift(stream, first) - 1,
            [
                api.NewEvent(event.topic, 1, msgspec.json.encode(body))
                for event, body in zip(events, bodies, strict=True)
            ],
            actor="suite",
            command_id=uuid4(),
            fingerprint=FINGERPRINT,
        )


def _track(tracking: persistence.Tracking) -> None:
    row, _made = Subscription.objects.select_for_update().get_or_create(name=tracking.application_name)
    if tracking.notification_id <= row.position:
        raise ValueError(f"{row.name} has come to {row.position} already")
    row.position = tracking.notification_id
    row.save()


def _stream_of(originator_id: UUID | str) -> str:
    return f"suite-{originator_id}"


def _shift(stream: str, first: int) -> int:
    """Return what the suite's versions of `stream` are above ours; it begins with the suite's `first` when new."""
    begun = next(iter(api.read(stream, upto=1)), None)
    return (_kept(begun).version if begun else first) - 1


def _kept(event: RecordedEvent) -> Kept:
    return msgspec.json.decode(event.body, type=Kept)


def _stored(event: RecordedEvent) -> persistence.StoredEvent:
    kept = _kept(event)
    return persistence.StoredEvent(_originator(event), kept.version, event.type, kept.state)


def _notification(event: RecordedEvent) -> persistence.Notification:
    kept = _kept(event)
    return persistence.Notification(_originator(event), kept.version, event.type, kept.state, event.position)


def _originator(event: RecordedEvent) -> UUID:
    return UUID(event.stream.partition("-")[2])
