"""Throwing, as a maneuver. [HAC-THROW, HAC-Q-74..76]"""

from __future__ import annotations

from rules.hachigoku.commands import MOST, Attack, ThrowVector
from rules.hachigoku.decide.maneuver_rule import Aim, Blow, ManeuverRule
from rules.hachigoku.decide.outcomes import happen
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import holds_on
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Consequence

STEADY = 2
"""Nobody throws farther than Earth by this. [HAC-THROW-02]"""
RAISES = 2
"""Raises for a further increment. [HAC-RAISE-02]"""


def distance(order: Attack) -> int:
    """Increments of a throw. [HAC-THROW-02]"""
    return 1 + order.raises.throw_range // RAISES


def vector(order: Attack) -> ThrowVector:
    return order.throw_vector or ThrowVector()


class Throw(ManeuverRule):
    """Bare-handed, or with an entangling weapon by who is stronger. [HAC-THROW-01]"""

    name, rule, effect, defers = "throw", "HAC-THROW-01", True, True

    def check(self, aim: Aim) -> None:
        check_grip(aim)
        check_distance(aim)

    def steps(self, aim: Aim) -> int:
        return 2

    def strike(self, run: HacRun, blow: Blow) -> None:
        """They fly at once; the Wounds are those of the landing. [HAC-THROW-05]"""
        order = blow.aim.order
        who, by, toward = blow.target, order.character, vector(order).toward
        happen(run, Consequence(kind="throw", who=who, by=by, what=toward, amount=distance(order)))
        levels = vector(order).fall_levels
        happen(run, Consequence(kind="landing", who=who, by=by, what=toward, amount=blow.share, levels=levels))


def check_grip(aim: Aim) -> None:
    """What it can be done with; against who holds the thrower any weapon will do. [HAC-THROW-01, HAC-Q-75, HAC-Q-76]"""
    if not aim.weapon.name:
        return
    seized = {effect.source for effect in holds_on(aim.attacker)} & set(aim.order.targets)
    if not aim.weapon.entangle and not seized:
        message = f"{aim.weapon.name} does not entangle."
        raise refused("maneuver_wrong_weapon", message, "HAC-THROW-01", field="weapon")
    if any(aim.attacker.elements.earth <= target.elements.earth for target in aim.targets):
        message = f"{aim.attacker.called} is not stronger than who is to be thrown."
        hint = "Throw with bare hands."
        raise refused("throw_not_strong_enough", message, "HAC-THROW-01", field="weapon", hint=hint)


def check_distance(aim: Aim) -> None:
    """As far as the Raises go, half the thrower's Earth at most. [HAC-THROW-02, HAC-THROW-03, HAC-Q-74]"""
    order, path = aim.order, vector(aim.order)
    far, most = distance(order), aim.attacker.elements.earth // STEADY
    message, field = "", "throw_vector"
    if far > most:
        message, field = f"{aim.attacker.called} throws {most} increments at most.", "raises.throw_range"
    elif not 1 <= path.increments <= far:
        message, field = f"These Raises throw {far} increments.", "throw_vector.increments"
    elif not 0 <= path.fall_levels <= MOST:
        message, field = f"A fall has 0 to {MOST} levels.", "throw_vector.fall_levels"
    elif path.toward and not is_beyond(aim, path.toward, far):
        message, field = "It is not that far away.", "throw_vector.toward"
    if message:
        hint = "Throw less far, or elsewhere."
        raise refused("throw_too_far", message, "HAC-THROW-02", field=field, hint=hint)


def is_beyond(aim: Aim, toward: str, far: int) -> bool:
    """Whether something is so far away. [HAC-THROW-03]"""
    ranges = aim.state.ranges
    return toward in ranges.names and ranges.between(aim.order.targets[0], toward) >= far
