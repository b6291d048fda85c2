"""What stands on the table, as it is written down: footprints, pieces of terrain, zones and items.

All lengths are whole hundredths of an inch. A point is (x, y), x to the right and y up from the lower left corner; a
place has a height too.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from rules.istra.limits import HIGHEST
from rules.kernel.labels import Bounds

Point: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[int, int, int]
Height: TypeAlias = Annotated[int, Bounds(0, HIGHEST, "IST-SETUP-04")]
Los = Literal["clear", "partial", "opaque"]
Ground = Literal["normal", "rough", "impassable"]
Edge = Literal["bottom", "top", "left", "right"]

EDGES: tuple[Edge, ...] = ("bottom", "top", "left", "right")
"""y = 0, y = depth, x = 0, x = width: the order of ties. [IST-Q-75]"""


class Circle(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="shape", tag="circle"):
    """A round footprint."""

    centre: Point
    radius: int


class Rect(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="shape", tag="rect"):
    """A rectangle along the axes: two opposite corners."""

    a: Point
    b: Point


class Polygon(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="shape", tag="polygon"):
    """A convex polygon: its corners in order, either way round."""

    corners: tuple[Point, ...]


Footprint: TypeAlias = Circle | Rect | Polygon


class Terrain(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of terrain: a prism over its footprint from `z0` up to `z0 + height`.

    An opaque piece is solid; through a clear or partial one a model can walk. Ground is "rough" in obstructions too.
    One that can be stood on, is not opaque and not climbable is a ramp: inside it a way may slope from `z0` to its top.
    `fixed`: no upgrade clears it away. `wall`: a wall section of a hall.

    [IST-SIGHT-04, IST-MOVE-02, IST-Q-14, IST-Q-106, IST-Q-107, IST-Q-128]
    """

    id: str
    footprint: Footprint
    name: str = ""
    z0: Height = 0
    height: Height = 0
    los: Los = "clear"
    ground: Ground = "normal"
    climbable: bool = False
    building: bool = False
    standable: bool = False
    fixed: bool = False
    wall: bool = False

    @property
    def top(self) -> int:
        return self.z0 + self.height


class Zone(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A named area that a scenario speaks of."""

    id: str
    area: Footprint
    title: str = ""


class Item(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A thing to pick up: it lies at `pos`, or `carrier` has it, off the board too. [IST-Q-28]"""

    id: str
    name: str = ""
    pos: Place | None = None
    carrier: str = ""


class Board(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The table, 48" × 48" unless somebody says otherwise. [IST-Q-07]"""

    width: int = 4800
    depth: int = 4800
