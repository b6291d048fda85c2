"""What happens in an Ishmêk match, as facts that carry their outcomes. `orb` and `vessel` are named by their team."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from rules.ishmek.commands import Ability, ActionName, FoulKind, OrbChange, Side, Square, SrMod
from rules.ishmek.house_rules import HouseRules
from rules.ishmek.state import AnyFrame, PenaltyKind, Player, State, Status, Team
from rules.kernel.agenda import Decided as KernelDecided
from rules.kernel.agenda import Secret
from rules.kernel.rolls import Rolled

SrKind = Literal[
    "control", "seize", "propel", "intercept", "push_pull", "order", "seize_defence", "push_defence", "forced_control"
]
BurnFor = Literal["sr", "order", "move", "propel"]
VesselMeans = Literal["score_shot", "scatter", "deviation"]


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", kw_only=True):
    """Base of the events that are no rolls."""


# Match, turns, goes


class MatchCreated(Event, frozen=True, kw_only=True, tag="match_created"):
    """A match and everything it starts from; house rules are pinned here. [ISH-ARENA-01..03, ISH-Q-02]"""

    teams: tuple[Team, Team]
    players: tuple[Player, ...]
    turns_total: int
    umpires: tuple[int, int]
    house_rules: HouseRules


class PositionSet(Event, frozen=True, kw_only=True, tag="position_set"):
    """The match starts in the midst of one: the whole situation."""

    state: State


class PlacementMade(Event, frozen=True, kw_only=True, tag="placement_made"):
    """A team wrote its placement down; hidden from the others until `players_placed`. [ISH-START-01, ISH-Q-10]"""

    team: Side
    squares: dict[str, Square]
    secret: Secret | None = None


class PlayersPlaced(Event, frozen=True, kw_only=True, tag="players_placed"):
    """Players stand on their squares. `benched` left the field for a substitute. [ISH-START-01]"""

    squares: dict[str, Square]
    benched: tuple[str, ...] = ()


class PlayersWaited(Event, frozen=True, kw_only=True, tag="players_waited"):
    """No square was free for them: they come back a turn later. [ISH-Q-49]"""

    players: tuple[str, ...]
    back: int


class OrbsPlaced(Event, frozen=True, kw_only=True, tag="orbs_placed"):
    """Both orbs lie loose at their start squares. [ISH-START-02, ISH-SCORE-05]"""

    home: Square
    away: Square


class FieldCleared(Event, frozen=True, kw_only=True, tag="field_cleared"):
    """Everybody goes back to start positions: places, prone and holders are cleared. [ISH-Q-66]"""

    cause: Literal["match_start", "point", "double_loss"]


class TurnStarted(Event, frozen=True, kw_only=True, tag="turn_started"):
    """A turn begins; everybody's per-turn economy is whole again. `returning` may come back. [ISH-ECON-06]"""

    turn: int
    returning: tuple[str, ...] = ()


class InitiativeRolled(Rolled, frozen=True, kw_only=True, tag="initiative_rolled"):
    """A team's d20 for initiative. [ISH-INIT-01]"""

    team: Side


class InitiativeSet(Event, frozen=True, kw_only=True, tag="initiative_set"):
    """Who picks first this turn."""

    team: Side


class GoStarted(Event, frozen=True, kw_only=True, tag="go_started"):
    """A player was picked. [ISH-INIT-02]"""

    player: str


