"""Contenders in processes of their own, so that none shares memory, connections or an interpreter with another.

A worker is `python -m bench.worker ROLE ARGUMENTS`: it makes itself ready, prints a line, and then answers each line of
JSON with one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[1]


class WorkerFailed(Exception):
    """A worker ended before it had answered; the message is the end of what it complained about."""


class Worker:
    """One process in a role. `ready` must be called before the first order."""

    def __init__(self, role: str, environment: Mapping[str, str], complaints: Path, **arguments: Any) -> None:
        self._role = role
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

    def ready(self) -> Any:
        """Wait until it can take orders; what it has to say first."""
        return self.answer()

    def ask(self, order: Any = None) -> Any:
        """Give an order and wait for the answer."""
        self.order(order)
        return self.answer()

    def order(self, order: Any = None) -> None:
        """Give an order; the answer is to be fetched with `answer`."""
        line = self._process.stdin
        if line is None:
            raise WorkerFailed(f"{self._role} takes no orders")
        try:
            line.write(msgspec.json.encode(order) + b"\n")
            line.flush()
        except BrokenPipeError:
            raise self._failed() from None

    def answer(self) -> Any:
        """Wait for the answer to the last order. WorkerFailed when there will be none."""
        line = self._process.stdout.readline() if self._process.stdout else b""
        if not line:
            raise self._failed()
        return msgspec.json.decode(line)

    def end(self) -> None:
        """Let it end, and wait until it has."""
        if self._process.stdin:
            self._process.stdin.close()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def _failed(self) -> WorkerFailed:
        self._process.wait()
        words = self._complaints.read_text(errors="replace")[-3_000:]
        return WorkerFailed(f"{self._role} ended with code {self._process.returncode}:\n{words}")


def ask_all(workers: Sequence[Worker], order: Any) -> list[Any]:
    """Give all workers the same order at once; their answers."""
    for worker in workers:
        worker.order(order)
    return [worker.answer() for worker in workers]
