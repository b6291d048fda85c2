"""Battles read as play: a position, the dice in order, commands, facts.

    fight = Skirmish(position([man("a1", (1000, 1000))], [man("b1", (3000, 3000))], active="a1"))
    events = fight.do({"type": "move", "model": "a1", "path": [[1500, 1000]]})
    fight.refuses({"type": "move", "model": "a1", "path": [[1600, 1000]]}, "no_move_action")

All scripted dice must be used up, and no other die rolls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.istra.commands import COMMANDS
from rules.istra.events import EVENTS
from rules.istra.evolve import evolve
from rules.istra.position import position_of, state_from_position
from rules.istra.state import Model, State
from rules.istra.system import ISTRA
from rules.kernel.asks import GM
from rules.kernel.dice import TableDice
from rules.kernel.errors import NeedDice, Refused
from rules.kernel.reading import plain, read, read_tagged
from rules.kernel.rolls import Need, Rolled

Json = dict[str, Any]


class Skirmish:
    """A battle under test, without a table around it: every die is typed in."""

    def __init__(self, position: Mapping[str, Any], house_rules: Mapping[str, Any] | None = None) -> None:
        self._begin(ISTRA.open_position(position, house_rules or {}))

    @classmethod
    def setup(cls, setup: Mapping[str, Any], house_rules: Mapping[str, Any] | None = None) -> Skirmish:
        """A battle from its rosters, before it is let begin."""
        fight = cls.__new__(cls)
        fight._begin(ISTRA.open(setup, house_rules or {}, TableDice()))
        return fight

    @classmethod
    def begun(
        cls, setup: Mapping[str, Any], house_rules: Mapping[str, Any] | None = None, dice: Sequence[int] = ()
    ) -> Skirmish:
        """A battle from its rosters that was let begin: `dice` are those that fall then."""
        fight = cls.setup(setup, house_rules)
        fight.let_pass(dice)
        return fight

    def _begin(self, events: Sequence[Any]) -> None:
        self.events: list[Any] = []
        self.state: Any = None
        self._take(events)

    def do(self, command: Mapping[str, Any], dice: Sequence[int] = (), by: str = GM) -> list[Any]:
        """Give a command; the events that came of it. Fails when dice are lacking or left over."""
        tape = TableDice(dice)
        try:
            happened = ISTRA.decide(self.state, read_tagged(command, COMMANDS), tape, by)
        except NeedDice as wanted:
            raise AssertionError(f"{command} wants dice beyond {list(dice)}: {wanted.need}") from wanted
        assert not tape.left, f"{command} left dice over: {list(tape.left)} of {list(dice)}"
        self._take(happened)
        return list(happened)

    def _take(self, happened: Any) -> None:
        """Fold what happened; it must come to what the run came to, and every roll and modifier cites a rule."""
        for event in happened:
            name = str(event.__struct_config__.tag)
            assert read(plain(event), EVENTS[name]) == event
            self.state = evolve(self.state, event)
            self.events.append(event)
            if isinstance(event, Rolled):
                assert event.rule, f"no roll without a citation: {event}"
                assert all(cited for _, _, cited in event.mods), f"no modifier without a citation: {event.mods}"
        assert self.state == happened.state
        again = position_of(self.state)
        assert state_from_position(again, plain(self.state.rules)) == self.state

    def refuses(self, command: Mapping[str, Any], code: str, by: str = GM, dice: Sequence[int] = ()) -> Refused:
        """Assert that a command is refused with `code`, by a rule and with a reason."""
        with pytest.raises(Refused) as caught:
            ISTRA.decide(self.state, read_tagged(command, COMMANDS), TableDice(dice), by)
        refused = caught.value
        assert refused.code == code, f"refused as {refused} instead of {code}"
        assert refused.rule, "a refusal cites its rule"
        assert refused.message, "a refusal says what is wrong"
        return refused

    def needs(self, command: Mapping[str, Any], dice: Sequence[int] = (), by: str = GM) -> Need:
        """The roll that waits when `dice` run out. Nothing has happened."""
        with pytest.raises(NeedDice) as caught:
            ISTRA.decide(self.state, read_tagged(command, COMMANDS), TableDice(dice), by)
        return caught.value.need

    def model(self, name: str) -> Model:
        """A model as it is now."""
        state: State = self.state
        return next(model for model in state.models if model.id == name)

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


def walk(kind: str, name: str, *path: Sequence[int], **fields: Any) -> Json:
    """A move, a sprint or a disengage as a command."""
    return {"type": kind, "model": name, "path": [list(point) for point in path], **fields}
