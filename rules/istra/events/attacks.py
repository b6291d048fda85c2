"""Attacks: declared, seen, rolled, settled; and the windows that they open."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.istra.commands import Declarable, ReactOption
from rules.istra.state import AttackKind, Origin, OutCause, Trigger
from rules.istra.tables import Core, Usage
from rules.istra.terrain import Place, Point
from rules.kernel.messages import Event
from rules.kernel.rolls import Rolled

Source = tuple[str, str]
"""A cause of advantage or disadvantage: what it is called, and its rule."""

Role = Literal["attack", "defence", "cast"]
Line = Literal["clear", "screened", "blocked"]
Use = Literal["power_attack", "smite", "sneak_attack", "lethal_hunter", "fumble_ally", "healing"]


class AttackDeclared(Event, frozen=True, kw_only=True, tag="attack_declared"):
    """An attack by a weapon: on whom, from how far (hundredths of an inch), with which talents, and what it is part of.

    `range`: how far the weapon reaches, height included; 0 where it does not matter. [IST-MELEE-01, IST-SHOOT-01]
    """

    kind: Literal["melee", "shoot"]
    attacker: str
    target: str
    weapon: str
    distance: int = 0
    range: int = 0
    declared: tuple[Declarable, ...] = ()
    origin: Origin = "action"
    into_melee: bool = False

    def key_moment(self) -> str:
        return {"into_melee": "friend_hit", "charged_shot": "charged_shot"}.get(self.origin, "")


class SpellCast(Event, frozen=True, kw_only=True, tag="spell_cast"):
    """A spell was cast, for the `used`th time in its span. Nobody in `targets`: it hits nothing. [IST-CAST-01]"""

    caster: str
    spell: str
    usage: Usage
    used: int
    targets: tuple[str, ...] = ()
    point: Place | None = None
    direction: Point | None = None
    distance: int = 0
    chained: bool = False

    def key_moment(self) -> str:
        return "chain" if self.chained else ""


class SightResolved(Event, frozen=True, kw_only=True, tag="sight_resolved"):
    """What an attacker sees of a target. `lines` are T0, T1, T2; none where the GM or a Charged shot says so.

    `height`: by how much the attacker stands higher. What the GM said is used up by it. [IST-SIGHT-03..06]
    """

    weight = "small"

    attacker: str
    target: str
    los: bool
    cover: bool
    height: int = 0
    lines: tuple[Line, ...] = ()
    source: Literal["computed", "gm", "given"] = "computed"


class WindowOpened(Event, frozen=True, kw_only=True, tag="window_opened"):
    """A model is asked whether it does something about `about`. [IST-D-04..12]"""

    weight = "small"

    trigger: Trigger
    model: str
    about: str
    options: tuple[ReactOption, ...]


class WindowAnswered(Event, frozen=True, kw_only=True, tag="window_answered"):
    """The model asked has answered; no `choice`: it lets the window pass."""

    says = "{model} {choice}"
    weight = "small"

    trigger: Trigger
    model: str
    choice: ReactOption | None = None


class ReactionUsed(Event, frozen=True, kw_only=True, tag="reaction_used"):
    """A model reacts to another; `target` is whom it shields, or attacks. [IST-TURN-10]"""

    model: str
    reaction: ReactOption
    against: str
    target: str = ""

    def key_moment(self) -> str:
        return "first_strike" if self.reaction == "first_strike" else ""


class RollMade(Rolled, frozen=True, kw_only=True, tag="roll_made"):
    """One side of a combat roll, or a cast against a target number.

    `adv` and `dis` are the named sources, one cancelling one; `net` what is left. [IST-ADV-01..05]
    """

    model: str
    role: Role
    kind: AttackKind
    stat: Core
    opponent: str = ""
    adv: tuple[Source, ...] = ()
    dis: tuple[Source, ...] = ()
    net: int = 0


class DieRolled(Rolled, frozen=True, kw_only=True, tag="die_rolled"):
    """A die that is no test: extra damage, healing, a pick among several. [IST-DICE-01]"""

    model: str
    use: Use


class CombatResolved(Event, frozen=True, kw_only=True, tag="combat_resolved"):
    """A combat roll, or a cast against a target number, is settled. `difference`: attacker's total − the other's.

    [IST-MELEE-03, IST-MELEE-04, IST-SHOOT-03, IST-CAST-04, IST-CRIT-01, IST-FUM-01]
    """

    kind: AttackKind
    attacker: str
    defender: str
    winners: tuple[str, ...]
    attack_total: int
    defence_total: int
    difference: int
    tie: bool = False
    critical: bool = False
    fumble: bool = False


class CriticalHit(Event, frozen=True, kw_only=True, tag="critical_hit"):
    """A natural 20 of the model making the attack. [IST-CRIT-01]"""

    says = "A natural {natural}: critical hit by {model} on {against:model}!"
    weight = "key"
    moment = "critical"

    model: str
    against: str
    natural: int


class CriticalFumble(Event, frozen=True, kw_only=True, tag="critical_fumble"):
    """A natural 1 of the model making the attack. [IST-FUM-01]"""

    says = "A natural {natural}: {model} fumbles against {against:model}!"
    weight = "key"
    moment = "fumble"

    model: str
    against: str
    natural: int


# What attacks and mishaps do to a model


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
