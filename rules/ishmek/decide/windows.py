"""Reaction windows: who may react to what, in which order, and carrying declared reactions out. [ISH-REACT-01..07]

A window, from what opened it to the last reaction:

1. Something has moved: whoever has a legal reaction is asked; where nobody has, no window opens: `open_window`,
   `who_can_react`, `openings.placed_for`.
2. Each declares a reaction or passes: `points.windows.ReactionWindow`, `declare`, `let_pass`. What is declared is
   judged as the action it would be: `action_checks.prepare`, `check_related`. Who has left the field is no longer
   asked: `leave_window`.
3. When all have answered, their order: where all intercept, the nearest to the orb first, equally near ones by a roll;
   else all by a roll: `_settling_order`, `skill.order_roll`.
4. They are carried out one by one: `next_reaction`, `performing.perform`. One that has become illegal lapses, unspent:
   `still_legal`.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, groupby
from typing import Literal

import msgspec
from msgspec.structs import replace

from rules.ishmek import events as ev
from rules.ishmek.commands import ActionName, React
from rules.ishmek.decide.action_checks import Agenda, Plan, flight_of, prepare
from rules.ishmek.decide.harm import roll_injury
from rules.ishmek.decide.openings import Opening, as_commands, openings, placed_for, worth_a_look
from rules.ishmek.decide.skill import IshRun, order_roll
from rules.ishmek.questions import find, get, held_by, orb_of
from rules.ishmek.state import Player, Settling, State
from rules.kernel.agenda import DeclaredReaction, Window
from rules.kernel.errors import Refused
from rules.kernel.grid import SQUARES
from rules.kernel.order import rolled_off
from rules.kernel.reading import Json

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
    waiting = who_can_react(run.state, run.agenda, about)
    if waiting:
        run.emit(ev.WindowOpened(trigger=trigger, about=about, players=waiting))
        run.push(Window(trigger=trigger, rule=TRIGGER_RULE[trigger], waiting=waiting, about=about))


def who_can_react(state: State, agenda: Agenda, about: str) -> tuple[str, ...]:
    """Everybody on the field with a legal reaction, home first, in roster order."""
    ready = [player for player in state.players if player.at is not None and not player.reaction_used]
    if not ready:
        return ()
    return tuple([one.id for one in worth_a_look(state, ready) if reactions(state, agenda, one, about)])


def reactions(state: State, agenda: Agenda, player: Player, about: str) -> list[Opening]:
    """What a player could do as a Reaction now. [ISH-ECON-03, ISH-Q-55]"""
    if player.at is None or player.reaction_used:
        return []
    found = openings(state, player, "reaction", placed_for(state, agenda, player))
    if state.rules.reaction_scope == "any":
        return found
    return [one for one in found if is_related(state, about, player.id, one.name, one.orb, one.target)]


def reacts(state: State, player: Player, frame: Window) -> list[React]:
    """Every reaction of one asked player. [ISH-REACT-01..07]"""
    chances = reactions(state, state.agenda, player, frame.about)
    return as_commands(state, player, chances, React(player=player.id, name="control"))


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
        raise Refused("not_related", message, "ISH-Q-55", field="name", hint="Pass.")


# Answers


def let_pass(run: IshRun, players: tuple[str, ...]) -> None:
    for player in players:
        run.emit(ev.Passed(player=player))
        run.advance(run.agenda[-1].answered(player))
    _close_when_answered(run)


def declare(run: IshRun, react: React, raw: Json) -> None:
    """A player declares a reaction in the window on top; it is carried out when all have answered."""
    window: Window = run.agenda[-1]
    run.emit(ev.ReactionDeclared(player=react.player, name=react.name))
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
        run.emit(ev.WindowClosed())
        return
    queue, burned = _settling_order(run, window.declared)
    run.emit(ev.WindowClosed(order=tuple(declared.player for declared in queue)))
    run.push(Settling(queue=queue, burned=burned))


# Order


def parsed(declared: DeclaredReaction) -> React:
    return msgspec.convert(declared.command, React)


def _settling_order(
    run: IshRun, declared: tuple[DeclaredReaction, ...]
) -> tuple[tuple[DeclaredReaction, ...], dict[str, int]]:
    """Who tries first, and what was burned on order rolls.

    Intercepts (a redirecting propel is one at distance 0): the nearest to the orb first; equally near, and
    everything else: order roll. [ISH-REACT-04..06]
    """
    burned: dict[str, int] = {}
    roll = partial(_order_roll, run, burned)
    if len(declared) == 1 or not all(_is_intercept(run.state, one) for one in declared):
        return rolled_off(declared, roll), burned
    near = sorted(declared, key=lambda one: _gap(run, one))
    equally_near = groupby(near, key=lambda one: _gap(run, one))
    return tuple(chain.from_iterable(rolled_off(group, roll) for _, group in equally_near)), burned


def _is_intercept(state: State, declared: DeclaredReaction) -> bool:
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


def _gap(run: IshRun, declared: DeclaredReaction) -> int:
    """Distance of a declarer from the orb; by house rule from where the orb was launched. [ISH-Q-56]"""
    react = parsed(declared)
    if react.name == "propel":
        return 0
    flying = [orb for orb in run.state.orbs if orb.state == "in_flight"]
    orb = orb_of(run.state, react.orb) if react.orb is not None else flying[0]
    flight = flight_of(run.agenda, orb)
    at = get(run.state, react.player).at
    mark = flight.path[0] if flight is not None and run.state.rules.intercept_order == "launch_square" else orb.at
    return SQUARES.distance(at or (0, 0), mark or (0, 0))


def _order_roll(run: IshRun, burned: dict[str, int], declared: DeclaredReaction, again: int) -> int:
    """A declarer's Dexterity roll; its Burn counts in all of them, and is paid once. [ISH-REACT-04]"""
    burn = parsed(declared).order_burn
    if burn and declared.player not in burned:
        burned[declared.player] = burn
        run.emit(ev.BurnDeclared(player=declared.player, amount=burn, purpose="order", injury_mod=burn))
    return order_roll(run, get(run.state, declared.player), burn)