class GoEnded(Event, frozen=True, kw_only=True, tag="go_ended"):
    """A player's go is over."""

    player: str


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn is over: "all_gone", "point" or "double_loss". [ISH-TURN-01, ISH-TURN-02, ISH-Q-17]"""

    turn: int
    reason: str


class ExtraTurnAdded(Event, frozen=True, kw_only=True, tag="extra_turn_added"):
    """House rule: the match is level, one more turn is played. [ISH-Q-14]"""

    turns_total: int


class MatchEnded(Event, frozen=True, kw_only=True, tag="match_ended"):
    """The match is over. `winner` is null for a draw. [ISH-END-01]"""

    termination: str
    winner: Side | None
    score: tuple[int, int]


# Movement


class Stepped(Event, frozen=True, kw_only=True, tag="stepped", rename={"start": "from"}):
    """A player moved one square, its orb along. `cost` in squares. [ISH-MOVE-01, ISH-MOVE-03]"""

    player: str
    start: Square
    to: Square
    cost: int
    orbs: tuple[Side, ...] = ()


class Stood(Event, frozen=True, kw_only=True, tag="stood"):
    """A prone player stood up. [ISH-MOVE-05]"""

    player: str
    cost: int


class Dashed(Event, frozen=True, kw_only=True, tag="dashed"):
    """More squares of movement this turn. [ISH-DASH-01]"""

    player: str
    squares: int


class ConcussionRolled(Rolled, frozen=True, kw_only=True, tag="concussion_rolled"):
    """Whether a concussed player loses the movement or the Action. [ISH-INJ-04]"""

    player: str
    before: Literal["movement", "action"]
    lost: bool


# Slots, burns, spells


class ActionSpent(Event, frozen=True, kw_only=True, tag="action_spent"):
    """The Action is used. `name` is empty when concussion cost it. [ISH-ECON-01, ISH-Q-71]"""

    player: str
    name: ActionName | Literal[""] = ""


class ReactionSpent(Event, frozen=True, kw_only=True, tag="reaction_spent"):
    """The Reaction is used. `forced`: by a forced Control, which is not a use of the name. [ISH-ECON-01, ISH-Q-41]"""

    player: str
    name: ActionName | Literal[""] = ""
    forced: bool = False


class BonusSpent(Event, frozen=True, kw_only=True, tag="bonus_spent"):
    """The Bonus Action is used, from `source`. [ISH-ECON-05]"""

    player: str
    name: ActionName
    source: str


class BurnDeclared(Event, frozen=True, kw_only=True, tag="burn_declared"):
    """A Burn: `amount` is what it adds (to a roll, or in squares); `injury_mod` goes on the injury roll.

    [ISH-BURN-01..04]
    """

    player: str
    amount: int
    purpose: BurnFor
    injury_mod: int


class SpellSpent(Event, frozen=True, kw_only=True, tag="spell_spent"):
    """A level-1 spell went into a skill roll: for +4, or for the range of a seize. [ISH-SPELL-01, ISH-SEIZE-03]"""

    player: str
    spell: str
    purpose: Literal["boost", "range"]


class SpellCast(Event, frozen=True, kw_only=True, tag="spell_cast"):
    """A spell was cast for another effect; the GM adjudicates it. [ISH-SPELL-03, ISH-SPELL-04]"""

    player: str
    spell: str
    level: int
    lethal: bool = False
    grounds_for_dismissal: bool = False


# Windows


class WindowOpened(Event, frozen=True, kw_only=True, tag="window_opened"):
    """Players may react to what just happened. [ISH-REACT-01]"""

    trigger: str
    about: str
    players: tuple[str, ...]


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """A player let the window go by."""

    player: str


class ReactionDeclared(Event, frozen=True, kw_only=True, tag="reaction_declared"):
    """A player wants to react. [ISH-REACT-01]"""

    player: str
    name: ActionName


class ReactionLapsed(Event, frozen=True, kw_only=True, tag="reaction_lapsed"):
    """A declared reaction was no longer legal when its turn came: nothing is spent. [ISH-Q-64]"""

    player: str
    name: ActionName
    code: str


class WindowClosed(Event, frozen=True, kw_only=True, tag="window_closed"):
    """All have answered. `order` is the order in which declared reactions are settled."""

    order: tuple[str, ...] = ()


class OrderRolled(Rolled, frozen=True, kw_only=True, tag="order_rolled"):
    """A declarer's Dexterity roll for who tries first. [ISH-REACT-04..06]"""

    player: str


# Skill rolls


class SrRolled(Rolled, frozen=True, kw_only=True, tag="sr_rolled"):
    """An Ishmêk skill roll with all its parts. `opponent` in a contest. [ISH-SR-01..06]"""

    player: str
    kind: SrKind
    ability: Ability
    opponent: str = ""
    advantage: bool = False


class ContestSettled(Event, frozen=True, kw_only=True, tag="contest_settled"):
    """Both sides of a contest have rolled; `margin` is actor total − target total."""

    kind: Literal["seize", "push_pull"]
    actor: str
    target: str
    margin: int


class ControlFailed(Event, frozen=True, kw_only=True, tag="control_failed"):
    """A Control missed by `by`. [ISH-CTRL-05, ISH-CTRL-06]"""

    player: str
    orb: Side
    by: int


class SeizeFailed(Event, frozen=True, kw_only=True, tag="seize_failed"):
    """The holder keeps the orb. [ISH-SEIZE-07]"""

    player: str
    target: str


class RedirectFailed(Event, frozen=True, kw_only=True, tag="redirect_failed"):
    """The flying orb goes on as it flew. [ISH-PROPEL-04]"""

    player: str
    orb: Side


class InterceptFailed(Event, frozen=True, kw_only=True, tag="intercept_failed"):
    """The orb flies on. [ISH-INT-07]"""

    player: str
    orb: Side


