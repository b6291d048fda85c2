"""A fair gate in front of the one writer that SQLite admits.

SQLite lets writers who find the lock taken sleep and try again, so that under load some starve until their time is
out. Here they queue. Each draws a ticket, locks the byte of its own ticket, and then waits for the byte of the ticket
before: each waiter is woken by the end of its predecessor and by nothing else. The locks belong to an open file, so
that the kernel gives them up when their process dies, however it dies.
"""

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Bytes of the gate's file; they are locked, never read. Only the ticket, at the beginning, is also stored there.
COUNTER, HOLDER, OPENING, TICKETS = 0, 8, 9, 16
TICKET = struct.Struct("<q")
# struct flock64 of Linux: type, whence, start, length, process (must be 0 for locks that belong to an open file).
FLOCK = struct.Struct("hhqqi4x")


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

    def take_turn(self) -> Turn:
        """Wait for all who came before, then return the turn."""
        file = self._open()
        try:
            before = self._draw_ticket(file)
            _lock(file, TICKETS + before)
            _unlock(file, TICKETS + before)
            # Free already, unless somebody who waited was killed and so let us pass too early.
            _lock(file, HOLDER)
        except BaseException:
            os.close(file)
            raise
        return Turn(file)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for all who came before, and be alone in the block."""
        turn = self.take_turn()
        try:
            yield
        finally:
            turn.give_up()

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Be the only one who opens a connection: two at once trip over the switch to WAL."""
        file = self._open()
        try:
            _lock(file, OPENING)
            yield
        finally:
            os.close(file)

    def _open(self) -> int:
        return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)

    def _draw_ticket(self, file: int) -> int:
        """Lock the byte of a new ticket; return the ticket before it."""
        _lock(file, COUNTER)
        stored = os.pread(file, TICKET.size, 0)
        before = TICKET.unpack(stored)[0] if len(stored) == TICKET.size else 0
        os.pwrite(file, TICKET.pack(before + 1), 0)
        _lock(file, TICKETS + before + 1)
        _unlock(file, COUNTER)
        return int(before)


def _lock(file: int, byte: int) -> None:
    fcntl.fcntl(file, fcntl.F_OFD_SETLKW, FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, byte, 1, 0))


def _unlock(file: int, byte: int) -> None:
    fcntl.fcntl(file, fcntl.F_OFD_SETLK, FLOCK.pack(fcntl.F_UNLCK, os.SEEK_SET, byte, 1, 0))
