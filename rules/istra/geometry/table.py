"""A table laid out to be asked: which pieces hide, bar the way, slow it down, and what one stands on where."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rules.istra.geometry.gaps import Base, overlapping
from rules.istra.geometry.lengths import WHOLE, half_up
from rules.istra.geometry.shapes import BRIM, CORE, INTERIOR, Outline, contains, outline, span
from rules.istra.terrain import Edge, Place, Point, Terrain

SQUARES = 16
"""Into how many squares a table is parted along its longer side."""


class Body(msgspec.Struct, frozen=True, gc=False):
    """A piece and its outline. Who is in the core, higher than `low` and lower than `high`, is where it bars the way.

    `wall`: it bars the way at all. `ramp`: a slope may be walked on inside it. `slow`: climbing it costs double.
    """

    piece: Terrain
    shape: Outline
    z0: int
    top: int
    low: int
    high: int
    wall: bool
    ramp: bool
    slow: bool


class Grid(msgspec.Struct, frozen=True, gc=False):
    """Bodies by squares of the table, so that a question about a point need not be put to all of them."""

    side: int
    bodies: tuple[Body, ...]
    squares: dict[Point, tuple[Body, ...]]

    def at(self, point: Point) -> tuple[Body, ...]:
        """The bodies in whose brim a point may lie; off the table all of them."""
        return self.squares.get((point[0] // self.side, point[1] // self.side), self.bodies)


class Table(msgspec.Struct, frozen=True, gc=False):
    """The board and its bodies, by what they do."""

    width: int
    depth: int
    bodies: tuple[Body, ...]
    screens: tuple[Body, ...]
    walls: tuple[Body, ...]
    decks: tuple[Body, ...]
    thickets: tuple[Body, ...]
    wall_grid: Grid
    deck_grid: Grid


@lru_cache(maxsize=128)
def lay_table(width: int, depth: int, pieces: tuple[Terrain, ...] = ()) -> Table:
    """The table of a battle. Keeps those it has laid, for a battle asks again and again."""
    bodies = tuple(_body(piece) for piece in pieces)
    walls = tuple(body for body in bodies if body.wall)
    decks = tuple(body for body in bodies if body.piece.standable)
    side = max(width, depth) // SQUARES + 1
    return Table(
        width,
        depth,
        bodies,
        screens=tuple(body for body in bodies if body.piece.los != "clear"),
        walls=walls,
        decks=decks,
        thickets=tuple(body for body in bodies if body.piece.ground == "rough"),
        wall_grid=_grid(side, walls),
        deck_grid=_grid(side, decks),
    )


def _grid(side: int, bodies: tuple[Body, ...]) -> Grid:
    """Each body in every square that its brim may touch."""
    squares: dict[Point, list[Body]] = {(x, y): [] for x in range(SQUARES) for y in range(SQUARES)}
    for body in bodies:
        left, bottom, right, top = (edge // side for edge in body.shape.brim)
        for x in range(max(left, 0), min(right, SQUARES - 1) + 1):
            for y in range(max(bottom, 0), min(top, SQUARES - 1) + 1):
                squares[x, y].append(body)
    return Grid(side, bodies, {square: tuple(found) for square, found in squares.items()})


def _body(piece: Terrain) -> Body:
    """Opaque pieces are solid below their top; impassable ground bars its top too, unless one may stand there.

    [IST-Q-128] The catalogue has no ramps of their own: a piece to stand on that cannot be climbed but walked through
    is one. [IST-Q-14]
    """
    top = piece.z0 + piece.height
    closed = piece.ground == "impassable" and not piece.standable
    wall = piece.los == "opaque" or piece.ground == "impassable"
    ramp = piece.standable and not piece.climbable and piece.los != "opaque"
    slow = piece.building or piece.ground == "rough"
    return Body(piece, outline(piece.footprint), piece.z0, top, piece.z0 - 1, top + closed, wall, ramp, slow)


def on_board(table: Table, point: Point) -> bool:
    """Whether a centre is on the table; its edges belong to it. [IST-Q-07, IST-Q-26]"""
    return 0 <= point[0] <= table.width and 0 <= point[1] <= table.depth


def bounded(table: Table, start: Point, end: Point) -> Point:
    """The end of a way, or of one so far off the table that parts of `WHOLE` would be coarse, a nearer point ahead."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    longest, limit = max(abs(dx), abs(dy)), 4 * (table.width + table.depth)
    if longest <= limit:
        return end
    return start[0] + half_up(dx * limit, longest), start[1] + half_up(dy * limit, longest)


