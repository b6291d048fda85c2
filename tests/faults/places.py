"""Places to play in: a folder with a database of its own, where nobody but Alice was yet."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faults.servers import Postgresql

ROOT = Path(__file__).parents[2]
TEMPLATE = "skald_template"
SQLITE = "skald.sqlite3"


@dataclass(frozen=True, slots=True)
class Place:
    """A folder (`SKALD_VAR`) and a database: the one at `url`, or the SQLite in the folder where that is empty.

    `token` lets Alice in.
    """

    folder: Path
    url: str
    token: str = ""

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a process that works here and nowhere else."""
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONPATH": str(ROOT),
            "SKALD_VAR": str(self.folder),
            "DATABASE_URL": self.url,
            "REDIS_URL": "",
            "SECRET_KEY": "the same in all processes",
            "DEBUG": "",
            "ALLOWED_HOSTS": "",
            "LOG_LEVEL": "ERROR",
            **more,
        }


class Places:
    """Makes places, each a copy of one that was prepared once; in `cluster`, else on SQLite."""

    def __init__(self, folder: Path, cluster: Postgresql | None) -> None:
        self._cluster = cluster
        self._template = folder
        self._token = _prepare(Place(folder, cluster.copy("template1", TEMPLATE) if cluster else ""))

    @contextmanager
    def fresh(self) -> Iterator[Place]:
        """A place for the length of the block. Its path is short enough for a socket."""
        with tempfile.TemporaryDirectory(prefix="skald-place-") as name:
            folder = Path(name)
            if self._cluster is not None:
                yield Place(folder, self._cluster.copy(TEMPLATE, folder.name), self._token)
                return
            shutil.copy(self._template / SQLITE, folder)
            yield Place(folder, "", self._token)

    @contextmanager
    def empty(self) -> Iterator[Place]:
        """A place whose database has no tables, for the length of the block."""
        with tempfile.TemporaryDirectory(prefix="skald-place-") as name:
            folder = Path(name)
            url = self._cluster.copy("template1", folder.name) if self._cluster else ""
            yield Place(folder, url, self._token)


def _prepare(place: Place) -> str:
    """Make the tables; Alice's token."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.prepare"],
        env=place.environment(),
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
