"""Attacks, reactions to them, and holds."""

from __future__ import annotations

from typing import Literal

from rules.hachigoku.tables import DefenseName, Hold, Maneuver
from rules.kernel.messages import Event


class AttackDeclared(Event, frozen=True, kw_only=True, tag="attack_declared"):
    """Who attacks whom with what. An empty weapon is bare hands. [HAC-ATK-01]"""

    says = "{attacker} attacks {targets} with {weapon}."

    attacker: str
    targets: tuple[str, ...]
    weapon: str = ""
    maneuvers: tuple[Maneuver, ...] = ()
    hold: Hold | None = None
    off_hand: bool = False


class AttackFailed(Event, frozen=True, kw_only=True, tag="attack_failed"):
    """The attack fails without a roll. [HAC-ATK-14]"""

    says = "The attack of {attacker} fails."

    attacker: str
    targets: tuple[str, ...]
    total_cover: bool = False
    cause: str = ""


class AttackMissed(Event, frozen=True, kw_only=True, tag="attack_missed"):
    """Below the TN, or below that of the guard. [HAC-ATK-07]"""

    says = "{attacker} misses {targets}."

    attacker: str
    targets: tuple[str, ...]
    total: int
    tn: int


class AttackHit(Event, frozen=True, kw_only=True, tag="attack_hit"):
    """The attack has its effects: how many Wounds from what. [HAC-ATK-06]"""

    says = "{attacker} hits {targets}."
    weight = "key"

    attacker: str
    targets: tuple[str, ...]
    total: int
    wounds: int
    intention: int = 1
    banzai: int = 0
    raises: int = 0


class GuardWindow(Event, frozen=True, kw_only=True, tag="guard_window"):
    """Who may guard a target. [HAC-ATK-08]"""

    says = "{characters} may guard {target}."
    weight = "small"

    target: str
    characters: tuple[str, ...]
    total: int


class DefenseWindow(Event, frozen=True, kw_only=True, tag="defense_window"):
    """Who is attacked may defend. [HAC-ADEF-02]"""

    says = "{character} may defend against {total}."
    weight = "small"

    character: str
    total: int
    defenses: tuple[DefenseName, ...] = ()


class DisarmWindow(Event, frozen=True, kw_only=True, tag="disarm_window"):
    """Who was just missed may disarm. [HAC-DISARM-01]"""

    says = "{characters} may disarm {attacker}."
    weight = "small"

    attacker: str
    characters: tuple[str, ...]


class DefenseRolled(Event, frozen=True, kw_only=True, tag="defense_rolled"):
    """An Active Defense against the attack's total. [HAC-ADEF-03]"""

    says = "{character} defends against {attacker}: {total} against {against}."

    character: str
    attacker: str
    defense: DefenseName
    total: int
    against: int
    success: bool

    def key_moment(self) -> str:
        return "counterstrike" if self.defense == "counterstrike" else ""


class KnockdownResisted(Event, frozen=True, kw_only=True, tag="knockdown_resisted"):
    """Earth against being thrown to the ground; the Wounds stand. [HAC-KD-02]"""

    says = "{character} resists the Knockdown with {total}."

    character: str
    attacker: str
    total: int
    tn: int
    success: bool


class GuardRolled(Event, frozen=True, kw_only=True, tag="guard_rolled"):
    """Somebody tries to take the place of a target. [HAC-GUARD-01]"""

    says = "{character} guards {target}: {total} against {against}."

    character: str
    target: str
    total: int
    against: int
    success: bool


class GuardFailed(Event, frozen=True, kw_only=True, tag="guard_failed"):
    """The attack goes on against the original target. [HAC-GUARD-03]"""

    says = "{character} comes too late for {target}."

    character: str
    target: str


class TargetChanged(Event, frozen=True, kw_only=True, tag="target_changed"):
    """The guard is the target now. [HAC-GUARD-02]"""

    says = "{character} takes the place of {target}."
    weight = "key"
    moment = "guard"

    character: str
    target: str


class WoundsDivided(Event, frozen=True, kw_only=True, tag="wounds_divided"):
    """How the Wounds are divided among Kaonashi. [HAC-KAO-04]"""

    says = "{attacker} divides the Wounds."

    attacker: str
    wounds: dict[str, int]
    affected: tuple[str, ...] = ()


class ManeuverEffect(Event, frozen=True, kw_only=True, tag="maneuver_effect"):
    """A maneuver has its effect on somebody. [HAC-KAO-07]"""

    says = "{maneuver}: {target}."

    attacker: str
    target: str
    maneuver: Maneuver


class WeaponLost(Event, frozen=True, kw_only=True, tag="weapon_lost"):
    """A weapon is out of its owner's grasp: on the ground, or in somebody's hands. [HAC-DISARM-03]"""

    says = "{character} loses {weapon}."
    weight = "key"
    moment = "disarm"

    character: str
    weapon: str
    to: str


class WeaponTaken(Event, frozen=True, kw_only=True, tag="weapon_taken"):
    """A weapon of the owner's is in somebody's hands, who calls it `name`; one's own is back. [HAC-DISARM-03]"""

    says = "{character} has {weapon} in hand."

    character: str
    owner: str
    weapon: str
    name: str


class WeaponReturned(Event, frozen=True, kw_only=True, tag="weapon_returned"):
    """The GM gives somebody a lost weapon back. [HAC-DISARM-03]"""

    says = "{character} has {weapon} again."

    character: str
    weapon: str
    reason: str = ""


class HoldStarted(Event, frozen=True, kw_only=True, tag="hold_started"):
    """Somebody is captured. An empty weapon is bare hands. [HAC-GRAP-02]"""

    says = "{holder} captures {captive}."
    weight = "key"

    holder: str
    captive: str
    hold: Hold
    weapon: str = ""


class HoldChanged(Event, frozen=True, kw_only=True, tag="hold_changed"):
    """A partial hold is a full one now. [HAC-GRAP-05]"""

    says = "{holder} tightens the hold on {captive}."

    holder: str
    captive: str
    hold: Hold = "full"


class HoldReleased(Event, frozen=True, kw_only=True, tag="hold_released"):
    """The holder lets go. [HAC-GRAP-05]"""

    says = "{holder} releases {captive}."

    holder: str
    captive: str


class HoldEnded(Event, frozen=True, kw_only=True, tag="hold_ended"):
    """A hold is over. [HAC-GRAP-08, HAC-WOUND-08, HAC-MOVE-11]"""

    says = "{captive} is free of {holder}."

    holder: str
    captive: str
    cause: Literal["released", "escaped", "left_close", "holder_unable", "thrown", "shaken_off", "captive_gone", "gm"]


class EscapeRolled(Event, frozen=True, kw_only=True, tag="escape_rolled"):
    """A captive against the holder's Earth. [HAC-GRAP-07]"""

    says = "{character} tries to escape from {holder}: {total} against {against}."

    character: str
    holder: str
    total: int
    against: int
    success: bool


class Thrown(Event, frozen=True, kw_only=True, tag="thrown"):
    """Somebody is thrown so many increments. [HAC-THROW-02]"""

    says = "{thrower} throws {character}."
    weight = "key"
    moment = "throw"

    character: str
    thrower: str
    increments: int
    toward: str = ""


class LandingRolled(Event, frozen=True, kw_only=True, tag="landing_rolled"):
    """Who is thrown tries to land on their feet. [HAC-THROW-04]"""

    says = "{character} lands with {total}."

    character: str
    total: int
    tn: int
    success: bool
