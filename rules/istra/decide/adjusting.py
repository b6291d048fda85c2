"""Corrections by the GM, field by field, and what then cannot be. [IST-Q-95]"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.istra.checks import MODEL_BOUNDS, SETUP, check_items, check_limit
from rules.istra.commands import GmAdjust
from rules.istra.decide.deploying import place_at
from rules.istra.decide.gm import check_gm, drop_unfinished
from rules.istra.decide.harm import check_out, end_challenges, is_spent, out_event
from rules.istra.decide.rolling import IstRun
from rules.istra.events import Disengaged, GmOverride
from rules.istra.events.battle import Fact
from rules.istra.geometry.gaps import Base, engages, overlapping
from rules.istra.limits import BOUND
from rules.istra.questions import ALL_SEATS, bases, body_of, engaged_with, get, lasting, side_of, table_of
from rules.istra.situation_checks import check_situation
from rules.istra.state import LASTS, Condition, Flight, Movement, State
from rules.istra.tables import WEAPONS
from rules.kernel.asks import GM
from rules.kernel.bounds import DocumentRefusals
from rules.kernel.errors import Refused

RULE = "IST-Q-95"
HINT = "See gm_adjust in the reference for what each field takes."
ADJUSTED = DocumentRefusals("bad_adjustment", SETUP.rule, "", HINT)


def bad(message: str, field: str = "value") -> Refused:
    return Refused("bad_adjustment", message, RULE, field=field, hint=HINT)


def adjust(run: IstRun, order: GmAdjust) -> None:
    """Put one thing right, and record what it was.

    Refused where nothing would change, and where no battle could have come to it.
    """
    check_gm(run.state, run.by, RULE)
    if not order.reason.strip():
        message, hint = "A correction needs a reason.", "Give a reason that everybody can read."
        raise Refused("reason_wanted", message, RULE, field="reason", hint=hint)
    if order.field not in _TABLE_WIDE:
        get(run.state, order.model)
    before = run.state
    change = _ADJUST[order.field](before, order)
    if type(change.old) is type(change.new) and change.old == change.new:
        raise bad(f"The {_named(order)} is already so.")
    run.emit(change)
    if order.field == "status" and order.value == "out" and get(before, order.model).pos is not None:
        run.emit(out_event(before, order.model, "gm"))
    settle(run, order)
    try:
        check_situation(ADJUSTED, run.state)
    except Refused as wrong:
        raise Refused(wrong.code, wrong.message, wrong.rule, field=_faulty(order), hint=wrong.hint) from None


def _named(order: GmAdjust) -> str:
    """What is put right, as a sentence has it: "health of b"."""
    thing = {"pos": "place"}.get(order.field, order.field.replace("_", " "))
    return f"{thing} of {order.model}" if order.model else thing


def _faulty(order: GmAdjust) -> str:
    """Which field of the command a situation that cannot be is laid to."""
    return "other" if order.field in ("used", "used_this_turn", "loaded", "engaged") else "value"


def settle(run: IstRun, order: GmAdjust) -> None:
    """What follows from it: who has nothing left is out; a movement to or of whom the GM put elsewhere is over."""
    gone = set(check_out(run))
    if order.field == "status":
        gone.add(order.model)
        end_challenges(run, order.model)
    if order.field == "pos":
        part_from_the_far(run, order.model)
        if any(isinstance(frame, Movement | Flight) for frame in run.agenda):
            gone.add(order.model)
    if gone:
        drop_unfinished(run, gone)


def part_from_the_far(run: IstRun, name: str) -> None:
    """Who was put elsewhere is in no melee with whom it is not near. [IST-MOVE-05]"""
    here = body_of(run.state, get(run.state, name))
    for enemy in engaged_with(run.state, name):
        if not engages(here, body_of(run.state, get(run.state, enemy))):
            run.emit(Disengaged(model=name, enemy=enemy))


def _override(order: GmAdjust, old: Fact, new: Fact, condition: Condition | None = None) -> GmOverride:
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
    low, high = (0, 1) if order.field == "move_action" else MODEL_BOUNDS.get(order.field, (0, BOUND))
    if type(order.value) is not int or not low <= order.value <= high:
        raise bad(f"{order.field} must be a whole number from {low} to {high}.")
    return _override(order, getattr(get(state, order.model), order.field), order.value)


def _counter(state: State, order: GmAdjust) -> GmOverride:
    """What is left of a full value."""
    model = get(state, order.model)
    most = getattr(model, f"{order.field}_max")
    if type(order.value) is not int or not 0 <= order.value <= most:
        raise bad(f"{order.field} must be a whole number from 0 to {most}.")
    return _override(order, getattr(model, order.field), order.value)


def _flag(state: State, order: GmAdjust) -> GmOverride:
    model = get(state, order.model)
    if type(order.value) is not bool:
        raise bad(f"{order.field} must be true or false.")
    others = [one.id for one in state.models if one.side == model.side and one.leader and one.id != model.id]
    if order.field == "leader" and order.value and others:
        raise bad(f"{others[0]} already leads that company.")
    return _override(order, getattr(model, order.field), order.value)


def _weapon(state: State, order: GmAdjust) -> GmOverride:
    model = get(state, order.model)
    if order.value != "unarmed" and (order.value not in WEAPONS or order.value not in model.equipment):
        raise bad(f"{model.id} does not carry that weapon.")
    return _override(order, model.active_weapon, order.value)


def _seat(state: State, order: GmAdjust) -> GmOverride:
    taken = {*(side.seat for side in state.sides), *(model.owner for model in state.models), GM}
    if order.value not in taken:
        raise bad(f"Seats of this battle are {', '.join(seat for seat in ALL_SEATS if seat in taken)}.")
    old = state.nominator if order.field == "nominator" else get(state, order.model).owner
    return _override(order, old, order.value)


def _status(state: State, order: GmAdjust) -> GmOverride:
    if order.value not in ("reserve", "out", "left_board"):
        raise bad("Off the board, a model is in reserve, out, or has left_board.")
    return _override(order, get(state, order.model).status, order.value)


def _pos(state: State, order: GmAdjust) -> GmOverride:
    """A place, on nobody's base: not on that of a mover who is about to be shifted either."""
    model = get(state, order.model)
    if not isinstance(order.value, tuple):
        raise bad("A place must be [x, y] or [x, y, z] in hundredths of an inch.")
    if is_spent(model):
        raise bad(f"{model.id} has nothing left to stand with: give it health and a Core Stat first.")
    to = place_at(table_of(state), order.value)
    there = Base(model.id, to, model.radius, model.height)
    under = [one.id for one in bases(state) if one.id != model.id and overlapping(one, there)]
    if under:
        raise bad(f"{model.id} would stand on the base of {under[0]}.")
    return _override(order, model.pos, to)


