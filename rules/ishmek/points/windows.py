"""Reaction windows, and the reactions that were declared in them. [ISH-REACT-01..07]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from rules.ishmek import commands as co, state as st
from rules.ishmek.arena import SIDES
from rules.ishmek.decide import performing, umpires, windows
from rules.ishmek.decide.action_checks import is_foul, prepare
from rules.ishmek.decide.skill import IshRun
from rules.ishmek.questions import all_known, all_on_field, asked_for, get, named
from rules.ishmek.refusals import refused
from rules.ishmek.state import Player, State
from rules.kernel.agenda import DeclaredReaction, Frame, Window
from rules.kernel.asks import Ask
from rules.kernel.errors import Refused
from rules.kernel.points import AnyPoint, Point, Step
from rules.kernel.reading import plain, read

TRIGGER_TEXT = {
    "player_moved": "{about} has moved one square.",
    "orb_launched": "The {about} orb has been launched.",
    "orb_moved": "The {about} orb has moved one square.",
    "orb_landed": "The {about} orb has come down.",
    "control_tried": "Somebody has tried to control the {about} orb.",
}
Answer: TypeAlias = co.React | co.Pass


class ReactionWindow(Point[State, Window, Answer]):
    """Everybody who has a legal reaction declares one, or lets the window go by. [ISH-REACT-01]"""

    frame, kind, rule, answers, several = Window, "window", "ISH-REACT-01", (co.React,), True
    heading = "{who} may react"

    def who(self, state: State, frame: Window) -> tuple[str, str]:
        return asked_for(state, frame.waiting[0])

    def why(self, state: State, frame: Window) -> str:
        about = named(get(state, frame.about)) if frame.trigger == "player_moved" else frame.about
        return TRIGGER_TEXT[frame.trigger].format(about=about)

    def asks(self, state: State, frame: Window) -> Iterator[Ask]:
        why, agenda = self.why(state, frame), state.agenda[:-1]
        for waiting in frame.waiting:
            player = get(state, waiting)
            yield Ask(
                seat=player.team,
                player=waiting,
                kind=self.kind,
                rule=frame.rule,
                why=why,
                options={"reactions": list(windows.reaction_names(state, agenda, player, frame))},
                default={"type": "pass", "player": waiting},
                window=True,
            )

    def offers(self, state: State, frame: Window) -> Iterator[Answer]:
        for waiting in frame.waiting:
            yield co.Pass(player=waiting)
            yield from windows.reacts(state, get(state, waiting), frame)

    def sample(self, state: State, frame: Window, rng: Random) -> Answer:
        waiting = rng.choice(frame.waiting)
        if rng.random() < 0.5:
            return co.Pass(player=waiting)
        found = windows.reacts(state, get(state, waiting), frame)
        return rng.choice(found) if found else co.Pass(player=waiting)

    def settle(self, run: IshRun, frame: Window, command: Answer) -> None:
        """A reaction, refused like the act that it would be."""
        assert isinstance(command, co.React), "a pass is let pass"
        player = get(run.state, command.player)
        if player.at is None:
            raise refused("player_not_available", f"{player.id} is not on the field.", "ISH-REACT-01", field="player")
        if self._has_answered(run, frame, player):
            raise self._answered_twice(player)
        if is_foul(run.state, command):
            umpires.commit_offence(run, command, "reaction")
            return
        plan = prepare(run.state, run.agenda, command, "reaction")
        windows.check_related(run.state, frame, plan)
        if command.player not in frame.waiting:
            raise self.unanswered(frame)
        windows.declare(run, command, plain(command))

    def passes(self, run: IshRun, frame: Window, player: str | None) -> None:
        """One player lets the window go by, or all of the seat who are asked."""
        meant = frame.waiting if player is None else (player,)
        players = tuple(name for name in meant if run.by not in SIDES or get(run.state, name).team == run.by)
        if not players or not set(players) <= set(frame.waiting):
            raise self.unanswered(frame)
        windows.let_pass(run, players)

    def go_on(self, run: IshRun, frame: Window) -> bool:
        """Who has left the field is asked no more."""
        gone = tuple(player for player in frame.waiting if get(run.state, player).at is None)
        if gone:
            windows.leave_window(run, gone)
        return bool(gone)

    def unasked(self, run: IshRun, command: Answer, asked: AnyPoint[State]) -> Refused:
        """What a team decides of its own accord is nothing to react to."""
        if isinstance(run.agenda[-1], st.Go | st.TurnFrame):
            hint = "On your own go, act with slot reaction."
            return Refused("no_window", "No reaction window is open.", "ISH-REACT-01", hint=hint)
        return super().unasked(run, command, asked)

    def _has_answered(self, run: IshRun, frame: Window, player: Player) -> bool:
        """Whether a player has declared or passed: who is asked no more, though there is something to do."""
        if player.id in frame.waiting:
            return False
        declared = any(one.player == player.id for one in frame.declared)
        return declared or bool(windows.reaction_names(run.state, run.agenda[:-1], player, frame))

    def _answered_twice(self, player: Player) -> Refused:
        message = f"{player.id} has answered in this window already."
        return Refused(
            "decision_pending", message, "ISH-REACT-01", field="player", hint="Wait for the others: see pending."
        )

    def stands(self, state: State, frame: Window, below: tuple[Frame, ...], field: str) -> bool:
        alone = len(set(frame.waiting)) == len(frame.waiting) > 0
        there = frame.trigger in windows.TRIGGER_RULE and all_on_field(state, *frame.waiting)
        return alone and there and declared_by_players(frame.declared, field)


def declared_by_players(reactions: tuple[DeclaredReaction, ...], field: str) -> bool:
    """Whether each declared reaction is a reaction of the player it is said to be of."""
    for number, one in enumerate(reactions):
        react = read(one.command, co.React, f"position.{field}.declared[{number}].command")
        if react.player != one.player:
            return False
    return True


class Settling(Step[State, st.Settling]):
    """Declared reactions, carried out one by one while they are legal. [ISH-REACT-04..06, ISH-Q-64]"""

    frame = st.Settling

    def work(self, run: IshRun, frame: st.Settling) -> None:
        upcoming = windows.next_reaction(run, frame)
        if upcoming is not None:
            performing.perform(run, *upcoming)

    def stands(self, state: State, frame: st.Settling, below: tuple[Frame, ...], field: str) -> bool:
        players = [one.player for one in frame.queue]
        return all_known(state, *players, *frame.burned) and declared_by_players(frame.queue, field)
