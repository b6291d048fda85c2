"""Reading the log: one stream, or all of it by position."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any
from uuid import UUID

from django.db import connection

from eventstore import postgres
from eventstore.records import CommandRecord, Recorded, StreamHead

# So many events are fetched in one query: few enough to stay small, enough to make the queries not count.
PAGE = 2_000

# `{mark}` is the sign of a parameter, `{command}` the command's id as 16 bytes. LEFT JOIN: the events lead, whatever
# the planner thinks of the two small tables. No upper bound beside LIMIT: PostgreSQL would sort for each page.
STREAM_PAGE = """
SELECT e.position, {name}, e.version, t.name, e.schema, e.recorded_at, e.actor, {command}, e.body, e.hash
FROM eventstore_event e LEFT JOIN eventstore_eventtype t ON t.id = e.type_id
WHERE e.stream_id = (SELECT id FROM eventstore_stream WHERE name = {mark})
    AND e.version > {mark}
ORDER BY e.version LIMIT {mark}
"""
LOG_PAGE = """
SELECT e.position, s.name, e.version, t.name, e.schema, e.recorded_at, e.actor, {command}, e.body, e.hash
FROM eventstore_event e
LEFT JOIN eventstore_stream s ON s.id = e.stream_id
LEFT JOIN eventstore_eventtype t ON t.id = e.type_id
WHERE e.position > {mark} {kinds}
ORDER BY e.position LIMIT {mark}
"""
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


def read(stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
    """Yield the events of `stream` with versions above `after`, up to and with `upto`; none when there is no stream."""
    sql = STREAM_PAGE.format(**DIALECT[connection.vendor])
    while upto is None or after < upto:
        # Versions have no holes, so that their number bounds them.
        limit = PAGE if upto is None else min(PAGE, upto - after)
        page = fetch(sql, (stream, stream, after, limit))
        yield from page
        if len(page) < limit:
            return
        after = page[-1].version


def read_all(after_position: int, limit: int, kinds: Sequence[str] = ()) -> list[Recorded]:
    """Return at most `limit` events with positions above `after_position`, in order.

    With `kinds`, only events of streams of these kinds.
    """
    dialect = DIALECT[connection.vendor]
    marks = ", ".join([dialect["mark"]] * len(kinds))
    condition = f"AND s.kind IN ({marks})" if kinds else ""
    return fetch(LOG_PAGE.format(kinds=condition, **dialect), (after_position, *kinds, limit))


def fetch(sql: str, parameters: tuple[Any, ...]) -> list[Recorded]:
    """Return the events of a query, without Django's layers between: they cost as much again."""
    return list(map(Recorded._make, rows(sql, parameters)))


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
