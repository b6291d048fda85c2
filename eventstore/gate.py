"""A fair gate in front of the one writer that SQLite admits.

SQLite lets writers who find the lock taken sleep and try again, so that under load some starve until their time is
out. Here they queue. Each draws a ticket, locks the byte of its own ticket, and then waits for the byte of the ticket
before. The locks belong to an open file, so that the kernel gives them up when their process dies, however it dies. A
process that is stopped dead keeps its own; those behind it wait for so long and no longer.
"""

import fcntl
import os
import sqlite3
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eventstore.private_files import PRIVATE_FILE

# Bytes of the gate's file; they are locked, never read. Only the ticket, at the beginning, is also stored there.
COUNTER, HOLDER, OPENING, TICKETS = 0, 8, 9, 16
TICKET = struct.Struct("<q")
# struct flock64 of Linux: type, whence, start, length, process (must be 0 for locks that belong to an open file).
FLOCK = struct.Struct("hhqqi4x")


# Between two looks at a lock that another has. The kernel would wake a waiter, but not after some time.
SHORTEST_PAUSE, LONGEST_PAUSE, PATIENT_PAUSE = 0.000_05, 0.001, 0.02
PATIENT_AFTER_SECONDS = 1.0


class GateBusy(sqlite3.OperationalError):
    """The turn did not come in time. Nothing was written."""

    sqlite_errorcode = sqlite3.SQLITE_BUSY
    sqlite_errorname = "SQLITE_BUSY"


class Turn:
    """A place in the queue that has come up; it lasts until it is given up."""

    __slots__ = ("_file",)

    def __init__(self, file: int) -> None:
        self._file = file

    def give_up(self) -> None:
        """Let the next one in."""
        os.close(self._file)


class Gate:
    """The queue of all processes and threads that want to write to one database file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def take_turn(self, seconds: float) -> Turn:
        """Wait for all who came before, then return the turn. GateBusy when it does not come within `seconds`."""
        file, deadline = self._open(), time.monotonic() + seconds
        try:
            before = self._draw_ticket(file, deadline)
            _lock(file, TICKETS + before, deadline)
            _unlock(file, TICKETS + before)
            # Free already, unless somebody who waited was killed or gave up, and so let us pass too early.
            _lock(file, HOLDER, deadline)
        except BaseException:
            os.close(file)
            raise
        return Turn(file)

    @contextmanager
    def turn(self, seconds: float) -> Iterator[None]:
        """Wait for all who came before, and be alone in the block. GateBusy as above."""
        turn = self.take_turn(seconds)
        try:
            yield
        finally:
            turn.give_up()

    @contextmanager
    def opening(self, seconds: float) -> Iterator[None]:
        """Be the only one who opens a connection: two at once trip over the switch to WAL. GateBusy as above."""
        file = self._open()
        try:
            _lock(file, OPENING, time.monotonic() + seconds)
            yield
        finally:
            os.close(file)

    def _open(self) -> int:
        return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)

    def _draw_ticket(self, file: int, deadline: float) -> int:
        """Lock the byte of a new ticket; return the ticket before it."""
        _lock(file, COUNTER, deadline)
        stored = os.pread(file, TICKET.size, 0)
        before = TICKET.unpack(stored)[0] if len(stored) == TICKET.size else 0
        os.pwrite(file, TICKET.pack(before + 1), 0)
        _lock(file, TICKETS + before + 1, deadline)
        _unlock(file, COUNTER)
        return int(before)


def _lock(file: int, byte: int, deadline: float) -> None:
    wanted, pause, patient_at = FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, byte, 1, 0), SHORTEST_PAUSE, 0.0
    while True:
        try:
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, wanted)
        except (BlockingIOError, PermissionError):  # EAGAIN or EACCES: another has it
            now = time.monotonic()
            patient_at = patient_at or now + PATIENT_AFTER_SECONDS
        else:
            return
        if now >= deadline:
            raise GateBusy("others write to the database and do not come to an end")
        time.sleep(min(pause, deadline - now))
        pause = min(pause * 2, LONGEST_PAUSE if now < patient_at else PATIENT_PAUSE)


def _unlock(file: int, byte: int) -> None:
    fcntl.fcntl(file, fcntl.F_OFD_SETLK, FLOCK.pack(fcntl.F_UNLCK, os.SEEK_SET, byte, 1, 0))
