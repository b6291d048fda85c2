"""What the event store asks of the settings of SQLite."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core import checks

PLAIN_ENGINE = "django.db.backends.sqlite3"


def check_sqlite(**_options: Any) -> list[checks.CheckMessage]:
    """Have a look at the databases of the settings."""
    return faults(settings.DATABASES)


def faults(databases: Mapping[str, Mapping[str, Any]]) -> list[checks.CheckMessage]:
    """Return what is wrong with how SQLite is set up: two units of work must not begin at once."""
    found: list[checks.CheckMessage] = []
    for alias, described in databases.items():
        engine = described.get("ENGINE", "")
        if engine == PLAIN_ENGINE:
            hint = 'Set "ENGINE" to "eventstore.sqlite".'
            text = f"Writers to the database {alias!r} do not queue: under load some see that it is locked."
            found.append(checks.Warning(text, hint=hint, id="eventstore.W001"))
        if engine in {PLAIN_ENGINE, "eventstore.sqlite"}:
            mode = described.get("OPTIONS", {}).get("transaction_mode", "")
            if str(mode).upper() != "IMMEDIATE":
                text = f"Transactions on the database {alias!r} do not take the write lock at their beginning."
                hint = 'Set "transaction_mode" in its "OPTIONS" to "IMMEDIATE".'
                found.append(checks.Error(text, hint=hint, id="eventstore.E001"))
    return found
