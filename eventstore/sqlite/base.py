"""Whoever writes through Django queues at the gate, so that no caller ever sees "database is locked"."""

from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from sqlite3 import Connection, DatabaseError
from typing import Any

from django.db.backends.sqlite3 import base

from eventstore.gate import Gate, Turn
from eventstore.plain_gate import gate_at
from eventstore.private_files import close_database

# Where the settings name no "timeout": Python's own default.
PATIENCE_SECONDS = 5.0
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "DROP", "ALTER", "VACUUM", "REINDEX")


@cache
def _gate(database: str) -> Gate:
    return gate_at(Path(f"{database}-gate"))


class GatedCursor(base.SQLiteCursorWrapper):
    """A cursor whose statements wait their turn when they write outside of a transaction."""

    gate: Gate | None = None
    patience = 0.0

    def execute(self, query: str, params: Any = None) -> Any:
        """Carry out one statement."""
        with self._turn(query):
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        """Carry out one statement for each set of parameters."""
        with self._turn(query):
            return super().executemany(query, param_list)

    def _turn(self, query: str) -> AbstractContextManager[None]:
        if self.gate is None or self.connection.in_transaction:
            return nullcontext()
        return self.gate.turn(self.patience) if query.lstrip()[:8].upper().startswith(WRITES) else nullcontext()


# The stubs of Django leave out what a backend is made of.
Backend: Any = base.DatabaseWrapper


class DatabaseWrapper(Backend):  # type: ignore[misc]  # what is left out cannot be subclassed otherwise
    """Takes its turn at the gate before BEGIN and gives it up after COMMIT, ROLLBACK or the end of the connection."""

    _turn: Turn | None = None
    _file: tuple[int, int] | None = None

    @property
    def gate(self) -> Gate | None:
        """The gate of this database's file; a database in memory has one writer anyway and no gate."""
        return None if self.is_in_memory_db() else _gate(str(self.settings_dict["NAME"]))

    @property
    def patience(self) -> float:
        """How many seconds a write waits for its turn: as long as SQLite waits for those who know no gate."""
        return float(self.settings_dict["OPTIONS"].get("timeout", PATIENCE_SECONDS))

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Open a connection, alone."""
        gate = self.gate
        with self.wrap_database_errors, gate.opening(self.patience) if gate else nullcontext():
            if gate:
                close_database(Path(self.settings_dict["NAME"]))
            try:
                opened: Connection = super().get_new_connection(conn_params)
            except UnicodeDecodeError as error:
                # SQLite quotes a damaged schema in its complaint, and Python cannot read that.
                raise DatabaseError("the schema in the database file is damaged") from error
        self._file = self._file_now()
        return opened

    def ensure_connection(self) -> None:
        """Connect where there is no connection, or where the one there is proves unusable; asked once a request."""
        if not self.in_atomic_block:
            self.close_if_health_check_failed()
        super().ensure_connection()

    def is_usable(self) -> bool:
        """Whether the file is still the one that was opened: who puts a backup in its place means the new one."""
        return self._file == self._file_now()

    def _file_now(self) -> tuple[int, int] | None:
        """Device and inode of the database's file; None where there is none, as in memory."""
        try:
            found = None if self.is_in_memory_db() else Path(self.settings_dict["NAME"]).stat()
        except OSError:
            return None
        return (found.st_dev, found.st_ino) if found else None

    def create_cursor(self, name: str | None = None) -> GatedCursor:
        """Return a cursor that knows the gate."""
        cursor: GatedCursor = self.connection.cursor(factory=GatedCursor)
        cursor.gate, cursor.patience = self.gate, self.patience
        return cursor

    def _start_transaction_under_autocommit(self) -> None:
        gate = self.gate
        try:
            # As Django does it, without its cursors between.
            with self.wrap_database_errors:
                self._turn = gate.take_turn(self.patience) if gate else None
                self.connection.execute(f"BEGIN {self.transaction_mode or ''}")
        except BaseException:
            self._give_up_turn()
            raise

    def _commit(self) -> None:
        super()._commit()
        self._give_up_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._give_up_turn()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._give_up_turn()

    def _give_up_turn(self) -> None:
        if self._turn is not None:
            self._turn.give_up()
            self._turn = None
