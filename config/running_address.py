"""The file `var/up.address`: where the pages of the running server are reached, as `manage.py up` says it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "up.address"


@contextmanager
def announced(var: Path, address: str) -> Iterator[None]:
    """Keep the address in a file, with this process's number, for the length of the block."""
    file = var / NAME
    file.write_text(f"{os.getpid()} {address}\n", encoding="ascii")
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def running_address(var: Path) -> str:
    """The address of the server that runs in a folder; empty where none does, or one that was killed left the file."""
    try:
        number, _, address = (var / NAME).read_text(encoding="ascii").strip().partition(" ")
        os.kill(int(number), 0)
    except (OSError, ValueError):
        return ""
    return address
