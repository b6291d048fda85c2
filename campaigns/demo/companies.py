"""The six companies of the Ashgate war, and what they meet there, invented for the demo.

None costs more than the 500 gp that a new company has. [IST-CAMP-01]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero of a company, at level 1; `calling` is its class."""

    id: str
    name: str
    race: str
    calling: str
    equipment: tuple[str, ...]
    talent: str = ""
    spell: str = ""
    hand: str = ""

    def as_setup(self, *, leader: bool) -> Json:
        """The hero as Storm of Istra reads it. `hand`: what it holds, if not its first melee weapon."""
        entry: Json = {
            "id": self.id,
            "name": self.name,
            "race": self.race,
            "class": self.calling,
            "leader": leader,
            "equipment": list(self.equipment),
            "talents": [self.talent] if self.talent else [],
            "spells": [self.spell] if self.spell else [],
        }
        return entry | ({"active_weapon": self.hand} if self.hand else {})


@dataclass(frozen=True, slots=True)
class Company:
    """A company: its first hero leads it, `colour` is what its bases wear: the one that it has in the campaign."""

    key: str
    name: str
    motto: str
    hall: str
    colour: str
    heroes: tuple[Hero, ...]

    def as_setup(self) -> Json:
        models = [hero.as_setup(leader=hero is self.heroes[0]) for hero in self.heroes]
        words = {"name": self.name, "company": self.name, "motto": self.motto, "hall": self.hall}
        return {**words, "colour": self.colour, "models": models}


FIGHTER, MAGIC_USER, EXPERT = "fighter", "magic_user", "expert"

_COMPANIES = (
    Company(
        "herons",
        "Grey Herons",
        "Stand still. Strike once.",
        "The Weir",
        "#407bf8",
        (
            Hero("ilse", "Ilse Weir", "human", FIGHTER, ("one_handed", "shield", "light_armour"), "smite"),
            Hero("odo", "Odo Sluice", "dwarf", FIGHTER, ("two_handed", "light_armour"), "cleave"),
            Hero("wenn", "Wenn of the Reeds", "steppe_elf", EXPERT, ("bow", "dagger"), hand="bow"),
            Hero("tam", "Tam Eelpot", "halfling", MAGIC_USER, ("dagger",), "abjuration", "lightning_fork"),
        ),
    ),
    Company(
        "lanterns",
        "Red Lanterns",
        "We see you first.",
        "The Lamp House",
        "#de6802",
        (
            Hero("sorrel", "Sorrel Wick", "dark_elf", FIGHTER, ("spear", "shield", "light_armour"), "challenge"),
            Hero("vesna", "Vesna Cinder", "dark_elf", MAGIC_USER, ("dagger",), "abjuration", "fireball"),
            Hero("brun", "Brun Two-Doors", "human", FIGHTER, ("two_handed", "light_armour"), "rage"),
            Hero("pike", "Pike Latchkey", "human", EXPERT, ("crossbow", "dagger"), hand="crossbow"),
        ),
    ),
    Company(
        "hammers",
        "Ashgate Hammers",
        "Paid by the blow.",
        "The Cold Forge",
        "#0c3f32",
        (
            Hero("gerta", "Gerta Coldiron", "dwarf", FIGHTER, ("one_handed", "shield", "heavy_armour"), "bastion"),
            Hero("nils", "Nils Coldiron", "dwarf", FIGHTER, ("two_handed",), "power_attack"),
            Hero("uta", "Uta Fuse", "dwarf", EXPERT, ("rifle", "dagger"), hand="rifle"),
            Hero("ro", "Old Ro", "dwarf", FIGHTER, ("spear",), "relentless"),
        ),
    ),
    Company(
        "wardens",
        "Bellwood Wardens",
        "Leave no track.",
        "The Hollow Oak",
        "#d569b0",
        (
            Hero("linnea", "Linnea Fern", "wood_elf", EXPERT, ("bow", "one_handed"), hand="bow"),
            Hero("asker", "Asker Thorn", "wood_elf", FIGHTER, ("two_handed", "light_armour"), "whirlwind"),
            Hero("sylve", "Sylve Hoar", "wood_elf", MAGIC_USER, ("spear",), "abjuration", "ray_of_frost"),
        ),
    ),
    Company(
        "penitents",
        "Osk's Penitents",
        "Sorry, and again.",
        "The Shrine of Saint Osk",
        "#8a4410",
        (
            Hero("marta", "Sister Marta", "human", FIGHTER, ("two_handed", "light_armour"), "challenge"),
            Hero("jost", "Brother Jost", "human", FIGHTER, ("spear", "shield", "light_armour"), "toughness"),
            Hero("fenna", "Fenna Candle", "human", MAGIC_USER, ("dagger",), "abjuration", "ray_of_frost"),
            Hero("lot", "Lot the Sexton", "halfling", EXPERT, ("bow", "dagger"), hand="bow"),
        ),
    ),
    Company(
        "risen",
        "The Gallow Hill Risen",
        "Later is soon enough.",
        "Gallow Hill",
        "#7e00a3",
        (
            Hero("varg", "Captain Varg", "undead", FIGHTER, ("one_handed", "shield", "light_armour"), "power_attack"),
            Hero("mould", "Mother Mould", "undead", MAGIC_USER, ("dagger",), "abjuration", "lightning_fork"),
            Hero("rattle", "Rattle", "undead", FIGHTER, ("two_handed", "light_armour"), "relentless"),
            Hero("shin", "Shin", "undead", EXPERT, ("crossbow", "dagger"), hand="crossbow"),
        ),
    ),
)
COMPANIES: Mapping[str, Company] = {company.key: company for company in _COMPANIES}