class PushFailed(Event, frozen=True, kw_only=True, tag="push_failed"):
    """The push was lost, or won without moving anybody. [ISH-PUSH-08]"""

    player: str
    target: str
    margin: int


# Orbs


class OrbControlled(Event, frozen=True, kw_only=True, tag="orb_controlled"):
    """A player holds the orb, in the player's square. [ISH-ORB-02]"""

    orb: Side
    player: str
    at: Square


class OrbIntercepted(Event, frozen=True, kw_only=True, tag="orb_intercepted"):
    """A flight ended in a player's hands; `orb_controlled` follows. [ISH-INT-06]"""

    orb: Side
    player: str


class OrbDropped(Event, frozen=True, kw_only=True, tag="orb_dropped"):
    """An orb is loose where its holder stood: dropped, knocked out of the hands, or its holder left.

    [ISH-ECON-07, ISH-Q-48]
    """

    orb: Side
    player: str
    at: Square


class OrbLaunched(Event, frozen=True, kw_only=True, tag="orb_launched"):
    """An orb flies. `path` has one square a unit of distance, the launch square first. [ISH-PROPEL-01]"""

    orb: Side
    player: str
    path: tuple[Square, ...]
    target: Square
    distance: int
    lob: bool = False
    score_shot: bool = False
    motion: int


class OrbRedirected(Event, frozen=True, kw_only=True, tag="orb_redirected"):
    """A flying orb took a new course; its `orb_launched` follows. [ISH-PROPEL-05]"""

    orb: Side
    player: str


class OrbFellShort(Event, frozen=True, kw_only=True, tag="orb_fell_short"):
    """A wide miss: `m` of the planned units will be covered. No die for distance 1. [ISH-PROPEL-10]"""

    orb: Side
    m: int
    die: int | None = None


class DistanceRolled(Rolled, frozen=True, kw_only=True, tag="distance_rolled"):
    """The die for the distance covered by a wide miss. [ISH-Q-24]"""

    orb: Side


class OrbMoved(Event, frozen=True, kw_only=True, tag="orb_moved", rename={"start": "from"}):
    """A flying orb entered the next square of its path. [ISH-PROPEL-11]"""

    orb: Side
    start: Square
    to: Square
    index: int


class OrbBounced(Event, frozen=True, kw_only=True, tag="orb_bounced"):
    """A flying orb turned at a wall; that cost 1 of the distance. `at` is where it is after it. [ISH-BOUNCE-01..03]"""

    orb: Side
    at: Square
    index: int


class OrbLanded(Event, frozen=True, kw_only=True, tag="orb_landed"):
    """An orb came down and is loose. [ISH-PROPEL-07, ISH-PROPEL-08]"""

    orb: Side
    at: Square


class OrbDeviated(Rolled, frozen=True, kw_only=True, tag="orb_deviated", rename={"start": "from"}):
    """A missed propel came down beside its square: the d8 and where it lies. [ISH-PROPEL-09, ISH-PROPEL-10]"""

    orb: Side
    start: Square
    to: Square
    die: int
    frame: str
    bounced: bool = False


class OrbScattered(Rolled, frozen=True, kw_only=True, tag="orb_scattered", rename={"start": "from"}):
    """A loose orb rolled one square. `frame` says how the d8 is read. [ISH-SCAT-01..05]"""

    orb: Side
    start: Square
    to: Square
    die: int
    frame: str
    cause: str
    bounced: bool = False


class OrbInVessel(Event, frozen=True, kw_only=True, tag="orb_in_vessel"):
    """An orb entered a vessel through its opening. [ISH-SCORE-06]"""

    orb: Side
    vessel: Side
    at: Square
    cause: str
    means: VesselMeans
    motion: int


class OrbLost(Event, frozen=True, kw_only=True, tag="orb_lost"):
    """An orb is in a vessel without a point, out of reach until reset. [ISH-SCORE-02, ISH-SCORE-04]"""

    orb: Side
    vessel: Side


class PointScored(Event, frozen=True, kw_only=True, tag="point_scored"):
    """A point. `score` is the new score, home first; `gift`: the defending side caused it.

    [ISH-SCORE-01, ISH-SCORE-03]
    """

    team: Side
    player: str
    score: tuple[int, int]
    gift: bool = False


# Push and pull


class FoulIntended(Event, frozen=True, kw_only=True, tag="foul_intended"):
    """A push with intent to injure; hidden until the umpires have looked. [ISH-FOUL-01]"""

    player: str
    target: str
    secret: Secret | None = None


class Pushed(Event, frozen=True, kw_only=True, tag="pushed", rename={"start": "from"}):
    """A player was moved one square, its orb along. [ISH-PUSH-02, ISH-PUSH-05, ISH-PUSH-12]"""

    player: str
    by: str
    start: Square
    to: Square
    orbs: tuple[Side, ...] = ()


