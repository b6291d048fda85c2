"""Skald's own append: all guarantees on, a Redis to wake at hand."""

from __future__ import annotations

from hashlib import sha256
from typing import Any
from uuid import uuid4

from bench.roles.appends import ACTOR, Answer, timed
from bench.stories import Row
from eventstore import api as store


def append(stream: str, written: int, events: list[store.NewEvent]) -> None:
    """Append in a unit of work, as the handler of commands does, but without a row."""
    with store.writing() as unit:
        unit.append(stream, written, events, **request())


def new_events(rows: list[Row]) -> list[store.NewEvent]:
    return [store.NewEvent(*row) for row in rows]


def request() -> dict[str, Any]:
    command = uuid4()
    return {"actor": ACTOR, "command_id": command, "fingerprint": sha256(command.bytes).digest()}


def appends_only() -> Answer:
    """Appends, nothing else."""
    stream = f"match-{uuid4()}"
    return timed(lambda rows, written: append(stream, written, new_events(rows)))
