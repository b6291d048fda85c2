"""Maneuvers: what each makes harder, which weapons carry it, and what it does beside Wounds. [HAC-MAN]"""

from __future__ import annotations

from collections.abc import Mapping

from rules.hachigoku import events as ev
from rules.hachigoku.commands import Attack
from rules.hachigoku.decide import holds
from rules.hachigoku.decide.maneuver_rule import Aim, Blow, ManeuverRule
from rules.hachigoku.decide.outcomes import happen
from rules.hachigoku.decide.rolling import BLIND_STEPS, HacRun
from rules.hachigoku.decide.throwing import Throw
from rules.hachigoku.questions import cover_of, defense
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Character, Consequence, Struck
from rules.hachigoku.tables import COVER_SHOT_STEPS, PASSIVE, Maneuver
from rules.kernel.rolls import Mod

# What may be added to any attack that it fits


class Blind(ManeuverRule):
    """At somebody whom one cannot see. [HAC-BLIND-01]"""

    name, rule = "blind", "HAC-BLIND-01"

    def steps(self, aim: Aim) -> int:
        return BLIND_STEPS


class Charge(ManeuverRule):
    """One increment toward the target, then the attack (`charging`). [HAC-CHARGE-01]"""

    name, rule = "charge", "HAC-CHARGE-01"

    def steps(self, aim: Aim) -> int:
        return 1


class CoverShot(ManeuverRule):
    """Out of cover and back into it. [HAC-COVER-SHOT-02]"""

    name, rule = "cover_shot", "HAC-COVER-SHOT-02"

    def check(self, aim: Aim) -> None:
        if not aim.ranged:
            message = "A Cover Shot takes a ranged weapon."
            raise refused("maneuver_wrong_weapon", message, self.rule, field="maneuvers")

    def steps(self, aim: Aim) -> int:
        return COVER_SHOT_STEPS[cover_of(aim.attacker, aim.order.targets[0])]


# Effect maneuvers


class Grapple(ManeuverRule):
    """With bare hands or an entangling weapon: a hold in place of the first Wound. [HAC-GRAP-01, HAC-GRAP-02]"""

    name, rule, effect, thrown, intention = "grapple", "HAC-GRAP-01", True, True, 0

    def check(self, aim: Aim) -> None:
        if aim.weapon.name and not aim.weapon.entangle:
            message = f"{aim.weapon.name} does not entangle."
            raise refused("maneuver_wrong_weapon", message, self.rule, field="weapon")
        if aim.order.hold == "full":
            for target in aim.order.targets:
                holds.check_hands_free(aim.state, aim.attacker, aim.weapon.name, target)

    def steps(self, aim: Aim) -> int:
        return 2 if aim.order.hold == "full" else 1

    def strike(self, run: HacRun, blow: Blow) -> None:
        order = blow.aim.order
        happen(
            run,
            Consequence(
                kind="hold",
                who=blow.target,
                by=order.character,
                what=order.hold,
                note=blow.aim.weapon.name,
                rule="HAC-GRAP-02",
            ),
        )


class Feint(ManeuverRule):
    """Wind in place of Water, and no Active Defense (`reactions`). [HAC-FEINT-01, HAC-Q-70]"""

    name, rule, effect, chosen = "feint", "HAC-FEINT-01", True, False

    def steps(self, aim: Aim) -> int:
        return 2

    def defense(self, target: Character, attacker: str) -> int:
        return defense(target, attacker, "wind")


class Knockdown(ManeuverRule):
    """Earth in place of Fire; the target is prone. [HAC-KD-01]"""

    name, rule, effect, thrown, element = "knockdown", "HAC-KD-01", True, True, "earth"

    def steps(self, aim: Aim) -> int:
        return 1

    def strike(self, run: HacRun, blow: Blow) -> None:
        if not blow.steady:
            prone = Consequence(
                kind="condition", who=blow.target, by=blow.aim.attacker.id, what="prone", rule=self.rule
            )
            happen(run, prone)


