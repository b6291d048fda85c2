"""Ishmêk as a `Game`: binds the rooms of this folder into one object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.ishmek import bots, commands, documents, position, view
from rules.ishmek.decide import gm, umpires, windows
from rules.ishmek.decide.secrets import hidden_pushes
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.events import EVENTS, MOMENTS, Decided, MatchCreated, PositionSet
from rules.ishmek.evolve import evolve
from rules.ishmek.house_rules import HouseRules
from rules.ishmek.measures import measure
from rules.ishmek.points import POINTS
from rules.ishmek.progression import PROGRESSION
from rules.ishmek.questions import find
from rules.ishmek.state import Go, State
from rules.ishmek.wordlists import wordlists
from rules.kernel.agenda import Frame, Secret
from rules.kernel.asks import GM, Outcome
from rules.kernel.errors import Refused
from rules.kernel.game import Bot, Game, Json
from rules.kernel.messages import Command
from rules.kernel.wordlists import Wordlist


class Ishmek(Game[State]):
    """The Banak rules."""

    key = "ishmek"
    title = "Ishmêk"
    version = 2
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
    evolve = staticmethod(evolve)

    def answer(self, run: IshRun, command: Command) -> None:
        """Do what a command asks for; a pass is for one player, or for all of the seat who are asked."""
        if isinstance(command, commands.Pass):
            self.points.let_pass(run, command.player)
        else:
            super().answer(run, command)

    def opening_event(self, setup: Json, house_rules: Json) -> MatchCreated:
        return position.created_from_setup(setup, house_rules)

    def position_events(self, state: State) -> tuple[MatchCreated, PositionSet]:
        """The teams and their players, and where all of them stand."""
        created = MatchCreated(
            teams=state.teams,
            players=state.players,
            turns_total=state.turns_total,
            umpires=state.umpires,
            house_rules=state.rules,
        )
        return created, PositionSet(state=state)

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
        return Refused("match_over", "The match is over.", "ISH-END-01")

    def hidden_frames(self, state: State, frames: tuple[Frame, ...]) -> Secret | None:
        """Pushes keep to themselves whether they are meant to injure. [ISH-FOUL-01]"""
        return hidden_pushes(state, frames)

    def asked_alone(self, state: State, player: str) -> State:
        """A window as if nobody else were asked."""
        return windows.asked_alone(state, player)

    def outcome(self, state: State) -> Outcome | None:
        """Why it ended and who won."""
        if state.result is None:
            return None
        score = {"home": state.score[0], "away": state.score[1]}
        return Outcome(state.result.termination, state.result.winner, score)

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
        """Teams, score and turn."""
        return view.headline(state)

    def measure(self, state: State) -> Iterator[dict[str, Any]]:
        return measure(state)

    def clock(self, state: State) -> dict[str, int | str]:
        """The spans of standing answers: the turn, the go, the match."""
        go = next((frame.player for frame in reversed(state.agenda) if isinstance(frame, Go)), "")
        return {"match": 0, "turn": state.turn, "go": f"{state.turn}/{go}"}

    def bots(self) -> Mapping[str, Bot[State]]:
        """One that draws, one that goes for the orb."""
        return bots.BOTS

    def wordlists(self) -> list[Wordlist]:
        """Injuries, removals, triggers."""
        return wordlists()


ISHMEK = Ishmek()
