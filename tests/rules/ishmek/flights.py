"""Short words for the tests of orbs: directions, players whose Reaction is spent, propels, where an orb is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.ishmek.events import OrbMoved, OrbScattered, WindowOpened
from tests.rules.every_game.rows import Step, count
from tests.rules.ishmek.arena import Json, Square, act, let_pass, mage, man, react
from tests.rules.play import Play, all_of

EAST, WEST, NORTH, SOUTH = (1, 0), (-1, 0), (0, -1), (0, 1)
NORTHEAST, SOUTHEAST, NORTHWEST, SOUTHWEST = (1, -1), (1, 1), (-1, -1), (-1, 1)

HELD_BY_H1 = {"home": {"holder": "h1"}}


def calm(player: str, at: Square, **fields: Any) -> Json:
    """A player whose Reaction is spent: no window asks it."""
    return man(player, at, reaction_used=True, **fields)


def calm_mage(player: str, at: Square, **fields: Any) -> Json:
    """A mage whose Reaction is spent."""
    return mage(player, at, reaction_used=True, **fields)


def propel(player: str, direction: Square, distance: int, orb: str = "home", **fields: Any) -> Json:
    """A propel with the Action."""
    return act(player, "propel", orb=orb, direction=list(direction), distance=distance, **fields)


def redirect(player: str, direction: Square, distance: int, orb: str = "home", **fields: Any) -> Json:
    """A propel with the Reaction, in a window."""
    return react(player, "propel", orb=orb, direction=list(direction), distance=distance, **fields)


def intercept(player: str, **fields: Any) -> Json:
    """An intercept of the home orb, in a window."""
    return react(player, "intercept", orb="home", **fields)


def where(game: Play, orb: str) -> tuple[int, int]:
    """The square an orb is in, be it held or not."""
    found = game.orb(orb)
    square = found.at if found.holder is None else game.player(found.holder).at
    return (square[0], square[1])


def asked(game: Play) -> list[str]:
    """Who is asked in the open window."""
    return sorted(ask.player for ask in game.asks() if ask.window)


def flown(events: Sequence[Any]) -> list[tuple[int, int]]:
    """The squares an orb in flight entered."""
    return [event.to for event in all_of(events, OrbMoved)]


def scattered(events: Sequence[Any]) -> list[tuple[int, int]]:
    """The squares an orb scattered to."""
    return [event.to for event in all_of(events, OrbScattered)]


# The same as steps of a row


def lies(orb: str, square: tuple[int, int]) -> Step:
    """Where an orb is, be it held or not."""

    def check(game: Play) -> None:
        assert where(game, orb) == square

    return check


def rolls_to(*squares: tuple[int, int]) -> Step:
    """The squares to which orbs scattered in all the match."""

    def check(game: Play) -> None:
        assert scattered(game.events) == list(squares)

    return check


def flies_to(*squares: tuple[int, int]) -> Step:
    """The squares which orbs in flight entered in all the match."""

    def check(game: Play) -> None:
        assert flown(game.events) == list(squares)

    return check


def opens(number: int) -> Step:
    """So many reaction windows were opened in all the match."""
    return count(WindowOpened, number)


def opening(number: int, command: Json, *dice: int) -> Step:
    """The command opens so many windows."""

    def check(game: Play) -> None:
        assert windows(game.do(command, dice=dice)) == number

    return check


def asks_at(square: tuple[int, int], *players: str) -> Step:
    """The home orb is there, and these are asked in a window."""

    def check(game: Play) -> None:
        assert (where(game, "home"), asked(game)) == (square, sorted(players))

    return check


def score(home: int, away: int) -> Step:
    def check(game: Play) -> None:
        assert game.state.score == (home, away)

    return check


def defends(command: Json, *dice: int) -> Step:
    """A contest whose target takes its default. `dice`: actor, target, then what follows."""
    return lambda game: defended(game, command, dice)


def windows(events: Sequence[Any]) -> int:
    """How many reaction windows were opened."""
    return len(all_of(events, WindowOpened))


def whole(game: Play, command: Json, dice: Sequence[int], later: Sequence[int] = ()) -> list[Any]:
    """Every event of a command and of its windows, which all pass. `later` are the dice that fall in the windows."""
    start = len(game.events)
    game.do(command, dice=list(dice))
    game.pass_all(dice=list(later))
    return list(game.events[start:])


def defended(game: Play, command: Json, dice: Sequence[int]) -> list[Any]:
    """Every event of a contest whose target takes its default. `dice`: actor, target, then what follows."""
    start = len(game.events)
    game.do(command)
    game.do(let_pass(), dice=list(dice))
    return list(game.events[start:])
