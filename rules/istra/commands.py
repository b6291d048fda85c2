"""What can be asked for in a battle: the players' commands and the GM's. `open_battle` is the setup of a match.

A point is ``[x, y]``, a place ``[x, y, z]``, in hundredths of an inch (450 is 4.5"), x to the right and y up from the
lower left corner of the table. In a path the height may be left out: on the ground, or the step that lies there.
`declare` names talents declared with an attack, in the order in which their dice fall.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from rules.istra.terrain import Point, Terrain
from rules.kernel.labels import Bounds, FormText, Reason, label
from rules.kernel.messages import Command, by_tag, defined_in

Waypoint: TypeAlias = Annotated[tuple[int, ...], msgspec.Meta(min_length=2, max_length=3)]
Path: TypeAlias = Annotated[tuple[Waypoint, ...], msgspec.Meta(max_length=200)]
Declarable = Literal["power_attack", "smite", "spell_fist", "lethal_hunter"]
ActionKind = Literal["move", "standard"]
ReactOption = Literal[
    "charged_shot",
    "first_strike",
    "arrow_block",
    "shield_friend",
    "evasive",
    "spare",
    "all_you_got",
    "cruel",
    "challenge",
    "vengeance",
    "cleave",
    "chain",
    "contact",
    "fumble_ally",
]
REACTIONS: Mapping[str, str] = {
    "charged_shot": "Charged shot",
    "first_strike": "Strike first",
    "arrow_block": "Block with the shield",
    "shield_friend": "Block the shot with the shield",
    "evasive": "Dodge: the attack is rolled again at −2",
    "spare": "Spare: no damage",
    "all_you_got": "“Is that all y'all got?”",
    "cruel": "Be cruel",
    "challenge": "Challenge",
    "vengeance": "Swear vengeance",
}
COSTS: Mapping[str, str] = {
    "first_strike": "takes the Standard action",
    "arrow_block": "takes an action; advantage on defence rolls against shots",
    "shield_friend": "takes an action; the shielder is then the one shot at",
    "evasive": "once a battle",
    "all_you_got": "regains Health equal to its level, once a battle",
    "cruel": "ongoing damage equal to its level, once a battle",
    "challenge": "both are at −4 on attacks on anybody else",
    "vengeance": "advantage on the next attack on it, once a battle",
}
"""Reactions in words, and what they take and give."""
AdjustField = Literal[
    "power",
    "finesse",
    "will",
    "power_max",
    "finesse_max",
    "will_max",
    "health",
    "health_max",
    "armour_base",
    "level",
    "move_action",
    "standard_action",
    "moved",
    "large",
    "leader",
    "active_weapon",
    "owner",
    "status",
    "pos",
    "loaded",
    "used",
    "used_this_turn",
    "condition",
    "engaged",
    "item",
    "zone",
    "turn_limit",
    "nominator",
]
Value: TypeAlias = bool | int | str | Waypoint | None
BattleResult = Literal["win", "draw", "abandoned"]
RESULTS: Mapping[str, str] = {
    "win": "a win for the sides ticked below",
    "draw": "a draw",
    "abandoned": "no result, as if it had not been played",
}
MOST_MODIFIER = 99
"""The GM modifies a skill check by so much at most, up or down."""


# Before the battle


class PlaceTerrain(Command, frozen=True, kw_only=True, tag="place_terrain"):
    """GM: put pieces on the table."""

    terrain: tuple[Terrain, ...]
    reason: Reason = ""


class RemoveTerrain(Command, frozen=True, kw_only=True, tag="remove_terrain"):
    """Take pieces off the table: the GM, or a hall's defender with Clear the Area. [IST-D-17]"""

    form: ClassVar[FormText] = FormText(
        "Remove terrain", "Remove it", "No model may be left standing in the air.", "IST-SETUP-04"
    )

    ids: Annotated[tuple[str, ...], label("Terrain", of="terrain")]
    reason: Reason = ""


