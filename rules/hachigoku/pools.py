"""Dice pools: how many d10 are rolled and kept, step by step, and whether they shout. [HAC-DICE-02..09]"""

from __future__ import annotations

from typing import NamedTuple

from rules.hachigoku.commands import MOST_RAISES, Raises
from rules.hachigoku.events import PoolStep
from rules.hachigoku.house_rules import HouseRules
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import Character
from rules.hachigoku.tables import RAISE, ElementName
from rules.kernel.rolls import Mod

TEN = 10
"""Dice beyond which the house rule of ten dice makes kept ones of them."""
NOVICE = 2
"""The highest rank that may roll as unskilled by the house rule."""


class Pool(NamedTuple):
    """Dice that are rolled and kept, as far as they have been counted. `skilled` ones may raise."""

    rolled: int
    kept: int
    shouts: bool
    skilled: bool
    steps: tuple[PoolStep, ...]

    def plus(self, rolled: int, kept: int, label: str, rule: str) -> Pool:
        """The pool with more dice, or fewer; that of no dice is no step."""
        if not rolled and not kept:
            return self
        return self.come_to(self.rolled + rolled, self.kept + kept, label, rule)

    def come_to(self, rolled: int, kept: int, label: str, rule: str) -> Pool:
        """The pool with these numbers of dice instead."""
        return self._replace(rolled=rolled, kept=kept, steps=(*self.steps, (rolled, kept, label, rule)))

    def silent(self, label: str, rule: str) -> Pool:
        """One die that is kept and does not shout, in place of none."""
        return self.come_to(1, 1, label, rule)._replace(shouts=False)

    def finished(self, rules: HouseRules) -> Pool:
        """The pool as it is rolled. [HAC-DICE-08, HAC-Q-09, HAC-Q-10]"""
        pool = self
        if rules.ten_dice_rule == "on" and pool.rolled > TEN:
            pool = pool.come_to(TEN, pool.kept + (pool.rolled - TEN) // 2, "ten dice", "HAC-Q-10")
        if pool.rolled <= 0 and rules.min_pool == "1k1":
            pool = pool.silent("at least one die", "HAC-Q-09")
        if pool.rolled < pool.kept:
            pool = pool.come_to(pool.rolled, pool.rolled, "no more than are rolled", "HAC-DICE-08")
        return pool


def xky(text: str) -> tuple[int, int]:
    """Dice as a roster has them.

    >>> xky("2k2"), xky("-1k0")
    ((2, 2), (-1, 0))
    """
    rolled, _, kept = text.partition("k")
    return int(rolled), int(kept)


def skill_pool(rules: HouseRules, one: Character, skill: str, element: ElementName, *, unskilled: bool = False) -> Pool:
    """Skill rank rolled, Element rank kept; without the Skill the Element's dice, which do not shout.

    `unskilled`: somebody of a low rank chooses to roll so. [HAC-DICE-03, HAC-DICE-07, HAC-Q-01, HAC-Q-03]
    """
    rank, kept = one.skills.get(skill, 0), one.elements.rank(element)
    if unskilled and (rules.unskilled_choice == "off" or not 1 <= rank <= NOVICE):
        message = f"{one.called} cannot roll {skill} as unskilled."
        raise refused("unskilled_not_allowed", message, "HAC-Q-03", field="unskilled", hint="Roll the Skill.")
    if rank == 0 or unskilled:
        label = f"{skill}, unskilled/{element.title()}"
        return Pool(kept, kept, shouts=False, skilled=False, steps=((kept, kept, label, "HAC-DICE-07"),))
    rolled = rank + kept if rules.pool_formula == "sum" else rank
    steps = ((rolled, kept, f"{skill}/{element.title()}", "HAC-DICE-03"),)
    return Pool(rolled, kept, shouts=True, skilled=True, steps=steps)


def element_pool(one: Character, element: ElementName) -> Pool:
    """A raw Element roll. [HAC-DICE-04, HAC-Q-04]"""
    rank = one.elements.rank(element)
    return Pool(rank, rank, shouts=True, skilled=True, steps=((rank, rank, element.title(), "HAC-DICE-04"),))


def with_difficulty(rules: HouseRules, pool: Pool, mods: tuple[Mod, ...]) -> Pool:
    """The pool with what makes the roll easier or harder, in rolled dice. [HAC-DIFF-02, HAC-Q-14]"""
    if rules.worst_only == "on":
        worst = min((mod for mod in mods if mod[0] < 0), default=None, key=lambda mod: mod[0])
        mods = tuple(mod for mod in mods if mod[0] > 0 or mod is worst)
    for dice, label, rule in mods:
        pool = pool.plus(dice, 0, label, rule)
    return pool


def raised(rules: HouseRules, pool: Pool, raises: Raises) -> tuple[Pool, int]:
    """The pool, and what the TN rises by. [HAC-RAISE-01, HAC-Q-15]"""
    if rules.raise_mode == "focus":
        pool = pool.plus(-raises.number, 0, "Raises", "HAC-Q-15")
    return pool, added_tn(rules, raises)


def added_tn(rules: HouseRules, raises: Raises) -> int:
    """What Raises add to the TN. [HAC-RAISE-01, HAC-Q-15]"""
    return 0 if rules.raise_mode == "focus" else RAISE * raises.number


def reaches(rules: HouseRules, total: int, tn: int) -> bool:
    """Whether a total is enough for a TN. [HAC-DICE-10, HAC-Q-11]"""
    return total > tn if rules.must_beat == "on" else total >= tn


def check_raises(rules: HouseRules, one: Character, pool: Pool, raises: Raises, allowed: tuple[str, ...]) -> None:
    """Refuse Raises that such a roll does not take. [HAC-RAISE-02, HAC-RAISE-04, HAC-DICE-07, HAC-Q-16]"""
    numbers = {"wound": raises.wound, "throw_range": raises.throw_range, "effect": raises.effect}
    for purpose, number in numbers.items():
        field = f"raises.{purpose}"
        if number < 0:
            raise refused("raises_not_allowed", "Raises are 0 or more.", "HAC-RAISE-01", field=field)
        if number and purpose not in allowed:
            message = f"This roll takes no Raises for {purpose.replace('_', ' ')}."
            raise refused("raises_not_allowed", message, "HAC-RAISE-04", field=field)
    if raises.number > MOST_RAISES:
        message = f"There can be {MOST_RAISES} Raises at most."
        raise refused("raises_not_allowed", message, "HAC-Q-16", field="raises")
    if raises.number and not pool.skilled:
        raise refused("raises_not_allowed", "An unskilled roll takes no Raises.", "HAC-DICE-07", field="raises")
    if rules.raise_cap == "void" and raises.number > one.elements.void:
        message = f"There can be {one.elements.void} Raises at most."
        raise refused("raises_not_allowed", message, "HAC-Q-16", field="raises")
