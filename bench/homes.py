"""Places to measure in: a folder or a PostgreSQL database of our own, migrated, with a Redis; gone afterwards."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit
from uuid import uuid4

import psycopg
from psycopg.sql import SQL, Identifier

from bench.processes import ROOT, Worker
from bench.sizes import Sizes
from config.redis_home import redis_command

START_SECONDS = 20.0
CONNECT_SECONDS = 5
SOCKET_FOLDERS = ("/var/run/postgresql", "/run/postgresql", "/tmp")  # noqa: S108 – where servers put their sockets
DATABASES = ("SQLite", "PostgreSQL")


class Missing(Exception):
    """Something the benchmarks need is not here; the message says what."""


@dataclass(frozen=True, slots=True)
class Home:
    """A database and a Redis of our own. `url` is empty where the database is the SQLite in `folder`."""

    database: str
    folder: Path
    url: str

    @property
    def file(self) -> Path:
        """The SQLite database."""
        return self.folder / "skald.sqlite3"

    @property
    def environment(self) -> dict[str, str]:
        """What a process of Skald is told, so that it works here and nowhere else."""
        return {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SKALD_VAR": str(self.folder),
            "DATABASE_URL": self.url,
            "REDIS_URL": "",
            "LOG_LEVEL": "ERROR",
            "SECRET_KEY": "for measuring only",
        }


class Templates:
    """Databases with Skald's tables and nothing in them, made once and copied for each home."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._homes: dict[str, Home] = {}

    def of(self, database: str) -> Home:
        if database not in self._homes:
            url = self._stack.enter_context(own_postgresql()) if database == "PostgreSQL" else ""
            home = Home(database, Path(tempfile.mkdtemp(dir=self._folder)), url)
            manage(home, "migrate")
            self._homes[database] = home
        return self._homes[database]


@dataclass
class Lab:
    """What a benchmark is given: how much to measure, and places and processes that vanish when it is done."""

    sizes: Sizes
    folder: Path
    templates: Templates
    stack: ExitStack

    def worker(self, role: str, home: Home | None = None, **arguments: Any) -> Worker:
        """Start a worker; in a home it is a process of Skald, else it knows no Django."""
        environment = home.environment if home else {"DJANGO_SETTINGS_MODULE": ""}
        worker = Worker(role, environment, self.folder / "complaints", **arguments)
        self.stack.callback(worker.end)
        return worker

    def home(self, database: str, *, redis: bool = True) -> Home:
        """Make a home with a database of this kind; with a Redis that waits where Skald looks for it."""
        template, folder = self.templates.of(database), Path(tempfile.mkdtemp(dir=self.folder))
        if template.url:
            home = Home(database, folder, self.stack.enter_context(own_postgresql(template.url)))
        else:
            home = Home(database, folder, "")
            shutil.copy(template.file, home.file)
        if redis:
            self.stack.enter_context(own_redis(folder / "redis.sock"))
        return home

    def postgresql(self) -> str:
        """Make a PostgreSQL database for a peer; its address."""
        return self.stack.enter_context(own_postgresql())

    def path(self, name: str) -> Path:
        """A file for a peer, in a folder of its own."""
        return Path(tempfile.mkdtemp(dir=self.folder)) / name


class Laboratory:
    """Gives labs one after the other, in a folder that vanishes with all that was made."""

    def __init__(self, sizes: Sizes, folder: Path, templates: Templates) -> None:
        self._sizes = sizes
        self._folder = folder
        self._templates = templates

    @contextmanager
    def lab(self) -> Iterator[Lab]:
        """A lab; what it made ends with the block."""
        with ExitStack() as stack:
            yield Lab(self._sizes, self._folder, self._templates, stack)


@contextmanager
def laboratory(sizes: Sizes) -> Iterator[Laboratory]:
    """Open a laboratory in a folder of its own under the one for temporary files (TMPDIR)."""
    with tempfile.TemporaryDirectory(prefix="skald-bench-") as name, ExitStack() as stack:
        yield Laboratory(sizes, Path(name), Templates(Path(name), stack))


def manage(home: Home, *words: str) -> None:
    """Run a command of `manage.py` in a home. Missing with its complaint when it fails."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *words],
        env={**os.environ, **home.environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Missing(f"manage.py {' '.join(words)} failed:\n{done.stderr[-3_000:]}")


@contextmanager
def own_redis(socket: Path) -> Iterator[None]:
    """Run a Redis on `socket`."""
    with subprocess.Popen(redis_command(socket), stdout=subprocess.DEVNULL) as server:
        try:
            deadline = time.monotonic() + START_SECONDS
            while not socket.exists():
                if server.poll() is not None or time.monotonic() > deadline:
                    raise Missing("Redis could not be started.")
                time.sleep(0.02)
            yield
        finally:
            server.terminate()


@contextmanager
def own_postgresql(template: str = "") -> Iterator[str]:
    """Make a database in the PostgreSQL of this machine, a copy of `template` if given. Its address."""
    server, name = find_postgresql(), f"skald_bench_{uuid4().hex[:12]}"
    like = SQL(" TEMPLATE {}").format(Identifier(template.rpartition("/")[2])) if template else SQL("")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}{}").format(Identifier(name), like))
    try:
        yield f"{server.rpartition('/')[0]}/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


def find_postgresql() -> str:
    """The address of a database `postgres` whose server lets us make databases: BENCH_DATABASE_URL, else a local one.

    Missing when there is none.
    """
    named = os.environ.get("BENCH_DATABASE_URL", "").strip()
    user = getpass.getuser()
    places = [*(quote(folder, safe="") for folder in SOCKET_FOLDERS), f"{user}@127.0.0.1:5432"]
    for url in [named] if named else [f"postgres://{place}/postgres" for place in places]:
        try:
            with psycopg.connect(url, connect_timeout=CONNECT_SECONDS) as connection:
                row = connection.execute(
                    "SELECT rolsuper OR rolcreatedb FROM pg_roles WHERE rolname = current_user"
                ).fetchone()
        except psycopg.OperationalError:
            continue
        if row and row[0]:
            return url
    raise Missing("No PostgreSQL lets us make databases: start one (make services), or set BENCH_DATABASE_URL.")


def gather_statistics(url: str) -> None:
    """Do for a PostgreSQL that was just filled what autovacuum would do soon; nothing for SQLite, which has no URL."""
    if url.startswith("postgres"):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("ANALYZE")


def settings_of(url: str) -> dict[str, str]:
    """Host, port, user, password and name of a database, as the peer wants them."""
    with psycopg.connect(url) as connection:
        at = connection.info
        return {
            "POSTGRES_DBNAME": at.dbname,
            "POSTGRES_HOST": at.host,
            "POSTGRES_PORT": str(at.port),
            "POSTGRES_USER": at.user,
            "POSTGRES_PASSWORD": at.password or urlsplit(url).password or "",
        }
