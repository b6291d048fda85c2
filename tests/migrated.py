"""Migrates the tests' SQLite once for each state of the migrations; every other process begins with a copy.

The copy lies in `.pytest_cache`. `tests/conftest.py` names this module as a plug-in.
"""

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core import management
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.creation import DatabaseCreation

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".pytest_cache" / "migrated"
MADE_OF = ("*/migrations/*.py", "*/models.py", "*/models/*.py", "*/sql/*.sql", "requirements.txt")

_create = DatabaseCreation.create_test_db


def copy_file() -> Path:
    """Where the copy lies or will lie; what the tables follow from has another name when it changes."""
    made_of = sorted(path for pattern in MADE_OF for path in ROOT.glob(pattern))
    told = hashlib.sha256(b"\0".join(path.name.encode() + path.read_bytes() for path in made_of))
    return FOLDER / f"{told.hexdigest()[:16]}.sqlite3"


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time: the first migrates, the others wait for its copy."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def create_test_db(creation: DatabaseCreation, *args: Any, **options: Any) -> str:
    """Make the tests' database as Django does, filled from the copy where there is one."""
    connection, run = creation.connection, management.call_command
    with _alone(), pytest.MonkeyPatch.context() as patch:
        copy = copy_file()

        def filled(command: str, *words: Any, **more: Any) -> Any:
            return fill(connection, copy) if command == "migrate" else run(command, *words, **more)

        there = copy.exists()
        if there:
            patch.setattr(management, "call_command", filled)
        name = _create(creation, *args, **options)
        if not there:
            keep(connection, copy)
        return str(name)


def fill(connection: BaseDatabaseWrapper, copy: Path) -> None:
    """Put into an empty database what is in the copy."""
    connection.ensure_connection()
    with closing(sqlite3.connect(copy)) as source:
        source.backup(connection.connection)


def keep(connection: BaseDatabaseWrapper, copy: Path) -> None:
    """Copy the database for the others, and keep no copy of former tables."""
    for former in copy.parent.glob("*.sqlite3"):
        former.unlink()
    unfinished = copy.with_suffix(f".{os.getpid()}")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(unfinished)])
    unfinished.rename(copy)


@pytest.fixture(scope="session", autouse=True)
def _migrate_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseCreation, "create_test_db", create_test_db)
        yield
