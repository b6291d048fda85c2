"""Reaction windows: who may react to what, in which order, and carrying declared reactions out. [ISH-REACT-01..07]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Literal, TypeAlias

import msgspec

from rules.ishmek.arena import adjacent, distance
from rules.ishmek.commands import ActionName, React, Side
from rules.ishmek.decide.deeds import Agenda, Plan, flight_of, overhead, prepare, used_before
from rules.ishmek.decide.harm import roll_injury
from rules.ishmek.decide.skill import IshRun, order_roll
from rules.ishmek.events import (
    BurnDeclared,
    Passed,
    PushEnded,
    ReactionDeclared,
    ReactionLapsed,
    WindowClosed,
    WindowOpened,
)
from rules.ishmek.questions import ABILITIES, ability_mod, find, get, hands_full, held_by, on_field, orb_of
from rules.ishmek.state import Orb, Player, Settling, State
from rules.kernel.agenda import Declared, Window
from rules.kernel.errors import Refused

Trigger = Literal["player_moved", "orb_launched", "orb_moved", "orb_landed", "control_tried"]
VICTIM_HELD = "victim_held"
"""Noted with a declared push: its target held an orb at that moment. [ISH-Q-46]"""

TRIGGER_RULE: dict[str, str] = {
    "player_moved": "ISH-REACT-02",
    "orb_launched": "ISH-INT-02",
    "orb_moved": "ISH-REACT-02",
    "orb_landed": "ISH-Q-58",
    "control_tried": "ISH-CTRL-07",
}


def open_window(run: IshRun, trigger: Trigger, about: str) -> None:
    """Ask everybody who has a legal reaction; no window when nobody has. `about`: the player or the orb's team."""
    waiting = tuple(
        player.id
        for player in on_field(run.state)
        if not player.reaction_used and next(reactions(run.state, run.agenda, player, trigger, about), None)
    )
    if waiting:
        run.emit(WindowOpened(trigger=trigger, about=about, players=waiting))
        run.push(Window(trigger=trigger, rule=TRIGGER_RULE[trigger], waiting=waiting, about=about))


def reactions(state: State, agenda: Agenda, player: Player, trigger: str = "", about: str = "") -> Iterator[ActionName]:
    """Names of the actions a player could take as a Reaction now. [ISH-ECON-03, ISH-Q-55]"""
    if player.at is None or player.reaction_used:
        return
    for name, orb, target in _options(state, agenda, player):
        if not used_before(state, player, name) and is_related(state, about, player.id, name, orb, target):
            yield name


Option: TypeAlias = tuple[ActionName, Side | None, str | None]
"""An action a player is placed for: its name, the orb and the player it is for."""


def _options(state: State, agenda: Agenda, player: Player) -> Iterator[Option]:
    """Every action a player is placed for."""
    at = player.at or (0, 0)
    free = not hands_full(state, player.id)
    for orb in state.orbs:
        if orb.at is None or orb.state == "lost":
            continue
        gap = distance(at, orb.at)
        if orb.state == "loose" and gap <= 1 and free:
            yield "control", orb.team, None
        if orb.state == "in_flight" and gap <= 1 and free and _can_intercept(agenda, player, orb):
            yield "intercept", orb.team, None
        if gap == 0 and orb.holder in (None, player.id) and _can_propel(agenda, player, orb):
            yield "propel", orb.team, None
        if free and orb.holder is not None and _can_seize(state, player, orb.holder, gap):
            yield "seize", orb.team, orb.holder
    for other in on_field(state):
        if other.team != player.team and other.at is not None and adjacent(at, other.at):
            yield "push_pull", None, other.id
    if has_reaction_spell(player):
        yield "cast_spell", None, None


def is_related(state: State, about: str, player: str, name: str, orb: str | None, target: str | None) -> bool:
    """Whether a reaction concerns what has moved, which by house rule it must. A spell may always. [ISH-Q-55]"""
    if state.rules.reaction_scope == "any" or not about or name == "cast_spell" or about in (orb, target):
        return True
    if name == "push_pull" and target is not None:
        return any(held.team == about for held in held_by(state, target))
    return name == "propel" and about == player


def check_related(state: State, window: Window, plan: Plan) -> None:
    """Refuse a reaction that by house rule must concern what has moved."""
    if not is_related(state, window.about, plan.player, plan.name, plan.orb, plan.target):
        message = f"By house rule a reaction must concern what has moved: {window.about}."
        raise Refused("not_related", message, "ISH-Q-55", field="name", hint="Let the window pass.")


def has_reaction_spell(player: Player) -> bool:
    """Whether a player can cast a level-1 spell as a Reaction."""
    return (
        player.cast_mod is not None
        and player.slots_l1 > 0
        and any(s.casting_time == "reaction" for s in player.spells_l1)
    )


def _can_intercept(agenda: Agenda, player: Player, orb: Orb) -> bool:
    flight = flight_of(agenda, orb)
    return flight is not None and flight.propeller != player.id and not overhead(flight, at_launch=True)


def _can_propel(agenda: Agenda, player: Player, orb: Orb) -> bool:
    best = max(ability_mod(player, ability) or 0 for ability in ABILITIES if ability_mod(player, ability) is not None)
    if player.prof + best + 2 < 1:
        return False
    if orb.state != "in_flight":
        return True
    flight = flight_of(agenda, orb)
    return flight is not None and not overhead(flight, at_launch=False)


def _can_seize(state: State, player: Player, holder: str, gap: int) -> bool:
    target = find(state, holder)
    if target is None or target.team == player.team:
        return False
    return gap == 1 or (gap == 2 and has_reaction_spell(player))


# Answers


