"""Attacks as play, in few words: who stands where, one command a line by its name, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.istra.state import Model, State
from rules.kernel.agenda import Window
from rules.kernel.asks import GM
from rules.kernel.errors import Refused
from tests.rules.istra.battles import Json, man, position
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import all_of as found, only as one

__all__ = ["Fight", "duel", "found", "one"]


class Fight:
    """A skirmish in which `active` acts: models by `man`, the first list is side s1, the second s2."""

    def __init__(self, *models: list[Json], active: str = "a", rules: Json | None = None, **fields: Any) -> None:
        self.skirmish = Skirmish(position(*models, active=active, **fields), rules)

    def do(self, kind: str, dice: Sequence[int] = (), by: str = GM, **fields: Any) -> list[Any]:
        """Give a command; the events that came of it."""
        return self.skirmish.do({"type": kind, **fields}, dice, by)

    def refuses(self, code: str, kind: str, **fields: Any) -> Refused:
        """The command is refused with that code, by a rule of this game."""
        refused = self.skirmish.refuses({"type": kind, **fields}, code)
        assert refused.rule.startswith("IST-")
        return refused

    def asked(self) -> tuple[str, str]:
        """Which window is open, and for whom."""
        top = self.state.agenda[-1] if self.state.agenda else None
        return (top.trigger, top.waiting[0]) if isinstance(top, Window) else ("", "")

    @property
    def state(self) -> State:
        """The situation as it is now."""
        state: State = self.skirmish.state
        return state

    def __getitem__(self, name: str) -> Model:
        return self.skirmish.model(name)


def duel(a: Json | None = None, b: Json | None = None, *others: list[Json], **fields: Any) -> Fight:
    """`a` acts and is in contact with `b`; both are humans with one-handed weapons unless said otherwise."""
    armed: Json = {"equipment": ["one_handed"]}
    first, second = man("a", (1000, 1000), **(armed | (a or {}))), man("b", (1100, 1000), **(armed | (b or {})))
    mine, theirs = (*others, [], [])[:2]
    pairs = [["a", "b"], *fields.pop("engaged", [])]
    return Fight([first, *mine], [second, *theirs], engaged=pairs, **fields)
