"""Hachigoku skirmish as a `Game`: binds the rooms of this folder into one object."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.hachigoku import commands as co, documents
from rules.hachigoku.bots import sensible
from rules.hachigoku.checks import SEATS
from rules.hachigoku.decide import gm
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.events import EVENTS, MOMENTS, Decided, MatchCreated, PositionSet
from rules.hachigoku.evolve import evolve
from rules.hachigoku.house_rules import HouseRules
from rules.hachigoku.points import POINTS
from rules.hachigoku.position import created_from_setup, position_of, read_house_rules, state_from_position
from rules.hachigoku.progression import PROGRESSION
from rules.hachigoku.questions import seat_of
from rules.hachigoku.state import Attacking, Batch, Moment, Praying, State
from rules.hachigoku.view import headline, standing, view
from rules.kernel.agenda import Frame, Secret
from rules.kernel.asks import GM, Outcome
from rules.kernel.commitments import secret
from rules.kernel.game import Game
from rules.kernel.messages import Command


class Hachigoku(Game[State]):
    """Skirmishes of 2 to 49 individuals."""

    key = "hachigoku"
    title = "Hachigoku skirmish"
    version = 3
    figure_fields = ("character", "attacker", "holder", "thrower")
    seats = SEATS
    points = POINTS
    anytime = {**gm.ORDERS, **gm.ANYBODYS}
    state_type = State
    command_types = co.COMMANDS
    event_types = EVENTS
    # Fields of characters, weapons, orders and frames that came later have defaults.
    upcasts = {(name, 1): dict for name in ("match_created", "position_set", "character_joined", "decided")}
    moments = MOMENTS
    decided = Decided
    house_rules = HouseRules
    players = {"sensible": sensible}
    progression = PROGRESSION
    setup_type = documents.Setup
    position_type = documents.Position
    let_by = frozenset(("guard_window",))

    opening_event = staticmethod(created_from_setup)
    evolve = staticmethod(evolve)
    position = staticmethod(position_of)
    from_position = staticmethod(state_from_position)
    check_house_rules = staticmethod(read_house_rules)
    view = staticmethod(view)
    headline = staticmethod(headline)

    def answer(self, run: HacRun, command: Command) -> None:
        """Do what a command asks for; a pass that no point takes as an answer is let pass."""
        if isinstance(command, co.Pass) and not self.points.expects(run.state, co.Pass):
            self.points.let_pass(run, command.character or None)
        else:
            super().answer(run, command)

    def position_events(self, state: State) -> tuple[MatchCreated, PositionSet]:
        """The sides and their characters, and how all of them stand."""
        created = MatchCreated(
            sides=state.sides,
            characters=state.characters,
            scene=state.scene,
            ranges=state.ranges,
            house_rules=state.rules,
        )
        return created, PositionSet(state=state)

    def owner(self, state: State, command: Any) -> str:
        """The seat of the character that a command names, else of the one who is asked; any seat agrees to an end."""
        if type(command) in gm.ORDERS or isinstance(command, co.StartSkirmish | co.Adjudicate):
            return GM
        if isinstance(command, co.EndSkirmish):
            return ""
        name = getattr(command, "character", "")
        return seat_of(state, name) if name else self.points.decider(state)

    def seats_played(self, state: State) -> tuple[str, ...]:
        return tuple(side.seat for side in state.sides)

    def hidden_frames(self, state: State, frames: tuple[Frame, ...]) -> Secret | None:
        """What a batch has committed is hidden until all is shown. [HAC-SIM-01]"""
        return secret(frames, "simultaneous_batch")

    def outcome(self, state: State) -> Outcome | None:
        if state.result is None:
            return None
        winner = next((side.seat for side in state.sides if side.id == state.result.winner), None)
        return Outcome(state.result.termination, winner, standing(state))

    def asked_alone(self, state: State, player: str) -> State:
        """The state as if nobody but that character were asked, where several answer in any order."""
        top = state.agenda[-1]
        if not isinstance(top, Moment | Batch | Attacking | Praying) or player not in top.waiting:
            return state
        alone = Batch((player,)) if isinstance(top, Batch) else replace(top, waiting=(player,))
        return replace(state, agenda=(*state.agenda[:-1], alone))

    def clock(self, state: State) -> dict[str, int | str]:
        """The spans of standing answers: the round, the Moment, the match."""
        return {"match": 0, "turn": state.round, "go": f"{state.round}/{state.moment}"}


HACHIGOKU = Hachigoku()
"""The game."""
