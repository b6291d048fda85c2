"""On what it was measured: the machine, the versions, and how busy others kept it."""

from __future__ import annotations

import os
import platform
import sqlite3
import tempfile
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median

import psycopg

from bench.homes import find_postgresql

OURS = ("Django", "msgspec", "psycopg")
PEERS = ("eventsourcing", "chess", "pokerkit")
SYNCS = 50
BLOCK = b"x" * 4096
GIB = 1024 * 1024


def described() -> list[str]:
    """The machine and the versions, a line each."""
    with psycopg.connect(find_postgresql()) as connection:
        server = connection.info.server_version // 10_000
        fsync, commit = (_setting(connection, name) for name in ("fsync", "synchronous_commit"))
    return [
        f"{_processor()}, {os.cpu_count()} cores, {_memory():.0f} GiB, {platform.system()} {platform.release()}",
        f"Python {platform.python_version()}, {_versions(OURS)}",
        f"SQLite {sqlite3.sqlite_version}, PostgreSQL {server} with fsync {fsync} and synchronous_commit {commit}",
        f"peers: {_versions(PEERS)}",
    ]


def moment() -> str:
    """When it is, how busy the machine is, and how long its disk takes to keep a block."""
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    now = datetime.now(UTC)
    kept = f"one fdatasync {sync_milliseconds():.2f} ms"
    return f"{now:%Y-%m-%d %H:%M} UTC, load of the last 1, 5, 15 minutes {busy}, {kept}"


def sync_milliseconds() -> float:
    """Milliseconds that the disk takes to keep 4 KiB, the median of some."""
    with tempfile.NamedTemporaryFile() as file:
        seconds = []
        for _ in range(SYNCS):
            start = time.perf_counter()
            os.write(file.fileno(), BLOCK)
            os.fdatasync(file.fileno())
            seconds.append(time.perf_counter() - start)
    return median(seconds) * 1000


def _setting(connection: psycopg.Connection, name: str) -> str:
    (value,) = connection.execute("SELECT current_setting(%s)", [name]).fetchone() or ("unknown",)
    return str(value)


def _versions(names: tuple[str, ...]) -> str:
    return ", ".join(f"{name} {version(name)}" for name in names)


def _processor() -> str:
    return next((value for key, value in _table("/proc/cpuinfo") if key == "model name"), platform.processor())


def _memory() -> float:
    return next((int(value.split()[0]) / GIB for key, value in _table("/proc/meminfo") if key == "MemTotal"), 0.0)


def _table(path: str) -> list[tuple[str, str]]:
    lines = (line.partition(":") for line in Path(path).read_text().splitlines())
    return [(key.strip(), value.strip()) for key, _, value in lines]
