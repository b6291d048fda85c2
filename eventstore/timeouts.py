"""How long the database may keep others waiting, and how to tell that it did.

The limits of PostgreSQL come with the connection, from the settings. At the gate of SQLite the backend has its own.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.pq import TransactionStatus

# PostgreSQL: a lock was not had in time; a statement took too long; a transaction lay idle for too long.
TOO_LATE = frozenset({"55P03", "57014", "25P03"})
LIMITS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")


def waited_too_long(error: BaseException) -> bool:
    """Whether an error of Django or of a driver says that a limit of time was reached: then nothing was stored."""
    causes = (error, error.__cause__)
    if any(getattr(cause, "sqlstate", None) in TOO_LATE for cause in causes):
        return True
    codes = (getattr(cause, "sqlite_errorcode", None) for cause in causes)
    return any(code is not None and code & 0xFF == sqlite3.SQLITE_BUSY for code in codes)


@contextmanager
def long_work(*, locks_too: bool = False) -> Iterator[None]:
    """Let statements and transactions of this connection last as long as they must: for commands, never for requests.

    `locks_too`: let it wait for locks as long, too. What it waits for must then be sure to end.
    """
    lifted = LIMITS if locks_too else LIMITS[1:]
    if connection.vendor != "postgresql":
        yield
        return
    _each(connection, "SET {} = 0", lifted)
    try:
        yield
    finally:
        # A connection that is lost, or whose transaction failed, begins anew with the limits of the settings.
        raw = connection.connection
        if raw is not None and raw.info.transaction_status in (TransactionStatus.IDLE, TransactionStatus.INTRANS):
            _each(connection, "RESET {}", lifted)


def _each(of: BaseDatabaseWrapper, statement: str, names: tuple[str, ...]) -> None:
    with of.cursor() as cursor:
        for name in names:
            cursor.execute(statement.format(name))
