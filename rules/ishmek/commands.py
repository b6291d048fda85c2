"""What can be asked for in Ishmêk: the players' commands and the GM's.

A square is ``[x, y]``, x 1..16 from the home back wall, y 1..7 from the top. `orb` names an orb by its team.
`ability` left out (null) means the best one allowed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from rules.kernel.labels import Bounds, FormText, Reason, label
from rules.kernel.messages import Command, by_tag, defined_in

BOUND = 1_000
"""No modifier, score or other number that the GM gives by hand is further from 0."""

Side = Literal["home", "away"]
Square: TypeAlias = tuple[int, int]
Ability = Literal["cast", "dex", "str"]
Slot = Literal["action", "reaction", "bonus"]
ActionName = Literal["dash", "control", "seize", "propel", "intercept", "push_pull", "cast_spell"]
ChoiceOption = Literal["push", "pull", "floor", "leave"]
CalledFoul = Literal["illegal_handling", "same_action", "foul_play"]
FoulKind = Literal["illegal_handling", "same_action", "foul_play", "intent_to_injure"]
ACTIONS: Mapping[str, str] = {
    "propel": "Propel",
    "control": "Control",
    "seize": "Seize",
    "intercept": "Intercept",
    "push_pull": "Push/Pull",
    "dash": "Dash",
    "cast_spell": "Cast a spell",
}
"""Actions in words, in the order in which they are offered."""
SLOTS: Mapping[str, str] = {"action": "Action", "reaction": "Reaction", "bonus": "Bonus Action"}
ABILITIES: Mapping[str, str] = {"cast": "Spellcasting", "dex": "Dexterity", "str": "Strength"}
FOULS: Mapping[str, str] = {
    "illegal_handling": "illegal handling of an orb",
    "same_action": "using the same action twice",
    "foul_play": "foul play",
    "intent_to_injure": "intent to injure",
}
"""Offences in words."""
MOD_KINDS: Mapping[str, str] = {
    "any": "all skill rolls",
    "control": "Control rolls",
    "seize": "Seize rolls",
    "propel": "Propel rolls",
    "intercept": "Intercept rolls",
    "push_pull": "Push/Pull rolls",
    "order": "order rolls",
    "seize_defence": "defence against being seized from",
    "push_defence": "defence against Push/Pull",
    "forced_control": "forced Control rolls",
    "speed": "the speed, in feet",
}
"""What a modifier may be on, in words."""
RolledWith: TypeAlias = Annotated[Ability | None, label("Roll with", of="ability", none="the best")]
Burned: TypeAlias = Annotated[int, label("Burn", "Costs an injury roll afterwards.", of="burn")]
OnTheRoll: TypeAlias = Annotated[str | None, label("Spell on the roll", of="spell")]
USED: Mapping[str, str] = {"false": "ready", "true": "spent"}
CONTESTS: Mapping[str, str] = {"push": "Push", "pull": "Pull", "floor": "Floor", "leave": "Leave in place"}
"""What may become of who was pushed, in words."""


class Place(Command, frozen=True, kw_only=True, tag="place"):
    """Put players of `team` on squares of their back-wall column: all that are to be placed, in one command."""

    team: Side
    squares: dict[str, Square]


class Pick(Command, frozen=True, kw_only=True, tag="pick"):
    """Name the player who goes next."""

    form: ClassVar[FormText] = FormText("Ready")

    player: Annotated[str, label("Player", of="player")]


class MoveStep(Command, frozen=True, kw_only=True, tag="step"):
    """The active player moves to a neighbouring square; with `pass_allies`, also over a mate to the one behind him."""

    form: ClassVar[FormText] = FormText("Move")

    player: str
    to: Annotated[Square, label("To", of="square")]


class Stand(Command, frozen=True, kw_only=True, tag="stand"):
    """The active player stands up."""

    form: ClassVar[FormText] = FormText("Stand up")

    player: str


class BurnMove(Command, frozen=True, kw_only=True, tag="burn_move"):
    """The active player buys 1 or 2 more squares of movement, paid with an injury roll."""

    player: str
    squares: int


class Drop(Command, frozen=True, kw_only=True, tag="drop"):
    """The active player lets go of an orb. `orb` is needed only by who holds two."""

    player: str
    orb: Side | None = None


class EndGo(Command, frozen=True, kw_only=True, tag="end_go"):
    """The active player's go is over."""

    player: str


