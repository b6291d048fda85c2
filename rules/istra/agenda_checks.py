"""Whether the frames of a position can be played on: every frame names what is there, and one on top decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.istra import state as st
from rules.istra.checks import FARTHEST, Paper
from rules.istra.commands import COMMANDS, React
from rules.istra.questions import ALL_SEATS, find, spell_of
from rules.istra.tables import RANGED, WEAPONS
from rules.kernel.agenda import Window
from rules.kernel.reading import read, read_tagged

DECISIONS = (Window, st.SightAsked, st.AllyChoice)
"""Frames that wait for somebody: only the top one can, but for a spell's leap that waits for the GM's word."""

Below = tuple[Any, ...]


def check_agenda(paper: Paper, agenda: tuple[Any, ...], state: st.State) -> None:
    """Refuse an agenda that no battle can have come to."""
    if not agenda or not isinstance(agenda[0], st.BattleFrame):
        raise paper.bad("The agenda starts with the battle frame.", "agenda", "IST-TURN-01")
    for place, frame in enumerate(agenda):
        field = f"agenda[{place}]"
        last = place == len(agenda) - 1 or _leaps(frame, agenda[place + 1])
        if (isinstance(frame, st.BattleFrame) and place > 0) or (isinstance(frame, DECISIONS) and not last):
            raise paper.bad("That frame cannot stand there.", field, "IST-TURN-01")
        if not _CHECKS[type(frame)](state, frame, agenda[:place]):
            raise paper.bad("That frame cannot come about in this situation.", field, "IST-TURN-01")


def _leaps(frame: Any, above: Any) -> bool:
    """Whether a window waits for what is said of a leap's sight. [IST-Q-04, IST-Q-68]"""
    return isinstance(frame, Window) and frame.trigger == "chain" and isinstance(above, st.SightAsked)


def _here(state: st.State, *models: str) -> bool:
    """Whether all of them are on the board."""
    return all((found := find(state, model)) is not None and found.pos is not None for model in models)


def _known(state: st.State, *models: str) -> bool:
    return all(find(state, model) is not None for model in models)


def _battle(state: st.State, frame: st.BattleFrame, below: Below) -> bool:
    waiting = any(model.status == "reserve" for model in state.models)
    if frame.stage in ("clear", "walls"):
        return not frame.seat or state.invasion is not None
    if frame.stage == "deployment":
        return not frame.seat or (frame.seat in ALL_SEATS and waiting)
    return not frame.seat


def _activation(state: st.State, frame: st.Activation, below: Below) -> bool:
    first = not any(isinstance(other, st.Activation) for other in below)
    return first and below[0].stage == "nomination" and _known(state, frame.model) and frame.seat in ALL_SEATS


def _movement(state: st.State, frame: st.Movement, below: Below) -> bool:
    gaps = set(frame.shooters) <= set(frame.gaps) and all(0 <= gap <= FARTHEST for gap in frame.gaps.values())
    return _activated(below) and gaps and _known(state, frame.model, *frame.ties, *frame.shooters)


def _flight(state: st.State, frame: st.Flight, below: Below) -> bool:
    return _activated(below) and _known(state, frame.model) and 0 <= frame.distance <= FARTHEST


def _activated(below: Below) -> bool:
    """Whether somebody acts below."""
    return any(isinstance(other, st.Activation) for other in below)


def _attack(state: st.State, frame: st.Attack, below: Below) -> bool:
    tool = spell_of(state, frame.spell) is not None if frame.kind == "spell" else not frame.spell
    named = [model for one in frame.exchanges for model in (one.target, one.defender, *one.winners)]
    asked = all(one.count(":") and one.partition(":")[0] in st.TRIGGER_RULE for one in frame.asked)
    models = _known(state, frame.attacker, *named, *frame.chained, *frame.out)
    fits = tool and _is_armed(frame) and asked and 0 <= frame.distance <= FARTHEST
    return _activated(below) and fits and models and _is_rolled(state, frame)


def _is_armed(frame: st.Attack) -> bool:
    """Whether an attack is made with what such an attack is made with, and by a weapon on one target."""
    if frame.kind == "spell":
        return True
    arms = RANGED if frame.kind == "shoot" else (*WEAPONS, "unarmed")
    return frame.weapon in arms and len(frame.exchanges) == 1


def _is_rolled(state: st.State, frame: st.Attack) -> bool:
    """Whether the dice lie that must lie at its stage: the attacker's, and each defender's."""
    if frame.stage == "declared":
        return True
    thrown = frame.throw is not None or all(one.attack for one in frame.exchanges)
    spell = spell_of(state, frame.spell)
    opposed = spell is None or spell.defence is not None
    return thrown and (not opposed or all(one.defence for one in frame.exchanges))


def _series(state: st.State, frame: st.Series, below: Below) -> bool:
    return _activated(below) and _known(state, frame.model, *frame.targets)


def _window(state: st.State, frame: Window, below: Below) -> bool:
    on = below[-1] if below else None
    kind = st.Movement if frame.trigger == "charged_shot" else st.Attack
    alone = len(frame.waiting) == 1 and frame.trigger in st.TRIGGER_RULE and isinstance(on, kind)
    if isinstance(on, st.Movement) and not set(frame.waiting) <= set(on.gaps):
        return False
    for one in frame.declared:
        read(one.command, React, "position.agenda.declared.command")
    return alone and _here(state, *frame.waiting) and (not frame.about or _known(state, frame.about))


def _sight_asked(state: st.State, frame: st.SightAsked, below: Below) -> bool:
    if frame.command:
        read_tagged(frame.command, COMMANDS, "position.agenda.command")
    waits = bool(frame.command) or isinstance(below[-1], st.Series)
    return waits and _activated(below) and _here(state, frame.attacker, frame.target)


def _ally_choice(state: st.State, frame: st.AllyChoice, below: Below) -> bool:
    choice = len(frame.allies) > 1 and frame.seat in ALL_SEATS
    return _activated(below) and choice and _here(state, frame.attacker, *frame.allies) and _known(state, frame.target)


_CHECKS: dict[type[Any], Callable[[st.State, Any, Below], bool]] = {
    st.BattleFrame: _battle,
    st.Activation: _activation,
    st.Movement: _movement,
    st.Flight: _flight,
    st.Attack: _attack,
    st.Series: _series,
    Window: _window,
    st.SightAsked: _sight_asked,
    st.AllyChoice: _ally_choice,
}
