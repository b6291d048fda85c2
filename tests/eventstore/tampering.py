"""What somebody with the database in hand could do to a log: change a cell, delete, insert or exchange rows.

Everything goes by plain SQL, past the triggers, and is undone when the block ends.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from eventstore import api
from eventstore.findings import Finding
from eventstore.reading import rows

Row = dict[str, Any]

BYTES, TEXT, ID = "bytes", "text", "uuid"
# The columns that verify guards: how wide their numbers are, in bytes, or what else they hold.
GUARDED: dict[str, dict[str, int | str]] = {
    "event": {
        "position": 8,
        "recorded_at": 8,
        "stream_id": 4,
        "version": 4,
        "type_id": 4,
        "schema": 2,
        "command_id": ID,
        "actor": TEXT,
        "body": BYTES,
        "hash": BYTES,
    },
    "stream": {"id": 4, "name": TEXT, "kind": TEXT, "uuid": ID, "version": 4, "head_hash": BYTES, "opened_at": 8},
    "eventtype": {"id": 4, "name": TEXT},
    "command": {"id": ID, "stream_id": 4, "first_version": 4, "last_version": 4},
    "seal": {
        "number": 4,
        "first_position": 8,
        "last_position": 8,
        "sealed_at": 8,
        "key_id": TEXT,
        "digest": BYTES,
        "mac": BYTES,
    },
}
SNAPSHOT: dict[str, int | str] = {"stream_id": 4, "version": 4, "fold_version": TEXT, "body": BYTES, "checksum": BYTES}
WIDTHS = {**GUARDED, "snapshot": SNAPSHOT}
KEYS = {"event": "position", "stream": "id", "eventtype": "id", "command": "id", "seal": "number", "snapshot": "id"}


@dataclass(frozen=True)
class Cell:
    """One column of one row, and what stands there."""

    table: str
    key: Any
    column: str
    value: Any

    @property
    def width(self) -> int:
        """Its length in bytes."""
        return len(self._raw())

    def flipped(self, byte: int, mask: int) -> Any:
        """Its value with the bits of `mask` turned in one byte; None when a column of text cannot hold that."""
        raw = bytearray(self._raw())
        raw[byte] ^= mask
        if isinstance(self.value, int):
            return int.from_bytes(raw, "big", signed=True)
        if isinstance(self.value, str):
            return raw.decode() if raw.isascii() and 0 not in raw else None
        return UUID(bytes=bytes(raw)) if isinstance(self.value, UUID) else bytes(raw)

    def _raw(self) -> bytes:
        if isinstance(self.value, int):
            return self.value.to_bytes(int(WIDTHS[self.table][self.column]), "big", signed=True)
        if isinstance(self.value, str):
            return self.value.encode()
        return self.value.bytes if isinstance(self.value, UUID) else bytes(self.value)


def cells(table: str) -> list[Cell]:
    """All cells of a table that are told of above."""
    return [Cell(table, row[KEYS[table]], column, row[column]) for row in all_rows(table) for column in WIDTHS[table]]


def all_rows(table: str) -> list[Row]:
    """The rows of a table, by their key; UUIDs are 16 bytes on SQLite."""
    names = [name for (name,) in rows(COLUMNS[connection.vendor], (f"eventstore_{table}",))]
    quoted = ", ".join(f'"{name}"' for name in names)
    found = rows(f"SELECT {quoted} FROM eventstore_{table} ORDER BY {KEYS[table]}", ())  # noqa: S608  # ours
    return [dict(zip(names, row, strict=True)) for row in found]


COLUMNS = {
    "sqlite": "SELECT name FROM pragma_table_info(?)",
    "postgresql": "SELECT column_name::text FROM information_schema.columns "
    "WHERE table_name = %s AND table_schema = current_schema()",
}


def sql(text: str, *parameters: Any) -> None:
    """Carry out a statement whose parameters are marked with %s."""
    plain = [
        value.bytes if isinstance(value, UUID) and connection.vendor == "sqlite" else value for value in parameters
    ]
    with connection.cursor() as cursor:
        cursor.execute(text, plain)


def change(table: str, key: Any, **columns: Any) -> None:
    """Write other values into a row."""
    marks = ", ".join(f'"{column}" = %s' for column in columns)
    sql(f"UPDATE eventstore_{table} SET {marks} WHERE {KEYS[table]} = %s", *columns.values(), key)  # noqa: S608


def delete(table: str, key: Any) -> None:
    """Delete a row."""
    sql(f"DELETE FROM eventstore_{table} WHERE {KEYS[table]} = %s", key)  # noqa: S608


def insert(table: str, row: Row) -> None:
    """Insert a row."""
    names = ", ".join(f'"{column}"' for column in row)
    marks = ", ".join(["%s"] * len(row))
    sql(f"INSERT INTO eventstore_{table} ({names}) VALUES ({marks})", *row.values())  # noqa: S608


def exchange(first: Row, second: Row, columns: tuple[str, ...]) -> None:
    """Let two events exchange `columns`."""
    delete("event", first["position"])
    delete("event", second["position"])
    for event, other in ((first, second), (second, first)):
        insert("event", {**event, **{column: other[column] for column in columns}})


def make_room(position: int, stream_id: int) -> int:
    """Move all events from `position` on up by one, those of a stream by one version too; return the version freed."""
    freed = 1 + sum(event["stream_id"] == stream_id and event["position"] < position for event in all_rows("event"))
    for event in reversed(all_rows("event")):
        if event["position"] >= position:
            moved = event["version"] + (event["stream_id"] == stream_id)
            change("event", event["position"], position=event["position"] + 1, version=moved)
    return freed


@contextmanager
def undone() -> Iterator[None]:
    """Leave the log as it was when the block ends."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def found() -> list[Finding]:
    """What verify finds, apart from the triggers that are away for the test."""
    return [finding for finding in api.verify_store() if finding.kind != "guard"]