class NamedAction(Command, frozen=True, kw_only=True):
    """What `act` and `react` share: a named action and what it needs.

    control, intercept: `orb`. seize: `target` (and `spell` from range 2). push_pull: `target`, `intent` to injure.
    propel: `orb`, then `direction` ``[dx, dy]`` and `distance` (bounces included), or `target_square` on a straight
    line without a bounce;
    `lob`; `propel_burn` 0..2. cast_spell: `spell`, `level`, `lethal`, no roll of its own.
    `orb` may be left out where only one can be meant. `as_foul`: commit the offence of using an action twice (on a
    first use it changes nothing).
    """

    player: str
    name: ActionName
    ability: RolledWith = None
    burn: Burned = 0
    spell: OnTheRoll = None
    orb: Side | None = None
    target: str | None = None
    direction: Square | None = None
    distance: int | None = None
    target_square: Square | None = None
    lob: Annotated[bool, label("Lob the orb")] = False
    propel_burn: int = 0
    intent: Annotated[bool, label("Push with intent to injure")] = False
    level: int = 1
    lethal: bool = False
    as_foul: bool = False


class Act(NamedAction, frozen=True, kw_only=True, tag="act"):
    """The active player uses the Action, the Bonus Action or the unspent Reaction."""

    slot: Annotated[Slot, label("Use the", of="slot")] = "action"


class React(NamedAction, frozen=True, kw_only=True, tag="react"):
    """A player answers an open window with the Reaction. `order_burn` counts if an order roll is needed."""

    order_burn: int = 0


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Take the default of what is asked: let a window go by, defend with the best ability, shove straight on.

    `player` left out: for everybody of the seat who is asked (GM: for everybody).
    """

    player: str | None = None


class Defend(Command, frozen=True, kw_only=True, tag="defend"):
    """The target of a seize or push_pull says what it rolls with."""

    form: ClassVar[FormText] = FormText("Defend", "Roll the defence", rule="ISH-Q-37")

    player: str | None = None
    ability: RolledWith = None
    burn: Burned = 0
    spell: OnTheRoll = None


class Choose(Command, frozen=True, kw_only=True, tag="choose"):
    """What the winner of a push_pull makes of it.

    push: `squares` straight on (default: all that were earned), or `path`, which `push_fan` lets turn aside. pull:
    `path`, square by square. floor: `path` of one square, or empty for the square where the target stands. leave:
    nothing moves.
    """

    option: Annotated[ChoiceOption, label("What happens", choices=CONTESTS)]
    player: str | None = None
    squares: int | None = None
    path: tuple[Square, ...] = ()
    intent: bool = False


class ForcedControl(Command, frozen=True, kw_only=True, tag="forced_control"):
    """The shaken holder of an orb rolls to keep it."""

    form: ClassVar[FormText] = FormText("Hold on", "Roll to hold on")

    player: str | None = None
    ability: RolledWith = None
    burn: Burned = 0
    spell: OnTheRoll = None


class SrMod(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A standing modifier on skill rolls of a kind or on the speed, until the end of turn `until` (null: of the match).

    `kind`: any, control, seize, propel, intercept, push_pull, order, seize_defence, push_defence, forced_control;
    or speed, whose `amount` is in feet.
    """

    kind: Annotated[str, label("Modifier to", choices=MOD_KINDS, none="no modifier", stored=True)]
    amount: Annotated[int, label("Amount of the modifier", bounds=Bounds(-BOUND, BOUND, "ISH-SPELL-05"), stored=True)]
    until: Annotated[int | None, label("Until the end of turn", stored=True)] = None
    note: str = ""


