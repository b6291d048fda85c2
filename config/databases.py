"""The database: SQLite under `var/` unless DATABASE_URL names another."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dj_database_url

from config.env import refusal

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
FORM = "such as postgres://user:password@host:5432/name"


@dataclass(frozen=True, slots=True)
class Limits:
    """What PostgreSQL lets a connection do for how many seconds; 0: without limit.

    `lock`: wait for a lock, that of the log too; `statement`: carry out a statement; `idle`: keep a transaction open
    and say nothing, as a process that froze does. Whoever waits for it goes on when its connection is ended.
    """

    lock: int = 10
    statement: int = 60
    idle: int = 30

    def options(self) -> str:
        """As libpq takes them when it connects; empty where there is none, for a proxy that refuses such options."""
        named = {
            "lock_timeout": self.lock,
            "statement_timeout": self.statement,
            "idle_in_transaction_session_timeout": self.idle,
        }
        return " ".join(f"-c {name}={seconds}s" for name, seconds in named.items() if seconds)


def database(
    url: str, var_dir: Path, *, busy_seconds: int, connection_seconds: int, limits: Limits = Limits()
) -> dict[str, Any]:
    """Return Django's description of the database at `url`, or of the embedded SQLite when it is empty.

    `busy_seconds`: how long a write to SQLite waits for its turn. `connection_seconds`: how long a
    connection is kept between requests. `limits` are for PostgreSQL; `options` in its
    address come after them and win. Raises ImproperlyConfigured for any other kind.
    """
    try:
        described: dict[str, Any] = dict(
            dj_database_url.parse(url or f"sqlite:///{var_dir / 'skald.sqlite3'}", conn_max_age=connection_seconds)
        )
    except (ValueError, KeyError):
        raise refusal("DATABASE_URL", FORM) from None
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
        if not described["NAME"]:
            raise refusal("DATABASE_URL", FORM)
        options = described.setdefault("OPTIONS", {})
        options.setdefault("prepare_threshold", WHEN_ASKED)
        at_start = f"{limits.options()} {options.get('options', '')}".strip()
        if at_start:
            options["options"] = at_start
    else:
        raise refusal("DATABASE_URL", "that of a PostgreSQL or SQLite database")
    described["CONN_HEALTH_CHECKS"] = True
    return described
