"""What the rules say of a maneuver. The maneuvers stand in `MANEUVERS` (`rules.hachigoku.decide.maneuvers`)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from rules.hachigoku.commands import Attack
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import has
from rules.hachigoku.roster import Weapon
from rules.hachigoku.state import Character, State
from rules.hachigoku.tables import ElementName, Maneuver


class Aim(NamedTuple):
    """An attack as it is meant: who attacks whom with what."""

    state: State
    attacker: Character
    weapon: Weapon
    targets: tuple[Character, ...]
    order: Attack

    @property
    def ranged(self) -> bool:
        return self.weapon.kind != "melee"

    def is_unseen(self, target: Character) -> bool:
        """Whether the attacker strikes without seeing, other than by the maneuver for it. [HAC-BLIND-01]"""
        return has(target, "unseen") and "blind" not in self.order.maneuvers


class Blow(NamedTuple):
    """An attack that has hit somebody: their share of its Wounds; `steady`: they have resisted a Knockdown."""

    aim: Aim
    target: str
    share: int
    steady: bool = False


class ManeuverRule:
    """A maneuver. `effect`: only one of these on an attack, in melee; `thrown`: by a house rule thrown weapons, too.

    `chosen`: of several who are hit, the attacker chooses whom it reaches. `element` replaces that of the attack.
    `intention` is its Wounds from intention; `bloodless`: it deals none at all; `defers`: to whom it reaches they come
    with its effect.
    """

    name: Maneuver
    rule: str
    effect = False
    thrown = False
    chosen = True
    element: ElementName | None = None
    intention = 1
    bloodless = False
    defers = False

    def check(self, aim: Aim) -> None:
        """Refuse what it cannot be done with, or to."""

    def steps(self, aim: Aim) -> int:
        """Its difficulty."""
        return 0

    def defense(self, target: Character, attacker: str) -> int | None:
        """The TN in place of the target's Defense; None: that Defense."""
        return None

    def strike(self, run: HacRun, blow: Blow) -> None:
        """What it does to who is hit, beside the Wounds."""

    def offer(self, plain: Attack) -> Attack:
        """A plain attack with this maneuver."""
        return replace(plain, maneuvers=(self.name,))
