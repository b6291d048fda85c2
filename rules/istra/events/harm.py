"""What attacks and mishaps do to a model."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.istra.state import OutCause
from rules.istra.tables import Core
from rules.istra.terrain import Place
from rules.kernel.messages import Event

HarmCause = Literal["attack", "fumble", "smite", "spell_failure", "fall", "ongoing", "gm"]


class DamageDealt(Event, frozen=True, kw_only=True, tag="damage_dealt"):
    """How damage came about: total + damage_mod − armour, floored at 0 (base), doubled, extra dice, halved: final.

    `armour` is the effective one. [IST-DMG-03]
    """

    source: str
    target: str
    total: int
    damage_mod: int
    armour: int
    base: int
    final: int
    cause: HarmCause = "attack"
    doubled: bool = False
    extra: tuple[int, ...] = ()
    halved: bool = False

    def key_moment(self) -> str:
        return "relentless" if self.halved else ""


class HealthChanged(Event, frozen=True, kw_only=True, tag="health_changed"):
    """A model lost health. [IST-DMG-01]"""

    model: str
    old: int
    new: int
    cause: HarmCause
    source: str = ""


class CoreLost(Event, frozen=True, kw_only=True, tag="core_lost"):
    """A model lost a point of `stat`, the next in line after `rolled` that had one. [IST-CORE-01, IST-CORE-02]"""

    model: str
    rolled: Core
    stat: Core
    old: int
    new: int


class Healed(Event, frozen=True, kw_only=True, tag="healed"):
    """A model regained health. [IST-RACE-22]"""

    model: str
    old: int
    new: int
    source: str


class DroppedItem(msgspec.Struct, frozen=True, gc=False):
    """An item that a model let go of, and where it lies."""

    item: str
    pos: Place


class ModelOut(Event, frozen=True, kw_only=True, tag="model_out"):
    """A model is out of battle; its engagements end, what it carried lies where it stood. [IST-DMG-01, IST-DMG-02]"""

    weight = "key"
    moment = "out"

    model: str
    cause: OutCause
    by: str = ""
    dropped: tuple[DroppedItem, ...] = ()


class SpellFailed(Event, frozen=True, kw_only=True, tag="spell_failed"):
    """A cast failed by `amount`: the row of the table, and the damage to the caster's health. [IST-CAST-06..10]"""

    caster: str
    spell: str
    amount: int
    row: str
    damage: int
