"""Finds or starts what tests want from outside: PostgreSQL, Redis, Chromium."""

import getpass
import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

import psycopg
import redis

from config.redis_home import redis_command

CONNECT_SECONDS = 5
START_SECONDS = 20.0
SOCKET_FOLDERS = ("/var/run/postgresql", "/run/postgresql", "/tmp")
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")


class Missing(Exception):
    """A service is not here; the message says why and what would help."""


@contextmanager
def private_redis() -> Iterator[str]:
    """Yield the address of a Redis started for us alone, on a socket with a short path."""
    with tempfile.TemporaryDirectory(prefix="skald-redis-") as folder:
        socket = Path(folder) / "redis.sock"
        with subprocess.Popen(redis_command(socket), stdout=subprocess.DEVNULL) as server:
            try:
                _wait_for_redis(socket, server)
                yield f"unix://{socket}"
            finally:
                server.terminate()


def _wait_for_redis(socket: Path, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with redis.Redis(unix_socket_path=str(socket)) as client:
                client.ping()
        except redis.ConnectionError:
            time.sleep(0.02)
        else:
            return
    raise Missing("Redis could not be started.")


def find_chromium() -> str:
    """Return the path of a Chromium. Raises Missing when there is none."""
    for name in CHROMIUMS:
        path = shutil.which(name)
        if path:
            return path
    raise Missing("Chromium is not installed (make services installs it).")


def find_postgresql() -> str:
    """Return the URL of a PostgreSQL in which test databases may be made.

    In this order: TEST_DATABASE_URL, DATABASE_URL, the local socket and 127.0.0.1:5432 as the
    current user; then again after making that user a role, where we can become `postgres`.
    The database it names is one of this checkout's own; the tests put `test_` before its name.
    Raises Missing when there is none.
    """
    for name in ("TEST_DATABASE_URL", "DATABASE_URL"):
        url = os.environ.get(name, "").strip()
        if urlsplit(url).scheme in {"postgres", "postgresql"}:
            return url
    candidates = [*(_socket_url(folder) for folder in SOCKET_FOLDERS), _url(f"{getpass.getuser()}@127.0.0.1:5432")]
    found = _first_usable(candidates)
    if found is None and _make_role(getpass.getuser()):
        found = _first_usable(candidates)
    if found is None:
        raise Missing(
            "PostgreSQL does not answer, or lets nobody in (make services starts it; or set TEST_DATABASE_URL)."
        )
    return found


def _url(place: str) -> str:
    checkout = hashlib.sha256(str(Path(__file__).resolve()).encode()).hexdigest()[:8]
    return f"postgres://{place}/skald_{checkout}"


def _socket_url(folder: str) -> str:
    return _url(quote(folder, safe=""))


def _first_usable(urls: list[str]) -> str | None:
    return next((url for url in urls if _may_make_databases(url)), None)


def _may_make_databases(url: str) -> bool:
    maintenance = url.rpartition("/")[0] + "/postgres"
    try:
        with psycopg.connect(maintenance, connect_timeout=CONNECT_SECONDS) as connection:
            row = connection.execute(
                "SELECT rolsuper OR rolcreatedb FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.OperationalError:
        return False
    return bool(row and row[0])


def _make_role(name: str) -> bool:
    """Make the current user a role of PostgreSQL's, as the user `postgres`; return whether that worked."""
    become = ["su", "postgres", "-c"] if os.geteuid() == 0 else ["sudo", "-n", "-u", "postgres", "sh", "-c"]
    if not shutil.which(become[0]) or not shutil.which("createuser"):
        return False
    made = subprocess.run(
        [*become, f"createuser --superuser '{name}'"],
        check=False,
        capture_output=True,
        cwd="/",
        stdin=subprocess.DEVNULL,
    )
    return made.returncode == 0
