"""Verified events on their way into the log, in tables that only this connection sees.

They are put here while everybody else goes on writing. What is done under the lock is an INSERT from these tables.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from eventstore import postgres
from eventstore.chain import type_id
from eventstore.errors import BadExport
from eventstore.skald_format import FileEvent

BATCH = 2_000
EVENTS, COMMANDS = "skald_import_event", "skald_import_command"
EVENT_COLUMNS = "n, recorded_at, version, type_id, schema, command_id, actor, body, hash"
COMMAND_COLUMNS = "n, line, id, first_version, last_version"
EVENTS_TABLE = """
CREATE TEMP TABLE {name} (n {n} PRIMARY KEY, recorded_at bigint, version int, type_id int, schema smallint,
    command_id {uuid}, actor text, body {bytes}, hash {bytes}) {end}
"""
COMMANDS_TABLE = """
CREATE TEMP TABLE {name} (n {n} PRIMARY KEY, line bigint, id {uuid}, first_version int, last_version int) {end}
"""
DIALECT = {
    "sqlite": {"n": "integer", "uuid": "blob", "bytes": "blob", "end": ""},
    "postgresql": {"n": "bigint", "uuid": "uuid", "bytes": "bytea", "end": "ON COMMIT DROP"},
}
KINDS = {
    EVENTS: ("int8", "int8", "int4", "int4", "int2", "uuid", "text", "bytea", "bytea"),
    COMMANDS: ("int8", "int8", "uuid", "int4", "int4"),
}
# The second place at which a command stands that has written something else of the file already.
TWICE = f"""
SELECT c.n FROM {COMMANDS} c
JOIN (SELECT id, min(n) AS n FROM {COMMANDS} GROUP BY id HAVING count(*) > 1) f ON f.id = c.id AND c.n > f.n
ORDER BY c.n LIMIT 1
"""  # noqa: S608 – names of our own


class Command(NamedTuple):
    """Where a command of the file begins: its line, and the event."""

    line: int
    stream: str
    version: int


class Range(NamedTuple):
    """The rows of a stream in one of the tables: those above `after`, up to and with `last`."""

    after: int
    last: int


class Staging:
    """The events of a file that are new here, with their commands and types; `staged` makes one.

    `events` and `commands` have the rows of each stream, by its name.
    """

    def __init__(self) -> None:
        self.types: dict[str, FileEvent] = {}
        self.events: dict[str, Range] = {}
        self.commands: dict[str, Range] = {}
        self._places: list[Command] = []
        self._numbers: dict[int, str] = {}
        self._event_rows: list[tuple[Any, ...]] = []
        self._command_rows: list[tuple[Any, ...]] = []
        self._count = 0
        # Line, stream, id, first and last version of the command whose events come now.
        self._command: tuple[int, str, UUID, int, int] | None = None

    def put(self, places: Iterable[FileEvent]) -> None:
        """Put events there, in order. BadExport where a type has the number of another, or a command comes back."""
        for place in places:
            self._put(place)
        self._close_command()
        self._flush()
        twice = _first(TWICE)
        if twice is not None:
            raise self._comes_back(twice)
        if connection.vendor == "postgresql":
            _run(f"ANALYZE {COMMANDS}")

    def _comes_back(self, number: int) -> BadExport:
        """What is said of a command that stands at two places of the file."""
        place = self._places[number - 1]
        where = f"{place.stream} version {place.version}"
        return BadExport(place.line, "its command wrote something else in this file", where)

    def _put(self, place: FileEvent) -> None:
        event, name = place.event, place.stream.name
        self._count += 1
        command = event.command.bytes if connection.vendor == "sqlite" else event.command
        body, digest = event.body.encode(), bytes.fromhex(event.hash)
        number = self._number_of_type(place)
        self._event_rows.append(
            (self._count, event.at, event.v, number, event.schema, command, event.actor, body, digest)
        )
        first = self.events[name].after if name in self.events else self._count - 1
        self.events[name] = Range(first, self._count)
        now = self._command
        if now is not None and (now[1], now[2]) == (name, event.command):
            self._command = (*now[:4], event.v)
        else:
            self._close_command()
            self._command = (place.line, name, event.command, event.v, event.v)
        if len(self._event_rows) >= BATCH:
            self._flush()

    def _number_of_type(self, place: FileEvent) -> int:
        name = place.event.type
        number = type_id(name)
        if name not in self.types:
            if number in self._numbers:
                raise same_number(place, self._numbers[number])
            self.types[name], self._numbers[number] = place, name
        return number

    def _close_command(self) -> None:
        if self._command is None:
            return
        line, name, command, first, last = self._command
        self._places.append(Command(line, name, first))
        number, key = len(self._places), command.bytes if connection.vendor == "sqlite" else command
        self._command_rows.append((number, line, key, first, last))
        self.commands[name] = Range(self.commands[name].after if name in self.commands else number - 1, number)
        self._command = None

    def _flush(self) -> None:
        _copy(EVENTS, EVENT_COLUMNS, self._event_rows)
        _copy(COMMANDS, COMMAND_COLUMNS, self._command_rows)
        self._event_rows, self._command_rows = [], []


def same_number(place: FileEvent, other: str) -> BadExport:
    """What is said of a type whose number another has: whoever looks for that long finds one."""
    where = f"{place.stream.name} version {place.event.v}"
    return BadExport(place.line, f"the type {place.event.type} has the number of {other}", where)


@contextmanager
def staging_tables() -> Iterator[Staging]:
    """Make the tables, for the length of the block."""
    _drop()
    for name, table in ((EVENTS, EVENTS_TABLE), (COMMANDS, COMMANDS_TABLE)):
        _run(table.format(name=name, **DIALECT[connection.vendor]))
    try:
        yield Staging()
    finally:
        if connection.vendor == "sqlite":  # on PostgreSQL they go with the transaction
            _drop()


def _drop() -> None:
    for name in (EVENTS, COMMANDS):
        _run(f"DROP TABLE IF EXISTS {name}")


def _run(sql: str) -> None:
    """Carry out a statement on tables of our own: on SQLite past the gate, since it writes nothing that others see."""
    if connection.vendor == "postgresql":
        with postgres.cursor() as raw:
            raw.execute(sql)
        return
    connection.ensure_connection()
    with connection.wrap_database_errors:
        connection.connection.execute(sql)


def _first(sql: str) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        row = cursor.fetchone()
    return None if row is None else int(row[0])


def _copy(table: str, columns: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if not rows:
        return
    if connection.vendor == "postgresql":
        with postgres.cursor() as raw, raw.copy(f"COPY {table} ({columns}) FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(KINDS[table])
            for row in rows:
                copy.write_row(row)
        return
    marks = ", ".join("?" * len(rows[0]))
    with connection.wrap_database_errors, closing(connection.connection.cursor()) as cursor:
        cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)  # noqa: S608 – our own names
