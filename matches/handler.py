"""The one command handler: load, check, decide, append. Every change of a match comes through here.

A command:

1. The match is loaded, and who may not see it is told of none: `load_match`, `access`.
2. A request that was carried out before is answered as then: `find_result`.
3. The function that the caller gives decides: it answers with events, or refuses. `carry_out`.
4. The rows of lists and the events are written in one transaction: `_append`. Where others were faster, begin again.
"""

from __future__ import annotations

import hashlib
import hmac
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import structlog
from django.conf import settings
from django.db import DatabaseError, IntegrityError

from eventstore import api as store
from matches import event_codec
from matches.access import Role, access
from matches.end_hooks import rows_of_end
from matches.errors import Closed
from matches.loading import LoadedMatch, keep, load_match
from matches.models import match_of, stream_of
from matches.projections import row_update
from rules.kernel.game import Game
from web.errors import Busy, KeyReused, LockTimeout, NotThere, Refusal, Unreadable
from web.people import Person

ATTEMPTS = 3
SNAPSHOT_EVERY = 64
LONGEST_KEY = 200
HOUSE_COMMANDS = uuid.UUID("5b0d6f2e-8f0a-5d0c-9c86-3c1d1f2f5a77")

events_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class CommandRequest:
    """A request as the log knows it: who asks, the id under which it happens once, and what was asked for.

    `plain`: the fingerprint without a key, as the log has it of requests from before there was one. `cause`: what the
    house names a command of its own by; empty in requests of people and in those that happen anew each time.
    """

    who: Person
    command_id: uuid.UUID
    fingerprint: bytes
    plain: bytes
    repeatable: bool
    cause: str = ""

    @property
    def names(self) -> tuple[uuid.UUID, ...]:
        """The ids under which it may have happened; those of the server are the public one and the keyed one."""
        if not self.cause:
            return (self.command_id,)
        return public_id(self.who.actor, self.cause), keyed_id(self.who.actor, self.cause)

    def renamed(self) -> CommandRequest:
        """The same request under the keyed id, where an import has taken the public one; KeyReused without another."""
        keyed = self.names[-1]
        if keyed == self.command_id:
            raise KeyReused
        return replace(self, command_id=keyed)

    def made(self, command: store.CommandRecord) -> bool:
        """Whether a command came of this request."""
        return command.fingerprint in (self.fingerprint, self.plain)


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to happen. `rows` writes what must be kept together with the events, in the same transaction."""

    events: Sequence[Any]
    rows: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What happened: the match after it, and the events that came of it, if any.

    `repeated`: it had happened before, under the same key.
    """

    match: LoadedMatch
    recorded: Sequence[store.RecordedEvent] = ()
    repeated: bool = False

    @property
    def first(self) -> int:
        """The version of the first of the events; one above `last` when there is none."""
        return self.last - len(self.recorded) + 1

    @property
    def last(self) -> int:
        """The version of the match after them."""
        return self.match.version


def command_request(who: Person, what: str, content: object, key: str | None) -> CommandRequest:
    """A request under an idempotency key of its sender; without one it always happens anew.

    `what` and `content` (anything that JSON can hold) are what another request under the same key is told apart by.
    """
    body = msgspec.json.encode([what, who.actor, content], order="sorted")
    plain = hashlib.sha256(body).digest()
    # With a plain one, whoever reads the database could try out contents. What the server does itself is named by its
    # cause and told apart by its content whatever the key, so that jobs and demo go on when it is another.
    fingerprint = _keyed("fingerprint/1", body) if who.key else plain
    if key is None:
        return CommandRequest(who, uuid.uuid4(), fingerprint, plain, repeatable=False)
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Unreadable(f"a key has 1 to {LONGEST_KEY} printable characters", "Idempotency-Key")
    if who.key:
        return CommandRequest(who, command_id(who.key, key), fingerprint, plain, repeatable=True)
    return CommandRequest(who, public_id(who.actor, key), fingerprint, plain, repeatable=True, cause=key)


def command_id(owner: str, key: str) -> uuid.UUID:
    """The id of the command that a person names by a key: the same each time, and nobody else's to work out.

    It goes into the hash of events that some may not read yet; an id that can be guessed would let them be guessed too.
    """
    return _keyed_uuid("command/1", f"{owner}\n{key}")


def public_id(actor: str, cause: str) -> uuid.UUID:
    """The id of a command of the server (demo, jobs): it follows from the cause, and is the same whatever the key.

    Anybody can work it out and import a match that bears it; then the command goes by its `keyed_id`.
    """
    return uuid.uuid5(HOUSE_COMMANDS, f"{actor}\n{cause}")


def keyed_id(actor: str, cause: str) -> uuid.UUID:
    """The id of the same command where the public one is taken: nobody else can work it out before it is written."""
    return _keyed_uuid("command of the house/1", f"{actor}\n{cause}")


def _keyed_uuid(purpose: str, content: str) -> uuid.UUID:
    return uuid.UUID(bytes=_keyed(purpose, content.encode())[:16], version=5)


