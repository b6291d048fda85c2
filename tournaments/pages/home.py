"""The home of a tournament: what is on, what comes next, the head of the table, latest results, who is out."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from tournaments.domain.state import Fixture, Stage
from tournaments.pages.discipline import board
from tournaments.pages.fixture_lines import lines_of
from tournaments.pages.request_context import TournamentPage, answer, at_tournament, for_anybody
from tournaments.pages.table import shown_tables, stage_asked
from tournaments.pages.tabs import header
from tournaments.pages.waiting import waits_of_captain, waits_of_officials

HEAD = 6
"""So many rows of a table, results and people who are out a home shows."""
MOST_WAITS = 8


class Round(NamedTuple):
    """A round that is played, or comes next."""

    stage: Stage
    number: int
    over: int
    fixtures: list[Fixture]


@for_anybody
def home_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponseBase:
    """The overview of a tournament."""
    return answer(request, at_tournament(request, tournament_id), "tournaments/home.html", _context)


def _context(page: TournamentPage) -> dict[str, Any]:
    tournament = page.tournament
    seen = [one for one in tournament.fixtures.values() if page.published(one)]
    live = [one for one in seen if any(game.status == "open" for game in one.games) and one.result is None]
    current = next(_rounds(page), None)
    latest = sorted((one for one in seen if _played(one)), key=lambda one: -one.result.order)[:HEAD]  # type: ignore[union-attr]  # it is over
    coming = [one for one in current.fixtures if one.result is None and one not in live] if current else []
    shown = {
        line.fixture.id: line for line in lines_of(page, {one.id: one for one in [*live, *coming, *latest]}.values())
    }
    stage = stage_asked(page, "")
    tables = shown_tables(page, stage) if stage is not None and stage.entrants else []
    out = board(page)
    waits = [*waits_of_captain(page), *waits_of_officials(page)]
    return header(page, "home") | {
        "live": [shown[one.id] for one in live],
        "current": current,
        "coming": [shown[one.id] for one in coming],
        "latest": [shown[one.id] for one in latest],
        "stage": stage,
        "tables": [(one, one.lines[:HEAD], len(one.lines) - HEAD) for one in tables],
        "out": out[:HEAD],
        "more_out": max(0, len(out) - HEAD),
        "waits": waits[:MOST_WAITS],
        "more_waits": max(0, len(waits) - MOST_WAITS),
        "champions": _champions(page),
        "entrants_address": reverse("tournaments:entrants", args=[page.id]),
    }


def _played(fixture: Fixture) -> bool:
    """Whether somebody played it, or should have: not what follows from the pairing, or from somebody's leaving."""
    return fixture.result is not None and fixture.bye is None and fixture.result.decided not in ("pairing", "policy")


def _rounds(page: TournamentPage) -> Iterator[Round]:
    """The published rounds that are not over, in order, of stages that run."""
    for stage in page.tournament.stages.values():
        if stage.status != "running":
            continue
        for number, status in sorted(stage.rounds.items()):
            fixtures = page.tournament.fixtures_of(stage.id, number)
            over = sum(one.result is not None for one in fixtures)
            if status == "published" and over < len(fixtures):
                yield Round(stage, number, over, fixtures)


def _champions(page: TournamentPage) -> list[str]:
    """Who came first in the last stage of a tournament that has ended."""
    stages = [one for one in page.tournament.stages.values() if one.freezes]
    if page.tournament.status != "ended" or not stages:
        return []
    tables = stages[-1].freezes[-1].tables
    return [page.name(row.entrant) for table in tables.values() for row in table.rows if row.place == 1]