class OrbChange(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Where the GM puts an orb: on a square (loose), into a player's hands, or lost in a vessel."""

    orb: Annotated[Side, label("Orb", choices={"home": "the home orb", "away": "the away orb"}, stored=True)]
    at: Annotated[Square | None, label("Loose on square", of="square", stored=True)] = None
    holder: Annotated[str | None, label("Held by", of="player", none="nobody", stored=True)] = None
    lost: Annotated[bool, label("Lost in a vessel", stored=True)] = False


class GmEffect(Command, frozen=True, kw_only=True, tag="gm_effect"):
    """GM: apply what no rule covers; `note` says why. Everything left out stays as it is.

    `remove_injury` names an injury; no magic heals one (`magic`), a slip of the table may be corrected with `magic:
    false`.
    `more` keeps an adjudication open for another effect.
    """

    form: ClassVar[FormText] = FormText(
        "Change a player",
        "Apply the change",
        rule="ISH-SPELL-06",
        fields=(
            *("player", "note", "sr_mod", "move_to", "prone", "add_injury", "remove_injury", "speed_mod", "move_used"),
            *("slots_l1", "action_used", "reaction_used", "bonus_used", "more"),
        ),
    )
    orb_form: ClassVar[FormText] = FormText("Move an orb", "Move the orb", rule="ISH-SPELL-06", fields=("orb", "note"))
    match_form: ClassVar[FormText] = FormText(
        "Correct score or umpires", "Save the corrections", rule="ISH-FOUL-09", fields=("note", "score", "umpires")
    )

    note: Reason
    player: Annotated[str | None, label("Player", of="player", required=True)] = None
    sr_mod: Annotated[SrMod | None, label("Modifier")] = None
    speed_mod: Annotated[
        int | None,
        label("Speed change, in feet", "Until the end of the match.", bounds=Bounds(-BOUND, BOUND, "ISH-SPELL-06")),
    ] = None
    move_to: Annotated[Square | None, label("Move to", of="square")] = None
    prone: Annotated[bool | None, label("Prone")] = None
    slots_l1: Annotated[int | None, label("Level-1 slots", bounds=Bounds(0, BOUND, "ISH-SPELL-06"))] = None
    move_used: Annotated[int | None, label("Movement used, squares", bounds=Bounds(0, BOUND, "ISH-SPELL-06"))] = None
    action_used: Annotated[bool | None, label("Action", choices=USED)] = None
    reaction_used: Annotated[bool | None, label("Reaction", choices=USED)] = None
    bonus_used: Annotated[bool | None, label("Bonus Action", choices=USED)] = None
    add_injury: Annotated[str | None, label("Add an injury", of="injury")] = None
    remove_injury: Annotated[
        str | None, label("Remove an injury", "To correct a mistake; magic cannot heal injuries.", of="injury")
    ] = None
    magic: bool = True
    orb: Annotated[OrbChange | None, label("Orb", required=True)] = None
    umpires: Annotated[
        tuple[int, int] | None,
        label(
            "Perception of the umpires",
            parts=("Perception of umpire 1", "Perception of umpire 2"),
            bounds=Bounds(-BOUND, BOUND, "ISH-FOUL-09"),
            required=True,
        ),
    ] = None
    score: Annotated[
        tuple[int, int] | None,
        label("Points", parts=("Points, home", "Points, away"), bounds=Bounds(0, BOUND, "ISH-SCORE-01"), required=True),
    ] = None
    more: Annotated[bool, label("More effects of this spell will follow")] = False


class UmpireCall(Command, frozen=True, kw_only=True, tag="umpire_call"):
    """GM: an offence the engine cannot see. `foul_play` is checked by the umpires, the others are always seen.

    `victim` and `injury_total`: who was fouled and the injury total that came of it.
    """

    form: ClassVar[FormText] = FormText(
        "Call a foul",
        "Call the foul",
        "The umpires roll to notice foul play; other fouls are always noticed.",
        "ISH-UMP-03",
    )

    player: Annotated[str, label("Player", of="player")]
    foul: Annotated[CalledFoul, label("Foul", choices=FOULS)]
    victim: Annotated[str | None, label("Against", of="player", none="nobody")] = None
    injury_total: Annotated[
        int | None, label("Injury total it caused", bounds=Bounds(-BOUND, BOUND, "ISH-FOUL-06"))
    ] = None
    note: Reason = ""


class Dismiss(Command, frozen=True, kw_only=True, tag="dismiss"):
    """GM: dismiss a player from the tournament."""

    form: ClassVar[FormText] = FormText(
        "Dismiss a player", "Dismiss the player", "From the whole tournament.", "ISH-SPELL-04", final=True
    )

    player: Annotated[str, label("Player", of="player")]
    reason: Reason = ""


class Forfeit(Command, frozen=True, kw_only=True, tag="forfeit"):
    """GM: a team gives the match up."""

    form: ClassVar[FormText] = FormText(
        "Forfeit for a team", "Forfeit the match for this team", "The match ends immediately.", "ISH-Q-76", final=True
    )

    team: Annotated[Side, label("Team", of="side")]
    reason: Reason = ""


class ChooseBounce(Command, frozen=True, kw_only=True, tag="choose_bounce"):
    """GM (house rule `diag_bounce: gm_choice`): where an orb goes that scattered diagonally into a wall."""

    form: ClassVar[FormText] = FormText("Squares")

    square: Annotated[Square, label("Square", of="square")]


COMMANDS: dict[str, type[Command]] = by_tag(defined_in(Command, sys.modules[__name__]))
