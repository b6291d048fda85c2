"""What the active model may do besides going somewhere. [IST-D-03]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeAlias, TypeVar

from rules.istra import commands as co
from rules.istra.decide.actions import check_action
from rules.istra.decide.attacks import check_in_reach, check_weapon
from rules.istra.decide.declaring import check_talent
from rules.istra.decide.deploying import check_carried
from rules.istra.decide.moves import check_load
from rules.istra.decide.spells import aimed, check_free, known_spell
from rules.istra.decide.talents import SHADOW, TOUCH, watched
from rules.istra.decide.targets import TWO_INCHES, has_ability, is_unsaid, is_within, may_see, near_enemies
from rules.istra.geometry.gaps import REACH, spot
from rules.istra.geometry.places import TELEPORT, teleport_refusal
from rules.istra.legal.asking import allows, declarations
from rules.istra.legal.places import landings
from rules.istra.questions import (
    are_enemies,
    base_of,
    condition,
    engaged_with,
    foes_of,
    friends_of,
    is_near,
    on_board,
    table_of,
)
from rules.istra.state import Model, State
from rules.istra.tables import Spell

ACTIONS: tuple[co.ActionKind, ...] = ("move", "standard")
AttackCommand: TypeAlias = co.Melee | co.Shoot | co.Cast | co.Whirlwind
HandlingCommand: TypeAlias = co.PickUp | co.Load | co.SwitchWeapon | co.Teleport | co.UseTalent
C = TypeVar("C")
Sort: TypeAlias = Callable[[State, Model], Iterator[C]]
"""All commands of a sort that a model may give."""


def end(model: Model) -> co.EndActivation:
    return co.EndActivation(model=model.id)


# Attacks


def strikes(state: State, model: Model) -> Iterator[co.Melee]:
    """Melee against everybody in contact; by Double melee attack against two, or one twice. [IST-MELEE-01]"""
    targets = engaged_with(state, model.id)
    if not model.standard_action or not targets:
        return
    declared = declarations(state, model, "melee")
    seconds = targets if allows(check_talent, state, model, "double_melee") else ()
    for target in targets:
        for second in (None, *seconds):
            for chosen in declared:
                yield co.Melee(model=model.id, target=target, declare=chosen, second=second)


def shots(state: State, model: Model) -> Iterator[co.Shoot]:
    """A shot at everybody in range and sight; by Double ranged attack at two, or one twice. [IST-SHOOT-01]"""
    if not model.standard_action or not allows(check_weapon, model) or _is_held(state, model):
        return
    foes = [foe for foe in on_board(state) if allows(check_in_reach, state, model, foe.id, "target")]
    clear = [foe.id for foe in foes if may_see(state, model, foe)]
    unsaid = [foe.id for foe in foes if is_unsaid(state, model.id, foe.id)]
    twice = model.active_weapon == "bow" and allows(check_talent, state, model, "double_ranged")
    declared = declarations(state, model, "shoot")
    for target in (foe.id for foe in foes):
        for second in (None, *(foe.id for foe in foes)) if twice else (None,):
            pair = [target] if second is None else [target, second]
            if any(name in unsaid for name in pair) or set(pair) <= set(clear):
                for chosen in declared:
                    yield co.Shoot(model=model.id, target=target, declare=chosen, second=second)


def _is_held(state: State, model: Model) -> bool:
    """House rule: whether a model cannot shoot or cast for being Engaged. [IST-Q-50]"""
    return state.rules.no_shooting_engaged == "on" and bool(engaged_with(state, model.id))


def whirlwinds(state: State, model: Model) -> Iterator[co.Whirlwind]:
    """A Whirlwind against everybody near, by id. [IST-TAL-05]"""
    if not model.standard_action or not allows(check_talent, state, model, "whirlwind"):
        return
    near = tuple(foe.id for foe in near_enemies(state, model, TWO_INCHES))
    for chosen in declarations(state, model, "melee") if near else ():
        yield co.Whirlwind(model=model.id, order=near, declare=chosen)


# Spells


def casts(state: State, model: Model) -> Iterator[co.Cast]:
    """Every spell that may be cast, at everybody, or at and toward where somebody is. [IST-CAST-01, IST-CAST-12]"""
    if not model.standard_action or _is_held(state, model):
        return
    for name in dict.fromkeys(model.spells):
        if not allows(known_spell, state, model, name):
            continue
        spell = known_spell(state, model, name)
        if allows(check_free, model, spell):
            yield from (order for order in _AIMS[spell.shape](state, model, spell) if _aims(state, model, spell, order))


def _aims(state: State, model: Model, spell: Spell, order: co.Cast) -> bool:
    """Whether a spell can be aimed so, and its target may be seen."""
    if not allows(aimed, state, model, spell, order):
        return False
    if spell.shape != "target" or order.target in (None, model.id):
        return True
    return any(one.id == order.target and may_see(state, model, one) for one in on_board(state))


def _at_models(state: State, model: Model, spell: Spell) -> Iterator[co.Cast]:
    if spell.defence is None:
        yield co.Cast(model=model.id, spell=spell.name)
    for target in on_board(state):
        yield co.Cast(model=model.id, spell=spell.name, target=target.id)


def _at_points(state: State, model: Model, spell: Spell) -> Iterator[co.Cast]:
    points = [one.pos for one in on_board(state) if one.pos is not None]
    for point in dict.fromkeys(points):
        yield co.Cast(model=model.id, spell=spell.name, point=point)


def _toward_enemies(state: State, model: Model, spell: Spell) -> Iterator[co.Cast]:
    here = base_of(model).at
    ways = [(foe.at[0] - here[0], foe.at[1] - here[1]) for foe in foes_of(state, model)]
    for way in dict.fromkeys(ways):
        yield co.Cast(model=model.id, spell=spell.name, direction=way)


_AIMS: dict[str, Callable[[State, Model, Spell], Iterator[co.Cast]]] = {
    "target": _at_models,
    "point": _at_points,
    "line": _toward_enemies,
}


# Handling things


def pickings(state: State, model: Model) -> Iterator[co.PickUp]:
    """Items within reach. [IST-MOVE-13, IST-Q-28]"""
    far = REACH if state.rules.pick_up == "one_inch" else 0
    for item in state.items if model.move_action else ():
        if item.pos is not None and is_near(state, base_of(model), spot(item.pos), far):
            yield co.PickUp(model=model.id, item=item.id)


def switches(state: State, model: Model) -> Iterator[co.SwitchWeapon]:
    """Other weapons carried, or none. [IST-MOVE-14]"""
    for weapon in dict.fromkeys((*model.equipment, "unarmed")) if model.move_action else ():
        if weapon != model.active_weapon and allows(check_carried, model, weapon, "weapon"):
            yield co.SwitchWeapon(model=model.id, weapon=weapon)


def loads(state: State, model: Model) -> Iterator[co.Load]:
    """The weapon in hand, with each action that will do. [IST-Q-55, IST-Q-56]"""
    for action in ACTIONS:
        order = co.Load(model=model.id, action=action)
        if allows(check_action, model, action) and allows(check_load, state, model, order, action):
            yield order


# Talents and race abilities


def teleports(state: State, model: Model) -> Iterator[co.Teleport]:
    """Where a Steppe elf may appear. [IST-RACE-19, IST-Q-130]"""
    if not model.move_action or not has_ability(model, "teleport"):
        return
    table, here = table_of(state), base_of(model)
    others = (*foes_of(state, model), *friends_of(state, model))
    for place in landings(state, model, TELEPORT):
        if not teleport_refusal(table, here, place, others):
            yield co.Teleport(model=model.id, pos=place)


def talents(state: State, model: Model) -> Iterator[co.UseTalent]:
    """Talents that are actions of their own. [IST-Q-96]"""
    for talent, use in _TALENTS.items():
        if allows(check_talent, state, model, talent):
            yield from use(state, model)


def _gathering(state: State, model: Model) -> Iterator[co.UseTalent]:
    if model.standard_action and condition(model, "gathered_power") is None:
        yield co.UseTalent(model=model.id, talent="gather_power")


def _healing(state: State, model: Model) -> Iterator[co.UseTalent]:
    for friend in on_board(state) if model.standard_action else ():
        own = friend.id != model.id and not are_enemies(state, model, friend)
        if own and is_within(state, model, friend, TOUCH):
            yield co.UseTalent(model=model.id, talent="domain_healing", target=friend.id)


def _shadow_walking(state: State, model: Model) -> Iterator[co.UseTalent]:
    if not model.move_action:
        return
    table, here, foes = table_of(state), base_of(model), foes_of(state, model)
    others = (*foes, *friends_of(state, model))
    for place in landings(state, model, SHADOW):
        if teleport_refusal(table, here, place, others, SHADOW) not in ("", "out of sight"):
            continue
        if not watched(table, here.moved(place), foes):
            yield co.UseTalent(model=model.id, talent="shadow_walk", pos=place)


_TALENTS: dict[str, Sort[co.UseTalent]] = {
    "gather_power": _gathering,
    "domain_healing": _healing,
    "shadow_walk": _shadow_walking,
}

ATTACKS: tuple[Sort[AttackCommand], ...] = (strikes, shots, casts, whirlwinds)
HANDLING: tuple[Sort[HandlingCommand], ...] = (pickings, loads, switches, teleports, talents)


def actions_of(state: State, model: Model) -> Iterator[AttackCommand | HandlingCommand]:
    """Everything of this module but the end."""
    for attacks in ATTACKS:
        yield from attacks(state, model)
    for handling in HANDLING:
        yield from handling(state, model)


# Drawing one


def draw_attack(state: State, model: Model, rng: Random) -> AttackCommand | None:
    """An attack of a sort drawn first; None where there is none."""
    return _draw(ATTACKS, state, model, rng) if model.standard_action else None


def draw_handling(state: State, model: Model, rng: Random) -> HandlingCommand | None:
    """Something done with things, talents or race abilities, of a sort drawn first; None where there is nothing."""
    return _draw(HANDLING, state, model, rng)


def _draw(sorts: tuple[Sort[C], ...], state: State, model: Model, rng: Random) -> C | None:
    for sort in rng.sample(sorts, len(sorts)):
        if found := list(sort(state, model)):
            return rng.choice(found)
    return None
