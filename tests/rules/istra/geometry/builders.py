"""Tables, pieces and models for the tests of geometry. All lengths in hundredths of an inch."""

from typing import Any

from rules.istra.geometry.gaps import Base
from rules.istra.geometry.paths import WalkResult, Way, walk
from rules.istra.geometry.table import Table, lay_table
from rules.istra.terrain import Circle, Footprint, Place, Point, Polygon, Rect, Terrain


def box(ax: int, ay: int, bx: int, by: int) -> Rect:
    return Rect((ax, ay), (bx, by))


def disc(x: int, y: int, radius: int) -> Circle:
    return Circle((x, y), radius)


def corners(*points: Point) -> Polygon:
    return Polygon(points)


def piece(footprint: Footprint, name: str = "t", **fields: Any) -> Terrain:
    return Terrain(id=name, footprint=footprint, **fields)


def wall(footprint: Footprint, height: int = 300, **fields: Any) -> Terrain:
    return piece(footprint, height=height, los="opaque", **fields)


def block(footprint: Footprint, height: int = 300, **fields: Any) -> Terrain:
    """Solid, to be climbed and stood upon."""
    return wall(footprint, height, climbable=True, standable=True, **fields)


def hedge(footprint: Footprint, height: int = 300, **fields: Any) -> Terrain:
    return piece(footprint, height=height, los="partial", **fields)


def rough(footprint: Footprint, **fields: Any) -> Terrain:
    return piece(footprint, ground="rough", **fields)


def lake(footprint: Footprint) -> Terrain:
    return piece(footprint, ground="impassable")


def laid(*pieces: Terrain, width: int = 4800, depth: int = 4800) -> Table:
    return lay_table(width, depth, pieces)


def man(x: int, y: int, z: int = 0, name: str = "m", **fields: int) -> Base:
    return Base(name, (x, y, z), **fields)


def go(table: Table, *places: Place, jumps: tuple[int, ...] = (), **others: Any) -> WalkResult:
    """A way from its first place; `jumps` counts the places."""
    return walk(table, man(*places[0]), Way(places, jumps), **others)


def floor(*points: Point) -> tuple[Place, ...]:
    """Places on the ground."""
    return tuple((x, y, 0) for x, y in points)
