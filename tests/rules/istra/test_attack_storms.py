"""Attacks at random: whatever is tried, and however windows are answered, what holds of battles goes on holding.

A command happens or is refused by a rule; after each the models, actions, engagements and asks are as the rules allow,
and every roll is the sum of its parts and had a chance.
"""

from __future__ import annotations

from random import Random
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from rules.istra.commands import COMMANDS, ReactOption
from rules.istra.decide.targets import near_enemies
from rules.istra.events import EVENTS
from rules.istra.evolve import evolve
from rules.istra.house_rules import HouseRules
from rules.istra.position import position_of, state_from_position
from rules.istra.questions import engaged_with, get
from rules.istra.state import Activation, AllyChoice, Flight, Model, SightAsked, State
from rules.istra.system import ISTRA
from rules.istra.tables import CALLINGS, RACES, SPELLS, TALENTS, WEAPONS
from rules.kernel.agenda import Window
from rules.kernel.dice import HouseDice
from rules.kernel.errors import Refused
from rules.kernel.messages import tag_of
from rules.kernel.reading import plain, read, read_tagged
from rules.kernel.rolls import Rolled
from tests.rules.istra.battles import Json, man
from tests.rules.istra.invariants import check_progress, check_refusal, check_roll, check_state
from tests.rules.istra.skirmish import Skirmish

RULES: tuple[Json, ...] = (
    {},
    {"draft_talents": "on", "criticals": "both", "winner_may_spare": "on", "area_roll": "per_target"},
    {"fumble_ally": "opponent_chooses", "fumble_into_melee_spells": "on", "shield_friend": "target_suffers"},
    {"heal_before_removal": "on", "evasive": "both", "whirlwind_roll": "one", "spells_like_shots": "on"},
    {"sight": "declared", "chain_from": "last_target", "measure": "centres", "fumble_into_melee_replaces": "on"},
)
REACTIONS: dict[str, tuple[str, ...]] = {"shot_at": ("arrow_block", "shield_friend")}
SWITCHES = {name: get_args(kind) for name, kind in get_type_hints(HouseRules).items() if get_origin(kind) is Literal}
DECLARED = ("power_attack", "smite", "spell_fist", "lethal_hunter")
SPOTS = [(1000 + 110 * x, 1000 + 110 * y) for x in range(4) for y in range(3)]


def scrum(rng: Random) -> Json:
    """Two or three sides in a heap, everybody with talents, weapons and actions enough; who can be Engaged is."""
    names = [f"{side}{number}" for side in "abc"[: rng.randint(2, 3)] for number in (1, 2, 3)]
    spots = dict(zip(names, rng.sample(SPOTS, len(names)), strict=True))
    sides: Json = {f"s{'abc'.index(name[0]) + 1}": {"models": []} for name in names}
    for name in names:
        sides[f"s{'abc'.index(name[0]) + 1}"]["models"].append(fighter(rng, name, spots[name]))
    engaged = [
        [one, other]
        for place, one in enumerate(names)
        for other in names[place + 1 :]
        if one[0] != other[0] and max(abs(p - q) for p, q in zip(spots[one], spots[other], strict=True)) <= 110
    ]
    return {"sides": sides, "gm": True, "engaged": engaged, "active": names[0], "turn": 1, "nominations": [names[0]]}


def fighter(rng: Random, name: str, spot: tuple[int, int]) -> Json:
    calling = rng.choice(tuple(CALLINGS))
    own = [row.name for row in TALENTS.values() if row.calling in CALLINGS[calling]]
    weapon = rng.choice(tuple(WEAPONS))
    fields: Json = {"class": calling, "race": rng.choice(tuple(RACES)), "level": 9, "health": rng.randint(3, 20)}
    fields |= {"talents": own, "equipment": [weapon, *rng.choice((["shield"], ["heavy_armour"], []))]}
    fields |= {"spells": list(SPELLS) if calling == "magic_user" else [], "standard_action": rng.randint(1, 3)}
    return man(name, spot, **fields)


def order(rng: Random, state: State) -> Json:
    """Something that might be asked for now."""
    top, names = state.agenda[-1], [model.id for model in state.models if model.pos is not None]
    if isinstance(top, SightAsked):
        return {"type": "gm_sight", "attacker": top.attacker, "target": top.target, "los": True, "cover": True}
    if isinstance(top, Flight):
        return {"type": "flee_path", "model": top.model}
    if isinstance(top, AllyChoice):
        return {"type": "react", "model": top.attacker, "option": "fumble_ally", "target": rng.choice(top.allies)}
    if isinstance(top, Window):
        return answer(rng, top, names)
    if isinstance(top, Activation):
        return attack(rng, state, get(state, top.model), names)
    waiting = [one for one in names if one not in {nomination.model for nomination in state.nominations}]
    return {"type": "nominate", "model": rng.choice(waiting or names)}


