"""What a model fights for, as bots see it: the scenario's goals as places to be. [IST-END-01]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from rules.istra.decide.ending import ACROSS
from rules.istra.geometry.gaps import Base
from rules.istra.geometry.lengths import length
from rules.istra.geometry.places import in_zone
from rules.istra.geometry.reach import corners_of
from rules.istra.geometry.shapes import outline
from rules.istra.geometry.table import Table, edge_distances, first_wall, nearest_edge
from rules.istra.questions import allied, find, foes_of, get, on_board, side_of, table_of
from rules.istra.scenarios import Goal
from rules.istra.state import Model, State
from rules.istra.terrain import Edge, Footprint, Place, Point

FETCHERS = 2
"""How many of a side go for an item that lies on the table."""


class Purpose(NamedTuple):
    """Where a model has to be: at a `point`, within an `area`, over an `edge`; with none of them, at an enemy.

    `stays`: it waits there for enemies instead of seeking them. `item`: what it has come to pick up.
    """

    point: Point | None = None
    area: Footprint | None = None
    edge: Edge | Literal[""] = ""
    stays: bool = False
    item: str = ""

    @property
    def is_fight(self) -> bool:
        return self.point is None and not self.edge


FIGHT = Purpose()


def purpose_of(state: State, model: Model) -> Purpose:
    """What the first goal that is for a model's side asks of it."""
    for goal in state.scenario.goals:
        if goal.outcome == "win" and (not goal.sides or model.side in goal.sides):
            purpose = _PURPOSES.get(goal.kind, _fight)(state, model, goal)
            if purpose is not None:
                return purpose
    return FIGHT


def _fight(state: State, model: Model, goal: Goal) -> Purpose | None:
    return None


def _hold(state: State, model: Model, goal: Goal) -> Purpose | None:
    area = next(zone.area for zone in state.zones if zone.id == goal.zone)
    return Purpose(outline(area).middle, area, stays=True)


def _carry(state: State, model: Model, goal: Goal) -> Purpose | None:
    """Its carrier leaves with it; some go for it where it lies, or for an enemy who has it."""
    item = next((one for one in state.items if one.id == goal.item), None)
    if item is None:
        return None
    if item.carrier == model.id:
        return Purpose(edge=edge_of(state, model, goal))
    if item.carrier:
        carrier = find(state, item.carrier)
        if carrier is None or carrier.pos is None or allied(state, carrier.side, model.side):
            return None
        return Purpose(carrier.pos[:2])
    if item.pos is None:
        return None
    x, y, _ = item.pos
    own = [one for one in on_board(state) if allied(state, one.side, model.side) and one.pos is not None]
    nearest = sorted(own, key=lambda one: (length(one.pos[0] - x, one.pos[1] - y), one.id))[:FETCHERS]  # type: ignore[index]  # on the board
    return Purpose((x, y), item=item.id) if model in nearest or model.pos is None else None


def _break_through(state: State, model: Model, goal: Goal) -> Purpose | None:
    return Purpose(edge=edge_of(state, model, goal))


def _survive(state: State, model: Model, goal: Goal) -> Purpose | None:
    return None if model.pos is None else Purpose(model.pos[:2], stays=True)


def _slay(state: State, model: Model, goal: Goal) -> Purpose | None:
    """The named model, unless it is one's own."""
    named = [get(state, name) for name in goal.models]
    for one in named:
        if one.pos is not None and not allied(state, one.side, model.side):
            return Purpose(one.pos[:2])
    return None


_PURPOSES: dict[str, Callable[[State, Model, Goal], Purpose | None]] = {
    "hold": _hold,
    "carry_off": _carry,
    "break_through": _break_through,
    "survive": _survive,
    "slay": _slay,
}


def edge_of(state: State, model: Model, goal: Goal) -> Edge:
    own = side_of(state, model.side).edge
    if goal.edge == "own":
        return own
    if goal.edge == "far":
        return ACROSS[own]
    if goal.edge == "any":
        return nearest_edge(table_of(state), (model.pos or (0, 0, 0))[:2])[1]
    return goal.edge


# How far it still is


class Course(NamedTuple):
    """Where a model is to go, ready to be asked of many places."""

    table: Table
    radius: int
    purpose: Purpose
    foes: tuple[Base, ...]

    def distance_left(self, at: Place) -> int:
        """How far it is from a place to where the model has to be, in hundredths, around one piece in the way."""
        purpose = self.purpose
        if purpose.edge:
            return next(distance for distance, edge in edge_distances(self.table, at[:2]) if edge == purpose.edge)
        if purpose.area is not None and in_zone(purpose.area, at[:2]):
            return 0
        if purpose.point is not None:
            return around(self.table, at, purpose.point, self.radius)
        return min((around(self.table, at, foe.at[:2], self.radius) for foe in self.foes), default=0)


def course_of(state: State, model: Model, purpose: Purpose) -> Course:
    return Course(table_of(state), model.radius, purpose, foes_of(state, model))


def around(table: Table, at: Place, to: Point, radius: int) -> int:
    """The straight way, or by the corner of the first piece that bars it."""
    wall = first_wall(table, at, (*to, at[2]))
    corners = corners_of(wall[1], radius) if wall else ()
    detours = (length(at[0] - x, at[1] - y) + length(x - to[0], y - to[1]) for x, y in corners)
    return min(detours, default=length(at[0] - to[0], at[1] - to[1]))
