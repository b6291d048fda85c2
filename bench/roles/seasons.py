"""A campaign that has been played for long, and what it takes to make its rows from the log again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count as numbers
from random import Random
from uuid import UUID, uuid4

from bench.roles.campaigns import Season, settle_here
from bench.roles.keeping import mebibytes
from bench.roles.log import request
from bench.roles.timing import clock
from campaigns import event_codec
from campaigns.models import Campaign, Company
from campaigns.projections import SUBSCRIPTION
from eventstore import api as store

PAIRS = 3
BLOWS = 40
BATTLES_AT_ONCE = 10
PAGE = 2_000

Battle = dict[str, list[store.NewEvent]]
"""By stream what a battle of the campaign, from its start to its settling, has written there."""


class Long:
    """One campaign whose companies fight over and over: battles as the handler wrote them, each under its own id."""

    def __init__(self) -> None:
        self._season = Season()
        self._template = [self._fought(pair) for pair in range(PAIRS)]
        self._versions: dict[str, int] = {}

    def fill(self, events: int) -> int:
        """Append battles until the log has so many events of campaigns; how many it has then."""
        done = sum(1 for _ in _events_after())
        for first in numbers(0, BATTLES_AT_ONCE):
            if done >= events:
                return done
            done += self._append(range(first, first + BATTLES_AT_ONCE))
        raise AssertionError("numbers end")

    def _fought(self, pair: int) -> tuple[UUID, Battle]:
        self._season.ready(pair)
        before = store.last_position()
        match_id = self._season.battle(pair, BLOWS, Random(pair))
        settle_here(match_id)
        battle: Battle = {}
        for event in _events_after(before):
            battle.setdefault(event.stream, []).append(store.NewEvent(event.type, event.schema, event.body))
        return match_id, battle

    def _append(self, numbers_of_battles: range) -> int:
        rows: Battle = {}
        for number in numbers_of_battles:
            match_id, battle = self._template[number % PAIRS]
            old, new = str(match_id).encode(), str(uuid4()).encode()
            for stream, events in battle.items():
                again = [one._replace(body=one.body.replace(old, new)) for one in events]
                rows.setdefault(stream, []).extend(again)
        with store.writing() as unit:
            for stream, events in rows.items():
                unit.append(stream, self._version(stream), events, **request())
                self._versions[stream] += len(events)
        return sum(map(len, rows.values()))

    def _version(self, stream: str) -> int:
        if stream not in self._versions:
            head = store.head(stream)
            self._versions[stream] = head.version if head else 0
        return self._versions[stream]


def long() -> Callable[[int], int]:
    """An order is a number of events that the campaign is to have; the answer, how many it has."""
    return Long().fill


def again() -> Callable[[str], dict[str, float]]:
    """Orders, one a process: "rebuild" the rows of campaigns; "fold" the same streams, and write nothing.

    The answer: seconds, and MiB at the most.
    """
    acts: dict[str, Callable[[], None]] = {"rebuild": _rebuild, "fold": _fold}
    return lambda order: {"seconds": clock(acts[order]), "peak": mebibytes("VmHWM")}


def _rebuild() -> None:
    store.rebuild(SUBSCRIPTION)
    for stream, version in _rows():
        head = store.head(stream)
        if head is None or head.version != version:
            raise RuntimeError(f"{stream} has version {version} in its row, and its log ends at {head}")


def _fold() -> None:
    for stream, _ in _rows():
        aggregate, state = event_codec.AGGREGATES[stream.partition("-")[0]], None
        for event in event_codec.read_events(aggregate, stream):
            state = aggregate.evolve(state, event)


def _rows() -> Iterator[tuple[str, int]]:
    """The stream of each campaign and company, and the version that its row bears."""
    yield from ((row.stream, row.version) for row in Campaign.objects.all())
    yield from ((row.stream, row.version) for row in Company.objects.all())


def _events_after(after: int = 0) -> Iterator[store.RecordedEvent]:
    """What happened to campaigns and companies after a position."""
    while page := store.read_all(after, PAGE, tuple(event_codec.AGGREGATES)):
        yield from page
        after = page[-1].position
