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
from tournaments.models import tournament_stream

OPEN_FIXTURE, RECORD_GAME, RECORD_FRIENDLY = "open_fixture", "record_game", "record_friendly"
PAIR_ROUND, DRAW_SCHEDULE = "pair_round", "draw_schedule"


def asked_job(tournament: str, campaign: str, kind: str, stage: str, number: int) -> Job:
    """The job that event `number` of a tournament has asked for."""
    return job_of(kind, uuid.UUID(campaign), f"{tournament} {stage}", tournament_stream(tournament), number)


def following(tournament: Tournament, events: Sequence[Any], was: LoadedStream) -> list[Job]:
    """The jobs that follow from `events`, after which the tournament stands like that; not written yet."""
    return [
        job_of(kind, uuid.UUID(tournament.campaign), f"{tournament.id} {subject}", was.stream, version)
        for version, event in enumerate(events, was.version + 1)
        for kind, subject in _caused(tournament, event)
    ]


def _caused(tournament: Tournament, event: Any) -> Iterator[tuple[str, str]]:
    """What workers are asked for; the next battle, once everybody has named who plays it; one that may be over now."""
    if isinstance(event, ev.PairingAsked):
        yield PAIR_ROUND, event.stage
    if isinstance(event, ev.ScheduleAsked):
        yield DRAW_SCHEDULE, event.stage
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
