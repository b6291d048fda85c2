"""Checking the file of a SQLite database, where the log's indexes may be damaged and its tables not.

`verify` reads the events by position, which is where they lie; whoever reads a stream goes through an index.
"""

import re

from django.db import DatabaseError, connection

from eventstore.findings import Finding
from eventstore.reading import rows

TABLES = ("event", "stream", "command", "eventtype", "seal", "importedstream")
ROW = re.compile(r"row (\d+) ")
WHOLE = "ok"


def check_file() -> list[Finding]:
    """Return what SQLite finds wrong with the log's tables and their indexes; nothing on PostgreSQL."""
    if connection.vendor != "sqlite":
        return []
    return [finding for table in TABLES for finding in _check_table(table)]


def _check_table(table: str) -> list[Finding]:
    try:
        messages = [message for (message,) in rows(f"PRAGMA integrity_check(eventstore_{table})", ())]
    except DatabaseError as error:
        messages = [str(error)]
    return [_finding(table, str(message)) for message in messages if message != WHOLE]


def _finding(table: str, message: str) -> Finding:
    """Name the event where it can be told: an event's row number is its position."""
    row = ROW.match(message)
    position = int(row[1]) if row and table == "event" else 0
    return Finding("unreadable", f"the table of {table}s in the database file is damaged: {message}", position)
