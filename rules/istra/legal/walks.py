"""Ways that a model may go: to the points of interest of its table. [IST-MOVE-01..08, IST-MOVE-15, IST-D-13]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.istra import commands as co
from rules.istra.decide.flights import left_behind, stops_on_somebody
from rules.istra.decide.travelling import allowance, climb_left, sprint_allowance
from rules.istra.geometry.places import flee_refusal
from rules.istra.geometry.reach import Course, Goal, GoalKind, Trip, courses, reach, waypoints
from rules.istra.questions import base_of, engaged_with, foes_of, friends_of, get, table_of
from rules.istra.state import Flight, Model, State
from rules.istra.terrain import Place

_OFTEN: dict[GoalKind, int] = {"contact": 30, "item": 20, "top": 4, "cover": 6, "ring": 10, "edge": 1}
"""How often a way to such a goal is drawn before others."""


def walks(state: State, model: Model) -> Iterator[co.Walk]:
    for order, trip in trips(state, model):
        for goal in reach(trip, lying(state)):
            yield walk_to(order, model, goal)


def trips(state: State, model: Model) -> Iterator[tuple[type[co.Walk], Trip]]:
    """The movements that a model has actions for, and what each is made with. [IST-MOVE-06, IST-MOVE-15]"""
    sprints = model.standard_action > 0 and model.moved
    if enemies := engaged_with(state, model.id):
        if model.move_action:
            yield co.Disengage, trip_of(state, model, allowance(state, model), frozenset(enemies))
        elif sprints:
            yield co.Disengage, trip_of(state, model, sprint_allowance(state, model), frozenset(enemies))
        return
    if model.move_action:
        yield co.Move, trip_of(state, model, allowance(state, model))
    if sprints:
        yield co.Sprint, trip_of(state, model, sprint_allowance(state, model))


def trip_of(state: State, model: Model, far: int, behind: frozenset[str] = frozenset()) -> Trip:
    """What a movement of so many hundredths is made with; `behind`: whom it has just broken away from."""
    foes, friends = foes_of(state, model), friends_of(state, model)
    return Trip(table_of(state), base_of(model), far, foes, friends, behind, climb_left(state, model))


def lying(state: State) -> tuple[tuple[str, Place], ...]:
    return tuple((item.id, item.pos) for item in state.items if item.pos is not None)


def walk_to(order: type[co.Walk], model: Model, goal: Goal) -> co.Walk:
    """The command that leads to a goal."""
    path, jumps = waypoints(goal.way)
    return order(model=model.id, path=path, jumps=jumps)


def draw_walk(state: State, model: Model, rng: Random) -> co.Walk | None:
    """One of `walks`, found without working out the others; enemies come first, the edge last, mostly."""
    found = list(trips(state, model))
    rng.shuffle(found)
    for order, trip in found:
        for course in _shuffled(trip, lying(state), rng):
            if goal := course():
                return walk_to(order, model, goal)
    return None


def _shuffled(trip: Trip, items: tuple[tuple[str, Place], ...], rng: Random) -> Iterator[Course]:
    """Every course, those of one kind after the other."""
    left = dict(_OFTEN)
    while left:
        kind = rng.choices(list(left), list(left.values()))[0]
        del left[kind]
        found = courses(trip, kind, items)
        yield from rng.sample(found, len(found))


# Flight


def flights(state: State, frame: Flight) -> Iterator[co.FleePath]:
    """To stay, and every way of a flight whose straight way is barred. [IST-D-13, IST-Q-75]"""
    model = get(state, frame.model)
    yield co.FleePath(model=model.id)
    trip = trip_of(state, model, frame.distance, left_behind(state, model))
    for goal in reach(trip):
        fault = flee_refusal(trip.table, trip.mover.at, goal.walked, frame.distance, trip.climb)
        if not fault and not stops_on_somebody(state, model, goal.walked):
            path, jumps = waypoints(goal.way)
            yield co.FleePath(model=model.id, waypoints=path, jumps=jumps)
