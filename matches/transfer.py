"""A match as a file that verifies anywhere, and back.

An import:

1. Chains, hashes and the seal of the file are checked: `store.check_export`. It holds one match: `_only_match`.
2. Its log is folded, and its game can show it and go on from it: `_check_fold`, `check_playable`.
3. It is compared with a match of that id that is here: `_check_beside`. Nothing is stored so far.
4. What is not here yet is stored as it was, its rows with it: `store.import_streams`.
5. A match whose GM is nobody here is run by who brought it: `_adopt`.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, BinaryIO, NamedTuple

import msgspec
from django.conf import settings
from django.core.exceptions import ValidationError

from eventstore import api as store
from matches import event_codec
from matches.access import access, holder_of
from matches.documents import nothing_hidden, plain
from matches.errors import Closed
from matches.facts import GmSet
from matches.game_adapter import adapter_of
from matches.handler import Decision, carry_out, command_request
from matches.loading import LoadedMatch, load_match
from matches.models import Match, Seat, match_of, stream_of
from matches.projections import ImportedRows, match_fields, rows_from_file
from matches.promised import is_promised
from matches.provenance import roster_here
from matches.queries import load
from rules.kernel.agenda import Decided
from rules.kernel.asks import GM
from rules.kernel.audit import Audit, audit
from rules.kernel.errors import KernelError
from rules.kernel.folding import History
from rules.kernel.record import Record
from rules.kernel.replay import replay
from rules.kernel.table_events import MatchOpened, TableEvent
from web.errors import Busy, Forbidden, NotThere, Refusal, Unreadable
from web.people import THE_HOUSE, Person, account_known
from web.untrusted_input import check_plain, check_title, check_username

# What a forged log can make a fold stumble over; an honest one never does.
STUMBLES = (
    KernelError,
    LookupError,
    AttributeError,
    TypeError,
    ValueError,
    ArithmeticError,
    StopIteration,
    AssertionError,
    RecursionError,
    ValidationError,
    NotThere,
    Unreadable,
)
MOST_EVENTS: int = settings.IMPORT_EVENTS
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
HASH = re.compile("[0-9a-f]{64}")


class _Line(msgspec.Struct, frozen=True):
    """An event of a `.skald` file, as far as its game reads it."""

    type: str
    schema: int
    at: int
    body: str


def export_match(who: Person, match_id: uuid.UUID, file: BinaryIO) -> store.ExportSummary:
    """Write a match to a `.skald` file, sealed by this server; what of it came from elsewhere is told in it.

    Whoever may see all of it may have it; Forbidden while it holds others' secrets.
    """
    seen = load(who, match_id)
    if not (seen.role.gm or nothing_hidden(seen.match, who, seen.match.version)):
        raise Forbidden(
            "secrets",
            "The match contains another player's secrets.",
            rule="KERNEL-TABLE-07",
            hint="Export it once they have been revealed.",
        )
    return store.export_streams([stream_of(match_id)], file, store.seal_key())


class ImportResult(NamedTuple):
    """A match that was taken in; `added` is false where it was here already as the file has it."""

    match_id: uuid.UUID
    added: bool


def import_match(who: Person, file: BinaryIO) -> uuid.UUID:
    """Take in a match as `import_file` does. Returns its id."""
    return import_file(who, file).match_id


def import_file(who: Person, file: BinaryIO) -> ImportResult:
    """Take in a match from a seekable `.skald` file: verified, folded, and then stored as it was.

    Where no trusted server has signed for the file, the people it names are names without a person, and who imports it
    runs it; so do they where its GM is nobody here. A match that is here already is left as it is. Raises Refusal
    `bad_export` (nothing stored), `too_long`, or `diverged`, when another match of this id is here.
    """
    if not who.key and not who.unbound:
        raise Forbidden("not_authenticated", "Log in to import a match.", rule="KERNEL-MATCH-01", status=401)
    start, key, trusted = file.tell(), store.find_seal_key(), store.trusted_keys()
    try:
        summary = store.check_export(file, key, trusted, most=None if who.unbound else MOST_EVENTS)
        match_id = _only_match(summary)
        file.seek(start)
        match, rows = _check_fold(match_id, _lines(file, summary.events), who, summary)
        here = store.head(stream_of(match_id))
        _check_beside(who, match, summary.streams[0], here)
        file.seek(start)
        within = None if here else rows.write
        stored = store.import_streams(file, key, within, trusted, who.actor, who.key)
    except store.LongExport as error:
        message = f"The match has {error.events} events; at most {error.most} can be imported."
        raise Refusal("too_long", message, hint="The server administrator can import it.", status=413) from None
    except store.Diverged as error:
        message = f"Another match of this id is here; they differ from event {error.version} on."
        raise _diverged(match_id, message) from None
    except store.BadExport as error:
        raise _bad(error.reason, line=error.line, event=error.event) from None
    except store.StreamClosed:
        raise Closed from None
    except store.Conflict:
        raise Busy from None
    if here is None:
        match.go_on_from_log(bytes.fromhex(summary.heads[0]))
    store.catch_up("matches")
    if here is None or _brought_by(who, match_id):
        _adopt(who, match_id)
    return ImportResult(match_id, any(one.version > one.from_version for one in stored))


def _check_beside(who: Person, match: LoadedMatch, line: Any, here: store.StreamHead | None) -> None:
    """Refuse a match whose stream is `line` of a file beside what is `here`, before anything is stored.

    Who may not see the match that is here is told nothing of it: whatever the file holds, they get one answer. They get
    the same where a battle waits for its match, which is as good as here.
    """
    if here is None and is_promised(match.id):
        raise _another(match.id)
    if here is None:
        if line.closed_at is not None and who.key and _is_orphan(match):
            raise _bad("its stream is closed, and nobody here runs it", line=1)
        return
    now = load_match(match.id)
    if not access(who, now.roster).sees and not (_is_orphan(now) and _brought_by(who, match.id)):
        raise _another(match.id)
    if here.version < line.version and not who.unbound:
        # Else anybody could go on with another's match by forging its next events.
        message = "The file has later events than the match here; only the server administrator may import those."
        raise _diverged(match.id, message)


def _is_orphan(match: LoadedMatch) -> bool:
    """Whether nobody with an account here runs a match."""
    gm = match.roster.gm
    return gm is None or not account_known(gm.user)


def _brought_by(who: Person, match_id: uuid.UUID) -> bool:
    """Whether it was `who` that took the match in, perhaps to be stopped before they could run it."""
    return any(one.actor == who.actor and not one.told_by for one in store.imports_of(stream_of(match_id)))


def _adopt(who: Person, match_id: uuid.UUID) -> None:
    """A match whose GM is nobody here is run by who brought it."""
    holder = holder_of(who)

    def choose(match: LoadedMatch, _role: Any) -> Decision:
        return Decision([GmSet(gm=holder)] if holder is not None and _is_orphan(match) else ())

    carry_out(match_id, command_request(THE_HOUSE, "adopt", str(match_id), None), choose)


def _only_match(summary: store.ExportSummary) -> uuid.UUID:
    names = [stream.name for stream in summary.streams]
    match_id = match_of(names[0]) if len(names) == 1 else None
    if match_id is None:
        raise _bad(f"the file holds {', '.join(names[:3])}; it must hold one match and nothing else", line=1)
    return match_id


def _lines(file: BinaryIO, count: int) -> Iterator[_Line]:
    """The events of a file that was verified."""
    file.readline()
    decoder = msgspec.json.Decoder(_Line)
    for _ in range(count):
        yield decoder.decode(file.readline())


def _check_fold(
    match_id: uuid.UUID, lines: Iterator[_Line], who: Person, summary: store.ExportSummary
) -> tuple[LoadedMatch, ImportedRows]:
    """Refuse a log that its game cannot read, fold or go on from, or that no list could show.

    Returns the match as it will be here, and its rows. Play is not judged here: `verify` does that, and shows it.
    """
    number = 1
    try:
        first = last = next(lines)
        opened = msgspec.json.decode(first.body, type=MatchOpened)
        if opened.match != str(match_id):
            raise _bad("the match in the file is not the one its stream is named after", line=2)
        match = LoadedMatch(match_id, adapter_of(opened.ruleset), ())
        match.past = history = History(match.ruleset)
        match.advance([opened], b"")
        history.remember(opened, match.table)
        for number, last in enumerate(lines, 2):  # noqa: B007 – the error names it
            event = event_codec.read_event(match.ruleset, last.type, last.schema, last.body.encode())
            match.advance([event], b"")
            history.remember(event, match.table)
        check_playable(match, history)
        match.roster = roster_here(history.events, store.expected_imports(summary, match.stream, who.actor, who.key))
        return match, rows_from_file(match, store.moment(first.at), store.moment(last.at))
    except STUMBLES as error:
        raise _bad(f"event {number} does not fold: {error}", line=number + 1) from None


def check_playable(match: LoadedMatch, history: History) -> None:
    """Refuse a match from a file that cannot be shown, listed or gone on from; whatever cannot raises something."""
    _check_opening(match, history.events)
    _check_situations(match, history, _check_shown(match, history.events))


def _check_opening(match: LoadedMatch, events: Sequence[Any]) -> None:
    """Refuse a first event that says what this Skald never writes; raises ValueError.

    `opening` must be the number of the last event that the game wrote to begin with: from there on anybody may look.
    """
    opened, origin = events[0], events[0].origin
    last = next((place for place, event in enumerate(events[1:], 1) if isinstance(event, TableEvent)), len(events))
    if not 2 <= opened.opening == last:
        raise ValueError(f"the opening ends with event {last}, not {opened.opening}")
    if any(isinstance(event, MatchOpened) for event in events[1:]):
        raise ValueError("the match is opened twice")
    if not 1 <= opened.ruleset_version <= match.ruleset.version:
        raise ValueError(f"version {opened.ruleset_version} of {match.ruleset.key} is not known here")
    strangers = sorted(opened.dice.keys() - {*match.ruleset.seats, GM})
    if strangers:
        raise ValueError(f"dice of no seat: {', '.join(strangers)[:80]}")
    if not _is_hash(opened.commitment):
        raise ValueError("the commitment is no hash")
    if origin is None:
        return
    if uuid.UUID(origin.match) == match.id or origin.version < 1 or not _is_hash(origin.hash):
        raise ValueError("it cannot come from what it names as its origin")


def _is_hash(text: str) -> bool:
    """Whether it is a hash in hex, or was left out."""
    return not text or HASH.fullmatch(text) is not None


def _check_shown(match: LoadedMatch, events: Sequence[Any]) -> Audit:
    """Let everybody look at a match, replay and verify it, and make its rows; whatever cannot be raises something.

    What the audit found.
    """
    for eyes in (GM, *match.table.seats, ""):
        plain(match.ruleset.view(match.state, eyes))
        match.asks_of(eyes)
    plain(replay(Record.of_events(match.ruleset, events), GM))
    _check_listed(match)
    return audit(match.ruleset, events, match.secret())


def _check_listed(match: LoadedMatch) -> None:
    """Let the rows of a match be made; whatever cannot be raises something."""
    fields = match_fields(match)
    check_plain([fields["summary"], msgspec.to_builtins(match.roster)])
    Match(pk=match.id, created_at=EPOCH, updated_at=EPOCH, **fields).clean_fields(exclude=["gm"])
    check_title(match.roster.title)
    for one in (match.roster.gm, *match.roster.co_gms):
        if one is not None:
            check_username(one.name, "gm")
    for seat, holder in match.roster.seats.items():
        check_username(holder.name, seat)
        uuid.UUID(hex=holder.user)
        Seat(name=seat, holder=holder.name).clean_fields(exclude=["match", "account"])


def _check_situations(match: LoadedMatch, history: History, found: Audit) -> None:
    """Refuse a log with a situation that cannot exist: the next command, or who forks there, could meet anything.

    Where the rules write every event again, only what they began with is looked at, and where play is to go on; else
    every moment that can be forked from.
    """
    if not match.settled:
        raise ValueError("it is the last one, in the midst of a command")
    if match.table.opened is not None:
        match.ruleset.parse(match.table.opened.command)
    commands = [event.command for event in history.events[match.table.opening :] if isinstance(event, Decided)]
    judged = found.differs is None and None not in commands
    for point in {match.table.opening, match.version} if judged else {*history.points, match.version}:
        state = history.state_at(point)
        if match.ruleset.outcome(state) is None:
            rules = msgspec.to_builtins(state.rules)
            match.ruleset.from_position(plain(match.ruleset.position(state)), rules)


def _bad(reason: str, *, line: int, event: str = "") -> Refusal:
    place = f"line {line}" + (f", {event}" if event else "")
    return Refusal(
        "bad_export",
        f"The file does not verify at {place}: {reason}.",
        field=f"line {line}",
        rule="KERNEL-MATCH-06",
        hint="Export the match again on the server it comes from.",
        status=400,
        more={"line": line, "event": event},
    )


def _another(match_id: uuid.UUID) -> Refusal:
    return _diverged(match_id, "Another match of this id is here.")


def _diverged(match_id: uuid.UUID, message: str) -> Refusal:
    return Refusal("diverged", message, rule="KERNEL-MATCH-06", status=409, more={"match": str(match_id)})
