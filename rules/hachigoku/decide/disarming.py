"""Disarm: who was just missed takes the weapon out of the attacker's grasp. [HAC-DISARM, HAC-Q-81..83]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.hachigoku.commands import Disarm
from rules.hachigoku.decide.conditions import GROUND
from rules.hachigoku.decide.outcomes import happen
from rules.hachigoku.decide.paying import can_pay, check_able, pay, price_of
from rules.hachigoku.decide.reactions import attacking_weapon, can_react, paid, unseen
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
from rules.hachigoku.pools import check_raises, skill_pool
from rules.hachigoku.questions import get, is_unseen, occupied_by, there, weapon_named
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Attacking, Character, Consequence, State
from rules.hachigoku.tables import DISARM_BARE_STEPS, DISARM_STEPS
from rules.kernel.errors import Refused
from rules.kernel.rolls import Mod


def missed(frame: Attacking) -> tuple[str, ...]:
    """Whom the attack has missed, by their Defense or an Active Defense. [HAC-DISARM-01]

    Where it misses a guard it misses both. [HAC-GUARD-02]
    """
    found = []
    for one in frame.struck:
        found += [one.who] if one.fate in ("missed", "defended") else []
        found += [one.target] if one.fate == "missed" and one.by_guard else []
    return tuple(found)


def why_not_disarm(state: State, frame: Attacking, one: Character) -> Refused | None:
    """Why somebody cannot disarm the attacker; None: they can. [HAC-DISARM-01]"""
    weapon = attacking_weapon(state, frame)
    message = ""
    if not weapon.name or weapon.kind != "melee" or weapon.lost:
        message = "It was no attack with a weapon in hand."
    elif not there(get(state, frame.attacker)):
        message = "Nobody is there to disarm."
    elif one.id not in missed(frame):
        message = f"{one.called} was not just missed."
    elif not can_react(one, frame.attacker):
        message = f"{one.called} cannot disarm anybody."
    return refused("disarm_not_possible", message, "HAC-DISARM-01", field="character") if message else None


def disarmers(state: State, frame: Attacking) -> Iterator[str]:
    """Who was just missed and may disarm."""
    for name in missed(frame):
        one = get(state, name)
        if can_pay(state, one, "defense", reaction=True) and why_not_disarm(state, frame, one) is None:
            yield name


def offers(state: State, frame: Attacking) -> Iterator[Disarm]:
    for name in frame.waiting:
        one = get(state, name)
        for weapon in ("", *(each.name for each in one.weapons)):
            order = Disarm(character=name, weapon=weapon)
            if why_not_with(state, one, order) is None:
                yield paid(state, one, order, "defense")


def disarm(run: HacRun, frame: Attacking, order: Disarm) -> None:
    """Pay, and roll against the attack that has missed. [HAC-DISARM-01..03]"""
    state = run.state
    one = check_able(state, order.character)
    barred = why_not_disarm(state, frame, one) or why_not_with(state, one, order)
    if barred is not None:
        raise barred
    plan = planned(state, frame, one, order)
    check_raises(state.rules, one, plan.pool, order.raises, ("effect",))
    pay(run, one.id, price_of(state, one, order, "defense"))
    if state.rules.disarm_tn == "opposed":
        plan = plan._replace(tn=cast(run, opposed(state, frame, one)).total)
    thrown = cast(run, plan, order.raises)
    if by_hand(order, thrown):
        run.push(keeping(plan, thrown, order=order))
    else:
        come_out(run, order, thrown)


def come_out(run: HacRun, order: Disarm, thrown: RollResult) -> None:
    """What comes of a Disarm whose dice are kept. [HAC-DISARM-03]"""
    one, frame = get(run.state, order.character), run.agenda[-1]
    assert isinstance(frame, Attacking)
    if thrown.success:
        narrate(run, one.id, order.raises)
        to, weapon = one.id if order.take else GROUND, frame.order.weapon
        run.advance(replace(frame, waiting=(), stage="done"))
        happen(run, Consequence(kind="disarmed", who=frame.attacker, by=one.id, what=weapon, note=to))
    else:
        step_back(run, frame, one.id)


def why_not_with(state: State, one: Character, order: Disarm) -> Refused | None:
    """Why it cannot be done with that weapon."""
    weapon = weapon_named(one, order.weapon)
    if weapon.name and order.take:
        message = "Only a bare hand takes the weapon."
        return refused("disarm_not_possible", message, "HAC-DISARM-02", field="take")
    if weapon.kind != "melee" or not weapon.ready or weapon.lost or occupied_by(state, one, weapon.name):
        message = f"{weapon.name or 'Both hands'} cannot disarm anybody now."
        return refused("disarm_not_possible", message, "HAC-DISARM-02", field="weapon")
    return None


def steps(state: State, frame: Attacking, one: Character, order: Disarm) -> tuple[Mod, ...]:
    """[HAC-DISARM-02, HAC-Q-82]"""
    weapon, theirs = weapon_named(one, order.weapon), attacking_weapon(state, frame)
    each = [
        (-(DISARM_STEPS if weapon.name else DISARM_BARE_STEPS), "Disarm", "HAC-DISARM-02"),
        (int(theirs.size < weapon.size), "smaller weapon", "HAC-Q-82"),
        (-int(order.take), "taking the weapon", "HAC-DISARM-02"),
    ]
    return tuple(mod for mod in each if mod[0])


def planned(state: State, frame: Attacking, one: Character, order: Disarm) -> PlannedRoll:
    """Skill/Fire without Damage. [HAC-DISARM-03]"""
    skill = weapon_named(one, order.weapon).skill
    bearing = Bearing(state, one, skill, off_hand=order.off_hand, unseen=unseen(state, frame))
    pool = skill_pool(state.rules, one, skill, "fire", unskilled=order.unskilled)
    return PlannedRoll(
        character=one,
        purpose="disarm",
        pool=own_dice(pool, bearing, "disarm"),
        tn=frame.total,
        rule="HAC-DISARM-03",
        against=frame.attacker,
        mods=(*steps(state, frame, one, order), *own_mods(bearing, "disarm")),
    )


def opposed(state: State, frame: Attacking, disarmer: Character) -> PlannedRoll:
    """The roll of the foe who clings to the weapon, by a house rule. [HAC-Q-81]"""
    foe, skill = get(state, frame.attacker), attacking_weapon(state, frame).skill
    bearing = Bearing(state, foe, skill, off_hand=frame.order.off_hand, unseen=is_unseen(state, disarmer.id))
    pool = own_dice(skill_pool(state.rules, foe, skill, "fire"), bearing, "disarm")
    return PlannedRoll(foe, "keep the weapon", pool, None, "HAC-Q-81", mods=own_mods(bearing, "disarm"))


def step_back(run: HacRun, frame: Attacking, name: str) -> None:
    """Somebody disarms no more; after the last one the attack is over."""
    waiting = tuple(one for one in frame.waiting if one != name)
    run.advance(replace(frame, waiting=waiting, stage="disarm" if waiting else "done"))
