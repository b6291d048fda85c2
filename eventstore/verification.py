"""Verification: does the log still say what was recorded? Every finding names the event where it can be told."""

import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

from django.db import DatabaseError, OperationalError, connection

from eventstore.chain import HEADER, genesis
from eventstore.errors import BrokenChain, UnknownStream
from eventstore.filecheck import check_file
from eventstore.findings import Finding
from eventstore.guards import missing_guards
from eventstore.reading import DIALECT, Page, last_position, rows
from eventstore.records import kind_of
from eventstore.registry import registered_checks
from eventstore.rowcheck import check_rows
from eventstore.sealcheck import SealCheck
from eventstore.seals import SealKey, find_seal_key, old_keys

PAGE = 2_000
# A log in ruins needs no longer list: the walk ends when it has found so much.
MOST_FINDINGS = 1_000

COLUMNS = """
SELECT e.type_id, e.schema, e.body, e.hash, e.position, e.stream_id, e.version, e.recorded_at, e.actor, {command}
FROM eventstore_event e
"""
# Pages are bounded on both sides, as those of `reading` are; what stands beyond or behind a gap is asked for otherwise.
LOG_PAGE = COLUMNS + "WHERE e.position > {mark} AND e.position <= {mark} ORDER BY e.position"
LOG_REST = COLUMNS + "WHERE e.position > {mark} ORDER BY e.position LIMIT {mark}"
STREAM_PAGE = COLUMNS + "WHERE e.stream_id = {mark} AND e.version > {mark} AND e.version <= {mark} ORDER BY e.version"
STREAM_REST = COLUMNS + "WHERE e.stream_id = {mark} AND e.version > {mark} ORDER BY e.version LIMIT {mark}"
BELOW_THE_FIRST = COLUMNS + "WHERE e.position < 1 ORDER BY e.position LIMIT {mark}"
EVENT_AT = COLUMNS + "WHERE e.position = {mark}"
EVENT_OF_STREAM = COLUMNS + "WHERE e.stream_id = {mark} AND e.version = {mark}"
POSITION = "SELECT e.position FROM eventstore_event e WHERE e.stream_id = {mark} AND e.version = {mark}"
STREAMS = "SELECT s.id, s.name, s.kind, {uuid}, s.version, s.head_hash FROM eventstore_stream s"
STREAM_BY_ID = STREAMS + " WHERE s.id = {mark}"
STREAM_BY_NAME = STREAMS + " WHERE s.name = {mark}"
TYPES = "SELECT t.id, t.name FROM eventstore_eventtype t"

Progress = Callable[[int], None]


class Row(NamedTuple):
    """An event as the database holds it, checked for nothing yet; begins as the rows of a `Page` do."""

    type_id: int
    schema: int
    body: bytes
    hash: bytes
    position: int
    stream_id: int
    version: int
    recorded_at: int
    actor: str
    command: bytes


class Chain:
    """A stream, followed from event to event."""

    __slots__ = ("alternative", "head", "name", "position", "uuid", "version")

    def __init__(self, name: str, uuid: bytes) -> None:
        self.name, self.uuid = name, uuid
        self.version, self.position, self.head = 0, 0, genesis(uuid, name)
        # After an event whose hash does not fit: the hash that would. The next event fits one or the other.
        self.alternative = b""


