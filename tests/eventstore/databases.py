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


@contextmanager
def file_for_threads(path: Path) -> Iterator[None]:
    """Let the default connection of every thread be to a new SQLite database at `path`, as it is outside of tests."""
    before, described = connections["default"], connections.settings["default"]
    name, described["NAME"] = described["NAME"], str(path)
    del connections["default"]
    try:
        call_command("migrate", "eventstore", verbosity=0)
        yield
    finally:
        connections["default"].close()
        connections["default"], described["NAME"] = before, name


def event_cells(path: Path) -> list[tuple[int, int, int]]:
    """Return (position, offset of the first byte, offset behind the last) of each event's record in the file.

    Follows https://sqlite.org/fileformat2.html: leaf pages of a table begin with 0x0D and list their cells, each a
    length, a row id, and the record.
    """
    raw = path.read_bytes()
    return sorted(
        (position, first, behind)
        for page in _pages(path, "eventstore_event")
        if raw[page] == TABLE_LEAF
        for first, behind, position in _cells(raw, page)
    )


def tree_bytes(path: Path, table: str) -> dict[str, list[tuple[int, int]]]:
    """Return, by name, where the bytes of a table and of its indexes lie that mean something: from, up to before.

    These are the head of the page, the list of its cells, and the cells. Each tree must be as small as one page.
    """
    raw = path.read_bytes()
    found = {}
    for name in _trees(path, table):
        (page,) = _pages(path, name)
        head = (page, page + HEAD + 2 * _count(raw, page))
        found[name] = [head, *((first, behind) for first, behind, _row in _cells(raw, page))]
    return found


TABLE_LEAF, INDEX_LEAF = 0x0D, 0x0A
# The head of a leaf; that of an inner page ends with the number of its last child.
HEAD, INNER_HEAD = 8, 12


def _cells(raw: bytes, page: int) -> Iterator[tuple[int, int, int]]:
    """Yield the first byte of each cell of a leaf, the byte behind it, and its row id, which is 0 in an index."""
    for n in range(_count(raw, page)):
        pointer = page + HEAD + 2 * n
        cell = page + int.from_bytes(raw[pointer : pointer + 2], "big")
        length, at = _varint(raw, cell)
        row, at = _varint(raw, at) if raw[page] == TABLE_LEAF else (0, at)
        yield cell, at + length, row


def _count(raw: bytes, page: int) -> int:
    return int.from_bytes(raw[page + 3 : page + 5], "big")


def _trees(path: Path, table: str) -> list[str]:
    with database_file(path), connections["default"].cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE tbl_name = %s AND rootpage > 0", [table])
        return [name for (name,) in cursor.fetchall()]


def _pages(path: Path, tree: str) -> list[int]:
    """Return where the pages of a table or index begin: its root, or the children of that when there are any."""
    raw = path.read_bytes()
    size = int.from_bytes(raw[16:18], "big")
    with database_file(path), connections["default"].cursor() as cursor:
        cursor.execute("SELECT rootpage FROM sqlite_master WHERE name = %s", [tree])
        (number,) = cursor.fetchone()
    root = (number - 1) * size
    if raw[root] in {TABLE_LEAF, INDEX_LEAF}:
        return [root]
    numbers = [int.from_bytes(raw[root + HEAD : root + INNER_HEAD], "big")]
    for n in range(_count(raw, root)):
        pointer = root + INNER_HEAD + 2 * n
        cell = root + int.from_bytes(raw[pointer : pointer + 2], "big")
        numbers.append(int.from_bytes(raw[cell : cell + 4], "big"))
    return [(number - 1) * size for number in numbers]


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    value = 0
    for _ in range(9):
        value = (value << 7) | (raw[at] & 0x7F)
        at += 1
        if raw[at - 1] < 0x80:
            break
    return value, at
