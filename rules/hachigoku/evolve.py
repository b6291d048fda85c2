"""State and event to state: facts only. A function folds what its `event` may be; other events change nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.hachigoku import events as ev
from rules.hachigoku.state import ActionDie, Ambush, Character, DieState, Pair, Ranges, Result, State
from rules.kernel.adjust import with_adjusted
from rules.kernel.agenda import settle_agenda
from rules.kernel.effects import Effect, added, without
from rules.kernel.messages import Event, Fold, folders

HOLDS = ("partially_captured", "fully_captured")


def evolve(state: State | None, event: Any) -> State:
    """The state after an event. The first event of a match is folded onto None."""
    if state is None:
        return _created(event)
    folder = _FOLDERS.get(type(event))
    return state if folder is None else folder(state, event)


# The Skirmish


def _created(opened: ev.MatchCreated) -> State:
    return State(
        sides=opened.sides,
        characters=opened.characters,
        scene=opened.scene,
        ranges=opened.ranges,
        rules=opened.house_rules,
        entered=len(opened.characters),
    )


def _position_set(state: State, event: ev.PositionSet) -> State:
    return event.state


def _ambush_set(state: State, event: ev.AmbushSet) -> State:
    ambush = Ambush(event.ambushers, event.detected_by)
    return replace(state, scene=replace(state.scene, ambush=ambush))


def _joined(state: State, event: ev.CharacterJoined) -> State:
    characters = (*state.characters, event.fighter)
    return replace(state, characters=characters, ranges=event.ranges, entered=state.entered + 1)


def _left(state: State, event: ev.CharacterLeft) -> State:
    return _with(state, event.character, left=True)


def _cover_changed(state: State, event: ev.CoverChanged) -> State:
    return _with(
        state,
        event.character,
        cover=event.cover,
        nearby_cover=event.nearby_cover,
        cover_lost=event.suspended,
    )


def _cover_against_set(state: State, event: ev.CoverAgainstSet) -> State:
    def covered(one: Character) -> Character:
        others = {enemy: cover for enemy, cover in one.cover_against.items() if enemy != event.enemy}
        against = others if event.cover == one.cover else {**others, event.enemy: event.cover}
        return replace(one, cover_against=against)

    return _change(state, event.character, covered)


def _adjusted(state: State, event: ev.Adjusted) -> State:
    return _put(state, with_adjusted(_of(state, event.figure), event)) if _takes_part(state, event.figure) else state


def _honor_granted(state: State, event: ev.HonorGranted) -> State:
    return _change(state, event.character, lambda one: replace(one, honor_points=one.honor_points + event.points))


def _end_proposed(state: State, event: ev.EndProposed) -> State:
    return replace(state, agreed=(*state.agreed, event.seat))


def _result_recorded(state: State, event: ev.ResultRecorded) -> State:
    return replace(state, result=Result(event.termination, event.winner), agenda=())


def _decided(state: State, event: ev.Decided) -> State:
    return settle_agenda(state, event)


# Rounds and Moments


def _round_started(state: State, event: ev.RoundStarted) -> State:
    fresh = tuple(replace(one, dice=(), moved=False, honored=False) for one in state.characters)
    return replace(
        state,
        characters=fresh,
        round=event.round,
        moment=0,
        underway=True,
        surprise=event.surprise,
        acted=False,
    )


def _action_dice_rolled(state: State, event: ev.ActionDiceRolled) -> State:
    return _with(state, event.character, dice=tuple(ActionDie(face) for face in event.faces))


def _round_ended(state: State, event: ev.RoundEnded) -> State:
    return replace(state, underway=False, moment=0)


def _moment_opened(state: State, event: ev.MomentOpened) -> State:
    fresh = tuple(replace(one, honored=False) if one.honored else one for one in state.characters)
    return replace(state, moment=event.number, characters=fresh)


def _dice_forfeited(state: State, event: ev.DiceForfeited) -> State:
    return _dice_gone(state, event.character, event.faces, "forfeited")


def _dice_lost(state: State, event: ev.DiceLost) -> State:
    return _dice_gone(state, event.character, event.faces, "lost")


def _die_spent(state: State, event: ev.DieSpent) -> State:
    """An Action; who had agreed to end it is to be asked again. [HAC-END-02]"""
    spent = _change(state, event.character, lambda one: _turned(one, event.face, "spent", event.mark))
    return replace(spent, acted=True, agreed=())


def _dice_exchanged(state: State, event: ev.DiceExchanged) -> State:
    without_them = _dice_gone(state, event.character, event.given, "exchanged")
    new = ActionDie(event.face, mark=event.mark)  # type: ignore[arg-type]  # an event tells it as text
    return _change(without_them, event.character, lambda one: replace(one, dice=(*one.dice, new)))


def _honor_spent(state: State, event: ev.HonorSpent) -> State:
    spent = _change(
        state,
        event.character,
        lambda one: replace(one, honor_points=event.left, honored=True, honor_spent=one.honor_spent + 1),
    )
    return replace(spent, acted=True, agreed=())


# Movement


def _range_changed(state: State, event: ev.RangeChanged) -> State:
    """Who moves leaves what covers them against some. [HAC-Q-60]"""
    away = _with(state, event.character, cover_against={}) if event.changes else state
    moved = replace(away, ranges=changed(state.ranges, event.changes))
    return _with(moved, event.character, moved=True) if event.allowance else moved


def _ranges_set(state: State, event: ev.RangesSet) -> State:
    return replace(state, ranges=changed(state.ranges, event.changes))


def _height_changed(state: State, event: ev.HeightChanged) -> State:
    return _with(state, event.character, height=event.after, cover_against={})


def _simple_action(state: State, event: ev.SimpleActionDone) -> State:
    ready = {"draw": {"ready": True}, "sheathe": {"ready": False}, "reload": {"loaded": True}}.get(event.what)
    if ready is None:
        return state
    return _change(state, event.character, lambda one: with_weapon(one, event.weapon, **ready))


def _stood_up(state: State, event: ev.StoodUp) -> State:
    return _change(state, event.character, lambda one: replace(one, conditions=without(one.conditions, "prone")))


# Attacks


def _attack_declared(state: State, event: ev.AttackDeclared) -> State:
    """A heavy weapon is shot and wants to be reloaded. [HAC-ATK-13]"""
    return _change(
        state,
        event.attacker,
        lambda one: replace(one, weapons=tuple(_shot(each, event.weapon) for each in one.weapons)),
    )


def _shot(weapon: Any, name: str) -> Any:
    return replace(weapon, loaded=False) if weapon.name == name and weapon.reload == "heavy" else weapon


def _weapon_lost(state: State, event: ev.WeaponLost) -> State:
    return _change(state, event.character, lambda one: with_weapon(one, event.weapon, ready=False, lost=event.to))


def _weapon_taken(state: State, event: ev.WeaponTaken) -> State:
    """A weapon like that of the owner, unless it is the taker's own that comes back."""
    if not _takes_part(state, event.owner):
        return state
    found = [each for each in _of(state, event.owner).weapons if each.name == event.weapon]

    def taken(one: Character) -> Character:
        if any(each.name == event.name for each in one.weapons):
            return with_weapon(one, event.name, ready=True, lost="")
        new = [replace(each, name=event.name, ready=True, lost="", taken_from=event.owner) for each in found]
        return replace(one, weapons=(*one.weapons, *new))

    return _change(state, event.character, taken)