class Before:
    """A log as it was, to tell what the findings must name."""

    def __init__(self) -> None:
        self.streams = {row["id"]: row for row in all_rows("stream")}
        self.events = {row["position"]: row for row in all_rows("event")}
        self.commands = {row["id"]: row for row in all_rows("command")}
        self.seals = {row["number"]: row for row in all_rows("seal")}

    def names_row(self, findings: list[Finding], table: str, key: Any, now: Any = None) -> bool:
        """Whether findings name the row of a table; `now` is what stands in the changed column of it."""
        if table == "event":
            return self.names(findings, self.events[key])
        if table == "eventtype":
            return self._name_all(findings, type_id=key)
        if table == "stream":
            names = {self.streams[key]["name"], now}
            return self._name_all(findings, stream_id=key) or any(finding.stream in names for finding in findings)
        if table == "command":
            return self._names_command(findings, self.commands[key], now)
        return any(self._names_seal(finding, self.seals[key], now) for finding in findings)

    def names(self, findings: list[Finding], event: Row) -> bool:
        """Whether findings name the event: where it stands, or where it is missed."""
        return any(self._names(finding, event) for finding in findings)

    def _names(self, finding: Finding, event: Row) -> bool:
        stream, version, position = self.streams[event["stream_id"]]["name"], event["version"], event["position"]
        return (
            finding.position == position
            or (finding.stream, finding.version) == (stream, version)
            or (finding.position == position + 1 and finding.message.startswith(f"position {position} is missing"))
            or (finding.stream == stream and finding.message.startswith(f"version {version} is missing"))
            or (finding.kind, finding.stream, finding.version) == ("cut", stream, version - 1)
        )

    def _name_all(self, findings: list[Finding], **columns: Any) -> bool:
        chosen = [event for event in self.events.values() if columns.items() <= event.items()]
        return all(self.names(findings, event) for event in chosen)

    def _names_command(self, findings: list[Finding], command: Row, now: Any) -> bool:
        """Whether the command is named, by the id that it has now or by the events that it wrote."""
        stream = self.streams[command["stream_id"]]["name"]
        wrote = range(command["first_version"], command["last_version"] + 1)
        ids = {f"command {UUID(bytes=one) if isinstance(one, bytes) else one}" for one in (command["id"], now)}
        return all(finding.kind == "command" for finding in findings) and any(
            (finding.stream == stream and finding.version in wrote) or any(one in finding.message for one in ids)
            for finding in findings
        )

    @staticmethod
    def _names_seal(finding: Finding, seal: Row, now: Any) -> bool:
        return finding.kind in {"seal", "cut"} and (
            finding.position in {seal["last_position"], now}
            or f"seal {seal['number']}" in finding.message
            or f"seal {now}" in finding.message
        )
