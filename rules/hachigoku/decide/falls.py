"""Throws and falls, from the air to the ground. [HAC-FALL, HAC-THROW-02..05, HAC-Q-37, HAC-Q-38]

1. Somebody is thrown: Ranges change, holds end: `throw`.
2. They land, on their feet or not: `come_down`, `land`, `crash`.
3. A fall, over an edge or of one's own: `fall`, `roll_for_fall`, `take_fall`.
"""

from __future__ import annotations

from typing import Literal

from rules.hachigoku import events as ev
from rules.hachigoku.commands import FallRoll, LandingRoll
from rules.hachigoku.decide.conditions import set_condition
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
from rules.hachigoku.decide.shifting import change_height, shift_range
from rules.hachigoku.decide.wounds import wound
from rules.hachigoku.pools import check_raises, element_pool, skill_pool
from rules.hachigoku.questions import able, captives_of, get, is_unseen, there
from rules.hachigoku.state import Character, Consequence, Falling, Landing, State
from rules.hachigoku.tables import CLOSE, FALL_WOUNDS, LANDING_SKILL, PASSIVE
from rules.kernel.rolls import Mod

# 1. In the air


def throw(run: HacRun, what: Consequence) -> None:
    """`amount` increments away from the thrower, or toward `what`; their holds end. [HAC-THROW-02, HAC-THROW-03]"""
    if not there(get(run.state, what.who)):
        return
    run.emit(ev.Thrown(character=what.who, thrower=what.by, increments=what.amount, toward=what.what))
    for captive, _ in list(captives_of(run.state, what.who)):
        cause: Literal["shaken_off", "thrown"] = "shaken_off" if captive.id == what.by else "thrown"
        run.emit(ev.HoldEnded(holder=what.who, captive=captive.id, cause=cause))
    reference, by = (what.what, -what.amount) if what.what else (what.by, what.amount)
    shift_range(run, Consequence(kind="range", who=what.who, what=reference, amount=by, note="throw"))


# 2. On the ground


def come_down(run: HacRun, what: Consequence) -> None:
    """Who is thrown may roll to land; who cannot act lands badly. [HAC-THROW-04, HAC-FALL-08]

    `amount` are the Wounds of the throw, `levels` those of a fall, `what` what they are thrown toward.
    """
    one = get(run.state, what.who)
    if there(one):
        landing = Landing(one.id, what.by, what.amount, what.levels, soft=lands_softly(run.state, one.id, what.what))
        run.push(landing)
        if not able(one):
            crash(run, landing)


def lands_softly(state: State, name: str, toward: str) -> bool:
    """Whether it is soft where somebody lands, or what they are thrown to: they must come close to it. [HAC-FALL-08]"""
    soft = state.scene.soft_landing
    return name in soft or (toward in soft and state.ranges.between(name, toward) == CLOSE)


def landing_tn(state: State, frame: Landing) -> int:
    return PASSIVE * get(state, frame.thrower).elements.earth


def land(run: HacRun, frame: Landing, order: LandingRoll) -> None:
    """Athletics/Water against the thrower's Earth, at no cost. [HAC-THROW-04]"""
    state, one = run.state, get(run.state, frame.character)
    bearing = Bearing(state, one, LANDING_SKILL, unseen=is_unseen(state, frame.thrower))
    pool = skill_pool(state.rules, one, LANDING_SKILL, "water", unskilled=order.unskilled)
    check_raises(state.rules, one, pool, order.raises, ("effect",))
    tn = landing_tn(state, frame)
    plan = PlannedRoll(
        character=one,
        purpose="landing",
        pool=own_dice(pool, bearing, "landing"),
        tn=tn,
        rule="HAC-THROW-04",
        against=frame.thrower,
        mods=own_mods(bearing, "landing"),
    )
    thrown = cast(run, plan, order.raises)
    if by_hand(order, thrown):
        run.push(keeping(plan, thrown, order=order))
    else:
        come_to_ground(run, order, thrown)


def come_to_ground(run: HacRun, order: LandingRoll, thrown: RollResult) -> None:
    """On their feet, or not. [HAC-THROW-04, HAC-THROW-05]"""
    frame = run.agenda[-1]
    assert isinstance(frame, Landing)
    tn = landing_tn(run.state, frame)
    run.emit(ev.LandingRolled(character=frame.character, total=thrown.total, tn=tn, success=thrown.success))
    if thrown.success:
        narrate(run, frame.character, order.raises)
        run.pop()
        over_the_edge(run, frame)
    else:
        crash(run, frame)


