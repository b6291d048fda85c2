"""The peer's own way of doing the same: an aggregate of `eventsourcing`, with events of the same content."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate
from eventsourcing.persistence import StoredEvent

from bench.stories import Row

FILL = 1_000
NAME = "eventsourcing"


class Saga(Aggregate):
    """A stream of the peer's. Its fold is as small as can be: it counts, and keeps the last."""

    def __init__(self) -> None:
        self.count = 0
        self.last: dict[str, Any] = {}

    class Recorded(Aggregate.Event):
        """Something happened; `body` is what our body holds."""

        body: dict[str, Any]

        def apply(self, aggregate: Any) -> None:
            aggregate.count += 1
            aggregate.last = self.body


def application(settings: dict[str, str]) -> Application[UUID]:
    """The peer on its default path, on the database that `settings` name."""
    return Application(env=settings)


def sqlite_settings(path: str) -> dict[str, str]:
    """The peer's settings for a SQLite file. It uses WAL, and SQLite's own default, synchronous=FULL."""
    return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": path, "CREATE_TABLE": "n"}


def postgres_settings(at: dict[str, str], *, functions: bool = False) -> dict[str, str]:
    """The peer's settings for PostgreSQL. `functions`: its stored function instead of its default path."""
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        **at,
        "CREATE_TABLE": "n",
        "POSTGRES_POOL_SIZE": "1",  # a process has one thread
        "POSTGRES_ENABLE_DB_FUNCTIONS": "y" if functions else "n",
    }


def make_tables(settings: dict[str, str]) -> None:
    """Make the peer's tables: its processes, when several start at once, trip over each other at it."""
    application({**settings, "CREATE_TABLE": "y"}).close()


def fill(app: Application[UUID], rows: Sequence[Row]) -> UUID:
    """Store an aggregate whose events hold what `rows` hold, as the peer itself would; its id."""
    saga = Saga()
    app.save(saga)
    for start in range(0, len(rows), FILL):
        page = enumerate(rows[start : start + FILL], start + 2)
        app.recorder.insert_events([stored(app, saga.id, version, row) for version, row in page])
    return saga.id


def stored(app: Application[UUID], saga: UUID, version: int, row: Row) -> StoredEvent:
    """An event as the peer's mapper stores it."""
    # The peer makes a frozen dataclass of each event class, which type checkers do not see.
    make: Callable[..., Aggregate.Event] = Saga.Recorded
    body = msgspec.json.decode(row.body)
    now = datetime.now(UTC)
    return app.mapper.to_stored_event(make(originator_id=saga, originator_version=version, timestamp=now, body=body))


def bare(rows: Sequence[Row], saga: UUID, version: int) -> list[StoredEvent]:
    """Events of exactly our bytes, for appends alone; the first bears `version`."""
    return [StoredEvent(saga, version + n, row.type, row.body) for n, row in enumerate(rows)]
