"""Lengths in whole hundredths of an inch, and the one way they are measured, rounded and compared. [IST-Q-01]

A root is taken only where a number is written down or a path is added up; `within` compares squares. What lies between
two hundredths is counted in `FINE` parts of a hundredth, so that a path of many pieces is rounded once.

>>> length(300, 400), length(1, 1), at_most(901, 900), at_most(902, 900)
(500, 1, True, False)
"""

from __future__ import annotations

from math import isqrt

from rules.istra.terrain import Place, Point

INCH = 100
TOLERANCE = 1
"""How much a compared length may exceed its bound, in hundredths. [IST-Q-01]"""
FINE_BITS = 16
FINE = 1 << FINE_BITS
WHOLE_BITS = 24
WHOLE = 1 << WHOLE_BITS
"""Places on a segment are counted in parts of `WHOLE`: 0 is its start, WHOLE its end."""


def half_up(numerator: int, denominator: int) -> int:
    """A quotient rounded to the nearest whole number, halves upward. `denominator` above 0. [IST-Q-01]

    >>> half_up(5, 2), half_up(-5, 2), half_up(-7, 3)
    (3, -2, -2)
    """
    return (2 * numerator + denominator) // (2 * denominator)


def rounded(fine: int) -> int:
    """`FINE` parts as hundredths, half up. [IST-Q-01]"""
    return (fine + FINE // 2) >> FINE_BITS


def fine_length(dx: int, dy: int, dz: int = 0) -> int:
    """The length of a vector, in `FINE` parts."""
    return isqrt((dx * dx + dy * dy + dz * dz) << (2 * FINE_BITS))


def length(dx: int, dy: int, dz: int = 0) -> int:
    """The length of a vector in hundredths, half up. [IST-Q-01]"""
    return rounded(fine_length(dx, dy, dz))


def at_most(value: int, bound: int) -> bool:
    """Whether a length is within a bound. [IST-Q-01]"""
    return value <= bound + TOLERANCE


def spaced_at_most(squared: int, radii: int, dz: int, bound: int) -> bool:
    """Whether √(max(0, √squared − radii)² + dz²) ≤ bound, exactly and without the tolerance. [IST-SIGHT-01]"""
    rest = bound * bound - dz * dz
    if rest < 0:
        return False
    over = squared - radii * radii - rest
    return over <= 0 or over * over <= 4 * radii * radii * rest


def toward(start: Point, end: Point, distance: int) -> Point:
    """The point so far from `start` in the direction of `end`, or beyond it. The same point has no direction: `start`.

    >>> toward((0, 0), (300, 400), 250), toward((0, 0), (0, -7), 10), toward((5, 5), (5, 5), 10)
    ((150, 200), (0, -10), (5, 5))
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    whole = fine_length(dx, dy)
    if not whole:
        return start
    return (
        start[0] + half_up(dx * distance << FINE_BITS, whole),
        start[1] + half_up(dy * distance << FINE_BITS, whole),
    )


def between(start: Place, end: Place, part: int) -> Place:
    """The place at `part` of `WHOLE` on the way. [IST-Q-01]"""
    return (
        start[0] + half_up((end[0] - start[0]) * part, WHOLE),
        start[1] + half_up((end[1] - start[1]) * part, WHOLE),
        start[2] + half_up((end[2] - start[2]) * part, WHOLE),
    )


def inches(hundredths: int) -> str:
    """A length as people write it.

    >>> inches(450), inches(400), inches(5), inches(-50)
    ('4.5"', '4"', '0.05"', '-0.5"')
    """
    whole, rest = divmod(abs(hundredths), 100)
    parts = f"{rest:02}".rstrip("0")
    return f'{"-" if hundredths < 0 else ""}{whole}{"." if parts else ""}{parts}"'
