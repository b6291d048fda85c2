"""How fighters mend between Skirmishes: Medicine, and the GM's word. [HAC-Q-97]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, TypeAlias

import msgspec
from msgspec.structs import replace

from rules.hachigoku.aftermath import UNCONSCIOUS
from rules.hachigoku.commands import MOST_RAISES
from rules.hachigoku.decide.rolling import Bearing, PlannedRoll, need_of, own_dice, own_mods
from rules.hachigoku.house_rules import HouseRules
from rules.hachigoku.pools import skill_pool, with_difficulty
from rules.hachigoku.questions import DOWN, OUT, UNABLE, heavy_wounds
from rules.hachigoku.refusals import refused
from rules.hachigoku.roster import Armor
from rules.hachigoku.sheets import HONOR, WOUNDS, character_of, level_of
from rules.hachigoku.state import Character, Ranges, Scene, Side, State
from rules.hachigoku.tables import PASSIVE, RAISE
from rules.kernel.dice import Dice
from rules.kernel.errors import Refused
from rules.kernel.labels import label
from rules.kernel.pools import count
from rules.kernel.progression import Figure, Recovery, RecoveryAct, RecoveryCase, RecoveryResult, barred_by

MEDICINE = "Medicine"
COMPANY = "company"
HEAVY_PRICE = 2
"""Raises for a further Heavy Wound; a Light one takes one. [HAC-Q-97]"""
Unfit: TypeAlias = Callable[[Figure], Refused | None]


class Treatment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who treats the Wounds, and with how many Raises to heal more of them."""

    healer: Annotated[str, label("Healer", of="hero")]
    raises: Annotated[int, label("Raises")] = 0


class GrantedHonor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many Honor Points are given back."""

    points: Annotated[int, label("Honor Points")] = 1


class Mending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many Wounds are left."""

    wounds: Annotated[int, label("Wounds that are left")] = 0


class HachigokuRecovery(Recovery[msgspec.Struct]):
    """Treatment by somebody of the company; the rest is the GM's."""

    def acts(self, rules: msgspec.Struct) -> Mapping[str, RecoveryAct]:
        return {
            "treat": RecoveryAct("Treat Wounds", "HAC-Q-97", details=Treatment, note="Medicine/Water, TN 5 × Wounds."),
            "mend": RecoveryAct("Lower the Wounds", "HAC-Q-97", who="gm", per="none", details=Mending),
            "honor": RecoveryAct("Grant Honor", "HAC-Q-43", who="gm", per="none", details=GrantedHonor),
            "scene": RecoveryAct("Appear in the next Scene", "HAC-KO-02", who="gm", per="none"),
        }

    def recover(self, rules: msgspec.Struct, act: str, case: RecoveryCase, dice: Dice) -> RecoveryResult:
        if act == "treat":
            return treat(case, dice)
        return {"mend": mend, "honor": grant_honor, "scene": wake}[act](case)


# Medicine


def treat(case: RecoveryCase, dice: Dice) -> RecoveryResult:
    """One roll heals a Wound, and more by Raises. [HAC-Q-97, HAC-RAISE-02]"""
    figure, treatment = case.figure, case.details
    now = level_of(figure)
    if now in UNABLE:
        message, hint = f"{figure.name} is {now.title()}.", "The GM can lower the Wounds."
        raise refused("not_treatable", message, "HAC-Q-97", field="hero", hint=hint)
    if not figure.carried.get(WOUNDS):
        message, hint = f"{figure.name} has no Wounds.", "Name somebody who is wounded."
        raise refused("not_wounded", message, "HAC-Q-97", field="hero", hint=hint)
    healer = character_of(healer_of(case), COMPANY)
    if not succeeds(healer, figure, treatment.raises, dice):
        return RecoveryResult(said="no better for it")
    healed = healed_by(character_of(figure), treatment.raises)
    left = {**figure.carried, WOUNDS: figure.carried[WOUNDS] - healed}
    return RecoveryResult(said=f"rid of {healed} Wound{'s' if healed > 1 else ''}", carried=left)


def healer_of(case: RecoveryCase) -> Figure:
    """Somebody of the company who can act; refused with what keeps them from it. [HAC-WOUND-05, HAC-KO-02]"""
    healer = case.figures.get(case.details.healer)
    if healer is None:
        message, hint = "Somebody of the company has to do it.", "Name another hero of the company."
        raise refused("no_healer", message, "HAC-Q-97", field="details.healer", hint=hint)
    barred = unfit(healer)
    if barred is not None:
        raise barred.at("details.healer")
    if healer.captive is not None:
        message, hint = f"{healer.name} is held captive.", "Name a hero who is free."
        raise refused("no_healer", message, "HAC-Q-97", field="details.healer", hint=hint)
    return healer


