"""What a seat may see of a battle, ready to draw: plain JSON, the same shape at every moment.

All lengths are hundredths of an inch. Nothing of a battle is secret: every seat sees the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import is_not
from typing import NamedTuple

from rules.istra.decide.flights import SHAKEN
from rules.istra.decide.targets import is_loaded, melee_weapon, range_of
from rules.istra.decide.travelling import allowance, sprint_allowance
from rules.istra.geometry.lengths import inches
from rules.istra.ground_view import terrain_view, zone_view
from rules.istra.questions import armour_parts, engaged_with, find, seats, spell_of
from rules.istra.scenarios import Scenario
from rules.istra.state import (
    Activation,
    Attack,
    BattleFrame,
    Condition,
    Exchange,
    Flight,
    Model,
    Movement,
    Nomination,
    Side,
    SightWord,
    State,
)
from rules.istra.tables import ABILITIES, ARMOURS, CORES, RACES, TALENTS, UNARMED, WEAPONS, Loading, Spell
from rules.istra.terrain import Item, Place
from rules.kernel.agenda import Window
from rules.kernel.asks import GM
from rules.kernel.reading import Json, picked, plain

COLOURS: dict[str, str] = {
    "s1": "#b3402a",
    "s2": "#2a6ab3",
    "s3": "#3f7d3a",
    "s4": "#8a5aa8",
    "s5": "#b07a1e",
    "s6": "#2b7f86",
    GM: "#5c5147",
}
"""The colour of a seat whose sides bring none."""
LOADS: dict[Loading, int] = {"none": 0, "one_action": 1, "two_turns": 2}
"""How many actions load a weapon."""


# Who plays, and how it stands


def headline(state: State) -> Json:
    """The battle in a line, by seat: who plays, how many of theirs are not out, how far it is.

    `turns_total` is None where the scenario sets no limit.
    """
    left = survivors(state)
    return {
        "turn": state.turn,
        "turns_total": state.scenario.turn_limit,
        "scenario": state.scenario.title,
        "score": dict(left),
        "teams": {seat: {"name": seat_name(state, seat), "colour": _colour(state, seat)} for seat in left},
    }


def survivors(state: State) -> dict[str, int]:
    return {seat: sum(m.owner == seat and m.status != "out" for m in state.models) for seat in _present(state)}


def _present(state: State) -> tuple[str, ...]:
    """The seats round the table: those with models, and the GM's where it has a side."""
    extra = tuple(side.seat for side in state.sides if side.seat not in seats(state))
    return (*seats(state), *dict.fromkeys(extra))


def seat_name(state: State, seat: str) -> str:
    names = [side_name(side) for side in state.sides if side.seat == seat]
    return " and ".join(names) or ("the GM" if seat == GM else seat)


def side_name(side: Side) -> str:
    return side.name or side.company or ("Monsters" if side.id == GM else side.id)


def names_of(state: State) -> dict[str, str]:
    """What each model is called, by id: its name, with a number where several bear it; its id where it has none."""
    return _told_apart(tuple((model.id, model.name) for model in state.models))


@lru_cache(maxsize=64)
def _told_apart(named: tuple[tuple[str, str], ...]) -> dict[str, str]:
    bearers: dict[str, list[str]] = {}
    for model, name in named:
        bearers.setdefault(name, []).append(model)
    return {
        model: f"{name} {bearers[name].index(model) + 1}" if name and len(bearers[name]) > 1 else name or model
        for model, name in named
    }


def _colour(state: State, seat: str) -> str:
    named = (side.colour for side in state.sides if side.seat == seat and side.colour)
    return next(named, COLOURS.get(seat, COLOURS[GM]))


# The whole


def view(state: State, seat: str) -> Json:
    active = next((frame.model for frame in state.agenda if isinstance(frame, Activation)), "")
    names = names_of(state)
    places = {one.model: number for number, one in enumerate(state.nominations, 1)}
    return {
        **headline(state),
        "board": {"width": state.board.width, "depth": state.board.depth},
        "goal": _goal(state.scenario),
        "stage": _stage(state),
        "gm": state.gm,
        "order": [{"seat": one, "name": seat_name(state, one)} for one in state.order],
        "nominator": state.nominator if _stage(state) == "nomination" else "",
        "deploys": _deploys(state),
        "nominations": [_nomination(state, names, places[one.model], one) for one in state.nominations],
        "sides": {side.id: _side_view(state, side) for side in state.sides},
        "terrain": terrain_view(state),
        "zones": [zone_view(zone) for zone in state.zones],
        "items": [_item_view(names, item) for item in state.items],
        "models": {model.id: _model_view(state, names, model, places.get(model.id, 0)) for model in state.models},
        "engaged": [_link(state, *pair) for pair in state.engaged],
        "sight": [_sight(names, word) for word in state.sight],
        "active": active,
        "reach": _reach(state, active),
        **_under_way(state),
        "result": _result(state),
    }


