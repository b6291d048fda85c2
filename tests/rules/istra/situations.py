"""Positions drawn from a seed: every field that a situation can have, so that round trips meet them all."""

from __future__ import annotations

from random import Random

from rules.istra.tables import ABILITIES, CALLINGS, RACES, SPELLS, TALENTS, WEAPONS
from tests.rules.istra.battles import Json, circle, man, rect, wall

ARMS = ("light_armour", "heavy_armour")
CONDITIONS: tuple[Json, ...] = (
    {"name": "climbed", "amount": 250},
    {"name": "arrow_block"},
    {"name": "abjured", "lasts": "next_activation"},
    {"name": "fled", "lasts": "battle"},
    {"name": "gathered_power", "lasts": "used"},
)
SOURCED = ("defence_penalty", "ongoing", "challenged", "challenging", "vengeance")


def situation(seed: int) -> Json:
    """The position of that seed: two to four sides on a grid, a terrace to stand on, and whatever may have happened."""
    rng = Random(seed)
    names = [f"{side}{number}" for side in "abcd"[: rng.randint(2, 4)] for number in range(1, rng.randint(2, 4))]
    spots = [(x, y) for x in range(900, 3000, 200) for y in range(900, 3000, 200)]
    rng.shuffle(spots)
    sides: Json = {}
    for name in names:
        side = sides.setdefault(f"s{'abcd'.index(name[0]) + 1}", {"models": []})
        side["models"].append(model(rng, name, names, spots.pop()))
    if rng.random() < 0.3:
        sides["gm"] = {"models": [monster(rng, spots.pop())]}
    here = [one["id"] for side in sides.values() for one in side["models"] if "pos" in one]
    document: Json = {
        "sides": sides,
        "gm": rng.random() < 0.7 or None,
        "terrain": [wall("terrace", 3500, 3500, 4000, 4000), {"id": "hedge", "footprint": circle(400, 400, 200)}],
        "zones": [{"id": "hill", "area": rect(0, 0, 600, 600), "title": "The hill"}],
        "items": [{"id": "gem", "pos": [100, 100, 0]}, {"id": "cup", "carrier": names[0]}],
        "scenario": rng.choice(("annihilation", "hold_the_centre", "carry_the_relic", "break_through")),
        "turn": rng.randint(1, 9),
        "nominations": [{"model": name, "by": "s1"} for name in rng.sample(names, rng.randint(0, len(names)))],
        "nominator": rng.choice(("s1", "s2")),
        "engaged": pairs(rng, sides),
    }
    if here and rng.random() < 0.5:
        document["active"] = rng.choice(here)
    return document


def model(rng: Random, name: str, names: list[str], spot: tuple[int, int]) -> Json:
    """A hero, whole or hurt, on the board, in reserve or gone."""
    calling = rng.choice(tuple(CALLINGS))
    own = [row.name for row in TALENTS.values() if row.calling in CALLINGS[calling]]
    level = rng.randint(1, 4)
    weapons = rng.sample(tuple(WEAPONS), rng.randint(0, 3))
    one = man(
        name,
        race=rng.choice(tuple(RACES)),
        level=level,
        talents=rng.sample(own, min(level, rng.randint(0, len(own)))),
        equipment=[*weapons, *rng.sample(ARMS, rng.randint(0, 1)), *(["shield"] if rng.random() < 0.4 else [])],
        health=rng.randint(1, 20),
        will=rng.randint(1, 4),
        used={rng.choice(tuple(ABILITIES)): 1} if rng.random() < 0.3 else {},
        used_this_turn={"ray_of_frost": 1} if rng.random() < 0.2 else {},
        large=rng.random() < 0.2,
    )
    one["class"] = calling
    if calling == "magic_user":
        one["spells"] = rng.sample(tuple(SPELLS), min(level, rng.randint(0, 3)))
    one["unloaded"] = [
        {"weapon": weapon, "progress": rng.randint(0, 1), "turn": 1}
        for weapon in weapons
        if WEAPONS[weapon].loading != "none" and rng.random() < 0.5
    ]
    one["conditions"] = [*rng.sample(CONDITIONS, rng.randint(0, 2))]
    if rng.random() < 0.3:
        source = rng.choice(names)
        one["conditions"].append({"name": rng.choice(SOURCED), "source": source, "lasts": "save", "amount": 2})
    return one | whereabouts(rng, spot)


def whereabouts(rng: Random, spot: tuple[int, int]) -> Json:
    """On the board, or not any more, or not yet."""
    kind = rng.random()
    if kind < 0.1:
        return {"status": "out", "health": 0, "out_by": "b1", "out_cause": "health"}
    if kind < 0.2:
        return {"status": "left_board", "left_by": "top"}
    if kind < 0.25:
        return {"status": "reserve"}
    actions: Json = {"move_action": rng.randint(0, 1), "standard_action": rng.randint(0, 2), "moved": True}
    return {"pos": list(spot), **(actions if kind < 0.6 else {})}


def monster(rng: Random, spot: tuple[int, int]) -> Json:
    return man("ogre", spot, kind="monster", power_max=9, finesse_max=3, will_max=3, health_max=rng.randint(5, 60))


def pairs(rng: Random, sides: Json) -> list[list[str]]:
    """Some of the enemies who stand next to each other: the spots are 2 inches apart, so that the gap is 1 inch."""
    standing: list[tuple[str, str, list[int]]] = [
        (name, one["id"], one["pos"]) for name, side in sides.items() for one in side["models"] if "pos" in one
    ]
    near: list[list[str]] = []
    for place, (side, one, at) in enumerate(standing):
        for other_side, other, there in standing[place + 1 :]:
            if side != other_side and abs(at[0] - there[0]) + abs(at[1] - there[1]) == 200:
                near.append([one, other])
    return [pair for pair in near if rng.random() < 0.7]
