"""Which processes are at the gate of a SQLite database, according to the kernel, whose record cannot be wrong."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
# In /proc/PID/stat, counted from what follows the name: the state, the session, the ticks since boot at its start.
STATE, SESSION, STARTED = 0, 3, 19
# Stopped by a signal. One that a debugger stopped (t) has somebody who looks after it.
STOPPED = "T"
# Of locks that belong to an open file, in /proc/PID/fdinfo/NUMBER.
OPEN_FILE_LOCK = "OFDLCK"
LONGEST_COMMAND = 200


@dataclass(frozen=True, slots=True)
class Process:
    """A process that has its turn at a gate, or waits for it; either keeps those behind it waiting.

    `started` tells it from a later process of the same number.
    """

    pid: int
    started: int
    session: int
    is_stopped: bool
    has_the_turn: bool
    command: str


def processes_at_gate(path: Path, turn_byte: int = 8) -> list[Process]:
    """Return the processes with a lock on the file at `path`, by their numbers.

    `turn_byte`: whose lock is the turn. Processes of other accounts and other containers are not seen, and none where
    the system does not tell (macOS).
    """
    if not PROC.is_dir():
        return []
    return sorted(_found(path.resolve(), turn_byte), key=lambda process: process.pid)


def is_stopped(pid: int) -> bool:
    """Whether a process is there and stopped."""
    with suppress(OSError):
        return _stat(pid)[STATE] == STOPPED
    return False


def _found(file: Path, turn_byte: int) -> Iterator[Process]:
    for pid in (int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()):
        with suppress(OSError):  # gone meanwhile, or not ours
            locked = set(_locked(pid, file))
            if locked:
                stat = _stat(pid)
                yield Process(
                    pid=pid,
                    started=int(stat[STARTED]),
                    session=int(stat[SESSION]),
                    is_stopped=stat[STATE] == STOPPED,
                    has_the_turn=turn_byte in locked,
                    command=_command(pid),
                )


def _locked(pid: int, file: Path) -> Iterator[int]:
    """The bytes of `file` that a process has locked."""
    for opened in (PROC / str(pid) / "fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            if opened.readlink() == file:
                yield from _locks((PROC / str(pid) / "fdinfo" / opened.name).read_text().splitlines())


def _locks(lines: Iterable[str]) -> Iterator[int]:
    """As in `lock: 1: OFDLCK ADVISORY WRITE -1 fe:00:2146393 8 8`, whose last two are the first and last byte."""
    for words in map(str.split, lines):
        if OPEN_FILE_LOCK in words:
            yield int(words[-2])


def _stat(pid: int) -> list[str]:
    return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


def _command(pid: int) -> str:
    """In one line, with nothing in it that a terminal would obey."""
    text = (PROC / str(pid) / "cmdline").read_bytes().decode(errors="replace")
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(plain.split())[:LONGEST_COMMAND]
