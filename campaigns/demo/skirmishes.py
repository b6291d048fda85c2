"""Nights at the Moon Gate, Skirmishes of Hachigoku as they are found on the first visit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from campaigns.demo.people import PLAYER
from campaigns.demo.scenes import LeaveDice, Play, Scene, from_turn
from matches.service import NewMatch
from matches.simulation.playing import default_setup

NIGHTS = "Nights at the Moon Gate"
SIDES = {"crane": "s1", "boar": "s2"}
# Whoever visits can play on: nobody else has to answer.
BOTH = (("s1", PLAYER), ("s2", PLAYER))
# The Skirmish that `demo` names as the one to begin with; `demo --quick` tells it too.
FIRST_SKIRMISH = "bamboo"
CLOSE, NEAR, LONG, FAR = range(4)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Skirmish:
    """A Skirmish of the demo: who of the two houses meets where, and what happens until the visitor comes.

    `scene`: that of the setup; `standing`: by character further fields, such as a height or cover. `seats`: seat → user
    who holds it. `typed`: all dice are typed in, those of the bots drawn from `seed`; else the house rolls. `quick`:
    `demo --quick` plays it, too.
    """

    key: str
    place: str
    fighters: tuple[str, ...]
    scene: tuple[tuple[str, Any], ...] = ()
    standing: tuple[tuple[str, Json], ...] = ()
    scenes: tuple[Scene, ...] = ()
    seats: tuple[tuple[str, str], ...] = ()
    typed: bool = False
    seed: int = 1
    quick: bool = False

    def order(self) -> NewMatch:
        sides = default_setup("hachigoku")["sides"]
        there, names = dict(self.standing), []
        for side in sides.values():
            found = [one for one in side["characters"] if one["id"] in self.fighters]
            side["characters"] = [one | there.get(one["id"], {}) for one in found]
            names.append(found[0]["name"] if len(found) == 1 else side["name"])
        return NewMatch(
            ruleset="hachigoku",
            setup={"sides": sides, "scene": dict(self.scene)},
            dice=dict.fromkeys((*SIDES.values(), "gm"), "table") if self.typed else {},
            title=f"{NIGHTS}, {self.place}: {' – '.join(names)}",
        )


ON_THE_BRIDGE = ("aoi", "daigo", "emi", "haru", "saru", "toki", "botan", "chie", "fumio", "gen", "ishi", "kuma")
ARCHERS = {"emi", "gen"}
BRIDGE = [
    [one, other, LONG if ARCHERS & {one, other} else NEAR if place < 6 <= later else CLOSE]
    for place, one in enumerate(ON_THE_BRIDGE)
    for later, other in enumerate(ON_THE_BRIDGE)
    if place < later
]
"""The archers shoot from the gate and from the far bank at those who meet on the bridge."""

SKIRMISHES: tuple[Skirmish, ...] = (
    # Over.
    Skirmish("tea-house", "the tea-house", ("aoi", "haru", "saru", "botan", "fumio", "ishi"), scenes=(Play(),)),
    # On.
    Skirmish(
        "bridge",
        "the bridge",
        ON_THE_BRIDGE,
        (("ranges", BRIDGE), ("max_height", 2)),
        (
            ("emi", {"height": 2, "cover": "partial"}),
            ("gen", {"cover": "slight", "nearby_cover": "substantial"}),
        ),
        scenes=(Play(from_turn(2)),),
        seats=BOTH,
    ),
    Skirmish(
        "bamboo",
        "an ambush in the bamboo",
        ("aoi", "daigo", "emi", "botan", "chie", "fumio", "gen"),
        (("ambush", {"ambushers": ["botan", "chie", "fumio", "gen"], "detected_by": ["emi"]}),),
        scenes=(Play(from_turn(1)),),
        seats=BOTH,
        quick=True,
    ),
    Skirmish(
        "duel",
        "a duel at dawn",
        ("aoi", "botan"),
        (("duel", True),),
        scenes=(LeaveDice(from_turn(1)),),
        seats=BOTH,
        typed=True,
    ),
)
