"""Disks that are full when we want, and have room again when we want."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from tests.faults.servers import as_user

MEGABYTE = 1024 * 1024


class Disk(Protocol):
    """Something that can be full."""

    def fill(self) -> None:
        """From now on nothing more can be stored."""

    def make_room(self) -> None:
        """From now on there is room again."""


class SmallDisk:
    """A file system in memory, filled by a file that is of no use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Write until there is no room left, not for a byte."""
        with self._ballast.open("wb", buffering=0) as ballast:
            for size in (MEGABYTE, 4096, 1):
                _write_until_full(ballast.fileno(), bytes(size))

    def make_room(self) -> None:
        """Delete the ballast."""
        self._ballast.unlink()


def _write_until_full(file: int, piece: bytes) -> None:
    try:
        while os.write(file, piece):
            pass
    except OSError:
        return


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """Mount a file system of so many megabytes on `folder`; it is ours, though it takes root to mount it."""
    options = f"size={megabytes}m,mode=755,uid={os.geteuid()}"
    subprocess.run(_as_root("mount", "-t", "tmpfs", "-o", options, "skald", str(folder)), check=True)
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(_as_root("umount", "--lazy", str(folder)), check=True)


def may_mount() -> bool:
    """Whether we may mount file systems."""
    probe = _as_root("unshare", "--mount", "mount", "-t", "tmpfs", "skald", "/tmp")
    can_be_root = shutil.which(probe[0]) is not None
    return can_be_root and subprocess.run(probe, check=False, capture_output=True).returncode == 0


def _as_root(*words: str) -> list[str]:
    """A command for root: as we are, or through a sudo that asks for nothing."""
    return [*words] if os.geteuid() == 0 else ["sudo", "-n", *words]


class Quota:
    """A limit to how long the files of some processes may become; `processes` and `longest` say whose and how long, and
    `owner` who owns them, unless it is us.

    To who writes beyond it, it is as if the disk was full. It takes no root.
    """

    def __init__(self, processes: Callable[[], list[int]], longest: Callable[[], int], owner: str = "") -> None:
        self._processes = processes
        self._longest = longest
        self._owner = owner

    def fill(self) -> None:
        """Set the limit; processes that these start have it too."""
        self._limit(str(self._longest()))

    def make_room(self) -> None:
        """Lift the limit."""
        self._limit("unlimited")

    def _limit(self, longest: str) -> None:
        for process in self._processes():
            # As their owner: not even root may always limit the processes of others.
            words = ["prlimit", f"--pid={process}", f"--fsize={longest}:"]
            done = subprocess.run(words, check=False, capture_output=True, text=True, **as_user(self._owner))
            assert done.returncode == 0 or not Path(f"/proc/{process}").exists(), done.stderr
