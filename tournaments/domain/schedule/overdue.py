"""Fixtures whose deadline is past, and who has not turned up for them."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.domain.discipline.no_shows import Mark, why_not_pair
from tournaments.domain.schedule.calendar import later
from tournaments.domain.state import Fixture, Stage, Tournament

PLAYED = ("played", "draw_agreed")


def overdue_fixtures(tournament: Tournament, stage: Stage, today: str) -> list[Fixture]:
    """Published fixtures of a stage that should be over by now: their sides are known, and they have no result."""
    return [one for one in tournament.fixtures_of(stage.id) if is_overdue(stage, one, today)]


def is_overdue(stage: Stage, fixture: Fixture, today: str, grace_days: int = 0) -> bool:
    """Whether a fixture should be over, so many days after its deadline."""
    return (
        fixture.result is None
        and fixture.bye is None
        and fixture.known
        and bool(fixture.deadline)
        and later(fixture.deadline, grace_days) < today
        and stage.rounds.get(fixture.round) == "published"
    )


def absent_sides(fixture: Fixture) -> tuple[str, ...]:
    """The sides of a fixture that have neither named who plays nor reported."""
    return tuple(side for side in fixture.sides if side not in fixture.lineups and side not in fixture.reports)


def marks_of(tournament: Tournament, entrant: str) -> Iterator[Mark]:
    """The no-shows of an entrant and the matches that it played, in the order in which they were played.

    A match has no time of its own: it is marked with that of the no-show before it, which it clears. A no-show whose
    result was corrected is none.
    """
    theirs = [one for one in tournament.fixtures.values() if entrant in one.sides and one.result is not None]
    at = 0
    for fixture in sorted(theirs, key=lambda one: one.result.order if one.result is not None else 0):
        result = fixture.result
        if result is not None and result.kind in PLAYED:
            yield Mark(at, "played", fixture.id)
        elif result is not None and result.decided == "policy" and result.places.get(entrant) != 1:
            found = tournament.no_shows.get(fixture.id)
            if found is not None:
                at = max(at, found)
                yield Mark(at, "no_show", fixture.id)


def not_paired(tournament: Tournament, stage: Stage, now: int) -> dict[str, str]:
    """By entrant of a stage who is not paired at a time in Unix seconds, and why."""
    if not tournament.no_shows:
        return {}
    why = {one: why_not_pair(tournament.discipline, marks_of(tournament, one), now) for one in stage.entrants}
    return {entrant: refused.message for entrant, refused in why.items() if refused is not None}
