"""A table measured in hundredths of an inch as a drawing: one board unit a hundredth, (0, 0) its upper left corner.

The rules have y upward from the lower edge, SVG has it downward: what is at (x, y) is drawn at (x, depth − y).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Point = Sequence[int]


def drawn(point: Point, depth: int) -> tuple[int, int]:
    """Where a point or place of the rules is drawn on a table of that depth.

    >>> drawn((450, 1200), 4800), drawn((450, 1200, 300), 4800)
    ((450, 3600), (450, 3600))
    """
    return point[0], depth - point[1]


def trail(points: Sequence[Point], depth: int) -> str:
    """A way through these points; empty for fewer than two.

    >>> trail([(0, 0), (300, 400)], 1000)
    'M0 1000L300 600'
    """
    if len(points) < 2:
        return ""
    return "M" + "L".join(f"{x} {y}" for x, y in (drawn(point, depth) for point in points))


def disc(centre: Point, radius: int, depth: int) -> str:
    """A circle as a path.

    >>> disc((100, 100), 50, 1000)
    'M50 900a50 50 0 1 0 100 0a50 50 0 1 0 -100 0z'
    """
    x, y = drawn(centre, depth)
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0z"


def outline(footprint: Mapping[str, Any], depth: int) -> str:
    """A footprint as it stands in documents: circle, rect or polygon.

    >>> outline({"shape": "rect", "a": [0, 0], "b": [300, 50]}, 1000)
    'M0 1000L300 1000L300 950L0 950z'
    """
    if footprint["shape"] == "circle":
        return disc(footprint["centre"], footprint["radius"], depth)
    if footprint["shape"] == "rect":
        (ax, ay), (bx, by) = footprint["a"], footprint["b"]
        return trail([(ax, ay), (bx, ay), (bx, by), (ax, by)], depth) + "z"
    return trail(footprint["corners"], depth) + "z"
