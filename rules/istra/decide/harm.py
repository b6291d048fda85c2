"""What damage does: health, Core Stats, and who is out of battle. [IST-DMG-01..03, IST-CORE-01..03]"""

from __future__ import annotations

from collections.abc import Mapping

from rules.istra.decide.rolling import IstRun
from rules.istra.events import ConditionRemoved, CoreLost, DroppedItem, HealthChanged, ModelOut
from rules.istra.events.attacks import HarmCause
from rules.istra.questions import get
from rules.istra.state import Model, OutCause, State
from rules.istra.tables import CORES, Core


def hurt(run: IstRun, model_id: str, amount: int, cause: HarmCause, source: str = "") -> int:
    """A model loses health, never below 0; how much was left to lose. Call `check_out` when the step is done.

    Falls, ongoing damage and spell failure come here without armour; by house rule they cost a Core Stat point too.
    Who has none left loses none: the surplus stands in the damage alone. [IST-DMG-01, IST-Q-37, IST-Q-38]
    """
    model = get(run.state, model_id)
    if amount <= 0 or model.pos is None or not model.health:
        return 0
    new = max(0, model.health - amount)
    run.emit(HealthChanged(model=model_id, old=model.health, new=new, cause=cause, source=source))
    if cause in LESSER and run.state.rules.core_loss_all_damage == "on":
        lose_core(run, model_id, LESSER[cause])
    return model.health - new


LESSER: dict[HarmCause, Core] = {"smite": "power", "spell_failure": "will", "fall": "power", "ongoing": "power"}
"""Damage that no winner of a combat roll has dealt, and the stat that it costs a point by house rule: the one rolled,
else the first. [IST-Q-37, IST-CORE-01]
"""


def next_in_line(model: Model, rolled: Core) -> Core | None:
    """The stat that loses a point: the one rolled, else the next above 0, if any. [IST-CORE-02, IST-Q-36]"""
    start = CORES.index(rolled)
    line = (*CORES[start:], *CORES[:start])
    return next((stat for stat in line if getattr(model, stat) > 0), None)


def lose_core(run: IstRun, model_id: str, rolled: Core) -> None:
    """A model loses one Core Stat point. [IST-CORE-01..03]"""
    model = get(run.state, model_id)
    stat = next_in_line(model, rolled)
    if stat is None or model.pos is None:
        return
    old = getattr(model, stat)
    run.emit(CoreLost(model=model_id, rolled=rolled, stat=stat, old=old, new=old - 1))


def is_spent(model: Model) -> bool:
    """Whether a model has nothing left to fight with. [IST-DMG-01, IST-DMG-02]"""
    return model.health == 0 or not (model.power or model.finesse or model.will)


def check_out(run: IstRun, by: str = "", killers: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Everybody on the board who is spent goes out, by ascending id; who that was.

    Once, when all damage of a step is done. `killers`: who did it where it was not `by`. Health comes before Core
    Stats as a cause. [IST-Q-125, IST-Q-127]
    """
    spent = [model for model in run.state.models if model.pos is not None and is_spent(model)]
    for model in spent:
        killer = (killers or {}).get(model.id, by)
        cause: OutCause = "core" if model.health else "health"
        run.emit(out_event(run.state, model.id, cause, "" if killer == model.id else killer))
        end_challenges(run, model.id)
    return tuple(model.id for model in spent)


def out_event(state: State, model_id: str, cause: OutCause, by: str = "") -> ModelOut:
    """A model on the board goes out; what it carried lies where it stood. [IST-Q-28, IST-Q-127]"""
    place = get(state, model_id).pos
    assert place is not None
    dropped = tuple(DroppedItem(item.id, place) for item in state.items if item.carrier == model_id)
    return ModelOut(model=model_id, cause=cause, by=by, dropped=dropped)


def end_challenges(run: IstRun, model_id: str) -> None:
    """Challenges of or by a model that is gone are over; whoever leaves the table calls this too. [IST-Q-93]"""
    from_gone = [
        (model.id, one.name, one.source)
        for model in run.state.models
        for one in model.conditions
        if one.name in ("challenged", "challenging") and model_id in (model.id, one.source)
    ]
    for owner, name, source in from_gone:
        run.emit(ConditionRemoved(model=owner, name=name, source=source))
