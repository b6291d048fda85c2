"""Morale: who is badly hurt may flee instead of acting. [IST-MOR-01..05]"""

from __future__ import annotations

from rules.istra.decide.measuring import is_near
from rules.istra.decide.rolling import IstRun, d20_need
from rules.istra.decide.travelling import allowance, sprint_allowance
from rules.istra.events import MoraleRolled
from rules.istra.geometry.lengths import INCH
from rules.istra.geometry.table import nearest_edge
from rules.istra.questions import base_of, get, on_board, table_of
from rules.istra.state import Flight, Model, State
from rules.kernel.rolls import Mod

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
