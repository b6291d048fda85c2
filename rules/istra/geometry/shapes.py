"""Footprints as outlines: what lies inside, where a segment runs through.

An outline is a circle, or the half-planes of a convex polygon. Every question takes an `inset` in hundredths: 1 asks
for the core, what lies more than the tolerance inside; 0 for the interior; -1 also takes what is less than the
tolerance outside. A computed point is at most 0.71 hundredths off its edge, so that who stands at an edge line is
neither in the core nor out of reach. [IST-Q-01, IST-Q-128]
"""

from __future__ import annotations

from itertools import pairwise
from math import isqrt
from typing import TypeAlias

import msgspec

from rules.istra.geometry.lengths import TOLERANCE, WHOLE, WHOLE_BITS, half_up
from rules.istra.terrain import Circle, Footprint, Point, Rect

CORE, INTERIOR, BRIM = TOLERANCE, 0, -TOLERANCE
MOST_POINTS = 8
"""How many points stand for an edge."""

Box: TypeAlias = tuple[int, int, int, int]
Face: TypeAlias = tuple[int, int, int, int]


class Outline(msgspec.Struct, frozen=True, gc=False):
    """A footprint, ready to be asked. `box`: least x, least y, greatest x, greatest y; `brim`: that of its brim.

    `faces` are (nx, ny, bound, size): inside, nx·x + ny·y > bound; `size` is the length of (nx, ny), rounded down. A
    circle has none, and a radius.
    """

    box: Box
    brim: Box
    middle: Point
    radius: int
    faces: tuple[Face, ...] = ()
    corners: tuple[Point, ...] = ()


def outline(footprint: Footprint) -> Outline:
    """The outline of a footprint that `fault_of` finds no fault with. `radius` of a polygon: out to its last corner."""
    if isinstance(footprint, Circle):
        (x, y), radius = footprint.centre, footprint.radius
        box, brim = ((x - r, y - r, x + r, y + r) for r in (radius, radius - BRIM))
        return Outline(box, brim, (x, y), radius)
    corners = _corners(footprint)
    left, bottom = min(x for x, _ in corners), min(y for _, y in corners)
    right, top = max(x for x, _ in corners), max(y for _, y in corners)
    middle = (left + right) // 2, (bottom + top) // 2
    radius = max(isqrt((x - middle[0]) ** 2 + (y - middle[1]) ** 2) + 1 for x, y in corners)
    faces = tuple(_face(a, b) for a, b in pairwise((*corners, corners[0])))
    return Outline((left, bottom, right, top), _brim(faces), middle, radius, faces, corners)


def fault_of(footprint: Footprint) -> str:
    """What is wrong with a footprint: it must have an inside, and a polygon be convex. Empty: nothing."""
    if isinstance(footprint, Circle):
        return "" if footprint.radius > 0 else "a circle needs a radius above 0"
    if isinstance(footprint, Rect):
        (ax, ay), (bx, by) = footprint.a, footprint.b
        return "" if ax != bx and ay != by else "a rectangle needs two corners that differ in x and in y"
    corners = footprint.corners
    if len(corners) < 3:
        return "a polygon needs at least three corners"
    ring = (*corners, corners[0], corners[1])
    turns = {_sign(_turn(a, b, c)) for a, b, c in zip(ring, ring[1:], ring[2:], strict=False)}
    if 0 in turns:
        return "one corner of the polygon is on the line between its neighbours"
    if len(turns) == 2 or _half_turns(corners) > 2:
        return "a polygon must be convex, its corners in order"
    return ""


def contains(shape: Outline, point: Point, inset: int = INTERIOR) -> bool:
    """Whether a point lies inside (see the module for `inset`)."""
    x, y = point
    if not shape.faces:
        dx, dy, radius = x - shape.middle[0], y - shape.middle[1], shape.radius - inset
        return radius > 0 and dx * dx + dy * dy < radius * radius
    return all(nx * x + ny * y - bound > size * inset for nx, ny, bound, size in shape.faces)


def covers(shape: Outline, point: Point) -> bool:
    """Whether a point lies inside or on the edge, with the tolerance. [IST-Q-01]"""
    return near(shape, point, TOLERANCE)


