"""Flight: straight to the nearest edge, and whether that way is free. [IST-MOR-04, IST-Q-75..77]"""

from __future__ import annotations

import msgspec

from rules.istra.geometry.gaps import Base
from rules.istra.geometry.paths import CLIMB, WalkResult, Way, refusal, walk
from rules.istra.geometry.routes import route
from rules.istra.geometry.table import Table, nearest_edge
from rules.istra.terrain import Edge, Place, Point


class Flight(msgspec.Struct, frozen=True, gc=False):
    """The straight flight of a model. Not `free`: its owner names another way, or it stays. [IST-D-13]"""

    edge: Edge
    way: Way
    walked: WalkResult
    free: bool


def beyond(table: Table, point: Point, edge: Edge) -> Point:
    """The point just over an edge, straight ahead of another: walking there is leaving. [IST-Q-26]"""
    x, y = point
    return {"bottom": (x, -1), "top": (x, table.depth + 1), "left": (-1, y), "right": (table.width + 1, y)}[edge]


def flight(
    table: Table,
    mover: Base,
    distance: int,
    foes: tuple[Base, ...] = (),
    friends: tuple[Base, ...] = (),
    *,
    left_behind: frozenset[str] = frozenset(),
) -> Flight:
    """Straight to the nearest edge for `distance`, over it where that is far enough. [IST-MOR-04, IST-Q-75, IST-Q-77]

    Free: nothing bars it, no enemy comes within 1", it ends on no base. `route` jumps down no deeper than 3".
    """
    edge = nearest_edge(table, mover.at[:2])[1]
    way = route(table, mover.at, (beyond(table, mover.at[:2], edge),))
    walked = walk(table, mover, way, foes, friends, left_behind=left_behind, budget=distance)
    barred = walked.stop not in {"left", "spent"} or refusal(walked, distance) is not None
    return Flight(edge, way, walked, free=not barred)


def flee_refusal(table: Table, start: Place, walked: WalkResult, distance: int, climb: int = CLIMB) -> str:
    """Why a way named for a flight is none, in a few words; empty: it is one. [IST-Q-75, IST-ILL-14]"""
    if (refused := refusal(walked, distance, climb)) is not None:
        return "longer than the flight" if refused[0] == "move_too_far" else "it cannot be walked"
    if walked.stop == "engaged":
        return "it comes within 1 inch of an enemy"
    if walked.stop != "left" and nearest_edge(table, walked.at[:2])[0] >= nearest_edge(table, start[:2])[0]:
        return "it does not end nearer an edge"
    return ""
