"""Conditions: given, cleared, and what they end. [HAC-DEF-02, HAC-GRAP-08]"""

from __future__ import annotations

from itertools import chain, count

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import able, captives_of, get, holds_on, there, weapon_named
from rules.hachigoku.roster import Weapon
from rules.hachigoku.state import Character, Consequence
from rules.hachigoku.tables import ConditionName

GROUND = "ground"
"""Where a weapon lies that nobody has taken."""
SHORT = 30
"""Letters of a weapon's name that are kept where a number is added."""
UNTIL: dict[ConditionName, str] = {"stunned": "next_action", "unconscious": "scene", "unaware": "attack"}
"""What ends a condition; the others last to the end of the match, or until somebody ends them."""


def give(run: HacRun, what: Consequence) -> None:
    """A consequence that is a condition: `what` is its name, `note` its source."""
    if there(get(run.state, what.who)):
        set_condition(run, what.who, what.what, what.rule, source=what.note)  # type: ignore[arg-type]  # named by us


def notice(run: HacRun, what: Consequence) -> None:
    """A consequence that ends a condition: `what` is its name, `note` its source."""
    clear_condition(run, what.who, what.what, "attack", sources=(what.note,))  # type: ignore[arg-type]  # named by us


def begin(run: HacRun, what: Consequence) -> None:
    """An own Action begins: a stun is over, lost cover is back. [HAC-STUN-03, HAC-Q-59, HAC-Q-72]"""
    one = get(run.state, what.who)
    clear_condition(run, one.id, "stunned", "own Action")
    if one.cover_lost:
        run.emit(ev.CoverChanged(character=one.id, cover=one.cover, nearby_cover=one.nearby_cover))


def set_condition(run: HacRun, name: str, condition: ConditionName, rule: str, *, source: str = "") -> None:
    """Somebody has a condition, if they had it not."""
    one = get(run.state, name)
    if any(effect.name == condition and effect.source == source for effect in one.conditions):
        return
    until = UNTIL.get(condition, "match")
    run.emit(ev.ConditionSet(character=name, condition=condition, rule=rule, source=source, until=until))


def clear_condition(
    run: HacRun, name: str, condition: ConditionName, cause: str, sources: tuple[str, ...] | None = None
) -> None:
    """Somebody is rid of a condition, from whatever source or from some."""
    for effect in get(run.state, name).conditions:
        if effect.name == condition and (sources is None or effect.source in sources):
            run.emit(ev.ConditionCleared(character=name, condition=condition, source=effect.source, cause=cause))


def drop_weapon(run: HacRun, what: Consequence) -> None:
    """A weapon is out of its owner's grasp, and holds nobody any more. [HAC-DISARM-03, HAC-Q-68]

    `what` is its name, `note` where it goes: who can no longer act takes nothing.
    """
    owner = get(run.state, what.who)
    weapon = weapon_named(owner, what.what)
    if weapon.lost:
        return
    taker = None if what.note == GROUND else get(run.state, what.note)
    takes = taker is not None and able(taker)
    run.emit(ev.WeaponLost(character=owner.id, weapon=weapon.name, to=what.note if takes else GROUND))
    if taker is not None and takes:
        name = called_by(taker, owner, weapon)
        run.emit(ev.WeaponTaken(character=taker.id, owner=owner.id, weapon=weapon.name, name=name))
    for captive, effect in list(captives_of(run.state, owner.id)):
        if effect.note == weapon.name:
            run.emit(ev.HoldEnded(holder=owner.id, captive=captive.id, cause="holder_unable"))


def called_by(taker: Character, owner: Character, weapon: Weapon) -> str:
    """What a taken weapon is called by who takes it: as their own that comes back, else by a name that is free."""
    if weapon.taken_from == taker.id:
        for own in taker.weapons:
            if own.lost == owner.id and replace(own, name="", lost="", ready=True) == replace(
                weapon, name="", taken_from=""
            ):
                return own.name
    taken = {each.name for each in taker.weapons}
    names = chain([weapon.name], (f"{weapon.name[:SHORT]} ({number})" for number in count(2)))
    return next(name for name in names if name not in taken)


def end_holds_of(run: HacRun, holder: str) -> None:
    """The holder can hold nobody any more. [HAC-WOUND-08, HAC-GRAP-08]"""
    for captive, _ in list(captives_of(run.state, holder)):
        run.emit(ev.HoldEnded(holder=holder, captive=captive.id, cause="holder_unable"))


def end_holds_on(run: HacRun, captive: str) -> None:
    """The captive is held no more. [HAC-WOUND-08]"""
    for effect in holds_on(get(run.state, captive)):
        run.emit(ev.HoldEnded(holder=effect.source, captive=captive, cause="captive_gone"))
