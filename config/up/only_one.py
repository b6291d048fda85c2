"""A file that one process at a time may hold, so that `manage.py up` runs once per folder."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class AlreadyRunning(Exception):
    """Another process holds the file; `pid` is what it wrote there (0 if nothing yet)."""

    def __init__(self, pid: int) -> None:
        super().__init__(f"held by process {pid}")
        self.pid = pid


@contextmanager
def only_one(path: Path) -> Iterator[int]:
    """Hold `path`, with this process's number in it, for the length of the block; yield its descriptor.

    The hold is a lock of the kernel's: it ends with the process, however that ends, and a file
    that was left behind blocks nobody. Raises AlreadyRunning when another process holds it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            written = os.read(handle, 32).decode("ascii", errors="replace").strip()
            raise AlreadyRunning(int(written) if written.isdigit() else 0) from None
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        yield handle
        os.ftruncate(handle, 0)
    finally:
        os.close(handle)
