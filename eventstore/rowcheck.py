"""Checking the rows that stand beside the events: streams, types, and the commands that may happen only once.

No hash covers all of their columns, and none needs to: what they say follows from the events, which are chained. The
one thing that does not is a command's fingerprint, and when a stream was closed.
"""

from uuid import UUID

from django.db import connection

from eventstore.chain import type_id
from eventstore.findings import Finding
from eventstore.reading import DIALECT, rows

MOST_FINDINGS = 1_000
UUID_BYTES = 16

FALSE_STREAMS = """
SELECT s.name, s.version
FROM eventstore_stream s LEFT JOIN eventstore_event e ON e.stream_id = s.id AND e.version = 1
WHERE s.version < 1 OR e.recorded_at <> s.opened_at
ORDER BY s.id LIMIT {mark}
"""
TYPES = "SELECT t.id, t.name FROM eventstore_eventtype t"
# The events of a command stand side by side in one stream, so that a row is right when both its ends are events of its
# command and it is as long as it can be: all rows together are as long as the log, but for events from a file whose
# commands bore ids that were used already.
FALSE_COMMANDS = """
SELECT {id}, s.name, c.first_version, c.last_version
FROM eventstore_command c
LEFT JOIN eventstore_event f ON f.stream_id = c.stream_id AND f.version = c.first_version
LEFT JOIN eventstore_event l ON l.stream_id = c.stream_id AND l.version = c.last_version
LEFT JOIN eventstore_stream s ON s.id = c.stream_id
WHERE f.command_id IS NULL OR f.command_id <> c.id OR l.command_id IS NULL OR l.command_id <> c.id
    OR c.last_version < c.first_version
LIMIT {mark}
"""
LENGTHS = """
SELECT (SELECT coalesce(sum(last_version - first_version + 1), 0) FROM eventstore_command),
    (SELECT coalesce(max(position), 0) FROM eventstore_event)
"""
UNTOLD_EVENTS = """
SELECT e.position, s.name, e.version
FROM eventstore_event e
JOIN eventstore_stream s ON s.id = e.stream_id
LEFT JOIN eventstore_command c ON c.id = e.command_id
WHERE c.id IS NULL
    OR ((c.stream_id <> e.stream_id OR e.version NOT BETWEEN c.first_version AND c.last_version)
        AND NOT EXISTS (
            SELECT 1 FROM eventstore_importedstream i
            WHERE i.stream_id = e.stream_id AND i.told_by = '' AND e.version BETWEEN i.first_version AND i.last_version
        ))
ORDER BY e.position LIMIT {mark}
"""
ID = {"sqlite": "c.id", "postgresql": "uuid_send(c.id)"}


def check_rows() -> list[Finding]:
    """Return what is wrong with the rows beside the events, which must be whole themselves.

    Where events are missing, the rows of their commands look false.
    """
    return [*_check_streams(), *_check_types(), *_check_commands()]


def _check_streams() -> list[Finding]:
    found = rows(_sql(FALSE_STREAMS), (MOST_FINDINGS,))
    return [Finding("stream", _fault_of_stream(version), stream=name) for name, version in found]


def _fault_of_stream(version: int) -> str:
    if version < 1:
        return "it has a row and no events"
    return "its row says that it was opened at another moment than its first event was recorded"


def _check_types() -> list[Finding]:
    """A type that no event bears is missed by the chain."""
    return [
        Finding("type", f"the row of the type {name!r} is damaged: its number is {number}")
        for number, name in rows(TYPES, ())
        if not isinstance(name, str) or type_id(name) != number
    ]


def _check_commands() -> list[Finding]:
    """Return the rows that are not what the events say, or else the events that no row tells of."""
    found = rows(_sql(FALSE_COMMANDS), (MOST_FINDINGS,))
    if found:
        return [_false_command(*row) for row in found]
    ((counted, written),) = rows(LENGTHS, ())
    if counted == written:
        return []
    text = "no row tells that its command happened, which could happen again"
    return [Finding("command", text, *place) for place in rows(_sql(UNTOLD_EVENTS), (MOST_FINDINGS,))]


def _false_command(command: object, stream: str | None, first: object, last: object) -> Finding:
    name = UUID(bytes=command) if isinstance(command, bytes) and len(command) == UUID_BYTES else repr(command)
    text = f"the row of command {name} says that it wrote versions {first} to {last}, which it did not"
    return Finding("command", text, stream=stream or "", version=first if isinstance(first, int) else 0)


def _sql(text: str) -> str:
    """Return a query in the words of the database at hand."""
    return text.format(id=ID[connection.vendor], **DIALECT[connection.vendor])
