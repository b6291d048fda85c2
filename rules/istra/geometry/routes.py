"""From waypoints to a way: what a path on the flat map means on a table with heights."""

from __future__ import annotations

from rules.istra.geometry.lengths import WHOLE, at_most, between
from rules.istra.geometry.paths import CLIMB, STEP, Way
from rules.istra.geometry.shapes import BRIM, CORE, INTERIOR, span
from rules.istra.geometry.table import Body, Table, apart, bounded, footing_ends, highest_surface, supported, surfaces
from rules.istra.terrain import Place, Point

TURNS = 24
"""How many ups and downs one straight way may have before it is left as it is."""


def route(
    table: Table,
    start: Place,
    waypoints: tuple[tuple[int, ...], ...],
    jumps: tuple[int, ...] = (),
    most: int = CLIMB,
) -> Way:
    """The way from `start` over waypoints. `jumps`: which waypoints, counted from 0, are reached by a jump. [IST-Q-14]

    A waypoint with a height is taken at its word. To one without, the way goes straight on the map and keeps to the
    ground: over steps and climbable pieces that stand in the way, and down again by jumps that do no harm; neither goes
    farther up or down than `most`. [IST-Q-20, IST-Q-128]
    """
    places, jumped = [start], list[int]()
    for number, waypoint in enumerate(waypoints):
        if len(waypoint) == 3:
            places.append((waypoint[0], waypoint[1], waypoint[2]))
            if number in jumps:
                jumped.append(len(places) - 1)
            continue
        for place in _straight(table, places[-1], (waypoint[0], waypoint[1]), most):
            if place[:2] == places[-1][:2] and place[2] < places[-1][2]:
                jumped.append(len(places))
            places.append(place)
    return Way(tuple(places), tuple(jumped))


def _straight(table: Table, start: Place, to: Point, most: int) -> list[Place]:
    """The places of a straight way after its start. Where it cannot go on it is left as it is, to be refused."""
    found: list[Place] = []
    to = bounded(table, start[:2], to)
    at = start if supported(table, start) else _drop(table, start[:2], start[2], found) or start
    fallen = 0
    for _ in range(TURNS):
        end = (*to, at[2])
        turn = _next_turn(table, at, end, most)
        if turn is None:
            break
        edge, height = turn
        if edge != at[:2]:
            found.append((*edge, at[2]))
            fallen = 0
        fallen += max(0, at[2] - height)
        if not at_most(fallen, most):
            break
        at = (*edge, height)
        found.append(at)
    if not found or found[-1] != (*to, at[2]):
        found.append((*to, at[2]))
    return found


def _next_turn(table: Table, at: Place, end: Place, most: int) -> tuple[Point, int] | None:
    """The next point where a way goes up or down, and to which height; `None`: it goes on level, or cannot go on."""
    ahead = _next_face(table, at, end)
    bare = footing_ends(table, at, end)
    if ahead is not None and (bare is None or ahead[0] <= bare):
        part, body = ahead
        edge = between(at, end, part)[:2]
        higher = [z for z in surfaces(table, edge) if at[2] < z <= body.top]
        up = higher[0] - at[2] if higher else 0
        goes_up = up and (at_most(up, STEP) or (body.piece.climbable and at_most(up, most)))
        return (edge, higher[0]) if goes_up else None
    if bare is None:
        return None
    edge = between(at, end, _last_foothold(table, at, end, bare))[:2]
    lower = highest_surface(table, edge, below=at[2])
    return (edge, lower) if lower is not None and at_most(at[2] - lower, most) else None


def _next_face(table: Table, at: Place, end: Place) -> tuple[int, Body] | None:
    """The first piece that a level way runs into and could go up on, or into which it cannot go, and where."""
    (x, y, z), dx, dy = at, end[0] - at[0], end[1] - at[1]
    first: tuple[int, Body] | None = None
    for body in table.bodies:
        if not body.low < z < body.high or apart(body.shape.box, at, end):
            continue
        low_step = body.piece.standable and not body.ramp and body.top > z and at_most(body.top - z, STEP)
        if not (low_step or body.wall):
            continue
        if span(body.shape, (x, y), dx, dy, CORE) is None:
            continue
        inside = span(body.shape, (x, y), dx, dy, INTERIOR)
        if inside and (first is None or inside[0] < first[0]):
            first = inside[0], body
    return first


def _last_foothold(table: Table, at: Place, end: Place, bare: int) -> int:
    """The edge line of the floor that a way leaves at `bare`, in parts of `WHOLE`."""
    (x, y, z), dx, dy = at, end[0] - at[0], end[1] - at[1]
    for body in table.decks:
        brim = span(body.shape, (x, y), dx, dy, BRIM) if body.top == z else None
        if brim is not None and brim[1] == bare:
            inside = span(body.shape, (x, y), dx, dy, INTERIOR)
            return inside[1] if inside else (brim[0] + brim[1]) // 2
    return min(bare, WHOLE)


def _drop(table: Table, point: Point, z: int, found: list[Place]) -> Place | None:
    """Down to the next surface, for who was stopped halfway up a wall. [IST-Q-21]"""
    lower = highest_surface(table, point, below=z)
    if lower is None:
        return None
    found.append((*point, lower))
    return found[-1]