def edge_distances(table: Table, point: Point) -> tuple[tuple[int, Edge], ...]:
    """How far the four edges are, in the order of ties. [IST-Q-75]"""
    x, y = point
    return (y, "bottom"), (table.depth - y, "top"), (x, "left"), (table.width - x, "right")


def nearest_edge(table: Table, point: Point) -> tuple[int, Edge]:
    """The nearest edge and how far it is; ties: lower y, upper y, lower x, upper x. [IST-MOR-04, IST-Q-75]

    >>> nearest_edge(lay_table(4800, 4800), (600, 600)), nearest_edge(lay_table(4800, 4800), (2400, 4000))
    ((600, 'bottom'), (800, 'top'))
    """
    return min(edge_distances(table, point), key=lambda edge: edge[0])


def barred(table: Table, place: Place) -> bool:
    """Whether a centre would be inside a solid piece or on impassable ground. [IST-Q-128]"""
    x, y, z = place
    return any(body.low < z < body.high and contains(body.shape, (x, y), CORE) for body in table.wall_grid.at((x, y)))


def surfaces(table: Table, point: Point) -> tuple[int, ...]:
    """The heights at which a centre can stand at a point, upward: the ground, and the tops of pieces under it.

    An edge line belongs to both what is above and what is below. [IST-Q-124, IST-Q-128]
    """
    tops = {body.top for body in table.deck_grid.at(point) if contains(body.shape, point, BRIM)}
    return tuple(z for z in sorted(tops | {0}) if not barred(table, (*point, z)))


def supported(table: Table, place: Place) -> bool:
    """Whether a centre can stand at this very place. [IST-Q-124, IST-Q-128]"""
    x, y, z = place
    if z and not any(body.top == z and contains(body.shape, (x, y), BRIM) for body in table.deck_grid.at((x, y))):
        return False
    return not barred(table, place)


def highest_surface(table: Table, point: Point, below: int | None = None) -> int | None:
    """The highest surface at a point, or the highest under a height; `None`: there is none."""
    found = [z for z in surfaces(table, point) if below is None or z < below]
    return found[-1] if found else None


def standing_place(table: Table, point: Point) -> Place | None:
    """A point on the highest thing there; where nobody can stand, about the nearest one to the right, left, up, down.

    `None`: there is none in the four directions.
    """
    x, y = point
    for apart in range(0, max(table.width, table.depth), 50):
        for there in ((x + apart, y), (x - apart, y), (x, y + apart), (x, y - apart)):
            if on_board(table, there) and (height := highest_surface(table, there)) is not None:
                return *there, height
    return None


def may_stand(table: Table, model: Base, others: tuple[Base, ...]) -> str:
    """Why a model cannot stand where it is; empty: it can. [IST-SETUP-06, IST-Q-117, IST-Q-128, IST-Q-130]"""
    if not on_board(table, model.at[:2]):
        return "off the board"
    if barred(table, model.at):
        return "inside a solid piece or on impassable ground"
    if not supported(table, model.at):
        return "nothing to stand on at that height"
    other = next((other for other in others if other.id != model.id and overlapping(model, other)), None)
    return f"on the base of {other.id}" if other else ""


def rough_parts(table: Table, start: Place, end: Place) -> list[tuple[int, int]]:
    """Where a way runs through rough ground, in parts of `WHOLE`, in order and apart from each other. [IST-MOVE-02]

    Walking in a piece is being at any height from its foot to its top.
    """
    (x, y, z), dx, dy, dz = start, end[0] - start[0], end[1] - start[1], end[2] - start[2]
    found: list[tuple[int, int]] = []
    for body in table.thickets:
        if apart(body.shape.box, start, end):
            continue
        inside = span(body.shape, (x, y), dx, dy, INTERIOR)
        if inside is not None and (inside := heights(inside, z, dz, body.z0 - 1, body.top + 1)):
            found.append(inside)
    return merged(found)


