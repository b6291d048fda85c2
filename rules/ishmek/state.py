"""The situation of an Ishmêk match: teams, players, orbs, and the frames of unfinished business."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rules.ishmek.commands import Ability, ActionName, Side, Slot, Square, SrMod
from rules.ishmek.house_rules import HouseRules
from rules.kernel.agenda import DeclaredReaction, Frame, Window
from rules.kernel.rolls import Mod

CastingTime = Literal["action", "reaction", "bonus"]
OrbState = Literal["controlled", "loose", "in_flight", "lost"]
Status = Literal["on_field", "sitting_out", "out_match", "out_tournament", "dead", "bench"]
MoveRoll = Literal["none", "kept", "lost"]
PenaltyKind = Literal["point", "rounds", "match"]
Cause = Literal["match_start", "point", "double_loss", ""]
TurnStage = Literal["start", "initiative", "pick", "reset", "end"]


class Spell(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A level-1 spell and what it takes to cast it."""

    name: str
    casting_time: CastingTime


class BonusSource(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What grants a Bonus Action: the actions it names, and how often it may still be used (null: any number)."""

    name: str
    actions: tuple[ActionName, ...]
    uses: int | None = None


class Injury(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An injury by its table name, and the turn at whose end it goes (null: the end of the match)."""

    name: str
    until: int | None = None


class SitOut(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A penalty: until a point, until the start of turn `back`, or for the match.

    Who was caught only after a point had ended the turn waits for another one: then `back` of a "point" penalty is the
    turn that this point leads to.
    """

    kind: PenaltyKind
    back: int | None = None


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A player. Speeds in feet, movement in squares; the fields from `move_used` on are reset at each turn start."""

    id: str
    team: Side
    name: str = ""
    prof: int = 2
    str_mod: int = 0
    dex_mod: int = 0
    cast_mod: int | None = None
    speed: int = 30
    slots_l1: int = 0
    spells_l1: tuple[Spell, ...] = ()
    bonus_sources: tuple[BonusSource, ...] = ()
    sr_mods: tuple[SrMod, ...] = ()
    speed_mod: int = 0
    status: Status = "on_field"
    at: Square | None = None
    prone: bool = False
    injuries: tuple[Injury, ...] = ()
    sit_out: SitOut | None = None
    move_used: int = 0
    dash_bonus: int = 0
    burn_move: int = 0
    action_used: bool = False
    reaction_used: bool = False
    bonus_used: bool = False
    used_names: tuple[ActionName, ...] = ()
    move_roll: MoveRoll = "none"
    go_taken: bool = False


class Orb(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """An orb, named by its team. `motion` counts how often it was taken up, launched or put into a vessel."""

    team: Side
    state: OrbState = "loose"
    at: Square | None = None
    holder: str | None = None
    motion: int = 0


class Team(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A team's name and colour (CSS hex). `size`: how many it fields."""

    side: Side
    name: str = ""
    colour: str = ""
    size: int = 6


class Result(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How the match ended: "turns", "forfeit"; `winner` null for a draw."""

    termination: str
    winner: Side | None = None


# Frames, from the bottom of the agenda up.


class TurnFrame(Frame, frozen=True, tag="turn"):
    """The turn itself; always at the bottom.

    At stage "start", `fresh` means from start positions. At stage "pick" `next_team` picks next; null: nobody is on the
    field, and the GM is asked.
    """

    stage: TurnStage = "start"
    fresh: bool = True
    cause: Cause = "match_start"
    next_team: Side | None = None


class Placing(Frame, frozen=True, tag="placing"):
    """Teams put players on their back wall.

    `players` are those to place, by side; `made` stays hidden from the other team until all `waiting` are in.
    `limit`: how many of a side
    find room. `subs`: bench players who may take part, by side.
    """

    waiting: tuple[Side, ...]
    players: dict[Side, tuple[str, ...]]
    fresh: bool
    made: dict[str, Square] = {}
    limit: dict[Side, int] = {}
    bench: dict[Side, tuple[str, ...]] = {}


class Go(Frame, frozen=True, tag="go"):
    """A player's go. `burns` are move burns whose injury roll is still to be made, in the order they were declared."""

    player: str
    burns: tuple[int, ...] = ()
    ending: bool = False


class BurnInjury(msgspec.Struct, frozen=True, gc=False):
    """An injury roll still to be made for a Burn: who, the modifier, and what it was burned for."""

    player: str
    amount: int
    cause: str


class Foul(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An intended injury: what the umpires will check.

    `injury_total` is the fouled player's roll, if one came of it.
    """

    player: str
    victim: str
    dc: int
    injury_total: int | None = None


class Acting(Frame, frozen=True, tag="acting"):
    """An Action, Bonus Action or Reaction under way; on top again, the injury rolls for its Burns are made."""

    player: str
    name: ActionName
    slot: Slot
    owed: tuple[BurnInjury, ...] = ()
    foul: Foul | None = None


class BurnInjuries(Frame, frozen=True, tag="owing"):
    """Injury rolls for Burns of what a point or a double loss cut short. [ISH-TURN-03]"""

    owed: tuple[BurnInjury, ...]


class Contest(Frame, frozen=True, tag="contest"):
    """A seize or push_pull declared; the target says how it defends. Holds what the actor declared."""

    kind: Literal["seize", "push_pull"]
    actor: str
    target: str
    slot: Slot
    ability: Ability
    burn: int = 0
    spell: str | None = None
    intent: bool = False
    ranged: bool = False
    orb: Side | None = None


class PushChoice(Frame, frozen=True, tag="push_choice"):
    """A push_pull was decided and its winner chooses. `margin` is the actor's; negative when the target chooses.

    `orb` is what the target held when it was pushed.
    """

    actor: str
    target: str
    margin: int
    orb: Side | None = None


class Aftermath(Frame, frozen=True, tag="aftermath"):
    """What follows a push once the movement is over: `steps` still to come, in order.

    "stumble": the actor's plain d20. "injury": the target rolls on the injury table with `injury_mods`. "forced": a
    Control SR for `orb` at `dc`, `scatter` squares if not made. "window": the last square's window, for `moved`.
    """

    actor: str
    target: str
    steps: tuple[Literal["stumble", "injury", "forced", "window"], ...]
    orb: Side | None = None
    injury_mods: tuple[Mod, ...] = ()
    injury_rule: str = ""
    dc: int = 0
    scatter: int = 0
    rule: str = ""
    moved: str = ""
    by_feet: bool = False


class Shove(Frame, frozen=True, tag="shove"):
    """A player is being moved square by square: straight on along `direction`, or along `path`; `left` squares to go.

    `feet` have been moved. When it is over, `steps` follow (see `Aftermath`).
    """

    mover: str
    moved: str
    left: int
    aftermath: Aftermath
    direction: Square | None = None
    path: tuple[Square, ...] = ()
    feet: int = 0


class Forced(Frame, frozen=True, tag="forced"):
    """A holder must roll Control to keep an orb.

    `free`: costs no Reaction. `scatter`: squares if not made (0: just loose).
    """

    holder: str
    orb: Side
    dc: int
    scatter: int
    cause: str
    free: bool = False
    rule: str = ""


class Flight(Frame, frozen=True, tag="flight"):
    """An orb under way. `path[0]` is the launch square, one entry a unit of distance; `bounces` are the units that
    are wall bounces.

    `covered` is m of a wide miss (else the distance); `margin` that of the propel.
    """

    orb: Side
    motion: int
    propeller: str
    path: tuple[Square, ...]
    bounces: tuple[int, ...]
    distance: int
    dc_distance: int
    covered: int
    margin: int
    index: int = 0
    lob: bool = False
    score_shot: bool = False
    direction: Square = (1, 0)
    windowed: bool = False


class Landing(Frame, frozen=True, tag="landing"):
    """An orb that has come down off its target; the window there comes before the scatter."""

    orb: Side
    motion: int
    scatter: int
    cause: str
    direction: Square | None = None
    windowed: bool = False


class Scatter(Frame, frozen=True, tag="scatter"):
    """An orb scattering, `left` squares to go, in the frame of the cause (or along `direction`)."""

    orb: Side
    motion: int
    left: int
    cause: str
    direction: Square | None = None


class BounceChoice(Frame, frozen=True, tag="bounce_choice"):
    """House rule: the GM says where a diagonal scatter or deviation from `start` into a wall ends."""

    orb: Side
    start: Square
    squares: tuple[Square, ...]


class Settling(Frame, frozen=True, tag="settling"):
    """Declared reactions in the order they are settled. `burned`: order burns by player, rolled for in any case."""

    queue: tuple[DeclaredReaction, ...]
    burned: dict[str, int] = {}


class Adjudication(Frame, frozen=True, tag="adjudication"):
    """A spell waits for the GM's word; `dismissal` is certain for lethal and higher ones."""

    player: str
    spell: str
    dismissal: bool = False


AnyFrame: TypeAlias = (
    Window
    | TurnFrame
    | Placing
    | Go
    | Acting
    | BurnInjuries
    | Contest
    | PushChoice
    | Shove
    | Aftermath
    | Forced
    | Flight
    | Landing
    | Scatter
    | BounceChoice
    | Settling
    | Adjudication
)


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """An Ishmêk match at one moment."""

    turns_total: int
    teams: tuple[Team, Team]
    players: tuple[Player, ...]
    orbs: tuple[Orb, Orb]
    umpires: tuple[int, int] = (6, 7)
    rules: HouseRules = HouseRules()
    turn: int = 1
    score: tuple[int, int] = (0, 0)
    picks: tuple[str, ...] = ()
    first_team: Side | None = None
    agenda: tuple[AnyFrame, ...] = ()
    result: Result | None = None
