"""Squares as points of the drawing, and ways over them as SVG paths. One square is 100 board units."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

UNIT = 100
MARGIN = 50
Square = Sequence[int]


def square_words(at: Square | None) -> str:
    """A square as people write it.

    >>> square_words((4, 5)), square_words(None)
    ('(4, 5)', 'nowhere')
    """
    return f"({at[0]}, {at[1]})" if at else "nowhere"


def centre(square: Square) -> tuple[int, int]:
    """The middle of a square in board units.

    >>> centre((1, 1)), centre((16, 7))
    ((100, 100), (1600, 700))
    """
    return MARGIN + UNIT * square[0] - UNIT // 2, MARGIN + UNIT * square[1] - UNIT // 2


def corner(square: Square) -> tuple[int, int]:
    """The upper left corner of a square in board units."""
    return MARGIN + UNIT * (square[0] - 1), MARGIN + UNIT * (square[1] - 1)


def line(start: Square, end: Square) -> str:
    """A straight way between the middles of two squares."""
    (x1, y1), (x2, y2) = centre(start), centre(end)
    return f"M{x1} {y1}L{x2} {y2}"


def loop(at: Square) -> str:
    """A way that leaves a square and comes back to it."""
    x, y = centre(at)
    return f"M{x} {y}C{x - 60} {y - 90} {x + 60} {y - 90} {x} {y - 12}"


def course(path: Sequence[Square], *, lob: bool = False) -> str:
    """The way of a propelled orb: straight from turn to turn, or in one high arc.

    A square twice in a row is a wall bounce.

    >>> course([(1, 1), (2, 1), (3, 1)])
    'M100 100L200 100L300 100'
    """
    points = [centre(square) for square in path]
    if not lob:
        return "M" + "L".join(f"{x} {y}" for x, y in points)
    (x1, y1), (x2, y2) = points[0], points[-1]
    rise = 60 + 30 * len(points)
    return f"M{x1} {y1}Q{(x1 + x2) // 2} {(y1 + y2) // 2 - rise} {x2} {y2}"


def above(square: Square) -> tuple[int, int]:
    """Where a label stands that must not hide what lies in a square."""
    x, y = centre(square)
    return x, y - 38


def ring(point: tuple[int, int]) -> str:
    """A small ring around a point in board units."""
    x, y = point
    return f"M{x - 16} {y}a16 16 0 1 0 32 0a16 16 0 1 0 -32 0"


def bounces(path: Sequence[Square]) -> list[tuple[int, int]]:
    """Where a path turns at a wall, in board units."""
    return [centre(square) for before, square in pairwise(path) if list(before) == list(square)]
