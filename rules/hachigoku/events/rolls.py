"""Rolls, and what was declared with them."""

from __future__ import annotations

from typing import TypeAlias

from rules.hachigoku.commands import Raises
from rules.kernel.messages import Event
from rules.kernel.rolls import PoolRolled

PoolStep: TypeAlias = tuple[int, int, str, str]
"""The pool after a step: dice rolled, dice kept, what the step is, and its rule."""


class RollMade(PoolRolled, frozen=True, kw_only=True, tag="roll_made"):
    """A roll of roll and keep. [HAC-DICE-02]

    `pool`: how it came about, step by step. `values`: each die with its chain. `exploded_kept`: kept banzai dice.
    """

    says = "{character} rolls {total} for {purpose}."

    character: str
    pool: tuple[PoolStep, ...]
    values: tuple[int, ...]
    exploded_kept: int = 0


class RollImpossible(Event, frozen=True, kw_only=True, tag="roll_impossible"):
    """No die is left to roll: the roll fails with a total of 0. [HAC-DICE-09]"""

    says = "{character} has no dice left for {purpose}."

    character: str
    purpose: str
    pool: tuple[PoolStep, ...]
    tn: int
    success: bool = False


class DiceKept(Event, frozen=True, kw_only=True, tag="dice_kept"):
    """The kept dice of a roll, chosen by hand: their places from 1. [HAC-DICE-11, HAC-Q-08]"""

    says = "{character} keeps {total}."

    character: str
    purpose: str
    dice: tuple[int, ...]
    total: int
    exploded_kept: int
    tn: int
    success: bool


class RaisesDeclared(Event, frozen=True, kw_only=True, tag="raises_declared"):
    """Raises on a roll, by their purpose; what they add to the TN. [HAC-RAISE-01, HAC-RAISE-02]"""

    says = "{character} raises."

    character: str
    raises: Raises
    tn_added: int
