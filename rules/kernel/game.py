"""A game, as everything around it knows it: what it is made of, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from rules.kernel.agenda import AgendaState, Decided, Frame, NewEvents, Run, Secret, work_off
from rules.kernel.asks import GM, Outcome, Pending
from rules.kernel.dice import Dice, TableDice
from rules.kernel.errors import Refused
from rules.kernel.messages import Command, Event, Upcast
from rules.kernel.points import Handler, Points
from rules.kernel.progression import Progression
from rules.kernel.reading import Document, Json, plain, read, read_tagged
from rules.kernel.wordlists import Wordlist

S = TypeVar("S", bound=AgendaState)

Bot: TypeAlias = Callable[[S, Random], Command]
"""A player that is a function: one legal command for whoever must decide."""
Anytime: TypeAlias = Mapping[type[Command], Handler[S]]


class Game(Generic[S]):
    """A game: its state S, and the rules that change it.

    A game says what it is made of, and answers `opening_event`, `evolve`, `outcome`, `position`, `from_position`,
    `view`. The rest has a default that a game overrides where it is another.
    """

    key: str
    title: str
    version: int
    seats: tuple[str, ...]

    points: Points[S]
    """Its decision points and automatic frames."""
    anytime: Anytime[S] = {}
    """Commands that need no question, each with what it does where none asks for it: those of the GM, as a rule."""

    # What a match of it is made of

    state_type: type[S]
    command_types: Mapping[str, type[Command]]
    event_types: Mapping[str, type[Event]]
    """Wire name → struct, of every event that the game writes."""
    moments: Mapping[str, str] = {}
    """The kinds of key moments among them, with what a timeline calls each."""
    upcasts: Mapping[tuple[str, int], Upcast] = {}
    """(Wire name, schema) → from the body of an event under that schema to that under the next."""
    decided: type[Decided]
    """Its own `Decided`, whose `push` is typed with the frames that it pushes."""
    house_rules: type[msgspec.Struct]
    """Struct of the switches with their defaults."""
    setup_type: type[msgspec.Struct] | None = None
    position_type: type[msgspec.Struct] | None = None
    """What rosters and described positions look like, for the documentation."""

    # What else it says of itself

    figure_fields: tuple[str, ...] = ("figure",)
    """The fields of its events that name the figure that acts, the first that an event has."""

    progression: Progression[Any] | None = None
    """What a result means for rosters. Without one the game has no campaigns."""
    over: tuple[str, str] = ("match_over", "KERNEL-TABLE-01")
    """Code and rule by which whatever is asked of a match that has ended is refused."""
    players: Mapping[str, Bot[Any]] = {}
    """The players that it comes with, by name, beside `sample`."""
    let_by: frozenset[str] = frozenset()
    """The kinds of asks that come between a command and its first roll, and whose default a preview takes."""

    # The rules

    evolve: Callable[[S | None, Event], S]
    """The state after a fact. Knows no rule; never raises on a stored event.

    A function and no method: snapshots are keyed by the code that its module reaches.
    """

    def decide(self, state: S, command: Command, dice: Dice, by: str = GM) -> NewEvents:
        """What comes of a command. Pure; raises `Refused` or `NeedDice`, and then nothing has happened."""
        if state.result is not None:
            raise self.ended(state)
        run = Run(state, dice, self.evolve, by)
        self.answer(run, command)
        return self._close(run, plain(command))

    def answer(self, run: Run[S], command: Command) -> None:
        anytime = self.anytime.get(type(command))
        if anytime is None or self.points.expects(run.state, type(command)):
            self.points.settle(run, command)
        else:
            anytime(run, command)

    def _close(self, run: Run[S], command: Json | None) -> NewEvents:
        """What happened, once it has gone on to where somebody has to decide."""
        work_off(run, self.points.go_on)
        return run.close(self.decided, command, self.hidden_frames)

    # How a match begins

    def open(self, setup: Document, house_rules: Document, dice: Dice) -> NewEvents:
        """The first events of a match from rosters. `Malformed` or `Refused` when the setup is bad."""
        return self._close(Run.opening(self.opening_event(setup, house_rules), dice, self.evolve, GM), None)

    def open_position(self, position: Document, house_rules: Document) -> NewEvents:
        """The first events of a match that starts in the midst of one."""
        opened, situation = self.position_events(self.from_position(position, house_rules))
        run = Run.opening(opened, TableDice(), self.evolve, GM)
        run.start_from(situation)
        return self._close(run, None)

    def opening_event(self, setup: Document, house_rules: Document) -> Event:
        """The first event of a match from rosters."""
        raise NotImplementedError

    def position_events(self, state: S) -> tuple[Event, Event]:
        """The first event of a match that starts from a state, and one that holds the state, agenda and all."""
        raise NotImplementedError

    # Questions about a state

    def pending(self, state: S) -> Pending:
        return self.points.pending(state)

    def asked(self, state: S) -> str:
        """The seat that is asked first, "" when nobody is; without listing what may be answered."""
        return self.points.asked(state)

    def legal(self, state: S) -> Iterator[Command]:
        """Every command of the seats that `decide` would accept now, or a set that stands for them."""
        return self.points.legal(state)

    def sample(self, state: S, rng: Random) -> Command:
        """One legal command, found fast."""
        return self.points.sample(state, rng)

    def owner(self, state: S, command: Command) -> str:
        """The seat that a command belongs to; `GM` for commands only a GM gives; "" where it follows from nothing."""
        return GM if type(command) in self.anytime else self.points.owner(state, command)

    def outcome(self, state: S) -> Outcome | None:
        """Why it ended and who won; None while it goes on."""
        raise NotImplementedError

    def view(self, state: S, seat: str) -> Json:
        """What a seat may see, ready to draw. A seat that is not of the game sees what everybody sees.

        Where the game has no board of its own, its page finds names here: `teams` by seat and `figures` by id, each
        with its `name`; and the `score` by seat. What else the generic board draws of a view is in `kernel/scene.py`:
        gauges and badges of figures, `ground`, `tracks`, `queue`, `cards`.
        """
        raise NotImplementedError

    def headline(self, state: S) -> Json:
        """What a list says of a match to everybody: `teams` and `score` by seat, `turn`, `turns_total`; what it has."""
        return {}

    def seats_played(self, state: S) -> Collection[str]:
        """The seats that somebody plays, in the state that opens a match."""
        return self.seats

    def seats_of(self, state: S) -> tuple[str, ...]:
        """The seats of a match in the state that opens it, in the order of the game."""
        taken = self.seats_played(state)
        return tuple(seat for seat in self.seats if seat in taken)

    def clock(self, state: S) -> dict[str, int | str]:
        """What standing answers may last as long as: the name of a span → its present mark."""
        return {"match": 0}

    def measure(self, state: S) -> Iterator[Json]:
        """What is how far from what, and how far one comes, as lines of plain JSON that name their `measure`."""
        return iter(())

    def asked_alone(self, state: S, player: str) -> S:
        """The state as if nobody but that player were asked now: the answers of the others would have to come first."""
        return state

    def ended(self, state: S) -> Refused:
        """The refusal of a command to a match whose state has a result."""
        return self.over_refusal(state)

    def over_refusal(self, state: S) -> Refused:
        """The refusal of whatever is asked of a match that is over: it has a result, or was abandoned."""
        code, rule = self.over if self.outcome(state) is not None else Game.over
        return Refused(code, "The match is over.", rule, hint="To continue from any moment, fork it.")

    # Secrets

    def hidden_command(self, state: S, command: Command) -> Secret | None:
        """Who may see a command while it waits for dice; None: everybody."""
        return None

    def hidden_frames(self, state: S, frames: tuple[Frame, ...]) -> Secret | None:
        """Who alone may read the frames that a command has pushed, in the state that it leads to; None: everybody."""
        return None

    # Documents

    def parse(self, command: Document) -> Command:
        """A command from plain JSON; `Malformed` names the field at fault."""
        order: Command = read_tagged(command, self.command_types, "command")
        return order

    def check_house_rules(self, house_rules: Document) -> object:
        """Refuse switches that a match could not be opened with."""
        return read(dict(house_rules), self.house_rules, "house_rules")

    def position(self, state: S) -> Json:
        """The situation as plain JSON, which `from_position` reads back to an equal state."""
        raise NotImplementedError

    def from_position(self, position: Document, house_rules: Document) -> S:
        """The state of a described situation. `Malformed` or `Refused` when it cannot exist."""
        raise NotImplementedError

    # What is told of it

    def wordlists(self) -> Iterable[Wordlist]:
        """What may stand in fields of its documents and events that are text."""
        return ()

    def bots(self) -> Mapping[str, Bot[S]]:
        """The players that the game comes with, by name."""
        return {"sample": self.sample, **self.players}


AnyGame: TypeAlias = Game[Any]
"""A game whatever its state is: those of different games differ."""