def _monster(name: str, title: str, stats: tuple[int, int, int], health: int, **more: Any) -> Json:
    power, finesse, will = stats
    numbers = {"power_max": power, "finesse_max": finesse, "will_max": will, "health_max": health}
    return {"id": name, "name": title, "kind": "monster", **numbers, **more}


MONSTERS: Json = {
    "name": "The marsh",
    "colour": "#94976a",
    "models": [
        _monster("troll", "The Causeway Troll", (9, 3, 4), 50, radius=80, height=220, large=True, armour_base=6),
        _monster("hound_1", "A bog hound", (6, 7, 4), 18, armour_base=3),
        _monster("hound_2", "Another bog hound", (6, 7, 4), 18, armour_base=3),
        _monster("drowned", "The drowned toll-keeper", (7, 4, 5), 24, equipment=["spear"], armour_base=5),
    ],
}
"""The GM's side: what lives beside the causeway."""


# Tables


def _rect(left: int, bottom: int, right: int, top: int) -> Json:
    return {"shape": "rect", "a": [left, bottom], "b": [right, top]}


def _circle(x: int, y: int, radius: int) -> Json:
    return {"shape": "circle", "centre": [x, y], "radius": radius}


_HOUSE: Json = {"los": "opaque", "building": True, "climbable": True, "standable": True}
_ROCK: Json = {"los": "opaque", "climbable": True, "standable": True}
_HEDGE: Json = {"height": 100, "los": "partial"}
_BOG: Json = {"ground": "rough"}


def _piece(name: str, title: str, footprint: Json, kind: Json, **more: Any) -> Json:
    return {"id": name, "name": title, "footprint": footprint, **kind, **more}


TABLES: Mapping[str, Json] = {
    "square": {
        "board": {"width": 3000, "depth": 3000},
        "terrain": [
            _piece("well", "The well", _circle(1500, 1500, 120), _ROCK, height=100),
            _piece("smithy", "The smithy", _rect(600, 1150, 1000, 1500), _HOUSE, height=250),
            _piece("tavern", "The tavern", _rect(2000, 1500, 2450, 1900), _HOUSE, height=300),
            _piece("hedge_1", "A hedge", _rect(1200, 900, 1700, 940), _HEDGE),
            _piece("hedge_2", "A hedge", _rect(1300, 2060, 1800, 2100), _HEDGE),
            _piece("midden", "The midden", _circle(700, 2100, 200), _BOG),
        ],
    },
    "ford": {
        "board": {"width": 3600, "depth": 3600},
        "terrain": [
            _piece("shallows", "The shallows", _rect(0, 1650, 3600, 1950), _BOG),
            _piece("stone_1", "A stepping stone", _circle(1200, 1800, 130), _ROCK, height=50),
            _piece("stone_2", "A stepping stone", _circle(2400, 1800, 130), _ROCK, height=50),
            _piece("mill", "The mill", _rect(800, 800, 1200, 1150), _HOUSE, height=300),
            _piece("barn", "The barn", _rect(2400, 2450, 2800, 2800), _HOUSE, height=300),
            _piece(
                "willows_1", "Willows", _circle(2500, 1000, 250), {"height": 400, "los": "partial", "ground": "rough"}
            ),
            _piece(
                "willows_2", "Willows", _circle(1100, 2600, 250), {"height": 400, "los": "partial", "ground": "rough"}
            ),
        ],
    },
    "causeway": {
        "board": {"width": 2400, "depth": 3000},
        "terrain": [
            _piece("mire_1", "The mire", _rect(0, 1000, 900, 2000), _BOG),
            _piece("mire_2", "The mire", _rect(1500, 1000, 2400, 2000), _BOG),
            _piece("toll_house", "The toll-house", _rect(1050, 2150, 1350, 2400), _HOUSE, height=250),
            _piece("cairn", "A cairn", _circle(1200, 1500, 100), _ROCK, height=150),
        ],
    },
}
"""Furnished tables, in hundredths of an inch."""
