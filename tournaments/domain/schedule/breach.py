"""The numbers of the calendar's rules, and what breaking one of them is told as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tournaments.domain.schedule.calendar import ScheduledFixture, Slot

INPUTS = "KERNEL-TOUR-60"
WINDOWS = "KERNEL-TOUR-61"
BLACKOUTS = "KERNEL-TOUR-62"
TABLES = "KERNEL-TOUR-63"
ONE_GAME = "KERNEL-TOUR-64"
REST = "KERNEL-TOUR-65"
WEEK = "KERNEL-TOUR-66"
LAST_ROUND = "KERNEL-TOUR-67"
HOME_VENUE = "KERNEL-TOUR-68"
WISHES = "KERNEL-TOUR-69"
FIXED = "KERNEL-TOUR-70"
FRESH_TABLE = "KERNEL-TOUR-71"
CONFLICT = "KERNEL-TOUR-72"
READABLE = "KERNEL-TOUR-73"


class Breach(NamedTuple):
    """A rule that a schedule breaks, in words, and by which fixtures. `hard`: the schedule must not be published so.

    `cause`: the wish or blackout that it goes back to, where there is one.
    """

    rule: str
    words: str
    fixtures: tuple[str, ...]
    hard: bool = True
    cause: str = ""


class Dated(NamedTuple):
    """A fixture that has a slot."""

    fixture: ScheduledFixture
    slot: Slot


def dated(fixtures: Iterable[ScheduledFixture]) -> Iterator[Dated]:
    """The fixtures that have a slot, in order of date and time."""
    found = [Dated(fixture, fixture.slot) for fixture in fixtures if fixture.slot is not None]
    return iter(sorted(found, key=lambda one: (one.slot.date, one.slot.time, one.fixture.round, one.fixture.id)))
