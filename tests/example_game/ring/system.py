"""Ring as a `Game`."""

from __future__ import annotations

from rules.kernel.asks import Outcome
from rules.kernel.game import Game
from tests.example_game.ring.commands import COMMANDS, Correct
from tests.example_game.ring.decide import correct
from tests.example_game.ring.events import EVENTS, MOMENTS, Decided, MatchCreated, PositionSet
from tests.example_game.ring.evolve import evolve
from tests.example_game.ring.house_rules import HouseRules
from tests.example_game.ring.points import POINTS
from tests.example_game.ring.position import Position, Setup, created, position_of, state_of
from tests.example_game.ring.progression import PROGRESSION
from tests.example_game.ring.state import State
from tests.example_game.ring.view import headline, view


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
    progression = PROGRESSION

    opening_event = staticmethod(created)
    evolve = staticmethod(evolve)
    position = staticmethod(position_of)
    from_position = staticmethod(state_of)
    view = staticmethod(view)
    headline = staticmethod(headline)

    def position_events(self, state: State) -> tuple[MatchCreated, PositionSet]:
        red, blue = state.wrestlers
        return MatchCreated(red=red.name, blue=blue.name, rules=state.rules), PositionSet(state=state)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.result is None else Outcome(state.result.termination, state.result.winner)


RING = Ring()
