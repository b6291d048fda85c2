"""The calendar of a stage: dates, venues, rules, wishes, and the fixtures that are to be placed in it.

Dates are ISO text ("2026-05-02"), times "HH:MM" or empty: some time that day. A slot whose time is empty overlaps
with every other one of its date.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

import msgspec

BlackoutKind = Literal["tournament", "entrant", "venue"]
WishKind = Literal[
    "home_on",
    "away_on",
    "no_home_on",
    "not_on",
    "not_against_before",
    "never_both_home",
    "meet_on",
    "rest_days",
    "week_limit",
    "last_together",
]
FixtureStatus = Literal["draft", "published", "played"]

FIXED: tuple[FixtureStatus, ...] = ("published", "played")
EARLIEST, LATEST = "1900-01-01", "2199-12-31"
"""Dates beyond these are none, for calendars."""
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Venue(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Where fixtures are played; `tables`: how many at once."""

    id: str
    name: str
    tables: int = 1


class Slot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """When and where. Without a venue: wherever the two agree on; `table` 0: any table of the venue."""

    date: str
    time: str = ""
    venue: str = ""
    table: int = 0


class RoundWindow(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The first and the last date of a round. With `play_ahead` its fixtures may be played earlier, too."""

    round: int
    opens: str
    deadline: str
    play_ahead: bool = False


class Blackout(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Dates on which nobody plays, an entrant does not, or nothing is played at a venue; `of`: which one."""

    id: str
    kind: BlackoutKind
    first: str
    last: str
    of: str = ""
    label: str = ""


class Wish(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What somebody wants of the calendar. `hard`: it must be met; otherwise `weight` says how much it counts.

    * `home_on`, `away_on`, `no_home_on`, `not_on`: the entrant plays at home, away, not at home, or not at all in that
      `round`, or on that `date` where no round is named.
    * `not_against_before`: the two do not meet before that round or date. `meet_on`: they meet in it or on it.
    * `never_both_home`: the two share a venue and are never both at home on one date (of undated fixtures: in a round).
    * `rest_days`: `number` free days between two games, `week_limit`: at most `number` games from Monday to Sunday; of
      the entrant, or of everybody where none is named.
    * `last_together`: the last round begins everywhere on one date at one time.
    """

    id: str
    kind: WishKind
    entrant: str = ""
    other: str = ""
    round: int = 0
    date: str = ""
    number: int = 0
    label: str = ""
    weight: int = 1
    hard: bool = False


class Competitor(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entrant as the calendar sees it; `venue` is where its home games are played, empty: anywhere."""

    id: str
    name: str
    venue: str = ""


class ScheduledFixture(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A fixture with its slot, if it has one. A side that is not known yet is empty.

    `needs`: fixtures that must be over before this one begins, since they decide who plays it. `neutral`: it need not
    be played at the venue of its home side. `others`: who else plays it, where more than two sides meet.
    """

    id: str
    round: int
    home: str = ""
    away: str = ""
    needs: tuple[str, ...] = ()
    slot: Slot | None = None
    status: FixtureStatus = "draft"
    neutral: bool = False
    others: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[str, ...]:
        """Who plays it, as far as that is known."""
        return tuple(side for side in (self.home, self.away, *self.others) if side)

    @property
    def fixed(self) -> bool:
        """Whether it stays where it is."""
        return self.slot is not None and self.status in FIXED


class Calendar(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All that a schedule is made of and judged by. `slots` are offered, each with all tables of its venue."""

    competitors: tuple[Competitor, ...] = ()
    venues: tuple[Venue, ...] = ()
    slots: tuple[Slot, ...] = ()
    windows: tuple[RoundWindow, ...] = ()
    blackouts: tuple[Blackout, ...] = ()
    wishes: tuple[Wish, ...] = ()
    fixtures: tuple[ScheduledFixture, ...] = ()


def with_slots(calendar: Calendar, slots: dict[str, Slot | None]) -> Calendar:
    """The calendar with other slots for the fixtures named."""
    moved = tuple(
        msgspec.structs.replace(fixture, slot=slots[fixture.id]) if fixture.id in slots else fixture
        for fixture in calendar.fixtures
    )
    return msgspec.structs.replace(calendar, fixtures=moved)


def round_windows(
    first: str, rounds: int, *, every: int = 7, days: int = 1, play_ahead: bool = False
) -> tuple[RoundWindow, ...]:
    """A window of so many days for each round, one `every` so many days.

    >>> [window.opens for window in round_windows("2026-05-02", 3)]
    ['2026-05-02', '2026-05-09', '2026-05-16']
    """
    return tuple(
        RoundWindow(number + 1, later(first, number * every), later(first, number * every + days - 1), play_ahead)
        for number in range(rounds)
    )


def later(day: str, days: int) -> str:
    """The date so many days later.

    >>> later("2026-02-27", 2)
    '2026-03-01'
    """
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


@lru_cache(maxsize=4096)
def day_number(day: str) -> int:
    """The number of a date, to count days with."""
    return date.fromisoformat(day).toordinal()


def days_between(day: str, other: str) -> int:
    """How many days the second date is later than the first."""
    return day_number(other) - day_number(day)


def week_of(day: str) -> str:
    """The Monday of a date's week.

    >>> week_of("2026-05-03")
    '2026-04-27'
    """
    return later(day, -date.fromisoformat(day).weekday())


def in_words(day: str) -> str:
    """A date as people read it.

    >>> in_words("2026-05-02")
    'Sat 2026-05-02'
    """
    return f"{WEEKDAYS[date.fromisoformat(day).weekday()]} {day}"


def same_time(slot: Slot, other: Slot) -> bool:
    """Whether two slots overlap: one date, and one time or a time that is open."""
    return slot.date == other.date and (slot.time == other.time or not slot.time or not other.time)


def before(slot: Slot, other: Slot) -> bool:
    """Whether the first is certainly earlier than the second."""
    if slot.date != other.date:
        return slot.date < other.date
    return bool(slot.time and other.time and slot.time < other.time)


def blocks(blackout: Blackout, slot: Slot, sides: Iterable[str]) -> bool:
    """Whether a blackout forbids these sides to play in that slot."""
    if not blackout.first <= slot.date <= blackout.last:
        return False
    if blackout.kind == "tournament":
        return True
    return blackout.of == slot.venue if blackout.kind == "venue" else blackout.of in sides
