"""Storm of Istra as a `Game`: binds the rooms of this folder into one object."""

from __future__ import annotations

from rules.istra import commands as co, documents, questions
from rules.istra.bots import sensible
from rules.istra.decide import adjusting, deploying, gm
from rules.istra.events import EVENTS, MOMENTS, BattleOpened, Decided, PositionSet
from rules.istra.evolve import evolve
from rules.istra.house_rules import HouseRules
from rules.istra.measures import measure
from rules.istra.points import POINTS, wordlists
from rules.istra.position import opened_from_setup, opening_of, position_of, read_house_rules, state_from_position
from rules.istra.progression import PROGRESSION
from rules.istra.state import Activation, State
from rules.istra.view import headline, survivors, view
from rules.kernel.asks import GM, Outcome
from rules.kernel.errors import Refused
from rules.kernel.game import Game
from rules.kernel.messages import Command

GM_COMMANDS = (co.PlaceTerrain, co.GmAdjust, co.EndBattle)


class Istra(Game[State]):
    """Battles of two to six companies, with or without a GM."""

    key = "istra"
    title = "Storm of Istra"
    version = 2
    figure_fields = ("model", "attacker", "caster")
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
    players = {"sensible": sensible}

    opening_event = staticmethod(opened_from_setup)
    evolve = staticmethod(evolve)
    seats_played = staticmethod(questions.seats)
    position = staticmethod(position_of)
    from_position = staticmethod(state_from_position)
    check_house_rules = staticmethod(read_house_rules)
    view = staticmethod(view)
    headline = staticmethod(headline)
    measure = staticmethod(measure)
    wordlists = staticmethod(wordlists)

    def owner(self, state: State, command: Command) -> str:
        """The GM, the side that gives up, or who is asked for such an answer."""
        kind = type(command)
        if kind in GM_COMMANDS:
            return GM
        if kind is co.GmSight:
            return GM if state.gm else ""
        if isinstance(command, co.Concede):
            known = {side.id for side in state.sides}
            return questions.side_of(state, command.side).seat if command.side in known else ""
        return self.points.owner(state, command)

    def position_events(self, state: State) -> tuple[BattleOpened, PositionSet]:
        """The table, the sides and their models, and where all of them stand."""
        return opening_of(state), PositionSet(state=state)

    def ended(self, state: State) -> Refused:
        return Refused("battle_over", "The battle is over.", "IST-END-01", hint="Start another one.")

    def outcome(self, state: State) -> Outcome | None:
        """Why it ended and who won; the score of a seat is how many of its models were not taken out."""
        if state.result is None:
            return None
        won = {questions.side_of(state, side).seat for side in state.result.winners}
        winners = tuple(seat for seat in questions.ALL_SEATS if seat in won)
        alone = winners[0] if len(winners) == 1 else None
        return Outcome(state.result.termination, alone, survivors(state), winners if alone is None else ())

    def clock(self, state: State) -> dict[str, int | str]:
        """The spans of standing answers: a go is an activation."""
        active = next((frame.model for frame in state.agenda if isinstance(frame, Activation)), "")
        return {"match": 0, "turn": state.turn, "go": f"{state.turn}/{active}"}


ISTRA = Istra()
