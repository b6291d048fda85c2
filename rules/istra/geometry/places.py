"""Where a model may be put: deployed in its zone, or teleported to. [IST-SETUP-06, IST-MOVE-09, IST-RACE-19]"""

from __future__ import annotations

import msgspec

from rules.istra.geometry.gaps import Base, centres_within, engages
from rules.istra.geometry.lengths import INCH
from rules.istra.geometry.paths import CLIMB, WalkResult, Way, refusal, walk
from rules.istra.geometry.routes import route
from rules.istra.geometry.shapes import covers, outline
from rules.istra.geometry.sight import eye_of, sees
from rules.istra.geometry.table import Table, may_stand, nearest_edge
from rules.istra.terrain import Edge, Footprint, Place, Point

TELEPORT = 12 * INCH
"""How far a Steppe elf appears. [IST-RACE-19]"""


def in_zone(zone: Footprint, point: Point) -> bool:
    """Whether a centre is in a zone, border included: as on the table, the centre decides. [IST-SETUP-06]"""
    return covers(outline(zone), point)


def deployment_refusal(
    table: Table,
    model: Base,
    zones: tuple[Footprint, ...] | None,
    enemies: tuple[Base, ...] = (),
    friends: tuple[Base, ...] = (),
) -> str:
    """Why a model cannot be deployed where it is put, in a few words; empty: it can.

    `zones`: where its side may, `None` where the GM has lifted that. [IST-SETUP-06, IST-Q-08, IST-ILL-38]
    """
    if zones is not None and not any(in_zone(zone, model.at[:2]) for zone in zones):
        return "outside its zone"
    if fault := may_stand(table, model, (*enemies, *friends)):
        return fault
    near = next((enemy.id for enemy in enemies if engages(model, enemy)), None)
    return f"within 1 inch of {near}" if near else ""


def teleport_refusal(
    table: Table, model: Base, to: Place, others: tuple[Base, ...] = (), distance: int = TELEPORT
) -> str:
    """Why a model cannot appear at a place, in a few words; empty: it can. [IST-RACE-19, IST-Q-130, IST-ILL-30]"""
    there = model.moved(to)
    if not centres_within(model, there, distance):
        return "too far"
    if fault := may_stand(table, there, others):
        return fault
    return "" if sees(table, eye_of(model), to) else "out of sight"


# Flight


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
