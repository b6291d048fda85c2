"""Fighters of a campaign's rosters: the sheet that is handed in, and what a Skirmish is given of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from rules.hachigoku.checks import check_fighter, check_pool
from rules.hachigoku.questions import BARE_HANDS, level, track_of
from rules.hachigoku.refusals import refused
from rules.hachigoku.roster import (
    HIGHEST,
    MOST_DICE,
    Armor,
    Count,
    Dice,
    Elements,
    Fighter,
    Group,
    RollModifier,
    Weapon,
    WoundTrack,
)
from rules.hachigoku.state import Character
from rules.hachigoku.tables import RangeName
from rules.kernel.bounds import DocumentRefusals, check_text
from rules.kernel.errors import Malformed
from rules.kernel.progression import NOT_AT_HAND, Entry, Figure, Lacking, RecruitOrder, SheetList
from rules.kernel.reading import Json, picked, plain, read

WOUNDS, HONOR = "wounds", "honor_points"
ELEMENTS = ("earth", "water", "fire", "wind", "void")
ENTRIES: Mapping[str, Entry] = MappingProxyType(
    {
        **{element: Entry(element.title(), 1, 10) for element in ELEMENTS},
        "initiative_bonus_dice": Entry("Further Action Dice", 0, MOST_DICE),
        "attacks_per_action": Entry("Attacks in an Action", 1, MOST_DICE),
        HONOR: Entry("Honor Points", 0, HIGHEST),
    }
)
"""What may be entered of a fighter, with its bounds."""
KINDS: Mapping[str, str] = MappingProxyType({"named": "Namae", "mook": "Kaonashi"})
DEFAULTS: Mapping[str, int] = MappingProxyType(
    {**dict.fromkeys(ELEMENTS, 2), "initiative_bonus_dice": 0, "attacks_per_action": 1, HONOR: 0}
)
"""What a sheet leaves out, as on a roster."""
REFUSALS = DocumentRefusals(
    "bad_setup", "HAC-SCOPE-01", "", "Give what a character of a roster may have, or leave it out."
)


class SkillRow(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A Skill with its rank, and its group where that is known."""

    name: str
    rank: Annotated[int, msgspec.Meta(ge=0, le=10)] = 1
    group: Group | None = None