def answer(rng: Random, window: Window, names: list[str]) -> Json:
    if rng.random() < 0.2:
        return {"type": "pass_window"}
    option = rng.choice(REACTIONS.get(window.trigger, (window.trigger,)))
    return {"type": "react", "model": window.waiting[0], "option": option, "target": rng.choice(names), "range": 0}


def attack(rng: Random, state: State, model: Model, names: list[str]) -> Json:
    target, declare = rng.choice(names), [one for one in DECLARED if one in model.talents and rng.random() < 0.2]
    near = engaged_with(state, model.id)
    second = {"second": rng.choice(names)} if rng.random() < 0.1 else {}
    choices: dict[str, Json] = {
        "melee": {"target": rng.choice(near or (target,)), "declare": declare, **second},
        "shoot": {"target": target, "declare": declare, **second},
        "cast": {"spell": rng.choice(tuple(SPELLS)), "target": target, "point": list(rng.choice(SPOTS))},
        "whirlwind": {"order": [one.id for one in near_enemies(state, model, 200)], "declare": declare},
        "use_talent": {"talent": rng.choice(model.talents or ("cleave",)), "target": target, "pos": [700, 700]},
        "end_activation": {},
    }
    choices["cast"]["direction"] = [rng.randrange(-9, 9), rng.randrange(-9, 9)]
    kind = rng.choice(tuple(choices)) if model.standard_action else "end_activation"
    return {"type": kind, "model": model.id, **choices[kind]}


def slip(rng: Random, state: State) -> Json:
    """Something the GM puts right in the midst of it all, or an answer that nobody has asked for."""
    name, other = (rng.choice(state.models).id for _ in range(2))
    adjust: Json = {"type": "gm_adjust", "model": name, "reason": "slip"}
    return rng.choice(
        (
            {"type": "gm_sight", "attacker": name, "target": other, "los": rng.random() < 0.5},
            {"type": "react", "model": name, "option": rng.choice(get_args(ReactOption)), "target": other},
            {"type": "pass_window"},
            adjust | {"field": "active_weapon", "value": rng.choice((*WEAPONS, "unarmed"))},
            adjust | {"field": rng.choice(("health", "power", "standard_action")), "value": rng.randint(0, 3)},
            adjust | {"field": "status", "value": rng.choice(("out", "left_board"))},
            adjust | {"field": "pos", "value": [*rng.choice(SPOTS), 0]},
            adjust | {"field": "engaged", "other": other, "value": rng.random() < 0.5},
            adjust | {"field": "loaded", "other": rng.choice(tuple(WEAPONS)), "value": False},
            adjust | {"field": "condition", "other": "arrow_block", "value": rng.random() < 0.5},
        )
    )


@pytest.mark.parametrize("seed", range(60))
def test_attacks_leave_a_battle_as_the_rules_allow(seed: int) -> None:
    storm(Random(seed), RULES[seed % len(RULES)], seed)


@pytest.mark.parametrize("seed", range(1000, 1060))
def test_so_they_do_whatever_house_rules_go_together(seed: int) -> None:
    rng = Random(seed)
    storm(rng, {name: rng.choice(values) for name, values in SWITCHES.items() if rng.random() < 0.5}, seed)


@pytest.mark.parametrize("seed", range(2000, 2040))
def test_so_they_do_though_the_gm_puts_things_right_at_any_time(seed: int) -> None:
    storm(Random(seed), RULES[seed % len(RULES)], seed, slips=0.25)


def storm(rng: Random, rules: Json, seed: int, slips: float = 0) -> None:
    """Eighty commands in a heap of fighters, so many of them the GM's; not all refused, or it proves nothing."""
    dice = HouseDice(seed.to_bytes(4, "big"))
    state: State = Skirmish(scrum(rng), rules).state
    given = happened = 0
    while given < 80 and state.result is None:
        given += 1
        command = slip(rng, state) if rng.random() < slips else order(rng, state)
        after = carried_out(state, command, dice)
        happened, state = happened + (after is not None), after or state
    over = state.result is not None
    assert over or 4 * happened >= given, f"only {happened} of {given} happened"
    assert over or ISTRA.pending(state).asks, "the battle goes on, and nobody is asked for anything"


def carried_out(before: State, command: Json, dice: HouseDice) -> State | None:
    """The state after a command, None when it was refused."""
    try:
        happened = ISTRA.decide(before, read_tagged(command, COMMANDS), dice)
    except Refused as refused:
        check_refusal(refused)
        return None
    after = before
    for event in happened:
        assert read(plain(event), EVENTS[tag_of(event)]) == event
        after = evolve(after, event)
        if isinstance(event, Rolled):
            assert event.rule, f"no roll without a citation: {event}"
            assert all(cited for _, _, cited in event.mods), f"no modifier without a citation: {event.mods}"
            check_roll(event)
    assert after == happened.state
    assert state_from_position(position_of(after), plain(after.rules)) == after
    check_state(after)
    if not command["type"].startswith("gm_"):
        check_progress(before, after)
    return after
