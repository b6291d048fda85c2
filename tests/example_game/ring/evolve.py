"""State and event to state: facts only. A function folds what its `event` may be; other events change nothing."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.kernel.agenda import settle_agenda
from rules.kernel.messages import folders
from tests.example_game.ring import events as ev
from tests.example_game.ring.state import OTHER, SEATS, START, Result, Seat, State, Wrestler


def evolve(state: State | None, event: Any) -> State:
    """The state after an event. The first event of a match is folded onto None."""
    if state is None:
        red, blue = (Wrestler(seat, getattr(event, seat), START[seat]) for seat in SEATS)
        return State(wrestlers=(red, blue), rules=event.rules)
    folder = _FOLDERS.get(type(event))
    return state if folder is None else folder(state, event)


def _position_set(state: State, event: ev.PositionSet) -> State:
    return event.state


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    return replace(state, turn=event.turn)


def _moved(state: State, event: ev.Stepped | ev.Driven) -> State:
    return _with(state, event.seat, at=event.to)


def _winded(state: State, event: ev.Winded) -> State:
    return _with(state, event.seat, winded=True)


def _rested(state: State, event: ev.Rested) -> State:
    return _with(state, event.seat, winded=False)


def _corrected(state: State, event: ev.Corrected) -> State:
    return _with(state, event.seat, at=event.at, winded=event.winded)


def _places_changed(state: State, event: ev.PlacesChanged) -> State:
    here, there = state.wrestler(event.seat).at, state.wrestler(OTHER[event.seat]).at
    return _with(_with(state, event.seat, at=there), OTHER[event.seat], at=here)


def _match_ended(state: State, event: ev.MatchEnded) -> State:
    return replace(state, result=Result(event.termination, event.winner), agenda=())


def _decided(state: State, event: ev.Decided) -> State:
    return settle_agenda(state, event)


def _with(state: State, seat: Seat, **changed: Any) -> State:
    red, blue = (replace(one, **changed) if one.id == seat else one for one in state.wrestlers)
    return replace(state, wrestlers=(red, blue))


_FOLDERS = folders(globals())
