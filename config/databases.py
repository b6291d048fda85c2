"""The database: SQLite under `var/` unless DATABASE_URL names another."""

from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

# Run on each new SQLite connection. FULL: a commit that was answered survives a power cut.
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=FULL;"
    "PRAGMA foreign_keys=ON;"
    "PRAGMA recursive_triggers=ON;"
    "PRAGMA journal_size_limit=67108864;"
)
# After how many times psycopg prepares a statement by itself: never, but when it is told to, as the event store does.
# Django's own setting, None, forbids it altogether.
WHEN_ASKED = 2**31


def database(url: str, var_dir: Path, *, busy_seconds: int, connection_seconds: int) -> dict[str, Any]:
    """Return Django's description of the database at `url`, or of the embedded SQLite when it is empty.

    `busy_seconds`: how long SQLite waits for another writer. `connection_seconds`: how long a
    connection is kept between requests. Raises ImproperlyConfigured for any other kind.
    """
    try:
        described: dict[str, Any] = dict(
            dj_database_url.parse(url or f"sqlite:///{var_dir / 'skald.sqlite3'}", conn_max_age=connection_seconds)
        )
    except (ValueError, KeyError):
        raise ImproperlyConfigured(
            "DATABASE_URL cannot be read. It looks like postgres://user@host:5432/name"
        ) from None
    engine = str(described.get("ENGINE"))
    if engine.endswith("sqlite3"):
        described["ENGINE"] = "eventstore.sqlite"  # SQLite with a fair gate in front of its writers
        described["TEST"] = {"NAME": "file:skald?mode=memory&cache=shared&worker="}  # xdist adds its worker
        described["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": busy_seconds,
            "init_command": SQLITE_PRAGMAS,
        }
    elif engine.endswith("postgresql"):
        described.setdefault("OPTIONS", {}).setdefault("prepare_threshold", WHEN_ASKED)
    else:
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL or SQLite database.")
    described["CONN_HEALTH_CHECKS"] = True
    return described