def over_the_edge(run: HacRun, frame: Landing) -> None:
    """Who is thrown over an edge comes down below it, on their feet or not. [HAC-FALL-05]"""
    change_height(run, Consequence(kind="height", who=frame.character, by=frame.thrower, amount=-frame.fall_levels))


def crash(run: HacRun, frame: Landing) -> None:
    """The throw's Wounds, prone, and then the fall. [HAC-THROW-05, HAC-FALL-05]"""
    run.pop()
    name = frame.character
    if not frame.soft:
        wounds = Consequence(kind="wounds", who=name, by=frame.thrower, what="throw", amount=frame.wounds)
        wound(run, wounds)
    if there(get(run.state, name)):
        set_condition(run, name, "prone", "HAC-THROW-05")
    if frame.fall_levels:
        how = "soft" if frame.soft else "thrown"
        over_the_edge(run, frame)
        fall(run, Consequence(kind="fall", who=name, by=frame.thrower, what=how, amount=frame.fall_levels))


# 3. Falls


def fall(run: HacRun, what: Consequence) -> None:
    """A fall of `amount` levels; `what`: "soft", or "thrown" over an edge. [HAC-FALL-01, HAC-FALL-06..08]"""
    one, state = get(run.state, what.who), run.state
    soft = what.what == "soft" or one.id in state.scene.soft_landing
    run.emit(ev.Fell(character=one.id, levels=what.amount, wounds=0 if soft else wounds_of(what.amount), soft=soft))
    if soft or not there(one):
        return
    helpless = what.what == "thrown" and state.rules.no_earth_roll_when_thrown == "on"
    frame = Falling(one.id, what.amount, by=what.by)
    run.push(frame)
    if helpless or not able(one):
        take_fall(run, frame)


def wounds_of(levels: int) -> int:
    """Wounds of a fall. [HAC-FALL-01, HAC-FALL-04]

    >>> [wounds_of(levels) for levels in (1, 3, 6)]
    [2, 6, 12]
    """
    return FALL_WOUNDS * levels


def roll_for_fall(run: HacRun, frame: Falling, order: FallRoll) -> None:
    """Raw Earth, all or nothing. [HAC-FALL-02, HAC-FALL-03, HAC-Q-37]"""
    state, one = run.state, get(run.state, frame.character)
    bearing, tn = Bearing(state, one), PASSIVE * wounds_of(frame.levels)
    pool = element_pool(one, "earth")
    check_raises(state.rules, one, pool, order.raises, ("effect",))
    plan = PlannedRoll(
        character=one,
        purpose="fall",
        pool=own_dice(pool, bearing, "fall"),
        tn=tn,
        rule="HAC-FALL-02",
        mods=(*height_mods(state, one, frame), *own_mods(bearing, "fall")),
    )
    thrown = cast(run, plan, order.raises)
    if by_hand(order, thrown):
        run.push(keeping(plan, thrown, order=order))
    else:
        come_off(run, order, thrown)


def come_off(run: HacRun, order: FallRoll, thrown: RollResult) -> None:
    """Unhurt, or with all Wounds. [HAC-FALL-02]"""
    frame = run.agenda[-1]
    assert isinstance(frame, Falling)
    tn = PASSIVE * wounds_of(frame.levels)
    run.emit(ev.FallRolled(character=frame.character, tn=tn, total=thrown.total, success=thrown.success))
    if thrown.success:
        narrate(run, frame.character, order.raises)
        run.pop()
    else:
        take_fall(run, frame)


def height_mods(state: State, one: Character, frame: Falling) -> tuple[Mod, ...]:
    """A step for each level beyond Earth. [HAC-FALL-03]"""
    beyond = max(0, frame.levels - one.elements.earth)
    return ((-beyond, "height", "HAC-FALL-03"),) if beyond else ()


def take_fall(run: HacRun, frame: Falling) -> None:
    """All Wounds of the fall. [HAC-FALL-02]"""
    run.pop()
    amount = wounds_of(frame.levels)
    wound(run, Consequence(kind="wounds", who=frame.character, by=frame.by, what="fall", amount=amount))
