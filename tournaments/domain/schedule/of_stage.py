"""The calendar of a stage, made of what a tournament has on record: what workers draw, and people are shown.

Dated fixtures of other stages that are being played are in it, too, as fixtures of round 0 that stay: they take tables
and keep entrants busy.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from tournaments.domain.formats.brackets import BestPlaced, PlacedIn
from tournaments.domain.schedule.breach import Breach
from tournaments.domain.schedule.calendar import (
    Calendar,
    Competitor,
    FixtureStatus,
    ScheduledFixture,
    Slot,
    Venue,
)
from tournaments.domain.schedule.checks import breaches
from tournaments.domain.schedule.plan import Draft
from tournaments.domain.schedule.quality import Quality, quality
from tournaments.domain.state import Fixture, Stage, Tournament

ELSEWHERE = 0
"""The round of fixtures of other stages."""
AS_MANY_AS_WANTED = 999
"""The tables of a place that is none of the tournament's venues."""


class Judged(NamedTuple):
    """What is said of a schedule: the rules that it breaks, hard ones first, and how good it is."""

    breaches: tuple[Breach, ...]
    quality: Quality


def calendar_of(tournament: Tournament, stage: Stage, draft: Draft | None = None) -> Calendar:
    """The calendar of a stage as it stands, or as it would be with a draft."""
    moved = draft.slots if draft is not None else {}
    own = [one for one in tournament.fixtures_of(stage.id) if one.bye is None]
    fixtures = [_scheduled(tournament, stage, one, moved.get(one.id, one.slot), one.id in moved) for one in own]
    fixtures += _elsewhere(tournament, stage)
    places = {fixture.slot.venue for fixture in fixtures if fixture.slot is not None}
    known = {venue.id for venue in tournament.venues}
    venues = (*tournament.venues, *(Venue(one, one, AS_MANY_AS_WANTED) for one in sorted(places - known - {""})))
    return Calendar(
        competitors=_competitors(tournament, stage),
        venues=venues,
        slots=stage.plan.slots,
        windows=stage.plan.windows,
        blackouts=tournament.blackouts,
        wishes=stage.plan.wishes,
        fixtures=tuple(fixtures),
    )


def _competitors(tournament: Tournament, stage: Stage) -> tuple[Competitor, ...]:
    """The entrants of the stage by seed, then everybody else whom the calendar may name."""
    order = dict.fromkeys((*stage.entrants, *tournament.entrants))
    return tuple(
        Competitor(one, tournament.entrants[one].name, tournament.homes.get(one, ""))
        for one in order
        if one in tournament.entrants
    )


def _scheduled(
    tournament: Tournament, stage: Stage, fixture: Fixture, slot: Slot | None, moved: bool
) -> ScheduledFixture:
    sides = (*fixture.sides, "", "")
    return ScheduledFixture(
        id=fixture.id,
        round=fixture.round,
        home=sides[0],
        away=sides[1],
        others=fixture.sides[2:],
        needs=tuple(dict.fromkeys(_needs(tournament, stage, fixture))),
        slot=slot,
        status=_status(stage, fixture, moved),
        neutral=stage.format not in ("round_robin", "groups"),
    )


def _status(stage: Stage, fixture: Fixture, moved: bool) -> FixtureStatus:
    if fixture.result is not None or fixture.games:
        return "played"
    stands = fixture.slot is not None and stage.rounds.get(fixture.round) == "published"
    return "published" if stands and not moved else "draft"


def _needs(tournament: Tournament, stage: Stage, fixture: Fixture) -> Iterator[str]:
    """The fixtures to be played that decide who plays it: of its bracket, and those of groups that have dates."""
    for source in fixture.inputs:
        before = tournament.fixtures.get(f"{stage.id}-{getattr(source, 'fixture', '')}")
        if before is not None:
            if before.result is None and before.bye is None:
                yield before.id
        elif isinstance(source, PlacedIn | BestPlaced):
            group = source.group if isinstance(source, PlacedIn) else ""
            for one in tournament.fixtures_of(stage.source):
                if one.slot is not None and one.bye is None and group in ("", one.group):
                    yield one.id


def _elsewhere(tournament: Tournament, stage: Stage) -> Iterator[ScheduledFixture]:
    """Dated fixtures of other stages, which stay."""
    for one in tournament.fixtures.values():
        if one.stage != stage.id and one.slot is not None and one.bye is None:
            sides = (*one.sides, "", "")
            yield ScheduledFixture(
                id=one.id,
                round=ELSEWHERE,
                home=sides[0],
                away=sides[1],
                others=one.sides[2:],
                slot=one.slot,
                status="played",
                neutral=True,
            )


def deadlines_of(stage: Stage) -> dict[int, str]:
    """By round the last date on which it is played."""
    return {window.round: window.deadline for window in stage.plan.windows}


@lru_cache(maxsize=16)
def judged(calendar: Calendar) -> Judged:
    """The rules that a schedule breaks, but for those among other stages alone, and its quality."""
    own = tuple(one for one in calendar.fixtures if one.round != ELSEWHERE)
    ids = {one.id for one in own}
    found = tuple(one for one in breaches(calendar) if not one.fixtures or ids & {*one.fixtures})
    return Judged(found, quality(msgspec.structs.replace(calendar, fixtures=own), found))
