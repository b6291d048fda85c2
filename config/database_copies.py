"""Copies of a database in use, and their restoration into an empty one: by SQLite's online backup, by pg_dump.

Both copy one instant: writes in the meantime do not have to wait, and are not in the copy.
"""

import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import psycopg
from django.db import connection, transaction

from config.backup_file import CHUNK, Progress
from eventstore.api import long_work
from eventstore.private_files import PRIVATE_FILE

MIGRATIONS = "SELECT app || '.' || name FROM django_migrations ORDER BY id"
LAST_POSITION = "SELECT coalesce(max(position), 0) FROM eventstore_event"
PAGES_A_STEP = 1_000
# What pg_dump and pg_restore call themselves, to be found in PostgreSQL when the process that started them was killed.
APPLICATION = "skald-copy"
ORPHANS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND datname = current_database()"
ORPHAN_SECONDS = 120.0
LOOK_SECONDS = 0.2
# Of a connection's settings, those that are told otherwise, or not at all.
NOT_PASSED = frozenset({"password", "options", "client_encoding"})


class CopyFailed(Exception):
    """The database could not be copied or put back; the message is what its own program said."""


@dataclass(frozen=True, slots=True)
class CopyInfo:
    """What a copy holds, as of its instant. `bytes` is how much is to be read, as far as that is known."""

    dump: IO[bytes]
    position: int
    migrations: list[str]
    bytes: int
    packed: bool


@contextmanager
def dump_database(scratch: Path, progress: Progress) -> Iterator[CopyInfo]:
    """Copy the database; `scratch` is a file that may be used for it. CopyFailed at the latest as the block ends.

    `progress` is told what is done before the dump can be read, in bytes.
    """
    if connection.vendor == "postgresql":
        with _dumped() as copy:
            yield copy
        return
    try:
        yield from _copied_file(scratch, progress)
    finally:
        scratch.unlink(missing_ok=True)


def size() -> int:
    """How many bytes `copied` tells of before the dump can be read; 0 where that is at once."""
    return 0 if connection.vendor == "postgresql" else Path(connection.settings_dict["NAME"]).stat().st_size


def tables() -> list[str]:
    """The names of all tables in the database."""
    return connection.introspection.table_names()


def restore_dump(dump: IO[bytes], progress: Progress) -> None:
    """Fill the database, which must have no table, with a dump: whole, or not at all. CopyFailed."""
    if connection.vendor == "postgresql":
        _restore(dump, progress)
    else:
        _put_file(dump, progress)


# SQLite


def _copied_file(scratch: Path, progress: Progress) -> Iterator[CopyInfo]:
    os.close(os.open(scratch, os.O_RDWR | os.O_CREAT | os.O_TRUNC, PRIVATE_FILE))
    try:
        with (
            closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as source,
            closing(sqlite3.connect(scratch, isolation_level=None)) as target,
        ):
            # Opens the instant that is copied, in one go or not, and lets others write on.
            source.execute("BEGIN")
            (page,) = source.execute("PRAGMA page_size").fetchone()
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(target, pages=PAGES_A_STEP, progress=_steps(page, progress))
            target.execute("PRAGMA journal_mode=DELETE")  # one file, until somebody writes to it
            (position,) = target.execute(LAST_POSITION).fetchone()
            migrations = [name for (name,) in target.execute(MIGRATIONS)]
    except sqlite3.Error as error:
        raise CopyFailed(str(error)) from None
    with scratch.open("rb") as dump:
        yield CopyInfo(dump, position, migrations, scratch.stat().st_size, packed=False)


def _steps(page: int, progress: Progress) -> Callable[[int, int, int], None]:
    """What SQLite is to call after each step, to tell `progress` how much that was."""
    done = 0

    def step(_status: int, remaining: int, total: int) -> None:
        nonlocal done
        progress((total - remaining - done) * page)
        done = total - remaining

    return step


def _put_file(dump: IO[bytes], progress: Progress) -> None:
    """Write the file aside and rename it into place. The empty one there, if any, is nobody's."""
    path = Path(connection.settings_dict["NAME"])
    draft = path.with_name(path.name + ".restoring")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, PRIVATE_FILE), "wb") as file:
        while chunk := dump.read(CHUNK):
            file.write(chunk)
            progress(len(chunk))
        file.flush()
        os.fsync(file.fileno())
    connection.close()
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    draft.replace(path)


# PostgreSQL


@contextmanager
def _dumped() -> Iterator[CopyInfo]:
    """Run pg_dump on a snapshot that this process holds, so that what is told of the copy is of the same instant."""
    with long_work(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute(LAST_POSITION)
        (position,) = cursor.fetchone()
        cursor.execute(MIGRATIONS)
        migrations = [name for (name,) in cursor.fetchall()]
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        words = ("--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}")
        with _running("pg_dump", words) as program:
            yield CopyInfo(program.stdout, position, migrations, 0, packed=True)


def _restore(dump: IO[bytes], progress: Progress) -> None:
    _await_orphans()
    if tables():
        return  # one of them had all it needed, and came to its end
    words = ("--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
    with _running("pg_restore", words) as program:
        # A pipe that breaks is no news: how the program ended says why.
        with suppress(BrokenPipeError):
            while chunk := dump.read(CHUNK):
                program.stdin.write(chunk)
                progress(len(chunk))
        with suppress(BrokenPipeError):
            program.stdin.close()


def _await_orphans() -> None:
    """Wait for the pg_restore of a process that was killed: it ends, one way or the other, and undoes what it began."""
    deadline = time.monotonic() + ORPHAN_SECONDS
    while True:
        with connection.cursor() as cursor:
            cursor.execute(ORPHANS, [APPLICATION])
            (count,) = cursor.fetchone()
        if not count:
            return
        if time.monotonic() > deadline:
            raise CopyFailed("another pg_restore is running in this database")
        time.sleep(LOOK_SECONDS)


@contextmanager
def _running(name: str, words: Sequence[str]) -> Iterator[Any]:
    """Run one of PostgreSQL's programs on our database for the length of the block. CopyFailed unless it ends well.

    It yields the process; its input and its output are pipes.
    """
    named, password = _conninfo()
    env = {**os.environ, "PGAPPNAME": APPLICATION, **({"PGPASSWORD": password} if password else {})}
    with tempfile.TemporaryFile("w+", errors="replace") as complaints:
        command = [_program(name), *words, f"--dbname={named}"]
        with subprocess.Popen(
            command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints
        ) as program:
            try:
                yield program
            except BaseException:
                program.kill()
                raise
        if program.returncode:
            complaints.seek(0)
            raise CopyFailed(f"{name} failed: {complaints.read().strip()}")


def _conninfo() -> tuple[str, str]:
    """How a program reaches our database, without the password, which others could read there; and the password."""
    known = {option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()} - NOT_PASSED
    ours = connection.get_connection_params()
    named = {name: value for name, value in ours.items() if name in known and value not in (None, "")}
    return psycopg.conninfo.make_conninfo(**named), str(ours.get("password") or "")


def _program(name: str) -> str:
    """One of PostgreSQL's programs: on PATH, or where Debian keeps the newest. CopyFailed."""
    found = shutil.which(name)
    if found:
        return found
    newest = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: path.parts[4], reverse=True)
    if not newest:
        raise CopyFailed(f"{name} was not found: install PostgreSQL's client programs (postgresql-client on Debian)")
    return str(newest[0])
