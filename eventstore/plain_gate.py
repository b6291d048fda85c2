"""The gate where the kernel has no lock of an open file for a single byte, as on macOS: one writer, but no queue."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eventstore.gate import Gate, wait_for_lock


class PlainGate(Gate):
    """A lock of the whole file, taken by whoever asks when it is free: all come to their turn, in no order.

    It is given up with its process, too, and a wait is as long as at the other gate.
    """

    def _wait_for_turn(self, file: int, deadline: float) -> None:
        wait_for_lock(lambda: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB), deadline)

    @contextmanager
    def opening(self, seconds: float) -> Iterator[None]:
        """Be the only one who opens a connection: in a file of its own, for whoever opens may have a turn."""
        with PlainGate(self.path.with_name(f"{self.path.name}-opening")).turn(seconds):
            yield

    def is_taken(self) -> bool:
        """Whether anybody has the turn."""
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(file)
        return False


def gate_at(path: Path) -> Gate:
    """The gate that this system can have at `path`."""
    return Gate(path) if hasattr(fcntl, "F_OFD_SETLK") else PlainGate(path)