class WallSection(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A wall section by its middle, along x or along y."""

    centre: Point
    along: Literal["x", "y"] = "x"


class PlaceWalls(Command, frozen=True, kw_only=True, tag="place_walls"):
    """A hall's defender puts up its walls, all in one command. [IST-D-17]"""

    sections: tuple[WallSection, ...]


class Deploy(Command, frozen=True, kw_only=True, tag="deploy"):
    """Put a model on the table. `active_weapon` left out: what the roster says. [IST-D-01]

    Without a height it stands on what is there.
    """

    model: str
    pos: Waypoint
    active_weapon: str | None = None


# Activations


class Nominate(Command, frozen=True, kw_only=True, tag="nominate"):
    """Name the model that acts next. [IST-D-02]"""

    model: Annotated[str, label("Model", of="model")]


class Walk(Command, frozen=True, kw_only=True):
    """What `move`, `disengage` and `sprint` share: one continuous path of the active model, without where it stands.

    A path has at most 200 points. `jumps` are those, counted from 0, that are reached by jumping down, not by climbing.
    """

    model: str
    path: Path
    jumps: tuple[int, ...] = ()


class Move(Walk, frozen=True, kw_only=True, tag="move"):
    """The active model moves. [IST-MOVE-01]"""


class Disengage(Walk, frozen=True, kw_only=True, tag="disengage"):
    """The active model tries to leave melee along a path. [IST-MOVE-07]"""


class Sprint(Walk, frozen=True, kw_only=True, tag="sprint"):
    """The active model moves half as far again. [IST-MOVE-15]"""


class Teleport(Command, frozen=True, kw_only=True, tag="teleport"):
    """A Steppe elf appears elsewhere. [IST-RACE-19]"""

    model: str
    pos: Waypoint


class PickUp(Command, frozen=True, kw_only=True, tag="pick_up"):
    """Take an item near by. [IST-MOVE-13]"""

    model: str
    item: str


class SwitchWeapon(Command, frozen=True, kw_only=True, tag="switch_weapon"):
    """Take another carried weapon in hand; "unarmed" for none. [IST-MOVE-14]"""

    model: str
    weapon: str


class Load(Command, frozen=True, kw_only=True, tag="load"):
    """Load the weapon in hand, or get on with it. `action` left out: the cheapest that may be used. [IST-Q-55]"""

    model: str
    weapon: str | None = None
    action: ActionKind | None = None


class Melee(Command, frozen=True, kw_only=True, tag="melee"):
    """Attack a model in contact. `second`: by Double melee attack, whom the second one is for. [IST-MELEE-01]"""

    model: str
    target: str
    declare: tuple[Declarable, ...] = ()
    second: str | None = None


class Shoot(Command, frozen=True, kw_only=True, tag="shoot"):
    """Shoot at a model. `second`: by Double ranged attack, whom the second shot is for. [IST-SHOOT-01]"""

    model: str
    target: str
    declare: tuple[Declarable, ...] = ()
    second: str | None = None


class Cast(Command, frozen=True, kw_only=True, tag="cast"):
    """Cast a spell at a `target`, at a `point`, or in a `direction` (dx, dy of any length). [IST-CAST-01]"""

    model: str
    spell: str
    target: str | None = None
    point: Waypoint | None = None
    direction: Point | None = None


class Whirlwind(Command, frozen=True, kw_only=True, tag="whirlwind"):
    """Attack everybody near, in that order. [IST-TAL-05]"""

    model: str
    order: tuple[str, ...]
    declare: tuple[Declarable, ...] = ()


class UseTalent(Command, frozen=True, kw_only=True, tag="use_talent"):
    """Use a talent that is an action of its own. [IST-Q-95, IST-Q-96]"""

    model: str
    talent: str
    target: str | None = None
    pos: Waypoint | None = None


class SkillCheck(Command, frozen=True, kw_only=True, tag="skill_check"):
    """Roll a skill check. The GM may add a `modifier`. [IST-SKILL-01]"""

    model: str
    skill: str
    difficulty: Literal["easy", "normal", "hard"] = "normal"
    modifier: Annotated[int, label("Modifier", bounds=Bounds(-MOST_MODIFIER, MOST_MODIFIER, "IST-SKILL-02"))] = 0


class EndActivation(Command, frozen=True, kw_only=True, tag="end_activation"):
    """The active model is done; what it has not spent is lost. [IST-TURN-06]"""

    model: str


# Answers


class React(Command, frozen=True, kw_only=True, tag="react"):
    """Answer an open window, or choose where a choice is asked for.

    charged_shot: `range`, `declare`. first_strike: `declare`. shield_friend, arrow_block, evasive, all_you_got, cruel,
    challenge, vengeance, spare: nothing more. cleave: `target`, `declare`. chain: `target`. contact: `target`, the
    enemy whom the mover is shifted to. fumble_ally: `target`, the ally who is shot instead.
    """

    form: ClassVar[FormText] = FormText("React")

    model: str
    option: Annotated[ReactOption, label("Answer", choices=REACTIONS, notes=COSTS)]
    target: Annotated[str | None, label("Whom", of="model")] = None
    range: int | None = None
    declare: tuple[Declarable, ...] = ()


class PassWindow(Command, frozen=True, kw_only=True, tag="pass_window"):
    """Take the default of what is asked: let the battle begin, let a window go by, stay instead of fleeing, put up no
    wall.

    `model` left out: whoever of the seat is asked.
    """

    model: str | None = None


class FleePath(Command, frozen=True, kw_only=True, tag="flee_path"):
    """How a model flees whose straight way is barred. No waypoint: it stays. [IST-D-13]"""

    model: str
    waypoints: Path = ()
    jumps: tuple[int, ...] = ()


# GM actions, and the end


class GmSight(Command, frozen=True, kw_only=True, tag="gm_sight"):
    """GM: what one model sees of another until that attack is over. What is left out stays as computed.

    In a battle without a GM both seats say it in the same words. [IST-D-15, IST-Q-06]
    """

    form: ClassVar[FormText] = FormText(
        "Decide line of sight", "Apply", "Applies until that attack is resolved.", "IST-SIGHT-06"
    )

    attacker: Annotated[str, label("Attacker", of="model")]
    target: Annotated[str, label("Target", of="model")]
    los: Annotated[bool | None, label("Attacker sees the target", none="as computed")] = None
    cover: Annotated[bool | None, label("Target is in cover", none="as computed")] = None
    reason: Reason = ""


class GmAdjust(Command, frozen=True, kw_only=True, tag="gm_adjust"):
    """GM: correct one thing, and say why.

    `model` is whom it concerns. Numbers, flags and names: `value`. pos: `value` a place, which puts it on the board;
    without a height, on what stands there. status: `value` reserve, out or left_board, which takes it off. loaded:
    `other` a weapon, `value` true or false. used, used_this_turn: `other` what, `value` how often. condition: `other`
    its name, `source` whose, `value` its amount or false. engaged: `other` a model, `value` true or false. item:
    `other` an item; with `model` that one has it, else `value` is its place. zone: `other` a side, `value` false lifts
    its zone. turn_limit, nominator: `value`.
    """

    field: AdjustField
    reason: Reason
    value: Value = None
    model: str = ""
    other: str = ""
    source: str = ""


class Concede(Command, frozen=True, kw_only=True, tag="concede"):
    """A side gives the battle up."""

    form: ClassVar[FormText] = FormText(
        "Concede for a side",
        "Concede for this side",
        "Its models leave the table. When one alliance is left, the battle is over.",
        "IST-END-01",
        final=True,
    )

    side: Annotated[str, label("Side", of="side")]
    reason: Reason = ""


class EndBattle(Command, frozen=True, kw_only=True, tag="end_battle"):
    """GM: the battle is over. A win names the sides that have won. [IST-END-01, IST-Q-122]"""

    form: ClassVar[FormText] = FormText(
        "End the battle", note="The battle ends immediately.", rule="IST-END-01", final=True
    )

    result: Annotated[BattleResult, label("Result", choices=RESULTS)]
    winners: Annotated[tuple[str, ...], label("Winners", of="winner")] = ()
    reason: Reason = ""


COMMANDS: dict[str, type[Command]] = by_tag(defined_in(Command, sys.modules[__name__]))
