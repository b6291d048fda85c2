"""Skald's own append: all guarantees on, a Redis to wake at hand."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any
from uuid import uuid4

from bench.roles.appends import ACTOR, Answer, timed
from bench.stories import Row
from eventstore import api as store

Write = Callable[[str, int, list[store.NewEvent]], None]


def in_a_unit(stream: str, written: int, events: list[store.NewEvent]) -> None:
    """Append as the handler of commands does, in a unit of work that could hold rows too."""
    with store.writing() as unit:
        unit.append(stream, written, events, **request())


def by_itself(stream: str, written: int, events: list[store.NewEvent]) -> None:
    """Append without rows."""
    store.append(stream, written, events, **request())


def request() -> dict[str, Any]:
    """Who appends, and for which command."""
    command = uuid4()
    return {"actor": ACTOR, "command_id": command, "fingerprint": sha256(command.bytes).digest()}


def unit() -> Answer:
    """Appends in units of work."""
    return _appending(in_a_unit)


def alone() -> Answer:
    """Appends by themselves, which are one statement on PostgreSQL."""
    return _appending(by_itself)


def _appending(write: Write) -> Answer:
    stream = f"match-{uuid4()}"

    def append(rows: list[Row], written: int) -> None:
        write(stream, written, [store.NewEvent(*row) for row in rows])

    return timed(append)