def apart(box: tuple[int, int, int, int], start: Point | Place, end: Point | Place) -> bool:
    """Whether a segment passes a box by for certain."""
    left, bottom, right, top = box
    ax, ay, bx, by = start[0], start[1], end[0], end[1]
    return (
        (ax < left and bx < left)
        or (ax > right and bx > right)
        or (ay < bottom and by < bottom)
        or (ay > top and by > top)
    )


def heights(part: tuple[int, int], z: int, dz: int, low: int, high: int) -> tuple[int, int] | None:
    """The part of a way on which its height is above `low` and below `high`."""
    enter, leave = part
    if not dz:
        return part if low < z < high else None
    first, last = sorted((((low - z) * WHOLE, (high - z) * WHOLE)), reverse=dz < 0)
    enter, leave = max(enter, -(-first // dz)), min(leave, last // dz)
    return (enter, leave) if enter < leave else None


def merged(parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Parts of a way without their overlaps, in order."""
    joined: list[tuple[int, int]] = []
    for enter, leave in sorted(parts):
        if joined and enter <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], leave)
        else:
            joined.append((enter, leave))
    return joined


def first_wall(table: Table, start: Place, end: Place) -> tuple[int, Body] | None:
    """The first solid piece or impassable ground that bars a level or sloping way, and where. [IST-Q-128]"""
    (x, y, z), dx, dy, dz = start, end[0] - start[0], end[1] - start[1], end[2] - start[2]
    first: tuple[int, Body] | None = None
    for body in table.walls:
        if apart(body.shape.box, start, end):
            continue
        inside = span(body.shape, (x, y), dx, dy, CORE)
        inside = inside and heights(inside, z, dz, body.low, body.high)
        if inside and (first is None or inside[0] < first[0]):
            first = inside[0], body
    return first


def footing_ends(table: Table, start: Place, end: Place) -> int | None:
    """Where a level way above the ground has nothing under it, in parts of `WHOLE`; `None`: all of it is carried.

    Adjoining tops of the same height are one floor. [IST-Q-124]
    """
    (x, y, z), dx, dy = start, end[0] - start[0], end[1] - start[1]
    if not z:
        return None
    found = [
        inside
        for body in table.decks
        if body.top == z
        and not apart(body.shape.brim, start, end)
        and (inside := span(body.shape, (x, y), dx, dy, BRIM)) is not None
    ]
    floors = merged(found)
    if not floors or floors[0][0] > 0:
        return 0
    return floors[0][1] if floors[0][1] < WHOLE else None


def on_ramp(table: Table, start: Place, end: Place) -> bool:
    """Whether a sloping way runs inside one ramp. [IST-Q-14]"""
    (x, y, z), dx, dy = start, end[0] - start[0], end[1] - start[1]
    return any(
        body.ramp
        and body.z0 <= min(z, end[2])
        and max(z, end[2]) <= body.top
        and span(body.shape, (x, y), dx, dy, BRIM) == (0, WHOLE)
        for body in table.decks
    )


def shaft_barred(table: Table, point: Point, low: int, high: int) -> bool:
    """Whether a vertical way at a point goes through a solid piece, a floor or impassable ground. [IST-Q-128]

    At an edge line it does not.
    """
    return any(
        low < body.high
        and high > (body.low if body.piece.ground == "impassable" else body.z0)
        and contains(body.shape, point, CORE)
        for body in (*table.wall_grid.at(point), *table.deck_grid.at(point))
    )


def climbable_to(table: Table, point: Point, high: int) -> Body | None:
    """The climbable piece whose top is at this height here; of several the quickest.

    Within its edge line `shaft_barred` bars the way. [IST-MOVE-03, IST-Q-18, IST-Q-128]
    """
    found = [
        body
        for body in table.deck_grid.at(point)
        if body.piece.climbable and body.top == high and contains(body.shape, point, BRIM)
    ]
    return min(found, key=lambda body: body.slow, default=None)
