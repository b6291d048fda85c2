"""The tables of the book, in its order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

RangeName = Literal["close", "near", "long", "far", "extreme"]
Difficulty = Literal["simple", "average", "moderate", "hard", "heroic"]
ArmorType = Literal["none", "ashigaru", "light", "heavy"]
Quality = Literal["normal", "poor", "high"]
Cover = Literal["none", "slight", "partial", "substantial", "total"]
ElementName = Literal["earth", "water", "fire", "wind", "void"]
Maneuver = Literal[
    "blind", "charge", "cover_shot", "grapple", "feint", "knockdown", "knockout", "stun", "throw"
]  # fmt: skip
Hold = Literal["partial", "full"]
ConditionName = Literal[
    "prone",
    "immobilized",
    "unaware",
    "stunned",
    "partially_captured",
    "fully_captured",
    "unconscious",
    "unseen",
    "captive",
]
DefenseName = Literal["dodge", "dive", "parry", "block", "counterstrike", "resist_knockdown"]

CLOSE, NEAR, LONG, FAR, EXTREME = range(5)
RANGES: tuple[RangeName, ...] = ("close", "near", "long", "far", "extreme")
"""Range steps by their names. [HAC-RANGE-01]"""

STEPS: Mapping[Difficulty, int] = {"simple": -1, "average": 0, "moderate": 1, "hard": 2, "heroic": 3}
"""A difficulty in steps, each of which takes a rolled die. [HAC-DIFF-01]"""

RANGE_STEPS: Mapping[int, int] = {NEAR: 0, LONG: 1, FAR: 2, EXTREME: 3}
"""Steps of a ranged attack by effective Range. [HAC-ATK-10]"""

ARMOR_STEPS: Mapping[ArmorType, int] = {"none": 0, "ashigaru": 1, "light": 2, "heavy": 3}
"""Steps on attacks against the wearer. [HAC-ARMOR-01]"""

QUALITY_STEPS: Mapping[Quality, int] = {"normal": 0, "poor": -1, "high": 1}
"""Steps on attacks by the quality of light and heavy armor. [HAC-ARMOR-04, HAC-ARMOR-05]"""

ARMOR_GROUPS: Mapping[ArmorType, tuple[str, ...]] = {
    "none": (),
    "ashigaru": ("Jutsugaku",),
    "light": ("Jutsugaku", "Chonin"),
    "heavy": ("Jutsugaku", "Chonin", "Hinin"),
}
"""Groups of Skills whose social rolls the armor makes harder by as many steps. [HAC-ARMOR-02]"""

COVER_STEPS: Mapping[Cover, int] = {"none": 0, "slight": 1, "partial": 2, "substantial": 3, "total": 0}
"""Steps on attacks against who is in cover; against total cover no attack succeeds. [HAC-COVER-01]"""

COVER_SHOT_STEPS: Mapping[Cover, int] = {"none": 0, "slight": 0, "partial": 1, "substantial": 2, "total": 3}
"""Steps of a Cover Shot by the shooter's own cover. [HAC-COVER-SHOT-02]"""

HEIGHT_FLOORS = ((6, FAR), (2, LONG), (1, NEAR), (0, CLOSE))
"""The least difference of levels, and the least Range it means. [HAC-RANGE-05]"""

MAX_RANGES: Mapping[str, RangeName] = {"melee": "close", "thrown": "near", "bow": "long"}
"""How far a weapon reaches whose roster does not say. [HAC-Q-45]"""

HELPLESS_DEFENSE = 5
"""Defense of who is unaware or cannot move. [HAC-DEF-02]"""

PASSIVE = 5
"""A passive TN for each point of a rank. [HAC-DICE-10, HAC-DEF-01]"""

RAISE = 5
"""What a Raise adds to one's own TN. [HAC-RAISE-01]"""

FALL_WOUNDS = 2
"""Wounds for each level of a fall. [HAC-FALL-01]"""

MOMENTS = 10
"""The count begins here. [HAC-INIT-04]"""

FEWEST, MOST = 2, 49
"""Individuals in a Skirmish. [HAC-SCOPE-01, HAC-SCOPE-02]"""


class DefenseRow(NamedTuple):
    """An Active Defense: its steps, Skill and Element; an empty Skill is the weapon's, an empty Element as ruled."""

    label: str
    steps: int
    skill: str
    element: ElementName
    rule: str


DEFENSES: Mapping[DefenseName, DefenseRow] = {
    "counterstrike": DefenseRow("Counterstrike", 2, "", "fire", "HAC-CSTRIKE-02"),
    "dodge": DefenseRow("Dodge", 0, "Athletics", "water", "HAC-DODGE-01"),
    "dive": DefenseRow("Dive", 1, "Athletics", "void", "HAC-DIVE-01"),
    "parry": DefenseRow("Parry", 0, "", "fire", "HAC-PARRY-01"),
    "block": DefenseRow("Block", 0, "Karate", "fire", "HAC-PARRY-02"),
    "resist_knockdown": DefenseRow("Resist the Knockdown", 0, "", "earth", "HAC-KD-02"),
}
"""Active Defenses with their steps. [HAC-ADEF-06]"""

BLOCK_WEAPON_STEPS = 2
"""Steps of a Block against a weapon. [HAC-PARRY-02]"""

GUARD_SKILL, GUARD_STEPS = "Athletics", 1
"""The Skill of a Guard, rolled with Void, and its steps. [HAC-GUARD-01]"""

DISARM_STEPS, DISARM_BARE_STEPS = 2, 3
"""Steps of a Disarm with a weapon and with bare hands. [HAC-DISARM-02]"""

LANDING_SKILL = "Athletics"
"""The Skill of who is thrown, rolled with Water. [HAC-THROW-04]"""


def height_floor(levels: int) -> int:
    """The least Range that a difference of levels means. [HAC-RANGE-05]

    >>> [height_floor(levels) for levels in (0, 1, 2, 5, 6, 20)]
    [0, 1, 2, 2, 3, 3]
    """
    return next(step for least, step in HEIGHT_FLOORS if levels >= least)
