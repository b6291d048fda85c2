"""Ishmêk as a `Ruleset`: binds the rooms of this folder into one object."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rules.ishmek import bots, documents, moments, pending, position, view
from rules.ishmek.commands import COMMANDS
from rules.ishmek.decide import decide, open_match, open_position, owner
from rules.ishmek.events import EVENTS, MatchCreated
from rules.ishmek.evolve import evolve
from rules.ishmek.house_rules import HouseRules
from rules.ishmek.legal import legal, sample
from rules.ishmek.progression import PROGRESSION
from rules.ishmek.state import Go, State
from rules.kernel.dice import Dice, TableDice
from rules.kernel.reading import read_tagged
from rules.kernel.ruleset import Outcome, Pending


class Ishmek:
    """The Banak rules."""

    key = "ishmek"
    title = "Ishmêk"
    version = 1
    seats = ("home", "away")
    event_types: Mapping[str, type[Any]] = EVENTS
    command_types: Mapping[str, type[Any]] = COMMANDS
    state_type = State
    house_rules = HouseRules
    board: Mapping[str, Any] = view.BOARD
    setup_type = documents.Setup
    position_type = documents.Position
    progression = PROGRESSION

    check_house_rules = staticmethod(position.read_house_rules)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    legal = staticmethod(legal)
    sample = staticmethod(sample)
    owner = staticmethod(owner)
    asked = staticmethod(pending.asked)
    headline = staticmethod(view.headline)

    def open(self, setup: Mapping[str, Any], house_rules: Mapping[str, Any], dice: Dice) -> list[Any]:
        """The first events of a match from rosters."""
        return open_match(position.created_from_setup(setup, house_rules), dice)

    def open_position(self, document: Mapping[str, Any], house_rules: Mapping[str, Any]) -> list[Any]:
        """The first events of a match that starts in the midst of one."""
        state = position.state_from_position(document, house_rules)
        created = MatchCreated(
            teams=state.teams,
            players=state.players,
            turns_total=state.turns_total,
            umpires=state.umpires,
            house_rules=state.rules,
        )
        return open_position(created, state, TableDice())

    def pending(self, state: State) -> Pending:
        """Who must decide what."""
        return pending.pending(state)

    def outcome(self, state: State) -> Outcome | None:
        """Why it ended and who won."""
        if state.result is None:
            return None
        score = {"home": state.score[0], "away": state.score[1]}
        return Outcome(state.result.termination, state.result.winner, score)

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
        """The spans of standing answers: the turn, the go, the match."""
        go = next((frame.player for frame in reversed(state.agenda) if isinstance(frame, Go)), "")
        return {"match": 0, "turn": state.turn, "go": f"{state.turn}/{go}"}

    def bots(self) -> Mapping[str, Callable[[State, Random], Any]]:
        """The players this game comes with."""
        return bots.BOTS

    def moment(self, event: Any) -> str | None:
        """The kind of key moment an event is, if it is one."""
        return moments.MOMENTS.moment(event)


ISHMEK = Ishmek()
