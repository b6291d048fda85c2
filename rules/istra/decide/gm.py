"""GM actions: sight that is given, who gives up, and the end by decree. [IST-D-15, IST-SIGHT-06, IST-END-01]"""

from __future__ import annotations

from rules.istra import commands as co
from rules.istra.decide.ending import end_battle, still_in
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.travelling import leave_board
from rules.istra.events import GmOverride
from rules.istra.questions import allied, get, seats
from rules.istra.state import SightAsked, SightWord, State
from rules.kernel.asks import GM
from rules.kernel.errors import Refused
from rules.kernel.reading import plain

FIXED = 2
"""The battle and the activation: frames that stay when what somebody was doing is dropped."""


def check_gm(state: State, by: str, rule: str) -> None:
    if by != GM:
        hint = "Ask your GM." if state.gm else "This battle has no GM."
        raise Refused("gm_only", "Only the GM can decide that.", rule, field="by", hint=hint)


# Sight


def give_sight(run: IstRun, order: co.GmSight) -> None:
    """What one model sees of another, until that attack is over. [IST-D-15, IST-SIGHT-06, IST-Q-06]"""
    if run.state.gm:
        check_gm(run.state, run.by, "IST-SIGHT-06")
    if order.los is None and order.cover is None:
        hint = "Give los or cover, each true or false."
        message = "A decision on line of sight needs los, cover or both."
        raise Refused("bad_sight", message, "IST-SIGHT-06", field="los", hint=hint)
    for field in ("attacker", "target"):
        if get(run.state, getattr(order, field), field).pos is None:
            message = f"{getattr(order, field)} is not on the board."
            raise Refused("model_not_in_play", message, "IST-SIGHT-06", field=field, hint="Name a model that is.")
    if order.attacker == order.target:
        message = "A model always sees itself."
        raise Refused("bad_sight", message, "IST-SIGHT-06", field="target", hint="Name another model.")
    word = spoken(run.state, order, run.by)
    run.emit(GmOverride(field="sight", reason=order.reason, model=order.attacker, other=order.target, sight=word))


def spoken(state: State, order: co.GmSight, by: str) -> SightWord:
    """The word as it then is: the GM's stands at once, without a GM once every seat has said the same. [IST-Q-06]"""
    word = SightWord(order.attacker, order.target, order.los, order.cover, by=(by,))
    if by == GM:
        return word
    said = [
        one.by
        for one in state.sight
        if (one.attacker, one.target, one.los, one.cover) == (word.attacker, word.target, word.los, word.cover)
    ]
    speakers = tuple(sorted({by, *(seat for each in said for seat in each)}))
    stands = set(seats(state)) <= set(speakers)
    return SightWord(order.attacker, order.target, order.los, order.cover, by=speakers, stands=stands)


def leave_sight(run: IstRun, asked: SightAsked) -> None:
    """House rule: the GM, asked what is seen, leaves it as computed. [IST-Q-04]"""
    word = SightWord(asked.attacker, asked.target, by=(GM,))
    run.emit(GmOverride(field="sight", reason="as computed", model=asked.attacker, other=asked.target, sight=word))


# Giving up, and the end


def concede(run: IstRun, order: co.Concede) -> None:
    """A side gives up: the battle ends where one alliance is left, else the side's models go. [IST-END-01]"""
    if order.side not in {side.id for side in run.state.sides}:
        hint = f"Name one of {', '.join(side.id for side in run.state.sides)}."
        raise Refused("unknown_side", f"There is no side {order.side!r}.", "IST-END-01", field="side", hint=hint)
    if order.side not in still_in(run.state):
        message = f"{order.side} has nobody left on the board and cannot concede."
        raise Refused(
            "model_not_in_play", message, "IST-END-01", field="side", hint="Name a side that is still fighting."
        )
    left = still_in(run.state, order.side)
    if all(allied(run.state, one, left[0]) for one in left):
        end_battle(run, "conceded", left, order.reason)
        return
    own = [model for model in run.state.models if model.side == order.side]
    for model in own:
        if model.status in ("on_board", "reserve"):
            leave_board(run, model.id, cause="conceded")
    drop_unfinished(run, {model.id for model in own})


def drop_unfinished(run: IstRun, gone: set[str]) -> None:
    """What somebody was doing with or to a model that is gone is dropped."""
    if any(_mentions(plain(frame), gone) for frame in run.agenda[FIXED:]):
        del run.agenda[FIXED:]


def _mentions(value: object, names: set[str]) -> bool:
    if isinstance(value, dict):
        return any(_mentions(part, names) for part in value.values())
    if isinstance(value, list):
        return any(_mentions(part, names) for part in value)
    return isinstance(value, str) and value in names


def decree(run: IstRun, order: co.EndBattle) -> None:
    """The GM ends the battle: with winners, as a draw, or as if it had not been. [IST-END-01, IST-Q-122]"""
    check_gm(run.state, run.by, "IST-END-01")
    known = {side.id for side in run.state.sides}
    unfit = not set(order.winners) <= known or len(set(order.winners)) < len(order.winners)
    if bool(order.winners) != (order.result == "win") or unfit:
        message = "A win names sides of this battle, each once; anything else names none."
        hint = f"Sides are {', '.join(sorted(known))}."
        raise Refused("bad_result", message, "IST-END-01", field="winners", hint=hint)
    end_battle(run, "abandoned" if order.result == "abandoned" else "gm", order.winners, order.reason)
