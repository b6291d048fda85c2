"""The warden: ends the server's processes when the supervisor itself is killed.

It runs apart, as a script that needs the standard library alone, and reads its standard input, the far end of a pipe
that only the supervisor holds: `+123` says that group 123 was started, `-123` that it is gone.
When the pipe closes, however that came about, the groups still on the list are ended.
"""

import os
import signal
import sys
import time
from collections.abc import Iterable
from typing import TextIO

STEP_SECONDS = 0.05


def is_alive(group: int) -> bool:
    """Return whether any process of the group is left (a zombie counts until it is reaped)."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def send(group: int, number: signal.Signals) -> None:
    """Signal each process of a group; a group that is gone is no error."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return


def end_groups(groups: Iterable[int], patience: float) -> None:
    """Ask the groups to end, wait `patience` seconds in all, then kill what is left."""
    left = list(groups)
    for group in left:
        send(group, signal.SIGTERM)
    deadline = time.monotonic() + patience
    while left and time.monotonic() < deadline:
        left = [group for group in left if is_alive(group)]
        time.sleep(STEP_SECONDS)
    for group in left:
        send(group, signal.SIGKILL)


def watch(lines: TextIO) -> list[int]:
    """Read the supervisor's lines to the end; return the groups that are on the list then."""
    groups: list[int] = []
    for line in lines:
        group = int(line[1:])
        if line.startswith("+"):
            groups.append(group)
        else:
            groups.remove(group)
    return groups


def main() -> None:
    """Watch, then clean up; Ctrl-C is for the supervisor, not for the warden."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    # Last started, first ended: Redis outlives those who talk to it.
    end_groups(reversed(watch(sys.stdin)), patience=float(sys.argv[1]))


if __name__ == "__main__":
    main()