class PushStopped(Event, frozen=True, kw_only=True, tag="push_stopped"):
    """The movement of a push met an obstacle and stopped before it. [ISH-Q-40]"""

    player: str
    at: Square


class Floored(Event, frozen=True, kw_only=True, tag="floored", rename={"start": "from"}):
    """A player is prone, in its square or beside it. [ISH-PUSH-04, ISH-PUSH-10]"""

    player: str
    by: str
    start: Square
    at: Square
    orbs: tuple[Side, ...] = ()


class StumbleRolled(Rolled, frozen=True, kw_only=True, tag="stumble_rolled"):
    """The plain d20 of who lost a push by 5 or more. [ISH-PUSH-10]"""

    player: str


class ForcedControlled(Event, frozen=True, kw_only=True, tag="forced_control"):
    """A forced Control: made, or not (`rolled` false: no Reaction was left). [ISH-PUSH-03..12]"""

    player: str
    orb: Side
    dc: int
    made: bool
    rolled: bool
    by: int = 0


# Injuries and penalties


class InjuryRolled(Rolled, frozen=True, kw_only=True, tag="injury_rolled"):
    """A roll on the injury table ("injury"), or the second d20 of a 21+ ("removal"). [ISH-INJ-01, ISH-INJ-07]"""

    player: str
    table: Literal["injury", "removal"]
    cause: str
    injury: str


class InjuryApplied(Event, frozen=True, kw_only=True, tag="injury_applied"):
    """A player has an injury until the end of turn `until` (null: of the match). [ISH-INJ-02..05]"""

    player: str
    injury: str
    until: int | None = None


class InjuryExpired(Event, frozen=True, kw_only=True, tag="injury_expired"):
    """An injury is over. [ISH-INJ-05]"""

    player: str
    injury: str
    until: int | None = None


class PlayerRemoved(Event, frozen=True, kw_only=True, tag="player_removed"):
    """A player leaves the field for the match, the tournament, or for good. [ISH-INJ-07]"""

    player: str
    status: Status


class UmpireRolled(Rolled, frozen=True, kw_only=True, tag="umpire_rolled"):
    """An umpire's Perception check, umpire 1 or 2. [ISH-UMP-03]"""

    umpire: int
    player: str


class FoulCalled(Event, frozen=True, kw_only=True, tag="foul_called"):
    """The umpires saw it. [ISH-UMP-01, ISH-UMP-03]"""

    player: str
    foul: FoulKind
    victim: str = ""


class PlayerSatOut(Event, frozen=True, kw_only=True, tag="player_sat_out"):
    """A player leaves the field: until a point, for five rounds (`back` is the turn of return), or for the match."""

    player: str
    until: PenaltyKind
    back: int | None = None


class PlayerEjected(Event, frozen=True, kw_only=True, tag="player_ejected"):
    """A player is out of the tournament for a foul. [ISH-FOUL-08]"""

    player: str


class PlayRewound(Event, frozen=True, kw_only=True, tag="play_rewound"):
    """The umpires turned play back to just before a second use of the same action, which never took effect.

    [ISH-UMP-02]
    """

    player: str
    name: ActionName


class PlayerDismissed(Event, frozen=True, kw_only=True, tag="player_dismissed"):
    """A player was dismissed from the tournament. [ISH-SPELL-04]"""

    player: str
    reason: str = ""


class SpellAdjudicated(Event, frozen=True, kw_only=True, tag="spell_adjudicated"):
    """The GM is done with a spell."""

    player: str
    spell: str


class GmEffectApplied(Event, frozen=True, kw_only=True, tag="gm_effect_applied"):
    """What the GM changed by hand, and why: the affected player as it is now, the orb, the umpires, the score.

    [ISH-SPELL-06]
    """

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


class MatchForfeited(Event, frozen=True, kw_only=True, tag="match_forfeited"):
    """A team gave up; `match_ended` follows."""

    team: Side
    reason: str = ""


class Decided(KernelDecided, frozen=True, tag="decided"):
    """Closes a command; see `rules.kernel.agenda.Decided`."""

    push: tuple[AnyFrame, ...] = ()


AnyEvent: TypeAlias = Any
"""Any struct of `EVENTS`."""


def _kinds(base: type[Any]) -> list[type[Any]]:
    return [kind for kind in base.__subclasses__() if kind.__module__ == __name__]


_ALL: list[type[Any]] = [*_kinds(Event), *_kinds(Rolled), Decided]
EVENTS: dict[str, type[Any]] = {str(kind.__struct_config__.tag): kind for kind in _ALL}
