"""The unit of work: rows and events that are written together or not at all."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from uuid import UUID

from django.db import connection, transaction

from eventstore import postgres, sqlite_log
from eventstore.errors import Conflict, UnknownStream
from eventstore.models import Stream
from eventstore.records import Append, AppendResult, NewEvent, Statement
from eventstore.wake import wake


class Unit:
    """What one transaction appends.

    `at` is the instant at which all its events are recorded, in microseconds since 1970 UTC, by the clock of this
    process. `appended` is filled when the block has ended, in the order of `append`.
    """

    def __init__(self) -> None:
        self._appends: list[Append] = []
        self._statements: list[Statement] = []
        self._ended = False
        self.at = time.time_ns() // 1000
        self.appended: list[AppendResult] = []

    def append(
        self,
        stream: str,
        expected_version: int,
        events: Sequence[NewEvent],
        *,
        actor: str,
        command_id: UUID,
        fingerprint: bytes,
    ) -> None:
        """Register an append of `events` to `stream`, which must then be at `expected_version` (0: it opens).

        It is carried out at the end of the block, as the last act before the commit; there the block may raise
        Conflict, AlreadyDone, KeyReused or StreamClosed, and then nothing of the block was written. Raises
        ValueError at once when something cannot be stored, or when the stream or the command is registered already.
        """
        self._require_open()
        for other in self._appends:
            if other.stream == stream:
                raise ValueError(f"{stream} is appended to twice in one unit of work: put the events together")
            if other.command_id == command_id:
                raise ValueError(f"command {command_id} appends twice: each append needs an id of its own")
        self._appends.append(Append(stream, expected_version, events, actor, command_id, fingerprint))

    def renew(self) -> None:
        """Record at the instant of now: for who has waited for others since the block began."""
        self._require_open()
        self.at = time.time_ns() // 1000

    def along(self, statement: Statement) -> None:
        """Register a statement that is carried out along with the append, and costs no round trip of its own."""
        self._require_open()
        self._statements.append(statement)

    def carry_out(self) -> None:
        """Do what was registered. Called by `writing`, and by nobody else."""
        self._ended = True
        if self._appends:
            self.appended = _append_all(self._appends, self.at, self._statements)
            transaction.on_commit(partial(wake, self.appended), robust=True)
        elif self._statements:
            raise RuntimeError("statements go along with an append, and there is none")

    def _require_open(self) -> None:
        if self._ended:
            raise RuntimeError("this unit of work has ended; open another one with `writing()`")


@contextmanager
def writing() -> Iterator[Unit]:
    """Open the unit of work: one transaction, which must be the outermost (RuntimeError when it is not).

    Rows written inside (jobs, read models) are kept together with the events appended, or not at all. On SQLite
    the transaction holds the write lock from its beginning: let nothing slow happen inside. On PostgreSQL a block that
    asks the database nothing takes one round trip.
    """
    unit = Unit()
    with transaction.atomic(durable=True):
        yield unit
        unit.carry_out()


def append(
    stream: str,
    expected_version: int,
    events: Sequence[NewEvent],
    *,
    actor: str,
    command_id: UUID,
    fingerprint: bytes,
) -> AppendResult:
    """Append `events` in a transaction of their own; see `Unit.append`."""
    with writing() as unit:
        unit.append(stream, expected_version, events, actor=actor, command_id=command_id, fingerprint=fingerprint)
    return unit.appended[0]


def close_stream(stream: str, expected_version: int) -> None:
    """Let `stream` take no more events. Closing it again is no error; raises Conflict or UnknownStream."""
    rows = Stream.objects.filter(name=stream, version=expected_version, closed_at=None)
    if rows.update(closed_at=time.time_ns() // 1000):
        return
    row = Stream.objects.filter(name=stream).first()
    if row is None:
        raise UnknownStream(stream)
    if row.version != expected_version:
        raise Conflict(stream, expected_version, row.version)


def _append_all(appends: Sequence[Append], at: int, statements: Sequence[Statement]) -> list[AppendResult]:
    if connection.vendor == "postgresql":
        return postgres.append_all(appends, at, statements)
    return sqlite_log.append_all(appends, at, statements)
