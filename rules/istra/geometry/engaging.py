"""Forced engagement: where a way first comes within 1" of an enemy, and the shift into contact.

[IST-MOVE-05, IST-Q-21..23]
"""

from __future__ import annotations

import msgspec

from rules.istra.geometry.gaps import REACH, Base, engages, engaging_radii, gap, overlapping
from rules.istra.geometry.lengths import (
    FINE_BITS,
    TOLERANCE,
    WHOLE,
    WHOLE_BITS,
    fine_length,
    length,
    spaced_at_most,
    toward,
)
from rules.istra.geometry.table import Table, first_wall
from rules.istra.terrain import Place

HAIR = WHOLE >> 10
"""A thousandth of a hundredth: the nearest part of a way is itself rounded."""


class Contact(msgspec.Struct, frozen=True, gc=False):
    """Where a model stands after its shift, and all enemies it is then Engaged with, by ascending id."""

    at: Place
    engaged: tuple[str, ...]


def first_touch(mover: Base, end: Place, foe: Base) -> int | None:
    """Where on the straight way to `end` a foe is first within 1", in parts of `WHOLE`; `None`: nowhere. [IST-Q-21]

    The place is computed for a gap of exactly 1.00". A way that comes only within the tolerance touches where it is
    nearest. Along a segment the gap falls to one least value and then rises, so halving finds the place.
    """
    (x, y, z), (ex, ey, ez) = mover.at, foe.at
    radii = engaging_radii(mover, foe)
    fx, fy, fz, dx, dy, dz = x - ex, y - ey, z - ez, end[0] - x, end[1] - y, end[2] - z
    if _passes_by(fx, fy, dx, dy, radii + REACH + TOLERANCE) or (not dz and abs(fz) > REACH + TOLERANCE):
        return None

    def touched(part: int, bound: int) -> bool:
        across = (fx * WHOLE + dx * part) ** 2 + (fy * WHOLE + dy * part) ** 2
        return spaced_at_most(across, radii * WHOLE, fz * WHOLE + dz * part, bound)

    nearest = _nearest_part(fx, fy, fz, (dx, dy, dz), radii)
    inch, counts = REACH * WHOLE, (REACH + TOLERANCE) * WHOLE + HAIR
    if not touched(nearest, inch):
        return nearest if touched(nearest, counts) else None
    before, after = -1, nearest
    while after - before > 1:
        middle = (before + after) // 2
        before, after = (before, middle) if touched(middle, inch) else (middle, after)
    return after


def _passes_by(fx: int, fy: int, dx: int, dy: int, reach: int) -> bool:
    """Whether a segment stays farther than `reach` from the origin, seen from above."""
    along, whole = -(fx * dx + fy * dy), dx * dx + dy * dy
    if along <= 0:
        return fx * fx + fy * fy > reach * reach
    if along >= whole:
        return (fx + dx) ** 2 + (fy + dy) ** 2 > reach * reach
    aside = fx * dy - fy * dx
    return aside * aside > reach * reach * whole


def _nearest_part(fx: int, fy: int, fz: int, way: tuple[int, int, int], radii: int) -> int:
    """Where on a way the gap is least, in parts of `WHOLE`."""
    dx, dy, dz = way
    if not dz:
        whole = dx * dx + dy * dy
        return max(0, min(WHOLE, -((fx * dx + fy * dy) << WHOLE_BITS) // whole)) if whole else 0
    if not dx and not dy:
        return max(0, min(WHOLE, -(fz << WHOLE_BITS) // dz))

    def apart(part: int) -> int:
        across = fine_length(fx * WHOLE + dx * part, fy * WHOLE + dy * part)
        flat = max(0, across - (radii << (WHOLE_BITS + FINE_BITS)))
        return flat * flat + ((fz * WHOLE + dz * part) << FINE_BITS) ** 2

    low, high = 0, WHOLE
    while high - low > 2:
        third = (high - low) // 3
        low, high = (low, high - third) if apart(low + third) <= apart(high - third) else (low + third, high)
    return min(range(low, high + 1), key=apart)


def touching(mover: Base, foes: tuple[Base, ...]) -> tuple[str, ...]:
    """The enemies with a gap of 1" or less, by ascending id: each of them becomes Engaged. [IST-Q-22]"""
    return tuple(sorted(foe.id for foe in foes if engages(mover, foe)))


def nearest_of(mover: Base, foes: tuple[Base, ...]) -> tuple[str, ...]:
    """The nearest of some enemies, by ascending id; more than one when they are equally near. [IST-Q-22, IST-D-14]"""
    gaps = sorted((_apart(mover, foe), foe.id) for foe in foes)
    return tuple(sorted(foe for apart, foe in gaps if apart <= gaps[0][0] + TOLERANCE))


def _apart(mover: Base, foe: Base) -> int:
    if not foe.by_centre:
        return gap(mover, foe)
    return length(*(p - q for p, q in zip(mover.at, foe.at, strict=True)))


def come_into_contact(
    table: Table, mover: Base, foe: Base, foes: tuple[Base, ...], friends: tuple[Base, ...] = ()
) -> Contact | None:
    """The shift straight towards an enemy's centre until the horizontal gap is 0, and who is then Engaged.

    The height stays; a solid piece or a base in the way ends the shift where there is still room, which counts as
    contact all the same. `None`: there is no room at all, so the movement ends on a base.

    [IST-Q-21, IST-Q-22, IST-Q-117]
    """
    (x, y, z), (ex, ey, _) = mover.at, foe.at
    others = tuple(other for other in (*foes, *friends) if other.id != mover.id)
    closest = mover.radius + foe.radius
    from_foe = length(x - ex, y - ey)
    for apart in range(min(closest, from_foe), from_foe + 1):
        at = (*toward((ex, ey), (x, y), apart), z) if apart < from_foe else mover.at
        there = mover.moved(at)
        if first_wall(table, mover.at, at) is None and not any(overlapping(there, other) for other in others):
            return Contact(at, tuple(sorted({foe.id, *touching(there, foes)})))
    return None
