"""What somebody brings to a Skirmish: the stat block of a character, with its weapons and armor."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from rules.hachigoku.tables import ArmorType, Cover, ElementName, Quality, RangeName
from rules.kernel.labels import Bounds, label

HIGHEST = 1_000
"""No number of a roster is higher, so that sums stay small."""
MOST_DICE = 20
"""Dice of one kind that a roster can give at most."""
HONOR = Bounds(0, HIGHEST, "HAC-HONOR-01")
WOUNDS = Bounds(0, HIGHEST, "HAC-WOUND-01")
LEVELS = Bounds(0, HIGHEST, "HAC-RANGE-05")
Rank: TypeAlias = Annotated[int, Bounds(1, 10, "HAC-DICE-03")]
Count: TypeAlias = Annotated[int, Bounds(0, HIGHEST, "HAC-Q-47")]
Dice: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^-?\d{1,2}k-?\d{1,2}$")]
"""XkY: dice that are rolled and kept, as "2k2" or "-1k0"."""
Group = Literal["Bujutsu", "Karate", "Jutsugaku", "Chonin", "Hinin"]


class Elements(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The ranks of the five Elements."""

    earth: Rank = 2
    water: Rank = 2
    fire: Rank = 2
    wind: Rank = 2
    void: Rank = 2

    def rank(self, element: ElementName) -> int:
        found: int = getattr(self, element)
        return found


class Weapon(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon of a roster. [HAC-Q-47]

    `max_range` left out: as far as such a weapon reaches. `counterstrike` left out: by its Skill. `lost`: "ground", or
    who has it now. `taken_from`: whose it is, in the hands of somebody else. [HAC-DISARM-03]
    """

    name: str
    skill: str
    kind: Literal["melee", "thrown", "bow"] = "melee"
    damage: Dice = "0k0"
    damage_by_range: dict[RangeName, Dice] = {}
    size: Count = 2
    max_range: RangeName | None = None
    reload: Literal["none", "light", "heavy"] = "none"
    blunt: bool = False
    entangle: bool = False
    can_parry: bool = False
    counterstrike: bool | None = None
    ready: bool = True
    loaded: bool = True
    lost: str = ""
    taken_from: str = ""


class Armor(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What somebody wears."""

    type: ArmorType = "none"
    quality: Quality = "normal"


class WoundTrack(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How many Wounds are Light, and how many Heavy."""

    light: Count
    heavy: Count


class RollModifier(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What an ability does to rolls. [HAC-DIFF-02]

    `applies_to`: "all", the purpose of a roll, an Active Defense, or a Skill; after "duel:" in a duel alone. `steps`
    are difficulty steps.
    """

    applies_to: str
    dice: Dice = "0k0"
    steps: Annotated[int, Bounds(-MOST_DICE, MOST_DICE, "HAC-DIFF-02")] = 0
    note: str = ""


class Fighter(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A character as it comes to the Skirmish. `wound_track` left out: Earth and Earth, of a mook 0 and 0.

    The GM can set the fields that have a label.
    """

    id: str
    name: str = ""
    side: str
    kind: Literal["named", "mook"] = "named"
    group_id: str | None = None
    elements: Elements = Elements()
    skills: dict[str, Annotated[int, msgspec.Meta(ge=0, le=10)]] = {}
    skill_groups: dict[str, Group] = {}
    aspects: dict[str, tuple[str, ...]] = {}
    initiative_bonus_dice: Annotated[int, Bounds(0, MOST_DICE, "HAC-INIT-01")] = 0
    attacks_per_action: Annotated[int, Bounds(1, MOST_DICE, "HAC-ATK-02")] = 1
    honor_points: Annotated[int, HONOR, label("Honor Points", bounds=HONOR, stored=True)] = 0
    weapons: tuple[Weapon, ...] = ()
    primary_hand: Literal["right", "left"] = "right"
    armor: Armor = Armor()
    mounted: Annotated[bool, label("Mounted", stored=True)] = False
    mount_gait: Annotated[Literal["steady", "gallop"], label("Gait of the mount", stored=True)] = "steady"
    on_boat: Annotated[bool, label("On a boat", stored=True)] = False
    wounds: Annotated[int, WOUNDS, label("Wounds", bounds=WOUNDS, stored=True)] = 0
    wound_track: WoundTrack | None = None
    height: Annotated[int, LEVELS, label("Height level", bounds=LEVELS, stored=True)] = 0
    cover: Cover = "none"
    nearby_cover: Cover = "none"
    on_uneven_terrain: Annotated[bool, label("On uneven terrain", stored=True)] = False
    on_rise: Annotated[bool, label("On a small rise", stored=True)] = False
    close_shots: Annotated[bool, label("May shoot at close Range", stored=True)] = False
    roll_modifiers: tuple[RollModifier, ...] = ()

    @property
    def called(self) -> str:
        """The name for people."""
        return self.name or self.id