def _keyed(purpose: str, content: bytes) -> bytes:
    """A digest that nobody without the key of commands can make; another for each purpose."""
    return hmac.digest(settings.COMMAND_KEY.encode(), f"{purpose}\n".encode() + content, "sha256")


@contextmanager
def in_time() -> Iterator[None]:
    """Raise LockTimeout where the database kept a command waiting for too long; nothing of it was stored then."""
    try:
        yield
    except DatabaseError as error:
        if not store.waited_too_long(error):
            raise
        events_log.warning("command.held_up", error=str(error).strip())
        raise LockTimeout from error


@in_time()
def carry_out(
    match_id: uuid.UUID,
    request: CommandRequest,
    decide: Callable[[LoadedMatch, Role], Decision],
    *,
    invited: bool = False,
) -> CommandResult:
    """Let `decide` say what a request brings about, and append it; decide again where others were faster.

    `invited`: a token lets the sender in, though the match is not theirs to see yet. Raises what `decide` raises
    (nothing has happened then), NotThere, KeyReused, Closed, Busy after some attempts, and LockTimeout.
    """
    for _ in range(ATTEMPTS):
        match = load_match(match_id)
        role = access(request.who, match.roster)
        if not (role.sees or invited):
            raise NotThere("match")
        known = find_result(request)
        if known is not None:
            return known
        decision = decide(match, role)
        if not decision.events:
            return CommandResult(match)
        try:
            return _append(match, request, decision)
        except store.Conflict:
            continue
        except store.AlreadyDone as done:
            return _repeated(done.command)
        except store.KeyReused:
            request = request.renamed()
        except store.StreamClosed:
            raise Closed from None
    raise Busy


@in_time()
def open_stream(match_id: uuid.UUID, request: CommandRequest, game: Game[Any], decision: Decision) -> CommandResult:
    """Append the first events of a match; or find the match that the same request opened before.

    Refusal `match_exists` where another request has opened one of this id.
    """
    known = find_result(request)
    if known is not None:
        return known
    try:
        return _append(LoadedMatch(match_id, game, ()), request, decision)
    except store.AlreadyDone as done:
        return _repeated(done.command)
    except store.KeyReused:
        return open_stream(match_id, request.renamed(), game, decision)
    except (store.Conflict, IntegrityError):
        if store.head(stream_of(match_id)) is None:
            raise
        return _opened_before(match_id, request)


def _opened_before(match_id: uuid.UUID, request: CommandRequest) -> CommandResult:
    """The match of this id, if it was this request that opened it; its rows were met before its events were."""
    known = find_result(request)
    if known is None:
        message = f"There is a match {match_id} already."
        raise Refusal("match_exists", message, field="match", hint="Open one under another id.", status=409) from None
    return known


def find_result(request: CommandRequest) -> CommandResult | None:
    """What the same request brought about before; KeyReused when its key was used for another."""
    command = find_command(request)
    return None if command is None else _repeated(command)


def done_before(who: Person, key: str | None) -> bool:
    """Whether somebody has had something done under a key: what it was asked for may be gone by now."""
    return key is not None and store.find_command(command_request(who, "", "", key).command_id) is not None


def find_command(request: CommandRequest) -> store.CommandRecord | None:
    """What the same request wrote before; KeyReused when its key was used for another.

    What an import brought under an id of the server is not the server's, and hinders nothing.
    """
    for name in request.names if request.repeatable else ():
        command = store.find_command(name)
        if command is None or (command.imported and request.cause):
            continue
        if not request.made(command):
            raise KeyReused
        return command
    return None


def _repeated(command: store.CommandRecord) -> CommandResult:
    match_id = match_of(command.stream)
    if match_id is None:
        raise KeyReused
    recorded = store.read(command.stream, command.first_version - 1, command.last_version)
    return CommandResult(load_match(match_id, command.last_version), tuple(recorded), repeated=True)


def _append(match: LoadedMatch, request: CommandRequest, decision: Decision) -> CommandResult:
    """One transaction: the rows, then the events. Moves `match` on."""
    before, outcome = match.version, match.table.outcome()
    match.advance(decision.events, b"")
    read_model = row_update(match, before, decision.events)
    following = rows_of_end(match, outcome, decision.events)
    with store.writing() as unit:
        for write in (decision.rows, *following):
            if write is not None:
                write()
        if read_model is not None:
            read_model.write(unit)
        unit.append(
            stream_of(match.id),
            before,
            [event_codec.stored(match.ruleset, event) for event in decision.events],
            actor=request.who.actor,
            command_id=request.command_id,
            fingerprint=request.fingerprint,
        )
    recorded = unit.appended[0].recorded
    match.hash = recorded[-1].hash
    keep(match)
    if match.version // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
        _save_snapshot(match)
    return CommandResult(match, recorded)


def _save_snapshot(match: LoadedMatch) -> None:
    """A cache, best effort: the match is stored whatever happens here."""
    try:
        match.save_snapshot()
    except DatabaseError as error:
        events_log.warning("snapshot.failed", match=str(match.id), error=str(error))
