"""Rules tests read as play: a position, the dice in order, commands, facts.

    game = Play.position(ISHMEK, {...})
    events = game.do({"type": "step", "player": "h1", "to": [4, 4]}, dice=[14, 3])
    game.refuses({"type": "step", "player": "h1", "to": [9, 4]}, "not_adjacent")

All scripted dice must be used up, and no other die rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import pytest

from rules.kernel.agenda import Decided
from rules.kernel.asks import Ask, Outcome, Pending
from rules.kernel.codec import Codec
from rules.kernel.errors import Malformed, Refused
from rules.kernel.record import Record, fold
from rules.kernel.rolls import Need, Rolled
from rules.kernel.table import Step

rule = pytest.mark.rule
E = TypeVar("E")
PASSES = 1_000


class _Position:
    """`Play.position(ruleset, {...})` opens a match there; `game.position()` tells where a match stands."""

    def __get__(self, game: Play | None, kind: type[Play]) -> Callable[..., Any]:
        return kind.open_position if game is None else game.as_position


class Play:
    """A match under test. Every command goes through the same table as a real one; all dice are typed in."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._codec = Codec(record.ruleset)
        self._check_events(record.events)

    position = _Position()

    @classmethod
    def open_position(
        cls, ruleset: Any, position: Mapping[str, Any], house_rules: Mapping[str, Any] | None = None
    ) -> Play:
        """A match that starts in the midst of one."""
        return cls(Record.open(ruleset, "test", position=position, house_rules=house_rules))

    @classmethod
    def setup(cls, ruleset: Any, setup: Mapping[str, Any], house_rules: Mapping[str, Any] | None = None) -> Any:
        """A match from its rosters."""
        game = cls.__new__(cls)
        Play.__init__(game, Record.open(ruleset, "test", setup=setup, house_rules=house_rules))
        return game

    # Commands

    def do(self, command: Mapping[str, Any], dice: Sequence[int] = (), by: str = "") -> list[Any]:
        """Give a command; the events that came of it. Fails when dice are lacking or left over."""
        step = self.record.consider(command, by, dice)
        assert step.need is None, f"{command} wants dice beyond {list(dice)}: {step.need}"
        assert not step.left, f"{command} left dice over: {list(step.left)} of {list(dice)}"
        return self._happen(step, dice)

    def refuses(
        self, command: Mapping[str, Any], code: str, by: str = "", dice: Sequence[int] = (), **said: str
    ) -> Refused:
        """Assert that a command is refused with `code`, and that nothing has changed. No die is on the table.

        `said`: more of what the refusal has, such as `field`, `rule`, `message` or `hint`.
        """
        before = (self.record.version, self.state, self.pending, self.outcome)
        with pytest.raises(Refused) as caught:
            self.record.submit(command, by, dice)
        refused = caught.value
        assert refused.code == code, f"refused as {refused} instead of {code}"
        assert refused.rule, "a refusal cites its rule"
        assert refused.message, "a refusal says what is wrong"
        assert refused.hint, f"a refusal says what to do next, unlike {refused}"
        assert {name: getattr(refused, name) for name in said} == said
        assert (self.record.version, self.state, self.pending, self.outcome) == before
        return refused

    def cannot_read(self, command: Mapping[str, Any], field: str | None = None) -> Malformed:
        """Assert that a command is malformed (at `field`), and that nothing has changed."""
        before = (self.record.version, self.state)
        with pytest.raises(Malformed) as caught:
            self.record.submit(command)
        assert field is None or caught.value.field == field, f"{caught.value.field!r} is named instead of {field!r}"
        assert (self.record.version, self.state) == before
        return caught.value

    def needs(self, command: Mapping[str, Any], dice: Sequence[int] = (), by: str = "") -> Need:
        """The roll that waits when `dice` run out. Nothing is stored."""
        step = self.record.consider(command, by, dice)
        assert step.need is not None, f"{command} wants no more dice than {list(dice)}"
        return step.need

    def pass_all(self, dice: Sequence[int] = ()) -> list[Any]:
        """Answer every open window with a pass until none is left; `dice` lie on a tape across the passes."""
        events: list[Any] = []
        left = tuple(dice)
        for _ in range(PASSES):
            window = next((ask for ask in self.pending.asks if ask.window), None)
            if window is None:
                assert not left, f"the passes left dice over: {list(left)} of {list(dice)}"
                return events
            command = window.default or {"type": "pass", "player": window.player}
            step = self.record.consider(command, window.seat, left)
            assert step.need is None, f"passing for {window.player} wants dice beyond {list(dice)}: {step.need}"
            events += self._happen(step, left[: len(left) - len(step.left)])
            left = step.left
        raise AssertionError(f"{PASSES} passes and still a window: {self.pending}")

    def _happen(self, step: Step, dice: Sequence[int]) -> list[Any]:
        self.record.take_over(step)
        recorded = sorted(face for event in step.events if isinstance(event, Rolled) for _, face, _ in event.dice)
        assert recorded == sorted(dice), f"dice on record {recorded} are not those that were typed {sorted(dice)}"
        self._check_events(step.events)
        return list(step.events)

    def _check_events(self, events: Iterable[Any]) -> None:
        for event in events:
            assert self._codec.decode(self._codec.type_of(event), self._codec.encode(event)) == event
            if isinstance(event, Rolled):
                assert event.rule, f"no roll without a citation: {event}"
                assert all(rule_id for _, _, rule_id in event.mods), f"no modifier without a citation: {event.mods}"
        assert fold(self.record.ruleset, self.record.events).state == self.state

    # Facts

    @property
    def state(self) -> Any:
        """The game's state now."""
        return self.record.state

    @property
    def pending(self) -> Pending:
        """Who must decide what."""
        return self.record.pending()

    @property
    def outcome(self) -> Outcome | None:
        """Why the match ended, None while it goes on."""
        return self.record.outcome()

    @property
    def events(self) -> list[Any]:
        """All events of the match."""
        return list(self.record.events)

    def asks(self, kind: str | None = None) -> list[Ask]:
        """What is asked now, all or of one kind."""
        return [ask for ask in self.pending.asks if kind in (None, ask.kind)]

    def player(self, player_id: str) -> Any:
        """The player of that ID, wherever the game's state keeps it."""
        return _find(self.state, "id", player_id)

    def orb(self, team: str) -> Any:
        """The orb of that team."""
        return next(orb for orb in self.state.orbs if orb.team == team)

    def as_position(self) -> dict[str, Any]:
        """The situation as plain JSON."""
        plain: dict[str, Any] = self.record.ruleset.position(self.state)
        return plain


def only(events: Iterable[Any], kind: type[E]) -> E:
    """The one event of that class."""
    found = all_of(events, kind)
    assert len(found) == 1, f"{len(found)} events of {kind.__name__} instead of one"
    return found[0]


def all_of(events: Iterable[Any], kind: type[E]) -> list[E]:
    """All events of that class, in order."""
    return [event for event in events if type(event) is kind]


def names(events: Iterable[Any]) -> list[str]:
    """Wire names in order, without `decided`."""
    return [str(event.__struct_config__.tag) for event in events if not isinstance(event, Decided)]


def _find(value: Any, attribute: str, wanted: str) -> Any:
    """The first struct in `value`'s fields, or in the tuples of them, whose attribute is as wanted."""
    for name in value.__struct_fields__:
        part = getattr(value, name)
        for item in part if isinstance(part, tuple) else (part,):
            if isinstance(item, msgspec.Struct) and getattr(item, attribute, None) == wanted:
                return item
    raise AssertionError(f"nothing with {attribute} {wanted!r} in the state")
