"""Battles drawn from a seed: two to six sides, alliances, a GM's monsters, every scenario, house rules at random."""

from __future__ import annotations

from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.istra.house_rules import HouseRules
from rules.istra.scenarios import FURNISHED
from rules.istra.tables import CALLINGS, TALENTS
from tests.rules.istra.battles import Json, circle, man, piece, wall

RACES = ("human", "wood_elf", "steppe_elf", "dark_elf", "dwarf", "halfling", "undead", "beast", "demon")
KITS: tuple[list[str], ...] = (
    ["two_handed"],
    ["spear", "shield", "light_armour"],
    ["bow", "dagger"],
    ["crossbow", "one_handed"],
    ["rifle", "one_handed"],
    ["pistol", "shield"],
    ["one_handed", "shield", "heavy_armour"],
    [],
)
SPELLS = ["fireball", "ray_of_frost", "lightning_fork", "hex", "ward"]
OWN: list[Json] = [
    {"name": "hex", "range": 900, "defence": "will", "usage": "at_will", "chained": True},
    {"name": "ward", "range": 600, "tn": 14, "effect": "gm", "usage": "once_per_turn"},
]
"""Spells of the house: an attack without end, and one that the GM applies."""
ZONES = ((200, 200), (1800, 1800), (1800, 200), (200, 1800), (1000, 200), (1000, 1800))
"""Middles of the six zones of a small table."""


def hero(rng: Random, name: str, **fields: Any) -> Json:
    """A hero of any class with what it may know and carry."""
    calling = rng.choice(tuple(CALLINGS))
    own = [row.name for row in TALENTS.values() if row.calling in CALLINGS[calling]]
    level = rng.randint(1, 3)
    one = man(name, race=rng.choice(RACES), level=level, equipment=rng.choice(KITS), **fields)
    one["class"] = calling
    one["talents"] = sorted(rng.sample(own, min(level, len(own))))
    if calling == "magic_user":
        one["spells"] = rng.sample(SPELLS, level)
    return one


def monster(rng: Random, name: str) -> Json:
    """A monster of the GM's."""
    stats = {"power_max": rng.randint(3, 9), "finesse_max": rng.randint(2, 6), "will_max": rng.randint(1, 6)}
    more = {"health_max": rng.randint(5, 30), "large": rng.random() < 0.3, "equipment": rng.choice(KITS)}
    return man(name, kind="monster", **stats, **more)


def battle(
    seed: int,
    sides: int = 2,
    models: int = 3,
    *,
    monsters: int = 0,
    scenario: str = "annihilation",
    allied: bool = False,
) -> Json:
    """The setup of that seed, on a table of 20 inches with a rock, a wood and a platform. It ends after 8 turns.

    `allied`: the first two sides stand together.
    """
    rng = Random(seed)
    companies: Json = {}
    for number in range(1, sides + 1):
        letter = "abcdef"[number - 1]
        company = [hero(rng, f"{letter}{one}", leader=one == 1) for one in range(1, models + 1)]
        companies[f"s{number}"] = {"models": company, "zone": circle(*ZONES[number - 1], 200)}
        if allied and number <= 2:
            companies[f"s{number}"]["alliance"] = "north"
    if monsters:
        companies["gm"] = {"models": [monster(rng, f"m{number}") for number in range(1, monsters + 1)]}
    terrain = [
        wall("rock", 850, 850, 1150, 1000),
        piece("wood", circle(600, 1300, 200), ground="rough", los="partial", height=300),
        wall("platform", 1400, 500, 1700, 800, height=200, los="partial"),
    ]
    return {
        "sides": companies,
        "board": {"width": 2000, "depth": 2000},
        "terrain": terrain,
        "spells": OWN,
        "scenario": scenario,
        "turn_limit": 8,
        "gm": True if monsters or rng.random() < 0.3 else None,
    }


def any_battle(seed: int) -> Json:
    """A battle of any size and scenario."""
    rng = Random(seed)
    scenario = rng.choice(tuple(FURNISHED))
    count = rng.choice((2, 2, 2, 3, 4, 6))
    monsters = rng.randint(1, 3) if scenario == "last_stand" or rng.random() < 0.2 else 0
    allied = scenario != "last_stand" and count > 2 and rng.random() < 0.5
    models = 3 if count < 4 else rng.randint(1, 2)
    return battle(seed, count, models, monsters=monsters, scenario=scenario, allied=allied)


def house_rules(seed: int) -> Json:
    """About every fourth switch at another value than the default."""
    rng = Random(seed)
    rules: Json = {}
    for name, kind in get_type_hints(HouseRules).items():
        if get_origin(kind) is Literal and rng.random() < 0.25:
            rules[name] = rng.choice(get_args(kind))
    return rules
