"""Random rosters and scenes for random Skirmishes."""

from __future__ import annotations

from random import Random
from typing import Any, get_args, get_type_hints

from rules.hachigoku.house_rules import HouseRules
from rules.kernel.switches import switches_of
from tests.rules.hachigoku.dojo import BOW, ELEMENTS, KATANA, Json

COVERS = ("none", "none", "none", "slight", "partial", "substantial")
CHAIN = {"name": "kusari", "skill": "Kusarijutsu", "damage": "1k1", "entangle": True, "can_parry": True}
CLUB = {"name": "club", "skill": "Bojutsu", "damage": "1k1", "blunt": True}
GUN = {"name": "teppo", "skill": "Houjutsu", "kind": "bow", "damage": "3k2", "max_range": "far", "reload": "heavy"}
SKILLS = ("Kenjutsu", "Kyujutsu", "Kusarijutsu", "Bojutsu", "Houjutsu", "Karate", "Athletics", "Bajutsu")


def any_fighter(name: str, side: str, rng: Random) -> Json:
    mook = rng.random() < 0.3
    return {
        "id": name,
        "side": side,
        "kind": "mook" if mook else "named",
        **({"group_id": side} if mook else {}),
        "elements": {element: rng.randint(1, 4) for element in ELEMENTS},
        "skills": {skill: rng.randint(0, 5) for skill in SKILLS},
        "weapons": rng.sample((KATANA, BOW, CHAIN, CLUB, GUN), rng.randint(0, 2)),
        "armor": {"type": rng.choice(("none", "none", "ashigaru", "light", "heavy"))},
        "honor_points": rng.choice((0, 0, 0, 1, 3)),
        "cover": rng.choice(COVERS),
        "nearby_cover": rng.choice(COVERS),
        "mounted": rng.random() < 0.1,
        "height": rng.choice((0, 0, 0, 0, 1)),
    }


def any_skirmish(seed: int) -> dict[str, Any]:
    """Two or three sides of one to four, all of a side close to each other, the sides at one Range."""
    rng = Random(seed)
    sides = rng.choice((("crane", "boar"), ("crane", "boar"), ("crane", "boar", "fox")))
    crowd = [any_fighter(f"{side}-{number}", side, rng) for side in sides for number in range(rng.randint(1, 4))]
    apart = rng.randint(0, 3)
    pairs = [
        [one["id"], other["id"], apart if one["side"] != other["side"] else 0]
        for place, one in enumerate(crowd)
        for other in crowd[:place]
    ]
    scene: Json = {"ranges": pairs, "max_height": rng.randint(0, 2), "uneven": rng.random() < 0.2}
    if rng.random() < 0.2:
        scene["ambush"] = {"ambushers": [one["id"] for one in crowd if one["side"] == "boar"]}
    return {"characters": crowd, "scene": scene}


def house_rules(seed: int) -> dict[str, Any]:
    """Most switches as they are by default, some of the rest."""
    rng = Random(seed)
    kinds = get_type_hints(HouseRules)
    found = {name: one.within or get_args(kinds[name]) for name, one in switches_of(HouseRules).items()}
    return {name: rng.choice(values) for name, values in found.items() if rng.random() < 0.15}