def _loaded(state: State, order: GmAdjust) -> GmOverride:
    model = get(state, order.model)
    if order.other not in model.equipment or order.other not in WEAPONS or type(order.value) is not bool:
        raise bad("Name a weapon that it carries, and whether it is loaded.", "other")
    old = all(load.weapon != order.other for load in model.unloaded)
    return _override(order, old, order.value)


def _uses(state: State, order: GmAdjust) -> GmOverride:
    if type(order.value) is not int:
        raise bad("Uses must be a whole number.")
    used: dict[str, int] = getattr(get(state, order.model), order.field)
    return _override(order, used.get(order.other, 0), order.value)


def _condition(state: State, order: GmAdjust) -> GmOverride:
    name = next((one for one in LASTS if one == order.other), None)
    amount = 0 if order.value is None or order.value is True or order.value is False else order.value
    if name is None or not isinstance(amount, int):
        raise bad(f"A condition is one of {', '.join(LASTS)}; its value is an amount, or false to end it.", "other")
    one = Condition(name, source=order.source, amount=amount, lasts=lasting(state.rules, name))
    known = [old for old in get(state, order.model).conditions if (old.name, old.source) == (name, order.source)]
    if order.value is False and not known:
        raise bad(f"{order.model} has no {name} from that source.", "other")
    new: Fact = False if order.value is False else amount
    return _override(order, known[0].amount if known else False, new, one)


def _engaged(state: State, order: GmAdjust) -> GmOverride:
    get(state, order.other, "other")
    if type(order.value) is not bool:
        raise bad("Name two models, and true or false.")
    return _override(order, order.other in engaged_with(state, order.model), order.value)


def _item(state: State, order: GmAdjust) -> GmOverride:
    item = next((one for one in state.items if one.id == order.other), None)
    if item is None:
        raise bad(f"There is no item {order.other!r}.", "other")
    old: Fact = item.carrier or item.pos
    if order.model:
        return _override(order, old, get(state, order.model).id)
    if not isinstance(order.value, tuple):
        raise bad("An item is carried by a model, or lies at a place on the table.")
    lies = replace(item, pos=place_at(table_of(state), order.value), carrier="")
    check_items(ADJUSTED, state.board, (lies,), ())
    return _override(order, old, lies.pos)


def _zone(state: State, order: GmAdjust) -> GmOverride:
    if order.other not in {side.id for side in state.sides} or order.value is not False:
        raise bad("Name the side whose zone is lifted, with false.", "other")
    if side_of(state, order.other).zone is None:
        raise bad(f"{order.other} may already deploy anywhere.", "other")
    return _override(order, None, False)


def _turn_limit(state: State, order: GmAdjust) -> GmOverride:
    if order.value is not None and type(order.value) is not int:
        raise bad("A turn limit must be a number of turns, or null.")
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
