"""Pushes, injuries, fouls and penalties, and GM actions."""

from __future__ import annotations

from typing import Literal

from rules.ishmek.commands import ActionName, FoulKind, OrbChange, Side, Square, SrMod
from rules.ishmek.state import PenaltyKind, Status
from rules.ishmek.tables import GRAVE_INJURY
from rules.kernel.messages import Event
from rules.kernel.rolls import Rolled

SET_BY_GM = ("speed_mod", "prone", "slots_l1", "move_used", "action_used", "reaction_used", "bonus_used")
"""What the GM sets of a player as it is named on the player."""


class FoulIntended(Event, frozen=True, kw_only=True, tag="foul_intended"):
    """A push was meant to injure, as its command said before the rolls; the umpires look now. [ISH-FOUL-01]"""

    says = "{player} meant to injure {target:player}."

    player: str
    target: str


class PushEnded(Event, frozen=True, kw_only=True, tag="push_ended"):
    """A push is over, or came to nothing: what was hidden about it may be known. [ISH-FOUL-01]"""

    says = "{player}'s push is over."
    weight = "small"

    player: str


class Pushed(Event, frozen=True, kw_only=True, tag="pushed", rename={"start": "from"}):
    """A player was moved one square, its orb along. [ISH-PUSH-02, ISH-PUSH-05, ISH-PUSH-12]"""

    says = "{by:player} moves {player} to {to:square}{orbs:carrying}."

    player: str
    by: str
    start: Square
    to: Square
    orbs: tuple[Side, ...] = ()


class PushStopped(Event, frozen=True, kw_only=True, tag="push_stopped"):
    """The movement of a push met an obstacle and stopped before it. [ISH-Q-40]"""

    says = "{player} is stopped at {at:square}."

    player: str
    at: Square


class Floored(Event, frozen=True, kw_only=True, tag="floored", rename={"start": "from"}):
    """A player is prone, in its square or beside it. [ISH-PUSH-04, ISH-PUSH-10]"""

    says = "{player} is floored at {at:square} by {by:player}."

    player: str
    by: str
    start: Square
    at: Square
    orbs: tuple[Side, ...] = ()


class StumbleRolled(Rolled, frozen=True, kw_only=True, tag="stumble_rolled"):
    """The plain d20 of who lost a push by 5 or more. [ISH-PUSH-10]"""

    says = "{player} rolls {total} to stay upright."

    player: str


class ForcedControlled(Event, frozen=True, kw_only=True, tag="forced_control"):
    """A forced Control: made, or not (`rolled` false: no Reaction was left). [ISH-PUSH-03..12]"""

    player: str
    orb: Side
    dc: int
    made: bool
    rolled: bool
    missed_by: int = 0


class InjuryRolled(Rolled, frozen=True, kw_only=True, tag="injury_rolled"):
    """A roll on the injury table ("injury"), or the second d20 of a 21+ ("removal"). [ISH-INJ-01, ISH-INJ-07]"""

    player: str
    table: Literal["injury", "removal"]
    cause: str
    injury: str

    def key_moment(self) -> str:
        return "injury" if self.table == "injury" and self.total >= GRAVE_INJURY else ""


class InjuryApplied(Event, frozen=True, kw_only=True, tag="injury_applied"):
    """A player has an injury until the end of turn `until` (null: of the match). [ISH-INJ-02..05]"""

    says = "{player} has {injury} {until:until_turn}."

    player: str
    injury: str
    until: int | None = None


class InjuryExpired(Event, frozen=True, kw_only=True, tag="injury_expired"):
    """An injury is over. [ISH-INJ-05]"""

    says = "{player} has recovered from {injury}."
    weight = "small"

    player: str
    injury: str
    until: int | None = None


class ModifierExpired(Event, frozen=True, kw_only=True, tag="modifier_expired"):
    """A modifier that the GM gave for some turns is over. [ISH-SPELL-05]"""

    says = "{player}: {mod} is over."
    weight = "small"

    player: str
    mod: SrMod


class PlayerRemoved(Event, frozen=True, kw_only=True, tag="player_removed"):
    """A player leaves the field for the match, the tournament, or for good. [ISH-INJ-07]"""

    says = "{player} {status}."
    weight = "key"

    player: str
    status: Status

    def key_moment(self) -> str:
        return "death" if self.status == "dead" else "injury"


class UmpireRolled(Rolled, frozen=True, kw_only=True, tag="umpire_rolled"):
    """An umpire's Perception check, umpire 1 or 2. [ISH-UMP-03]"""

    umpire: int
    player: str


class FoulCalled(Event, frozen=True, kw_only=True, tag="foul_called"):
    """The umpires saw it. [ISH-UMP-01, ISH-UMP-03]"""

    says = "Foul by {player}{victim}: {foul}."
    weight = "key"
    moment = "foul"

    player: str
    foul: FoulKind
    victim: str = ""


class PlayerSatOut(Event, frozen=True, kw_only=True, tag="player_sat_out"):
    """A player leaves the field: until a point, for five rounds (`back` is the turn of return), or for the match."""

    weight = "key"

    player: str
    until: PenaltyKind
    back: int | None = None


class PlayerEjected(Event, frozen=True, kw_only=True, tag="player_ejected"):
    """A player is out of the tournament for a foul. [ISH-FOUL-08]"""

    says = "{player} is ejected from the tournament."
    weight = "key"
    moment = "ejection"

    player: str


class PlayRewound(Event, frozen=True, kw_only=True, tag="play_rewound"):
    """The umpires turned play back to just before a second use of the same action. [ISH-UMP-02]"""

    says = "Play is rewound to before {player} used {name:action} again."
    weight = "key"
    moment = "rewind"

    player: str
    name: ActionName


class PlayerDismissed(Event, frozen=True, kw_only=True, tag="player_dismissed"):
    """A player was dismissed from the tournament. [ISH-SPELL-04]"""

    says = "{player} is dismissed from the tournament{reason}"
    weight = "key"
    moment = "ejection"

    player: str
    reason: str = ""


class SpellAdjudicated(Event, frozen=True, kw_only=True, tag="spell_adjudicated"):
    """The GM is done with a spell."""

    says = "The GM has resolved {spell}."
    weight = "small"

    player: str
    spell: str


class GmEffectApplied(Event, frozen=True, kw_only=True, tag="gm_effect_applied"):
    """A change by the GM, and why: the player as it is now, the orb, the umpires, the score. [ISH-SPELL-06]"""

    weight = "key"

    note: str
    player: str = ""
    sr_mod: SrMod | None = None
    speed_mod: int | None = None
    at: Square | None = None
    prone: bool | None = None
    slots_l1: int | None = None
    move_used: int | None = None
    action_used: bool | None = None
    reaction_used: bool | None = None
    bonus_used: bool | None = None
    injury_added: str = ""
    injury_until: int | None = None
    injury_removed: str = ""
    orb: OrbChange | None = None
    umpires: tuple[int, int] | None = None
    score: tuple[int, int] | None = None
