"""The clocks of the roles."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

import psycopg


def clock(act: Callable[[], object]) -> float:
    """Seconds that an act takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


class Spent(TypedDict):
    """Seconds by the clock, and of a processor; None where a part of them was spent on another machine."""

    seconds: float
    processor: float | None


def spent(act: Callable[[], object], server: psycopg.Connection | None = None) -> Spent:
    """What an act takes of us and, where it asks a PostgreSQL, of the process there that serves us."""
    before, seconds = _processor(server), clock(act)
    after = _processor(server)
    return {"seconds": seconds, "processor": None if before is None or after is None else after - before}


def _processor(server: psycopg.Connection | None) -> float | None:
    """Seconds of processor time so far."""
    if server is None:
        return time.process_time()
    process = Path(f"/proc/{server.info.backend_pid}")
    if not process.exists() or not (process / "cmdline").read_bytes().startswith(b"postgres"):
        return None
    nanoseconds = int((process / "schedstat").read_text().split()[0])
    return time.process_time() + nanoseconds / 1e9
