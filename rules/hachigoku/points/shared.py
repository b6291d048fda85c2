"""What several decision points ask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from rules.hachigoku.commands import Pass
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.questions import find, get, seat_of
from rules.hachigoku.refusals import refused
from rules.hachigoku.state import State
from rules.kernel.agenda import Frame
from rules.kernel.asks import Ask
from rules.kernel.errors import Refused
from rules.kernel.messages import Command
from rules.kernel.points import AnyPoint, Point

F = TypeVar("F", bound=Frame)
C = TypeVar("C", bound=Command)


class HacPoint(Point[State, F, C], Generic[F, C]):
    """A decision of one character, or of several."""

    def names(self, state: State, frame: F) -> tuple[str, ...]:
        """The characters that are asked now, in roster order."""
        raise NotImplementedError

    def who(self, state: State, frame: F) -> tuple[str, str]:
        name = self.names(state, frame)[0]
        return seat_of(state, name), name

    def answering(self, run: HacRun, frame: F, name: str) -> str:
        """The character who answers; refused for who is not asked."""
        if name not in self.names(run.state, frame):
            get(run.state, name)
            raise self.not_asked(run.state, frame, name)
        return name

    def not_asked(self, state: State, frame: F, name: str) -> Refused:
        message = f"{get(state, name).called} is not asked now."
        return refused("decision_pending", message, self.rule, field="character")

    def passes(self, run: HacRun, frame: F, player: str | None) -> None:
        """Pass for a character, or for all of the seat who are asked."""
        asked = self.names(run.state, frame)
        meant = asked if player is None else (player,)
        seats = {side.seat for side in run.state.sides}
        names = [name for name in meant if run.by not in seats or seat_of(run.state, name) == run.by]
        if not names:
            raise self.unpassable()
        for name in names if self.several else names[:1]:
            self.let_pass(run, run.agenda[-1], self.answering(run, run.agenda[-1], name))

    def let_pass(self, run: HacRun, frame: F, name: str) -> None:
        """What passing means."""
        raise self.unpassable()

    def unanswered(self, frame: F) -> Refused:
        return refused("decision_pending", f"Another decision is pending: {self.kind.replace('_', ' ')}.", self.rule)

    def unasked(self, run: HacRun, command: C, asked: AnyPoint[State]) -> Refused:
        return asked.unanswered(run.agenda[-1])


class Answered(HacPoint[F, C], Generic[F, C]):
    """A decision that is passed, or answered by one command of whoever is asked."""

    def settle(self, run: HacRun, frame: F, command: C) -> None:
        if isinstance(command, Pass):
            self.passes(run, frame, command.character or None)
        else:
            self.answering(run, frame, command.character)  # type: ignore[attr-defined]  # each answer names one
            self.carry_out(run, frame, command)

    def carry_out(self, run: HacRun, frame: F, command: Any) -> None:
        """Do what the answer says."""
        raise NotImplementedError


class Each(HacPoint[F, C], Generic[F, C]):
    """A question for each of those who are waited for, who answer in any order."""

    several = True

    def asks(self, state: State, frame: F) -> Iterator[Ask]:
        for name in self.names(state, frame):
            yield Ask(
                seat=seat_of(state, name),
                player=name,
                kind=self.kind,
                rule=self.rule,
                why=self.text,
                options=self.options_for(state, frame, name),
                default=passing(name),
                window=self.window,
            )

    def options_for(self, state: State, frame: F, name: str) -> dict[str, Any]:
        """What that one has to know."""
        return self.options(state, frame)


def passing(name: str) -> dict[str, str]:
    """The command that passes for a character."""
    return {"type": "pass", "character": name}


def all_known(state: State, *names: str) -> bool:
    return all(find(state, name) is not None for name in names)


def as_pass(name: str) -> Pass:
    return Pass(character=name)
