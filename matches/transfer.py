"""A match as a file that verifies anywhere, and back."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, BinaryIO

import msgspec
from django.core.exceptions import ValidationError

from eventstore import api as store
from matches import log
from matches.access import THE_HOUSE, Person, account_known
from matches.documents import nothing_hidden, plain
from matches.errors import Busy, Closed, Forbidden, NotThere, Refusal, Unreadable
from matches.facts import GmSet
from matches.handler import Decision, asked, carry_out
from matches.hosted import hosted
from matches.loading import LoadedMatch
from matches.models import Match, Seat, match_of, stream_of
from matches.outside import check_plain
from matches.reading import load
from matches.rows import match_fields
from rules.kernel.audit import audit
from rules.kernel.errors import KernelError
from rules.kernel.folding import History
from rules.kernel.record import Record
from rules.kernel.replay import replay
from rules.kernel.ruleset import GM
from rules.kernel.table_events import MatchOpened

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
MOST_EVENTS = 30_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class _Line(msgspec.Struct, frozen=True):
    """An event of a `.skald` file, as far as its game reads it."""

    type: str
    schema: int
    body: str


def export_match(who: Person, match_id: uuid.UUID, file: BinaryIO) -> store.ExportSummary:
    """Write a match to a `.skald` file.

    Whoever may see all of it may have it; Forbidden while it holds others' secrets.
    """
    seen = load(who, match_id)
    if not (seen.role.gm or nothing_hidden(seen.match, who, seen.match.version)):
        raise Forbidden(
            "secrets",
            "The match holds somebody's secrets.",
            rule="KERNEL-TABLE-07",
            hint="Export it once they are shown.",
        )
    return store.export_streams([stream_of(match_id)], file, store.find_seal_key())


def import_match(who: Person, file: BinaryIO) -> uuid.UUID:
    """Take in a match from a seekable `.skald` file: verified, folded, and then stored as it was. Returns its id.

    Where its GM is not known here, who imports it runs it from now on. A match that is here already is left as it is.
    Raises Refusal `bad_export` (nothing stored) or `diverged`, when another match of this id is here.
    """
    if not who.key and not who.unbound:
        raise Forbidden("not_authenticated", "Log in to import a match.", rule="KERNEL-MATCH-01", status=401)
    start = file.tell()
    try:
        summary = store.check_export(file, store.find_seal_key())
    except store.BadExport as error:
        raise _bad(error.reason, line=error.line, event=error.event) from None
    match_id = _only_match(summary)
    if summary.events > MOST_EVENTS and not who.unbound:
        raise Refusal(
            "too_long", f"The match has {summary.events} events; {MOST_EVENTS} at most are taken in.", status=413
        )
    file.seek(start)
    _check_fold(match_id, _lines(file, summary.events), who)
    here = store.head(stream_of(match_id))
    if here is not None and here.version < summary.streams[0].version and not who.unbound:
        # Else anybody could go on with another's match by forging its next events.
        raise _diverged(match_id, "The file holds later events than the match here; only the house may take those in.")
    file.seek(start)
    try:
        store.import_streams(file, store.find_seal_key())
    except store.Diverged as error:
        raise _diverged(
            match_id, f"Another match of this id is here; they differ from event {error.version} on."
        ) from None
    except store.BadExport as error:
        raise _bad(error.reason, line=error.line, event=error.event) from None
    except store.StreamClosed:
        raise Closed from None
    except store.Conflict:
        raise Busy from None
    store.catch_up("matches")
    if here is None:
        _adopt(who, match_id)
    return match_id


def _adopt(who: Person, match_id: uuid.UUID) -> None:
    """A match whose GM is unknown here is run by who brought it."""
    holder = who.holder

    def choose(match: LoadedMatch, _role: Any) -> Decision:
        gm = match.roster.gm
        orphan = holder is not None and (gm is None or not account_known(gm.user))
        return Decision([GmSet(gm=holder)] if orphan and holder else ())

    carry_out(match_id, asked(THE_HOUSE, "adopt", str(match_id), None), choose)


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


def _check_fold(match_id: uuid.UUID, lines: Iterator[_Line], who: Person) -> None:
    """Refuse a log that its game cannot read, fold or go on from, or that no list could show.

    Play is not judged here: `verify` does that, and shows it.
    """
    number = 1
    try:
        opened = msgspec.json.decode(next(lines).body, type=MatchOpened)
        if opened.match != str(match_id):
            raise _bad("the match in the file is not the one its stream is named after", line=2)
        match = LoadedMatch(match_id, hosted(opened.ruleset))
        match.past = history = History(match.ruleset)
        match.advance([opened], b"")
        history.remember(opened, match.table)
        for number, line in enumerate(lines, 2):  # noqa: B007 – the error names it
            event = log.read_event(match.ruleset, line.type, line.schema, line.body.encode())
            match.advance([event], b"")
            history.remember(event, match.table)
        _check_shown(match, history.events)
        if not who.unbound:
            _check_goes_on(match)
    except STUMBLES as error:
        raise _bad(f"event {number} does not fold: {error}", line=number + 1) from None


def _check_shown(match: LoadedMatch, events: Sequence[Any]) -> None:
    """Let everybody look at a match, replay and verify it, and make its rows; whatever cannot be raises something."""
    for eyes in (GM, *match.table.seats, ""):
        plain(match.ruleset.view(match.state, eyes))
        match.asks_of(eyes)
    plain(replay(Record.of_events(match.ruleset, events), GM))
    audit(match.ruleset, events, match.secret())
    check_listed(match)


def check_listed(match: LoadedMatch) -> None:
    """Let the rows of a match be made; whatever cannot be raises something."""
    fields = match_fields(match)
    check_plain([fields["summary"], msgspec.to_builtins(match.roster)])
    Match(pk=match.id, created_at=EPOCH, updated_at=EPOCH, **fields).clean_fields(exclude=["gm"])
    for seat, holder in match.roster.seats.items():
        uuid.UUID(hex=holder.user)
        Seat(name=seat, holder=holder.name).clean_fields(exclude=["match", "account"])


def _check_goes_on(match: LoadedMatch) -> None:
    """Refuse a situation that cannot exist, where play is to go on from it: the next command could meet anything."""
    if match.settled and match.table.outcome() is None:
        rules = msgspec.to_builtins(match.state.rules)
        match.ruleset.from_position(plain(match.ruleset.position(match.state)), rules)


def _bad(reason: str, *, line: int, event: str = "") -> Refusal:
    place = f"line {line}" + (f", {event}" if event else "")
    return Refusal(
        "bad_export",
        f"The file does not verify at {place}: {reason}.",
        field=f"line {line}",
        rule="KERNEL-MATCH-06",
        hint="Export the match again where it comes from.",
        status=400,
        more={"line": line, "event": event},
    )


def _diverged(match_id: uuid.UUID, message: str) -> Refusal:
    return Refusal("diverged", message, rule="KERNEL-MATCH-06", status=409, more={"match": str(match_id)})
