"""The one way in which tournaments change: load, check, decide, append.

A command:

1. The tournament is loaded, who may not see it is told of none, and a request that was carried out before is answered
   as then: `_attempt`.
2. The decider answers with events, or refuses: `tournaments.domain.decide`.
3. Rows, jobs and events are written in one transaction, the append last: `_write`.
4. Where others were faster it begins again.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns import event_codec
from campaigns.access import member
from campaigns.loading import LoadedStream, keep, load_campaign
from eventstore import api as store
from jobs import queue
from jobs.models import Job
from matches.handler import ATTEMPTS, CommandRequest, find_command, in_time
from rules.kernel.errors import KernelError
from tournaments.access import sees
from tournaments.domain.commands import OpenTournament
from tournaments.domain.decide import decide
from tournaments.errors import Closed, refusal_of
from tournaments.event_codec import TOURNAMENTS
from tournaments.loading import load_tournament, world_of
from tournaments.models import id_of
from tournaments.process_manager import following
from tournaments.projections import rows_of
from web.errors import Busy, KeyReused, NotThere

Rows = Callable[[], None]


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What happened: the tournament after it and the events that came of it, if any; `jobs` follow from them.

    `repeated`: it had happened before, under the same key.
    """

    tournament: LoadedStream
    recorded: Sequence[store.RecordedEvent] = ()
    jobs: Sequence[Job] = ()
    repeated: bool = False


@in_time()
def carry_out(
    request: CommandRequest, tournament: uuid.UUID, command: Any, *, rows: Rows | None = None
) -> CommandResult:
    """Let a command happen to a tournament; where others were faster, again.

    `rows` writes what must be kept together with the events, in the same transaction; not when the request is repeated.
    Raises what the rules refuse as Refusal (nothing has happened then), NotThere, KeyReused, Closed, Busy, LockTimeout.
    """
    for _ in range(ATTEMPTS):
        try:
            done = _attempt(request, tournament, command, rows)
        except (store.Conflict, store.AlreadyDone):
            continue
        except store.KeyReused:
            request = request.renamed()
        except store.StreamClosed:
            raise Closed from None
        else:
            queue.at_once(done.jobs)
            return done
    raise Busy


def _attempt(request: CommandRequest, tournament: uuid.UUID, command: Any, rows: Rows | None) -> CommandResult:
    now = _now(request, tournament, command)
    known = find_command(request)
    if known is not None:
        return _as_then(known, tournament)
    try:
        world = world_of(now, command)
        events = decide(world, command, member(request.who), batch=str(request.command_id))
    except KernelError as error:
        raise refusal_of(error, now.state.game if now is not None else "") from None
    was = LoadedStream(TOURNAMENTS, tournament) if now is None else now
    return _write(request, was, events, rows)


def _now(request: CommandRequest, tournament: uuid.UUID, command: Any) -> LoadedStream | None:
    """The tournament as it stands, for who may see it; None for one that is to be opened."""
    try:
        now = load_tournament(tournament)
    except NotThere:
        if isinstance(command, OpenTournament):
            return None
        raise
    check_sees(request, now)
    return now


def check_sees(request: CommandRequest, now: LoadedStream) -> None:
    """NotThere for strangers."""
    try:
        campaign = load_campaign(uuid.UUID(now.state.campaign)).state
    except NotThere:
        campaign = None
    if not sees(request.who, now.state, campaign):
        raise NotThere("tournament")


def _as_then(command: store.CommandRecord, tournament: uuid.UUID) -> CommandResult:
    """What the same request brought about before; KeyReused when that was in another stream."""
    if id_of(command.stream) != tournament:
        raise KeyReused
    recorded = tuple(store.read(command.stream, command.first_version - 1, command.last_version))
    return CommandResult(load_tournament(tournament, command.last_version), recorded, repeated=True)


def _write(request: CommandRequest, was: LoadedStream, events: list[Any], rows: Rows | None) -> CommandResult:
    now = was.after(events, b"")
    jobs = following(now.state, events, was)
    with store.writing() as unit:
        if events:
            rows_of(now, was).write(store.moment(unit.at))
        if rows is not None:
            rows()
        queue.write(jobs)
        if events:
            unit.append(
                now.stream,
                was.version,
                [event_codec.stored(TOURNAMENTS, event) for event in events],
                actor=request.who.actor,
                command_id=request.command_id,
                fingerprint=request.fingerprint,
            )
    recorded: Sequence[store.RecordedEvent] = ()
    for appended in unit.appended:
        recorded = appended.recorded
        now = LoadedStream(TOURNAMENTS, now.id, now.state, now.version, appended.head_hash)
        keep(now)
    return CommandResult(now, recorded, jobs)
