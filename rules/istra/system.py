"""Storm of Istra as a `Game`: binds the rooms of this folder into one object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.istra import bots, commands as co, documents, position, questions, view
from rules.istra.decide import adjusting, deploying, gm
from rules.istra.events import EVENTS, MOMENTS, BattleOpened, Decided, PositionSet
from rules.istra.evolve import evolve
from rules.istra.house_rules import HouseRules
from rules.istra.measures import measure
from rules.istra.points import POINTS
from rules.istra.progression import PROGRESSION
from rules.istra.state import Activation, State
from rules.istra.wordlists import wordlists
from rules.kernel.asks import GM, Outcome
from rules.kernel.errors import Refused
from rules.kernel.game import Bot, Game, Json
from rules.kernel.wordlists import Wordlist

GM_COMMANDS = (co.PlaceTerrain, co.GmAdjust, co.EndBattle)


class Istra(Game[State]):
    """Battles of two to six companies, with or without a GM."""

    key = "istra"
    title = "Storm of Istra"
    version = 2
    seats = questions.SEATS
    points = POINTS
    anytime = {
        co.PlaceTerrain: deploying.place_terrain,
        co.RemoveTerrain: deploying.remove_terrain,
        co.GmSight: gm.give_sight,
        co.GmAdjust: adjusting.adjust,
        co.Concede: gm.concede,
        co.EndBattle: gm.decree,
    }
    state_type = State
    command_types = co.COMMANDS
    event_types = EVENTS
    moments = MOMENTS
    # House rules that came later have defaults.
    upcasts = {("battle_opened", 1): dict, ("position_set", 1): dict}
    decided = Decided
    house_rules = HouseRules
    setup_type = documents.Setup
    position_type = documents.Position
    progression = PROGRESSION
    over = ("battle_over", "IST-END-01")
    let_by = frozenset(("first_strike", "shot_at", "charged_shot", "sight"))
    evolve = staticmethod(evolve)

    def owner(self, state: State, command: Any) -> str:
        """The GM, the side that gives up, or who is asked for such an answer."""
        kind = type(command)
        if kind in GM_COMMANDS:
            return GM
        if kind is co.GmSight:
            return GM if state.gm else ""
        if kind is co.Concede:
            known = {side.id for side in state.sides}
            return questions.side_of(state, command.side).seat if command.side in known else ""
        return self.points.owner(state, command)

    def opening_event(self, setup: Json, house_rules: Json) -> BattleOpened:
        """The table, the sides and their models."""
        return position.opened_from_setup(setup, house_rules)

    def position_events(self, state: State) -> tuple[BattleOpened, PositionSet]:
        """The table, the sides and their models, and where all of them stand."""
        return position.opening_of(state), PositionSet(state=state)

    def ended(self, state: State) -> Refused:
        return Refused("battle_over", "The battle is over.", "IST-END-01", hint="Start another one.")

    def outcome(self, state: State) -> Outcome | None:
        """Why it ended and who won; the score of a seat is how many of its models were not taken out."""
        if state.result is None:
            return None
        won = {questions.side_of(state, side).seat for side in state.result.winners}
        winners = tuple(seat for seat in questions.ALL_SEATS if seat in won)
        alone = winners[0] if len(winners) == 1 else None
        return Outcome(state.result.termination, alone, view.survivors(state), winners if alone is None else ())

    def seats_played(self, state: State) -> tuple[str, ...]:
        return questions.seats(state)

    def check_house_rules(self, house_rules: Json) -> HouseRules:
        """The switches, within bounds."""
        return position.read_house_rules(house_rules)

    def position(self, state: State) -> dict[str, Any]:
        """The situation as plain JSON."""
        return position.position_of(state)

    def from_position(self, document: Json, house_rules: Json) -> State:
        """The state of a described situation."""
        return position.state_from_position(document, house_rules)

    def view(self, state: State, seat: str) -> dict[str, Any]:
        """What a seat may see, ready to draw."""
        return view.view(state, seat)

    def headline(self, state: State) -> dict[str, Any]:
        """Sides, who is left of them, and the turn."""
        return view.headline(state)

    def measure(self, state: State) -> Iterator[dict[str, Any]]:
        """Gaps, sight, cover and reach."""
        return measure(state)

    def clock(self, state: State) -> dict[str, int | str]:
        """The spans of standing answers: a go is an activation."""
        active = next((frame.model for frame in state.agenda if isinstance(frame, Activation)), "")
        return {"match": 0, "turn": state.turn, "go": f"{state.turn}/{active}"}

    def bots(self) -> Mapping[str, Bot[State]]:
        """One that draws, one that fights with good sense."""
        return bots.BOTS

    def wordlists(self) -> list[Wordlist]:
        """The values of fields that are text."""
        return wordlists()


ISTRA = Istra()
