"""The rules of the calendar as constraints: the same that `tournaments.domain.schedule` checks, in the same words.

Windows, blackouts and home venues leave options out (`options.py`). Here are, in the order in which `placing_model`
adds them: inputs, one game at a time, tables, wishes. Wishes by round are a matter of the draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from tournaments.domain.schedule.calendar import ScheduledFixture, Wish, day_number, week_of
from tournaments.domain.schedule.wish_checks import unwanted, wanted
from tournaments.scheduling.cp_sat import ALWAYS, Demand, Var
from tournaments.scheduling.options import Option, Options, grouped

WISH = 10
"""What an unmet wish costs for each unit of its weight; a game that is played ahead costs 1."""


def placing_model(options: Options) -> None:
    """Add all rules to the model of the options."""
    fixtures = {fixture.id: fixture for fixture in options.calendar.fixtures}
    for fixture in options.calendar.fixtures:
        _inputs(options, fixture, [fixtures[key] for key in fixture.needs])
    _one_game(options)
    _tables(options)
    for wish in options.calendar.wishes:
        demand = Demand(f"wish:{wish.id}", options.names.wish(wish), 0 if wish.hard else wish.weight * WISH)
        if not options.rules.ignores(demand) and not wish.round:
            _WISHES[wish.kind](options, wish, demand)
    for ahead in options.ahead():
        options.rules.pay(1, ahead)


def _inputs(options: Options, fixture: ScheduledFixture, needed: list[ScheduledFixture]) -> None:
    """A fixture begins after those it needs are over, and has no slot while one of them has none."""
    if not needed:
        return
    theirs = options.by_fixture.get(fixture.id, [])
    demand = Demand(f"inputs:{fixture.id}", options.names.inputs(fixture, needed))
    moments = {time for option in options.all if (time := (option.slot.date, option.slot.time))}
    for other in needed:
        before = options.by_fixture.get(other.id, [])
        for moment in sorted(moments):
            _not_after(options, _early(theirs, moment), _late(before, moment), demand)
        if other.id in options.unplaced or not before:
            without = options.unplaced.get(other.id)
            for option in theirs:
                if option.taken is not None:
                    clauses = [~option.taken] if without is None else [~option.taken, ~without]
                    options.rules.model.add_bool_or(clauses)


def _early(options: list[Option], moment: tuple[str, str]) -> list[Option]:
    """Options that begin at a moment or may begin before it."""
    date, time = moment
    return [one for one in options if one.slot.date < date or (one.slot.date == date and one.slot.time <= time)]


def _late(options: list[Option], moment: tuple[str, str]) -> list[Option]:
    """Options that are at a moment or later, or may be: those without a time last all day."""
    date, time = moment
    return [
        one
        for one in options
        if one.slot.date > date or (one.slot.date == date and (one.slot.time >= time or not one.slot.time))
    ]


def _not_after(options: Options, early: list[Option], late: list[Option], demand: Demand) -> None:
    """Not one of the early options and one of the late ones; what stays or is anchored on both sides is let be."""
    stays_early = any(option.taken is None for option in early)
    stays_late = any(option.taken is None for option in late)
    if stays_early and stays_late:
        return
    if stays_early:
        options.none(late, demand)
    elif stays_late:
        options.none(early, demand)
    elif early and late:
        options.at_most(1, [*early, *late], demand)


def _one_game(options: Options) -> None:
    """Nobody plays twice at the same time."""
    for theirs in options.by_side.values():
        for on_date in grouped((option.slot.date, option) for option in theirs).values():
            _together(options, on_date, 1, ALWAYS)


def _tables(options: Options) -> None:
    """No more games at once than a venue has tables."""
    at_venue = grouped((option.slot.venue, option) for option in options.all)
    for venue in options.calendar.venues:
        demand = Demand(f"venue:{venue.id}", options.names.capacity(venue))
        for on_date in grouped((option.slot.date, option) for option in at_venue.get(venue.id, [])).values():
            _together(options, on_date, venue.tables, demand)


def _together(options: Options, on_date: list[Option], limit: int, demand: Demand) -> None:
    """At most so many at any time of a date, and those without a time count at every time."""
    for time in sorted({option.slot.time for option in on_date}):
        if time or all(not option.slot.time for option in on_date):
            options.at_most(limit, [option for option in on_date if option.slot.time in {time, ""}], demand)


# Wishes


def _wanted(options: Options, wish: Wish, demand: Demand) -> None:
    able = [option for option in options.all if wanted(wish, option.fixture) and option.slot.date == wish.date]
    options.some(able, demand)


def _not_wanted(options: Options, wish: Wish, demand: Demand) -> None:
    theirs = options.by_side.get(wish.entrant, [])
    options.none((one for one in theirs if unwanted(wish, one.fixture) and one.slot.date == wish.date), demand)


def _not_before(options: Options, wish: Wish, demand: Demand) -> None:
    theirs = options.by_side.get(wish.entrant, [])
    options.none((one for one in theirs if wish.other in one.fixture.sides and one.slot.date < wish.date), demand)


def _both_home(options: Options, wish: Wish, demand: Demand) -> None:
    """On each date one of the two at most is at home; a date on which one stays is closed to the other."""
    dates = [_home_dates(options, side) for side in (wish.entrant, wish.other)]
    for day in sorted(dates[0].keys() & dates[1].keys()):
        home = [options.either(found[day]) for found in dates]
        anchored = all(any(option.anchored for option in found[day]) for found in dates)
        free = [one for one in home if one is not None]
        if not anchored:
            options.rules.at_most(1, free, len(home) - len(free), demand)


def _home_dates(options: Options, side: str) -> dict[str, list[Option]]:
    theirs = options.by_side.get(side, [])
    return grouped((option.slot.date, option) for option in theirs if option.fixture.home == side)


def _sides(options: Options, wish: Wish) -> Iterable[list[Option]]:
    return [theirs for side, theirs in options.by_side.items() if wish.entrant in {side, ""}]


def _rest(options: Options, wish: Wish, demand: Demand) -> None:
    """One game at most in as many days as there are free ones, and one more."""
    for theirs in _sides(options, wish):
        by_day = grouped((day_number(option.slot.date), option) for option in theirs)
        for first in sorted(by_day):
            days = (by_day.get(day, []) for day in range(first, first + wish.number + 1))
            options.at_most(1, list(chain.from_iterable(days)), demand)


def _week(options: Options, wish: Wish, demand: Demand) -> None:
    for theirs in _sides(options, wish):
        for in_week in grouped((week_of(option.slot.date), option) for option in theirs).values():
            options.at_most(wish.number, in_week, demand)


def _last_together(options: Options, wish: Wish, demand: Demand) -> None:
    """One moment at most is that of a game of the last round."""
    last = max((fixture.round for fixture in options.calendar.fixtures), default=0)
    games = [option for option in options.all if option.fixture.round == last]
    moments = grouped(((option.slot.date, option.slot.time), option) for option in games)
    played: list[Var | None] = [options.either(moments[moment]) for moment in sorted(moments)]
    free = [moment for moment in played if moment is not None]
    stay = len(played) - len(free)
    anchored = sum(any(option.anchored for option in found) for found in moments.values())
    options.rules.at_most(max(1, stay + anchored), free, stay, demand)


_WISHES: dict[str, Callable[[Options, Wish, Demand], None]] = {
    "home_on": _wanted,
    "away_on": _wanted,
    "meet_on": _wanted,
    "no_home_on": _not_wanted,
    "not_on": _not_wanted,
    "not_against_before": _not_before,
    "never_both_home": _both_home,
    "rest_days": _rest,
    "week_limit": _week,
    "last_together": _last_together,
}
