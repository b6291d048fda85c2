"""What workers do for schedules: rounds are paired, schedules drawn, repaired or explained.

Both kinds of job answer what was asked last, by an event whose number is that of the job's cause. The answer is one
command of the house under a key that follows from that number; in its transaction the job is done, so a second run has
no effect. OR-Tools and networkx are imported by the job, that is in workers alone.
"""

from __future__ import annotations

import time
import uuid
from functools import partial
from typing import Any

import msgspec
from django.utils import timezone

from jobs.claimed import ClaimedJob
from jobs.kinds import work
from matches.handler import command_request
from rules.kernel.errors import Refused
from tournaments.domain import commands as co
from tournaments.domain.decide.rounds import paired_round
from tournaments.domain.schedule import commands as sc
from tournaments.domain.schedule.plan import Drawing
from tournaments.domain.state import Stage, Tournament
from tournaments.handler import carry_out
from tournaments.loading import load_tournament
from tournaments.process_manager import DRAW_SCHEDULE, PAIR_ROUND
from tournaments.scheduling.drafting import Found, drafted, explained
from web.errors import Busy, Refusal
from web.people import THE_HOUSE

MOST_PAIRINGS = 5
TELL_SECONDS = 1.0
OUTDATED = {"drafted": False, "why": "Something else has been asked for since."}


@work(PAIR_ROUND)
def pair_round(running: ClaimedJob) -> dict[str, Any]:
    """The round that was asked for, as a draft; paired anew where the tournament has gone on meanwhile."""
    tournament, _, name = running.job.subject.partition(" ")
    for _ in range(MOST_PAIRINGS):
        loaded = load_tournament(uuid.UUID(tournament))
        stage: Stage | None = loaded.state.stages.get(name)
        ask = stage.pairing if stage is not None else None
        if stage is None or ask is None or ask.number != running.job.cause_version:
            return OUTDATED
        try:
            fixtures = paired_round(
                loaded.state, stage, timezone.localdate().isoformat(), loaded.version, int(time.time())
            )
        except Refused as no:
            return {"drafted": False, "why": str(no), "code": no.code}
        command = co.DraftRound(stage=name, ask=ask.number, basis=loaded.version, fixtures=fixtures)
        result = {"drafted": True, "round": ask.round, "fixtures": len(fixtures)}
        try:
            answer(running, loaded.id, command, result, basis=loaded.version)
        except Refusal as refusal:
            if refusal.code not in ("basis_outdated", "ask_outdated"):
                raise
        else:
            return result
    raise Busy


def answer(
    running: ClaimedJob, tournament: uuid.UUID, command: Any, result: dict[str, Any], **basis: Any
) -> dict[str, Any]:
    """Give the command that a job has come to, and finish the job with it."""
    asked = running.job.cause_version
    key = f"{running.job.kind} {tournament} {asked} {basis}"
    request = command_request(THE_HOUSE, running.job.kind, [str(tournament), asked, basis], key)
    carry_out(request, tournament, command, rows=partial(running.finish, result))
    return result


@work(DRAW_SCHEDULE)
def draw_schedule(running: ClaimedJob) -> dict[str, Any]:
    """The schedule that was asked for, as a draft; or which rules clash. What it has found shows in its row meanwhile.

    It goes on with what was found by a worker that was lost.
    """
    tournament, _, name = running.job.subject.partition(" ")
    loaded = load_tournament(uuid.UUID(tournament))
    state: Tournament = loaded.state
    drawing = _asked(state, name, running)
    if drawing is None:
        return OUTDATED
    stage, search = state.stages[name], _Search(running, loaded.id, name, drawing.seconds)
    try:
        if drawing.how == "explain":
            found = Found({}, {}, conflicts=explained(state, stage, search.keep_up))
        else:
            begun = search.begun()
            found = drafted(
                state, stage, drawing, begun=begun, tell=search.tell, stop=search.stop, between=search.keep_up
            )
        command = sc.DraftSchedule(
            stage=name, ask=drawing.number, slots=found.slots, sides=found.sides, conflicts=found.conflicts
        )
        return answer(running, loaded.id, command, {"drafted": drawing.how != "explain"} | _counts(found))
    except _Outdated:
        return OUTDATED
    except Refusal as refusal:
        if refusal.code != "ask_outdated":
            raise
        return OUTDATED


def _asked(tournament: Tournament, name: str, running: ClaimedJob) -> Drawing | None:
    """What the job was asked for; None where something else was asked for since, or the answer is there."""
    stage = tournament.stages.get(name)
    drawing = stage.drawing if stage is not None else None
    return drawing if drawing is not None and drawing.number == running.job.cause_version else None


def _counts(found: Found) -> dict[str, Any]:
    return {
        "moved": len(found.slots),
        "unplaced": found.unplaced,
        "broken": found.broken,
        "unmet": found.unmet,
        "conflicts": [one.words for one in found.conflicts],
    }


class _Outdated(Exception):
    """Something else has been asked for since."""


class _Search:
    """A search under way: until when it may go on, and the row of its job, which has the best found up to now."""

    def __init__(self, running: ClaimedJob, tournament: uuid.UUID, stage: str, seconds: int) -> None:
        self._running, self._tournament, self._stage, self._seconds = running, tournament, stage, seconds
        self._began = time.monotonic()
        self._told = -TELL_SECONDS

    def stop(self) -> bool:
        """Whether its time is up. It is asked in the midst of the solver, too, and looks at no database."""
        return time.monotonic() - self._began > self._seconds

    def tell(self, found: Found) -> None:
        """Keep the best, and the job, every second; end it where something else was asked for."""
        if self._is_time():
            best = sc.DraftSchedule(stage=self._stage, ask=0, slots=found.slots, sides=found.sides)
            self._keep({"best": msgspec.to_builtins(best)} | _counts(found))

    def keep_up(self) -> bool:
        """Keep the job, every second, and go on: otherwise it would seem that no rules clash."""
        if self._is_time():
            self._keep(None)
        return False

    def _is_time(self) -> bool:
        return time.monotonic() - self._began - self._told >= TELL_SECONDS

    def _keep(self, found: dict[str, Any] | None) -> None:
        self._told = time.monotonic() - self._began
        if _asked(load_tournament(self._tournament).state, self._stage, self._running) is None:
            raise _Outdated
        self._running.progress(min(int(self._told), self._seconds), self._seconds, found)

    def begun(self) -> Found | None:
        """What the worker had found that had the job before."""
        kept = self._running.job.result.get("best")
        if kept is None:
            return None
        best = msgspec.convert(kept, sc.DraftSchedule)
        return Found(best.slots, best.sides)
