"""Appends as the peer and the bare drivers do them. Each process appends to a stream of its own."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from itertools import cycle, islice
from typing import Any, TypedDict
from uuid import UUID, uuid4

import psycopg

from bench.peers import application, bare
from bench.stories import Row, story


class Order(TypedDict):
    """How many appends, and how many events in each."""

    count: int
    per: int


class Timed(TypedDict):
    """Seconds of each append, and the instants at which the first began and the last ended, on the machine's clock."""

    seconds: list[float]
    start: float
    end: float


Append = Callable[[list[Row], int], None]
Answer = Callable[[Order], Timed]

ACTOR = "user:alice"
TYPE = 1
HASH = bytes(32)
TABLE = """
CREATE TABLE event (
    position {position}, recorded_at bigint NOT NULL, stream_id integer NOT NULL, version integer NOT NULL,
    type_id integer NOT NULL, schema smallint NOT NULL, command_id {uuid} NOT NULL, actor varchar(200) NOT NULL,
    body {bytes} NOT NULL, hash {bytes} NOT NULL, UNIQUE (stream_id, version))
"""
INSERT = """
INSERT INTO event (recorded_at, stream_id, version, type_id, schema, command_id, actor, body, hash)
VALUES ({mark}, {mark}, {mark}, {mark}, {mark}, {mark}, {mark}, {mark}, {mark})
"""


def timed(append: Append) -> Answer:
    """Answer orders by appending events of a match over and over; `append` is told how many there are before."""
    rows, written = cycle(story(1)), 0

    def answer(order: Order) -> Timed:
        nonlocal written
        seconds, start = [], time.perf_counter()
        for _ in range(order["count"]):
            batch = list(islice(rows, order["per"]))
            before = time.perf_counter()
            append(batch, written)
            seconds.append(time.perf_counter() - before)
            written += len(batch)
        return {"seconds": seconds, "start": start, "end": time.perf_counter()}

    return answer


def peer(settings: dict[str, str]) -> Answer:
    """The peer's recorder, as its applications use it."""
    app, saga = application(settings), uuid4()

    def append(rows: list[Row], written: int) -> None:
        app.recorder.insert_events(bare(rows, saga, written + 1))

    return timed(append)


def make_raw_sqlite(path: str) -> None:
    """Make the table that raw inserts go into."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(TABLE.format(position="integer PRIMARY KEY", uuid="blob", bytes="blob"))


def raw_sqlite(path: str) -> Answer:
    """Rows of the same columns and indexes, and nothing else: no chain, no order, no triggers, no idempotency."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=60)
    connection.execute("PRAGMA synchronous=FULL")
    statement = INSERT.format(mark="?")

    def append(rows: list[Row], written: int) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(statement, raw_rows(rows, written, uuid4().bytes))
        connection.execute("COMMIT")

    return timed(append)


def make_raw_postgres(url: str) -> None:
    """Make the table that raw inserts go into."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(TABLE.format(position="bigserial PRIMARY KEY", uuid="uuid", bytes="bytea"))


def raw_postgres(url: str) -> Answer:
    """Rows of the same columns and indexes, and nothing else."""
    connection = psycopg.connect(url, autocommit=True)
    statement = INSERT.format(mark="%s")

    def append(rows: list[Row], written: int) -> None:
        raw = raw_rows(rows, written, uuid4())
        if len(raw) == 1:
            connection.execute(statement, raw[0], prepare=True)
            return
        with connection.transaction(), connection.cursor() as cursor:
            cursor.executemany(statement, raw)

    return timed(append)


def raw_rows(rows: list[Row], written: int, command: UUID | bytes) -> list[tuple[Any, ...]]:
    # Writers that start at once need streams of their own; the number of a process is one.
    stream, now = os.getpid(), time.time_ns() // 1000
    return [
        (now, stream, version, TYPE, row.schema, command, ACTOR, row.body, HASH)
        for version, row in enumerate(rows, written + 1)
    ]
