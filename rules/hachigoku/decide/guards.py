"""Guards: others who take the place of a target. [HAC-GUARD, HAC-Q-78, HAC-Q-80]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.commands import Guard
from rules.hachigoku.decide.aiming import aim_of
from rules.hachigoku.decide.maneuvers import defense_of
from rules.hachigoku.decide.paying import can_pay, check_able, pay, price_of
from rules.hachigoku.decide.reactions import at_next, can_react, paid, unseen
from rules.hachigoku.decide.rolling import (
    Bearing,
    HacRun,
    PlannedRoll,
    RollResult,
    by_hand,
    cast,
    keeping,
    narrate,
    own_dice,
    own_mods,
)
from rules.hachigoku.pools import added_tn, check_raises, reaches, skill_pool
from rules.hachigoku.questions import close_to, get
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Attacking, Character, State
from rules.hachigoku.tables import GUARD_SKILL, GUARD_STEPS
from rules.kernel.errors import Refused


def why_not_guard(state: State, frame: Attacking, one: Character) -> Refused | None:
    """Why somebody cannot take the place of the target whose turn it is; None: they can. [HAC-GUARD-01, HAC-ADEF-05]"""
    target = frame.struck[frame.at].target
    attacked = {name for struck in frame.struck for name in (struck.target, struck.by_guard)}
    message = ""
    if one.id in frame.reacted:
        message = f"{one.called} has made an Active Defense against this attack."
        return refused("defense_already_used", message, "HAC-ADEF-05", field="character")
    if one.id == frame.attacker or one.id in attacked:
        message = f"{one.called} is no third party to this attack."
    elif one.id not in [other.id for other in close_to(state, target)]:
        message = f"{one.called} is not close to {get(state, target).called}."
    elif not can_react(one, frame.attacker):
        message = f"{one.called} cannot guard anybody."
    return refused("guard_not_possible", message, "HAC-GUARD-01", field="character") if message else None


def guards_for(state: State, frame: Attacking) -> Iterator[str]:
    """Who may guard the target whose turn it is. [HAC-ATK-08]"""
    for one in state.characters:
        if can_pay(state, one, "defense", reaction=True) and why_not_guard(state, frame, one) is None:
            yield one.id


def offers(state: State, frame: Attacking) -> Iterator[Guard]:
    for name in frame.waiting:
        yield paid(state, get(state, name), Guard(character=name), "defense")


def guard(run: HacRun, frame: Attacking, order: Guard) -> None:
    """Pay, and roll against the attack's total; the first success ends it. [HAC-GUARD-01..03]"""
    state = run.state
    one = check_able(state, order.character)
    barred = why_not_guard(state, frame, one)
    if barred is not None:
        raise barred
    plan = planned(state, frame, one, order)
    check_raises(state.rules, one, plan.pool, order.raises, ("effect",))
    pay(run, one.id, price_of(state, one, order, "defense"))
    thrown = cast(run, plan, order.raises)
    if by_hand(order, thrown):
        run.push(keeping(plan, thrown, order=order))
    else:
        come_out(run, order, thrown)


def come_out(run: HacRun, order: Guard, thrown: RollResult) -> None:
    """What comes of a guard whose dice are kept. [HAC-GUARD-02, HAC-GUARD-03]"""
    one, frame = get(run.state, order.character), run.agenda[-1]
    assert isinstance(frame, Attacking)
    target, total = frame.struck[frame.at].target, frame.total
    rolled = ev.GuardRolled(character=one.id, target=target, total=thrown.total, against=total, success=thrown.success)
    run.emit(rolled)
    if thrown.success:
        narrate(run, one.id, order.raises)
        step_in(run, frame, one)
    else:
        run.emit(ev.GuardFailed(character=one.id, target=target))
        step_back(run, replace(frame, reacted=(*frame.reacted, one.id)), one.id)


def planned(state: State, frame: Attacking, one: Character, order: Guard) -> PlannedRoll:
    """The roll of a guard. [HAC-GUARD-01, HAC-Q-86]"""
    bearing = Bearing(state, one, GUARD_SKILL, unseen=unseen(state, frame))
    pool = skill_pool(state.rules, one, GUARD_SKILL, "void", unskilled=order.unskilled)
    return PlannedRoll(
        character=one,
        purpose="guard",
        pool=own_dice(pool, bearing, "guard"),
        tn=frame.total,
        rule="HAC-GUARD-01",
        against=frame.attacker,
        mods=((-GUARD_STEPS, "Guard", "HAC-GUARD-01"), *own_mods(bearing, "guard")),
    )


def step_in(run: HacRun, frame: Attacking, one: Character) -> None:
    """The guard is the target, by their own Defense; the attack may miss both. [HAC-GUARD-02, HAC-Q-69, HAC-Q-102]"""
    place, rules = frame.struck[frame.at], run.state.rules
    run.emit(ev.TargetChanged(character=one.id, target=place.target))
    tn = defense_of(aim_of(run.state, frame.order), one) + added_tn(rules, frame.order.raises)
    if reaches(rules, frame.total, tn):
        struck = list(frame.struck)
        struck[frame.at] = replace(place, by_guard=one.id)
        run.advance(replace(frame, struck=tuple(struck), stage="defense", waiting=()))
    else:
        run.emit(ev.AttackMissed(attacker=frame.attacker, targets=(one.id,), total=frame.total, tn=tn))
        run.advance(at_next(frame, replace(place, by_guard=one.id, fate="missed")))


def step_back(run: HacRun, frame: Attacking, name: str) -> None:
    """Somebody guards no more; after the last one the target has its own window. [HAC-GUARD-03]"""
    waiting = tuple(one for one in frame.waiting if one != name)
    run.advance(replace(frame, waiting=waiting, stage="guards" if waiting else "defense"))
