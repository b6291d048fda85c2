"""Morale, and flight: who is badly hurt may flee, straight to the nearest edge or as its owner says.

[IST-MOR-01..05, IST-D-13, IST-Q-75..77]
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.istra.commands import FleePath
from rules.istra.decide.actions import spend
from rules.istra.decide.moves import break_off, breaks_away
from rules.istra.decide.rolling import IstRun, d20_need, seat_of
from rules.istra.decide.travelling import (
    Trek,
    allowance,
    climb,
    climb_left,
    follow,
    leave_board,
    sprint_allowance,
    walk_in_stages,
)
from rules.istra.events import ConditionAdded, Engaged, FleeStarted, MoraleRolled
from rules.istra.geometry import places as straight
from rules.istra.geometry.engaging import touching
from rules.istra.geometry.gaps import overlapping
from rules.istra.geometry.lengths import INCH
from rules.istra.geometry.paths import WalkResult
from rules.istra.geometry.table import nearest_edge
from rules.istra.questions import base_of, engaged_with, foes_of, friends_of, get, is_near, on_board, table_of
from rules.istra.state import Condition, Flight, Model, State
from rules.kernel.asks import GM
from rules.kernel.errors import Refused
from rules.kernel.rolls import Mod

# Morale


SHAKEN = 4
"""So little health or less, and a model checks. [IST-MOR-01, IST-Q-73]"""
LEADS = 6 * INCH
"""How near its leader a model borrows Will. [IST-MOR-02]"""


def is_shaken(model: Model) -> bool:
    """Whether a model checks its morale. [IST-MOR-01]"""
    return model.pos is not None and model.health <= SHAKEN


def morale_tn(state: State, model: Model) -> int:
    """What a model has to reach: 10 and all health that it has lost. [IST-MOR-01, IST-Q-73]"""
    if state.rules.morale_tn == "below_threshold":
        return 10 + SHAKEN - model.health
    return 10 + model.health_max - model.health


def leader_of(state: State, model: Model) -> Model | None:
    """The leader whose Will is lent to a model: of its company, near, and more strong-willed. [IST-MOR-02, IST-Q-74]"""
    for other in on_board(state):
        lends = other.leader and other.side == model.side and other.id != model.id and other.will > model.will
        if lends and is_near(state, base_of(other), base_of(model), LEADS):
            return other
    return None


def passes_morale(run: IstRun, model: Model) -> bool:
    """The morale roll of a model at the start of its activation. [IST-MOR-01..03]"""
    leader = leader_of(run.state, model)
    mod: Mod = (model.will, "Will", "IST-MOR-01")
    if leader is not None:
        mod = (leader.will, "Leader's Will", "IST-MOR-02")
    need = d20_need(run.state, model, "morale", "IST-MOR-01", morale_tn(run.state, model), (mod,))
    rolled = run.roll(MoraleRolled, need, model=model.id, will=mod[0], leader=leader.id if leader else "")
    return bool(rolled.success)


def flight_of(state: State, name: str) -> Flight:
    """How far a model flees with the actions it has, and to which edge. [IST-MOR-04, IST-Q-75]"""
    model = get(state, name)
    assert model.pos is not None
    distance = allowance(state, model) if model.move_action else 0
    distance += sprint_allowance(state, model) if model.standard_action else 0
    edge = nearest_edge(table_of(state), model.pos[:2])[1]
    return Flight(model=name, distance=distance, edge=edge)


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
