"""Actions: what each needs, and how one or several are paid and done. [HAC-ACT-01, HAC-MOVE-08, HAC-SIM]

1. Each part is looked at by its `ActionRule`, the later ones as the earlier leave things: `check_all`.
2. All parts are paid: `take`. A new own Action ends a stun, and gives back the cover that a shot cost: `begin_own`.
3. The parts are done one after the other: `go_on`; those of a batch take effect together (`outcomes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.commands import AnyAction, Attack, Combine, Magic, MountedAction, Move, Part
from rules.hachigoku.decide import outcomes
from rules.hachigoku.decide.action_rule import A, ActionRule
from rules.hachigoku.decide.adjudication import ADJUDICATED
from rules.hachigoku.decide.attacks import AttackRule
from rules.hachigoku.decide.holds import HOLD_RULES
from rules.hachigoku.decide.movement import MOVES
from rules.hachigoku.decide.paying import Price, Purpose, Purse, can_pay, check_able, pay
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.evolve import evolve
from rules.hachigoku.questions import get, has, may_act_down
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Character, Consequence, Resolving, State
from rules.kernel.agenda import Run
from rules.kernel.dice import TableDice
from rules.kernel.errors import Refused
from rules.kernel.messages import tag_of

RULES: Mapping[type[Any], ActionRule[Any]] = {
    rule.command: rule for rule in (AttackRule(), *MOVES, *HOLD_RULES, *ADJUDICATED)
}
"""The Actions that there are."""


# 1. What may be done


def parts_of(order: AnyAction) -> tuple[Part, ...]:
    """The Actions in an order: those of a combination or of who rides, or the one."""
    if isinstance(order, Combine | MountedAction):
        return order.parts
    return (order,)


def check_all(run: HacRun, one: Character, order: AnyAction) -> tuple[Price, ...]:
    """What pays for each part; refused where one of them cannot be done. [HAC-MOVE-08]"""
    check_shape(run.state, one, order)
    prices = prices_of(Purse(run.state, one), order)
    scratch = Run(outcomes.seen_by(run, one.id), TableDice(), evolve, run.by)
    for part in parts_of(order):
        rule = RULES[type(part)]
        if rule.physical and has(one, "fully_captured"):
            raise refused("held_fast", f"{one.called} is held fast.", "HAC-GRAP-04", field="character")
        rule.check(scratch.state, get(scratch.state, one.id), part)
        rule.foresee(scratch, part)
    return prices


def check_shape(state: State, one: Character, order: AnyAction) -> None:
    """Refuse combinations that are none. [HAC-MOVE-08..10, HAC-Q-98]"""
    if any(part.character != one.id for part in parts_of(order)):
        message = "All parts are Actions of one character."
        raise refused("bad_combination", message, "HAC-MOVE-08", field="parts", hint="Name the same character.")
    if isinstance(order, MountedAction):
        check_mounted(one, order)
    elif isinstance(order, Combine):
        most, moves = state.rules.combination_parts, [RULES[type(part)].movement for part in order.parts]
        if len(moves) < 2 or not any(moves):
            message = "A combination has two parts or more, one of them movement."
            hint = "Name a single Action by itself."
            raise refused("bad_combination", message, "HAC-MOVE-08", field="parts", hint=hint)
        if most and len(moves) > most:
            message = f"A combination has {most} parts at most."
            raise refused("bad_combination", message, "HAC-Q-98", field="parts", hint="Leave some out.")


def check_mounted(one: Character, order: MountedAction) -> None:
    """A move and an attack or magic, from a mount that does not gallop. [HAC-MOVE-09, HAC-MOVE-10]"""
    if not one.mounted:
        message = f"{one.called} is not mounted."
        raise refused("not_mounted", message, "HAC-MOVE-09", field="character", hint="Combine two Actions instead.")
    if one.mount_gait == "gallop":
        message = "On a galloping mount each takes an Action of its own."
        raise refused("galloping", message, "HAC-MOVE-10", field="parts", hint="Combine two Actions instead.")
    moves = [isinstance(part, Move) for part in order.parts]
    if sorted(moves) != [False, True] or not any(isinstance(part, Attack | Magic) for part in order.parts):
        message = "A mounted Action is a move and an attack or magic."
        raise refused("bad_combination", message, "HAC-MOVE-09", field="parts", hint="Name one of each.")


def prices_of(purse: Purse, order: AnyAction) -> tuple[Price, ...]:
    """What pays: for each part of a combination by itself. [HAC-MOVE-08, HAC-MOVE-09]"""
    if isinstance(order, Combine):
        return tuple(purse.price_of(part, purpose_of(part)) for part in order.parts)
    attacks = any(RULES[type(part)].purpose == "attack" for part in parts_of(order))
    return (purse.price_of(order, "attack" if attacks else "action"),)


def purpose_of(part: Part) -> Purpose:
    """What a part of a combination is paid as: its movement may be paid by an interruption. [HAC-INT-08]"""
    rule = RULES[type(part)]
    return "movement" if rule.movement else rule.purpose


# 2. Paying


def take(run: HacRun, order: AnyAction, *, together: bool = False) -> tuple[Part, ...]:
    """Look at an order and pay for it; the parts that are then to be done. [HAC-SIM-01]

    `together`: in a batch, where nobody's Action begins before all have paid (`begin_own`).
    """
    one = check_able(run.state, order.character)
    prices = check_all(run, one, order)
    for price in prices:
        pay(run, one.id, price)
    if not together:
        begin_own(run, one.id)
    parts = parts_of(order)
    kinds = tuple(tag_of(part) for part in parts)
    if isinstance(order, Combine):
        run.emit(ev.CombinedAction(character=one.id, actions=kinds))
    elif isinstance(order, MountedAction):
        run.emit(ev.MountedActionDone(character=one.id, actions=kinds))
    return parts


def begin_own(run: HacRun, name: str) -> None:
    """A new own Action: a stun is over, lost cover is back; for others in a batch not before its end. [HAC-SIM-02]"""
    one = get(run.state, name)
    if has(one, "stunned") or one.cover_lost:
        outcomes.happen(run, Consequence(kind="begun", who=name, by=name))


# 3. Doing


def go_on(run: HacRun, frame: Resolving) -> None:
    """The next part; after the last one a batch takes effect. [HAC-SIM-02, HAC-SIM-03]"""
    if frame.left:
        part, *left = frame.left
        run.advance(replace(frame, left=tuple(left)))
        if frame.together or still_possible(run, part):
            RULES[type(part)].do(run, part)
        else:
            run.emit(ev.ActionFailed(character=part.character, action=tag_of(part)))
    elif frame.together:
        outcomes.settle(run, frame)
    else:
        run.pop()


def still_possible(run: HacRun, part: Part) -> bool:
    """Whether a part can be done after what the parts before it have brought about."""
    one = get(run.state, part.character)
    try:
        if not (part.honor and may_act_down(run.state, one)):
            check_able(run.state, one.id)
        RULES[type(part)].check(run.state, one, part)
    except Refused:
        return False
    return True


# Offers


def offers(state: State, name: str) -> Iterator[Any]:
    """Actions that stand for all that somebody can do and pay for now."""
    one = get(state, name)
    for rule in RULES.values():
        held = rule.physical and has(one, "fully_captured")
        if held or not can_pay(state, one, rule.purpose, reaction=False):
            continue
        for order in rule.offers(state, one):
            yield priced(state, one, order, rule.purpose)


def priced(state: State, one: Character, order: A, purpose: Purpose) -> A:
    """The order, with Honor where no die pays."""
    try:
        Purse(state, one).price_of(order, purpose)
    except Refused:
        return replace(order, honor=True)
    return order


def kinds() -> Sequence[type[Any]]:
    """The commands that name an Action."""
    return (*RULES, MountedAction, Combine)