class Walk:
    """One pass over events. `whole`: over the whole log, so that positions must follow each other too."""

    def __init__(self, *, whole: bool) -> None:
        self.whole = whole
        self.findings: list[Finding] = []
        self.chains: dict[int, Chain] = {}
        self.types = _types()
        self.position = 0

    def follow(self, page: list[tuple[Any, ...]]) -> None:
        """Check the events of a page; this loop is what the speed of `verify` hangs on."""
        chains, types, pack, whole, last = self.chains, self.types, HEADER.pack, self.whole, self.position
        for row in page:
            type_id, schema, body, digest, position, stream_id, version, recorded_at, actor, command = row
            try:
                chain, name, who = chains[stream_id], types[type_id], actor.encode()
                head = pack(
                    chain.head, chain.uuid, command, version, schema, recorded_at, len(name), len(who), len(body)
                )
                fits = sha256(head + name + who + body).digest() == digest
            except (KeyError, AttributeError, TypeError, ValueError, struct.error):
                fits = False
            if fits and version == chain.version + 1 and (position == last + 1 or not whole):
                chain.head, chain.version, chain.position, last = digest, version, position, position
            else:
                self.position = last
                self._examine(Row._make(row))
                types, last = self.types, self.position
        self.position = last

    def _examine(self, row: Row) -> None:
        """Say what is wrong with an event that does not simply follow, and go on after it."""
        if self.whole and row.position != self.position + 1:
            self._gap_before(row)
        self.position = row.position
        if row.type_id not in self.types:
            self.types = _types()
        chain = self.chains.get(row.stream_id) or self._late_stream(row)
        if chain is None:
            self.find("stream", f"it belongs to stream number {row.stream_id}, which does not exist", row)
            return
        if row.version != chain.version + 1:
            self._out_of_order(row, chain)
            chain.head, chain.alternative = row.hash, b""
        else:
            self._check_hash(row, chain)
        # A damaged row may hold anything in any column.
        chain.version = row.version if isinstance(row.version, int) else chain.version + 1
        chain.position = row.position

    def _check_hash(self, row: Row, chain: Chain) -> None:
        expected = self._hash(row, chain, chain.head)
        fits = row.hash == expected
        if not fits and chain.alternative:
            fits = row.hash == self._hash(row, chain, chain.alternative)
        if not fits:
            self.find("altered", "its hash does not fit what it says, or what came before it", row, chain)
        chain.head, chain.alternative = row.hash, b"" if fits else expected

    def _hash(self, row: Row, chain: Chain, before: bytes) -> bytes:
        """Return the hash that the event should have; empty when it holds what no event can."""
        try:
            name, who = self.types[row.type_id], row.actor.encode()
            lengths = (len(name), len(who), len(row.body))
            head = HEADER.pack(before, chain.uuid, row.command, row.version, row.schema, row.recorded_at, *lengths)
            return sha256(b"".join((head, name, who, row.body))).digest()
        except (KeyError, AttributeError, TypeError, ValueError, struct.error):
            return b""

    def _gap_before(self, row: Row) -> None:
        if row.position <= self.position:
            self.find("order", f"its position comes after {self.position}", row)
        elif row.position - self.position == 2:
            self.find("gap", f"position {self.position + 1} is missing before it", row)
        else:
            self.find("gap", f"positions {self.position + 1} to {row.position - 1} are missing before it", row)

    def _out_of_order(self, row: Row, chain: Chain) -> None:
        if isinstance(row.version, int) and row.version > chain.version:
            missing = row.version - 1
            text = (
                f"version {missing} is"
                if missing == chain.version + 1
                else f"versions {chain.version + 1} to {missing} are"
            )
            self.find("gap", f"{text} missing before it", row, chain)
        else:
            self.find("order", f"version {row.version} comes after version {chain.version}", row, chain)

    def _late_stream(self, row: Row) -> Chain | None:
        """Return the chain of a stream that was opened after the walk began."""
        found = rows(_sql(STREAM_BY_ID), (row.stream_id,))
        return self.add_stream(found[0]) if found else None

    def add_stream(self, row: tuple[Any, ...]) -> Chain | None:
        """Begin the chain of a stream, unless its row is damaged."""
        number, name, kind, uuid, _version, _head = row
        if not isinstance(name, str) or not isinstance(uuid, bytes) or kind != kind_of(name):
            self.findings.append(Finding("stream", f"the row of stream number {number} is damaged", stream=str(name)))
            return None
        return self.chains.setdefault(number, Chain(name, uuid))

    def find(self, kind: str, message: str, row: Row, chain: Chain | None = None) -> None:
        """Note something about an event."""
        chain = chain or self.chains.get(row.stream_id)
        version = row.version if isinstance(row.version, int) else 0
        self.findings.append(Finding(kind, message, row.position, chain.name if chain else "", version))

    @property
    def full(self) -> bool:
        """Whether enough was found."""
        return len(self.findings) >= MOST_FINDINGS


