"""Rosters and house rules drawn from a seed: every shape a match may have, so that random play meets every rule."""

from __future__ import annotations

from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.ishmek.house_rules import HouseRules
from rules.ishmek.questions import SR_MOD_KINDS
from tests.rules.ishmek.arena import GREASE, JUMP, SHIELD, Json

SWITCHES: dict[str, tuple[str, ...]] = {
    name: get_args(kind) for name, kind in get_type_hints(HouseRules).items() if get_origin(kind) is Literal
}
"""Every house-rule switch and the values it takes, the built default first."""

SPELLS = (SHIELD, GREASE, JUMP, {"name": "gust", "casting_time": "action"}, {"name": "ward", "casting_time": "bonus"})
SOURCES: tuple[Json, ...] = (
    {"name": "cunning", "actions": ["dash", "control"], "uses": None},
    {"name": "surge", "actions": ["push_pull", "propel", "seize"], "uses": 2},
    {"name": "quick", "actions": ["cast_spell", "dash"], "uses": 1},
)
MOST_PLAYERS = 6


def house_rules(rng: Random, switched: float = 0.4) -> Json:
    """House rules, each switched away from its default with that probability."""
    rules: Json = {name: rng.choice(values[1:]) for name, values in sorted(SWITCHES.items()) if rng.random() < switched}
    if rng.random() < switched:
        rules["foul_dc"] = rng.randint(5, 25)
        rules["foul_dc_holder"] = rng.randint(5, 25)
    return rules


def player(rng: Random, player_id: str) -> Json:
    """A player: half of them mages, some with a bonus source, some slow, some with a standing modifier."""
    one: Json = {
        "id": player_id,
        "prof": rng.randint(2, 6),
        "str_mod": rng.randint(-5, 5),
        "dex_mod": rng.randint(-5, 5),
        "speed": rng.choice((30, 30, 30, 25, 35, 12, 0)),
    }
    if rng.random() < 0.5:
        one |= {"cast_mod": rng.randint(-1, 5), "slots_l1": rng.randint(0, 4)}
        one["spells_l1"] = rng.sample(SPELLS, rng.randint(0, len(SPELLS)))
    if rng.random() < 0.3:
        one["bonus_sources"] = rng.sample(SOURCES, rng.randint(1, 2))
    if rng.random() < 0.2:
        one["sr_mods"] = [{"kind": rng.choice(SR_MOD_KINDS), "amount": rng.randint(-3, 3), "until": None}]
    return one


def setup(rng: Random, sizes: tuple[int, int], turns: int, *, bench: bool = False) -> Json:
    """A setup with that many players for home and away; `bench` gives each team a substitute."""
    teams: Json = {}
    for side, size in zip(("home", "away"), sizes, strict=True):
        players = [player(rng, f"{side[0]}{number}") for number in range(1, size + 1)]
        teams[side] = {"name": side.title(), "players": players}
        if bench:
            teams[side]["bench"] = [player(rng, f"{side[0]}s")]
    return {"turns_total": turns, "umpires": [rng.randint(0, 9), rng.randint(0, 9)], "teams": teams}


def match(seed: int, most: int = MOST_PLAYERS, turns: int = 3) -> tuple[Json, Json]:
    """Setup and house rules of the random match of that seed: 1 to `most` a side, 1 to `turns` turns."""
    rng = Random(seed)
    rules = house_rules(rng)
    sizes = (rng.randint(1, most), rng.randint(1, most))
    return setup(rng, sizes, rng.randint(1, turns), bench=rules.get("subs") == "after_point"), rules


def scrum(seed: int, most: int = 4, turns: int = 2) -> tuple[Json, Json]:
    """A crowded position and its house rules: everybody within a few squares of a vessel, orbs in hands or at feet.

    Random play from start positions seldom meets; from here it pushes, seizes, intercepts and shoots.
    """
    rng = Random(seed)
    rules = house_rules(rng)
    rules.pop("subs", None)
    if rng.random() < 0.5:  # an endless match would be one of nothing but draws
        rules.pop("tie", None)
    ids = [f"{side}{number}" for side in "ha" for number in range(1, rng.randint(1, most) + 1)]
    middle = rng.choice((3, 8, 14))
    open_squares = [(x, y) for x in range(max(1, middle - 2), min(16, middle + 2) + 1) for y in range(2, 7)]
    scoring = {(1, 3), (1, 4), (1, 5), (16, 3), (16, 4), (16, 5)}
    vessels = {(2, 4), (15, 4)}
    free = [at for at in open_squares if at not in vessels]
    rng.shuffle(free)
    free.sort(key=lambda at: at in scoring)  # the three behind a vessel are never all taken
    players = [player(rng, name) | {"at": list(free.pop(0))} for name in ids]
    for one in players:
        one["prone"] = rng.random() < 0.2
        one["reaction_used"] = rng.random() < 0.1
        if rng.random() < 0.3:
            one["injuries"] = [rng.choice(INJURY_NAMES)]
    holders = rng.sample(ids, 2) if rng.random() < 0.6 else []
    orbs: Json = {}
    for side in ("home", "away"):
        orbs[side] = {"holder": holders.pop()} if holders else {"at": list(rng.choice(open_squares))}
    position: Json = {
        "turns_total": turns,
        "turn": 1,
        "umpires": [6, 7],
        "score": [0, 0],
        "pick": rng.choice(("home", "away")),
        "teams": {side: {"players": [one for one in players if one["id"][0] == side[0]]} for side in ("home", "away")},
        "orbs": orbs,
    }
    return position, rules


INJURY_NAMES: tuple[Any, ...] = (
    "wobbly_legs",
    "demoralized",
    "quite_demoralized",
    "concussed",
    "noodly_legs",
    "seriously_unnerved",
    "major_head_trauma",
)
