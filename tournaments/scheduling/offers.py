"""The slots that fixtures may be given."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tournaments.domain.schedule.calendar import Calendar, ScheduledFixture, Slot, later


def offered(calendar: Calendar) -> tuple[Slot, ...]:
    """The slots offered, each once and in order; where none are, every date of every window."""
    return _offered(calendar.slots or tuple(_window_dates(calendar)))


@lru_cache(maxsize=32)
def _offered(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    found = {(slot.date, slot.time, slot.venue) for slot in slots}
    return tuple(Slot(*parts) for parts in sorted(found))


def _window_dates(calendar: Calendar) -> list[Slot]:
    found = []
    for window in calendar.windows:
        day = window.opens
        while day <= window.deadline:
            found.append(Slot(day))
            day = later(day, 1)
    return found


def slots_for(calendar: Calendar, fixture: ScheduledFixture, venue: str) -> tuple[Slot, ...]:
    """The slots offered to a fixture of a home side with that venue: where a slot names no venue, it is there."""
    return _with_venue(offered(calendar), "" if fixture.neutral else venue)


@lru_cache(maxsize=256)
def _with_venue(slots: tuple[Slot, ...], venue: str) -> tuple[Slot, ...]:
    found = (slot if slot.venue or not venue else msgspec.structs.replace(slot, venue=venue) for slot in slots)
    return tuple(dict.fromkeys(found))
