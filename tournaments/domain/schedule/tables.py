"""The next free table of a matchday, preferably one where neither side has played (KERNEL-TOUR-71)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tournaments.domain.schedule.breach import dated
from tournaments.domain.schedule.calendar import Calendar, ScheduledFixture, Slot, same_time


class Assigned(NamedTuple):
    """A table and why this one; 0 where all are taken."""

    table: int
    reason: str


def next_free_table(calendar: Calendar, fixture: ScheduledFixture, slot: Slot) -> Assigned:
    """The table of the slot's venue for a fixture: the lowest free one where neither side has played.

    Where none is fresh, the one where the two have played the fewest games, then the lowest.
    """
    others = (game for game in dated(calendar.fixtures) if game.fixture.id != fixture.id)
    games = [game for game in others if game.slot.venue == slot.venue]
    taken = {game.slot.table for game in games if same_time(game.slot, slot)}
    tables = next((venue.tables for venue in calendar.venues if venue.id == slot.venue), 0)
    free = [table for table in range(1, tables + 1) if table not in taken]
    if not free:
        return Assigned(0, f"all {tables} tables are taken")
    played = {
        table: sum(len({*game.fixture.sides} & {*fixture.sides}) for game in games if game.slot.table == table)
        for table in free
    }
    best = min(free, key=lambda table: (played[table], table))
    if played[best]:
        return Assigned(best, f"no free table is new to both; the fewest games of theirs at this one: {played[best]}")
    return Assigned(best, "the first free table that is new to both")


def with_tables(calendar: Calendar) -> Calendar:
    """The calendar with a table for every game at a venue that has none, in order of date, time, round and id.

    Tables that are named, and fixtures that stay where they are, are left alone. Where no table is free it stays open.
    """
    for fixture, slot in tuple(dated(calendar.fixtures)):
        if slot.table or not slot.venue or fixture.fixed:
            continue
        at = msgspec.structs.replace(slot, table=next_free_table(calendar, fixture, slot).table)
        changed = msgspec.structs.replace(fixture, slot=at)
        fixtures = tuple(changed if one.id == fixture.id else one for one in calendar.fixtures)
        calendar = msgspec.structs.replace(calendar, fixtures=fixtures)
    return calendar
