"""The board of discipline: who is out, why and until when; offences, bans and appeals on record."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from campaigns.replay_links import replay_of
from matches.models import Match
from tournaments.domain.discipline.board import until_when, who_is_out
from tournaments.domain.discipline.facts import KINDS, Appeal, Offence
from tournaments.domain.discipline.ledger import OUT, Reading
from tournaments.domain.discipline.words import matches
from tournaments.pages import offers
from tournaments.pages.request_context import Offers, TournamentPage, answer, at_tournament, for_anybody
from tournaments.pages.tabs import header
from tournaments.wording import fixture_in_words

STATES = {
    "running": "out",
    "waiting": "begins after another ban",
    "served": "served",
    "stayed": "stayed until the ruling",
    "suspended": "suspended",
    "probation_over": "probation is over",
    "lifted": "lifted",
    "quashed": "quashed on appeal",
    "void": "void",
    "over": "over with the tournament",
}
RULINGS = {"upheld": "the ban stands", "reduced": "reduced", "quashed": "quashed"}


class Moment(NamedTuple):
    """Where something is seen: a place in a replay, empty for who may not watch it, and the fixture."""

    replay: str
    fixture: str
    fixture_words: str


class OutLine(NamedTuple):
    """Somebody who is out. `cause`: the moment that it goes back to."""

    hero: str
    entrant: str
    company: str
    address: str
    why: str
    rule: str
    until: str
    left: int | None
    length: int
    served: int
    cause: Moment


class BanLine(NamedTuple):
    """A ban on record, how it stands, and what served it."""

    reading: Reading
    who: str
    entrant: str
    state: str
    how_long: str
    served: list[tuple[str, str]]
    cause: Moment
    appeal: Appeal | None
    ruling: str


class OffenceLine(NamedTuple):
    """An offence on record."""

    offence: Offence
    who: str
    entrant: str
    what: str
    moment: Moment


@for_anybody
def discipline_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponseBase:
    """The board of a tournament."""
    page = at_tournament(request, tournament_id)
    return answer(request, page, "tournaments/discipline.html", _context, page_offers)


def page_offers(page: TournamentPage) -> Offers:
    """By place what captains and officers may do about bans."""
    return offers.about_bans(page)


def _context(page: TournamentPage) -> dict[str, Any]:
    seen = _seen(page, page.tournament.offences)
    bans = [_ban(page, one, seen) for one in page.ledger.readings.values()]
    return header(page, "discipline") | {
        "out": board(page),
        "bans": bans,
        "appeals": [
            (one, page.names.ban(one.ban), RULINGS.get(one.ruling or "", "")) for one in page.tournament.appeals
        ],
        "offences": [
            OffenceLine(
                one,
                one.hero_name or page.name(one.entrant),
                page.name(one.entrant),
                KINDS[one.kind],
                _moment(page, one, seen),
            )
            for one in reversed(page.tournament.offences)
        ],
        "entrants": [(one.id, one.name) for one in page.tournament.entrants.values()] if page.may("officers") else [],
    }


def board(page: TournamentPage) -> list[OutLine]:
    """Who is out, by entrant."""
    names = {one.id: one.name for one in page.tournament.entrants.values()}
    found = who_is_out(page.ledger, names)
    offences = {one.id: one for one in page.tournament.offences}
    causes = [offences[cause] for one in found for cause in one.bans[0].ban.causes if cause in offences]
    seen = _seen(page, causes)
    lines = []
    for one in found:
        first = one.bans[0]
        cause = next((offences[name] for name in reversed(first.ban.causes) if name in offences), None)
        known = page.tournament.entrants.get(one.entrant)
        lines.append(
            OutLine(
                hero=one.hero_name or one.hero or page.name(one.entrant),
                entrant=page.name(one.entrant),
                company=known.company if known is not None else "",
                address=reverse("tournaments:entrant", args=[page.id, one.entrant]),
                why=one.why,
                rule=first.ban.rule,
                until=one.until,
                left=one.left,
                length=sum(ban.length for ban in one.bans),
                served=sum(len(ban.served) for ban in one.bans),
                cause=_moment(page, cause, seen),
            )
        )
    return lines


def _seen(page: TournamentPage, offences: Iterable[Offence]) -> frozenset[str]:
    """The matches behind offences that whoever looks may watch."""
    wanted = {uuid.UUID(one.match) for one in offences if one.match}
    if not wanted:
        return frozenset()
    return frozenset(map(str, Match.objects.visible_to(page.user).filter(pk__in=wanted).values_list("pk", flat=True)))


def _moment(page: TournamentPage, offence: Offence | None, seen: frozenset[str]) -> Moment:
    if offence is None:
        return Moment("", "", "")
    fixture = page.tournament.fixtures.get(offence.fixture)
    replay = replay_of(offence.match, offence.event or "end") if offence.match in seen else ""
    if fixture is None or not page.sees(fixture):
        return Moment(replay, "", "")
    return Moment(
        replay,
        reverse("tournaments:fixture", args=[page.id, fixture.id]),
        fixture_in_words(page.tournament, fixture),
    )


def _ban(page: TournamentPage, one: Reading, seen: frozenset[str]) -> BanLine:
    ban = one.ban
    offences = {offence.id: offence for offence in page.tournament.offences}
    cause = next((offences[name] for name in reversed(ban.causes) if name in offences), None)
    appeal = page.ledger.record.appeal_of(ban.id)
    names = {entrant.id: entrant.name for entrant in page.tournament.entrants.values()}
    how_long = "this one match" if ban.only else matches(one.length)
    if one.state in OUT and not ban.only:
        how_long = f"{how_long}; out {until_when(page.ledger, [one], names)}"
    return BanLine(
        reading=one,
        who=ban.hero_name or ban.hero or page.name(ban.entrant),
        entrant=page.name(ban.entrant),
        state=STATES[one.state],
        how_long=how_long,
        served=[
            (
                reverse("tournaments:fixture", args=[page.id, name]),
                fixture_in_words(page.tournament, page.tournament.fixtures[name]),
            )
            for name in one.served
            if name in page.tournament.fixtures
        ],
        cause=_moment(page, cause, seen),
        appeal=appeal,
        ruling=RULINGS.get(appeal.ruling or "", "") if appeal is not None else "",
    )
