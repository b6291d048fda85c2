"""Ishmêk as a `Game`: binds the rooms of this folder into one object."""

from __future__ import annotations

from typing import Any

from rules.ishmek import commands, documents
from rules.ishmek.bots import sensible
from rules.ishmek.decide import gm, umpires
from rules.ishmek.decide.secrets import hidden_pushes
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.decide.windows import asked_alone
from rules.ishmek.events import EVENTS, MOMENTS, Decided, MatchCreated, PositionSet
from rules.ishmek.evolve import evolve
from rules.ishmek.house_rules import HouseRules
from rules.ishmek.points import POINTS
from rules.ishmek.position import created_from_setup, position_of, read_house_rules, state_from_position
from rules.ishmek.progression import PROGRESSION
from rules.ishmek.questions import find
from rules.ishmek.state import Go, State
from rules.ishmek.view import headline, view
from rules.ishmek.walks import measure
from rules.ishmek.wordlists import wordlists
from rules.kernel.asks import GM, Outcome
from rules.kernel.errors import Refused
from rules.kernel.game import Game
from rules.kernel.reading import picked


class Ishmek(Game[State]):
    """The Banak rules."""

    key = "ishmek"
    title = "Ishmêk"
    version = 2
    figure_fields = ("player",)
    seats = ("home", "away")
    points = POINTS
    anytime = {
        commands.GmEffect: gm.apply_effect,
        commands.UmpireCall: umpires.umpire_call,
        commands.Dismiss: gm.dismiss,
        commands.Forfeit: gm.forfeit,
    }
    state_type = State
    command_types = commands.COMMANDS
    event_types = EVENTS
    moments = MOMENTS
    decided = Decided
    house_rules = HouseRules
    setup_type = documents.Setup
    position_type = documents.Position
    progression = PROGRESSION
    let_by = frozenset(("defend",))
    players = {"sensible": sensible}

    opening_event = staticmethod(created_from_setup)
    evolve = staticmethod(evolve)
    position = staticmethod(position_of)
    from_position = staticmethod(state_from_position)
    check_house_rules = staticmethod(read_house_rules)
    view = staticmethod(view)
    headline = staticmethod(headline)
    measure = staticmethod(measure)
    hidden_frames = staticmethod(hidden_pushes)
    asked_alone = staticmethod(asked_alone)
    wordlists = staticmethod(wordlists)

    def answer(self, run: IshRun, command: Any) -> None:
        """Do what a command asks for; a pass is for one player, or for all of the seat who are asked."""
        if isinstance(command, commands.Pass):
            self.points.let_pass(run, command.player)
        else:
            super().answer(run, command)

    def position_events(self, state: State) -> tuple[MatchCreated, PositionSet]:
        """The teams and their players, and where all of them stand."""
        rosters = picked(state, "teams", "players", "turns_total", "umpires")
        return MatchCreated(**rosters, house_rules=state.rules), PositionSet(state=state)

    def owner(self, state: State, command: Any) -> str:
        """The seat of the player that a command names, else of the one who is asked."""
        kind = type(command)
        if kind in self.anytime or kind is commands.ChooseBounce:
            return GM
        if kind is commands.Place:
            return str(command.team)
        if not command.player:
            return self.points.decider(state)
        player = find(state, command.player)
        return player.team if player is not None else GM if command.player == GM else ""

    def ended(self, state: State) -> Refused:
        hint = "Rewind it, or fork it, to play on."
        return Refused("match_over", "The match is over.", "ISH-END-01", hint=hint)

    def outcome(self, state: State) -> Outcome | None:
        if state.result is None:
            return None
        score = {"home": state.score[0], "away": state.score[1]}
        return Outcome(state.result.termination, state.result.winner, score)

    def clock(self, state: State) -> dict[str, int | str]:
        """The spans of standing answers: the turn, the go, the match."""
        go = next((frame.player for frame in reversed(state.agenda) if isinstance(frame, Go)), "")
        return {"match": 0, "turn": state.turn, "go": f"{state.turn}/{go}"}


ISHMEK = Ishmek()
