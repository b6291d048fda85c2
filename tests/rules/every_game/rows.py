"""Rows of tables: each says which rules it proves, what it is called, where it begins, and what happens there.

    played("ISH-PUSH-02", "won by 4", duel, pushes(14, 12), let_pass("h1"), PASS, player("a1", at=(10, 4)))

A step of a row is a command, or a function of the match: `do` with dice, `refused`, `passing`, and facts such as
`once`, `each`, `never`, `player`, `asked`. `game` makes the match anew for each row. The test of a table calls `check`.
`tests/coverage_rules.py` reads the IDs at the head of each row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from rules.kernel.agenda import Decided
from tests.rules.play import Play, all_of, names, only, rule

Command = Mapping[str, Any]
Step = Command | Callable[[Play], object]


def case(rules: str, name: str, *values: Any) -> Any:
    """A row: the rules that it proves, with spaces between, what it is called, and what it is made of."""
    return pytest.param(*values, id=name, marks=rule(*rules.split()))


@dataclass(frozen=True)
class Played:
    """What happens in a match, step by step."""

    game: Callable[[], Play]
    steps: Sequence[Step]

    def check(self) -> Play:
        """Play it; a failure says at which step. The match as it then stands."""
        game = self.game()
        for number, step in enumerate(self.steps, 1):
            try:
                step(game) if callable(step) else game.do(step)
            except BaseException as error:
                error.add_note(f"step {number}: {step if isinstance(step, Mapping) else step.__qualname__}")
                raise
        return game


def played(rules: str, name: str, game: Callable[[], Play], *steps: Step) -> Any:
    """A row of play."""
    return case(rules, name, Played(game, steps))


def illegal(rules: str, name: str, game: Callable[[], Play], commands: Command | Sequence[Command], code: str,
            *then: Step, **said: str) -> Any:  # fmt: skip
    """A row of what is refused, one command or several, and what can be done all the same. `said` as in `refuses`."""
    several = [commands] if isinstance(commands, Mapping) else commands
    return played(rules, name, game, *(refused(command, code, **said) for command in several), *then)


# What happens


def do(command: Command, *dice: int, by: str = "") -> Step:
    """The command with its dice."""
    return lambda game: game.do(command, dice, **({"by": by} if by else {}))


def refused(command: Command, code: str, by: str = "", **said: str) -> Step:
    """The command is refused and changes nothing."""
    return lambda game: game.refuses(command, code, **({"by": by} if by else {}), **said)


def passing(*dice: int) -> Step:
    """All windows pass."""
    return lambda game: game.pass_all(dice)


PASS = passing()


# Facts


def value(event: Any, name: str) -> Any:
    """A field of an event; `parts` are the modifiers of a roll without the zeros."""
    return [number for number, _, _ in event.mods if number] if name == "parts" else getattr(event, name)


def values(event: Any, fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value(event, name) for name in fields}


def once(kind: type[Any], /, **fields: Any) -> Step:
    """The one event of that class in all the match, with these fields."""

    def check(game: Play) -> None:
        assert values(only(game.events, kind), fields) == fields

    return check


def last(kind: type[Any], /, **fields: Any) -> Step:
    """The last event of that class."""

    def check(game: Play) -> None:
        assert values(all_of(game.events, kind)[-1], fields) == fields

    return check


def each(kind: type[Any], /, **fields: Sequence[Any]) -> Step:
    """All events of that class: the values of these fields, in order."""

    def check(game: Play) -> None:
        found = all_of(game.events, kind)
        assert {name: [value(event, name) for event in found] for name in fields} == fields

    return check


def count(kind: type[Any], number: int) -> Step:
    """So many events of that class."""

    def check(game: Play) -> None:
        assert len(all_of(game.events, kind)) == number

    return check


def needs(command: Command, *dice: int, **fields: Any) -> Step:
    """The roll that waits when these dice have fallen; nothing is stored."""

    def check(game: Play) -> None:
        before = (game.record.version, game.state)
        need = game.needs(command, dice)
        assert {name: getattr(need, name) for name in fields} == fields
        assert (game.record.version, game.state) == before

    return check


def never(*kinds: type[Any]) -> Step:
    """No event of these classes."""

    def check(game: Play) -> None:
        assert [event for kind in kinds for event in all_of(game.events, kind)] == []

    return check


def order(*kinds: type[Any]) -> Step:
    """The events of these classes, each as often as it is named, in this order."""

    def check(game: Play) -> None:
        assert [type(event) for event in game.events if type(event) in kinds] == list(kinds)

    return check


def player(name: str, /, **fields: Any) -> Step:
    """How a player or model stands now."""

    def check(game: Play) -> None:
        assert values(game.player(name), fields) == fields

    return check


def state(**fields: Any) -> Step:
    """How the match stands now."""

    def check(game: Play) -> None:
        assert values(game.state, fields) == fields

    return check


def orb(team: str, /, **fields: Any) -> Step:
    """How an orb stands now."""

    def check(game: Play) -> None:
        assert values(game.orb(team), fields) == fields

    return check


def finds(answer: Any, question: Callable[[Play], Any]) -> Step:
    """The answer that a question finds in the match now."""

    def check(game: Play) -> None:
        assert question(game) == answer

    return check


def asked(kind: str, *players: str) -> Step:
    """Whom a question of that kind asks now; it is the only kind."""

    def check(game: Play) -> None:
        asks = [(ask.kind, ask.player) for ask in game.asks()]
        assert sorted(asks) == sorted((kind, name) for name in players)

    return check


def first_asked(**fields: Any) -> Step:
    """What is asked first now."""

    def check(game: Play) -> None:
        assert values(game.asks()[0], fields) == fields

    return check


def seat_asked(kind: str, *seats: str) -> Step:
    """Which seats a question of that kind asks now; it is the only kind."""

    def check(game: Play) -> None:
        assert [(ask.kind, ask.seat) for ask in game.asks()] == [(kind, seat) for seat in seats]

    return check


def just(*names_of_events: str) -> Step:
    """The events of the last command by their wire names, without `decided`."""

    def check(game: Play) -> None:
        ends = [number for number, event in enumerate(game.events) if isinstance(event, Decided)]
        assert tuple(names(game.events[ends[-2] + 1 :])) == names_of_events

    return check


def unread(command: Command, field: str | None = None) -> Step:
    """The command cannot be read (at `field`) and changes nothing."""
    return lambda game: game.cannot_read(command, field)


def by_gm(command: Command, *dice: int) -> Step:
    """The GM gives the command."""
    return do(command, *dice, by="gm")