# Carrying out


def next_reaction(run: IshRun, frame: Settling) -> tuple[Plan, int] | None:
    """The next declared reaction as a plan, if it is still legal, and its order burn; else it lapses, unspent.

    None where there is nothing to carry out. [ISH-Q-64]
    """
    if not frame.queue:
        run.pop()
        return None
    first, rest = frame.queue[0], frame.queue[1:]
    run.advance(msgspec.structs.replace(frame, queue=rest))
    react, burn = parsed(first), frame.burned.get(first.player, 0)
    plan = still_legal(run, react)
    if isinstance(plan, Plan):
        return msgspec.structs.replace(plan, victim_held=VICTIM_HELD in first.noted), burn
    run.emit(ev.ReactionLapsed(player=react.player, name=react.name, code=plan))
    if react.name == "push_pull":
        run.emit(ev.PushEnded(player=react.player))
    if burn:
        roll_injury(run, react.player, ((burn, "Burn", "ISH-BURN-02"),), "order roll", "ISH-Q-54")
    return None


def still_legal(run: IshRun, react: React) -> Plan | str:
    """A declared reaction as a plan, or the code of why it can no longer be carried out."""
    player = find(run.state, react.player)
    if player is None or player.at is None:
        return "player_not_available"
    try:
        return prepare(run.state, run.agenda, react, "reaction")
    except Refused as refused:
        return refused.code


def asked_alone(state: State, player: str) -> State:
    """A window as if nobody but that player were asked: what the others may declare is theirs."""
    window = state.agenda[-1] if state.agenda else None
    if not isinstance(window, Window):
        return state
    alone = replace(window, waiting=(player,), declared=())
    return replace(state, agenda=(*state.agenda[:-1], alone))


def reaction_names(state: State, agenda: Agenda, player: Player, window: Window) -> tuple[ActionName, ...]:
    """What an asked player could do, each name once."""
    return tuple(dict.fromkeys(one.name for one in reactions(state, agenda, player, window.about)))
