"""When a battle is over, and who has won: the scenario's goals one after the other. [IST-END-01, IST-Q-99]"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from rules.istra.decide.rolling import IstRun
from rules.istra.events import BattleEnded
from rules.istra.geometry.places import in_zone
from rules.istra.questions import allied, side_of
from rules.istra.scenarios import LAST_STANDING, Goal
from rules.istra.state import Model, State
from rules.istra.terrain import Edge

ACROSS: dict[Edge, Edge] = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}
AT_THE_LIMIT = ("hold", "survive")
"""Goals that are looked at only when the last turn is over."""


def end_battle(run: IstRun, termination: str, winners: tuple[str, ...], reason: str = "") -> None:
    run.emit(BattleEnded(termination=termination, winners=winners, reason=reason))
    run.agenda[:] = []


def ends_now(run: IstRun) -> bool:
    """End the battle if a goal is reached, or if nobody is left to reach one. [IST-END-01]"""
    for goal in run.state.scenario.goals or (LAST_STANDING,):
        if goal.kind not in AT_THE_LIMIT and settled_by(run, goal):
            return True
    if any(model.pos is not None for model in run.state.models):
        return False
    end_battle(run, "goal", run.state.scenario.otherwise, "nobody is left on the board")
    return True


def ends_with_the_turn(run: IstRun) -> bool:
    """End the battle if its last turn is over. [IST-Q-99]"""
    scenario = run.state.scenario
    if scenario.turn_limit is None or run.state.turn < scenario.turn_limit:
        return False
    if not any(settled_by(run, goal) for goal in scenario.goals or (LAST_STANDING,)):
        end_battle(run, "turns", scenario.otherwise, f"turn {run.state.turn} is over")
    return True


def settled_by(run: IstRun, goal: Goal) -> bool:
    """Whether a goal is reached; it ends the battle for whoever has come to it."""
    state = run.state
    reached = [side.id for side in state.sides if is_reached(state, goal, side.id)]
    if not reached:
        return False
    together = [one.id for one in state.sides if any(allied(state, one.id, side) for side in reached)]
    others = [one.id for one in state.sides if one.id not in together]
    end_battle(run, "goal", tuple(together if goal.outcome == "win" else others), goal.kind)
    return True


def is_reached(state: State, goal: Goal, side: str) -> bool:
    """Whether a side has come to a goal that is for it. Allies count as the side itself."""
    if goal.sides and side not in goal.sides:
        return False
    return _REACHED[goal.kind](state, goal, side)


def _own(state: State, side: str) -> list[Model]:
    return [model for model in state.models if allied(state, side, model.side)]


def count_on_board(state: State, side: str) -> int:
    return sum(model.pos is not None for model in _own(state, side))


def _last_standing(state: State, goal: Goal, side: str) -> bool:
    here = count_on_board(state, side)
    return here > 0 and here == sum(model.pos is not None for model in state.models)


def _left_over(state: State, goal: Goal, model: Model) -> bool:
    """Whether a model has left over the goal's edge. [IST-MOVE-10, IST-Q-26]"""
    if model.status != "left_board" or not model.left_by:
        return False
    own = side_of(state, model.side).edge
    meant = {"own": own, "far": ACROSS[own], "any": model.left_by}.get(goal.edge, goal.edge)
    return model.left_by == meant


def _carry_off(state: State, goal: Goal, side: str) -> bool:
    carrier = next((item.carrier for item in state.items if item.id == goal.item), "")
    return any(model.id == carrier and _left_over(state, goal, model) for model in _own(state, side))


def _break_through(state: State, goal: Goal, side: str) -> bool:
    return sum(_left_over(state, goal, model) for model in _own(state, side)) >= goal.count


def _survive(state: State, goal: Goal, side: str) -> bool:
    return count_on_board(state, side) >= goal.count


def _slay(state: State, goal: Goal, side: str) -> bool:
    named = [model for model in state.models if model.id in goal.models]
    own = not goal.sides and any(allied(state, side, model.side) for model in named)
    return bool(named) and not own and all(model.status == "out" for model in named)


def _hold(state: State, goal: Goal, side: str) -> bool:
    area = next(zone.area for zone in state.zones if zone.id == goal.zone)
    inside = [model for model in state.models if model.pos is not None and in_zone(area, model.pos[:2])]
    own = sum(allied(state, side, model.side) for model in inside)
    return own > len(inside) - own


_REACHED: dict[str, Callable[[State, Goal, str], bool]] = {
    "last_standing": _last_standing,
    "hold": _hold,
    "carry_off": _carry_off,
    "break_through": _break_through,
    "survive": _survive,
    "slay": _slay,
}


def still_in(state: State, without: str = "") -> tuple[str, ...]:
    """The sides that have a model on the board or in reserve, and their allies: who has not left the battle.

    `without`: a side whose own models do not count.
    """
    have = {model.side for model in state.models if model.status in ("on_board", "reserve")} - {without}
    allies = chain.from_iterable(
        (one.id for one in state.sides if allied(state, one.id, side)) for side in sorted(have)
    )
    return tuple(sorted(set(allies)))
