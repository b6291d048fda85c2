"""Contenders in processes of their own, so that none shares memory, connections or an interpreter with another.

A worker is `python -m bench.worker ROLE ARGUMENTS`: it makes itself ready, prints a line, and then answers each line of
JSON with one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, cast

import msgspec
import psutil

END_SECONDS = 10.0
ROOT = Path(__file__).resolve().parents[1]


def stop(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Ask a process to end; kill it with all its children when it has not after so many seconds."""
    if process.poll() is not None:
        return
    family = psutil.Process(process.pid).children(recursive=True)
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        # A Celery worker may wait for ever for its pool.
        process.kill()
        process.wait()
    for child in family:
        with suppress(psutil.NoSuchProcess):
            child.kill()


class WorkerFailed(Exception):
    """A worker ended before it had answered; the message is the end of what it complained about."""


class Worker:
    """One process in a role. It makes itself ready meanwhile; `ready`, or the first order, waits for that."""

    def __init__(self, role: str, environment: Mapping[str, str], complaints: Path, **arguments: Any) -> None:
        self._role = role
        self._ready = False
        self._complaints = complaints
        with complaints.open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bench.worker", role, msgspec.json.encode(arguments).decode()],
                env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
            )

    def ready(self) -> None:
        """Wait until it can take orders. WorkerFailed when it never will."""
        if not self._ready:
            self._line()
            self._ready = True

    def ask(self, order: Any = None) -> Any:
        """Give an order and wait for the answer."""
        self.order(order)
        return self.answer()

    def order(self, order: Any = None) -> None:
        """Give an order; the answer is to be fetched with `answer`."""
        self.ready()
        try:
            self._orders.write(msgspec.json.encode(order) + b"\n")
            self._orders.flush()
        except BrokenPipeError:
            raise self._failed() from None

    def answer(self) -> Any:
        """Wait for the answer to the last order. WorkerFailed when there will be none."""
        return msgspec.json.decode(self._line())

    def end(self) -> None:
        """Let it end, and wait until it has."""
        # What it was not told because it died is no matter any more.
        with suppress(BrokenPipeError):
            self._orders.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            # In the midst of an order whose answer nobody waits for any more.
            self._process.kill()
            self._process.wait()
        self._answers.close()

    def _line(self) -> bytes:
        line = self._answers.readline()
        if not line:
            raise self._failed()
        return line

    @property
    def _orders(self) -> IO[bytes]:
        return cast("IO[bytes]", self._process.stdin)

    @property
    def _answers(self) -> IO[bytes]:
        return cast("IO[bytes]", self._process.stdout)

    def _failed(self) -> WorkerFailed:
        self._process.wait()
        words = self._complaints.read_text(errors="replace")[-3_000:]
        return WorkerFailed(f"{self._role} ended with code {self._process.returncode}:\n{words}")


def make_ready(workers: Iterable[Worker]) -> None:
    """Wait until all can take orders: whoever still starts takes processor time from whoever is measured."""
    for worker in workers:
        worker.ready()


def ask_all(workers: Sequence[Worker], order: Any) -> list[Any]:
    """Give all workers the same order at once; their answers."""
    make_ready(workers)
    for worker in workers:
        worker.order(order)
    return [worker.answer() for worker in workers]