def _nomination(state: State, names: Mapping[str, str], place: int, one: Nomination) -> Json:
    named = {"place": place, "model": one.model, "name": names[one.model], "by": one.by}
    return named | {"by_name": seat_name(state, one.by)}


def _sight(names: Mapping[str, str], word: SightWord) -> Json:
    """What was said of a sight, and in words; what nobody agreed to yet does not hold."""
    seen = {True: "sees", False: "does not see", None: "looks at"}[word.los]
    cover = {True: " in cover", False: " in the open", None: ""}[word.cover]
    proposed = "" if word.stands else " (proposed)"
    return {
        "attacker": word.attacker,
        "target": word.target,
        "los": word.los,
        "cover": word.cover,
        "by": list(word.by),
        "stands": word.stands,
        "words": f"{names[word.attacker]} {seen} {names[word.target]}{cover}{proposed}",
    }


def _stage(state: State) -> str:
    """What goes on: over, activation, or the stage of the battle itself."""
    if state.result is not None or not state.agenda:
        return "over"
    if any(isinstance(frame, Activation) for frame in state.agenda):
        return "activation"
    bottom = state.agenda[0]
    return bottom.stage if isinstance(bottom, BattleFrame) else ""


def _deploys(state: State) -> str:
    frame = state.agenda[-1] if state.agenda else None
    if not isinstance(frame, BattleFrame) or state.result is not None:
        return ""
    return GM if frame.stage == "monsters" else frame.seat if frame.stage == "deployment" else ""


def _goal(scenario: Scenario) -> Json:
    return picked(scenario, "name", "title", "text", "turn_limit")


def _result(state: State) -> Json | None:
    if state.result is None:
        return None
    won = [side_name(side) for side in state.sides if side.id in state.result.winners]
    return {**plain(state.result), "winners": list(state.result.winners), "names": won}


def _side_view(state: State, side: Side) -> Json:
    own = [model.status for model in state.models if model.side == side.id]
    return {
        "seat": side.seat,
        "name": side_name(side),
        "colour": side.colour or _colour(state, side.seat),
        "edge": side.edge,
        "zone": plain(side.zone),
        **picked(side, "alliance", "company", "motto", "hall"),
        "on_board": own.count("on_board"),
        "reserve": own.count("reserve"),
        "left": own.count("left_board"),
        "out": own.count("out"),
        "models": len(own),
    }


# The table


def _item_view(names: Mapping[str, str], item: Item) -> Json:
    return {
        "id": item.id,
        "name": item.name or item.id,
        "pos": _place(item.pos),
        "carrier": item.carrier,
        "carrier_name": names.get(item.carrier, ""),
    }


def _place(at: Place | None) -> list[int] | None:
    return None if at is None else list(at)


def _link(state: State, one: str, other: str) -> Json:
    ends = [list(model.pos) for name in (one, other) if (model := find(state, name)) is not None and model.pos]
    return {"models": [one, other], "line": ends}


# Models


class _CachedView(NamedTuple):
    """A model's view, and all that it was made of: the same objects, and equal bearings."""

    basis: tuple[object, ...]
    bearings: tuple[object, ...]
    view: Json


_CACHED_VIEWS: dict[int, _CachedView] = {}
"""By the identity of the model, which the basis keeps alive."""
MOST_CACHED = 4096


