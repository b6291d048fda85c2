"""Fixtures whose deadline is past."""

from __future__ import annotations

from tournaments.domain.state import Fixture, Stage, Tournament


def overdue_fixtures(tournament: Tournament, stage: Stage, today: str) -> list[Fixture]:
    """Published fixtures of a stage that should be over by now: their sides are known, and they have no result."""
    return [
        one
        for one in tournament.fixtures_of(stage.id)
        if one.result is None
        and one.bye is None
        and one.known
        and one.deadline
        and one.deadline < today
        and stage.rounds.get(one.round) == "published"
    ]
