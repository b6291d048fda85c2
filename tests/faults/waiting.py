"""Waits for what will happen, and says what did not."""

import time
from collections.abc import Callable

PATIENCE_SECONDS = 90.0
LOOK_SECONDS = 0.005


def until(happened: Callable[[], object], what: str, seconds: float = PATIENCE_SECONDS) -> None:
    """Return as soon as `happened` is true; AssertionError naming `what` if it never is."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, f"not within {seconds:.0f} s: {what}"
        time.sleep(LOOK_SECONDS)