def succeeds(healer: Character, patient: Figure, raises: int, dice: Dice) -> bool:
    """Medicine/Water against 5 × Wounds and 5 for each Raise; with no die left it fails. [HAC-Q-97, HAC-DICE-09]"""
    rules = HouseRules()
    healer = replace(healer, armor=Armor())
    state = State(
        sides=(Side(COMPANY, "gm"),), characters=(healer,), scene=Scene(), ranges=Ranges((healer.id,), ("0",)),
        rules=rules,
    )  # fmt: skip
    bearing = Bearing(state, healer, MEDICINE, physical=False)
    pool = own_dice(skill_pool(rules, healer, MEDICINE, "water"), bearing, "heal")
    check_raises(raises, skilled=pool.skilled)
    pool = with_difficulty(rules, pool, own_mods(bearing, "heal")).finished(rules)
    if pool.rolled <= 0:
        return False
    tn = PASSIVE * patient.carried[WOUNDS] + RAISE * raises
    need = need_of(state, PlannedRoll(healer, "heal", pool, tn, "HAC-Q-97", patient.id), pool, tn)
    return count(need, dice.take(need).faces).natural >= tn


def check_raises(raises: int, *, skilled: bool) -> None:
    """[HAC-DICE-07, HAC-Q-16]"""
    if not 0 <= raises <= MOST_RAISES:
        message = f"Raises are 0 to {MOST_RAISES}."
        raise refused("raises_not_allowed", message, "HAC-Q-16", field="details.raises")
    if raises and not skilled:
        message = "An unskilled roll takes no Raises."
        raise refused("raises_not_allowed", message, "HAC-DICE-07", field="details.raises")


def healed_by(patient: Character, raises: int) -> int:
    """Wounds that a success heals: one, and one more for each price that Raises pay, Heavy Wounds first. [HAC-Q-97]"""
    heavy, left, healed = heavy_wounds(patient) - 1, raises, 1
    while healed < patient.wounds:
        price = HEAVY_PRICE if heavy > 0 else 1
        if left < price:
            break
        heavy, left, healed = heavy - 1, left - price, healed + 1
    return healed


# The GM's word


def mend(case: RecoveryCase) -> RecoveryResult:
    """Fewer Wounds; who is Down or Out no longer may fight again. [HAC-Q-97]"""
    figure, left = case.figure, case.details.wounds
    had = figure.carried.get(WOUNDS, 0)
    if not 0 <= left < had:
        message, hint = f"{figure.name} has {had} Wounds.", "Give fewer than that."
        raise refused("out_of_bounds", message, "HAC-Q-97", field="details.wounds", hint=hint)
    carried = {**figure.carried, WOUNDS: left}
    now = level_of(replace(figure, carried=carried))
    ended = tuple(one.id for one in figure.conditions if one.name in (DOWN, OUT) and one.name != now)
    return RecoveryResult(said=f"left with {left} Wound{'' if left == 1 else 's'}", carried=carried, ended=ended)


def grant_honor(case: RecoveryCase) -> RecoveryResult:
    """Honor Points that were spent come back. [HAC-Q-43]"""
    figure, points = case.figure, case.details.points
    lacking = figure.carried.get(HONOR, 0)
    if not 1 <= points <= lacking:
        message = f"{figure.name} lacks {lacking} Honor Points."
        hint = "Give no more than that, or correct the number of the sheet."
        raise refused("out_of_bounds", message, "HAC-Q-43", field="details.points", hint=hint)
    said = f"granted {points} Honor Point{'s' if points > 1 else ''}"
    return RecoveryResult(said=said, carried={**figure.carried, HONOR: lacking - points})


def wake(case: RecoveryCase) -> RecoveryResult:
    """Who was knocked out appears in the next Scene and comes round. [HAC-KO-02]"""
    ended = tuple(one.id for one in case.figure.conditions if one.name == UNCONSCIOUS)
    if not ended:
        message, hint = f"{case.figure.name} is conscious.", "Name somebody who was knocked out."
        raise refused("nothing_to_do", message, "HAC-KO-02", field="hero", hint=hint)
    return RecoveryResult(said="conscious again", ended=ended)


# Who is fit


def unfit(figure: Figure) -> Refused | None:
    """Why somebody cannot fight; with the event behind it, where one is known. [HAC-WOUND-05..07, HAC-KO-02]"""
    hint = "Field another hero."
    if figure.standing != "ready":
        message = f"{figure.name} is {figure.standing}."
        return refused("fighter_not_fit", message, "HAC-WOUND-07", field="heroes", hint=hint)
    knocked = figure.condition(UNCONSCIOUS)
    if knocked is not None:
        return barred_by(figure, knocked, "HAC-KO-02")
    now = level_of(figure)
    if now not in UNABLE:
        return None
    fallen = figure.condition(now)
    rule = {DOWN: "HAC-WOUND-05", OUT: "HAC-WOUND-06"}.get(now, "HAC-WOUND-07")
    if fallen is not None:
        return barred_by(figure, fallen, rule)
    return refused("fighter_not_fit", f"{figure.name} is {now.title()}.", rule, field="heroes", hint=hint)
