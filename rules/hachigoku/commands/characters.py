"""What characters do: their Actions, their reactions, and what they choose in the midst of one.

An Action says what pays for it: `die` is the face of a usable Action Die (left out: the lowest that will do), `honor`
an Honor Point instead. A reaction may be paid by `interrupt`, the faces of two future dice.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec

from rules.hachigoku.tables import DefenseName, Hold, Maneuver
from rules.kernel.labels import Bounds, FormText, label
from rules.kernel.messages import Command, by_tag

MOST = 1_000
"""No number of a command is beyond it."""
MOST_RAISES = 50
"""Raises on one roll: far beyond any that can succeed."""
MOST_TN = 200
"""The highest TN that the GM can ask for: far beyond any total."""
Who: TypeAlias = Annotated[str, label("Character", of="figure")]
Face: TypeAlias = Annotated[
    int | None, label("Paid with the die", none="the lowest", bounds=Bounds(1, 10, "HAC-DICE-01"))
]
Unskilled: TypeAlias = Annotated[bool, label("Roll as unskilled")]
ManualKeep: TypeAlias = Annotated[bool, label("Choose the kept dice")]
Direction = Literal["toward", "away"]
DIRECTIONS = {"toward": "toward", "away": "away from"}
SimpleKind = Literal["draw", "sheathe", "drop_prone", "take_cover", "reload", "ofuda", "other"]
SIMPLE = {
    "draw": "draw a weapon",
    "sheathe": "sheathe a weapon",
    "drop_prone": "drop prone",
    "take_cover": "take the cover nearby",
    "reload": "reload a heavy weapon",
    "ofuda": "take out or stow an ofuda",
    "other": "something else",
}


class Raises(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Raises by their purpose; `text` is the story of those for an Effect. [HAC-RAISE-02]"""

    wound: Annotated[int, label("Raises for Wounds", stored=True)] = 0
    throw_range: Annotated[int, label("Raises for the distance of a throw", stored=True)] = 0
    effect: Annotated[int, label("Raises for an Effect", stored=True)] = 0
    text: Annotated[str, label("The Effect", stored=True)] = ""

    @property
    def number(self) -> int:
        return self.wound + self.throw_range + self.effect


NO_RAISES = Raises()


