"""Calendars that cannot be worked with are refused: unknown names, dates that are none, wishes that lack something."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from rules.kernel.errors import Refused
from tournaments.domain.schedule.breach import READABLE
from tournaments.domain.schedule.calendar import EARLIEST, LATEST, Calendar, ScheduledFixture, Slot, Wish

TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")

TWO_ENTRANTS = ("not_against_before", "never_both_home", "meet_on")
ONE_ENTRANT = ("home_on", "away_on", "no_home_on", "not_on")
NEEDS_WHEN = (*ONE_ENTRANT, "not_against_before", "meet_on")
NEEDS_NUMBER = ("rest_days", "week_limit")


def require_valid(calendar: Calendar) -> None:
    """Refuse a calendar that contradicts itself or names what it does not have."""
    _unique("competitors", (entrant.id for entrant in calendar.competitors))
    _unique("venues", (venue.id for venue in calendar.venues))
    _unique("windows", (str(window.round) for window in calendar.windows))
    _unique("blackouts", (blackout.id for blackout in calendar.blackouts))
    _unique("wishes", (wish.id for wish in calendar.wishes))
    _unique("fixtures", (fixture.id for fixture in calendar.fixtures))
    _venues(calendar)
    _dates(calendar)
    for number, wish in enumerate(calendar.wishes):
        _wish(calendar, wish, f"wishes[{number}]")
    for number, fixture in enumerate(calendar.fixtures):
        _fixture(calendar, fixture, f"fixtures[{number}]")
    _no_cycle(calendar)


def _refused(message: str, field: str, hint: str) -> Refused:
    return Refused("bad_calendar", message, READABLE, field=field, hint=hint)


def _unique(field: str, keys: Iterable[str]) -> None:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            raise _refused(f"{key} is in {field} twice", field, "Remove one of the two, or give it another id.")
        seen.add(key)


def _known(key: str, keys: Iterable[str], field: str, what: str) -> None:
    if key not in keys:
        raise _refused(f"there is no {what} {key}", field, f"Add the {what}, or name another one.")


def _day(day: str, field: str) -> None:
    try:
        found = date.fromisoformat(day).isoformat() == day and EARLIEST <= day <= LATEST
    except ValueError:
        found = False
    if not found:
        raise _refused(f"{day!r} is not a date", field, "Write dates as 2026-05-02.")


def _span(first: str, last: str, field: str) -> None:
    _day(first, field)
    _day(last, field)
    if last < first:
        raise _refused(f"{last} is before {first}", field, "Exchange the two dates.")


def _slot(calendar: Calendar, slot: Slot, field: str) -> None:
    _day(slot.date, f"{field}.date")
    if slot.time and not TIME.fullmatch(slot.time):
        raise _refused(f"{slot.time!r} is not a time", f"{field}.time", "Write times as 19:30, or leave them empty.")
    if slot.venue:
        _known(slot.venue, [venue.id for venue in calendar.venues], f"{field}.venue", "venue")


def _venues(calendar: Calendar) -> None:
    for number, venue in enumerate(calendar.venues):
        if venue.tables < 1:
            raise _refused(f"{venue.name} has no table", f"venues[{number}].tables", "Give it at least one table.")
    for number, entrant in enumerate(calendar.competitors):
        if entrant.venue:
            _known(entrant.venue, [venue.id for venue in calendar.venues], f"competitors[{number}].venue", "venue")


def _dates(calendar: Calendar) -> None:
    for number, slot in enumerate(calendar.slots):
        _slot(calendar, slot, f"slots[{number}]")
    for number, window in enumerate(calendar.windows):
        _span(window.opens, window.deadline, f"windows[{number}]")
    keys = {
        "entrant": [entrant.id for entrant in calendar.competitors],
        "venue": [venue.id for venue in calendar.venues],
    }
    for number, blackout in enumerate(calendar.blackouts):
        _span(blackout.first, blackout.last, f"blackouts[{number}]")
        if blackout.kind in keys:
            _known(blackout.of, keys[blackout.kind], f"blackouts[{number}].of", blackout.kind)


def _wish(calendar: Calendar, wish: Wish, field: str) -> None:
    entrants = [entrant.id for entrant in calendar.competitors]
    if wish.entrant or wish.kind in {*ONE_ENTRANT, *TWO_ENTRANTS}:
        _known(wish.entrant, entrants, f"{field}.entrant", "entrant")
    if wish.kind in TWO_ENTRANTS:
        _known(wish.other, entrants, f"{field}.other", "entrant")
        if wish.other == wish.entrant:
            raise _refused("this wish names one entrant twice", f"{field}.other", "Name another entrant.")
    if wish.kind in NEEDS_WHEN:
        if wish.date:
            _day(wish.date, f"{field}.date")
        elif wish.round < 1:
            raise _refused("this wish names neither a round nor a date", field, "Name a round or a date.")
    if wish.number < (1 if wish.kind in NEEDS_NUMBER else 0):
        raise _refused("this wish names no number", f"{field}.number", "Name a number of at least 1.")
    if wish.weight < 1:
        raise _refused("a weight must be at least 1", f"{field}.weight", "Remove the wish if it does not count.")


def _fixture(calendar: Calendar, fixture: ScheduledFixture, field: str) -> None:
    entrants = [entrant.id for entrant in calendar.competitors]
    for side in fixture.sides:
        _known(side, entrants, field, "entrant")
    if fixture.home and fixture.home == fixture.away:
        raise _refused(f"{fixture.home} plays itself", field, "Name another opponent.")
    if fixture.slot is not None:
        _slot(calendar, fixture.slot, f"{field}.slot")
    keys = [other.id for other in calendar.fixtures]
    for key in fixture.needs:
        _known(key, keys, f"{field}.needs", "fixture")


def _no_cycle(calendar: Calendar) -> None:
    """No fixture may need itself, by whatever way: remove again and again those that need nothing any more."""
    waiting = {fixture.id: set(fixture.needs) for fixture in calendar.fixtures}
    while waiting:
        ready = {key for key, needs in waiting.items() if not needs & waiting.keys()}
        if not ready:
            told = ", ".join(sorted(waiting))
            raise _refused(f"{told} need each other", "fixtures", "Let one of them need none of the others.")
        waiting = {key: needs for key, needs in waiting.items() if key not in ready}
