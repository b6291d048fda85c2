"""Ctrl-Z while this process writes: it stops once others can write, not before.

A command of the terminal that is stopped in the middle of a write would keep the database from everybody. So the signal
is noted while a turn at the gate is had or waited for, and obeyed after it. (SIGSTOP cannot be put off: the
supervisor and whoever reads the refusals of others see to that.)
"""

import os
import signal
import threading
from types import FrameType

# Places in the queue of the gate that this process has, from the first lock to the last.
_places: set[object] = set()
_put_off = threading.Event()

os.register_at_fork(after_in_child=_places.clear)


def stop_between_writes() -> None:
    """From now on Ctrl-Z waits for the end of a write.

    Nothing changes where it is ignored already, or outside of the main thread, which alone can tell what a signal does.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL:
        signal.signal(signal.SIGTSTP, _stop)


def enter(place: object) -> None:
    """A place in the queue is taken."""
    _places.add(place)


def leave(place: object) -> None:
    """It was given up; stop now, where that was asked for meanwhile."""
    _places.discard(place)
    if _put_off.is_set() and not _places:
        _put_off.clear()
        os.kill(os.getpid(), signal.SIGTSTP)


def _stop(number: int, frame: FrameType | None) -> None:
    """Handle the signal: stop, or note that it came. Python calls this in the main thread."""
    if _places:
        _put_off.set()
        return
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)  # returns when somebody lets us go on
    signal.signal(number, _stop)
