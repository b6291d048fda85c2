"""The next free table of a matchday, preferably one where neither side has played (KERNEL-TOUR-71)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from tournaments.domain.schedule.breach import Dated, dated
from tournaments.domain.schedule.calendar import Calendar, ScheduledFixture, Slot, same_time, with_slots


class Assigned(NamedTuple):
    """A table and why this one; 0 where all are taken."""

    table: int
    reason: str


def next_free_table(calendar: Calendar, fixture: ScheduledFixture, slot: Slot) -> Assigned:
    """The table of the slot's venue for a fixture: the lowest free one where neither side has played.

    Where none is fresh, the one where the two have played the fewest games, then the lowest.
    """
    tables = {venue.id: venue.tables for venue in calendar.venues}
    others = [game for game in dated(calendar.fixtures) if game.fixture.id != fixture.id]
    return _assigned(
        tables.get(slot.venue, 0), [game for game in others if game.slot.venue == slot.venue], fixture, slot
    )


def _assigned(tables: int, games: Iterable[Dated], fixture: ScheduledFixture, slot: Slot) -> Assigned:
    """The table beside the other games of the venue."""
    taken, played = set(), Counter[int]()
    for game in games:
        if same_time(game.slot, slot):
            taken.add(game.slot.table)
        played[game.slot.table] += len({*game.fixture.sides} & {*fixture.sides})
    free = [table for table in range(1, tables + 1) if table not in taken]
    if not free:
        return Assigned(0, f"all {tables} tables are taken")
    best = min(free, key=lambda table: (played[table], table))
    if played[best]:
        return Assigned(best, f"no free table is new to both; the fewest games of theirs at this one: {played[best]}")
    return Assigned(best, "the first free table that is new to both")


def with_tables(calendar: Calendar) -> Calendar:
    """The calendar with a table for every game at a venue that has none, in order of date, time, round and id.

    Tables that are named, and fixtures that stay where they are, are left alone. Where no table is free it stays open.
    """
    tables = {venue.id: venue.tables for venue in calendar.venues}
    at_venue: dict[str, dict[str, Dated]] = defaultdict(dict)
    found: dict[str, Slot | None] = {}
    games = tuple(dated(calendar.fixtures))
    for game in games:
        at_venue[game.slot.venue][game.fixture.id] = game
    for fixture, slot in games:
        if slot.table or not slot.venue or fixture.fixed:
            continue
        there = at_venue[slot.venue]
        del there[fixture.id]
        at = msgspec.structs.replace(slot, table=_assigned(tables[slot.venue], there.values(), fixture, slot).table)
        there[fixture.id] = Dated(fixture, at)
        found[fixture.id] = at
    return with_slots(calendar, found)
