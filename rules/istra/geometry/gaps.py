"""Bases, and the gap between two: what every "within" of the rules measures. [IST-SIGHT-01, IST-Q-03]

>>> gap(Base("a", (0, 0, 0)), Base("b", (400, 0, 0))), gap(Base("a", (0, 0, 0)), Base("b", (500, 0, 300)))
(300, 500)
"""

from __future__ import annotations

from math import isqrt

import msgspec

from rules.istra.geometry.lengths import FINE_BITS, TOLERANCE, fine_length, rounded, spaced_at_most, toward
from rules.istra.terrain import Place, Point

REACH = 100
"""How near an enemy engages, an item can be taken up and a hedge no longer hides, in hundredths."""


class Base(msgspec.Struct, frozen=True, gc=False):
    """A model as a body: a disc around `at`, and upward from it its height. [IST-Q-02]

    `by_centre`: house rule, what engages it is measured from centre to centre. [IST-Q-03]
    """

    id: str
    at: Place
    radius: int = 50
    height: int = 100
    by_centre: bool = False

    def moved(self, to: Place) -> Base:
        return Base(self.id, to, self.radius, self.height, self.by_centre)


def spot(place: Place) -> Base:
    """A place as a base without extent, to measure to. [IST-Q-69]"""
    return Base("", place, 0, 0)


def gap(a: Base, b: Base) -> int:
    """The gap in hundredths, half up: to show and to record. To compare, ask `within`. [IST-SIGHT-01]"""
    ax, ay, az = a.at
    bx, by, bz = b.at
    apart = max(0, fine_length(ax - bx, ay - by) - ((a.radius + b.radius) << FINE_BITS))
    return rounded(isqrt(apart * apart + ((az - bz) ** 2 << (2 * FINE_BITS))))


def within(a: Base, b: Base, bound: int) -> bool:
    """Whether the gap is `bound` or less, exactly, with the tolerance. [IST-SIGHT-01, IST-Q-01, IST-Q-03]"""
    ax, ay, az = a.at
    bx, by, bz = b.at
    squared = (ax - bx) ** 2 + (ay - by) ** 2
    return spaced_at_most(squared, a.radius + b.radius, az - bz, bound + TOLERANCE)


def engaging_radii(a: Base, b: Base) -> int:
    """What is taken off the distance of two centres before it is held against the 1" of an engagement.

    By house rule nothing; but bases so wide that their centres cannot come that near engage in contact.
    [IST-MOVE-05, IST-Q-03]
    """
    radii = a.radius + b.radius
    return max(0, radii - REACH) if a.by_centre or b.by_centre else radii


def engages(a: Base, b: Base) -> bool:
    """Whether two enemies are so near that they engage each other. [IST-MOVE-05, IST-Q-22]"""
    (ax, ay, az), (bx, by, bz) = a.at, b.at
    return spaced_at_most((ax - bx) ** 2 + (ay - by) ** 2, engaging_radii(a, b), az - bz, REACH + TOLERANCE)


def centres_within(a: Base, b: Base, bound: int) -> bool:
    """The same from centre to centre: the other way to read "within". [IST-Q-03, IST-Q-130]"""
    (ax, ay, az), (bx, by, bz) = a.at, b.at
    return (ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2 <= (bound + TOLERANCE) ** 2


def effective_range(reach: int, shooter: Base, target: Base) -> int:
    """How far a weapon carries: from above, farther by the height between the two. [IST-SIGHT-07, IST-Q-53]"""
    return reach + max(0, shooter.at[2] - target.at[2])


def overlapping(a: Base, b: Base) -> bool:
    """Whether two models would stand in each other: discs and heights both overlap, deeper than the tolerance."""
    ax, ay, az = a.at
    bx, by, bz = b.at
    reach = a.radius + b.radius - TOLERANCE
    if (ax - bx) ** 2 + (ay - by) ** 2 >= reach * reach:
        return False
    return az < bz + b.height and bz < az + a.height


def beside(centre: Point, toward_point: Point, distance: int) -> tuple[Point, Point]:
    """The points left and right of a centre, seen by who looks at it from `toward_point`. [IST-SIGHT-03]

    Seen from exactly above, left is up the table.
    """
    dx, dy = centre[0] - toward_point[0], centre[1] - toward_point[1]
    if not dx and not dy:
        dx = 1
    x, y = centre
    return toward(centre, (x - dy, y + dx), distance), toward(centre, (x + dy, y - dx), distance)