def _model_view(state: State, names: Mapping[str, str], model: Model, place: int) -> Json:
    """A model, the how many-eth nominated (0: not yet). Kept: an event changes few of them, and a replay has many."""
    basis = (model, state.rules, state.sides, state.spells, names)
    by = next((one.by for one in state.nominations if one.model == model.id), "") if place else ""
    carried = tuple(item.name or item.id for item in state.items if item.carrier == model.id)
    bearings = (place, by, engaged_with(state, model.id), carried)
    known = _CACHED_VIEWS.get(id(model))
    if known is None or known.bearings != bearings or any(map(is_not, known.basis, basis)):
        if len(_CACHED_VIEWS) >= MOST_CACHED:
            _CACHED_VIEWS.clear()
        known = _CACHED_VIEWS[id(model)] = _CachedView(basis, bearings, _drawn(model, state, names, *bearings))
    return known.view


def _drawn(
    model: Model,
    state: State,
    names: Mapping[str, str],
    place: int,
    by: str,
    engaged: Sequence[str],
    carried: Sequence[str],
) -> Json:
    """A model: its token, what it has left, and what it can do. Of the state only what `_model_view` compares."""
    return {
        **_person(model, names),
        **_strength(state, model),
        **_turn_of(model),
        "nominated": {"place": place, "by": by, "by_name": seat_name(state, by)} if place else None,
        "place": place,
        "conditions": [_condition(names, one) for one in model.conditions],
        "engaged": [names[name] for name in engaged],
        **_whereabouts(model, names),
        "talents": [_talent(model, name) for name in model.talents],
        "ability": _ability(state, model),
        "spells": [_spell(model, spell) for name in model.spells if (spell := spell_of(state, name)) is not None],
        "carries": list(carried),
    }


def _person(model: Model, names: Mapping[str, str]) -> Json:
    return {
        "side": model.side,
        "seat": model.owner,
        "name": names[model.id],
        "kind": model.kind,
        "race": RACES[model.race].title if model.race in RACES else model.race,
        "class": model.class_,
        "level": model.level,
    }


def _strength(state: State, model: Model) -> Json:
    parts = armour_parts(state, model)
    return {
        **_counters(model),
        "morale_mark": SHAKEN,
        "shaken": model.health <= SHAKEN and model.status in ("on_board", "reserve"),
        "armour": sum(value for _, value in parts),
        "armour_parts": [{"name": _part(name), "value": value} for name, value in parts],
        "weapon": _weapon_view(state, model, model.active_weapon),
        "weapons": [_weapon_view(state, model, name) for name in model.equipment if name in WEAPONS],
        "gear": [ARMOURS[name].title for name in model.equipment if name in ARMOURS],
    }


def _turn_of(model: Model) -> Json:
    return {
        "move_action": model.move_action,
        "standard_action": model.standard_action,
        "extra": max(0, model.move_action - 1) + max(0, model.standard_action - 1),
        "moved": model.moved,
    }


def _whereabouts(model: Model, names: Mapping[str, str]) -> Json:
    return {
        "pos": _place(model.pos),
        "where": f"{inches(model.pos[0])}, {inches(model.pos[1])}" if model.pos is not None else "",
        "up": inches(model.pos[2]) if model.pos is not None and model.pos[2] else "",
        **picked(model, "radius", "height", "large", "leader", "status", "left_by"),
        "out_by": names.get(model.out_by, model.out_by),
        "out_cause": model.out_cause,
    }


def _counters(model: Model) -> dict[str, int]:
    counters = (*CORES, "health")
    return {name: getattr(model, name) for counter in counters for name in (counter, f"{counter}_max")}


def _part(name: str) -> str:
    return ARMOURS[name].title if name in ARMOURS else {"base": "skin", "bastion": "Bastion"}.get(name, name.title())


def _weapon_view(state: State, model: Model, name: str) -> Json:
    """A weapon: whether it is in hand, whether it is loaded ("" where there is nothing to load), how far it shoots."""
    row = WEAPONS.get(name, UNARMED)
    load = next((one for one in model.unloaded if one.weapon == name), None)
    loaded = "" if row.loading == "none" else "loaded" if is_loaded(model, name) else "unloaded"
    spear = name == "spear" and name == model.active_weapon
    return {
        "name": name,
        "title": melee_weapon(state, model).title if spear else row.title,
        "in_hand": name == model.active_weapon,
        "loaded": loaded,
        "load": f"{load.progress}/{LOADS[row.loading]}" if load is not None else "",
        "range": range_of(state, row),
    }


