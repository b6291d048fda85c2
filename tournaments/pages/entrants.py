"""The entrants of a tournament, and the page of one: its fixtures, form, streaks, heroes and what is on record."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from campaigns.models import Company
from tournaments.domain.decide.entrants import by_seed
from tournaments.domain.state import LEFT, TAKING_PART, Entrant
from tournaments.pages import offers
from tournaments.pages.discipline import board
from tournaments.pages.fixture_lines import lines_of
from tournaments.pages.leaders import heroes_of, record_of
from tournaments.pages.request_context import Offers, TournamentPage, answer, at_tournament, for_anybody
from tournaments.pages.table import shown_tables, started
from tournaments.pages.tabs import header
from tournaments.wording import ENTRANT_STATUS
from web.errors import NotThere


class EntrantLine(NamedTuple):
    """An entrant in the list. `player` is told to people with an account."""

    entrant: Entrant
    status: str
    player: str
    struck: bool
    mine: bool
    place: str
    """Where what can be done about it stands among the offers."""


@for_anybody
def entrants_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponseBase:
    """Everybody who has signed up."""
    page = at_tournament(request, tournament_id)
    return answer(request, page, "tournaments/entrants.html", _context, offers.about_entrants)


def _context(page: TournamentPage) -> dict[str, Any]:
    lines = [_line(page, one) for one in by_seed(page.tournament.entrants.values())]
    capacity = page.tournament.capacity
    return header(page, "entrants") | {
        "groups": [
            (title, found)
            for title, statuses in (
                ("Taking part", (*TAKING_PART, *LEFT)),
                ("Waiting list", ("waiting",)),
                ("Off the list", ("declined",)),
            )
            if (found := [one for one in lines if one.entrant.status in statuses])
        ],
        "capacity": capacity,
        "campaign_address": reverse("campaigns:campaign", args=[page.tournament.campaign]) if page.in_campaign else "",
    }


def _line(page: TournamentPage, one: Entrant) -> EntrantLine:
    company = page.facts.companies.get(one.company)
    person = page.campaign.people.get(company.owner) if page.campaign is not None and company is not None else None
    return EntrantLine(
        one,
        ENTRANT_STATUS[one.status],
        (person.name if person is not None else "") if page.who.key else "",
        one.status in LEFT,
        one.id in page.own,
        f"entrant {one.id}",
    )


@for_anybody
def entrant_page(request: HttpRequest, tournament_id: uuid.UUID, entrant: str) -> HttpResponseBase:
    """One entrant."""
    page = at_tournament(request, tournament_id)
    if entrant not in page.tournament.entrants:
        raise NotThere("entrant")
    return answer(
        request, page, "tournaments/entrant.html", partial(_entrant_context, entrant), partial(entrant_offers, entrant)
    )


def entrant_offers(entrant: str, page: TournamentPage) -> Offers:
    """By place what can be done about an entrant."""
    one = page.tournament.entrants[entrant]
    return {"entrant": offers.about_entrant(page, one), "offence": offers.offences(page, entrant)}


def _entrant_context(entrant: str, page: TournamentPage) -> dict[str, Any]:
    one = page.tournament.entrants[entrant]
    fixtures = [fixture for fixture in page.tournament.fixtures.values() if entrant in fixture.sides]
    rows = [
        (stage, table.group, line)
        for stage in started(page)
        if entrant in stage.entrants
        for table in shown_tables(page, stage)
        for line in table.lines
        if line.row.entrant == entrant
    ]
    about_heroes = page.in_campaign and Company.objects.filter(pk=one.company).exists()
    return header(page, "entrants") | {
        "one": _line(page, one),
        "entrant": one,
        "rows": rows,
        "record": record_of(page, entrant),
        "lines": lines_of(page, fixtures),
        "heroes": heroes_of(page, entrant),
        "out": [line for line in board(page) if line.company == one.company],
        "company_address": reverse("campaigns:company", args=[one.company]) if about_heroes else "",
    }