def let_pass(run: IshRun, players: tuple[str, ...]) -> None:
    """Players let the window on top go by."""
    for player in players:
        run.emit(Passed(player=player))
        run.advance(run.agenda[-1].answered(player))
    _close_when_answered(run)


def declare(run: IshRun, react: React, raw: dict[str, Any]) -> None:
    """A player declares a reaction in the window on top; it is carried out when all have answered."""
    window: Window = run.agenda[-1]
    run.emit(ReactionDeclared(player=react.player, name=react.name))
    noted = (VICTIM_HELD,) if react.target is not None and held_by(run.state, react.target) else ()
    run.advance(window.with_reaction(react.player, raw, noted))
    _close_when_answered(run)


def leave_window(run: IshRun, players: tuple[str, ...]) -> None:
    """Players are no longer asked: they have left the field."""
    for player in players:
        run.advance(run.agenda[-1].answered(player))
    _close_when_answered(run)


def _close_when_answered(run: IshRun) -> None:
    window: Window = run.agenda[-1]
    if window.waiting:
        return
    run.pop()
    if not window.declared:
        run.emit(WindowClosed())
        return
    queue, burned = _settling_order(run, window.declared)
    run.emit(WindowClosed(order=tuple(declared.player for declared in queue)))
    run.push(Settling(queue=queue, burned=burned))


# Order


def parsed(declared: Declared) -> React:
    """The declared command as a struct."""
    return msgspec.convert(declared.command, React)


def _settling_order(run: IshRun, declared: tuple[Declared, ...]) -> tuple[tuple[Declared, ...], dict[str, int]]:
    """Who tries first, and what was burned on order rolls.

    Intercepts (a redirecting propel is one at distance 0): the nearest to the orb first; equally near, and
    everything else: order roll. [ISH-REACT-04..06]
    """
    burned: dict[str, int] = {}
    if len(declared) == 1:
        return declared, burned
    if not all(_is_intercept(run.state, one) for one in declared):
        return _by_order_roll(run, declared, burned), burned
    near = sorted(declared, key=lambda one: _gap(run, one))
    order: list[Declared] = []
    for _, group in groupby(near, key=lambda one: _gap(run, one)):
        equal = tuple(group)
        order.extend(equal if len(equal) == 1 else _by_order_roll(run, equal, burned))
    return tuple(order), burned


def _is_intercept(state: State, declared: Declared) -> bool:
    react = parsed(declared)
    if react.name == "intercept":
        return True
    player = find(state, react.player)
    if react.name != "propel" or player is None:
        return False
    flying = [orb for orb in state.orbs if orb.state == "in_flight" and orb.at == player.at]
    return any(react.orb in (None, orb.team) for orb in flying) and not any(
        orb.holder == player.id for orb in state.orbs
    )


def _gap(run: IshRun, declared: Declared) -> int:
    """How far a declarer is from the orb: from where it is now, or by house rule from where it was launched.

    [ISH-Q-56]
    """
    react = parsed(declared)
    if react.name == "propel":
        return 0
    flying = [orb for orb in run.state.orbs if orb.state == "in_flight"]
    orb = orb_of(run.state, react.orb) if react.orb is not None else flying[0]
    flight = flight_of(run.agenda, orb)
    at = get(run.state, react.player).at
    mark = flight.path[0] if flight is not None and run.state.rules.intercept_order == "launch_square" else orb.at
    return distance(at or (0, 0), mark or (0, 0))


def _by_order_roll(run: IshRun, declared: tuple[Declared, ...], burned: dict[str, int]) -> tuple[Declared, ...]:
    """Dexterity rolls in the order of declaration, highest first; equal ones roll again among themselves.

    [ISH-REACT-04]
    """
    totals: list[tuple[int, Declared]] = []
    for one in declared:
        burn = parsed(one).order_burn
        if burn and one.player not in burned:
            burned[one.player] = burn
            run.emit(BurnDeclared(player=one.player, amount=burn, purpose="order", injury_mod=burn))
        totals.append((order_roll(run, get(run.state, one.player), burn), one))
    order: list[Declared] = []
    for total in sorted({total for total, _ in totals}, reverse=True):
        equal = tuple(one for value, one in totals if value == total)
        order.extend(equal if len(equal) == 1 else _by_order_roll(run, equal, burned))
    return tuple(order)


# Carrying out


def next_reaction(run: IshRun, frame: Settling) -> tuple[Declared, int] | None:
    """The next declared reaction that is still legal, and its order burn; the others lapse, unspent. [ISH-Q-64]"""
    if not frame.queue:
        run.pop()
        return None
    first, rest = frame.queue[0], frame.queue[1:]
    run.advance(msgspec.structs.replace(frame, queue=rest))
    react, burn = parsed(first), frame.burned.get(first.player, 0)
    code = lapse_code(run, react)
    if not code:
        return first, burn
    run.emit(ReactionLapsed(player=react.player, name=react.name, code=code))
    if react.name == "push_pull":
        run.emit(PushEnded(player=react.player))
    if burn:
        roll_injury(run, react.player, ((burn, "Burn", "ISH-BURN-02"),), "order roll", "ISH-Q-54")
    return None


def lapse_code(run: IshRun, react: React) -> str:
    """Why a declared reaction can no longer be carried out; empty when it can."""
    player = find(run.state, react.player)
    if player is None or player.at is None:
        return "player_not_available"
    try:
        prepare(run.state, run.agenda, react, "reaction")
    except Refused as refused:
        return refused.code
    return ""


def reaction_names(state: State, agenda: Agenda, player: Player, window: Window) -> tuple[ActionName, ...]:
    """What an asked player could do, each name once."""
    return tuple(dict.fromkeys(reactions(state, agenda, player, window.trigger, window.about)))
