"""Processes that are there at once, so that they can be killed often: forks of one that has Django loaded.

`python -m tests.faults.nursery` reads a line for each child, "ROLE ARGUMENT…", forks it, and prints its number. What a
child complains about goes to standard error.
"""

import logging
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.faults.places import ROOT, Place
from tests.faults.waiting import PATIENCE_SECONDS

COMPLAINTS = "complaints.txt"


class Child:
    """A process that plays a role until it is done, or killed."""

    def __init__(self, number: int) -> None:
        self.number = number
        try:
            self._watch: int | None = os.pidfd_open(number)
        except ProcessLookupError:
            self._watch = None  # done already

    def kill(self) -> None:
        """Kill it; return when it is gone."""
        if self._watch is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._watch, signal.SIGKILL)
            self.wait()

    def thaw(self) -> None:
        """Let it go on, where it stopped itself."""
        os.kill(self.number, signal.SIGCONT)

    def wait(self) -> None:
        """Wait until it is gone, by itself or otherwise."""
        if self._watch is None:
            return
        gone, _, _ = select.select([self._watch], [], [], PATIENCE_SECONDS)
        assert gone, f"process {self.number} did not end within {PATIENCE_SECONDS:.0f} s"
        os.close(self._watch)
        self._watch = None


class Nursery:
    """Starts children in one place, whose folder it is; made by `nursery`."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path) -> None:
        self.folder = folder
        self._process = process
        self._complaints = folder / COMPLAINTS

    def start(self, role: str, *words: str | Path) -> Child:
        """Start a child in a role of `tests.faults.roles`; no word holds a blank."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(" ".join([role, *map(str, words)]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, self.complaints()
        return Child(int(answer))

    def run(self, role: str, *words: str | Path) -> None:
        """Let a child play a role to its end; fail with its complaint."""
        self.start(role, *words).wait()
        assert not self.complaints(), self.complaints()

    def complaints(self) -> str:
        """What the children complained about so far."""
        return self._complaints.read_text()


@contextmanager
def nursery(place: Place, **more: str) -> Iterator[Nursery]:
    """Open a nursery in a place, with `more` in its environment; its children end with the block."""
    with (
        (place.folder / COMPLAINTS).open("w") as heard,
        subprocess.Popen(
            [sys.executable, "-m", "tests.faults.nursery"],
            env=place.environment(CONN_MAX_AGE="600", **more),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=heard,
            text=True,
            start_new_session=True,
        ) as process,
    ):
        try:
            yield Nursery(process, place.folder)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def main() -> None:
    """Fork a child for each line that is read."""
    import django

    django.setup()
    from tests.faults.roles import ROLES

    # Its remarks on connections that break are no complaint: the children note the errors themselves.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead here
    for line in sys.stdin:
        role, *words = line.split()
        number = os.fork()
        if number == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            ROLES[role](*words)
            return
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
