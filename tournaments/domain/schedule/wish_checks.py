"""Which wishes a schedule does not meet. A wish that undated fixtures could still meet is not told yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from tournaments.domain.schedule.breach import LAST_ROUND, REST, WEEK, WISHES, Breach, Dated, dated
from tournaments.domain.schedule.calendar import Calendar, ScheduledFixture, Wish, days_between, in_words, week_of
from tournaments.domain.schedule.words import Names

RULES = {"rest_days": REST, "week_limit": WEEK, "last_together": LAST_ROUND}

Unmet = Iterator[tuple[str, Iterable[ScheduledFixture]]]
"""What is wrong, and the fixtures at fault."""


def wish_breaches(calendar: Calendar, names: Names) -> Iterator[Breach]:
    """The wishes that are not met, in their order; hard ones as hard breaches."""
    for wish in calendar.wishes:
        for wrong, fixtures in _CHECKS[wish.kind](calendar, wish, names):
            words = f"{names.wish(wish)}: {wrong}"
            ids = tuple(fixture.id for fixture in fixtures)
            yield Breach(RULES.get(wish.kind, WISHES), words, ids, wish.hard, wish.id)


def then(wish: Wish, fixture: ScheduledFixture) -> bool | None:
    """Whether a fixture is in the round or on the date of a wish; None: it has no date yet."""
    if wish.round:
        return fixture.round == wish.round
    return None if fixture.slot is None else fixture.slot.date == wish.date


def _wanted(calendar: Calendar, wish: Wish, names: Names) -> Unmet:
    """At home then, away then, or the two meet then: unmet where none of the fixtures that could is."""
    able = [fixture for fixture in calendar.fixtures if wanted(wish, fixture)]
    if not any(then(wish, fixture) is not False for fixture in able):
        instead = [fixture for fixture in calendar.fixtures if wish.entrant in fixture.sides and then(wish, fixture)]
        yield _instead(instead, names), instead


def wanted(wish: Wish, fixture: ScheduledFixture) -> bool:
    """Whether a fixture is one that a wish for something wants then."""
    if wish.kind == "meet_on":
        return {wish.entrant, wish.other} == {fixture.home, fixture.away}
    return wish.entrant == (fixture.home if wish.kind == "home_on" else fixture.away)


def unwanted(wish: Wish, fixture: ScheduledFixture) -> bool:
    """Whether a fixture is one that a wish against something does not want then."""
    return wish.entrant == fixture.home if wish.kind == "no_home_on" else wish.entrant in fixture.sides


def _instead(fixtures: list[ScheduledFixture], names: Names) -> str:
    return ", ".join(names.fixture(fixture) for fixture in fixtures) if fixtures else "no game then"


def _not_wanted(calendar: Calendar, wish: Wish, names: Names) -> Unmet:
    for fixture in calendar.fixtures:
        if unwanted(wish, fixture) and then(wish, fixture):
            yield names.fixture(fixture), [fixture]


def too_early(wish: Wish, fixture: ScheduledFixture) -> bool:
    """Whether the two of a wish meet earlier than they should."""
    if {wish.entrant, wish.other} != {fixture.home, fixture.away}:
        return False
    if wish.round:
        return fixture.round < wish.round
    return fixture.slot is not None and fixture.slot.date < wish.date


def _not_before(calendar: Calendar, wish: Wish, names: Names) -> Unmet:
    for fixture in calendar.fixtures:
        if too_early(wish, fixture):
            on = f" on {in_words(fixture.slot.date)}" if fixture.slot else ""
            yield f"{names.fixture(fixture)}{on}", [fixture]


def _both_home(calendar: Calendar, wish: Wish, names: Names) -> Unmet:
    at_home: dict[str | int, list[ScheduledFixture]] = defaultdict(list)
    for fixture in calendar.fixtures:
        if fixture.home in {wish.entrant, wish.other}:
            at_home[fixture.slot.date if fixture.slot else fixture.round].append(fixture)
    for when, fixtures in at_home.items():
        if len({fixture.home for fixture in fixtures}) > 1:
            on = in_words(when) if isinstance(when, str) else f"round {when}"
            yield f"both in {on}" if isinstance(when, int) else f"both on {on}", fixtures


def _games_of(calendar: Calendar, wish: Wish) -> dict[str, list[Dated]]:
    """The dated games of the entrants that a wish is about, each in order of date."""
    games: dict[str, list[Dated]] = {}
    for game in dated(calendar.fixtures):
        for side in game.fixture.sides:
            if wish.entrant in {side, ""}:
                games.setdefault(side, []).append(game)
    return dict(sorted(games.items()))


def _rest(calendar: Calendar, wish: Wish, names: Names) -> Unmet:
    for side, games in _games_of(calendar, wish).items():
        for game, following in pairwise(games):
            if days_between(game.slot.date, following.slot.date) <= wish.number:
                when = f"{in_words(game.slot.date)} and {in_words(following.slot.date)}"
                yield f"{names.entrant(side)} plays on {when}", [game.fixture, following.fixture]


def _week(calendar: Calendar, wish: Wish, names: Names) -> Unmet:
    for side, games in _games_of(calendar, wish).items():
        weeks: dict[str, list[ScheduledFixture]] = defaultdict(list)
        for fixture, slot in games:
            weeks[week_of(slot.date)].append(fixture)
        for monday, fixtures in weeks.items():
            if len(fixtures) > wish.number:
                yield f"{names.entrant(side)} plays {len(fixtures)} in the week of {in_words(monday)}", fixtures


def _together(calendar: Calendar, wish: Wish, names: Names) -> Unmet:
    last = max((fixture.round for fixture in calendar.fixtures), default=0)
    games = [game for game in dated(calendar.fixtures) if game.fixture.round == last]
    moments = sorted({names.moment(game.slot) for game in games})
    if len(moments) > 1:
        yield f"round {last} is played {', '.join(moments)}", [game.fixture for game in games]


_CHECKS: dict[str, Callable[[Calendar, Wish, Names], Unmet]] = {
    "home_on": _wanted,
    "away_on": _wanted,
    "meet_on": _wanted,
    "no_home_on": _not_wanted,
    "not_on": _not_wanted,
    "not_against_before": _not_before,
    "never_both_home": _both_home,
    "rest_days": _rest,
    "week_limit": _week,
    "last_together": _together,
}