def verify_stream(name: str) -> list[Finding]:
    """Follow the chain of one stream; return what is wrong. Raises UnknownStream."""
    walk = Walk(whole=False)
    for _page in _walk_stream(walk, name):
        pass
    return walk.findings


def verified_pages(name: str) -> Iterator[Page]:
    """Yield all events of a stream as `read_pages` does, each page once its chain is checked, the end after the last.

    Raises BrokenChain where `verify_stream` would find something, and UnknownStream.
    """
    walk, first = Walk(whole=False), 1
    for page in _walk_stream(walk, name):
        if walk.findings:
            break
        yield Page(name, first, page)
        first += len(page)
    if walk.findings:
        raise BrokenChain(walk.findings[0])


def _walk_stream(walk: Walk, name: str) -> Iterator[list[tuple[Any, ...]]]:
    """Let `walk` follow one stream; yield its pages, none of them empty, as they were followed."""
    found = rows(_sql(STREAM_BY_NAME), (name,))
    if not found:
        raise UnknownStream(name)
    chain = walk.add_stream(found[0])
    if chain is None:
        return
    stream_id, end = found[0][0], found[0][4]
    for page in _stream_pages(walk, stream_id, end if isinstance(end, int) else 0):
        walk.follow(page)
        yield page
    _check_ends(walk, rows(_sql(STREAM_BY_NAME), (name,)), last_position())


def _stream_pages(walk: Walk, stream_id: int, end: int) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the events of a stream up to version `end`, where its row says it ends, and then what stands beyond."""
    after, known = 0, len(walk.findings)
    while after < end and not walk.full:
        upto = min(after + PAGE, end)
        singles = ((stream_id, version) for version in range(after + 1, upto + 1))
        page = _fetch(walk, STREAM_PAGE, (stream_id, after, upto), EVENT_OF_STREAM, singles)
        if page:
            yield page
        elif len(walk.findings) == known:
            break  # a gap as long as a page, or a damaged `end`: do not count up to it
        after, known = upto, len(walk.findings)
    while not walk.full and (page := _fetch(walk, STREAM_REST, (stream_id, after, PAGE), EVENT_OF_STREAM, ())):
        yield page
        after = Row._make(page[-1]).version


def verify_store(progress: Progress | None = None, key: SealKey | None = None) -> list[Finding]:
    """Follow all chains and check all seals in one pass, in order of position; return what is wrong.

    Events that are appended meanwhile may be left for the next time. `progress` is told the number of events of each
    page. `key` checks the seals, beside it the keys that this server had before (SKALD_OLD_SEAL_KEYS); the key of this
    machine if None; without either, signatures are not checked.
    """
    try:
        return _walk_store(progress, key)
    except DatabaseError as error:
        if _lost_connection(error):
            raise
        return [Finding("unreadable", f"the database cannot be read: {error}"), *check_file()]


def _walk_store(progress: Progress | None, key: SealKey | None) -> list[Finding]:
    walk = Walk(whole=True)
    for row in rows(_sql(STREAMS), ()):
        walk.add_stream(row)
    for row in rows(_sql(BELOW_THE_FIRST), (MOST_FINDINGS,)):
        walk.find("order", "its position is below 1, the first", Row._make(row))
    upto, after = last_position(), 0
    seals = SealCheck(key or find_seal_key(), old_keys())
    for page in _log_pages(walk, upto):
        walk.follow(page)
        seals.follow(page)
        if progress:
            progress(len(page))
        after = Row._make(page[-1]).position
    # What could not be read at the end was found unreadable, and is not missing.
    after = after if walk.full else max(after, upto)
    _check_ends(walk, rows(_sql(STREAMS), ()), after)
    walk.findings += seals.finish(after)
    if not walk.findings:
        walk.findings += check_rows()
    if not walk.findings:
        walk.findings += [finding for check in registered_checks() for finding in check()]
    walk.findings += [Finding("guard", f"the trigger {name} is missing") for name in missing_guards(connection)]
    walk.findings += check_file()
    return walk.findings


def _log_pages(walk: Walk, upto: int) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the events of the log up to position `upto`, the last one."""
    after, known = 0, len(walk.findings)
    while after < upto and not walk.full:
        end = min(after + PAGE, upto)
        singles = ((position,) for position in range(after + 1, end + 1))
        page = _fetch(walk, LOG_PAGE, (after, end), EVENT_AT, singles)
        if not page and len(walk.findings) == known:  # a gap as long as a page: go on behind it
            page = _fetch(walk, LOG_REST, (end, PAGE), EVENT_AT, ())
        if page:
            yield page
        # A page never begins where the last one did, however the rows are muddled.
        after, known = max(Row._make(page[-1]).position if page else 0, end), len(walk.findings)