def _weapon_returned(state: State, event: ev.WeaponReturned) -> State:
    return _change(state, event.character, lambda one: with_weapon(one, event.weapon, ready=True, lost=""))


def _hold_started(state: State, event: ev.HoldStarted) -> State:
    return _held(state, event.captive, event.holder, event.hold, event.weapon)


def _hold_changed(state: State, event: ev.HoldChanged) -> State:
    held = _of(state, event.captive).conditions if _takes_part(state, event.captive) else ()
    before = next((one for one in held if one.name in HOLDS and one.source == event.holder), Effect(""))
    return _held(state, event.captive, event.holder, event.hold, before.note, before.amount)


def _hold_ended(state: State, event: ev.HoldEnded) -> State:
    return _change(state, event.captive, lambda one: _freed(one, event.holder))


def _held(state: State, captive: str, holder: str, hold: str, weapon: str, amount: int = 0) -> State:
    name = "partially_captured" if hold == "partial" else "fully_captured"
    effect = Effect(name, source=holder, rule="HAC-GRAP-02", note=weapon, amount=amount)
    return _change(state, captive, lambda one: _captured(_freed(one, holder), effect))


def _captured(one: Character, effect: Effect) -> Character:
    return replace(one, conditions=added(one.conditions, effect))


def _freed(one: Character, holder: str) -> Character:
    conditions = one.conditions
    for name in HOLDS:
        conditions = without(conditions, name, holder)
    return replace(one, conditions=conditions)


