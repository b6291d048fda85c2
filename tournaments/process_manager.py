"""Which jobs follow from what happened to a tournament: a row each, written in the transaction of its event."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from campaigns.loading import LoadedStream
from jobs.models import Job
from jobs.queue import job_of
from tournaments.domain import events as ev
from tournaments.domain.state import Fixture, Tournament

OPEN_FIXTURE, RECORD_GAME = "open_fixture", "record_game"


def following(tournament: Tournament, events: Sequence[Any], was: LoadedStream) -> list[Job]:
    """The jobs that follow from `events`, after which the tournament stands like that; not written yet."""
    return [
        job_of(OPEN_FIXTURE, uuid.UUID(tournament.campaign), f"{tournament.id} {event.fixture}", was.stream, version)
        for version, event in enumerate(events, was.version + 1)
        if isinstance(event, ev.LineupNamed | ev.GameRecorded) and ready_to_start(tournament.fixtures[event.fixture])
    ]


def ready_to_start(fixture: Fixture) -> bool:
    """Whether the next battle of a fixture can start: all its sides have named who plays, and none is being fought."""
    named = fixture.known and all(side in fixture.lineups for side in fixture.sides)
    return named and fixture.result is None and not any(game.status == "open" for game in fixture.games)
