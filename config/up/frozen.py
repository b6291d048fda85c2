"""Ends what `manage.py up` has started where it is stopped in the middle of a write, and so keeps others from writing.

This is about SQLite: nobody but the kernel can take a file lock from a process, and it does so when that process ends.
PostgreSQL ends such a transaction by itself (`DATABASE_IDLE_SECONDS`).
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress

from config.up.supervisor import Part, Supervisor
from eventstore.gate import Gate
from eventstore.holders import Process, is_stopped, processes_at_gate

# Between two looks. Looks are counted, not seconds: who is continued after all of us were stopped is given time again.
LOOK_SECONDS = 1.0


class FrozenWriters:
    """Looks now and then for processes of `house` that are stopped and have a lock at the gate.

    Who is found so `looks` times in a row is killed; with 0 nobody is. A process that is slow is not stopped, and one
    that is not the server's is not ours to end.
    """

    def __init__(self, house: Supervisor, gate: Gate | None, looks: int) -> None:
        self._house = house
        self._gate = gate
        self._looks = looks
        self._next_look = 0.0
        self._found: dict[tuple[int, int], int] = {}

    def end(self) -> Iterator[str]:
        """Look, if it is time to, and end who has to be; say of each what was done."""
        now = time.monotonic()
        if self._gate is None or not self._looks or now < self._next_look:
            return
        self._next_look = now + LOOK_SECONDS
        stopped = self._stopped(self._gate)
        self._found = {_key(one): self._found.get(_key(one), 0) + 1 for one in stopped}
        for one in stopped:
            part = self._house.part_of(one.session)
            if part is not None and self._found[_key(one)] >= self._looks:
                yield self._end(one, part)

    def _stopped(self, gate: Gate) -> list[Process]:
        return [one for one in processes_at_gate(gate.path) if one.is_stopped] if gate.is_taken() else []

    def _end(self, frozen: Process, part: Part) -> str:
        """Kill it. A part is started again; what a worker has started, the worker replaces itself."""
        if frozen.pid == part.group or is_stopped(part.group):
            self._house.start_again(part)
            done = "It was ended, and is started again."
        else:
            with suppress(ProcessLookupError):
                os.kill(frozen.pid, signal.SIGKILL)
            done = "It was ended, and its worker starts another one."
        return (
            f"Process {frozen.pid} of {part.name} was stopped while it wrote to the database or waited to, and kept "
            f"others waiting. {done} What it had not stored is undone."
        )


def _key(process: Process) -> tuple[int, int]:
    return process.pid, process.started