def _fetch(
    walk: Walk, sql: str, parameters: tuple[Any, ...], single: str, singles: Iterable[tuple[int, ...]]
) -> list[tuple[Any, ...]]:
    """Return a page of events; where the page cannot be read, those of its events that can, one by one."""
    try:
        return rows(_sql(sql), parameters)
    except DatabaseError as error:
        if _lost_connection(error):
            raise
    readable = []
    for place in singles:
        try:
            readable += rows(_sql(single), place)
        except DatabaseError as error:
            if _lost_connection(error) or walk.full:
                raise
            walk.findings.append(_unreadable(walk, place, error))
    return readable


def _unreadable(walk: Walk, place: tuple[int, ...], error: DatabaseError) -> Finding:
    message = f"the database cannot read it: {error}"
    if len(place) == 1:
        return Finding("unreadable", message, position=place[0])
    stream_id, version = place
    return Finding("unreadable", message, stream=walk.chains[stream_id].name, version=version)


def _lost_connection(error: DatabaseError) -> bool:
    """Tell an error of the server, which says nothing about the log, from one of the data in it."""
    return connection.vendor == "postgresql" and isinstance(error, OperationalError)


def _check_ends(walk: Walk, streams: list[tuple[Any, ...]], upto: int) -> None:
    """Compare where each chain ended with where the stream's own row says that it does."""
    for stream_id, name, _kind, _uuid, version, head in streams:
        chain = walk.chains.get(stream_id)
        if chain is None or walk.full:
            continue  # opened since, or damaged and found; or the walk ended early
        if version == chain.version and head in (chain.head, chain.alternative):
            continue
        at = Finding("cut", "", chain.position, name, chain.version)
        if not isinstance(version, int):
            walk.findings.append(
                replace(at, kind="stream", message=f"its stream's row is damaged: version {version!r}")
            )
        elif version > chain.version:
            if not _appended_meanwhile(stream_id, chain.version + 1, upto):
                text = f"its stream ends after this event, and should reach version {version}"
                walk.findings.append(replace(at, message=text))
        elif version == chain.version:
            text = "its hash is not the head that the stream's row holds"
            walk.findings.append(replace(at, kind="stream", message=text))
        else:
            text = f"it stands beyond version {version}, where the stream's row says it ends"
            walk.findings.append(replace(at, kind="stream", message=text))


def _appended_meanwhile(stream_id: int, version: int, upto: int) -> bool:
    """Tell whether an event stands behind the end of the walk; in the table, not only in the index."""
    found = rows(_sql(POSITION), (stream_id, version))
    return bool(found) and found[0][0] > upto and bool(rows(_sql(EVENT_AT), (found[0][0],)))


def _types() -> dict[int, bytes]:
    return {number: name.encode() for number, name in rows(_sql(TYPES), ()) if isinstance(name, str)}


def _sql(text: str) -> str:
    """Return a query in the words of the database at hand."""
    return text.format(**DIALECT[connection.vendor])
