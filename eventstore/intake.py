"""Taking a verified `.skald` file into the log, with all as it was but the positions.

1. `compare`: what each stream of the file has here already, and whether that is the same. No lock is held.
2. `staging.Staging.put`: the events that are new, verified once more as they are read, in tables of our own. No lock.
3. `insert`: under the append lock, what was compared is compared again, and the events go from there into the log.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db import connection

from eventstore.chain import type_id
from eventstore.errors import Conflict, Diverged, StreamClosed
from eventstore.models import EventType, ImportedStream, Stream
from eventstore.postgres import APPEND_LOCK
from eventstore.provenance import ImportRequest, rows_of
from eventstore.reading import head, last_position, read
from eventstore.records import AppendResult, StreamHead, kind_of
from eventstore.skald_format import ExportSummary, FileEvent, StreamLine
from eventstore.staging import COMMANDS, EVENTS, Range, Staging, same_number

# So many events go into the log with one statement.
CHUNK = 5_000
INSERT_EVENTS = f"""
INSERT INTO eventstore_event (position, recorded_at, stream_id, version, type_id, schema, command_id, actor, body, hash)
SELECT %s + n, recorded_at, %s, version, type_id, schema, command_id, actor, body, hash
FROM {EVENTS} WHERE n > %s AND n <= %s ORDER BY n
"""  # noqa: S608 – names of our own
# An id that is used already stays with who used it. To refuse the file would tell who made it up that the id is used,
# and would keep an honest file out once a forgery with its ids is here (decision 0023).
INSERT_COMMANDS = f"""
INSERT INTO eventstore_command (id, stream_id, first_version, last_version, fingerprint)
SELECT s.id, %s, s.first_version, s.last_version, %s FROM {COMMANDS} s
WHERE s.n > %s AND s.n <= %s AND NOT EXISTS (SELECT 1 FROM eventstore_command c WHERE c.id = s.id) ORDER BY s.n
"""  # noqa: S608


class StreamImport(NamedTuple):
    """A stream of a file: the versions above `from_version`, up to `version`, were new here."""

    stream: str
    from_version: int
    version: int


class StreamComparison(NamedTuple):
    """A stream of the file, its last hash there, and where it ends here; None where it is not here yet."""

    line: StreamLine
    head: bytes
    here: StreamHead | None

    @property
    def known_version(self) -> int:
        """How many of its events are here already."""
        return self.here.version if self.here else 0

    @property
    def is_longer(self) -> bool:
        """Whether the file has events that are not here yet."""
        return self.line.version > self.known_version


def compare(summary: ExportSummary) -> dict[str, StreamComparison]:
    """Each stream of a file beside what is here of it.

    Raises StreamClosed, and Diverged (version 0: which one is to be found out) where the last event of the file is here
    and is another.
    """
    found = {}
    for line, digest in zip(summary.streams, summary.heads, strict=True):
        stream = found[line.name] = StreamComparison(line, bytes.fromhex(digest), head(line.name))
        if stream.is_longer:
            if stream.here and stream.here.closed_at is not None:
                raise StreamClosed(line.name)
        elif next(read(line.name, line.version - 1, line.version)).hash != stream.head:
            raise Diverged(line.name, 0)
    return found


def new_events(places: Iterable[FileEvent], streams: Mapping[str, StreamComparison]) -> Iterator[FileEvent]:
    """Those of the events that are not here yet. Raises Diverged where the last one that is here is another."""
    for place in places:
        stream = streams[place.stream.name]
        if place.event.v > stream.known_version:
            yield place
        elif stream.here and place.event.v == stream.known_version and place.event.hash != stream.here.hash.hex():
            raise Diverged(place.stream.name, 0)


def first_difference(places: Iterable[FileEvent], name: str) -> int:
    """The first version at which a stream of the file and the one here differ."""
    ours = read(name)
    for place in places:
        if place.stream.name == name and next(ours).hash.hex() != place.event.hash:
            return place.event.v
    raise ValueError(f"{name} is the same here")


def insert(streams: Mapping[str, StreamComparison], staging: Staging, taking: ImportRequest) -> list[AppendResult]:
    """Move what was staged into the log, and note where it comes from, in a transaction that the caller soon ends.

    The log is locked first, and the rows of the streams after it: the same order as in an append, so that neither waits
    for the other in a ring. Raises Conflict where somebody has appended to a stream since it was compared,
    StreamClosed, and BadExport for types that the log has otherwise.
    """
    new = {name: one for name, one in streams.items() if one.is_longer}
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [APPEND_LOCK])
        rows = _lock_streams(new)
        base = last_position()
        _enter_types(staging)
        for name, stream in new.items():
            row = _move(rows.get(name), stream)
            for chunk in _chunks(staging.commands[name]):
                cursor.execute(INSERT_COMMANDS, [row.id, b"", *chunk])
            for chunk in _chunks(staging.events[name]):
                cursor.execute(INSERT_EVENTS, [base, row.id, *chunk])
            ImportedStream.objects.bulk_create(rows_of(taking, row.id, stream.line, stream.known_version))
    return [
        AppendResult(name, one.known_version + 1, one.line.version, base + staging.events[name].last, one.head)
        for name, one in new.items()
    ]


def _lock_streams(new: Mapping[str, StreamComparison]) -> dict[str, Stream]:
    """The rows of the streams that grow, locked, as they were when they were compared."""
    rows = {row.name: row for row in Stream.objects.select_for_update().filter(name__in=new).order_by("name")}
    for name, stream in new.items():
        row = rows.get(name)
        if row is not None and row.closed_at is not None:
            raise StreamClosed(name)
        now = (row.version, bytes(row.head_hash)) if row else None
        if now != ((stream.here.version, stream.here.hash) if stream.here else None):
            raise Conflict(name, stream.known_version, row.version if row else 0)
    return rows


def _enter_types(staging: Staging) -> None:
    """Enter the wire names that the log does not know yet; BadExport where one has the number of another."""
    numbers = {type_id(name): place for name, place in staging.types.items()}
    known = dict(EventType.objects.filter(id__in=numbers).values_list("id", "name"))
    for number, place in numbers.items():
        if known.get(number, place.event.type) != place.event.type:
            raise same_number(place, known[number])
    EventType.objects.bulk_create(
        EventType(id=number, name=place.event.type) for number, place in numbers.items() if number not in known
    )


def _move(row: Stream | None, stream: StreamComparison) -> Stream:
    """The row of a stream, which ends now where it ends in the file."""
    line = stream.line
    if row is None:
        row = Stream(name=line.name, kind=kind_of(line.name), uuid=line.uuid, opened_at=line.opened_at)
    row.version, row.head_hash, row.closed_at = line.version, stream.head, line.closed_at
    row.save()
    return row


def _chunks(rows: Range) -> Iterator[Sequence[int]]:
    for after in range(rows.after, rows.last, CHUNK):
        yield after, min(after + CHUNK, rows.last)
