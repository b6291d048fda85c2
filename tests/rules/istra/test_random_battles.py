"""Battles at random: whatever is asked gets some answer, and everything that comes of it holds together.

A failing battle prints its seed and the commands that led there.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.istra.commands import COMMANDS
from rules.istra.decide import decide, open_battle, open_position, owner
from rules.istra.decide.ending import still_in
from rules.istra.decide.measuring import foes_of, friends_of
from rules.istra.decide.travelling import allowance, sprint_allowance
from rules.istra.evolve import evolve
from rules.istra.geometry.reach import Trip, reach, waypoints
from rules.istra.pending import asked, pending
from rules.istra.position import opened_from_setup, opening_of, position_of, state_from_position
from rules.istra.questions import are_enemies, base_of, engaged_with, get, on_board, side_of, table_of
from rules.kernel.dice import HouseDice
from rules.kernel.errors import Refused
from rules.kernel.reading import plain, read_tagged
from tests.rules.istra.battles import man, setup, wall
from tests.rules.istra.situations import situation

Json = dict[str, Any]
LONGEST = 400


def rosters(rng: Random) -> Json:
    """Two sides of four with everything that a hero can have, on a small table with a rock and a wood."""
    races = ("human", "wood_elf", "steppe_elf", "dark_elf", "dwarf", "halfling")
    kits = (
        ["two_handed"],
        ["spear", "shield"],
        ["bow", "dagger"],
        ["crossbow"],
        ["rifle", "one_handed"],
        ["pistol", "shield"],
    )
    callings: tuple[Json, ...] = (
        {"class": "fighter", "talents": ["cleave", "power_attack"]},
        {"class": "fighter", "talents": ["whirlwind", "rage", "relentless"]},
        {"class": "fighter", "talents": ["smite", "bastion", "challenge"]},
        {"class": "magic_user", "talents": ["abjuration"], "spells": ["fireball", "ray_of_frost", "lightning_fork"]},
        {"class": "expert", "talents": ["tumble", "sneak_attack"]},
    )
    sides = []
    for letter in "ab":
        models = []
        for number in range(1, 5):
            fields = {"race": rng.choice(races), "equipment": rng.choice(kits), "level": 3, **rng.choice(callings)}
            models.append(man(f"{letter}{number}", None, leader=number == 1, **fields))
        sides.append(models)
    terrain = [
        wall("rock", 900, 900, 1200, 1200),
        {
            "id": "wood",
            "footprint": {"shape": "circle", "centre": [600, 1100], "radius": 250},
            "ground": "rough",
            "los": "partial",
            "height": 300,
        },
    ]
    return setup(*sides, board={"width": 2000, "depth": 2000}, terrain=terrain, gm=True, turn_limit=8)


class Chance:
    """Somebody who tries what comes to mind until something is allowed."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.dice = HouseDice(str(seed).encode())
        self.told: list[Json] = []

    def play(self, state: Any) -> Any:
        for _ in range(LONGEST):
            if state.result is not None:
                return state
            ask = pending(state).asks[0]
            assert ask.seat == asked(state)
            assert ask.rule
            state = self.step(state, self.thoughts(state, ask))
        return state

    def step(self, state: Any, commands: list[Json]) -> Any:
        for command in commands:
            order = read_tagged(command, COMMANDS)
            try:
                happened = decide(state, order, self.dice, owner(state, order) or asked(state))
            except Refused:
                continue
            self.told.append(command)
            folded = state
            for event in happened:
                folded = evolve(folded, event)
            assert folded == happened.state
            assert state_from_position(position_of(folded), plain(folded.rules)) == folded
            return folded
        raise AssertionError(f"nothing of {commands} is allowed")

    def thoughts(self, state: Any, ask: Any) -> list[Json]:
        found = getattr(self, ask.kind, self.window)(state, ask)
        return [*found, *([ask.default] if ask.default else [])]

    def deploy(self, state: Any, ask: Any) -> list[Json]:
        name = self.rng.choice(ask.options["models"])
        zone = side_of(state, get(state, name).side).zone
        spots = [
            (self.rng.randrange(zone.a[0], zone.b[0]), self.rng.randrange(zone.a[1], zone.b[1])) for _ in range(60)
        ]
        return [{"type": "deploy", "model": name, "pos": list(spot)} for spot in spots]

    def nominate(self, state: Any, ask: Any) -> list[Json]:
        return [{"type": "nominate", "model": self.rng.choice(ask.options["models"])}]

    def window(self, state: Any, ask: Any) -> list[Json]:
        tries: list[Json] = []
        for option in ask.options.get("options", ()):
            base = {"type": "react", "model": ask.player, "option": option}
            if option == "charged_shot":
                tries.append({**base, "range": self.rng.randint(0, ask.options["farthest"])})
            elif option in ("cleave", "chain"):
                tries += [{**base, "target": one.id} for one in on_board(state)]
            else:
                tries.append(base)
        return tries if self.rng.random() < 0.7 else []

    def contact(self, state: Any, ask: Any) -> list[Json]:
        return [
            {
                "type": "react",
                "model": ask.player,
                "option": "contact",
                "target": self.rng.choice(ask.options["targets"]),
            }
        ]

    def flee_path(self, state: Any, ask: Any) -> list[Json]:
        x, y, _ = get(state, ask.player).pos
        spots = [(x + self.rng.randint(-900, 900), y + self.rng.randint(-900, 900)) for _ in range(5)]
        return [{"type": "flee_path", "model": ask.player, "waypoints": [list(spot)]} for spot in spots]

    def activation(self, state: Any, ask: Any) -> list[Json]:
        me = get(state, ask.player)
        tries = [*self.walks(state, me), *self.attacks(state, me), *self.odds_and_ends(me)]
        self.rng.shuffle(tries)
        return tries

    def walks(self, state: Any, me: Any) -> list[Json]:
        kind = "disengage" if engaged_with(state, me.id) else "move" if me.move_action else "sprint"
        far = allowance(state, me) if me.move_action else sprint_allowance(state, me)
        trip = Trip(table_of(state), base_of(me), far, foes_of(state, me), friends_of(state, me))
        goals = [goal for goal in reach(trip, directions=4) if goal.walked.stop != "left" or self.rng.random() < 0.1]
        found = []
        for goal in self.rng.sample(goals, min(3, len(goals))):
            path, jumps = waypoints(goal.way)
            found.append({"type": kind, "model": me.id, "path": [list(one) for one in path], "jumps": list(jumps)})
        return found

    def attacks(self, state: Any, me: Any) -> list[Json]:
        found: list[Json] = []
        foes = [one for one in on_board(state) if are_enemies(state, me, one)]
        declare = [name for name in ("power_attack", "smite") if name in me.talents and self.rng.random() < 0.5]
        for foe in foes:
            for kind in ("melee", "shoot"):
                found += [{"type": kind, "model": me.id, "target": foe.id, "declare": declare}] * 2
            for spell in me.spells:
                aim = {"target": foe.id} if spell == "lightning_fork" else {"point": list(foe.pos)}
                if spell == "ray_of_frost":
                    aim = {"direction": [foe.pos[0] - me.pos[0], foe.pos[1] - me.pos[1]]}
                found.append({"type": "cast", "model": me.id, "spell": spell, **aim})
        return [*found, {"type": "whirlwind", "model": me.id, "order": [foe.id for foe in foes]}]

    def odds_and_ends(self, me: Any) -> list[Json]:
        spot = [self.rng.randint(0, 2000), self.rng.randint(0, 2000)]
        weapons = [{"type": "switch_weapon", "model": me.id, "weapon": weapon} for weapon in me.equipment]
        return [{"type": "load", "model": me.id}, {"type": "teleport", "model": me.id, "pos": spot}, *weapons]


