"""A model flees: straight to the nearest edge, or as its owner says. [IST-MOR-04, IST-D-13, IST-Q-75..77]"""

from __future__ import annotations

from msgspec.structs import replace

from rules.istra.commands import FleePath
from rules.istra.decide.actions import spend
from rules.istra.decide.measuring import foes_of, friends_of
from rules.istra.decide.moves import break_off, breaks_away
from rules.istra.decide.rolling import IstRun, seat_of
from rules.istra.decide.travelling import Trek, climb, climb_left, follow, leave_board, walk_in_stages
from rules.istra.events import ConditionAdded, Engaged, FleeStarted
from rules.istra.geometry import flight as straight
from rules.istra.geometry.engaging import touching
from rules.istra.geometry.gaps import overlapping
from rules.istra.geometry.paths import WalkResult
from rules.istra.questions import base_of, engaged_with, get, table_of
from rules.istra.state import Condition, Flight, Model, State
from rules.kernel.asks import GM
from rules.kernel.errors import Refused


def start_flight(run: IstRun, frame: Flight, model: Model) -> None:
    """Its actions are spent; in melee it has to break away first. [IST-MOR-04, IST-Q-76]"""
    run.emit(FleeStarted(model=model.id, edge=frame.edge, distance=frame.distance))
    if model.move_action:
        spend(run, model.id, "move", "flee")
    if model.standard_action:
        spend(run, model.id, "standard", "flee")
    behind = engaged_with(run.state, model.id)
    if not frame.distance:
        run.pop()
        return
    if behind and run.state.rules.flee_engaged == "escape":
        break_off(run, model.id)
    elif behind and not breaks_away(run, model):
        run.pop()
        return
    run.advance(replace(frame, stage="straight"))


def flee_straight(run: IstRun, frame: Flight, model: Model) -> None:
    """The straight way to the nearest edge; where it is unsafe somebody is asked. [IST-Q-75]"""
    foes, friends = foes_of(run.state, model), friends_of(run.state, model)
    near = left_behind(run.state, model)
    way = straight.flight(table_of(run.state), base_of(model), frame.distance, foes, friends, left_behind=near)
    if way.free and not stops_on_somebody(run.state, model, way.walked):
        flee(run, frame, way.walked)
    else:
        run.advance(replace(frame, stage="path"))


def left_behind(state: State, model: Model) -> frozenset[str]:
    """The enemies beside a model that it is not Engaged with: it has just broken away from them. [IST-Q-23]"""
    here, foes = base_of(model), foes_of(state, model)
    return frozenset(touching(here, foes))


def stops_on_somebody(state: State, model: Model, walked: WalkResult) -> bool:
    """House rule: who stops at the edge needs room there. [IST-Q-77, IST-Q-117]"""
    if walked.edge is None or state.rules.flee_edge == "leaves":
        return False
    there = base_of(model).moved(walked.at)
    return any(overlapping(there, other) for other in (*foes_of(state, model), *friends_of(state, model)))


def flee(run: IstRun, frame: Flight, walked: WalkResult) -> None:
    """Go; over the edge it is gone, and has fled. [IST-MOR-04, IST-MOR-05, IST-Q-77]"""
    run.pop()
    walk_in_stages(run, frame.model, Trek("flee", frame.distance, walked))
    if get(run.state, frame.model).pos is None:
        return
    climb(run, frame.model, walked.climbed)
    if walked.edge is not None and run.state.rules.flee_edge == "leaves":
        run.emit(ConditionAdded(model=frame.model, condition=Condition("fled", lasts="battle")))
        leave_board(run, frame.model, walked.edge, "fled")


def flight_seat(state: State, frame: Flight) -> str:
    """Who says how a model flees: its owner, or by house rule the GM. [IST-D-13, IST-Q-75]"""
    if state.rules.flight_path == "gm" and state.gm:
        return GM
    return seat_of(state, get(state, frame.model))


def answer_flight(run: IstRun, frame: Flight, order: FleePath) -> None:
    """The way a model flees, or no way: it stays. [IST-D-13, IST-Q-75]"""
    if order.model != frame.model:
        message, hint = f"{frame.model} is the one who flees.", f"Name {frame.model}."
        raise Refused("not_active_model", message, "IST-D-13", field="model", hint=hint)
    if not order.waypoints:
        stay(run)
        return
    model = get(run.state, frame.model)
    walked = follow(run.state, model, order.waypoints, order.jumps, left_behind(run.state, model))
    limit = climb_left(run.state, model)
    fault = straight.flee_refusal(table_of(run.state), base_of(model).at, walked, frame.distance, limit)
    if not fault and stops_on_somebody(run.state, model, walked):
        fault = "somebody is standing there"
    if fault:
        message = f"It cannot flee that way: {fault}."
        raise Refused(
            "bad_flee_path", message, "IST-Q-75", field="waypoints", hint="Without waypoints it stays where it is."
        )
    flee(run, frame, walked)


def stay(run: IstRun) -> None:
    """It stays where it is, and its activation ends. Who has just broken away and has no way is Engaged again.

    [IST-D-13, IST-Q-23, IST-Q-75, IST-Q-76]
    """
    frame: Flight = run.pop()
    model = get(run.state, frame.model)
    assert model.pos is not None
    for enemy in sorted(left_behind(run.state, model)):
        there = base_of(get(run.state, enemy)).at
        run.emit(Engaged(model=model.id, enemy=enemy, pos=model.pos, enemy_pos=there))
