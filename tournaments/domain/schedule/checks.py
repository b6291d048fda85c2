"""Every rule of the calendar over any schedule: a draft, one edited by hand, a published one.

`breaches` lists what is broken, hard rules first. A fixture without a slot breaks nothing: `quality` counts it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from tournaments.domain.schedule.breach import (
    BLACKOUTS,
    FIXED,
    HOME_VENUE,
    INPUTS,
    ONE_GAME,
    TABLES,
    WINDOWS,
    Breach,
    Dated,
    dated,
)
from tournaments.domain.schedule.calendar import Calendar, Slot, before, blocks, in_words, same_time
from tournaments.domain.schedule.wish_checks import wish_breaches
from tournaments.domain.schedule.words import Names


def breaches(calendar: Calendar) -> tuple[Breach, ...]:
    """All that the schedule breaks: hard rules first, then wishes, each in the order of the rules.

    The calendar is one that `valid.require_valid` lets pass.
    """
    names, games = Names(calendar), tuple(dated(calendar.fixtures))
    found = [
        *_inputs(calendar, games, names),
        *_windows(calendar, games, names),
        *_blackouts(calendar, games, names),
        *_tables(calendar, games, names),
        *_one_game(games, names),
        *_home_venues(calendar, games, names),
        *wish_breaches(calendar, names),
    ]
    return tuple(sorted(found, key=lambda breach: not breach.hard))


def moved_fixtures(published: Calendar, edited: Calendar) -> tuple[Breach, ...]:
    """Published and played fixtures that an edit has moved or lost."""
    names, now = Names(published), {fixture.id: fixture for fixture in edited.fixtures}
    found = []
    for fixture, slot in dated(published.fixtures):
        after = now.get(fixture.id)
        if fixture.fixed and (after is None or after.slot != slot):
            where = f"now {names.slot(after.slot)}" if after and after.slot else "now without a date"
            words = f"{names.fixture(fixture)} is {fixture.status} for {names.slot(slot)}, {where}"
            found.append(Breach(FIXED, words, (fixture.id,)))
    return tuple(found)


def _inputs(calendar: Calendar, games: tuple[Dated, ...], names: Names) -> Iterator[Breach]:
    """No fixture before those that decide who plays it."""
    fixtures = {fixture.id: fixture for fixture in calendar.fixtures}
    for fixture, slot in games:
        for key in fixture.needs:
            needed = fixtures[key]
            ids = (fixture.id, key)
            if needed.slot is None:
                words = (
                    f"{names.fixture(fixture)} has a date; {names.fixture(needed)} decides who plays it and has none"
                )
                yield Breach(INPUTS, words, ids)
            elif not before(needed.slot, slot):
                words = (
                    f"{names.fixture(fixture)} on {names.moment(slot)} is not after {names.fixture(needed)} on "
                    f"{names.moment(needed.slot)}, which decides who plays it"
                )
                yield Breach(INPUTS, words, ids)


def _windows(calendar: Calendar, games: tuple[Dated, ...], names: Names) -> Iterator[Breach]:
    """Within the dates of the round, or before them where playing ahead is allowed."""
    windows = {window.round: window for window in calendar.windows}
    for fixture, slot in games:
        window = windows.get(fixture.round)
        if window is None:
            continue
        told = f"{names.fixture(fixture)} on {names.moment(slot)}"
        if slot.date > window.deadline:
            words = f"{told} is after the deadline of its round, {in_words(window.deadline)}"
            yield Breach(WINDOWS, words, (fixture.id,))
        elif slot.date < window.opens and not window.play_ahead:
            yield Breach(WINDOWS, f"{told} is before its round opens, {in_words(window.opens)}", (fixture.id,))


def _blackouts(calendar: Calendar, games: tuple[Dated, ...], names: Names) -> Iterator[Breach]:
    for blackout in calendar.blackouts:
        for fixture, slot in games:
            if blocks(blackout, slot, fixture.sides):
                words = f"{names.fixture(fixture)} on {names.moment(slot)}: {names.blackout(blackout)}"
                yield Breach(BLACKOUTS, words, (fixture.id,), cause=blackout.id)


def _tables(calendar: Calendar, games: tuple[Dated, ...], names: Names) -> Iterator[Breach]:
    """No more games at once than a venue has tables, and one game a table."""
    tables = {venue.id: venue.tables for venue in calendar.venues}
    at_venue: dict[tuple[str, str], list[Dated]] = defaultdict(list)
    for game in games:
        if game.slot.venue:
            at_venue[game.slot.date, game.slot.venue].append(game)
    for (_, venue), there in sorted(at_venue.items()):
        for time in sorted({game.slot.time for game in there}):
            moment = Slot(there[0].slot.date, time, venue)
            together = [game for game in there if game.slot.time in {time, ""}]
            if len(together) > tables[venue]:
                words = f"{len(together)} games at {names.slot(moment).replace(' at ', ', ')}: it has {tables[venue]}"
                words = f"{words} {'table' if tables[venue] == 1 else 'tables'}"
                yield Breach(TABLES, words, _ids(together))
        yield from _one_table(there, tables[venue], names)


def _one_table(there: list[Dated], tables: int, names: Names) -> Iterator[Breach]:
    for game in there:
        if game.slot.table > tables:
            words = f"{names.fixture(game.fixture)}: {names.slot(game.slot)}: there are {tables}"
            yield Breach(TABLES, words, (game.fixture.id,))
    for game, other in combinations(there, 2):
        if game.slot.table and game.slot.table == other.slot.table and same_time(game.slot, other.slot):
            both = f"{names.fixture(game.fixture)} and {names.fixture(other.fixture)}"
            yield Breach(TABLES, f"{both}: both at {names.slot(game.slot)}", _ids([game, other]))


def _one_game(games: tuple[Dated, ...], names: Names) -> Iterator[Breach]:
    """Nobody plays twice at the same time."""
    on_date: dict[tuple[str, str], list[Dated]] = defaultdict(list)
    for game in games:
        for side in game.fixture.sides:
            on_date[game.slot.date, side].append(game)
    for (_, side), theirs in sorted(on_date.items()):
        for game, other in combinations(theirs, 2):
            if same_time(game.slot, other.slot):
                both = f"{names.fixture(game.fixture)} and {names.fixture(other.fixture)}"
                words = f"{names.entrant(side)} plays twice on {names.moment(other.slot)}: {both}"
                yield Breach(ONE_GAME, words, _ids([game, other]))


def _home_venues(calendar: Calendar, games: tuple[Dated, ...], names: Names) -> Iterator[Breach]:
    """Home games at the venue of the home side."""
    homes = {entrant.id: entrant.venue for entrant in calendar.competitors}
    for fixture, slot in games:
        venue = homes.get(fixture.home, "")
        if venue and slot.venue and slot.venue != venue and not fixture.neutral:
            told = f"{names.fixture(fixture)} is at {names.venue(slot.venue)}"
            words = f"{told}; {names.entrant(fixture.home)} plays at home at {names.venue(venue)}"
            yield Breach(HOME_VENUE, words, (fixture.id,))


def _ids(games: list[Dated]) -> tuple[str, ...]:
    return tuple(game.fixture.id for game in games)