def _condition(names: Mapping[str, str], one: Condition) -> Json:
    """A condition. `much`: its amount as people say it, inches climbed or health a turn."""
    much = inches(one.amount) if one.name == "climbed" else str(one.amount) if one.amount else ""
    return {
        "name": one.name,
        "source": one.source,
        "source_name": names.get(one.source, ""),
        "much": much,
        "lasts": one.lasts,
    }


def _talent(model: Model, name: str) -> Json:
    """A talent and how often it may still be used; None: always."""
    row = TALENTS[name]
    used = model.used if row.limit == "battle" else model.used_this_turn
    left = None if row.limit == "none" else max(0, row.uses - used.get(name, 0))
    return {"name": name, "title": row.title, "left": left}


def _ability(state: State, model: Model) -> Json | None:
    """The ability of its race; that of Humans is what the house has written. [IST-Q-78]"""
    race = RACES.get(model.race)
    if model.race == "human" and state.rules.human_ability:
        return {"name": "human", "title": state.rules.human_ability, "left": None}
    if race is None or not race.ability:
        return None
    row = ABILITIES[race.ability]
    left = None if row.limit == "none" else max(0, 1 - model.used.get(row.name, 0))
    return {"name": row.name, "title": row.title, "left": left}


def _spell(model: Model, spell: Spell) -> Json:
    """A spell and how often it may still be cast this turn or battle; None: at will."""
    used = model.used_this_turn if spell.usage == "once_per_turn" else model.used
    left = None if spell.usage == "at_will" else max(0, 1 - used.get(spell.name, 0))
    title = spell.name.replace("_", " ").capitalize()
    return {"name": spell.name, "title": title, "left": left, "range": spell.range, "radius": spell.radius}


# What is going on


def _reach(state: State, active: str) -> Json | None:
    """How far the active model comes and shoots; 0 where it cannot now. None: nobody acts on the board.

    `move` and `sprint` are what its actions still allow, `shot` and its bands (`near`, `far`) those of the weapon in
    hand. The `…_ring` are the radii to draw around its centre: the ways of its centre, and the shots from its edge.
    """
    model = find(state, active) if active else None
    if model is None or model.pos is None:
        return None
    far = allowance(state, model) if model.move_action else 0
    sprint = sprint_allowance(state, model) if model.standard_action else 0
    row = WEAPONS.get(model.active_weapon, UNARMED)
    bands = {"shot": range_of(state, row), "near": row.near or 0, "far": row.far or 0}
    return {
        "model": active,
        "at": list(model.pos),
        "engaged": bool(engaged_with(state, active)),
        "move": far,
        "sprint": sprint if model.moved else 0,
        "onward": far + sprint if model.move_action else 0,
        **bands,
        **{f"{name}_ring": (model.radius + value if value else 0) for name, value in bands.items()},
    }


def _under_way(state: State) -> Json:
    """The movement, the attack, the flight and the window on top of the agenda; None where there is none."""
    found: Json = {"movement": None, "attack": None, "flight": None, "window": None}
    for frame in state.agenda:
        if isinstance(frame, Movement):
            found["movement"] = {"model": frame.model, "kind": frame.kind, "from": list(frame.origin)}
        elif isinstance(frame, Attack):
            found["attack"] = _attack(state, frame)
        elif isinstance(frame, Flight):
            found["flight"] = {"model": frame.model, "distance": frame.distance, "edge": frame.edge}
        elif isinstance(frame, Window):
            found["window"] = {"trigger": frame.trigger, "about": frame.about, "waiting": list(frame.waiting)}
    return found


def _attack(state: State, frame: Attack) -> Json:
    ends = [frame.attacker, *(one.target for one in frame.exchanges[:1])]
    line = [list(model.pos) for name in ends if (model := find(state, name)) is not None and model.pos]
    return {
        **picked(frame, "kind", "attacker", "weapon", "spell", "origin", "stage", "distance", "cover", "into_melee"),
        "declared": list(frame.declared),
        "line": line if len(line) > 1 else [],
        "exchanges": [_exchange(frame, one) for one in frame.exchanges],
    }


def _exchange(frame: Attack, one: Exchange) -> Json:
    attack = one.attack or frame.throw
    return {
        "target": one.target,
        "defender": one.defender,
        "attack_total": attack.total if attack is not None else None,
        "defence_total": one.defence.total if one.defence is not None else None,
        "winners": list(one.winners),
        **picked(one, "critical", "fumble", "target_harm", "attacker_harm"),
    }
