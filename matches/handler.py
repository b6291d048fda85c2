"""The one command handler: load, check, decide, append. Every change of a match comes through here."""

from __future__ import annotations

import hashlib
import hmac
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from django.conf import settings
from django.db import DatabaseError, IntegrityError

from eventstore import api as store
from matches import log
from matches.access import Person, Role, access
from matches.aftermath import rows_after
from matches.errors import Busy, Closed, KeyReused, NotThere, Refusal, Unreadable
from matches.loading import LoadedMatch, keep, load_match
from matches.models import match_of, stream_of
from matches.rows import abreast

ATTEMPTS = 3
SNAPSHOT_EVERY = 64
LONGEST_KEY = 200
HOUSE_COMMANDS = uuid.UUID("5b0d6f2e-8f0a-5d0c-9c86-3c1d1f2f5a77")

events_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as the log knows it: who asks, the id under which it happens once, and what was asked for."""

    who: Person
    command_id: uuid.UUID
    fingerprint: bytes
    repeatable: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to happen. `rows` writes what must be kept together with the events, in the same transaction."""

    events: Sequence[Any]
    rows: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What happened: the match after it, and the events that came of it, if any.

    `repeated`: it had happened before, under the same key.
    """

    match: LoadedMatch
    recorded: Sequence[store.Recorded] = ()
    repeated: bool = False

    @property
    def first(self) -> int:
        """The version of the first of the events; one above `last` when there is none."""
        return self.last - len(self.recorded) + 1

    @property
    def last(self) -> int:
        """The version of the match after them."""
        return self.match.version


def asked(who: Person, what: str, content: object, key: str | None) -> Asked:
    """A request under an idempotency key of its sender; without one it always happens anew.

    `what` and `content` (anything that JSON can hold) are what another request under the same key is told apart by.
    """
    body = msgspec.json.encode([what, who.actor, content], order="sorted")
    fingerprint = hashlib.sha256(body).digest()
    if key is None:
        return Asked(who, uuid.uuid4(), fingerprint, repeatable=False)
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Unreadable(f"a key has 1 to {LONGEST_KEY} printable characters", "Idempotency-Key")
    named = command_id(who.key, key) if who.key else uuid.uuid5(HOUSE_COMMANDS, f"{who.actor}\n{key}")
    return Asked(who, named, fingerprint, repeatable=True)


def command_id(owner: str, key: str) -> uuid.UUID:
    """The id of the command that a person names by a key: the same each time, and nobody else's to work out.

    It goes into the hash of events that some may not read yet; an id that can be guessed would let them be guessed too.
    What the house does itself (demo, jobs) is named by its cause alone, so that it happens once whatever the key.
    """
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"command/1\n{owner}\n{key}".encode(), "sha256")
    return uuid.UUID(bytes=digest[:16], version=5)


def carry_out(
    match_id: uuid.UUID, request: Asked, decide: Callable[[LoadedMatch, Role], Decision], *, invited: bool = False
) -> Done:
    """Let `decide` say what a request brings about, and append it; decide again where others were faster.

    `invited`: a token lets the sender in, though the match is not theirs to see yet. Raises what `decide` raises
    (nothing has happened then), NotThere, KeyReused, Closed, and Busy after some attempts.
    """
    for _ in range(ATTEMPTS):
        match = load_match(match_id)
        role = access(request.who, match.roster)
        if not (role.sees or invited):
            raise NotThere
        known = find_done(request)
        if known is not None:
            return known
        decision = decide(match, role)
        if not decision.events:
            return Done(match)
        try:
            return _append(match, request, decision)
        except store.Conflict:
            continue
        except store.AlreadyDone as done:
            return _repeated(done.command)
        except store.KeyReused:
            raise KeyReused from None
        except store.StreamClosed:
            raise Closed from None
    raise Busy


def open_stream(match_id: uuid.UUID, request: Asked, game: Any, decision: Decision) -> Done:
    """Append the first events of a match; or find the match that the same request opened before.

    Refusal `match_exists` where another request has opened one of this id.
    """
    known = find_done(request)
    if known is not None:
        return known
    try:
        return _append(LoadedMatch(match_id, game), request, decision)
    except store.AlreadyDone as done:
        return _repeated(done.command)
    except store.KeyReused:
        raise KeyReused from None
    except (store.Conflict, IntegrityError):
        if store.head(stream_of(match_id)) is None:
            raise
        return _opened_before(match_id, request)


def _opened_before(match_id: uuid.UUID, request: Asked) -> Done:
    """The match of this id, if it was this request that opened it; its rows were met before its events were."""
    known = find_done(request)
    if known is None:
        message = f"There is a match {match_id} already."
        raise Refusal("match_exists", message, field="match", hint="Open one under another id.", status=409) from None
    return known


def find_done(request: Asked) -> Done | None:
    """What the same request brought about before; KeyReused when its key was used for another."""
    if not request.repeatable:
        return None
    command = store.find_command(request.command_id)
    if command is None:
        return None
    if command.fingerprint != request.fingerprint:
        raise KeyReused
    return _repeated(command)


def _repeated(command: store.CommandRecord) -> Done:
    match_id = match_of(command.stream)
    if match_id is None:
        raise KeyReused
    recorded = store.read(command.stream, command.first_version - 1, command.last_version)
    return Done(load_match(match_id, command.last_version), tuple(recorded), repeated=True)


def _append(match: LoadedMatch, request: Asked, decision: Decision) -> Done:
    """One transaction: the rows, then the events. Moves `match` on."""
    before, outcome = match.version, match.table.outcome()
    match.advance(decision.events, b"")
    read_model = abreast(match, before, decision.events)
    following = rows_after(match, outcome, decision.events)
    with store.writing() as unit:
        for write in (decision.rows, *following):
            if write is not None:
                write()
        if read_model is not None:
            read_model.write(unit)
        unit.append(
            stream_of(match.id),
            before,
            [log.stored(match.ruleset, event) for event in decision.events],
            actor=request.who.actor,
            command_id=request.command_id,
            fingerprint=request.fingerprint,
        )
    recorded = unit.appended[0].recorded
    match.hash = recorded[-1].hash
    keep(match)
    if match.version // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
        _save_snapshot(match)
    return Done(match, recorded)


def _save_snapshot(match: LoadedMatch) -> None:
    """A cache, best effort: the match is stored whatever happens here."""
    try:
        match.save_snapshot()
    except DatabaseError as error:
        events_log.warning("snapshot.failed", match=str(match.id), error=str(error))
