"""What a match adds up to: the table's own events folded here, every other event by the game."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, Self, TypeAlias, TypeVar, cast

import msgspec

from rules.kernel import table_events as te
from rules.kernel.agenda import Decided, NewEvents, Secret
from rules.kernel.asks import Outcome
from rules.kernel.errors import Malformed
from rules.kernel.game import AnyGame
from rules.kernel.messages import Event, folders
from rules.kernel.reading import JsonField
from rules.kernel.rolls import Rolled

T = TypeVar("T", bound="TableState")
V = TypeVar("V")


class Past(Protocol):
    """The way back to earlier moments of the same match."""

    def decision_point(self, to: int) -> int | None:
        """Number of the last decision point at or before event `to`; None when there is none."""
        ...

    def state_at(self, version: int) -> Any:
        """The game's state after event `version`."""
        ...


Folder: TypeAlias = Callable[[Any, Any, Past], None]
"""Moves a table on by one event."""


class ByClass(dict[type[Event], V]):
    """What a function answers for a class, asked once a class: `isinstance` of a struct takes much longer."""

    def __init__(self, answer: Callable[[type[Event]], V]) -> None:
        super().__init__()
        self._answer = answer

    def __missing__(self, kind: type[Event]) -> V:
        answer = self[kind] = self._answer(kind)
        return answer


class OpenCommand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that waits for dice, and the faces typed for it so far."""

    by: str
    command: JsonField
    tape: tuple[int, ...] = ()
    secret: Secret | None = None


class StandingAnswer(msgspec.Struct, frozen=True):
    """A standing answer of a seat, or of one `player` of it. `mark` is that of its span when it was left."""

    seat: str
    player: str
    answer: te.Answer
    until: te.Span
    mark: str


class TableState(msgspec.Struct):
    """A match as its first `version` events make it. `apply` moves it on in place; `copy` is cheap.

    What its fields hold is never changed, only replaced, so that copies share it.
    """

    ruleset: AnyGame
    version: int = 0
    state: Any = None
    match: str = ""
    opening: int = 0
    dice_kinds: dict[str, te.DiceKind] = {}
    commitment: str = ""
    origin: te.Origin | None = None
    salts: dict[str, str] = {}
    secret: str = ""
    dice_index: int = 0
    rolled: bool = False
    opened: OpenCommand | None = None
    standing: tuple[StandingAnswer, ...] = ()
    paused: str = ""
    abandoned: str = ""

    def copy(self) -> Self:
        """An independent table in the same situation."""
        return msgspec.structs.replace(self)

    def apply(self, event: Event, past: Past) -> None:
        """Fold one event. `past` is asked only for a `rewound`."""
        self.version += 1
        _FOLDERS[type(event)](self, event, past)

    def take(self, new: NewEvents) -> None:
        """Move on by what the game has just decided on this table: the state is folded, the dice are to be noted."""
        self.version += len(new)
        self.state = new.state
        self.opened = None
        for event in new:
            if _IS_ROLL[type(event)]:
                self.note_roll(cast("Rolled", event))

    def note_roll(self, roll: Rolled) -> None:
        """Dice have fallen: salts come too late now, and the blocks of house dice are used up."""
        self.rolled = True
        if roll.blocks is not None:
            self.dice_index = max(self.dice_index, roll.blocks[0] + roll.blocks[1])

    def outcome(self) -> Outcome | None:
        """Why the match ended, None while it goes on."""
        if self.abandoned:
            return Outcome("abandoned")
        ended: Outcome | None = self.ruleset.outcome(self.state) if self.state is not None else None
        return ended

    def at_decision_point(self, event: Event) -> bool:
        """Whether play can be turned back to here; `event` is the last one folded."""
        return _IS_POINT[type(event)] or self.version == self.opening


class History:
    """The past of one table as its events tell it. Keeps states at decision points, to come back to them fast."""

    def __init__(self, ruleset: AnyGame) -> None:
        self._ruleset = ruleset
        self.events: list[Event] = []
        self.points: list[int] = []
        self._kept: list[int] = []
        self._states: list[Any] = []

    def remember(self, event: Event, table: TableState) -> None:
        """Note an event; `table` has just folded it."""
        self.events.append(event)
        if table.at_decision_point(event):
            self.points.append(table.version)
            self._keep(table)

    def remember_all(self, events: Sequence[Event], table: TableState) -> None:
        """Note the events of a step; `table` has folded all of them. A `rewound` is always the last one."""
        first = len(self.events) + 1
        self.events.extend(events)
        for number, event in enumerate(events, first):
            if _IS_POINT[type(event)] or number == table.opening:
                self.points.append(number)
        self._keep(table)

    def _keep(self, table: TableState) -> None:
        self._kept.append(table.version)
        self._states.append(table.state)

    def decision_point(self, to: int) -> int | None:
        """Number of the last decision point at or before event `to`; None when there is none."""
        place = bisect_right(self.points, to)
        return self.points[place - 1] if place else None

    def state_at(self, version: int) -> Any:
        """The game's state after event `version`; `Malformed` where the log has no such event yet."""
        if not 1 <= version <= len(self.events):
            raise Malformed(f"there is no event {version} to rewind to", f"events[{len(self.events) + 1}].to")
        place = bisect_right(self._kept, version)
        nearest, state = (self._kept[place - 1], self._states[place - 1]) if place else (0, None)
        for event in self.events[nearest:version]:
            if not isinstance(event, te.TableEvent):
                state = self._ruleset.evolve(state, event)
        return state


