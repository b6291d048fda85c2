"""Evenings at Ashgate, single battles of Storm of Istra as they are found on the first visit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from campaigns.demo.companies import COMPANIES, MONSTERS, TABLES
from campaigns.demo.people import PLAYER
from campaigns.demo.scenes import GmCommand, LeaveDice, LetPass, Play, Scene, from_turn, rising
from matches.service import NewMatch

EVENINGS = "Evenings at Ashgate"
GM_SIDE = "gm"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle of the demo: whose companies meet where and for what, and what happens until the visitor comes.

    `companies` take the seats s1, s2, … in that order. `monsters`: the GM fields some. `more`: other fields of the
    setup. `seats`: seat → user who holds it. `typed`: all dice are typed in, those of the bots drawn from `seed`; else
    the house rolls. `quick`: `demo --quick` plays it, too.
    """

    key: str
    place: str
    companies: tuple[str, ...]
    table: str
    scenario: str = "annihilation"
    monsters: bool = False
    more: tuple[tuple[str, Any], ...] = ()
    scenes: tuple[Scene, ...] = ()
    seats: tuple[tuple[str, str], ...] = ()
    typed: bool = False
    seed: int = 1
    quick: bool = False

    def order(self) -> NewMatch:
        names = [COMPANIES[key].name for key in self.companies]
        sides: Json = {f"s{number}": COMPANIES[key].as_setup() for number, key in enumerate(self.companies, 1)}
        if self.monsters:
            sides[GM_SIDE] = MONSTERS
            names.append(MONSTERS["name"])
        setup: Json = {**TABLES[self.table], "sides": sides, "gm": True, "scenario": self.scenario, **dict(self.more)}
        return NewMatch(
            ruleset="istra",
            setup=setup,
            dice=dict.fromkeys((*sides, GM_SIDE), "table") if self.typed else {},
            title=f"{EVENINGS}, {self.place}: {' – '.join(names)}",
        )


# Whoever visits can play on: nobody else has to answer.
BOTH = (("s1", PLAYER), ("s2", PLAYER))
# The battle that `demo` names as the one to begin with; `demo --quick` tells it too.
FIRST_BATTLE = "hammers-wardens"
FOG: Json = {
    "id": "fog",
    "name": "Fog",
    "footprint": {"shape": "circle", "centre": [1200, 900], "radius": 250},
    "height": 300,
    "los": "partial",
}

BATTLES: tuple[Battle, ...] = (
    # Over.
    Battle("herons-lanterns", "the market square", ("herons", "lanterns"), "square", scenes=(Play(),), quick=True),
    Battle(
        "four-at-the-ford",
        "the ford",
        ("herons", "lanterns", "penitents", "risen"),
        "ford",
        "hold_the_centre",
        scenes=(Play(),),
    ),
    Battle(
        "causeway",
        "the causeway",
        ("penitents", "herons"),
        "causeway",
        "last_stand",
        monsters=True,
        scenes=(Play(from_turn(1)), GmCommand("terrain_placed", rising(FOG, "Fog comes up from the mire.")), Play()),
    ),
    # On.
    Battle(
        "hammers-wardens",
        "the relic in the well",
        ("hammers", "wardens"),
        "square",
        "carry_the_relic",
        scenes=(Play(from_turn(1, "s1")),),
        seats=BOTH,
        quick=True,
    ),
    Battle(
        "risen-penitents",
        "the ford by night",
        ("risen", "penitents"),
        "ford",
        "break_through",
        scenes=(LetPass(), LeaveDice(from_turn(2))),
        seats=BOTH,
        typed=True,
    ),
    # To come.
    Battle(
        "weir",
        "the Weir is invaded",
        ("lanterns", "herons"),
        "square",
        more=(("gm", False), ("invasion", {"defender": "s2", "upgrades": ["clear_the_area", "walls"]})),
        seats=BOTH,
    ),
)
