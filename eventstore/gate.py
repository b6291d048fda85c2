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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from eventstore import stops
from eventstore.holders import processes_at_gate
from eventstore.private_files import PRIVATE_FILE

# Bytes of the gate's file that are locked.
COUNTER, HOLDER, OPENING, TICKETS = 0, 8, 9, 16
# What is stored there, whoever locks it: the last ticket, and since when somebody has the turn (seconds since 1970).
TICKET, TICKET_AT = struct.Struct("<q"), 0
INSTANT, SINCE_AT = struct.Struct("<q"), 8
# struct flock64 of Linux: type, whence, start, length, process (must be 0 for locks that belong to an open file).
FLOCK = struct.Struct("hhqqi4x")


# Between two looks at a lock that another has. The kernel would wake a waiter, but not after some time. Who has waited
# for long looks less often, so that the looks cost little and the end of the wait is seen soon after.
SHORTEST_PAUSE, LONGEST_PAUSE, PAUSE_PER_SECOND_WAITED = 0.000_05, 0.02, 0.06


class GateBusy(sqlite3.OperationalError):
    """The turn did not come in time. Nothing was written."""

    sqlite_errorcode = sqlite3.SQLITE_BUSY
    sqlite_errorname = "SQLITE_BUSY"


class Turn:
    """A place in the queue, from its first lock on; it lasts until it is given up."""

    __slots__ = ("file",)

    def __init__(self, path: Path) -> None:
        self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)
        stops.enter(self)

    def give_up(self) -> None:
        """Let the next one in."""
        os.close(self.file)
        stops.leave(self)


class Gate:
    """The queue of all processes and threads that want to write to one database file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def take_turn(self, seconds: float) -> Turn:
        """Wait for all who came before, then return the turn. GateBusy when it does not come within `seconds`."""
        turn = Turn(self.path)
        try:
            self._wait_for_turn(turn.file, time.monotonic() + seconds)
            os.pwrite(turn.file, INSTANT.pack(int(time.time())), SINCE_AT)
        except TimeoutError:
            turn.give_up()
            raise GateBusy(self._in_the_way()) from None
        except BaseException:
            turn.give_up()
            raise
        return turn

    def _wait_for_turn(self, file: int, deadline: float) -> None:
        before = _draw_ticket(file, deadline)
        _lock(file, TICKETS + before, deadline)
        _unlock(file, TICKETS + before)
        # Free already, unless somebody who waited was killed or gave up, and so let us pass too early.
        _lock(file, HOLDER, deadline)

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
        place = Turn(self.path)
        try:
            self._lock_opening(place, seconds)
            yield
        finally:
            place.give_up()

    def is_taken(self) -> bool:
        """Whether anybody has a lock here; costs next to nothing."""
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        try:
            found = fcntl.fcntl(file, fcntl.F_OFD_GETLK, FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))
        finally:
            os.close(file)
        return bool(FLOCK.unpack(found)[0] != fcntl.F_UNLCK)

    def _lock_opening(self, place: Turn, seconds: float) -> None:
        try:
            _lock(place.file, OPENING, time.monotonic() + seconds)
        except TimeoutError:
            raise GateBusy(self._in_the_way()) from None

    def _in_the_way(self) -> str:
        """Name the processes that block others, for logs and terminals of this machine."""
        there = processes_at_gate(self.path)
        blocking = [
            f"process {one.pid} ({one.command}) is stopped while it writes or waits to write, and blocks all "
            f"others: resume it (kill -CONT {one.pid}, or fg in its terminal) or end it (kill -KILL {one.pid})"
            for one in there
            if one.is_stopped
        ] or [
            f"process {one.pid} ({one.command}) has been writing {self._since()} and is not done"
            for one in there
            if one.has_the_turn
        ]
        return "; ".join(blocking) or "others write to the database and do not come to an end"

    def _since(self) -> str:
        """When the turn began, to the second; a Skald of old did not note that."""
        stored = self.path.read_bytes()[SINCE_AT : SINCE_AT + INSTANT.size]
        if len(stored) < INSTANT.size:
            return "for some time"
        since = datetime.fromtimestamp(INSTANT.unpack(stored)[0], UTC)
        return f"since {since:%Y-%m-%d %H:%M:%S} UTC"


def _draw_ticket(file: int, deadline: float) -> int:
    """Lock the byte of a new ticket; return the ticket before it."""
    _lock(file, COUNTER, deadline)
    stored = os.pread(file, TICKET.size, TICKET_AT)
    before = TICKET.unpack(stored)[0] if len(stored) == TICKET.size else 0
    os.pwrite(file, TICKET.pack(before + 1), TICKET_AT)
    _lock(file, TICKETS + before + 1, deadline)
    _unlock(file, COUNTER)
    return int(before)


def _lock(file: int, byte: int, deadline: float) -> None:
    wanted = FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, byte, 1, 0)
    wait_for_lock(lambda: fcntl.fcntl(file, fcntl.F_OFD_SETLK, wanted), deadline)


def wait_for_lock(lock: Callable[[], object], deadline: float) -> None:
    """Call `lock` until another does not have what it locks. TimeoutError after `deadline`."""
    began = time.monotonic()
    while True:
        try:
            lock()
        except (BlockingIOError, PermissionError):  # EAGAIN or EACCES: another has it
            now = time.monotonic()
        else:
            return
        if now >= deadline:
            raise TimeoutError
        pause = min(max(SHORTEST_PAUSE, (now - began) * PAUSE_PER_SECOND_WAITED), LONGEST_PAUSE)
        time.sleep(min(pause, deadline - now))


def _unlock(file: int, byte: int) -> None:
    fcntl.fcntl(file, fcntl.F_OFD_SETLK, FLOCK.pack(fcntl.F_UNLCK, os.SEEK_SET, byte, 1, 0))