def fold_onto(table: T, events: Iterable[Event], history: History) -> T:
    """Fold `events` onto `table` in place, and note them in its `history`."""
    for event in events:
        table.apply(event, history)
        history.remember(event, table)
    return table


def _folder(kind: type[Event]) -> Folder:
    """How events of a class are folded."""
    if issubclass(kind, te.TableEvent):
        return _TABLE_FOLDERS.get(kind, _leave)
    if issubclass(kind, Decided):
        return _fold_decided
    return _fold_rolled if issubclass(kind, Rolled) else _fold_played


_FOLDERS = ByClass(_folder)
_IS_ROLL = ByClass(lambda kind: issubclass(kind, Rolled))
_IS_POINT = ByClass(lambda kind: issubclass(kind, Decided | te.Rewound))
"""Whether play can be turned back to events of a class."""


def _leave(_table: TableState, _event: te.TableEvent, _past: Past) -> None:
    """An event of the table that changes nothing on it: a fact about the match."""


# The game's events


def _fold_played(table: TableState, played: Event, _past: Past) -> None:
    table.state = table.ruleset.evolve(table.state, played)


def _fold_rolled(table: TableState, event: Rolled, _past: Past) -> None:
    table.note_roll(event)
    table.state = table.ruleset.evolve(table.state, event)


def _fold_decided(table: TableState, event: Decided, _past: Past) -> None:
    table.opened = None
    table.state = table.ruleset.evolve(table.state, event)


# The table's own events: one folder an event, in the order of `table_events`.


def _fold_opened(table: TableState, event: te.MatchOpened, _past: Past) -> None:
    table.match = event.match
    table.opening = event.opening
    table.dice_kinds = dict(event.dice)
    table.commitment = event.commitment
    table.origin = event.origin


def _fold_salt(table: TableState, event: te.SaltAdded, _past: Past) -> None:
    table.salts = {**table.salts, event.seat: event.salt}


def _fold_secret(table: TableState, event: te.SecretRevealed, _past: Past) -> None:
    table.secret = event.secret


def _fold_command_opened(table: TableState, event: te.CommandOpened, _past: Past) -> None:
    table.opened = OpenCommand(event.by, event.command, secret=event.secret)


def _fold_dice_entered(table: TableState, event: te.DiceEntered, _past: Past) -> None:
    if table.opened is not None:
        table.opened = msgspec.structs.replace(table.opened, tape=(*table.opened.tape, *event.faces))


def _fold_dice_corrected(table: TableState, event: te.DiceCorrected, _past: Past) -> None:
    if table.opened is not None:
        tape = (*table.opened.tape[: event.index], event.face)
        table.opened = msgspec.structs.replace(table.opened, tape=tape)


def _fold_standing(table: TableState, event: te.StandingSet, _past: Past) -> None:
    kept = tuple(s for s in table.standing if (s.seat, s.player) != (event.seat, event.player))
    table.standing = (*kept, StandingAnswer(event.seat, event.player, event.answer, event.until, event.mark))


def _fold_standing_cleared(table: TableState, event: te.StandingCleared, _past: Past) -> None:
    table.standing = tuple(s for s in table.standing if s.seat != event.seat or event.player not in ("", s.player))


def _fold_rewound(table: TableState, event: te.Rewound, past: Past) -> None:
    table.state = past.state_at(event.to)
    table.opened = None
    table.standing = ()
    table.dice_index = max(table.dice_index, event.dice_index)


def _fold_paused(table: TableState, event: te.PlayPaused, _past: Past) -> None:
    table.paused = event.reason


def _fold_resumed(table: TableState, event: te.PlayResumed, _past: Past) -> None:
    table.paused = ""


def _fold_abandoned(table: TableState, event: te.MatchAbandoned, _past: Past) -> None:
    table.abandoned = event.reason
    table.opened = None


_TABLE_FOLDERS: Mapping[type[Event], Folder] = folders(globals())
