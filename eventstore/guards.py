"""The triggers that keep the log as it is: their text, and whether they are in place."""

import re
from collections.abc import Sequence
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

SQL = Path(__file__).parent / "sql"
FILES = ("0002", "0004")
"""The migrations that make guards; their text lies in `sql/NUMBER_VENDOR_guards.sql`."""
STATEMENT = {
    "sqlite": re.compile(r"^CREATE TRIGGER .*?^END;$", re.MULTILINE | re.DOTALL),
    "postgresql": re.compile(r"^CREATE TRIGGER .*?;$", re.MULTILINE | re.DOTALL),
}
TRIGGER = re.compile(r"CREATE TRIGGER (?P<name>\w+) BEFORE .*? ON (?P<table>\w+)")
INSTALLED = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    # 'O' and 'A': fires in an ordinary session; a disabled trigger guards nothing.
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')",
}


def guard_statements(vendor: str, files: Sequence[str] = FILES) -> list[str]:
    """Return the CREATE TRIGGER statements for a database, in order."""
    return [found for file in files for found in STATEMENT[vendor].findall(_guards(file, vendor))]


def _guards(file: str, vendor: str) -> str:
    return (SQL / f"{file}_{vendor}_guards.sql").read_text()


def guard_names(vendor: str) -> dict[str, str]:
    """Return the table that each guard stands before, by the name of the guard."""
    found = (TRIGGER.match(statement) for statement in guard_statements(vendor))
    return {guard["name"]: guard["table"] for guard in found if guard}


def missing_guards(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the guards that this database lacks, or that somebody disabled."""
    with connection.cursor() as cursor:
        cursor.execute(INSTALLED[connection.vendor])
        installed = {name for (name,) in cursor.fetchall()}
    return [name for name in guard_names(connection.vendor) if name not in installed]