class ThrowVector(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Where a thrown character goes: away from the thrower, or `toward` somebody or something. [HAC-THROW-02]

    `increments`: at most what the Raises come to; they decide how far it is.
    """

    increments: int = 1
    toward: Annotated[str, label("Toward", of="figure", none="away from the thrower", stored=True)] = ""
    fall_levels: Annotated[int, label("Levels of the fall, as the GM confirms", stored=True)] = 0


# Rounds and Moments


class StartSkirmish(Command, frozen=True, kw_only=True, tag="start_skirmish"):
    """GM: all is set; the first round begins."""

    form: ClassVar[FormText] = FormText("Start the Skirmish", "Start", rule="HAC-SCOPE-01")


class Interrupt(Command, frozen=True, kw_only=True, tag="interrupt"):
    """Exchange pairs of future dice for dice of this Moment; `movement`: for the movement of a combination."""

    form: ClassVar[FormText] = FormText("Interrupt", rule="HAC-INT-02")

    character: Who
    exchanges: tuple[tuple[int, int], ...]
    movement: Annotated[bool, label("For the movement of a combination")] = False


class Act(Command, frozen=True, kw_only=True, tag="act"):
    """Want to act in this Moment."""

    form: ClassVar[FormText] = FormText("Act", rule="HAC-INIT-10")

    character: Who


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Let it pass; `whole_moment`: and do not ask again in this Moment."""

    form: ClassVar[FormText] = FormText("Pass", rule="HAC-INIT-13")

    character: Annotated[str, label("Character", of="figure")] = ""
    whole_moment: Annotated[bool, label("For the whole Moment")] = False


# Actions


class Action(Command, frozen=True, kw_only=True):
    """One Action of a character, and what pays for it. [HAC-ACT-01]"""

    character: Who
    die: Face = None
    honor: Annotated[bool, label("Paid with an Honor Point")] = False


class SimpleAction(Action, frozen=True, kw_only=True, tag="simple_action"):
    """Something without risk. `weapon`: what is drawn, sheathed or reloaded. [HAC-MOVE-06]"""

    form: ClassVar[FormText] = FormText("Simple action", rule="HAC-MOVE-06")

    what: Annotated[SimpleKind, label("What", choices=SIMPLE)]
    weapon: Annotated[str, label("Weapon", of="weapon")] = ""
    text: Annotated[str, label("In words")] = ""


class FreeSimple(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The simple action that is free with a movement. [HAC-MOVE-06, HAC-Q-39]"""

    what: Annotated[SimpleKind, label("Simple action with it", choices=SIMPLE, none="none", stored=True)]
    weapon: Annotated[str, label("Weapon", of="weapon", stored=True)] = ""
    text: Annotated[str, label("In words", stored=True)] = ""


FreeSimples: TypeAlias = tuple[FreeSimple, ...]


class Move(Action, frozen=True, kw_only=True, tag="move"):
    """Change Range by one increment, once a round; who is prone crawls. [HAC-MOVE-01, HAC-MOVE-02]"""

    form: ClassVar[FormText] = FormText("Move", rule="HAC-MOVE-01")

    reference: Annotated[str, label("Whom or what", of="figure")]
    direction: Annotated[Direction, label("Direction", choices=DIRECTIONS)] = "toward"
    increments: Annotated[int, label("Increments", bounds=Bounds(1, 2, "HAC-Q-32"))] = 1
    simple: FreeSimples = ()


class StandUp(Action, frozen=True, kw_only=True, tag="stand_up"):
    """Stand up from prone. [HAC-MOVE-03]"""

    form: ClassVar[FormText] = FormText("Stand up", rule="HAC-MOVE-03")

    simple: FreeSimples = ()


class Climb(Action, frozen=True, kw_only=True, tag="climb"):
    """Go up one level, down one level, or drop down several. [HAC-MOVE-04, HAC-MOVE-05]"""

    form: ClassVar[FormText] = FormText("Climb or drop", rule="HAC-MOVE-04")

    levels: Annotated[int, label("Levels", "Below 0: down.", bounds=Bounds(-MOST, MOST, "HAC-MOVE-04"))] = 1
    simple: FreeSimples = ()


class LeaveSkirmish(Action, frozen=True, kw_only=True, tag="leave_skirmish"):
    """Walk off, where every enemy is at extreme Range. [HAC-RANGE-11]"""

    form: ClassVar[FormText] = FormText("Leave the Skirmish", rule="HAC-RANGE-11", final=True)


class Attack(Action, frozen=True, kw_only=True, tag="attack"):
    """Attack one character, or several Kaonashi of a group. An empty `weapon` is bare hands. [HAC-ATK-01]

    `further`: more attacks of the same Action, for who has several. `finish`: a mounted Charge goes on past the target.
    `manual_keep`: choose the kept dice. `blunt`: a Stun or Knockout that has to be with a blunt weapon.
    """

    form: ClassVar[FormText] = FormText("Attack", rule="HAC-ATK-01")

    targets: Annotated[tuple[str, ...], label("Targets", of="figure")]
    weapon: Annotated[str, label("Weapon", of="weapon", none="bare hands")] = ""
    maneuvers: Annotated[tuple[Maneuver, ...], label("Maneuvers", of="maneuver")] = ()
    hold: Annotated[Hold, label("Grapple for a hold that is")] = "partial"
    raises: Annotated[Raises, label("Raises")] = NO_RAISES
    throw_vector: Annotated[ThrowVector | None, label("Throw")] = None
    off_hand: Annotated[bool, label("With the off hand")] = False
    blunt: Annotated[bool, label("As a blunt blow")] = False
    unskilled: Unskilled = False
    finish: Annotated[bool, label("Ride on after the Charge")] = False
    manual_keep: ManualKeep = False
    further: tuple[Attack, ...] = ()


class Release(Action, frozen=True, kw_only=True, tag="release"):
    """Let go of a captive. [HAC-GRAP-05]"""

    form: ClassVar[FormText] = FormText("Release", rule="HAC-GRAP-05")

    captive: Annotated[str, label("Captive", of="figure")]


class Tighten(Action, frozen=True, kw_only=True, tag="tighten"):
    """Make a partial hold a full one. [HAC-GRAP-05]"""

    form: ClassVar[FormText] = FormText("Tighten the hold", rule="HAC-GRAP-05")

    captive: Annotated[str, label("Captive", of="figure")]


class Squeeze(Action, frozen=True, kw_only=True, tag="squeeze"):
    """Wound a captive, up to the holder's Earth. [HAC-GRAP-06]"""

    form: ClassVar[FormText] = FormText("Squeeze", rule="HAC-GRAP-06")

    captive: Annotated[str, label("Captive", of="figure")]
    wounds: Annotated[int, label("Wounds")] = 1


class Escape(Action, frozen=True, kw_only=True, tag="escape"):
    """Break free of whoever holds one. A Skill may replace the Element. [HAC-GRAP-07]

    `holder`: of several, who. `skill`: one that an ability names.
    """

    form: ClassVar[FormText] = FormText("Escape", rule="HAC-GRAP-07")

    element: Annotated[Literal["earth", "water"], label("Element")] = "earth"
    skill: Annotated[str, label("Skill instead")] = ""
    holder: Annotated[str, label("From", of="figure", none="the first who holds")] = ""
    raises: Annotated[Raises, label("Raises")] = NO_RAISES
    unskilled: Unskilled = False
    manual_keep: ManualKeep = False


class ComplexAction(Action, frozen=True, kw_only=True, tag="complex_action"):
    """Something that takes care or a Skill; the GM says which roll, and what comes of it. [HAC-ACT-02]"""

    form: ClassVar[FormText] = FormText("Complex action", rule="HAC-ACT-02")

    text: Annotated[str, label("What")]
    raises: Annotated[Raises, label("Raises")] = NO_RAISES
    unskilled: Unskilled = False
    manual_keep: ManualKeep = False


class Sneak(Action, frozen=True, kw_only=True, tag="sneak"):
    """Come upon enemies unseen, by Stealth. [HAC-ACT-04]"""

    form: ClassVar[FormText] = FormText("Sneak", rule="HAC-ACT-04")

    targets: Annotated[tuple[str, ...], label("Upon", of="figure")]
    unskilled: Unskilled = False
    manual_keep: ManualKeep = False


class Magic(Action, frozen=True, kw_only=True, tag="magic"):
    """A prayer, or the power of an item or place; the GM says what comes of it. [HAC-ACT-03]"""

    form: ClassVar[FormText] = FormText("Magic", rule="HAC-ACT-03")

    text: Annotated[str, label("What")]
    prayer: Annotated[bool, label("It is a prayer: others may answer it")] = False
    automated: bool = False
    unskilled: Unskilled = False
    manual_keep: ManualKeep = False


Part: TypeAlias = (
    Move
    | StandUp
    | Climb
    | LeaveSkirmish
    | SimpleAction
    | Attack
    | Release
    | Tighten
    | Squeeze
    | Escape
    | ComplexAction
    | Sneak
    | Magic
)
"""An Action that can be a part of a combination."""


class MountedAction(Action, frozen=True, kw_only=True, tag="mounted_action"):
    """A move and an attack or magic for one Action, on a mount that does not gallop. [HAC-MOVE-09]"""

    parts: tuple[Part, ...]


class Combine(Command, frozen=True, kw_only=True, tag="combine"):
    """Movement and other Actions without a break, a die for each. [HAC-MOVE-08]"""

    character: Who
    parts: tuple[Part, ...]


AnyAction: TypeAlias = Part | MountedAction | Combine
ACTIONS: tuple[type[Any], ...] = (*Part.__args__, MountedAction, Combine)
ACTIONS_BY_NAME: dict[str, type[AnyAction]] = by_tag(ACTIONS)


# Reactions


class Reaction(Action, frozen=True, kw_only=True):
    """What somebody does in answer to an attack, by an Action of the same Moment. [HAC-ADEF-01]"""

    interrupt: Annotated[tuple[int, int] | None, label("Paid by the future dice", parts=("first", "second"))] = None


class Guard(Reaction, frozen=True, kw_only=True, tag="guard"):
    """Take the place of who is attacked. [HAC-GUARD-01]"""

    form: ClassVar[FormText] = FormText("Guard", rule="HAC-GUARD-01")

    raises: Annotated[Raises, label("Raises")] = NO_RAISES
    unskilled: Unskilled = False
    manual_keep: ManualKeep = False


class Defend(Reaction, frozen=True, kw_only=True, tag="defend"):
    """An Active Defense. An empty `weapon` is bare hands. [HAC-ADEF-01]"""

    form: ClassVar[FormText] = FormText("Defend", rule="HAC-ADEF-01")

    defense: Annotated[DefenseName, label("Defense")]
    weapon: Annotated[str, label("Weapon", of="weapon", none="bare hands")] = ""
    skill: Annotated[str, label("Skill the GM names")] = ""
    raises: Annotated[Raises, label("Raises")] = NO_RAISES
    off_hand: Annotated[bool, label("With the off hand")] = False
    unskilled: Unskilled = False
    manual_keep: ManualKeep = False


class Counterprayer(Reaction, frozen=True, kw_only=True, tag="counterprayer"):
    """Answer the prayer of an enemy; the GM says what comes of it. [HAC-ACT-03, HAC-Q-42]"""

    form: ClassVar[FormText] = FormText("Counterprayer", "Pray against it", rule="HAC-ACT-03")

    text: Annotated[str, label("What")] = ""
    unskilled: Unskilled = False
    manual_keep: ManualKeep = False


class Disarm(Reaction, frozen=True, kw_only=True, tag="disarm"):
    """Take the weapon out of the grasp of who has just missed; `take`: into one's own hands. [HAC-DISARM-01]"""

    form: ClassVar[FormText] = FormText("Disarm", rule="HAC-DISARM-01")

    weapon: Annotated[str, label("Weapon", of="weapon", none="bare hands")] = ""
    take: Annotated[bool, label("Take the weapon")] = False
    raises: Annotated[Raises, label("Raises")] = NO_RAISES
    off_hand: Annotated[bool, label("With the off hand")] = False
    unskilled: Unskilled = False
    manual_keep: ManualKeep = False


# Choices


class KeepDice(Command, frozen=True, kw_only=True, tag="keep_dice"):
    """Choose the kept dice, by their places from 1. [HAC-DICE-11]"""

    form: ClassVar[FormText] = FormText("Keep dice", rule="HAC-DICE-11")

    character: Who
    dice: Annotated[tuple[int, ...], label("Dice, from 1", of="die")]


class DivideWounds(Command, frozen=True, kw_only=True, tag="divide_wounds"):
    """Divide all Wounds among the Kaonashi that were hit; `affected`: who suffers the maneuver. [HAC-KAO-04]"""

    form: ClassVar[FormText] = FormText("Divide the Wounds", rule="HAC-KAO-04")

    character: Who
    wounds: Annotated[dict[str, int], label("Wounds of", of="struck")]
    affected: Annotated[tuple[str, ...], label("Who suffers the maneuver", of="struck")] = ()


class LandingRoll(Command, frozen=True, kw_only=True, tag="landing_roll"):
    """Try to land on one's feet. [HAC-THROW-04]"""

    form: ClassVar[FormText] = FormText("Land on the feet", rule="HAC-THROW-04")

    character: Who
    raises: Annotated[Raises, label("Raises")] = NO_RAISES
    unskilled: Unskilled = False
    manual_keep: ManualKeep = False


class FallRoll(Command, frozen=True, kw_only=True, tag="fall_roll"):
    """Try to take no Wounds from a fall. [HAC-FALL-02]"""

    form: ClassVar[FormText] = FormText("Roll for the fall", rule="HAC-FALL-02")

    character: Who
    raises: Annotated[Raises, label("Raises")] = NO_RAISES
    manual_keep: ManualKeep = False
