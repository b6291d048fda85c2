"""State and event to state: facts only."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.kernel.agenda import settle_agenda
from tests.example_game.ring import events
from tests.example_game.ring.state import OTHER, SEATS, START, Result, Seat, State, Wrestler


def evolve(state: State | None, event: Any) -> State:
    """The state after an event."""
    if isinstance(event, events.MatchCreated):
        red, blue = (Wrestler(seat, getattr(event, seat), START[seat]) for seat in SEATS)
        return State(wrestlers=(red, blue), rules=event.rules)
    if isinstance(event, events.PositionSet):
        return event.state
    assert state is not None, "a match opens with match_created"
    return _after(state, event)


def _after(state: State, event: Any) -> State:
    match event:
        case events.TurnBegan():
            return replace(state, turn=event.turn)
        case events.Stepped() | events.Driven():
            return _with(state, event.seat, at=event.to)
        case events.Winded() | events.Rested():
            return _with(state, event.seat, winded=isinstance(event, events.Winded))
        case events.Corrected():
            return _with(state, event.seat, at=event.at, winded=event.winded)
        case events.PlacesChanged():
            here, there = state.wrestler(event.seat).at, state.wrestler(OTHER[event.seat]).at
            return _with(_with(state, event.seat, at=there), OTHER[event.seat], at=here)
        case events.MatchEnded():
            return replace(state, result=Result(event.termination, event.winner), agenda=())
        case events.Decided():
            return settle_agenda(state, event)
    return state


def _with(state: State, seat: Seat, **changed: Any) -> State:
    red, blue = (replace(one, **changed) if one.id == seat else one for one in state.wrestlers)
    return replace(state, wrestlers=(red, blue))
