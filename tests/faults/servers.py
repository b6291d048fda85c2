"""A PostgreSQL and a Redis of our own, to be stopped, killed and started again: nobody else works with them."""

import getpass
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import psutil
import psycopg
import redis
from psycopg.sql import SQL, Identifier

from config.redis_home import redis_command
from tests.faults.waiting import until
from tests.services import Missing

ROLE = "skald"
START_SECONDS = 60
# Small, so that a limit for the files of tables need not be high to spare the write-ahead log.
JOURNAL_FILE_MEGABYTES = 1
Mode = Literal["fast", "immediate"]
# No port, only a socket in the cluster's own folder; fsync stays on, as it is where people play.
SETTINGS = """
listen_addresses = ''
max_connections = 300
shared_buffers = 32MB
"""


class Postgresql:
    """A PostgreSQL cluster in `folder`, with its write-ahead log in `journal`.

    It runs as the user `postgres` where we are root, for it refuses to be root.
    """

    def __init__(self, folder: Path, journal: Path) -> None:
        self.folder = folder
        self._data = folder / "data"
        self._runs = False
        self.owner = _owner()
        for place in (folder, journal):
            _give(place, self.owner)
        make = ("--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", f"--username={ROLE}")
        where = ("--pgdata", self._data, "--waldir", journal / "wal", f"--wal-segsize={JOURNAL_FILE_MEGABYTES}")
        self._run("initdb", *where, *make)
        with (self._data / "postgresql.conf").open("a") as configuration:
            configuration.write(f"{SETTINGS}unix_socket_directories = '{folder}'\n")

    def url(self, database: str = "postgres") -> str:
        """The address of one of its databases."""
        return f"postgres://{ROLE}@{quote(str(self.folder), safe='')}/{database}"

    def start(self) -> None:
        """Start it; return when it lets people in."""
        if not self._runs:
            self._control("start", "--log", str(self._data / "log.txt"))
            self._runs = True

    def stop(self, mode: Mode) -> None:
        """Stop it: `fast` turns everybody out, `immediate` is a crash, after which it must recover."""
        if self._runs:
            self._control("stop", "--mode", mode)
            self._runs = False

    def processes(self) -> list[int]:
        """The numbers of its processes, the first one's first."""
        first = psutil.Process(int((self._data / "postmaster.pid").read_text().split()[0]))
        return [first.pid, *(child.pid for child in first.children())]

    def size_of(self, url: str, table: str) -> int:
        """How long the file of a table is, in bytes."""
        with psycopg.connect(url) as connection:
            row = connection.execute("SELECT pg_relation_size(%s)", [table]).fetchone()
        assert row is not None
        return int(row[0])

    def copy(self, template: str, name: str) -> str:
        """Make the database `name`, a copy of `template`; its address."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(template)))
        return self.url(name)

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", *words, "--pgdata", self._data, "--wait", "--timeout", str(START_SECONDS))

    def _run(self, program: str, *words: str | Path) -> None:
        # Complaints go to a file, not a pipe, which the server that pg_ctl starts would hold open.
        with tempfile.TemporaryFile("w+") as complaints:
            done = subprocess.run(
                [postgresql_program(program), *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
                cwd="/",
                check=False,
                **as_user(self.owner),
            )
            complaints.seek(0)
            assert done.returncode == 0, f"{program} failed: {complaints.read()}"


def postgresql_program(name: str) -> str:
    """The path of one of PostgreSQL's own programs, which Debian keeps off the PATH. Raises Missing."""
    for place in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True):
        return str(place)
    found = shutil.which(name)
    if found is None:
        raise Missing(f"PostgreSQL's {name} is not installed (make services installs it).")
    return found


@contextmanager
def own_postgresql(data: Path | None = None) -> Iterator[Postgresql]:
    """Run a PostgreSQL of our own, its data in the folder `data` if given; the write-ahead log is never there."""
    with tempfile.TemporaryDirectory(prefix="skald-pg-") as folder:
        Path(folder).chmod(0o755)
        journal = Path(folder) / "journal"
        journal.mkdir()
        home = data or Path(folder) / "home"
        home.mkdir(exist_ok=True)
        cluster = Postgresql(home, journal)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")


def as_user(name: str) -> dict[str, Any]:
    """What `subprocess` must be told, so that it starts a process as this user; nothing where that is us, or for ""."""
    if not name or os.geteuid() == pwd.getpwnam(name).pw_uid:
        return {}
    return {"user": name, "group": _group(name), "extra_groups": []}


def _owner() -> str:
    if os.geteuid() != 0:
        return getpass.getuser()
    return "postgres"


def _group(owner: str) -> int:
    return pwd.getpwnam(owner).pw_gid


def _give(folder: Path, owner: str) -> None:
    if os.geteuid() == 0:
        shutil.chown(folder, owner, _group(owner))


class Redis:
    """A Redis on a socket of its own, which can be emptied, killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._socket = folder / "redis.sock"
        self.url = f"unix://{self._socket}"
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; return when it answers."""
        self._socket.unlink(missing_ok=True)
        self._server = subprocess.Popen(redis_command(self._socket), stdout=subprocess.DEVNULL)
        until(self._answers, "a Redis that answers")

    def kill(self) -> None:
        """Kill it: what it held is gone."""
        if self._server is not None:
            self._server.send_signal(signal.SIGKILL)
            self._server.wait()
            self._server = None

    def empty(self) -> None:
        """Let it forget everything."""
        with redis.Redis(unix_socket_path=str(self._socket)) as client:
            client.flushall()

    def _answers(self) -> bool:
        try:
            with redis.Redis(unix_socket_path=str(self._socket)) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False


@contextmanager
def own_redis() -> Iterator[Redis]:
    """Run a Redis of our own."""
    with tempfile.TemporaryDirectory(prefix="skald-redis-") as folder:
        server = Redis(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.kill()
