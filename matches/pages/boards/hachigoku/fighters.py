"""A character as people type it: Elements, Skills and weapons in a line each."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, get_args

from matches.pages.rosters import pasted
from rules.hachigoku.roster import HIGHEST, MOST_DICE
from rules.hachigoku.sheets import ELEMENTS, KINDS
from rules.hachigoku.tables import ArmorType, Cover, Quality
from web.errors import Unreadable
from web.pages.fields import Field

Values = dict[str, Any]
SKILLS_EXAMPLE = "Kenjutsu 3, Athletics 2"
WEAPONS_EXAMPLE = "katana, Kenjutsu, 2k2; bow, Kyujutsu, 1k1, bow"
EXAMPLE = '{"id": "aoi", "name": "Aoi", "skills": {"Kenjutsu": 3}}'
KIND_WORDS = ("melee", "thrown", "bow")
TICKS = {"blunt": "blunt", "entangling": "entangle", "parries": "can_parry"}
"""What may be said of a weapon beside its dice, and the field that it ticks."""
DICE = re.compile(r"-?\d{1,2}k-?\d{1,2}")
SKILL = re.compile(r"(?P<name>.+?)[\s:]+(?P<rank>\d{1,2})")


def fighter_fields() -> list[Field]:
    """What is asked of a character. A roster that is pasted counts before the rest."""
    elements = [Field(f"element-{name}", name.title(), "number", value="2", low=1, high=10) for name in ELEMENTS]
    kinds = Field("kind", "Kind", "select", tuple(KINDS.items()), "named", required=True)
    return [
        Field("name", "Name"),
        kinds,
        Field("group_id", "Group of Kaonashi", help="Those of one group can be attacked together."),
        *elements,
        Field("skills", "Skills", help=f"For example {SKILLS_EXAMPLE}", wide=True),
        Field("weapons", "Weapons", help=f"Name, Skill, Damage, kind; for example {WEAPONS_EXAMPLE}", wide=True),
        Field("armor", "Armor", "select", words_of(ArmorType), "none", required=True),
        Field("quality", "Its quality", "select", words_of(Quality), "normal", required=True),
        Field("initiative_bonus_dice", "Further Action Dice", "number", value="0", low=0, high=MOST_DICE),
        Field("honor_points", "Honor Points", "number", value="0", low=0, high=HIGHEST),
        Field("height", "Height level", "number", value="0", low=0, high=HIGHEST),
        Field("cover", "Cover", "select", words_of(Cover), "none", required=True),
        Field("mounted", "Mounted", "check"),
        Field("roster", "Or a roster, as JSON", "long", help=f"For example {EXAMPLE}"),
    ]


def words_of(kind: Any) -> tuple[tuple[str, str], ...]:
    """The values of a Literal as choices."""
    return tuple((one, one) for one in get_args(kind))


def fighter_of(values: Values) -> dict[str, Any]:
    """The character that those fields make, filled in, but for its side; Unreadable names the field at fault."""
    if values["roster"]:
        found = pasted(values["roster"], "roster", dict, "The roster", f"For example {EXAMPLE}")
        return {"name": str(found.get("id", "")), **found}
    if not values["name"]:
        raise Unreadable("A character needs a name.", "name", hint="Fill it in, or paste a roster.")
    numbers = ("initiative_bonus_dice", "honor_points", "height")
    given = {name: values[name] for name in (*numbers, "mounted", "group_id") if values[name]}
    return {
        "name": values["name"],
        "kind": values["kind"],
        "elements": {name: 2 if values[f"element-{name}"] is None else values[f"element-{name}"] for name in ELEMENTS},
        "skills": skills_of(values["skills"] or ""),
        "weapons": weapons_of(values["weapons"] or ""),
        "armor": {"type": values["armor"], "quality": values["quality"]},
        "cover": values["cover"],
        **given,
    }


def skills_of(text: str) -> dict[str, int]:
    """Skills with their ranks.

    >>> skills_of("Kenjutsu 3, Athletics (Guard): 2")
    {'Kenjutsu': 3, 'Athletics (Guard)': 2}
    """
    found = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = SKILL.fullmatch(part)
        if match is None:
            raise Unreadable(f"{part!r} is no Skill with its rank.", "skills", hint=f"For example {SKILLS_EXAMPLE}.")
        found[match["name"]] = int(match["rank"])
    return found


def weapons_of(text: str) -> list[dict[str, Any]]:
    """Weapons, with semicolons between them.

    >>> weapons_of("club, Bojutsu, 1k1, blunt")
    [{'name': 'club', 'skill': 'Bojutsu', 'damage': '1k1', 'blunt': True}]
    """
    return [weapon_of(part) for part in text.replace("\n", ";").split(";") if part.strip()]


def weapon_of(text: str) -> dict[str, Any]:
    """One weapon: its name, its Skill, and what else is said of it."""
    name, skill, *more = (part.strip() for part in f"{text},".split(","))
    found: dict[str, Any] = {"name": name, "skill": skill}
    for word in filter(None, more):
        if DICE.fullmatch(word):
            found["damage"] = word
        elif word in KIND_WORDS:
            found["kind"] = word
        elif word in TICKS:
            found[TICKS[word]] = True
        else:
            known = ", ".join((*KIND_WORDS, *TICKS))
            hint = f"Give Damage as 2k2, and any of {known}."
            raise Unreadable(f"{word!r} says nothing of a weapon.", "weapons", hint=hint)
    if not name or not skill:
        raise Unreadable(
            f"{text.strip()!r} is no weapon with its Skill.", "weapons", hint=f"For example {WEAPONS_EXAMPLE}."
        )
    return found


def id_of(name: str, taken: Collection[str]) -> str:
    """An id for somebody of that name that nobody has.

    >>> id_of("Aoi of the Crane", {"aoi-of-the-crane"})
    'aoi-of-the-crane-2'
    """
    made = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "somebody"
    number, found = 1, made
    while found in taken:
        number += 1
        found = f"{made}-{number}"
    return found
