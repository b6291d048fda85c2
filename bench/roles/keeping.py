"""Whole logs: filled with many matches, verified, rebuilt from, and what all that takes of memory."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from itertools import cycle
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from django.db import connection

from bench.roles.log import request
from bench.roles.timing import Spent, clock, spent
from bench.stories import Row, rows_by_command
from eventstore import api as store
from eventstore.chain import link

Job = Callable[[Any], Any]
STORIES = 5
STREAMS_AT_ONCE = 40
MIB = 1024


def fill(events: int) -> int:
    """Append matches command by command, many streams in a transaction, until the log has `events` more events.

    The number that were appended: the last transaction is written whole.
    """
    stories = cycle([rows_by_command(seed) for seed in range(1, STORIES + 1)])
    done = 0
    while done < events:
        chosen = [(f"match-{uuid4()}", next(stories)) for _ in range(STREAMS_AT_ONCE)]
        written = dict.fromkeys((stream for stream, _ in chosen), 0)
        for number in range(max(len(story) for _, story in chosen)):
            if done >= events:
                break
            done += _append([(stream, story[number]) for stream, story in chosen if number < len(story)], written)
    return done


def _append(batches: Iterable[tuple[str, list[Row]]], written: dict[str, int]) -> int:
    done = 0
    with store.writing() as unit:
        for stream, rows in batches:
            unit.append(stream, written[stream], [store.NewEvent(*row) for row in rows], **request())
            written[stream] += len(rows)
            done += len(rows)
    return done


def log(events: int) -> Job:
    """A log of many matches, sealed. Orders: "size", how many events it has; "verify" and "link", what they take.

    "link" is the least that any verification costs: the hashes alone, over events that are in memory.
    """
    size = fill(events)
    store.seal_log()
    sample = store.read_all(0, size)

    def verify() -> None:
        if store.verify_store():
            raise RuntimeError("the log does not verify")

    def links() -> None:
        head = bytes(32)
        for one in sample:
            head = link(
                head, one.command, one.version, one.type, one.schema, one.recorded_at, one.actor, one.command, one.body
            )

    server = _server_alone()
    acts: dict[str, Callable[[], Spent]] = {"verify": lambda: spent(verify, server), "link": lambda: spent(links)}
    return lambda order: size if order == "size" else acts[order]()


def _server_alone() -> psycopg.Connection | None:
    """Our connection to PostgreSQL, whose process there is to have no helpers from here on; None for SQLite."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")
    raw: psycopg.Connection = connection.connection
    return raw


def filler() -> Job:
    """An order is a number of events, by which the log grows; the answer, by how many it did."""
    return fill


def memory() -> Job:
    """Orders: "verify" or "rebuild" the whole log; the seconds, and MiB before and at the most."""
    acts: dict[str, Callable[[], object]] = {
        "verify": store.verify_store,
        "rebuild": lambda: store.rebuild("matches"),
    }

    def answer(order: str) -> dict[str, float]:
        gc.collect()
        before = mebibytes("VmRSS")
        return {"seconds": clock(acts[order]), "before": before, "peak": mebibytes("VmHWM")}

    return answer


def mebibytes(name: str) -> float:
    """A figure of this process as the kernel keeps it. Unlike `ru_maxrss`, it owes nothing to the parent."""
    for line in Path("/proc/self/status").read_text().splitlines():
        key, _, rest = line.partition(":")
        if key == name:
            return int(rest.split()[0]) / MIB
    raise RuntimeError(f"the kernel does not tell {name}")
