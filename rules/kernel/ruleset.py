"""What a game is to everything around it: the `Ruleset` protocol and the words it answers with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec

from rules.kernel.agenda import Happened, Secret
from rules.kernel.dice import Dice
from rules.kernel.errors import Refused

GM = "gm"
"""The seat that may do everything; also who a GM's own commands belong to."""


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """One decision somebody owes.

    `kind` names the decision point, `rule` why it is asked, `options` describes what may be answered (the game's own
    shape), `default` is the command that passing stands for, None where passing is not possible.
    """

    seat: str
    kind: str
    rule: str
    why: str
    player: str = ""
    options: dict[str, Any] = {}
    default: dict[str, Any] | None = None
    window: bool = False


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is owed before play goes on. `id` is the number of events so far."""

    asks: tuple[Ask, ...] = ()
    id: int = 0


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a match ended, who won (a seat; None for a draw or no result), and the score by seat.

    Where several seats have won together, as allies do, they are the `winners` and there is no `winner`.
    """

    termination: str
    winner: str | None = None
    score: dict[str, int] = {}
    winners: tuple[str, ...] = ()


S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")
S_contra = TypeVar("S_contra", contravariant=True)
C_co = TypeVar("C_co", covariant=True)


class Ruleset(Protocol[S, C, E]):
    """A game: its state S, its commands C, its events E (frozen msgspec structs, tagged unions)."""

    key: str
    title: str
    version: int
    seats: tuple[str, ...]
    event_types: Mapping[str, type[Any]]
    """Wire name → struct, of every event the game writes."""
    command_types: Mapping[str, type[Any]]
    state_type: type[Any]
    house_rules: type[Any]
    """Struct of the switches with their defaults."""

    def open(self, setup: Mapping[str, Any], house_rules: Mapping[str, Any], dice: Dice) -> list[E]:
        """The first events of a match from rosters. `Malformed` or `Refused` when the setup is bad."""
        ...

    def open_position(self, position: Mapping[str, Any], house_rules: Mapping[str, Any]) -> list[E]:
        """The first events of a match that starts in the midst of one."""
        ...

    def decide(self, state: S, command: C, dice: Dice, by: str = GM) -> Happened:
        """What comes of a command, as `Run.close` gives it.

        Pure; raises `Refused` or `NeedDice`, and then nothing has happened.
        """
        ...

    def evolve(self, state: S | None, event: E) -> S:
        """The state after a fact. Knows no rule; never raises on a stored event."""
        ...

    def pending(self, state: S) -> Pending:
        """Who must decide what."""
        ...

    def legal(self, state: S) -> Iterator[C]:
        """Every command of the seats that `decide` would accept now."""
        ...

    def sample(self, state: S, rng: Random) -> C:
        """One legal command, found fast."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Why it ended and who won; None while it goes on."""
        ...

    def position(self, state: S) -> dict[str, Any]:
        """The situation as plain JSON, which `from_position` reads back to an equal state."""
        ...

    def from_position(self, position: Mapping[str, Any], house_rules: Mapping[str, Any]) -> S:
        """The state of a described situation. `Malformed` or `Refused` when it cannot exist."""
        ...

    def view(self, state: S, seat: str) -> dict[str, Any]:
        """What a seat may see, ready to draw. A seat that is not of the game sees what everybody sees."""
        ...

    def parse(self, command: Mapping[str, Any]) -> C:
        """A command from plain JSON; `Malformed` names the field at fault."""
        ...

    def owner(self, state: S, command: C) -> str:
        """The seat a command belongs to; `GM` for commands only a GM gives; "" where it follows from nothing."""
        ...

    def clock(self, state: S) -> dict[str, int | str]:
        """What standing answers may last as long as: the name of a span → its present mark."""
        ...

    def bots(self) -> Mapping[str, Bot[S, C]]:
        """The players this game comes with, by name."""
        ...


class Bot(Protocol[S_contra, C_co]):
    """A player that is a function: what a seat would do."""

    def __call__(self, state: S_contra, rng: Random) -> C_co:
        """One legal command for whoever must decide."""
        ...


def check_house_rules(ruleset: Any, house_rules: Mapping[str, Any]) -> None:
    """Refuse switches that a match could not be opened with. A game may offer `check_house_rules`."""
    check = getattr(ruleset, "check_house_rules", None)
    if check is not None:
        check(house_rules)


def first_asked(ruleset: Any, state: Any) -> str:
    """The seat that is asked first; "" when nothing is asked.

    A game may offer `asked(state) -> str`, which answers this without the options that `pending` lists.
    """
    ask = getattr(ruleset, "asked", None)
    if ask is None:
        asks = ruleset.pending(state).asks
        return asks[0].seat if asks else ""
    seat: str = ask(state)
    return seat


def seats_of(ruleset: Any, state: Any) -> tuple[str, ...]:
    """The seats of a match in the state that opens it, in the order of its game.

    A game may offer `seats_of(state)`, the seats that somebody plays; of one that does not, each match has all seats.
    """
    ask = getattr(ruleset, "seats_of", None)
    taken = ask(state) if ask is not None else ruleset.seats
    return tuple(seat for seat in ruleset.seats if seat in taken)


def over(ruleset: Any, state: Any) -> Refused:
    """The refusal of whatever is asked of a match that is over.

    A game may offer `over`, the code and the rule by which its own catalogue refuses that.
    """
    ended = getattr(ruleset, "over", None) if ruleset.outcome(state) is not None else None
    code, rule = ended or ("match_over", "KERNEL-TABLE-01")
    return Refused(code, "The match is over.", rule, hint="Fork it to play on from any moment.")


def secret_of(ruleset: Any, state: Any, command: Any) -> Secret | None:
    """Who may see a command while it waits for dice; None: everybody.

    A game may offer `secret_command(state, command) -> Secret | None`.
    """
    ask = getattr(ruleset, "secret_command", None)
    secret: Secret | None = ask(state, command) if ask is not None else None
    return secret


def moment_of(ruleset: Any, event: Any) -> str | None:
    """What makes an event worth jumping to in a replay; a game may offer `moment(event) -> str | None`."""
    ask = getattr(ruleset, "moment", None)
    moment: str | None = ask(event) if ask is not None else None
    return moment


def headline_of(ruleset: Any, state: Any) -> dict[str, Any]:
    """What a list says of a match in a line, as plain JSON, for everybody's eyes.

    A game may offer `headline(state)`, with `teams`, `score`, `turn` and `turns_total` where it has such.
    """
    ask = getattr(ruleset, "headline", None)
    headline: dict[str, Any] = ask(state) if ask is not None else {}
    return headline
