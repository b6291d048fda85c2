"""Players that are functions: `sample` draws anything legal, `sensible` closes in and strikes as hard as it can.

What `sensible` answers besides Actions is one of `legal`: it defends where it can, with future dice where it must, and
guards who is hurt more and disarms where the roll is likely to do. A Moment's interruptions it lets pass: their dice
do not attack. [HAC-INT-07]
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from rules.hachigoku import commands as co
from rules.hachigoku.decide import actions, defenses, disarming, guards
from rules.hachigoku.decide.aiming import aim_of, planned
from rules.hachigoku.decide.rolling import PlannedRoll
from rules.hachigoku.points import POINTS
from rules.hachigoku.pools import with_difficulty
from rules.hachigoku.questions import able, cover_of, effective_range, get, has, others
from rules.hachigoku.state import Attacking, Batch, Character, Moment, State
from rules.hachigoku.tables import RAISE
from rules.kernel.messages import Command

LIKELY = 6
"""What a kept die is counted for: a little less than it will show."""
BOLDEST = 4
"""Most Raises of an attack."""
LONGEST_CHASE = 20
"""The last round in which anybody crawls after somebody."""


def sensible(state: State, rng: Random) -> Command:
    match state.agenda[-1]:
        case Moment(stage="interrupt") as moment:
            return co.Pass(character=moment.waiting[0])
        case Moment(stage="choose") as moment:
            return plan(state, moment.acting[0]) or co.Pass(character=moment.acting[0])
        case Moment() as moment:
            name = moment.waiting[0]
            if plan(state, name) is None:
                return co.Pass(character=name, whole_moment=True)
            return co.Act(character=name)
        case Batch() as batch:
            return plan(state, batch.waiting[0]) or co.Pass(character=batch.waiting[0])
    return react(state, rng)


def react(state: State, rng: Random) -> Command:
    """Defend, resist, land, help: whatever is no pass, and of guards and disarms what is likely to do."""
    found = list(POINTS.legal(state))
    ways = [order for order in found if isinstance(order, co.Defend)]
    if ways:
        return max(ways, key=lambda order: margin(state, reaction(state, order)))
    for order in found:
        if isinstance(order, co.LandingRoll | co.FallRoll | co.StartSkirmish) or helps(state, order):
            return order
    return next((order for order in found if isinstance(order, co.Pass)), None) or POINTS.sample(state, rng)


def helps(state: State, order: Command) -> bool:
    """Whether it is a guard or a disarm that is likely to do; nobody guards who is hurt less than they are."""
    if not isinstance(order, co.Guard | co.Disarm) or margin(state, reaction(state, order)) < 0:
        return False
    frame = attack_on(state)
    saved = get(state, frame.struck[frame.at].target)
    return isinstance(order, co.Disarm) or get(state, order.character).wounds < saved.wounds


def attack_on(state: State) -> Attacking:
    """The attack that is reacted to."""
    frame = state.agenda[-1]
    assert isinstance(frame, Attacking)
    return frame


def reaction(state: State, order: co.Defend | co.Guard | co.Disarm) -> PlannedRoll:
    """The roll of a reaction to the attack that is on."""
    frame, one = attack_on(state), get(state, order.character)
    match order:
        case co.Defend():
            return defenses.planned(state, frame, one, order)
        case co.Guard():
            return guards.planned(state, frame, one, order)
        case _:
            return disarming.planned(state, frame, one, order)


# Actions


def plan(state: State, name: str) -> Any:
    """The Action worth a die now; None: it is better kept."""
    one = get(state, name)
    found = list(actions.offers(state, name))
    for kind in (co.Escape, co.StandUp):
        for order in found:
            if isinstance(order, kind):
                return order
    attacks = [order for order in found if isinstance(order, co.Attack) and is_worth_it(state, order)]
    if attacks:
        return bold(state, max(attacks, key=lambda order: worth(state, order)))
    return ready_weapon(found) or advance(state, one, found)


def is_worth_it(state: State, order: co.Attack) -> bool:
    """Whether it can do harm to somebody who can still act."""
    target = get(state, order.targets[0])
    return able(target) and cover_of(target) != "total" and with_difficulty_of(state, order)[0] > 0


def with_difficulty_of(state: State, order: co.Attack) -> tuple[int, int, bool]:
    """How many dice an attack keeps, its TN, and whether it can raise."""
    return expected(state, planned(aim_of(state, order)))


def expected(state: State, roll: PlannedRoll) -> tuple[int, int, bool]:
    """How many dice a roll keeps, its TN, and whether it can raise."""
    pool = with_difficulty(state.rules, roll.pool, roll.mods).finished(state.rules)
    return min(pool.rolled, pool.kept), roll.tn or 0, pool.skilled


def margin(state: State, roll: PlannedRoll) -> int:
    """By how much the dice that a roll keeps are likely to beat its TN; below 0 they are not."""
    kept, tn, _ = expected(state, roll)
    return kept * LIKELY - tn


def worth(state: State, order: co.Attack) -> tuple[int, int, str]:
    """The more dice beyond the TN the better, then whoever is hurt most."""
    return margin(state, planned(aim_of(state, order))), get(state, order.targets[0]).wounds, order.targets[0]


def bold(state: State, order: co.Attack) -> co.Attack:
    """The attack with the Raises that it can afford. [HAC-RAISE-01]"""
    kept, tn, skilled = with_difficulty_of(state, order)
    most = get(state, order.character).elements.void if state.rules.raise_cap == "void" else BOLDEST
    if not skilled or state.rules.raise_mode == "focus":
        return order
    return replace(order, raises=co.Raises(wound=max(0, min(most, (kept * LIKELY - tn) // RAISE))))


def ready_weapon(found: list[Any]) -> Any:
    """Drawing or reloading a weapon."""
    return next((one for one in found if isinstance(one, co.SimpleAction) and one.what in ("draw", "reload")), None)


def advance(state: State, one: Character, found: list[Any]) -> Any:
    """A move toward the nearest foe who can act, or down to the ground where they are."""
    foes = [foe for foe in others(state, one.id) if foe.side != one.side and able(foe)]
    if not foes or (state.round > LONGEST_CHASE and has(one, "prone")):
        return None
    nearest = min(foes, key=lambda foe: (effective_range(state, one.id, foe.id), foe.id))
    for order in found:
        if isinstance(order, co.Move) and order.reference == nearest.id and order.direction == "toward":
            return order
        if isinstance(order, co.Climb) and (order.levels > 0) == (nearest.height > one.height) != (
            nearest.height == one.height
        ):
            return order
    return None
