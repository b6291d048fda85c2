"""Ring as a `Game`."""

from __future__ import annotations

from typing import Any

from rules.kernel.asks import Outcome
from rules.kernel.game import Game, Json
from tests.example_game.ring.commands import COMMANDS, Correct
from tests.example_game.ring.decide import correct
from tests.example_game.ring.events import EVENTS, MOMENTS, Decided, MatchCreated, PositionSet
from tests.example_game.ring.evolve import evolve
from tests.example_game.ring.house_rules import HouseRules
from tests.example_game.ring.points import POINTS
from tests.example_game.ring.position import Position, Setup, created, position_of, state_of
from tests.example_game.ring.state import State


class Ring(Game[State]):
    """Two wrestlers on a short mat."""

    key = "ring"
    title = "Ring"
    version = 1
    seats = ("red", "blue")
    points = POINTS
    anytime = {Correct: correct}
    state_type = State
    command_types = COMMANDS
    event_types = EVENTS
    moments = MOMENTS
    decided = Decided
    house_rules = HouseRules
    setup_type = Setup
    position_type = Position
    evolve = staticmethod(evolve)

    def opening_event(self, setup: Json, house_rules: Json) -> MatchCreated:
        return created(setup, house_rules)

    def position_events(self, state: State) -> tuple[MatchCreated, PositionSet]:
        red, blue = state.wrestlers
        return MatchCreated(red=red.name, blue=blue.name, rules=state.rules), PositionSet(state=state)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.result is None else Outcome(state.result.termination, state.result.winner)

    def position(self, state: State) -> dict[str, Any]:
        return position_of(state)

    def from_position(self, position: Json, house_rules: Json) -> State:
        return state_of(position, house_rules)

    def view(self, state: State, seat: str) -> dict[str, Any]:
        return position_of(state) | self.headline(state)

    def headline(self, state: State) -> dict[str, Any]:
        return {"teams": {one.id: {"name": one.name} for one in state.wrestlers}, "turn": state.turn}


RING = Ring()
