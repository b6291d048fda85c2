"""Following the log: batches are handled in the transaction that moves the checkpoint.

Whoever catches up a subscription holds its row for the length of a batch, and leases it while more batches are to
come. On PostgreSQL the row is locked (a second worker skips it); on SQLite the transaction has the write lock anyway.
So the rows that a subscriber writes follow from each event exactly once, whoever dies when.
"""

import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from uuid import uuid4

import structlog
from django.db import InterfaceError, OperationalError, connection, transaction

from eventstore.models import Subscription
from eventstore.reading import last_position, read_all
from eventstore.records import RecordedEvent
from eventstore.registry import Checkable, Resettable, Subscriber, find_subscriber, subscribers
from eventstore.timeouts import waited_too_long

BATCH = 500
# Longer than a batch may take; a worker that dies between two batches delays the next by no more than this.
LEASE_MICROSECONDS = 15_000_000
LONGEST_ERROR = 8_000
# How often rows are compared anew that others wrote to meanwhile, and how long it waits the first time.
COMPARISONS = 10
SECONDS_BETWEEN_COMPARISONS = 0.02
SERIALIZATION_FAILURE = "40001"
# Of the database, not of the event: the batch is tried again at the next wake, nothing is parked.
PASSING_ERRORS = (OperationalError, InterfaceError)

log = structlog.get_logger(__name__)
Progress = Callable[[int], None]


class State(Enum):
    """How catching up ended."""

    CAUGHT_UP = "caught up"
    MORE = "more to come"
    BUSY = "another worker is at it"
    PARKED = "parked"


@dataclass(frozen=True, slots=True)
class CatchUpResult:
    """How far a subscription has come, how many of its events were handled, and whether it is done."""

    name: str
    position: int
    handled: int
    state: State


class HandlingFailed(Exception):
    """A batch that its subscriber could not handle; its cause is what the subscriber raised."""

    def __init__(self, batch: Sequence[RecordedEvent]) -> None:
        super().__init__(f"positions {batch[0].position} to {batch[-1].position}")
        self.batch = batch


def catch_up(name: str, limit: int | None = None, progress: Progress | None = None) -> CatchUpResult:
    """Handle the events after the checkpoint of `name`, `limit` at most; raises UnknownSubscription.

    When an event fails, those before it are kept and the subscription is parked at it, until `resume`. `progress` is
    told the checkpoint after each batch.
    """
    subscriber = find_subscriber(name)
    Subscription.objects.get_or_create(name=name)
    return _run(subscriber, uuid4().hex, limit, progress)


def catch_up_all() -> list[CatchUpResult]:
    """Catch up all subscriptions, one after the other; one that is parked or busy stops no other."""
    return [catch_up(subscriber.name) for subscriber in subscribers()]


def resume(name: str) -> CatchUpResult:
    """Try a parked subscription again at the event that failed."""
    find_subscriber(name)
    Subscription.objects.filter(name=name).update(failed_position=None, failed_at=None, error_type="", error="")
    return catch_up(name)


def behind(name: str) -> int:
    """Return how many positions `name` has not come to yet, of whatever kind."""
    row = Subscription.objects.filter(name=name).first()
    return last_position() - (row.position if row else 0)


def rebuild(name: str, progress: Progress | None = None) -> CatchUpResult:
    """Make the rows of `name` again, from position 0 on, in batches that are kept one by one.

    Raises TypeError when the subscriber offers no `reset`. Pages show an incomplete read model meanwhile.
    """
    subscriber, owner = find_subscriber(name), uuid4().hex
    if not isinstance(subscriber.origin, Resettable):
        raise TypeError(f"{name} offers no reset(), so it cannot be rebuilt")
    Subscription.objects.get_or_create(name=name)
    with transaction.atomic(durable=True):
        row = Subscription.objects.select_for_update().get(name=name)
        subscriber.origin.reset()
        row.position, row.lease_owner, row.lease_until = 0, owner, _now() + LEASE_MICROSECONDS
        row.failed_position, row.failed_at, row.error_type, row.error = None, None, "", ""
        row.save()
    return _run(subscriber, owner, None, progress)


def check(name: str) -> list[str]:
    """Catch `name` up and compare its rows with the log, both at one and the same instant; return the differences.

    Raises TypeError when the subscriber offers no `check`. On SQLite nobody else can write meanwhile; on PostgreSQL it
    begins anew when somebody else wrote to the same rows after the instant it looks at.
    """
    subscriber = find_subscriber(name)
    if not isinstance(subscriber.origin, Checkable):
        raise TypeError(f"{name} offers no check(), so it cannot be compared with the log")
    Subscription.objects.get_or_create(name=name)
    for number in range(COMPARISONS):
        try:
            return _compare(subscriber, subscriber.origin)
        except HandlingFailed as failure:
            return [f"{name} cannot handle {failure}: {failure.__cause__!r}"]
        except OperationalError as error:
            if not _was_overtaken(error):
                raise
            time.sleep(SECONDS_BETWEEN_COMPARISONS * 2**number)
    return [f"{name} was written to by others each of {COMPARISONS} times; check it again when less is going on"]


