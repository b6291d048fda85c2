"""Which jobs follow from what happened to a tournament: a row each, written in the transaction of its event."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from typing import Any

from campaigns.loading import LoadedStream
from jobs.models import Job
from jobs.queue import job_of
from tournaments.domain import events as ev
from tournaments.domain.state import Fixture, Tournament

OPEN_FIXTURE, RECORD_GAME, RECORD_FRIENDLY = "open_fixture", "record_game", "record_friendly"


def following(tournament: Tournament, events: Sequence[Any], was: LoadedStream) -> list[Job]:
    """The jobs that follow from `events`, after which the tournament stands like that; not written yet."""
    return [
        job_of(kind, uuid.UUID(tournament.campaign), f"{tournament.id} {subject}", was.stream, version)
        for version, event in enumerate(events, was.version + 1)
        for kind, subject in _caused(tournament, event)
    ]


def _caused(tournament: Tournament, event: Any) -> Iterator[tuple[str, str]]:
    """The next battle, once everybody has named who plays it; and a look at one that may be over by now."""
    if isinstance(event, ev.GameStarted):
        yield RECORD_GAME, event.match
    settled = isinstance(event, ev.GameRecorded) and event.status == "settled"
    goes_on = settled or isinstance(event, ev.LineupNamed)
    if goes_on and ready_to_start(tournament, tournament.fixtures[event.fixture]):
        yield OPEN_FIXTURE, event.fixture


def match_of(tournament: Tournament, fixture: Fixture) -> str:
    """The id of the match of the next battle of a fixture."""
    return str(uuid.uuid5(uuid.UUID(tournament.id), f"{fixture.id} {len(fixture.games) + 1}"))


def fixture_of(tournament: Tournament, match: str) -> str:
    """The fixture whose next battle has that match; empty where none has."""
    if not match:
        return ""
    found = (
        one.id for one in tournament.fixtures.values() if one.result is None and match_of(tournament, one) == match
    )
    return next(found, "")


def ready_to_start(tournament: Tournament, fixture: Fixture) -> bool:
    """Whether the next battle of a fixture can start: all its sides have named who plays, and none is being fought."""
    stage = tournament.stages.get(fixture.stage)
    named = fixture.known and all(side in fixture.lineups for side in fixture.sides)
    going_on = stage is not None and stage.status == "running" and fixture.result is None
    return named and going_on and not any(game.status == "open" for game in fixture.games)