def span(shape: Outline, start: Point, dx: int, dy: int, inset: int) -> tuple[int, int] | None:
    """From where to where the segment from `start` by (dx, dy) runs inside, in parts of `WHOLE`; `None`: nowhere."""
    if not shape.faces:
        return _span_of_circle(shape, start, dx, dy, inset)
    x, y = start
    enter, leave = 0, WHOLE
    for nx, ny, bound, size in shape.faces:
        rate = nx * dx + ny * dy
        room = nx * x + ny * y - bound - size * inset
        if rate > 0:
            if room < 0:
                enter = max(enter, -((room << WHOLE_BITS) // rate))
        elif rate < 0:
            leave = min(leave, (room << WHOLE_BITS) // -rate)
        elif room <= 0:
            return None
        if enter >= leave:
            return None
    return enter, leave


def near(shape: Outline, point: Point, bound: int) -> bool:
    """Whether a point is no farther from a footprint than `bound`, exactly. Inside, the distance is 0."""
    if not shape.faces:
        dx, dy = point[0] - shape.middle[0], point[1] - shape.middle[1]
        return dx * dx + dy * dy <= (shape.radius + bound) ** 2
    return contains(shape, point) or any(
        near_segment(a, b, point, bound) for a, b in pairwise((*shape.corners, shape.corners[0]))
    )


def edge_points(shape: Outline) -> tuple[Point, ...]:
    """Points that stand for an outline's edge: the corners or some of many, of a circle the points of the compass."""
    if shape.faces:
        return shape.corners[:: -(-len(shape.corners) // MOST_POINTS)]
    (x, y), r = shape.middle, shape.radius
    d = half_up(r * 70711, 100_000)
    return (
        (x + r, y),
        (x + d, y + d),
        (x, y + r),
        (x - d, y + d),
        (x - r, y),
        (x - d, y - d),
        (x, y - r),
        (x + d, y - d),
    )


def _span_of_circle(shape: Outline, start: Point, dx: int, dy: int, inset: int) -> tuple[int, int] | None:
    radius = shape.radius - inset
    fx, fy = start[0] - shape.middle[0], start[1] - shape.middle[1]
    a, b = dx * dx + dy * dy, fx * dx + fy * dy
    c = fx * fx + fy * fy - radius * radius
    if radius <= 0 or (c >= 0 and b >= 0):
        return None
    if not a:
        return 0, WHOLE
    square = b * b - a * c
    if square <= 0:
        return None
    root = isqrt(square << (2 * WHOLE_BITS))
    enter = max(0, -(((b << WHOLE_BITS) + root) // a))
    leave = min(WHOLE, (root - (b << WHOLE_BITS)) // a)
    return (enter, leave) if enter < leave else None


def _corners(footprint: Footprint) -> tuple[Point, ...]:
    """The corners against the clock."""
    assert not isinstance(footprint, Circle)
    if isinstance(footprint, Rect):
        (ax, ay), (bx, by) = footprint.a, footprint.b
        left, right, bottom, top = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        return (left, bottom), (right, bottom), (right, top), (left, top)
    corners = footprint.corners
    return corners if _turn(*corners[:3]) > 0 else tuple(reversed(corners))


def _brim(faces: tuple[Face, ...]) -> Box:
    """The box of all that lies in the brim of a polygon, which reaches far out at a sharp corner."""
    points: list[tuple[int, int, int, int]] = []
    for (ax, ay, a_bound, a_size), (bx, by, b_bound, b_size) in pairwise((*faces, faces[0])):
        a, b, across = a_bound + a_size * BRIM, b_bound + b_size * BRIM, ax * by - ay * bx
        x, y = a * by - b * ay, b * ax - a * bx
        points.append((x // across, y // across, -(-x // across), -(-y // across)))
    left, bottom, right, top = zip(*points, strict=True)
    return min(left), min(bottom), max(right), max(top)


def _face(a: Point, b: Point) -> Face:
    """The half-plane to the left of the edge from `a` to `b`."""
    nx, ny = a[1] - b[1], b[0] - a[0]
    return nx, ny, nx * a[0] + ny * a[1], isqrt(nx * nx + ny * ny)


def _turn(a: Point, b: Point, c: Point) -> int:
    """Above 0 where the way from `a` over `b` to `c` turns left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _half_turns(corners: tuple[Point, ...]) -> int:
    """How often the edges turn between right and left: twice in a convex polygon, more often in a star."""
    ways = [sign for a, b in pairwise((*corners, corners[0])) if (sign := _sign(b[0] - a[0]))]
    return sum(one != other for one, other in pairwise((*ways, ways[0])))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def near_segment(a: Point, b: Point, point: Point, bound: int) -> bool:
    """Whether a point is no farther from the segment from `a` to `b` than `bound`, exactly."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    along, whole = px * dx + py * dy, dx * dx + dy * dy
    if along <= 0:
        return px * px + py * py <= bound * bound
    if along >= whole:
        return (point[0] - b[0]) ** 2 + (point[1] - b[1]) ** 2 <= bound * bound
    aside = px * dy - py * dx
    return aside * aside <= bound * bound * whole
