"""Who must decide what, and why: the agenda of frames, the reaction window, and one decide in progress.

The agenda is a tuple of small frames, all data; the top frame decides. Whatever happens inside one command happens on a
`Run`; its last event, `decided`, says how the agenda changed: how many frames from the bottom stay, and which were
pushed on them.

Events, commands, frames and states are structs with `gc=False`: frozen and made of what was there before them, they
cannot be part of a cycle, and the garbage collector need not walk through whole matches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

import msgspec

from rules.kernel.dice import Dice
from rules.kernel.errors import NeedDice, RunawayLoop
from rules.kernel.messages import Event, tag_of
from rules.kernel.reading import Json, JsonField
from rules.kernel.rolls import Need, Rolled, rolled

STEP_LIMIT = 2_000


class Secret(msgspec.Struct, frozen=True, gc=False):
    """Who may see an event before an event of type `until` has happened. The GM always may."""

    seats: tuple[str, ...]
    until: str


class Frame(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame"):
    """A piece of unfinished business. A game's frames inherit from it."""


class DeclaredReaction(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A reaction somebody declared in a window: the reactor, and the `react` command as it came.

    `noted` are facts of the moment that the rules go by later, when it is carried out; the words are the game's.
    """

    player: str
    command: JsonField
    noted: tuple[str, ...] = ()


class Window(Frame, frozen=True, omit_defaults=True, tag="window"):
    """A reaction window: `waiting` have not answered yet, `declared` want to react, `trigger` says what happened.

    Everybody with an option is asked once; when all have answered, the declared reactions are settled in the order
    the game's rules give. A window without an option is never opened.
    """

    trigger: str
    rule: str
    waiting: tuple[str, ...]
    declared: tuple[DeclaredReaction, ...] = ()
    about: str = ""

    def answered(self, player: str) -> Window:
        """The window once `player` has let it pass."""
        return msgspec.structs.replace(self, waiting=tuple(p for p in self.waiting if p != player))

    def with_reaction(self, player: str, command: Json, noted: tuple[str, ...] = ()) -> Window:
        """The window once `player` has declared a reaction."""
        window = self.answered(player)
        return msgspec.structs.replace(window, declared=(*window.declared, DeclaredReaction(player, command, noted)))


class Decided(Event, frozen=True, kw_only=True):
    """Closes what one command brought about: who decided, the command as it came, and the agenda it leaves.

    Each game narrows `push` to its own frames. `keep` counts the frames that stay, from the bottom.
    `by` is a seat, "gm", or "standing" for a standing answer. The state after this event is a decision point.
    """

    says = "Decided."
    weight = "small"

    by: str
    command: JsonField | None = None
    keep: int = 0
    push: tuple[Any, ...] = ()
    secret: Secret | None = None


class AgendaState(Protocol):
    """What the kernel asks of a game's state."""

    @property
    def agenda(self) -> tuple[Frame, ...]:
        """The frames, top frame last."""
        ...

    @property
    def rules(self) -> msgspec.Struct:
        """The house rules the match was opened with."""
        ...

    @property
    def result(self) -> object:
        """How the match ended; None while it goes on."""
        ...


S = TypeVar("S", bound=AgendaState)
HiddenFrames: TypeAlias = Callable[[S, tuple[Frame, ...]], Secret | None]
"""Who alone may read new frames, in the state that a decide leads to; None: everybody."""
R = TypeVar("R", bound=Rolled)


class NewEvents(list[Event]):
    """The events of one decide, in order. `state` is what they lead to: a `Run` has folded each as it was emitted."""

    __slots__ = ("state",)

    state: Any


class Run(Generic[S]):
    """One decide in progress: the state as it stands, the events so far, the agenda being worked on.

    `by` is who gave the command: a seat, "gm", or "standing" for a standing answer.
    """

    def __init__(self, state: S, dice: Dice, evolve: Callable[[S, Event], S], by: str) -> None:
        self.state = state
        self.by = by
        self.events = NewEvents()
        self.agenda: list[Any] = list(state.agenda)
        self.secret: Secret | None = None
        self._before = state.agenda
        self._dice = dice
        self._evolve = evolve

    @classmethod
    def opening(cls, opened: Event, dice: Dice, evolve: Callable[[S | None, Event], S], by: str) -> Self:
        """The decide that begins a match: `opened`, its first event, is on record."""
        run = cls(evolve(None, opened), dice, evolve, by)
        run.events.append(opened)
        return run

    def start_from(self, event: Event) -> None:
        """`event` sets up a whole situation: what is open in it goes on."""
        self.emit(event)
        self.agenda = list(self.state.agenda)

    def emit(self, event: Event) -> None:
        """Something happened: put it on record and fold it."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def push(self, frame: Frame) -> None:
        """New business on top of the agenda."""
        self.agenda.append(frame)

    def pop(self) -> Any:
        """The top frame is done."""
        return self.agenda.pop()

    def advance(self, frame: Frame) -> None:
        """Put `frame` in the place of the top frame."""
        self.agenda[-1] = frame

    def roll(self, kind: type[R], need: Need, /, **own: Any) -> R:
        """Take the dice of `need`, and put the roll on record as a `kind` with the game's `own` fields."""
        on_record = self.take(kind, need, **own)
        self.emit(on_record)
        return on_record

    def take(self, kind: type[R], need: Need, /, **own: Any) -> R:
        """Like `roll`, without putting it on record: for events that say more than the roll itself."""
        try:
            taken = self._dice.take(need)
        except NeedDice as wanted:
            wanted.events = tuple(self.events)
            raise
        return rolled(kind, need, taken, **own)

    def close(
        self,
        kind: type[Decided],
        command: Json | None,
        hidden: Callable[[S, tuple[Frame, ...]], Secret | None],
    ) -> NewEvents:
        """All events of this decide, the last one being the game's `decided`.

        Set `secret` before closing where the command itself must stay hidden; `hidden` says who alone may read the
        frames that are new or changed. Neither outlasts what reveals it.
        """
        keep = common_prefix(self._before, self.agenda)
        push = tuple(self.agenda[keep:])
        if self.secret is None:
            self.secret = hidden(self.state, push)
        secret = None if self.secret is not None and self._has_told(self.secret.until) else self.secret
        self.emit(kind(by=self.by, command=command, keep=keep, push=push, secret=secret))
        self.events.state = self.state
        return self.events

    def _has_told(self, name: str) -> bool:
        """Whether an event of this wire name has happened in this decide."""
        return any(tag_of(event) == name for event in self.events)


def common_prefix(before: tuple[Frame, ...], after: Sequence[Frame]) -> int:
    """How many frames from the bottom are the same."""
    count = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and old != new:
            break
        count += 1
    return count


def settle_agenda(state: S, event: Decided) -> S:
    """The state after `decided`: it leaves another agenda, or all as it is. A `keep` beyond it keeps all of it."""
    if not event.push and event.keep >= len(state.agenda):
        return state
    agenda = (*state.agenda[: event.keep], *event.push)
    settled: S = msgspec.structs.replace(state, agenda=agenda)  # type: ignore[type-var]  # each state is a struct
    return settled


def work_off(run: Run[S], step: Callable[[Run[S]], bool]) -> None:
    """Work off automatic frames until `step` says that somebody has to decide."""
    for _ in range(STEP_LIMIT):
        if not step(run):
            return
    frames = ", ".join(type(frame).__name__ for frame in run.agenda)
    raise RunawayLoop(f"no decision within {STEP_LIMIT} steps; agenda: {frames}")
