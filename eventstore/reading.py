"""Reading the log: one stream, or all of it by position."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import connection

from eventstore import postgres
from eventstore.records import CommandRecord, RecordedEvent, StreamHead

# So many events are fetched in one query: few enough to stay small, enough to make the queries not count.
PAGE = 2_000

# `{mark}` is the sign of a parameter, `{command}` the command's id as 16 bytes. LEFT JOIN: the events lead, whatever
# the planner thinks of the two small tables. A page is bounded on both sides: a PostgreSQL that knows nothing yet of
# how full the table is would else collect and sort the whole rest of the stream for each page.
OF_PAGE = """
WHERE e.stream_id = (SELECT id FROM eventstore_stream WHERE name = {mark})
    AND e.version > {mark} AND e.version <= {mark}
ORDER BY e.version
"""
EVENTS = """
SELECT e.position, {name}, e.version, t.name, e.schema, e.recorded_at, e.actor, {command}, e.body, e.hash
FROM eventstore_event e LEFT JOIN eventstore_eventtype t ON t.id = e.type_id
"""
BODIES = """
SELECT e.type_id, e.schema, e.body, e.hash FROM eventstore_event e
"""
STREAM_PAGE, BODY_PAGE = EVENTS + OF_PAGE, BODIES + OF_PAGE
LOG_PAGE = """
SELECT e.position, s.name, e.version, t.name, e.schema, e.recorded_at, e.actor, {command}, e.body, e.hash
FROM eventstore_event e
LEFT JOIN eventstore_stream s ON s.id = e.stream_id
LEFT JOIN eventstore_eventtype t ON t.id = e.type_id
WHERE e.position > {mark} AND e.position <= {mark} {kinds}
ORDER BY e.position LIMIT {mark}
"""
# Not `s.kind IN`, which would turn the join around: all events of these streams, sorted, for each page.
OF_KINDS = "AND coalesce(s.kind, '') IN ({marks})"
NEXT_POSITION = "SELECT min(position) FROM eventstore_event WHERE position > {mark}"
LAST_POSITION = "SELECT coalesce(max(position), 0) FROM eventstore_event"
HEAD = "SELECT name, {uuid}, version, head_hash, opened_at, closed_at FROM eventstore_stream s WHERE name = {mark}"
COMMAND = """
SELECT s.name, c.first_version, c.last_version, c.fingerprint
FROM eventstore_command c JOIN eventstore_stream s ON s.id = c.stream_id WHERE c.id = {mark}
"""
DIALECT = {
    "sqlite": {"mark": "?", "name": "?", "command": "e.command_id", "uuid": "s.uuid"},
    "postgresql": {
        "mark": "%s",
        "name": "%s::text",
        "command": "uuid_send(e.command_id)",
        "uuid": "uuid_send(s.uuid)",
    },
}


KIND, BODY = itemgetter(0, 1), itemgetter(2)


@dataclass(frozen=True, slots=True)
class Page:
    """Events of one stream that stand side by side, the first of version `first`, for a fold: no more than it needs.

    Goes through them as `((number, schema), body)`, the number being that of the type: `type_id` of its name.
    """

    stream: str
    first: int
    # Number of the type, schema, body, hash, and what the reader has no use for.
    rows: list[tuple[Any, ...]]

    def __iter__(self) -> Iterator[tuple[tuple[int, int], bytes]]:
        return zip(map(KIND, self.rows), map(BODY, self.rows), strict=True)

    @property
    def last(self) -> int:
        """The version of the last event."""
        return self.first + len(self.rows) - 1

    @property
    def hash(self) -> bytes:
        """The hash of the last event."""
        digest: bytes = self.rows[-1][3]
        return digest


def read(stream: str, after: int = 0, upto: int | None = None) -> Iterator[RecordedEvent]:
    """Yield the events of `stream` with versions above `after`, up to and with `upto`; none when there is no stream."""
    sql = STREAM_PAGE.format(**DIALECT[connection.vendor])
    for start, end in _bounds(after, upto):
        page = fetch(sql, (stream, stream, start, end))
        yield from page
        if len(page) < end - start:
            return


def read_pages(stream: str, after: int = 0, upto: int | None = None) -> Iterator[Page]:
    """Yield the events that `read` would, page by page, for a fold: several times as fast."""
    sql = BODY_PAGE.format(**DIALECT[connection.vendor])
    for start, end in _bounds(after, upto):
        page = rows(sql, (stream, start, end))
        if page:
            yield Page(stream, start + 1, page)
        if len(page) < end - start:
            return


def _bounds(after: int, upto: int | None) -> Iterator[tuple[int, int]]:
    """Yield the versions above which each page begins and with which it ends.

    Versions have no holes: a page that is not full is the last one.
    """
    while upto is None or after < upto:
        end = after + PAGE if upto is None else min(after + PAGE, upto)
        yield after, end
        after = end


def read_all(after_position: int, limit: int, kinds: Sequence[str] = ()) -> list[RecordedEvent]:
    """Return at most `limit` events with positions above `after_position`, in order.

    With `kinds`, only events of streams of these kinds.
    """
    dialect = DIALECT[connection.vendor]
    condition = OF_KINDS.format(marks=", ".join([dialect["mark"]] * len(kinds))) if kinds else ""
    sql = LOG_PAGE.format(kinds=condition, **dialect)
    found: list[RecordedEvent] = []
    start, last = after_position, last_position()
    while start < last and len(found) < limit:
        end = start + max(limit, PAGE)
        page = fetch(sql, (start, end, *kinds, limit - len(found)))
        found += page
        start = end if page else _before_next(end, last)
    return found


def _before_next(position: int, last: int) -> int:
    """Return the position before that of the next event after `position`; `last` when there is none."""
    ((following,),) = rows(NEXT_POSITION.format(**DIALECT[connection.vendor]), (position,))
    return last if following is None else int(following) - 1


def fetch(sql: str, parameters: tuple[Any, ...]) -> list[RecordedEvent]:
    """Return the events of a query, without Django's layers between: they cost as much again."""
    return list(map(RecordedEvent._make, rows(sql, parameters)))


def rows(sql: str, parameters: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return the rows of a query written in the marks of the driver itself."""
    if connection.vendor == "postgresql":
        with postgres.cursor() as raw:
            return raw.execute(sql, parameters, prepare=True, binary=True).fetchall()
    connection.ensure_connection()
    with connection.wrap_database_errors, closing(connection.connection.cursor()) as cursor:
        found: list[tuple[Any, ...]] = cursor.execute(sql, parameters).fetchall()
        return found


def last_position() -> int:
    """Return the position of the last event, 0 when there is none."""
    ((position,),) = rows(LAST_POSITION, ())
    return int(position)


def head(stream: str) -> StreamHead | None:
    """Return where `stream` ends, or None when there is no such stream."""
    found = rows(HEAD.format(**DIALECT[connection.vendor]), (stream,))
    if not found:
        return None
    ((name, uuid, *rest),) = found
    return StreamHead(name, UUID(bytes=uuid), *rest)


def find_command(command_id: UUID) -> CommandRecord | None:
    """Return what `command_id` wrote, or None when it wrote nothing yet."""
    key = command_id.bytes if connection.vendor == "sqlite" else command_id
    found = rows(COMMAND.format(**DIALECT[connection.vendor]), (key,))
    return CommandRecord(command_id, *found[0]) if found else None
