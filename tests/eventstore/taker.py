"""`python -m tests.eventstore.taker FILE`: somebody at the gate of FILE.

It takes its turn, says so, gives it up when it is told to by a line on standard input, and says that; where no line can
come it keeps the turn. Ctrl-Z stops it as it stops a command of ours.
"""

import signal
import sys
from pathlib import Path

from eventstore.gate import Gate
from eventstore.stops import stop_between_writes

WAIT_SECONDS = 60


def main() -> None:
    """Take a turn."""
    stop_between_writes()
    turn = Gate(Path(sys.argv[1])).take_turn(WAIT_SECONDS)
    sys.stdout.write("inside\n")
    sys.stdout.flush()
    if not sys.stdin.readline():
        signal.pause()
    turn.give_up()
    sys.stdout.write("outside\n")
    sys.stdout.flush()
    sys.stdin.readline()


if __name__ == "__main__":
    main()
