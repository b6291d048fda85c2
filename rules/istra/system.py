"""Storm of Istra as a `Ruleset`: binds the rooms of this folder into one object."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rules.istra import bots, documents, moments, pending, position, questions, view
from rules.istra.commands import COMMANDS
from rules.istra.decide import decide, open_battle, open_position, owner
from rules.istra.decide.asked import asked_seat
from rules.istra.events import EVENTS
from rules.istra.evolve import evolve
from rules.istra.house_rules import HouseRules
from rules.istra.legal import legal, sample
from rules.istra.progression import PROGRESSION
from rules.istra.state import Activation, State
from rules.kernel.codec import Upcast
from rules.kernel.dice import Dice, TableDice
from rules.kernel.reading import read_tagged
from rules.kernel.ruleset import Outcome, Pending


class Istra:
    """Battles of two to six companies, with or without a GM."""

    key = "istra"
    title = "Storm of Istra"
    version = 1
    seats = questions.SEATS
    event_types: Mapping[str, type[Any]] = EVENTS
    command_types: Mapping[str, type[Any]] = COMMANDS
    state_type = State
    house_rules = HouseRules
    # House rules that came later have defaults.
    upcasts: Mapping[tuple[str, int], Upcast] = {("battle_opened", 1): dict, ("position_set", 1): dict}
    over = ("battle_over", "IST-END-01")
    setup_type = documents.Setup
    position_type = documents.Position
    progression = PROGRESSION

    check_house_rules = staticmethod(position.read_house_rules)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    legal = staticmethod(legal)
    sample = staticmethod(sample)
    owner = staticmethod(owner)
    asked = staticmethod(asked_seat)
    seats_of = staticmethod(questions.seats)
    headline = staticmethod(view.headline)

    def open(self, setup: Mapping[str, Any], house_rules: Mapping[str, Any], dice: Dice) -> list[Any]:
        """The first events of a battle from rosters."""
        return open_battle(position.opened_from_setup(setup, house_rules), dice)

    def open_position(self, document: Mapping[str, Any], house_rules: Mapping[str, Any]) -> list[Any]:
        """The first events of a battle that starts in the midst of one."""
        state = position.state_from_position(document, house_rules)
        return open_position(position.opening_of(state), state, TableDice())

    def pending(self, state: State) -> Pending:
        """Who must decide what."""
        return pending.pending(state)

    def outcome(self, state: State) -> Outcome | None:
        """Why it ended and who won; the score of a seat is how many of its models were not taken out."""
        if state.result is None:
            return None
        won = {questions.side_of(state, side).seat for side in state.result.winners}
        winners = tuple(seat for seat in questions.ALL_SEATS if seat in won)
        alone = winners[0] if len(winners) == 1 else None
        return Outcome(state.result.termination, alone, view.survivors(state), winners if alone is None else ())

    def position(self, state: State) -> dict[str, Any]:
        """The situation as plain JSON."""
        return position.position_of(state)

    def from_position(self, document: Mapping[str, Any], house_rules: Mapping[str, Any]) -> State:
        """The state of a described situation."""
        return position.state_from_position(document, house_rules)

    def view(self, state: State, seat: str) -> dict[str, Any]:
        """What a seat may see, ready to draw."""
        return view.view(state, seat)

    def parse(self, command: Mapping[str, Any]) -> Any:
        """A command from plain JSON."""
        return read_tagged(command, COMMANDS, "command")

    def clock(self, state: State) -> dict[str, int | str]:
        """The spans of standing answers: a go is an activation."""
        active = next((frame.model for frame in state.agenda if isinstance(frame, Activation)), "")
        return {"match": 0, "turn": state.turn, "go": f"{state.turn}/{active}"}

    def bots(self) -> Mapping[str, Callable[[State, Random], Any]]:
        """The players this game comes with."""
        return bots.BOTS

    def moment(self, event: Any) -> str | None:
        """The kind of key moment an event is, if it is one."""
        return moments.MOMENTS.moment(event)


ISTRA = Istra()
