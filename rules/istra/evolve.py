"""The fold: what a situation is after a fact. Knows no rule; one small function an event, in the order of `events`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.istra import events as ev
from rules.istra.state import BattleFrame, Model, Nomination, Result, SightWord, State, WeaponLoad
from rules.kernel.agenda import settle_agenda
from rules.kernel.effects import added, without
from rules.kernel.messages import Event, Fold, folders
from rules.kernel.reading import Json, picked


def evolve(state: State | None, event: Event) -> State:
    """The state after `event`. The first event of a battle is folded onto None."""
    if state is None:
        assert isinstance(event, ev.BattleOpened), "it begins with it"
        start = picked(event, *ev.STARTS_FROM)
        return State(rules=event.house_rules, agenda=(BattleFrame(stage="building"),), **start)
    folder = _FOLDERS.get(type(event))
    return state if folder is None else folder(state, event)


def changed(state: State, model: str, /, **changes: Any) -> State:
    """The state with one model changed; the same state if there is no such model."""
    return _instead(state, model, lambda one: replace(one, **changes))


def _instead(state: State, model: str, change: Callable[[Model], Model]) -> State:
    for place, one in enumerate(state.models):
        if one.id == model:
            return replace(state, models=(*state.models[:place], change(one), *state.models[place + 1 :]))
    return state


def _with_items(state: State, places: dict[str, Json]) -> State:
    items = tuple(replace(item, **places[item.id]) if item.id in places else item for item in state.items)
    return replace(state, items=items)


def _engaged_pair(state: State, one: str, other: str, *, engaged: bool) -> State:
    pair = (one, other) if one < other else (other, one)
    rest = [known for known in state.engaged if known != pair]
    return replace(state, engaged=tuple(sorted([*rest, pair] if engaged else rest)))


def _gone(state: State, model: str, /, **changes: Any) -> State:
    """The state with a model off the table, and in nobody's melee."""
    state = changed(state, model, pos=None, move_action=0, standard_action=0, **changes)
    if not any(model in pair for pair in state.engaged):
        return state
    return replace(state, engaged=tuple(pair for pair in state.engaged if model not in pair))


# The battle, turns, activations


def _position_set(state: State, event: ev.PositionSet) -> State:
    return event.state


def _terrain_placed(state: State, event: ev.TerrainPlaced) -> State:
    return replace(state, terrain=(*state.terrain, *event.terrain))


def _terrain_removed(state: State, event: ev.TerrainRemoved) -> State:
    return replace(state, terrain=tuple(piece for piece in state.terrain if piece.id not in event.ids))


def _initiative_won(state: State, event: ev.InitiativeWon) -> State:
    return replace(state, order=event.order, nominator=event.seat)


def _model_deployed(state: State, event: ev.ModelDeployed) -> State:
    return changed(state, event.model, status="on_board", pos=event.pos, active_weapon=event.active_weapon)


def _turn_started(state: State, event: ev.TurnStarted) -> State:
    ready = set(event.models)
    models = tuple(
        replace(one, move_action=1, standard_action=1, used_this_turn={}) if one.id in ready else one
        for one in state.models
    )
    return replace(state, turn=event.turn, models=models, nominations=())


def _elven_grace_rolled(state: State, event: ev.ElvenGraceRolled) -> State:
    return changed(state, event.model, standard_action=event.standard_action)


def _model_nominated(state: State, event: ev.ModelNominated) -> State:
    return replace(state, nominations=(*state.nominations, Nomination(event.model, event.by)))


def _activation_started(state: State, event: ev.ActivationStarted) -> State:
    return changed(state, event.model, moved=False)


def _activation_ended(state: State, event: ev.ActivationEnded) -> State:
    left = {"move_action": event.move_action, "standard_action": event.standard_action}
    return replace(changed(state, event.model, **left), nominator=event.nominator)


def _battle_ended(state: State, event: ev.BattleEnded) -> State:
    return replace(state, result=Result(event.termination, event.winners, event.reason))


# What models do


def _action_spent(state: State, event: ev.ActionSpent) -> State:
    if event.action == "move":
        return changed(state, event.model, move_action=event.left)
    return changed(state, event.model, standard_action=event.left)


def _model_moved(state: State, event: ev.ModelMoved) -> State:
    return changed(state, event.model, pos=event.path[-1], moved=event.moved)


def _model_teleported(state: State, event: ev.ModelTeleported) -> State:
    return changed(state, event.model, pos=event.to)


def _left_board(state: State, event: ev.LeftBoard) -> State:
    return _gone(state, event.model, status="left_board", left_by=event.edge)


def _engaged(state: State, event: ev.Engaged) -> State:
    return _engaged_pair(state, event.model, event.enemy, engaged=True)


def _disengaged(state: State, event: ev.Disengaged) -> State:
    return _engaged_pair(state, event.model, event.enemy, engaged=False)


def _item_picked_up(state: State, event: ev.ItemPickedUp) -> State:
    return _with_items(state, {event.item: {"pos": None, "carrier": event.model}})


def _weapon_switched(state: State, event: ev.WeaponSwitched) -> State:
    return changed(state, event.model, active_weapon=event.weapon)


