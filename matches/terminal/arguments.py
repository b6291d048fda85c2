"""What the arguments of several terminal commands are."""

from __future__ import annotations

from typing import Any

INTERRUPTED = 130
"""How a command ends that was stopped by Ctrl-C."""


def number_from(least: int, most: int) -> Any:
    """A whole number within bounds, for argparse."""

    def number(word: str) -> int:
        value = int(word)
        if not least <= value <= most:
            raise ValueError
        return value

    number.__name__ = f"number from {least} to {most}"
    return number
