"""The table of a battle, ready to draw: pieces of terrain with their heights, and zones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.istra.geometry.lengths import inches
from rules.istra.geometry.shapes import outline
from rules.istra.state import State
from rules.istra.terrain import Footprint, Place, Point, Terrain, Zone
from rules.kernel.reading import Json, plain

LABEL = 60
"""About half as much room as a height takes, in hundredths."""


def _rise(piece: Terrain) -> str:
    if piece.z0:
        return f"{inches(piece.z0)}–{inches(piece.top)}"
    return inches(piece.top) if piece.top else ""


def terrain_view(state: State) -> list[Json]:
    """All pieces, each with its height in words and where no base hides it."""
    taken = [(one.pos, one.radius + LABEL) for one in state.models if one.pos is not None]
    return [_piece_view(piece, _label_at(piece, taken)) for piece in state.terrain]


def _label_at(piece: Terrain, taken: Sequence[tuple[Place, int]]) -> Point:
    """Where a piece's height is written: in its middle, else beside it, where none of the `taken` bases hides it."""
    spots = _label_spots(piece.footprint)
    return next((spot for spot in spots if not any(_hides(at, room, spot) for at, room in taken)), spots[0])


@lru_cache(maxsize=512)
def _label_spots(footprint: Footprint) -> tuple[Point, ...]:
    shape = outline(footprint)
    (x, y), (left, bottom, right, top) = shape.middle, shape.box
    return (x, y), (x, top + LABEL), (x, bottom - LABEL), (right + LABEL, y), (left - LABEL, y)


def _hides(at: Place, room: int, spot: Point) -> bool:
    return (at[0] - spot[0]) ** 2 + (at[1] - spot[1]) ** 2 < room**2


@lru_cache(maxsize=512)
def _piece_view(piece: Terrain, label_at: Point) -> Json:
    """A piece; `label` is its height in words ("" if flat), `label_at` where that stands. Kept: it hardly changes."""
    height = f"{label} high" if (label := _rise(piece)) else "flat"
    traits = [name for name in ("climbable", "standable", "building", "wall") if getattr(piece, name)]
    return {
        "id": piece.id,
        "name": piece.name or piece.id,
        "title": ", ".join((piece.name or piece.id, height, piece.los, f"{piece.ground} ground", *traits)),
        "footprint": plain(piece.footprint),
        "z0": piece.z0,
        "top": piece.top,
        "label": label,
        "label_at": list(label_at),
        "los": piece.los,
        "ground": piece.ground,
        "climbable": piece.climbable,
        "building": piece.building,
        "standable": piece.standable,
        "wall": piece.wall,
    }


@lru_cache(maxsize=64)
def zone_view(zone: Zone) -> Json:
    """A scenario's zone, and where its title stands."""
    return {
        "id": zone.id,
        "title": zone.title or zone.id,
        "area": plain(zone.area),
        "middle": list(outline(zone.area).middle),
    }
