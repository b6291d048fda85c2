"""Who is next: by count, by phase, by a roll-off; ties as a batch or settled by a rule; entries that come later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

W = TypeVar("W")


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody in an order: the count at which they come, and what for where they come more than once."""

    who: str
    count: int
    what: str = ""


def batch(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """All that come next, at the same count, in the order in which they stand: the highest count first."""
    rows = tuple(entries)
    if not rows:
        return ()
    highest = max(one.count for one in rows)
    return tuple(one for one in rows if one.count == highest)


def queue(entries: Iterable[Entry], ties: Callable[[Entry], Sequence[int]] | None = None) -> tuple[Entry, ...]:
    """All in order, the highest count first; equal ones by `ties` (the highest first), else as they stand."""
    rows = tuple(entries)
    return tuple(sorted(rows, key=lambda one: (-one.count, *(-each for each in (ties(one) if ties else ())))))


def due(entries: Iterable[Entry], count: int) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Entries whose time has come when a count goes down to `count`, the highest first; and those that are to come."""
    rows = queue(entries)
    return tuple(one for one in rows if one.count >= count), tuple(one for one in rows if one.count < count)


def rolled_off(those: Iterable[W], roll: Callable[[W, int], int]) -> tuple[W, ...]:
    """All in the order of what they roll, the highest first; equal ones roll again among each other.

    `roll`: the total of one; its number is 0 at the first roll, 1 at the second. All roll in the order in which they
    stand before any of them rolls again. Who is alone does not roll.

    >>> faces = iter((4, 9, 4, 2, 6))
    >>> rolled_off(("a", "b", "c"), lambda who, again: next(faces))
    ('b', 'c', 'a')
    """
    order: list[W] = []
    ahead = [(tuple(those), 0)]
    while ahead:
        level, again = ahead.pop()
        if len(level) < 2:
            order += level
            continue
        totals = [(roll(one, again), one) for one in level]
        lowest_first = sorted({total for total, _ in totals})
        ahead += [(tuple(one for value, one in totals if value == total), again + 1) for total in lowest_first]
    return tuple(order)
