"""Who follows the log: the subscribers that apps declare at import, by name."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from eventstore.errors import UnknownSubscription
from eventstore.findings import Finding
from eventstore.records import RecordedEvent

T = TypeVar("T")
Handler = Callable[[Sequence[RecordedEvent]], None]
Check = Callable[[], Iterable[Finding]]


@runtime_checkable
class Resettable(Protocol):
    """A subscriber whose rows can be made again from position 0."""

    def reset(self) -> None:
        """Delete all the rows that it wrote."""


@runtime_checkable
class Checkable(Protocol):
    """A subscriber that can tell whether its rows are what the log adds up to."""

    def check(self) -> Iterable[str]:
        """Yield a line for each difference between the fold of the log and the rows."""


@runtime_checkable
class HandlesBatches(Protocol):
    """A subscriber in the form of a class."""

    def handle(self, batch: Sequence[RecordedEvent]) -> None:
        """Write the rows that follow from `batch`; in the transaction that moves the checkpoint."""


@dataclass(frozen=True, slots=True)
class Subscriber:
    """A follower of the log. `kinds` are the kinds of streams it wants, all when there are none."""

    name: str
    kinds: tuple[str, ...]
    handle: Handler
    origin: object

    def wants(self, kinds: Collection[str]) -> bool:
        """Whether it follows events of any of `kinds`."""
        return not self.kinds or any(kind in self.kinds for kind in kinds)


_subscribers: dict[str, Subscriber] = {}


def subscriber(name: str, kinds: Iterable[str] = ()) -> Callable[[T], T]:
    """Declare a function of a batch of Recorded, or a class with such a method `handle`, as the subscriber `name`.

    A class is made once, here, without arguments. It may offer `reset()`, which `manage.py rebuild` needs, and
    `check()`, which `manage.py rebuild --check` needs. Raises ValueError when the name is taken.
    """

    def declare(origin: T) -> T:
        made: object = origin() if isinstance(origin, type) else origin
        if isinstance(made, HandlesBatches):
            handle: Handler = made.handle
        elif callable(made):
            handle = made
        else:
            raise TypeError(f"{origin!r} is neither a function nor a class with a method `handle`")
        if name in _subscribers:
            raise ValueError(f"there are two subscribers of the name {name!r}")
        _subscribers[name] = Subscriber(name, tuple(kinds), handle, made)
        return origin

    return declare


def subscribers() -> list[Subscriber]:
    """Return all subscribers, by name."""
    return [_subscribers[name] for name in sorted(_subscribers)]


def find_subscriber(name: str) -> Subscriber:
    """Return the subscriber `name`; raise UnknownSubscription."""
    if name not in _subscribers:
        raise UnknownSubscription(name, sorted(_subscribers))
    return _subscribers[name]


_checks: list[Check] = []


def register_check(check: Check) -> Check:
    """Declare a function that `verify` asks after the log: what is wrong with rows of an app that the log vouches for.

    It is asked only where nothing is wrong with the log itself.
    """
    _checks.append(check)
    return check


def registered_checks() -> list[Check]:
    """Return the functions that were declared."""
    return list(_checks)
