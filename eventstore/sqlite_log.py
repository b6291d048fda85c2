"""The append on SQLite: plain statements under the one write lock, so that nothing can come between."""

from collections.abc import Sequence
from contextlib import closing
from sqlite3 import Cursor, IntegrityError
from uuid import UUID, uuid4

from django.db import connection

from eventstore.chain import genesis, link, type_id
from eventstore.errors import AlreadyDone, Conflict, KeyReused, StreamClosed
from eventstore.records import Append, AppendResult, CommandRecord, Statement, appended, kind_of

STREAM = "SELECT id, uuid, version, head_hash, closed_at FROM eventstore_stream WHERE name = ?"
COMMAND = """
SELECT c.id, s.name, c.first_version, c.last_version, c.fingerprint
FROM eventstore_command c JOIN eventstore_stream s ON s.id = c.stream_id WHERE c.id = ?
"""
LAST_POSITION = "SELECT coalesce(max(position), 0) FROM eventstore_event"
OPEN_STREAM = """
INSERT INTO eventstore_stream (name, kind, uuid, version, head_hash, opened_at) VALUES (?, ?, ?, ?, ?, ?)
"""
MOVE_STREAM = "UPDATE eventstore_stream SET version = ?, head_hash = ? WHERE id = ?"
NEW_TYPE = "INSERT INTO eventstore_eventtype (id, name) VALUES (?, ?)"
TYPE = "SELECT 1 FROM eventstore_eventtype WHERE id = ? AND name = ?"
NEW_COMMAND = """
INSERT INTO eventstore_command (id, stream_id, first_version, last_version, fingerprint) VALUES (?, ?, ?, ?, ?)
"""
NEW_EVENT = """
INSERT INTO eventstore_event (position, recorded_at, stream_id, version, type_id, schema, command_id, actor, body, hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


def append_all(appends: Sequence[Append], at: int, statements: Sequence[Statement]) -> list[AppendResult]:
    """Carry out `statements` and `appends`, recorded at instant `at`; raise why not.

    In the running transaction, which must hold the write lock.
    """
    with connection.wrap_database_errors, closing(connection.connection.cursor()) as cursor:
        for statement in statements:
            _carry_out(cursor, statement)
        (position,) = cursor.execute(LAST_POSITION).fetchone()
        done = []
        for append in appends:
            done.append(_append(cursor, append, position, at))
            position += len(append.events)
    return done


def _carry_out(cursor: Cursor, statement: Statement) -> None:
    cursor.execute(statement.sql.replace("%s", "?"), statement.parameters)
    if cursor.rowcount:
        for then in statement.then:
            _carry_out(cursor, then)


def _append(cursor: Cursor, append: Append, position: int, now: int) -> AppendResult:
    row = cursor.execute(STREAM, (append.stream,)).fetchone()
    stream_id, uuid, version, head, closed_at = row or (None, uuid4().bytes, 0, b"", None)
    if closed_at is not None or version != append.expected:
        # Because it was done before, perhaps: that goes before all.
        _refuse_known_command(cursor, append)
        if closed_at is not None:
            raise StreamClosed(append.stream)
        raise Conflict(append.stream, append.expected, version)
    rows, head = _linked(append, uuid, head if row else genesis(uuid, append.stream), now)
    last = version + len(rows)
    if row:
        cursor.execute(MOVE_STREAM, (last, head, stream_id))
    else:
        cursor.execute(OPEN_STREAM, (append.stream, kind_of(append.stream), uuid, last, head, now))
        stream_id = cursor.lastrowid
    command = append.command_id.bytes
    try:
        cursor.execute(NEW_COMMAND, (command, stream_id, version + 1, last, append.fingerprint))
    except IntegrityError:
        _refuse_known_command(cursor, append)
        raise
    ensure_types(cursor, {event.type for event in append.events})
    cursor.executemany(
        NEW_EVENT,
        [
            (position + n, now, stream_id, version + n, type_id(event.type), event.schema, command, append.actor, *rest)
            for n, (event, rest) in enumerate(zip(append.events, rows, strict=True), 1)
        ],
    )
    return appended(append, now, position + len(rows), [digest for _body, digest in rows])


def _linked(append: Append, uuid: bytes, head: bytes, now: int) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Return the body and hash of each event, and the last hash."""
    rows, command = [], append.command_id.bytes
    for version, (type_name, schema, body) in enumerate(append.events, append.expected + 1):
        head = link(head, uuid, version, type_name, schema, now, append.actor, command, body)
        rows.append((body, head))
    return rows, head


def _refuse_known_command(cursor: Cursor, append: Append) -> None:
    row = cursor.execute(COMMAND, (append.command_id.bytes,)).fetchone()
    if row is not None:
        command = CommandRecord(UUID(bytes=row[0]), *row[1:])
        raise (AlreadyDone if command.fingerprint == append.fingerprint else KeyReused)(command)


def ensure_types(cursor: Cursor, names: set[str]) -> None:
    """Enter the wire names that the log does not know yet."""
    for name in sorted(names):
        if cursor.execute(TYPE, (type_id(name), name)).fetchone() is None:
            cursor.execute(NEW_TYPE, (type_id(name), name))