class WeaponRow(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What a form asks of a weapon; a `Weapon` on a sheet may say more."""

    name: str
    skill: str
    kind: Literal["melee", "thrown", "bow"] = "melee"
    damage: Dice = "0k0"
    size: Count = 2
    max_range: RangeName | None = None
    reload: Literal["none", "light", "heavy"] = "none"
    blunt: bool = False
    entangle: bool = False
    can_parry: bool = False


class Sheet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What is on a sheet beside the ranks. `armor`: one suit at most. `wound_track` left out: by Earth and kind."""

    skills: tuple[SkillRow, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    armor: tuple[Armor, ...] = ()
    roll_modifiers: tuple[RollModifier, ...] = ()
    aspects: dict[str, tuple[str, ...]] = {}
    primary_hand: Literal["right", "left"] = "right"
    group_id: str | None = None
    wound_track: WoundTrack | None = None


LISTS: Mapping[str, SheetList] = MappingProxyType(
    {
        "skills": SheetList("Skill", SkillRow),
        "weapons": SheetList("Weapon", WeaponRow),
        "armor": SheetList("Armor", Armor),
        "roll_modifiers": SheetList("Roll modifier", RollModifier),
    }
)
"""What a form lists of a sheet."""


# A recruit


def recruited(order: RecruitOrder) -> Figure:
    """The figure that was handed in; what it leaves out is as on a roster. [HAC-Q-47, HAC-Q-93]"""
    check_order(order)
    stats = {**DEFAULTS, **order.stats}
    figure = Figure(
        id=order.id,
        name=order.name,
        race=order.race,
        calling=order.calling or "named",
        stats=stats,
        sheet=plain(sheet_of(order.sheet)),
    )
    check_sheet(figure)
    return replace(figure, stats={**stats, WOUNDS: track_of(character_of(figure)).most})


def check_order(order: RecruitOrder) -> None:
    """Refuse what no fighter has. [HAC-Q-93]"""
    if not order.name.strip():
        raise refused("bad_setup", "A fighter needs a name.", "HAC-Q-93", field="name", hint="Give it a name.")
    check_text(REFUSALS, order.name, "name")
    if order.calling not in ("", *KINDS):
        message, hint = f"There is no kind {order.calling!r}.", f"Give one of {', '.join(KINDS)}."
        raise refused("bad_setup", message, "HAC-KAO-01", field="calling", hint=hint)
    for field in ("race", "talents", "spells"):
        if getattr(order, field):
            message = f"A fighter has no {field}."
            raise refused("bad_setup", message, "HAC-Q-93", field=field, hint="Use Skills and roll modifiers.")
    for name, number in order.stats.items():
        check_stat(name, number)


def check_stat(name: str, number: int) -> None:
    """A rank or number of the stat block, within its bounds. [HAC-DICE-03]"""
    entry = ENTRIES.get(name)
    if entry is None:
        message, hint = f"There is no {name!r}.", f"Give some of {', '.join(ENTRIES)}."
        raise refused("bad_setup", message, "HAC-Q-93", field=f"stats.{name}", hint=hint)
    if not entry.low <= number <= entry.high:
        message = f"{entry.title} is {entry.low} to {entry.high}."
        raise refused("bad_setup", message, "HAC-DICE-03", field=f"stats.{name}", hint="Give another number.")


def sheet_of(given: Mapping[str, object]) -> Sheet:
    """A sheet as it was handed in; refused where it is none."""
    try:
        sheet = read(dict(given), Sheet, "sheet")
    except Malformed as error:
        raise REFUSALS.bad(error.message, error.field, "HAC-Q-47") from None
    if len(sheet.armor) > 1:
        raise REFUSALS.bad("A fighter wears one suit of armor.", "sheet.armor", "HAC-ARMOR-01")
    return sheet


def check_sheet(figure: Figure) -> None:
    """Names, texts and dice of the sheet are such as a Skirmish takes. [HAC-Q-47, HAC-Q-88]"""
    sheet = sheet_of(figure.sheet)
    names = [row.name for row in sheet.skills]
    if len(set(names)) < len(names) or not all(name.strip() for name in names):
        raise REFUSALS.bad("Each Skill has a name, and stands there once.", "sheet.skills", "HAC-DICE-03")
    for place, weapon in enumerate(sheet.weapons):
        check_pool(REFUSALS, weapon.damage, 0, f"sheet.weapons[{place}].damage")
        for field in ("lost", "taken_from"):
            if getattr(weapon, field):
                raise REFUSALS.bad("A fighter joins with what it has.", f"sheet.weapons[{place}].{field}", "HAC-Q-47")
    check_fighter(REFUSALS, fighter_of(figure), "sheet")


# Into a Skirmish


def fighter_of(figure: Figure, side: str = "") -> Fighter:
    """A figure as it comes to a Skirmish: with its Wounds, the Honor that is left, the weapons at hand."""
    sheet, stats = read(figure.sheet, Sheet), figure.stats
    return Fighter(
        id=figure.id,
        name=figure.name,
        side=side,
        kind="mook" if figure.calling == "mook" else "named",
        elements=Elements(**picked_stats(stats)),
        skills={row.name: row.rank for row in sheet.skills},
        skill_groups={row.name: row.group for row in sheet.skills if row.group is not None},
        initiative_bonus_dice=stats["initiative_bonus_dice"],
        attacks_per_action=stats["attacks_per_action"],
        honor_points=max(0, stats[HONOR] - figure.carried.get(HONOR, 0)),
        weapons=tuple(one for one in sheet.weapons if figure.item_states.get(one.name) not in NOT_AT_HAND),
        armor=sheet.armor[0] if sheet.armor else Armor(),
        wounds=figure.carried.get(WOUNDS, 0),
        **picked(sheet, "aspects", "primary_hand", "group_id", "wound_track", "roll_modifiers"),
    )


def lacks(figure: Figure) -> Lacking | None:
    """Whether a fighter goes without the weapons of the sheet, or with bare hands untrained. [HAC-DISARM-03]"""
    fighter, owns = fighter_of(figure), bool(figure.sheet.get("weapons"))
    karate = fighter.skills.get(BARE_HANDS.skill, 0)
    if fighter.weapons or (karate and not owns):
        return None
    means = f"bare hands, {BARE_HANDS.skill} {karate}" if karate else "bare hands, unskilled"
    return Lacking("a weapon", means, "HAC-DISARM-03" if owns else "HAC-DICE-07")


def picked_stats(stats: Mapping[str, int]) -> dict[str, int]:
    """The ranks of the Elements."""
    return {element: stats[element] for element in ELEMENTS}


def character_of(figure: Figure, side: str = "") -> Character:
    """A figure as it would stand in a Skirmish."""
    return Character(**picked(fighter_of(figure, side), *Fighter.__struct_fields__))


def level_of(figure: Figure) -> str:
    """Where a figure is on its wound track by the Wounds that it carries. [HAC-WOUND-01, HAC-KAO-01]"""
    return level(character_of(figure))


def entry_of(figure: Figure, side: str) -> Json:
    """A figure as a setup has it."""
    written: Json = plain(fighter_of(figure, side))
    return written
