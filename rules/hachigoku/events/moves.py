"""Movement, simple activities, falls, and the Actions whose outcome is the GM's."""

from __future__ import annotations

from typing import Literal

from rules.hachigoku.state import Pair
from rules.kernel.messages import Event


class RangeChanged(Event, frozen=True, kw_only=True, tag="range_changed"):
    """Somebody has moved: every pair whose Range is another. `allowance`: the once-a-round move is used."""

    says = "{character} moves."

    character: str
    changes: tuple[Pair, ...]
    cause: Literal["move", "crawl", "charge", "ride", "throw"] = "move"
    allowance: bool = False


class StoodUp(Event, frozen=True, kw_only=True, tag="stood_up"):
    """Somebody prone stands. [HAC-MOVE-03]"""

    says = "{character} stands up."

    character: str


class HeightChanged(Event, frozen=True, kw_only=True, tag="height_changed"):
    """Somebody is on another level. [HAC-MOVE-04, HAC-MOVE-05]"""

    says = "{character} is now on level {after}."

    character: str
    before: int
    after: int


class SimpleActionDone(Event, frozen=True, kw_only=True, tag="simple_action"):
    """Something without risk: what, with which weapon. [HAC-MOVE-06]"""

    says = "{character}: {what} {weapon}{text}."

    character: str
    what: str
    weapon: str = ""
    text: str = ""


class MinorActionDone(Event, frozen=True, kw_only=True, tag="minor_action"):
    """Something that costs nothing. [HAC-MOVE-07]"""

    says = "{character}: {text}."
    weight = "small"

    character: str
    text: str


class CombinedAction(Event, frozen=True, kw_only=True, tag="combined_action"):
    """Several Actions without a break. [HAC-MOVE-08]"""

    says = "{character} combines {actions}."

    character: str
    actions: tuple[str, ...]


class ActionFailed(Event, frozen=True, kw_only=True, tag="action_failed"):
    """A part that was paid for can no longer be done after what went before. [HAC-MOVE-08]"""

    says = "{character} can no longer do that: {action}."

    character: str
    action: str


class MountedActionDone(Event, frozen=True, kw_only=True, tag="mounted_action"):
    """A move and something more for one Action. [HAC-MOVE-09]"""

    says = "{character} rides and acts."

    character: str
    actions: tuple[str, ...]


class ComplexActionDone(Event, frozen=True, kw_only=True, tag="complex_action"):
    """An Action that takes a Skill or care. [HAC-ACT-02]"""

    says = "{character}: {text}."

    character: str
    text: str
    sneak: bool = False


class MagicAction(Event, frozen=True, kw_only=True, tag="magic_action"):
    """A prayer, or a power that is woken. [HAC-ACT-03]"""

    says = "{character}: {text}."

    character: str
    text: str


class CounterprayerWindow(Event, frozen=True, kw_only=True, tag="counterprayer_window"):
    """Who may answer a prayer. [HAC-ACT-03, HAC-Q-42]"""

    says = "{characters} may answer the prayer of {against}."
    weight = "small"

    against: str
    characters: tuple[str, ...]


class CounterprayerMade(Event, frozen=True, kw_only=True, tag="counterprayer"):
    """Somebody prays against a prayer. [HAC-ACT-03]"""

    says = "{character} prays against {against}: {text}."

    character: str
    against: str
    text: str = ""


class PrayerCountered(Event, frozen=True, kw_only=True, tag="prayer_countered"):
    """A counterprayer has succeeded: nothing comes of the prayer. [HAC-Q-42]"""

    says = "Nothing comes of the prayer of {character}."
    weight = "key"

    character: str
    by: str


class Fell(Event, frozen=True, kw_only=True, tag="fell"):
    """Somebody falls so many levels; `soft`: onto something that takes all Wounds. [HAC-FALL-01, HAC-FALL-08]"""

    says = "{character} falls {levels} levels."
    moment = "fall"

    character: str
    levels: int
    wounds: int
    soft: bool = False


class FallRolled(Event, frozen=True, kw_only=True, tag="fall_roll"):
    """The Earth roll of who falls: success ignores all Wounds of the fall. [HAC-FALL-02]"""

    says = "{character} rolls {total} for the fall."

    character: str
    tn: int
    total: int
    success: bool
