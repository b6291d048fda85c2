"""What the rules say of a kind of Action. The kinds stand in `RULES` (`rules.hachigoku.decide.actions`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from rules.hachigoku.commands import Action
from rules.hachigoku.decide.paying import Purpose
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.state import Character, State

A = TypeVar("A", bound=Action)


class ActionRule(Generic[A]):
    """A kind of Action. `movement`: a combination needs one such part. `physical`: no captive can do it."""

    command: type[A]
    purpose: Purpose = "action"
    movement = False
    physical = True

    def check(self, state: State, one: Character, order: A) -> None:
        """Refuse what cannot be done now; what pays is looked at elsewhere."""

    def foresee(self, run: HacRun, order: A) -> None:
        """What it changes for the parts that come after it, in a run that nobody sees. [HAC-MOVE-08]"""
        if self.movement:
            self.do(run, order)

    def do(self, run: HacRun, order: A) -> None:
        """Do what has been paid for."""
        raise NotImplementedError

    def offers(self, state: State, one: Character) -> Iterator[A]:
        """Orders that stand for all of the kind, without what pays."""
        return iter(())
