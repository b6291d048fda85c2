"""Fixtures as lists show them: their sides with crests and scores, how they stand in words, their games."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.urls import reverse

from campaigns.replay_links import replay_of
from matches.models import Match
from tournaments.domain.state import LEFT, Fixture
from tournaments.pages.request_context import TournamentPage
from tournaments.wording import (
    DECIDED,
    STATES,
    State,
    bracket_label,
    result_in_words,
    side_in_words,
    state_of,
    winners_of,
)


class SideLine(NamedTuple):
    """A side of a fixture; `entrant` is empty as long as it is open, `name` then says where it comes from."""

    entrant: str
    company: str
    name: str
    address: str
    score: str
    won: bool
    struck: bool
    mine: bool
    named: bool
    """Whether it has named who plays."""


class GameLine(NamedTuple):
    """A battle of a fixture; `watch` is empty for who may not see its match."""

    number: int
    status: str
    words: str
    watch: str
    open: bool


class FixtureLine(NamedTuple):
    """A fixture in a list. `words` say how it stands, or what came of it; `label` is its name in a bracket."""

    fixture: Fixture
    address: str
    label: str
    stage: str
    sides: Sequence[SideLine]
    state: State
    state_words: str
    words: str
    decided: str
    when: str
    deadline: str
    games: Sequence[GameLine]
    mine: bool

    @property
    def title(self) -> str:
        """Who meets whom."""
        names = [side.name for side in self.sides]
        return " against ".join(names) if len(names) > 1 else f"{names[0]}, bye" if names else self.fixture.id


def watched(page: TournamentPage, fixtures: Iterable[Fixture]) -> frozenset[str]:
    """The matches of these fixtures that whoever looks may see, in one query."""
    matches = [uuid.UUID(game.match) for fixture in fixtures for game in fixture.games]
    if not matches:
        return frozenset()
    return frozenset(map(str, Match.objects.visible_to(page.user).filter(pk__in=matches).values_list("pk", flat=True)))


def lines_of(page: TournamentPage, fixtures: Iterable[Fixture]) -> list[FixtureLine]:
    """These fixtures as whoever looks may see them."""
    seen = [one for one in fixtures if page.sees(one)]
    matches = watched(page, seen)
    return [line_of(page, one, matches) for one in seen]


def line_of(page: TournamentPage, fixture: Fixture, matches: frozenset[str]) -> FixtureLine:
    """One fixture; `matches` are those that may be watched."""
    state = state_of(page.tournament, fixture, page.today)
    return FixtureLine(
        fixture=fixture,
        address=reverse("tournaments:fixture", args=[page.id, fixture.id]),
        label=bracket_label(fixture),
        stage=page.tournament.stages[fixture.stage].name,
        sides=list(_sides(page, fixture)),
        state=state,
        state_words=STATES[state],
        words=_words(page, fixture, state),
        decided=DECIDED[fixture.result.decided] if fixture.result is not None else "",
        when=when_of(fixture),
        deadline=fixture.deadline,
        games=list(_games(page, fixture, matches)),
        mine=bool(page.own & {*fixture.sides}),
    )


def when_of(fixture: Fixture) -> str:
    """When and where a fixture is played, as far as that is set."""
    slot = fixture.slot
    if slot is None:
        return ""
    table = f", table {slot.table}" if slot.table else ""
    return f"{slot.date}{f' {slot.time}' if slot.time else ''}{f', {slot.venue}' if slot.venue else ''}{table}"


def _words(page: TournamentPage, fixture: Fixture, state: State) -> str:
    if fixture.result is not None:
        return result_in_words(page.tournament, fixture)
    if state == "overdue":
        return f"overdue since {fixture.deadline}"
    named = sum(side in fixture.lineups for side in fixture.sides)
    if state == "open" and named:
        return f"to be played: {named} of {len(fixture.sides)} line-ups named"
    if state == "tbd":
        return "TBD: it has not come out yet who plays"
    return STATES[state]


def _sides(page: TournamentPage, fixture: Fixture) -> Iterator[SideLine]:
    scores = fixture.result.scores if fixture.result is not None else {}
    won = winners_of(fixture)
    for place, side in enumerate(fixture.sides):
        known = page.tournament.entrants.get(side)
        yield SideLine(
            entrant=side,
            company=known.company if known is not None else "",
            name=side_in_words(page.tournament, fixture, place),
            address=reverse("tournaments:entrant", args=[page.id, side]) if known is not None else "",
            score=str(scores[side]) if side in scores else "",
            won=side in won,
            struck=known is not None and known.status in LEFT,
            mine=side in page.own,
            named=side in fixture.lineups,
        )


GAMES = {"open": "being fought", "settled": "over", "abandoned": "abandoned", "void": "void"}


def _games(page: TournamentPage, fixture: Fixture, matches: frozenset[str]) -> Iterator[GameLine]:
    for number, game in enumerate(fixture.games, 1):
        first = [page.name(side) for side, place in game.places.items() if place == 1]
        drawn = len(first) == len(game.places)
        won = ("a draw" if drawn else f"{' and '.join(first)} won") if first else GAMES[game.status]
        scores = " : ".join(str(game.scores[side]) for side in fixture.sides if side in game.scores)
        is_open = game.status == "open"
        address = reverse("pages:match", args=[game.match]) if is_open else replay_of(game.match)
        yield GameLine(
            number,
            GAMES[game.status],
            f"{won}, {scores}" if scores else won,
            address if game.match in matches else "",
            is_open,
        )
