"""Fixtures by round, as a cross table, of one entrant; and the page of one fixture with its forms."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from campaigns.models import Hero
from tournaments.domain.stage_rules import BRACKETS, FORMATS
from tournaments.domain.standings.results import BYES
from tournaments.domain.state import Fixture, Report, Stage
from tournaments.pages import offers
from tournaments.pages.fixture_lines import FixtureLine, line_of, lines_of, watched
from tournaments.pages.request_context import Offers, TournamentPage, answer, at_tournament, for_anybody
from tournaments.pages.table import started
from tournaments.pages.tabs import header
from tournaments.wording import listed, result_in_words
from web.errors import NotThere, Unreadable
from web.pages.guard import whole_number

SHOWS = {"won": "won", "drawn": "drawn", "lost": "lost", "played": "played", "open": "to be played"}


class RoundLines(NamedTuple):
    """The fixtures of a round, of a group of it where the stage has groups."""

    stage: Stage
    number: int
    group: str
    draft: bool
    lines: Sequence[FixtureLine]
    over: int


class GridCell(NamedTuple):
    """What came of a row's entrant against a column's, meeting by meeting; `own`: the two are one."""

    meetings: Sequence[tuple[str, str, str]]
    """Mark, words and address."""
    own: bool


class Grid(NamedTuple):
    """A cross table: everybody against everybody."""

    group: str
    heads: Sequence[tuple[str, str]]
    rows: Sequence[tuple[str, str, Sequence[GridCell]]]


@for_anybody
def fixtures_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponseBase:
    """The fixtures of a stage by round or as a grid, or those of one entrant."""
    return answer(
        request, at_tournament(request, tournament_id), "tournaments/fixtures.html", partial(_context, request)
    )


def _context(request: HttpRequest, page: TournamentPage) -> dict[str, Any]:
    stages = started(page)
    stage = _stage(page, stages, request.GET.get("stage", ""))
    number = whole_number(request.GET, "round")
    entrant, show = request.GET.get("entrant", ""), request.GET.get("show", "")
    if entrant and entrant not in page.tournament.entrants:
        raise Unreadable("there is no such entrant", "entrant")
    if show and show not in SHOWS:
        raise Unreadable("there is no such choice", "show")
    if number is not None and (stage is None or number not in stage.rounds):
        raise Unreadable("there is no such round", "round")
    grid = request.GET.get("view") == "grid" and stage is not None and stage.format not in BRACKETS
    rounds = [] if stage is None or grid else list(_rounds(page, stage, number, entrant, show))
    return header(page, "fixtures") | {
        "stages": stages,
        "stage": stage,
        "format": FORMATS[stage.format] if stage is not None else "",
        "numbers_of_rounds": [one for one in sorted(stage.rounds) if _seen(page, stage, one)] if stage else [],
        "number": number,
        "rounds": rounds,
        "grid": grid,
        "grids": list(_grids(page, stage)) if grid and stage is not None else [],
        "may_grid": stage is not None and stage.format not in BRACKETS,
        "entrant": entrant,
        "entrant_name": page.name(entrant) if entrant else "",
        "show": SHOWS.get(show, ""),
    }


def _stage(page: TournamentPage, stages: Sequence[Stage], name: str) -> Stage | None:
    if name:
        found = next((one for one in stages if one.id == name), None)
        if found is None:
            raise Unreadable("there is no such stage, or it has not begun", "stage")
        return found
    running = [one for one in stages if one.status == "running"]
    return running[0] if running else stages[-1] if stages else None


def _seen(page: TournamentPage, stage: Stage, number: int) -> bool:
    return page.organizes or stage.rounds.get(number) == "published"


def _rounds(page: TournamentPage, stage: Stage, number: int | None, entrant: str, show: str) -> Iterator[RoundLines]:
    wanted = [one for one in sorted(stage.rounds) if number in (None, one) and _seen(page, stage, one)]
    fixtures = [one for one in page.tournament.fixtures_of(stage.id) if one.round in wanted]
    fixtures = [one for one in fixtures if (not entrant or entrant in one.sides) and _fits(one, entrant, show)]
    lines = lines_of(page, fixtures)
    for one in wanted:
        there = [line for line in lines if line.fixture.round == one]
        for group in dict.fromkeys(line.fixture.group for line in there):
            own = [line for line in there if line.fixture.group == group]
            over = sum(line.fixture.result is not None for line in own)
            yield RoundLines(stage, one, group, stage.rounds[one] == "draft", own, over)


def _fits(fixture: Fixture, entrant: str, show: str) -> bool:
    if not show:
        return True
    result = fixture.result
    if show == "open":
        return result is None
    if result is None or result.kind == "void" or result.kind in BYES:
        return False
    if show == "played" or not entrant:
        return True
    return _outcome(fixture, entrant) == show


def _outcome(fixture: Fixture, entrant: str) -> str:
    """How a fixture that has a result came out for one of its sides."""
    result = fixture.result
    if result is None:
        return ""
    if result.kind == "double_forfeit":
        return "lost"
    place = result.places.get(entrant)
    others = [other for side, other in result.places.items() if side != entrant]
    if place is None or not others:
        return ""
    return "drawn" if place == min(others) else "won" if place < min(others) else "lost"


# The grid

MARKS = {"won": "W", "drawn": "D", "lost": "L"}


def _grids(page: TournamentPage, stage: Stage) -> Iterator[Grid]:
    meetings: dict[tuple[str, str], list[Fixture]] = {}
    for fixture in page.tournament.fixtures_of(stage.id):
        if page.published(fixture):
            for one in fixture.sides:
                for other in fixture.sides:
                    if one and other and one != other:
                        meetings.setdefault((one, other), []).append(fixture)
    for group, entrants in (stage.groups or {"": stage.entrants}).items():
        yield Grid(
            group,
            [(str(place), page.name(one)) for place, one in enumerate(entrants, 1)],
            [
                (
                    one,
                    page.name(one),
                    [
                        GridCell([_met(page, fixture, one) for fixture in meetings.get((one, other), ())], one == other)
                        for other in entrants
                    ],
                )
                for one in entrants
            ],
        )


def _met(page: TournamentPage, fixture: Fixture, entrant: str) -> tuple[str, str, str]:
    address = reverse("tournaments:fixture", args=[page.id, fixture.id])
    result = fixture.result
    if result is None:
        return f"R{fixture.round}", f"Round {fixture.round}, to be played", address
    outcome = _outcome(fixture, entrant)
    scores = [
        str(result.scores[side])
        for side in sorted(fixture.sides, key=lambda side: side != entrant)
        if side in result.scores
    ]
    mark = MARKS.get(outcome, "void" if result.kind == "void" else "·")
    if len(scores) == 2 and result.kind == "played":
        mark = f"{mark} {scores[0]}:{scores[1]}"
    elif result.kind in ("forfeit", "double_forfeit"):
        mark = f"{mark} ff"
    return mark, f"Round {fixture.round}: {result_in_words(page.tournament, fixture)}", address


# One fixture


class LineupLine(NamedTuple):
    """The line-up of a side, for who may see it; `named` alone for others."""

    side: str
    name: str
    named: bool
    heroes: Sequence[str]
    hidden: str


class ReportLine(NamedTuple):
    """What one side has reported."""

    side: str
    words: str
    note: str


@for_anybody
def fixture_page(request: HttpRequest, tournament_id: uuid.UUID, fixture: str) -> HttpResponseBase:
    """One fixture: how it stands and why, games, line-ups, reports, evidence, and what one may do."""
    page = at_tournament(request, tournament_id)
    _fixture(page, fixture)
    return answer(
        request, page, "tournaments/fixture.html", partial(_fixture_context, fixture), partial(fixture_offers, fixture)
    )


def _fixture(page: TournamentPage, name: str) -> Fixture:
    found = page.tournament.fixtures.get(name)
    if found is None or not page.sees(found):
        raise NotThere("fixture")
    return found


def fixture_offers(name: str, page: TournamentPage) -> Offers:
    """By place on the page the forms of a fixture."""
    return offers.about_fixture(page, _fixture(page, name))


def _fixture_context(name: str, page: TournamentPage) -> dict[str, Any]:
    fixture = _fixture(page, name)
    party = page.organizes or bool(page.own & {*fixture.sides})
    stage = page.tournament.stages[fixture.stage]
    return header(page, "fixtures") | {
        "line": line_of(page, fixture, watched(page, [fixture])),
        "fixture": fixture,
        "stage": stage,
        "best_of": stage.rules.best_of,
        "party": party,
        "lineups": list(_lineups(page, fixture)),
        "reports": [_report(page, fixture, side, one) for side, one in fixture.reports.items()] if party else [],
        "evidence": fixture.evidence if party else (),
        "note": fixture.result.note if fixture.result is not None else "",
    }


def _lineups(page: TournamentPage, fixture: Fixture) -> Iterator[LineupLine]:
    """A captain sees the other side's line-up once the own one is named; strangers see none."""
    names = _heroes(page, fixture)
    named_own = bool(page.own & {*fixture.lineups})
    plays = bool(page.own & {*fixture.sides})
    for side in fixture.sides:
        if not side:
            continue
        named = side in fixture.lineups
        sees = page.organizes or side in page.own or (plays and named_own)
        heroes = [names.get((side, hero), hero) for hero in fixture.lineups.get(side, ())] if sees else []
        hidden = ""
        if named and not sees:
            hidden = "You see it once you have named your own." if plays else "For the sides and organizers."
        yield LineupLine(side, page.name(side), named, heroes, hidden)


def _heroes(page: TournamentPage, fixture: Fixture) -> Mapping[tuple[str, str], str]:
    """By entrant and hero the names of those who are named."""
    companies = {uuid.UUID(page.tournament.entrants[side].company): side for side in fixture.lineups}
    if not companies:
        return {}
    rows = Hero.objects.filter(company__in=companies).values_list("company", "hero", "name")
    return {(companies[company], hero): name for company, hero, name in rows}


def _report(page: TournamentPage, fixture: Fixture, side: str, report: Report) -> ReportLine:
    first = [page.name(one) for one, place in report.places.items() if place == 1]
    words = "a draw" if len(first) == len(report.places) else f"{listed(first)} won"
    scores = " : ".join(str(report.scores[one]) for one in fixture.sides if one in report.scores)
    return ReportLine(page.name(side), f"{words}{f', {scores}' if scores else ''}", report.note)