def _was_overtaken(error: OperationalError) -> bool:
    """Whether somebody else wrote to a row after the instant that a transaction looks at."""
    return getattr(error.__cause__, "sqlstate", None) == SERIALIZATION_FAILURE


def _compare(subscriber: Subscriber, model: Checkable) -> list[str]:
    """Catch up and compare in one transaction that sees one instant."""
    outermost = not connection.in_atomic_block
    with transaction.atomic(durable=True):
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        row = Subscription.objects.select_for_update().get(name=subscriber.name)
        if row.parked:
            return [f"{subscriber.name} is parked at position {row.failed_position}: {row.error}"]
        while len(_advance(row, subscriber, BATCH)) == BATCH:
            pass
        row.save(update_fields=["position"])
        return list(model.check())


def _run(subscriber: Subscriber, owner: str, limit: int | None, progress: Progress | None) -> CatchUpResult:
    """Handle batch after batch."""
    handled = 0
    while True:
        done = _batch(subscriber, owner, BATCH if limit is None else min(BATCH, limit - handled))
        handled += done.handled
        if progress:
            progress(done.position)
        if done.state is State.MORE and handled == limit:
            Subscription.objects.filter(name=subscriber.name, lease_owner=owner).update(lease_owner="", lease_until=0)
        elif done.state is State.MORE:
            continue
        return replace(done, handled=handled)


def _batch(subscriber: Subscriber, owner: str, size: int) -> CatchUpResult:
    """Handle the next `size` events, or those before the first that fails."""
    try:
        return _step(subscriber, owner, size)
    except HandlingFailed as failure:
        log.info("subscription.batch_failed", subscriber=subscriber.name, error=repr(failure.__cause__))
        count = len(failure.batch)
    # Again, one by one: keep what comes before the event that fails, and learn which it is.
    handled = 0
    for _ in range(count):
        try:
            done = _step(subscriber, owner, 1)
        except HandlingFailed as failure:
            return replace(_park(subscriber, failure), handled=handled)
        handled += done.handled
        if done.state is not State.MORE:
            break
    return replace(done, handled=handled)


def _step(subscriber: Subscriber, owner: str, size: int) -> CatchUpResult:
    """Handle the next `size` events and move the checkpoint in one transaction; raise HandlingFailed."""
    with transaction.atomic(durable=True):
        row = Subscription.objects.select_for_update(skip_locked=True).filter(name=subscriber.name).first()
        if row is None or (row.lease_owner not in ("", owner) and row.lease_until > _now()):
            return CatchUpResult(subscriber.name, row.position if row else 0, 0, State.BUSY)
        if row.parked:
            return CatchUpResult(subscriber.name, row.position, 0, State.PARKED)
        batch = _advance(row, subscriber, size)
        more = len(batch) == size
        row.lease_owner, row.lease_until = (owner, _now() + LEASE_MICROSECONDS) if more else ("", 0)
        row.save()
    return CatchUpResult(subscriber.name, row.position, len(batch), State.MORE if more else State.CAUGHT_UP)


def _advance(row: Subscription, subscriber: Subscriber, size: int) -> list[RecordedEvent]:
    """Handle the next `size` events and move the position of `row`, which the caller saves."""
    # Asked before the events are read: what lies between the two is of kinds that this subscriber does not want.
    end = last_position()
    batch = read_all(row.position, size, subscriber.kinds)
    if batch:
        try:
            subscriber.handle(batch)
        except PASSING_ERRORS:
            raise
        except Exception as error:
            if waited_too_long(error):
                raise
            raise HandlingFailed(batch) from error
    if len(batch) == size:
        row.position = batch[-1].position
    else:
        row.position = max(end, row.position, *(event.position for event in batch[-1:]))
    return batch


def _park(subscriber: Subscriber, failure: HandlingFailed) -> CatchUpResult:
    """Stop the subscription before the event that failed, with the error where the admin shows it."""
    (event,), error = failure.batch, failure.__cause__
    with transaction.atomic(durable=True):
        row = Subscription.objects.select_for_update().get(name=subscriber.name)
        row.failed_position, row.failed_at = event.position, _now()
        row.error_type = type(error).__qualname__
        row.error = "".join(traceback.format_exception(error))[-LONGEST_ERROR:]
        row.lease_owner, row.lease_until = "", 0
        row.save()
    log.error(
        "subscription.parked",
        subscriber=subscriber.name,
        position=event.position,
        stream=event.stream,
        version=event.version,
        error=repr(error),
    )
    return CatchUpResult(subscriber.name, row.position, 0, State.PARKED)


def _now() -> int:
    return time.time_ns() // 1000
