"""What the GM puts right by hand, field by field, and what then cannot be. [IST-Q-95]"""

from __future__ import annotations

from collections.abc import Callable

from rules.istra.checks import BOUND, MODEL_BOUNDS, Paper, check_limit
from rules.istra.commands import GmAdjust, Value
from rules.istra.decide.gm import drop_unfinished
from rules.istra.decide.harm import check_out, end_challenges
from rules.istra.decide.rolling import IstRun
from rules.istra.events import Disengaged, GmOverride
from rules.istra.geometry.gaps import REACH, within
from rules.istra.questions import ALL_SEATS, base_of, engaged_with, get
from rules.istra.standing import check_situation
from rules.istra.state import Condition, ConditionName, Lasts, State
from rules.istra.tables import WEAPONS
from rules.kernel.errors import Refused

RULE = "IST-Q-95"
ADJUSTED = Paper("bad_adjustment")
LASTS: dict[ConditionName, Lasts] = {
    "climbed": "turn",
    "arrow_block": "turn",
    "defence_penalty": "activation_of_source",
    "ongoing": "save",
    "challenged": "battle",
    "challenging": "battle",
    "abjured": "next_activation",
    "fled": "battle",
    "gathered_power": "used",
    "vengeance": "used",
}
"""How long a condition lasts that the GM gives."""


def bad(message: str, field: str = "value") -> Refused:
    """The refusal of an adjustment."""
    return Refused("bad_adjustment", message, RULE, field=field)


def adjust(run: IstRun, order: GmAdjust) -> None:
    """Put one thing right, and record what it was; refused where no battle could have come to it."""
    if not order.reason.strip():
        raise Refused("reason_wanted", "What the GM puts right has a reason.", RULE, field="reason")
    if order.field not in _TABLE_WIDE:
        get(run.state, order.model)
    run.emit(_ADJUST[order.field](run.state, order))
    settle(run, order)
    check_situation(ADJUSTED, run.state)


def settle(run: IstRun, order: GmAdjust) -> None:
    """What follows from it: who has nothing left is out, who stands elsewhere is in no melee there."""
    gone = set(check_out(run))
    if order.field == "status":
        gone.add(order.model)
        end_challenges(run, order.model)
    if order.field == "pos":
        model = get(run.state, order.model)
        for enemy in engaged_with(run.state, order.model):
            if not within(base_of(model), base_of(get(run.state, enemy)), REACH):
                run.emit(Disengaged(model=order.model, enemy=enemy))
    if gone:
        drop_unfinished(run, gone)


def _override(order: GmAdjust, old: Value, new: Value, condition: Condition | None = None) -> GmOverride:
    return GmOverride(
        field=order.field,
        reason=order.reason,
        old=old,
        new=new,
        model=order.model,
        other=order.other,
        condition=condition,
    )


# One function a kind of field


def _number(state: State, order: GmAdjust) -> GmOverride:
    low, high = MODEL_BOUNDS.get(order.field, (0, BOUND))
    if type(order.value) is not int or not low <= order.value <= high:
        raise bad(f"{order.field} is a whole number from {low} to {high}.")
    return _override(order, getattr(get(state, order.model), order.field), order.value)


def _counter(state: State, order: GmAdjust) -> GmOverride:
    """What is left of a full value."""
    model = get(state, order.model)
    most = getattr(model, f"{order.field}_max")
    if type(order.value) is not int or not 0 <= order.value <= most:
        raise bad(f"{order.field} is a whole number from 0 to {most}.")
    return _override(order, getattr(model, order.field), order.value)


def _flag(state: State, order: GmAdjust) -> GmOverride:
    model = get(state, order.model)
    if type(order.value) is not bool:
        raise bad(f"{order.field} is true or false.")
    others = [one.id for one in state.models if one.side == model.side and one.leader and one.id != model.id]
    if order.field == "leader" and order.value and others:
        raise bad(f"{others[0]} leads that company.")
    return _override(order, getattr(model, order.field), order.value)


def _weapon(state: State, order: GmAdjust) -> GmOverride:
    model = get(state, order.model)
    if order.value != "unarmed" and (order.value not in WEAPONS or order.value not in model.equipment):
        raise bad(f"{model.id} does not carry that weapon.")
    return _override(order, model.active_weapon, order.value)


