"""The calendar: fixtures by date, deadlines, and what has no date yet."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponseBase

from tournaments.domain.state import Fixture
from tournaments.pages.fixture_lines import FixtureLine, lines_of
from tournaments.pages.request_context import TournamentPage, answer, at_tournament, for_anybody
from tournaments.pages.tabs import header


class Day(NamedTuple):
    """A date with what is played on it, and what is due on it at the latest."""

    date: str
    words: str
    today: bool
    past: bool
    played: Sequence[FixtureLine]
    due: Sequence[FixtureLine]


@for_anybody
def calendar_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponseBase:
    """What is played when."""
    return answer(request, at_tournament(request, tournament_id), "tournaments/calendar.html", _context)


def _context(page: TournamentPage) -> dict[str, Any]:
    wanted = [one for one in page.tournament.fixtures.values() if one.bye is None and not _nobody(one)]
    lines = lines_of(page, wanted)
    played: dict[str, list[FixtureLine]] = {}
    due: dict[str, list[FixtureLine]] = {}
    for line in lines:
        fixture = line.fixture
        if fixture.slot is not None:
            played.setdefault(fixture.slot.date, []).append(line)
        elif fixture.deadline and fixture.result is None:
            due.setdefault(fixture.deadline, []).append(line)
    days = [
        Day(
            day,
            words_of(day),
            day == page.today,
            day < page.today,
            sorted(
                played.get(day, ()), key=lambda line: (line.fixture.slot.time if line.fixture.slot else "", line.when)
            ),
            due.get(day, ()),
        )
        for day in sorted({*played, *due, *([page.today] if played or due else [])})
    ]
    undated = [
        line
        for line in lines
        if line.fixture.slot is None and not line.fixture.deadline and line.fixture.result is None
    ]
    return header(page, "calendar") | {"days": days, "undated": undated, "free": list(_kept_free(page))}


def _kept_free(page: TournamentPage) -> Iterator[tuple[str, str]]:
    """Dates that are kept free, as (when, what for)."""
    venues = {one.id: one.name for one in page.tournament.venues}
    for one in sorted(page.tournament.blackouts, key=lambda each: each.first):
        when = words_of(one.first)
        if one.last and one.last != one.first:
            when = f"{when} to {words_of(one.last)}"
        whose = {"entrant": page.name(one.of), "venue": venues.get(one.of, one.of)}.get(one.kind, "")
        yield when, ": ".join(part for part in (whose, one.label) if part)


def _nobody(fixture: Fixture) -> bool:
    return fixture.result is not None and fixture.result.decided == "pairing"


def words_of(day: str) -> str:
    """A date as people read it.

    >>> words_of("2026-12-05"), words_of("soon")
    ('Saturday, 5 December 2026', 'soon')
    """
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return day
    return f"{found:%A}, {found.day} {found:%B} {found.year}"