def _loaded(model: Model, weapon: str, load: WeaponLoad | None) -> Model:
    rest = tuple(one for one in model.unloaded if one.weapon != weapon)
    return replace(model, unloaded=rest if load is None else (*rest, load))


def _weapon_loaded(state: State, event: ev.WeaponLoaded) -> State:
    return _instead(state, event.model, lambda one: _loaded(one, event.weapon, None))


def _weapon_unloaded(state: State, event: ev.WeaponUnloaded | ev.ReloadAdvanced) -> State:
    return _instead(state, event.model, lambda one: _loaded(one, event.load.weapon, event.load))


def _condition_added(state: State, event: ev.ConditionAdded) -> State:
    return _instead(state, event.model, lambda one: replace(one, conditions=added(one.conditions, event.condition)))


def _condition_removed(state: State, event: ev.ConditionRemoved) -> State:
    name, source = event.name, event.source
    return _instead(state, event.model, lambda one: replace(one, conditions=without(one.conditions, name, source)))


def _used(state: State, model: str, name: str, count: int, span: str) -> State:
    if span == "turn":
        return _instead(state, model, lambda one: replace(one, used_this_turn={**one.used_this_turn, name: count}))
    return _instead(state, model, lambda one: replace(one, used={**one.used, name: count}))


def _talent_used(state: State, event: ev.TalentUsed) -> State:
    return _used(state, event.model, event.talent, event.used, event.span)


def _race_ability_used(state: State, event: ev.RaceAbilityUsed) -> State:
    return _used(state, event.model, event.ability, event.used, "battle")


# Attacks and what they do


def _spell_cast(state: State, event: ev.SpellCast) -> State:
    if event.usage == "at_will":
        return state
    return _used(state, event.caster, event.spell, event.used, "turn" if event.usage == "once_per_turn" else "battle")


def _sight_resolved(state: State, event: ev.SightResolved) -> State:
    if event.source != "gm":
        return state
    return replace(state, sight=_other_sight(state, event.attacker, event.target))


def _other_sight(state: State, attacker: str, target: str) -> tuple[SightWord, ...]:
    return tuple(word for word in state.sight if (word.attacker, word.target) != (attacker, target))


def _health_changed(state: State, event: ev.HealthChanged | ev.Healed) -> State:
    return changed(state, event.model, health=event.new)


def _core_lost(state: State, event: ev.CoreLost) -> State:
    return changed(state, event.model, **{event.stat: event.new})


def _model_out(state: State, event: ev.ModelOut) -> State:
    state = _gone(state, event.model, status="out", out_by=event.by, out_cause=event.cause)
    if not event.dropped:
        return state
    return _with_items(state, {one.item: {"pos": one.pos, "carrier": ""} for one in event.dropped})


# GM actions


def _gm_override(state: State, event: ev.GmOverride) -> State:
    if event.sight is not None:
        word = event.sight
        return replace(state, sight=(*_other_sight(state, word.attacker, word.target), word))
    setter = _SETTERS.get(event.field)
    if setter is not None:
        return setter(state, event)
    if event.field not in Model.__struct_fields__:
        return state
    return changed(state, event.model, **{event.field: event.new})


def _set_loaded(state: State, change: ev.GmOverride) -> State:
    load = None if change.new else WeaponLoad(change.other)
    return _instead(state, change.model, lambda one: _loaded(one, change.other, load))


def _set_used(state: State, change: ev.GmOverride) -> State:
    count = change.new if isinstance(change.new, int) else 0
    return _used(state, change.model, change.other, count, "battle" if change.field == "used" else "turn")


def _set_condition(state: State, change: ev.GmOverride) -> State:
    if change.condition is None:
        return state
    if change.new is False:
        name, source = change.condition.name, change.condition.source
        return _condition_removed(state, ev.ConditionRemoved(model=change.model, name=name, source=source))
    return _condition_added(state, ev.ConditionAdded(model=change.model, condition=change.condition))


def _set_item(state: State, change: ev.GmOverride) -> State:
    place = None if change.model else change.new
    return _with_items(state, {change.other: {"pos": place, "carrier": change.model}})


def _lift_zone(state: State, change: ev.GmOverride) -> State:
    sides = tuple(replace(side, zone=None) if side.id == change.other else side for side in state.sides)
    return replace(state, sides=sides)


_SETTERS: dict[str, Callable[[State, ev.GmOverride], State]] = {
    "pos": lambda state, change: changed(
        state, change.model, pos=change.new, status="on_board", left_by="", out_by="", out_cause=""
    ),
    "status": lambda state, change: _gone(state, change.model, status=change.new),
    "loaded": _set_loaded,
    "used": _set_used,
    "used_this_turn": _set_used,
    "condition": _set_condition,
    "engaged": lambda state, change: _engaged_pair(state, change.model, change.other, engaged=bool(change.new)),
    "item": _set_item,
    "zone": _lift_zone,
    "turn_limit": lambda state, change: replace(state, scenario=replace(state.scenario, turn_limit=change.new)),
    "nominator": lambda state, change: replace(state, nominator=change.new),
}
"""How fields are put right that are not simply a field of a model."""


_FOLDERS: dict[type[Event], Fold[State]] = {**folders(globals()), ev.Decided: settle_agenda}
