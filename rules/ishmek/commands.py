"""What can be asked for in Ishmêk: the players' commands and the GM's.

A square is ``[x, y]``, x 1..16 from the home back wall, y 1..7 from the top. `orb` names an orb by its team.
`ability` left out (null) means the best one allowed.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from rules.kernel.messages import Command, by_tag

Side = Literal["home", "away"]
Square: TypeAlias = tuple[int, int]
Ability = Literal["cast", "dex", "str"]
Slot = Literal["action", "reaction", "bonus"]
ActionName = Literal["dash", "control", "seize", "propel", "intercept", "push_pull", "cast_spell"]
ChoiceOption = Literal["push", "pull", "floor", "leave"]
CalledFoul = Literal["illegal_handling", "same_action", "foul_play"]
FoulKind = Literal["illegal_handling", "same_action", "foul_play", "intent_to_injure"]


class Place(Command, frozen=True, kw_only=True, tag="place"):
    """Put players of `team` on squares of their back-wall column: all that are owed, in one command."""

    team: Side
    squares: dict[str, Square]


class Pick(Command, frozen=True, kw_only=True, tag="pick"):
    """Name the player who goes next."""

    player: str


class MoveStep(Command, frozen=True, kw_only=True, tag="step"):
    """The active player moves to a neighbouring square; with `pass_allies`, also over a mate to the one behind him."""

    player: str
    to: Square


class Stand(Command, frozen=True, kw_only=True, tag="stand"):
    """The active player stands up."""

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


class Deed(Command, frozen=True, kw_only=True):
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
    ability: Ability | None = None
    burn: int = 0
    spell: str | None = None
    orb: Side | None = None
    target: str | None = None
    direction: Square | None = None
    distance: int | None = None
    target_square: Square | None = None
    lob: bool = False
    propel_burn: int = 0
    intent: bool = False
    level: int = 1
    lethal: bool = False
    as_foul: bool = False


class Act(Deed, frozen=True, kw_only=True, tag="act"):
    """The active player uses the Action, the Bonus Action or the unspent Reaction."""

    slot: Slot = "action"


class React(Deed, frozen=True, kw_only=True, tag="react"):
    """A player answers an open window with the Reaction. `order_burn` counts if an order roll is needed."""

    order_burn: int = 0


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Take the default of what is asked: let a window go by, defend with the best ability, shove straight on.

    `player` left out: for everybody of the seat who is asked (GM: for everybody).
    """

    player: str | None = None


class Defend(Command, frozen=True, kw_only=True, tag="defend"):
    """The target of a seize or push_pull says what it rolls with."""

    player: str | None = None
    ability: Ability | None = None
    burn: int = 0
    spell: str | None = None


class Choose(Command, frozen=True, kw_only=True, tag="choose"):
    """What the winner of a push_pull makes of it.

    push: `squares` straight on (default: all that were earned), or `path`, which `push_fan` lets turn aside. pull:
    `path`, square by square. floor: `path` of one square, or empty for the square where the target stands. leave:
    nothing moves.
    """

    option: ChoiceOption
    player: str | None = None
    squares: int | None = None
    path: tuple[Square, ...] = ()
    intent: bool = False


class ForcedControl(Command, frozen=True, kw_only=True, tag="forced_control"):
    """The shaken holder of an orb rolls to keep it."""

    player: str | None = None
    ability: Ability | None = None
    burn: int = 0
    spell: str | None = None


class SrMod(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A standing modifier on skill rolls of a kind or on the speed, until the end of turn `until` (null: of the match).

    `kind`: any, control, seize, propel, intercept, push_pull, order, seize_defence, push_defence, forced_control;
    or speed, whose `amount` is in feet.
    """

    kind: str
    amount: int
    until: int | None = None
    note: str = ""


class OrbChange(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Where the GM puts an orb: on a square (loose), into a player's hands, or lost in a vessel."""

    orb: Side
    at: Square | None = None
    holder: str | None = None
    lost: bool = False


class GmEffect(Command, frozen=True, kw_only=True, tag="gm_effect"):
    """GM: apply what no rule covers; `note` says why. Everything left out stays as it is.

    `remove_injury` names an injury; no magic heals one (`magic`), a slip of the table may be corrected with `magic:
    false`.
    `more` keeps an adjudication open for another effect.
    """

    note: str
    player: str | None = None
    sr_mod: SrMod | None = None
    speed_mod: int | None = None
    move_to: Square | None = None
    prone: bool | None = None
    slots_l1: int | None = None
    move_used: int | None = None
    action_used: bool | None = None
    reaction_used: bool | None = None
    bonus_used: bool | None = None
    add_injury: str | None = None
    remove_injury: str | None = None
    magic: bool = True
    orb: OrbChange | None = None
    umpires: tuple[int, int] | None = None
    score: tuple[int, int] | None = None
    more: bool = False


class UmpireCall(Command, frozen=True, kw_only=True, tag="umpire_call"):
    """GM: an offence the engine cannot see. `foul_play` is checked by the umpires, the others are always seen.

    `victim` and `injury_total`: who was fouled and the injury total that came of it.
    """

    player: str
    foul: CalledFoul
    victim: str | None = None
    injury_total: int | None = None
    note: str = ""


class Dismiss(Command, frozen=True, kw_only=True, tag="dismiss"):
    """GM: dismiss a player from the tournament."""

    player: str
    reason: str = ""


class Forfeit(Command, frozen=True, kw_only=True, tag="forfeit"):
    """GM: a team gives the match up."""

    team: Side
    reason: str = ""


class ChooseBounce(Command, frozen=True, kw_only=True, tag="choose_bounce"):
    """GM (house rule `diag_bounce: gm_choice`): where an orb goes that scattered diagonally into a wall."""

    square: Square


COMMANDS: dict[str, type[Any]] = by_tag(
    (
        Place,
        Pick,
        MoveStep,
        Stand,
        BurnMove,
        Drop,
        EndGo,
        Act,
        React,
        Pass,
        Defend,
        Choose,
        ForcedControl,
        GmEffect,
        UmpireCall,
        Dismiss,
        Forfeit,
        ChooseBounce,
    )
)
