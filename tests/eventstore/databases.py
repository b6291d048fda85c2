"""Databases in files, for tests that damage them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import connections

from eventstore.sqlite.base import DatabaseWrapper


@contextmanager
def database_file(path: Path, *, migrate: bool = False) -> Iterator[None]:
    """Let the default connection be to the SQLite database at `path` for the length of the block."""
    before = connections["default"]
    options = {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=DELETE"}
    described = {**before.settings_dict, "NAME": str(path), "OPTIONS": options, "ENGINE": "eventstore.sqlite"}
    connections["default"] = DatabaseWrapper(described, "default")
    try:
        if migrate:
            call_command("migrate", "eventstore", verbosity=0)
        yield
    finally:
        connections["default"].close()
        connections["default"] = before


def event_cells(path: Path) -> list[tuple[int, int, int]]:
    """Return (position, offset of the first byte, offset behind the last) of each event's record in the file.

    Follows https://sqlite.org/fileformat2.html: leaf pages of a table begin with 0x0D and list their cells, each a
    length, a row id, and the record.
    """
    raw = path.read_bytes()
    size = int.from_bytes(raw[16:18], "big")
    found = []
    for page in _event_pages(path):
        start = (page - 1) * size
        if raw[start] != 0x0D:
            continue
        count = int.from_bytes(raw[start + 3 : start + 5], "big")
        for n in range(count):
            pointer = start + 8 + 2 * n
            cell = start + int.from_bytes(raw[pointer : pointer + 2], "big")
            length, at = _varint(raw, cell)
            position, at = _varint(raw, at)
            found.append((position, cell, at + length))
    return sorted(found)


def _event_pages(path: Path) -> list[int]:
    """Return the pages of the event table: its root, and the children of that when there are any."""
    raw = path.read_bytes()
    size = int.from_bytes(raw[16:18], "big")
    with database_file(path), connections["default"].cursor() as cursor:
        cursor.execute("SELECT rootpage FROM sqlite_master WHERE name = 'eventstore_event'")
        (root,) = cursor.fetchone()
    start = (root - 1) * size
    if raw[start] == 0x0D:
        return [root]
    count = int.from_bytes(raw[start + 3 : start + 5], "big")
    pages = [int.from_bytes(raw[start + 8 : start + 12], "big")]
    for n in range(count):
        pointer = start + 12 + 2 * n
        cell = start + int.from_bytes(raw[pointer : pointer + 2], "big")
        pages.append(int.from_bytes(raw[cell : cell + 4], "big"))
    return pages


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    value = 0
    for _ in range(9):
        value = (value << 7) | (raw[at] & 0x7F)
        at += 1
        if raw[at - 1] < 0x80:
            break
    return value, at
