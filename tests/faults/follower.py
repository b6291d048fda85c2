"""A follower with a read model that hides nothing: a row for each event it was given, in the order it was given."""

from collections.abc import Sequence

from django.db import connection

from eventstore.records import RecordedEvent

NAME = "followed"
# No column is unique but the row's number: an event that comes twice shows.
TABLE = "CREATE TABLE followed (id {key}, position bigint NOT NULL, stream text NOT NULL, version int NOT NULL)"
KEYS = {"sqlite": "integer PRIMARY KEY", "postgresql": "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"}
Row = tuple[int, str, int]


class Follower:
    """Notes each event: position, stream, version."""

    def handle(self, batch: Sequence[RecordedEvent]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO followed (position, stream, version) VALUES (%s, %s, %s)",
                [(event.position, event.stream, event.version) for event in batch],
            )


def make_table() -> None:
    with connection.cursor() as cursor:
        cursor.execute(TABLE.format(key=KEYS[connection.vendor]))


def followed() -> list[Row]:
    """What it was given, in that order."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT position, stream, version FROM followed ORDER BY id")
        return [(position, stream, version) for position, stream, version in cursor.fetchall()]


def last_position() -> int:
    """The position of the last event it was given."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(position), 0) FROM followed")
        return int(cursor.fetchone()[0])
