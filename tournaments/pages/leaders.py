"""Leaders and streaks: companies by what their battles counted, heroes by what the logs of their companies say."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from campaigns import event_codec
from campaigns.domain.campaign.house_rules import progression_of
from campaigns.domain.company.events import HeroFateSet, HeroRecruited, XpGained
from campaigns.domain.history import counting
from campaigns.models import company_stream
from tournaments.domain.discipline.facts import NO_FAULT
from tournaments.domain.standings.results import GAMES
from tournaments.domain.state import Fixture
from tournaments.pages.request_context import TournamentPage, answer, at_tournament, for_anybody
from tournaments.pages.tabs import header

LEADERS = 10
MOST_LOGS = 64
"""The logs of so many companies are read; more would keep the page waiting."""
LETTERS = {"W": "won", "D": "drawn", "L": "lost"}


class Record(NamedTuple):
    """What an entrant has done: results in the order in which they were played, and the streaks in them."""

    results: str
    streak: str
    longest: int
    unbeaten: int


class HeroLine(NamedTuple):
    """A hero in the battles of the tournament; `xp` is None for who may not see it."""

    hero: str
    name: str
    entrant: str
    entrant_name: str
    address: str
    battles: int
    xp: int | None
    taken_out: int
    offences: int


class Leader(NamedTuple):
    """A row of a list of leaders."""

    place: int
    name: str
    under: str
    address: str
    company: str
    value: int


class LeaderList(NamedTuple):
    """The best in one thing."""

    title: str
    unit: str
    rows: Sequence[Leader]


@for_anybody
def leaders_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponseBase:
    """The leaders of a tournament."""
    return answer(request, at_tournament(request, tournament_id), "tournaments/leaders.html", _context)


def _context(page: TournamentPage) -> dict[str, Any]:
    records = {name: record_of(page, name) for name in page.tournament.entrants}
    return header(page, "leaders") | {
        "lists": [one for one in (*_companies(page), *_heroes(page)) if one.rows],
        "streaks": [
            (page.tournament.entrants[name], reverse("tournaments:entrant", args=[page.id, name]), record)
            for name, record in sorted(records.items(), key=lambda one: (-one[1].longest, -one[1].unbeaten, one[0]))
            if record.results
        ],
    }


# Companies


def record_of(page: TournamentPage, entrant: str) -> Record:
    """The results of an entrant, oldest first, as letters, and its streaks."""
    played = [one for one in page.tournament.fixtures.values() if entrant in one.sides and _counts(page, one)]
    letters = "".join(_letter(one, entrant) for one in sorted(played, key=_when))
    last = letters[-1:]
    running = len(letters) - len(letters.rstrip(last)) if last else 0
    streak = f"{running} {LETTERS[last]} in a row" if running > 1 else ""
    return Record(letters, streak, _longest(letters, "W"), _longest(letters, "WD"))


def _when(fixture: Fixture) -> int:
    return fixture.result.order if fixture.result is not None else 0


def _counts(page: TournamentPage, fixture: Fixture) -> bool:
    return (
        page.published(fixture)
        and fixture.result is not None
        and fixture.result.kind in GAMES
        and bool(fixture.result.places)
    )


def _letter(fixture: Fixture, entrant: str) -> str:
    places = fixture.result.places if fixture.result is not None else {}
    best = min(place for side, place in places.items() if side != entrant)
    return "D" if places[entrant] == best else "W" if places[entrant] < best else "L"


def _longest(letters: str, among: str) -> int:
    """The longest run of letters that are `among` some.

    >>> _longest("WWLWDW", "W"), _longest("WWLWDW", "WD"), _longest("", "W")
    (2, 3, 0)
    """
    best = run = 0
    for letter in letters:
        run = run + 1 if letter in among else 0
        best = max(best, run)
    return best


def _companies(page: TournamentPage) -> Iterator[LeaderList]:
    """Of each thing that battles of the game count who has most of it."""
    words = progression_of(page.tournament.game).counted
    totals: dict[str, Counter[str]] = {}
    for fixture in page.tournament.fixtures.values():
        for game in fixture.games if page.published(fixture) else ():
            for side, counts in game.counts.items() if game.status == "settled" else ():
                for name, count in counts.items():
                    totals.setdefault(name, Counter())[side] += count
    for name, label in words.items():
        rows = [(page.name(side), "", side, total) for side, total in totals.get(name, Counter()).items()]
        yield LeaderList(f"Companies: {label}", label, _ranked(page, rows))


def _ranked(page: TournamentPage, rows: Iterable[tuple[str, str, str, int]]) -> list[Leader]:
    """The best of (name, what stands under it, entrant, value), with equals in one place; nobody without any."""
    ordered = sorted((one for one in rows if one[3] > 0), key=lambda one: (-one[3], one[0]))
    values = [one[3] for one in ordered]
    return [
        Leader(
            1 + sum(other > value for other in values),
            name,
            under,
            reverse("tournaments:entrant", args=[page.id, side]),
            page.tournament.entrants[side].company,
            value,
        )
        for name, under, side, value in ordered[:LEADERS]
        if side in page.tournament.entrants
    ]


# Heroes


def _heroes(page: TournamentPage) -> Iterator[LeaderList]:
    entrants = [name for name in page.tournament.entrants if any(_played_by(page, name))][:MOST_LOGS]
    heroes = [line for name in entrants for line in heroes_of(page, name)]
    for title, unit, value in (
        ("Heroes: experience", "XP", lambda one: one.xp or 0),
        ("Heroes: battles", "battles", lambda one: one.battles),
        ("Heroes: taken out of battles", "times", lambda one: one.taken_out),
        ("Heroes: offences on record", "offences", lambda one: one.offences),
    ):
        yield LeaderList(
            title, unit, _ranked(page, [(one.name, one.entrant_name, one.entrant, value(one)) for one in heroes])
        )


def _played_by(page: TournamentPage, entrant: str) -> Iterator[str]:
    """The matches of an entrant in this tournament that are settled."""
    for fixture in page.tournament.fixtures.values():
        if entrant in fixture.sides and page.published(fixture):
            yield from (game.match for game in fixture.games if game.status == "settled")


def heroes_of(page: TournamentPage, entrant: str) -> list[HeroLine]:
    """The heroes of an entrant who were fielded, by what its company has on record because of these battles."""
    one = page.tournament.entrants[entrant]
    matches = {*_played_by(page, entrant)}
    offences = Counter(
        each.hero for each in page.tournament.offences if each.entrant == entrant and each.kind not in NO_FAULT
    )
    names, battles, xp, out = _told(one.company, matches) if matches else ({}, Counter(), Counter(), Counter())
    named = {each.hero: each.hero_name for each in page.tournament.offences if each.entrant == entrant and each.hero}
    return [
        HeroLine(
            hero=hero,
            name=names.get(hero) or named.get(hero, hero),
            entrant=entrant,
            entrant_name=one.name,
            address=reverse("campaigns:hero", args=[one.company, hero]) if page.in_campaign else "",
            battles=battles[hero],
            xp=xp[hero] if page.in_campaign else None,
            taken_out=out[hero],
            offences=offences[hero],
        )
        for hero in dict.fromkeys((*battles, *named))
    ]


def _told(company: str, matches: set[str]) -> tuple[dict[str, str], Counter[str], Counter[str], Counter[str]]:
    """By hero its name, battles, experience, and how often it was taken out, in these matches."""
    names: dict[str, str] = {}
    battles: Counter[str] = Counter()
    xp: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for _, event in counting(event_codec.read_events(event_codec.COMPANIES, company_stream(company))):
        if isinstance(event, HeroRecruited):
            names[event.figure.id] = event.figure.name
        because = getattr(event, "because", None)
        if because is None or because.match not in matches:
            continue
        if isinstance(event, XpGained):
            xp[event.hero] += event.new - event.old
        elif isinstance(event, HeroFateSet):
            battles[event.hero] += 1
            out[event.hero] += event.fate in ("taken_out", "dead")
    return names, battles, xp, out