# Harm


def _wounds_taken(state: State, event: ev.WoundsTaken) -> State:
    hurt = _with(state, event.character, wounds=event.after)
    if event.cause != "squeeze":
        return hurt
    return _change(hurt, event.character, lambda one: _squeezed(one, event.by, event.wounds))


def _squeezed(one: Character, holder: str, wounds: int) -> Character:
    """The hold keeps count of what it has done. [HAC-Q-64]"""
    conditions = tuple(
        replace(each, amount=each.amount + wounds) if each.name in HOLDS and each.source == holder else each
        for each in one.conditions
    )
    return replace(one, conditions=conditions)


def _condition_set(state: State, event: ev.ConditionSet) -> State:
    new = Effect(event.condition, source=event.source, rule=event.rule, until=event.until, note=event.note)
    return _change(state, event.character, lambda one: replace(one, conditions=added(one.conditions, new)))


def _condition_cleared(state: State, event: ev.ConditionCleared) -> State:
    def cleared(one: Character) -> Character:
        return replace(one, conditions=without(one.conditions, event.condition, event.source))

    return _change(state, event.character, cleared)


# Parts


def changed(ranges: Ranges, changes: Iterable[Pair]) -> Ranges:
    """The Ranges with some pairs changed; pairs of strangers are left alone."""
    rows = [list(row) for row in ranges.rows]
    places = {name: place for place, name in enumerate(ranges.names)}
    for one, other, step in changes:
        if one in places and other in places:
            rows[places[one]][places[other]] = rows[places[other]][places[one]] = str(step)
    return replace(ranges, rows=tuple("".join(row) for row in rows))


def with_weapon(one: Character, name: str, **fields: Any) -> Character:
    """The character with a weapon changed."""
    weapons = tuple(replace(each, **fields) if each.name == name else each for each in one.weapons)
    return replace(one, weapons=weapons)


def _turned(one: Character, face: int, into: DieState, mark: str | None = None) -> Character:
    """The character with one unspent die of that face (and mark) turned into something else."""
    for place, die in enumerate(one.dice):
        if die.state == "unspent" and die.face == face and mark in (None, die.mark):
            return replace(one, dice=(*one.dice[:place], replace(die, state=into), *one.dice[place + 1 :]))
    return one


def _dice_gone(state: State, name: str, faces: Iterable[int], into: DieState) -> State:
    def gone(one: Character) -> Character:
        for face in faces:
            one = _turned(one, face, into)
        return one

    return _change(state, name, gone)


def _takes_part(state: State, name: str) -> bool:
    return any(one.id == name for one in state.characters)


def _of(state: State, name: str) -> Character:
    return next(one for one in state.characters if one.id == name)


def _put(state: State, new: Character) -> State:
    return replace(state, characters=tuple(new if one.id == new.id else one for one in state.characters))


def _change(state: State, name: str, change: Callable[[Character], Character]) -> State:
    return replace(state, characters=tuple(change(one) if one.id == name else one for one in state.characters))


def _with(state: State, name: str, **fields: Any) -> State:
    return _change(state, name, lambda one: replace(one, **fields))


_FOLDERS: Mapping[type[Event], Fold[State]] = folders(globals())
