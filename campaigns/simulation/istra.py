"""Companies of Storm of Istra that play by themselves: battles pay, heroes may die, halls take time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from campaigns.demo.companies import COMPANIES
from campaigns.simulation.casts import Cast, Founding, Recruit
from matches.simulation.playing import SETUPS


def _companies() -> Iterator[Founding]:
    rosters: Mapping[str, Any] = msgspec.json.decode((SETUPS / "istra_companies.json").read_bytes())
    for side in rosters.values():
        yield Founding(side["name"], side["motto"], side["hall"], tuple(map(_recruit, side["models"])))


def _recruit(model: Mapping[str, Any]) -> Recruit:
    kit, talents, spells = (tuple(model.get(field, ())) for field in ("equipment", "talents", "spells"))
    return Recruit(model["name"], model["race"], model["class"], kit, talents, spells)


CAST = Cast(
    companies=_companies,
    teams=lambda: {key: company.as_setup() for key, company in COMPANIES.items()},
    house_rules={
        "fate": "survival_roll",
        "survival": 4,
        "battle_income": 40,
        "win_income": 30,
        "invasion_loot": 10,
        "hall_downtimes": 1,
    },
    wishes={
        "fighter": {
            "core": ("power", "finesse", "power", "will"),
            "talent": ("power_attack", "toughness", "cleave", "relentless", "smite", "bastion", "rage", "whirlwind"),
        },
        "expert": {
            "core": ("finesse", "finesse", "power", "will"),
            "talent": ("lethal_hunter", "sneak_attack", "double_ranged", "tumble", "shadow_walk", "double_melee"),
        },
        "magic_user": {
            "core": ("will", "finesse", "will", "power"),
            "talent": ("abjuration", "domain_healing", "gather_power", "spell_fist"),
            "spell": ("ray_of_frost", "lightning_fork", "fireball"),
        },
    },
)