class Heavy(ManeuverRule):
    """A blow against Earth, easier with a blunt weapon. [HAC-KO-01, HAC-STUN-01, HAC-Q-70]"""

    effect = True
    blunt_steps = 2

    def check(self, aim: Aim) -> None:
        if aim.order.blunt and not aim.weapon.blunt:
            message = f"{aim.weapon.name or 'A bare hand'} is not blunt."
            raise refused("maneuver_wrong_weapon", message, self.rule, field="blunt")

    def steps(self, aim: Aim) -> int:
        return self.blunt_steps + (not aim.weapon.blunt)

    def defense(self, target: Character, attacker: str) -> int:
        return PASSIVE * target.elements.earth


class Knockout(Heavy):
    """Normal Wounds, and unconscious. [HAC-KO-01, HAC-KO-02]"""

    name, rule, thrown, blunt_steps = "knockout", "HAC-KO-01", True, 2

    def strike(self, run: HacRun, blow: Blow) -> None:
        out = Consequence(kind="unconscious", who=blow.target, by=blow.aim.attacker.id, rule="HAC-KO-02")
        happen(run, out)


class Stun(Heavy):
    """Lost Actions in place of Wounds; dazed until the next own Action. [HAC-STUN-02, HAC-STUN-03, HAC-Q-73]"""

    name, rule, bloodless, blunt_steps = "stun", "HAC-STUN-01", True, 1

    def strike(self, run: HacRun, blow: Blow) -> None:
        if blow.share:
            daze = Consequence(kind="stun", who=blow.target, by=blow.aim.attacker.id, amount=blow.share)
            happen(run, daze)


RULES: tuple[ManeuverRule, ...] = (
    Blind(),
    Charge(),
    CoverShot(),
    Grapple(),
    Feint(),
    Knockdown(),
    Knockout(),
    Stun(),
    Throw(),
)
MANEUVERS: Mapping[Maneuver, ManeuverRule] = {rule.name: rule for rule in RULES}
"""The maneuvers that there are, in the order of the table. [HAC-MAN-01]"""


def of(order: Attack) -> tuple[ManeuverRule, ...]:
    """The maneuvers of an attack, in the order of the table."""
    return tuple(rule for name, rule in MANEUVERS.items() if name in order.maneuvers)


def check(aim: Aim) -> None:
    """One effect maneuver on an attack, by a weapon that carries it. [HAC-MAN-02, HAC-Q-57, HAC-Q-99]"""
    found = of(aim.order)
    effects = {one.name for one in found if one.effect}
    together = effects == {"grapple", "knockdown"} and aim.order.hold == "full"
    if len(effects) > 1 and not together and aim.state.rules.free_combination == "off":
        message = f"{' and '.join(sorted(effects))} cannot be combined."
        raise refused("maneuver_conflict", message, "HAC-MAN-02", field="maneuvers")
    for one in found:
        if one.effect and aim.ranged and not throws(aim, one):
            message = f"{one.name.replace('_', ' ').capitalize()} takes a melee weapon."
            raise refused("maneuver_wrong_weapon", message, "HAC-MAN-02", field="maneuvers")
        one.check(aim)


def throws(aim: Aim, one: ManeuverRule) -> bool:
    """Whether a thrown weapon carries it, by the house rule. [HAC-Q-99]"""
    return one.thrown and aim.weapon.kind == "thrown" and aim.state.rules.ranged_maneuvers == "on"


def difficulty(aim: Aim) -> tuple[Mod, ...]:
    """What the maneuvers take from the rolled dice. [HAC-MAN-01]"""
    return tuple((-steps, one.name.replace("_", " "), one.rule) for one in of(aim.order) if (steps := one.steps(aim)))


def defense_of(aim: Aim, target: Character) -> int:
    """The passive TN of a target, as the maneuver measures it. [HAC-DEF-01, HAC-ATK-05]"""
    measured = (one.defense(target, aim.attacker.id) for one in of(aim.order))
    return next((tn for tn in measured if tn is not None), defense(target, aim.attacker.id))


def strike(run: HacRun, aim: Aim, struck: Struck, share: int) -> None:
    """What the maneuvers do to somebody who is hit. [HAC-KAO-07]"""
    blow = Blow(aim._replace(state=run.state), struck.who, share, steady=struck.steady)
    for one in of(aim.order):
        if one.effect:
            run.emit(ev.ManeuverEffect(attacker=aim.attacker.id, target=struck.who, maneuver=one.name))
            one.strike(run, blow)
