"""Progress bars, shown where somebody watches."""

import sys
from typing import Any

from tqdm import tqdm


def bar(total: int, label: str, unit: str = "event") -> "tqdm[Any]":
    """Return a progress bar on standard error; silent when that is no terminal."""
    return tqdm(total=total, desc=label, unit=f" {unit}s", file=sys.stderr, disable=None, unit_scale=True)