DRAFTS = {"draft_talents": "on", "core_loss_all_damage": "on", "winner_may_spare": "on", "criticals": "both"}
HOUSES: tuple[Json, ...] = (
    {},
    DRAFTS,
    {"keep_unspent_for_reactions": "on", "morale_tn": "below_threshold", "whirlwind_roll": "one", "evasive": "both"},
    {"fumble_ally": "opponent_chooses", "sight": "declared", "area_roll": "per_target", "flee_engaged": "escape"},
)


@pytest.mark.parametrize("seed", range(12))
def test_battles_at_random_come_to_an_end(seed: int):
    chance = Chance(seed)
    opened = open_battle(opened_from_setup(rosters(chance.rng), HOUSES[seed % len(HOUSES)]), chance.dice)
    try:
        state = chance.play(opened.state)
    except Exception:
        print(f"seed {seed}: {chance.told}")  # noqa: T201  # to play it again
        raise
    assert state.result is not None
    assert state.agenda == ()
    if state.result.termination == "goal":
        assert set(state.result.winners) == set(still_in(state))


@pytest.mark.parametrize("seed", range(20))
def test_any_situation_can_be_played_on(seed: int):
    state = state_from_position(situation(seed), HOUSES[seed % len(HOUSES)])
    chance = Chance(seed)
    state = open_position(opening_of(state), state, chance.dice).state
    for _ in range(10):
        if state.result is not None:
            break
        state = chance.step(state, chance.thoughts(state, pending(state).asks[0]))
