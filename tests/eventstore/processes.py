"""Starts the processes of `tests.eventstore.workers` on a database that they share."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from django.db import connection

ROOT = Path(__file__).parents[2]


class Processes:
    """The processes of one test, in their environment; `end` leaves none behind."""

    def __init__(self, folder: Path, database_url: str, **environment: str) -> None:
        self.environment = {
            **os.environ,
            "SKALD_VAR": str(folder),
            "DATABASE_URL": database_url,
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "tests.eventstore.settings",
            "PYTHONPATH": str(ROOT),
            **environment,
        }
        self._started: list[subprocess.Popen[str]] = []

    def start(self, *words: str) -> "subprocess.Popen[str]":
        """Start a process of `tests.eventstore.workers`."""
        return self._start(["-m", "tests.eventstore.workers", *words], subprocess.PIPE)

    def start_celery(self, *words: str) -> "subprocess.Popen[str]":
        """Start a worker of Celery, which says nothing."""
        return self._start(["-m", "celery", "-A", "tests.eventstore.celery_app", *words], subprocess.DEVNULL)

    def run(self, *words: str) -> str:
        """Run a process to its end; return what it printed, or fail with what it complained about."""
        return finish(self.start(*words))

    def end(self) -> None:
        """Leave no process behind."""
        for process in self._started:
            kill(process)

    def _start(self, words: list[str], output: int) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, *words],
            env=self.environment,
            cwd=ROOT,
            stdout=output,
            stderr=output,
            text=True,
            start_new_session=True,
        )
        self._started.append(process)
        return process


def kill(process: "subprocess.Popen[str]") -> None:
    """Kill a process at once, with all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def finish(process: "subprocess.Popen[str]", seconds: float = 120) -> str:
    """Return what a process printed; fail with its complaint unless it ended well."""
    out, complaint = process.communicate(timeout=seconds)
    assert process.returncode == 0, complaint
    return out


def postgresql_url(name: str | None = None) -> str:
    """Return the address of the test database, or of the database `name` beside it."""
    at = connection.settings_dict
    who = quote(at["USER"] or "", safe="") + (f":{quote(at['PASSWORD'], safe='')}" if at["PASSWORD"] else "")
    where = quote(at["HOST"] or "", safe="") + (f":{at['PORT']}" if at["PORT"] else "")
    return f"postgres://{who}@{where}/{name or at['NAME']}"
