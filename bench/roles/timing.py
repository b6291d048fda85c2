"""The clock of the roles."""

from __future__ import annotations

import time
from collections.abc import Callable


def clock(act: Callable[[], object]) -> float:
    """Seconds that an act takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start
