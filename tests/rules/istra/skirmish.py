"""Battles read as play: a position, the dice in order, commands, facts.

    fight = Skirmish(position([man("a1", (1000, 1000))], [man("b1", (3000, 3000))], active="a1"))
    events = fight.do({"type": "move", "model": "a1", "path": [[1500, 1000]]})
    fight.refuses({"type": "move", "model": "a1", "path": [[1600, 1000]]}, "no_move_action")

Or in few words: `fight.do("move", model="a1", path=[[1500, 1000]])`.

All scripted dice must be used up, and no other die rolls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.istra.position import position_of, state_from_position
from rules.istra.state import Model, State
from rules.istra.system import ISTRA
from rules.kernel.agenda import Window
from rules.kernel.asks import GM
from rules.kernel.dice import TableDice
from rules.kernel.errors import Refused
from rules.kernel.reading import plain
from rules.kernel.record import Record
from rules.kernel.rolls import Need
from rules.kernel.table import Step
from tests.rules.play import Play

Json = dict[str, Any]


class Skirmish(Play):
    """A battle under test. Who speaks, unless told, is the GM; every situation reads back from its position."""

    def __init__(self, position: Mapping[str, Any], house_rules: Mapping[str, Any] | None = None) -> None:
        super().__init__(Record.open(ISTRA, "test", position=position, house_rules=house_rules))

    @classmethod
    def setup(cls, setup: Mapping[str, Any], house_rules: Mapping[str, Any] | None = None) -> Any:
        """A battle from its rosters, before it is let begin."""
        return super().setup(ISTRA, setup, house_rules)

    @classmethod
    def begun(
        cls, setup: Mapping[str, Any], house_rules: Mapping[str, Any] | None = None, dice: Sequence[int] = ()
    ) -> Skirmish:
        """A battle from its rosters that was let begin: `dice` are those that fall then."""
        fight = cls.setup(setup, house_rules)
        fight.let_pass(dice)
        return fight

    def do(self, command: Mapping[str, Any] | str, dice: Sequence[int] = (), by: str = GM, **fields: Any) -> list[Any]:
        """Give a command, as it is or by its type with its fields; the events that came of it."""
        return super().do(order(command, fields), dice, by)

    def refuses(
        self, command: Mapping[str, Any] | str, code: str, by: str = GM, dice: Sequence[int] = (), **more: Any
    ) -> Refused:
        """As `Play.refuses`; `more` are the fields of a command that is named by its type."""
        if isinstance(command, str):
            refused = super().refuses(order(command, more), code, by, dice)
            assert refused.rule.startswith("IST-")
            return refused
        return super().refuses(command, code, by, dice, **more)

    def is_not_of(self, seat: str, command: Mapping[str, Any], code: str) -> None:
        """A command of another seat: the table refuses it, and the game, asked by itself, with a code of its own."""
        self.refuses(command, "not_your_seat", by=seat)
        with pytest.raises(Refused) as caught:
            ISTRA.decide(self.state, ISTRA.parse(command), TableDice(), seat)
        assert caught.value.code == code

    def needs(self, command: Mapping[str, Any], dice: Sequence[int] = (), by: str = GM) -> Need:
        return super().needs(command, dice, by)

    def _happen(self, step: Step, dice: Sequence[int]) -> list[Any]:
        happened = super()._happen(step, dice)
        again = position_of(self.state)
        assert state_from_position(again, plain(self.state.rules)) == self.state
        return happened

    @property
    def events(self) -> list[Any]:
        """All events of the game: the head of the match left out."""
        return super().events[1:]

    def model(self, name: str) -> Model:
        """A model as it is now."""
        state: State = self.state
        return next(model for model in state.models if model.id == name)

    def __getitem__(self, name: str) -> Model:
        return self.model(name)

    def asked(self) -> tuple[str, str]:
        """Which window is open, and for whom."""
        top = self.state.agenda[-1] if self.state.agenda else None
        return (top.trigger, top.waiting[0]) if isinstance(top, Window) else ("", "")

    @property
    def top(self) -> Any:
        """The frame on top of the agenda."""
        return self.state.agenda[-1]

    # Words for what is said most often

    def move(self, name: str, *path: Sequence[int], dice: Sequence[int] = (), **fields: Any) -> list[Any]:
        return self.do(walk("move", name, *path, **fields), dice)

    def end(self, name: str, dice: Sequence[int] = ()) -> list[Any]:
        return self.do({"type": "end_activation", "model": name}, dice)

    def nominate(self, name: str, dice: Sequence[int] = (), by: str = GM) -> list[Any]:
        return self.do({"type": "nominate", "model": name}, dice, by)

    def let_pass(self, dice: Sequence[int] = ()) -> list[Any]:
        return self.do({"type": "pass_window"}, dice)


def order(command: Mapping[str, Any] | str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """A command as it is, or of that type with these fields."""
    return {"type": command, **fields} if isinstance(command, str) else command


def walk(kind: str, name: str, *path: Sequence[int], **fields: Any) -> Json:
    """A move, a sprint or a disengage as a command."""
    return {"type": kind, "model": name, "path": [list(point) for point in path], **fields}