def _seat(state: State, order: GmAdjust) -> GmOverride:
    if order.value not in ALL_SEATS:
        raise bad(f"A seat is one of {', '.join(ALL_SEATS)}.")
    old = state.nominator if order.field == "nominator" else get(state, order.model).owner
    return _override(order, old, order.value)


def _status(state: State, order: GmAdjust) -> GmOverride:
    if order.value not in ("reserve", "out", "left_board"):
        raise bad("Taken off the board, a model is in reserve, out, or has left_board.")
    return _override(order, get(state, order.model).status, order.value)


def _pos(state: State, order: GmAdjust) -> GmOverride:
    if not _is_place(order.value):
        raise bad("A place is [x, y, z] in hundredths of an inch.")
    return _override(order, get(state, order.model).pos, order.value)


def _is_place(value: Value) -> bool:
    return isinstance(value, tuple) and len(value) == 3


def _loaded(state: State, order: GmAdjust) -> GmOverride:
    model = get(state, order.model)
    if order.other not in model.equipment or order.other not in WEAPONS or type(order.value) is not bool:
        raise bad("Name a weapon that it carries, and whether it is loaded.", "other")
    old = all(load.weapon != order.other for load in model.unloaded)
    return _override(order, old, order.value)


def _uses(state: State, order: GmAdjust) -> GmOverride:
    if type(order.value) is not int:
        raise bad("Uses are counted.")
    used: dict[str, int] = getattr(get(state, order.model), order.field)
    return _override(order, used.get(order.other, 0), order.value)


def _condition(state: State, order: GmAdjust) -> GmOverride:
    name = next((one for one in LASTS if one == order.other), None)
    amount = 0 if order.value is None or order.value is True or order.value is False else order.value
    if name is None or not isinstance(amount, int):
        raise bad(f"A condition is one of {', '.join(LASTS)}; its value is an amount, or false to end it.", "other")
    one = Condition(name, source=order.source, amount=amount, lasts=LASTS[name])
    known = [old for old in get(state, order.model).conditions if (old.name, old.source) == (name, order.source)]
    new: Value = False if order.value is False else amount
    return _override(order, known[0].amount if known else False, new, one)


def _engaged(state: State, order: GmAdjust) -> GmOverride:
    get(state, order.other, "other")
    if type(order.value) is not bool:
        raise bad("Two models are Engaged, true or false.")
    return _override(order, order.other in engaged_with(state, order.model), order.value)


def _item(state: State, order: GmAdjust) -> GmOverride:
    item = next((one for one in state.items if one.id == order.other), None)
    if item is None:
        raise bad(f"Nothing is called {order.other!r} here.", "other")
    old: Value = item.carrier or item.pos
    if order.model:
        return _override(order, old, get(state, order.model).id)
    value = order.value
    width, depth = state.board.width, state.board.depth
    on_table = isinstance(value, tuple) and 0 <= value[0] <= width and 0 <= value[1] <= depth
    if not _is_place(value) or not on_table:
        raise bad("An item is carried by a model, or lies at a place on the table.")
    return _override(order, old, value)


def _zone(state: State, order: GmAdjust) -> GmOverride:
    if order.other not in {side.id for side in state.sides} or order.value is not False:
        raise bad("Name the side whose zone is lifted, with false.", "other")
    return _override(order, None, False)


def _turn_limit(state: State, order: GmAdjust) -> GmOverride:
    if order.value is not None and type(order.value) is not int:
        raise bad("A turn limit is a number of turns, or none.")
    check_limit(ADJUSTED, order.value, "value")
    return _override(order, state.scenario.turn_limit, order.value)


_TABLE_WIDE = ("item", "zone", "turn_limit", "nominator")
_ADJUST: dict[str, Callable[[State, GmAdjust], GmOverride]] = {
    **dict.fromkeys(("power", "finesse", "will", "health"), _counter),
    **dict.fromkeys(("power_max", "finesse_max", "will_max", "health_max", "armour_base", "level"), _number),
    **dict.fromkeys(("move_action", "standard_action"), _number),
    **dict.fromkeys(("moved", "large", "leader"), _flag),
    **dict.fromkeys(("owner", "nominator"), _seat),
    **dict.fromkeys(("used", "used_this_turn"), _uses),
    "active_weapon": _weapon,
    "status": _status,
    "pos": _pos,
    "loaded": _loaded,
    "condition": _condition,
    "engaged": _engaged,
    "item": _item,
    "zone": _zone,
    "turn_limit": _turn_limit,
}
