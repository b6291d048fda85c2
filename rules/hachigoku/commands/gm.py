"""What the GM does outside the order of a Skirmish, and what needs no question."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rules.hachigoku.commands.characters import MOST, MOST_TN, Who
from rules.hachigoku.roster import Fighter
from rules.hachigoku.tables import ConditionName, Cover, Difficulty, ElementName
from rules.kernel.adjust import Adjust as KernelAdjust
from rules.kernel.labels import Bounds, FormText, Reason, label
from rules.kernel.messages import Command


class Adjudicate(Command, frozen=True, kw_only=True, tag="gm_adjudicate"):
    """GM: what comes of an Action that the rules leave open. With an Element it is rolled first. [HAC-Q-41]"""

    form: ClassVar[FormText] = FormText("Adjudicate", "Decide", rule="HAC-Q-41")

    success: Annotated[bool, label("It succeeds")] = True
    text: Annotated[str, label("What comes of it")] = ""
    skill: Annotated[str, label("Skill to roll")] = ""
    element: Annotated[ElementName | None, label("Element to roll", none="no roll")] = None
    tn: Annotated[int, label("TN", bounds=Bounds(0, MOST_TN, "HAC-ACT-02"))] = 0
    difficulty: Annotated[Difficulty, label("Difficulty")] = "average"
    physical: Annotated[bool, label("It is physical")] = False
    condition: Annotated[ConditionName | None, label("Condition of the targets", none="none")] = None
    targets: Annotated[tuple[str, ...], label("Targets", of="figure")] = ()


class MinorAction(Command, frozen=True, kw_only=True, tag="minor_action"):
    """Something that costs nothing. [HAC-MOVE-07]"""

    form: ClassVar[FormText] = FormText("Minor action", rule="HAC-MOVE-07")

    character: Who
    text: Annotated[str, label("What")]


class SetAmbush(Command, frozen=True, kw_only=True, tag="set_ambush"):
    """GM: who lies in ambush, and who has noticed it. [HAC-AMB-01]"""

    form: ClassVar[FormText] = FormText("Set an ambush", rule="HAC-AMB-01")

    ambushers: Annotated[tuple[str, ...], label("Ambushers", of="figure")]
    detected_by: Annotated[tuple[str, ...], label("Noticed by", of="figure")] = ()


class SetRange(Command, frozen=True, kw_only=True, tag="set_range"):
    """GM: how far pairs are from each other, in steps from 0. Names of Ranges will do, too. [HAC-RANGE-09]"""

    form: ClassVar[FormText] = FormText("Set a Range", rule="HAC-RANGE-09")

    ranges: tuple[tuple[str, str, int | str], ...]
    reason: Reason = ""


class SetCover(Command, frozen=True, kw_only=True, tag="set_cover"):
    """GM: the cover that somebody is in, or near to; `against`: `cover` is that against these enemies. [HAC-Q-60]"""

    form: ClassVar[FormText] = FormText("Set cover", rule="HAC-Q-60")

    character: Who
    cover: Annotated[Cover | None, label("Cover", none="no change")] = None
    nearby_cover: Annotated[Cover | None, label("Cover nearby", none="no change")] = None
    against: Annotated[tuple[str, ...], label("The cover is against these alone", of="figure")] = ()
    reason: Reason = ""


class SetCondition(Command, frozen=True, kw_only=True, tag="set_condition"):
    """GM: give somebody a condition, or take it. [HAC-Q-95]"""

    form: ClassVar[FormText] = FormText("Set a condition", rule="HAC-Q-95")

    character: Who
    condition: Annotated[ConditionName, label("Condition")]
    ended: Annotated[bool, label("It ends")] = False
    source: Annotated[str, label("Through, or for", of="figure")] = ""
    reason: Reason = ""


class Adjust(KernelAdjust, frozen=True, kw_only=True, tag="adjust"):
    """GM: set a field of a character."""


class Fall(Command, frozen=True, kw_only=True, tag="fall"):
    """GM: somebody falls. [HAC-FALL-06]"""

    form: ClassVar[FormText] = FormText("Somebody falls", rule="HAC-FALL-06")

    character: Who
    levels: Annotated[int, label("Levels", bounds=Bounds(1, MOST, "HAC-FALL-01"))]
    soft: Annotated[bool, label("Onto something soft")] = False
    reason: Reason = ""


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """GM: somebody joins; they roll at the next round. [HAC-INIT-18]"""

    fighter: Fighter
    ranges: tuple[tuple[str, str, int], ...] = ()
    reason: Reason = ""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Somebody surrenders or is taken out of the Skirmish. [HAC-Q-27]"""

    form: ClassVar[FormText] = FormText("Leave or surrender", rule="HAC-Q-27", final=True)

    character: Who
    reason: Annotated[str, label("Reason")] = ""


class GmRuling(Command, frozen=True, kw_only=True, tag="gm_ruling"):
    """GM: what the rules do not tell. [HAC-ACT-03]"""

    form: ClassVar[FormText] = FormText("Ruling", rule="HAC-ACT-03")

    text: Annotated[str, label("What happens")]
    reason: Reason = ""


class GrantHonor(Command, frozen=True, kw_only=True, tag="grant_honor"):
    """GM: Honor Points for somebody. [HAC-Q-43]"""

    form: ClassVar[FormText] = FormText("Grant Honor Points", rule="HAC-Q-43")

    character: Who
    points: Annotated[int, label("Points", bounds=Bounds(1, MOST, "HAC-Q-43"))]
    reason: Reason = ""


class ReturnWeapon(Command, frozen=True, kw_only=True, tag="return_weapon"):
    """GM: somebody has a weapon in hand again that was lost: they have picked it up, or got it back. [HAC-DISARM-03]"""

    form: ClassVar[FormText] = FormText("Give a weapon back", rule="HAC-DISARM-03")

    character: Who
    weapon: Annotated[str, label("Weapon")]
    reason: Reason = ""


class NextScene(Command, frozen=True, kw_only=True, tag="next_scene"):
    """GM: the next Scene begins; who was knocked out comes round. [HAC-KO-02]"""

    form: ClassVar[FormText] = FormText("Next Scene", rule="HAC-KO-02")

    characters: Annotated[tuple[str, ...], label("Who appears in it", of="figure")] = ()
    reason: Reason = ""


class EndSkirmish(Command, frozen=True, kw_only=True, tag="end_skirmish"):
    """The GM ends it; or a side agrees to end it, with all who can still act. [HAC-END-02]"""

    form: ClassVar[FormText] = FormText("End the Skirmish", rule="HAC-END-02", final=True)

    winner: Annotated[str, label("Winner", of="side", none="nobody")] = ""
    reason: Annotated[str, label("Reason")] = ""
