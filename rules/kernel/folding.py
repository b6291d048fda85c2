"""What a match adds up to: the table's own events folded here, every other event by the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any, Protocol, Self, TypeVar

import msgspec

from rules.kernel import table_events as te
from rules.kernel.agenda import Decided, Secret
from rules.kernel.errors import Malformed
from rules.kernel.rolls import Rolled
from rules.kernel.ruleset import Outcome

T = TypeVar("T", bound="Folded")


class Past(Protocol):
    """The way back to earlier moments of the same match."""

    def decision_point(self, to: int) -> int | None:
        """Number of the last decision point at or before event `to`; None when there is none."""
        ...

    def state_at(self, version: int) -> Any:
        """The game's state after event `version`."""
        ...


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that waits for dice, and the faces typed for it so far."""

    by: str
    command: dict[str, Any]
    tape: tuple[int, ...] = ()
    secret: Secret | None = None


class Standing(msgspec.Struct, frozen=True):
    """A standing answer of a seat, or of one `player` of it. `mark` is that of its span when it was left."""

    seat: str
    player: str
    answer: te.Answer
    until: te.Span
    mark: str


class Folded:
    """A match as its first `version` events make it. `apply` moves it on in place; `copy` is cheap."""

    __slots__ = (
        "abandoned",
        "commitment",
        "dice_index",
        "dice_kinds",
        "match",
        "opened",
        "opening",
        "origin",
        "paused",
        "rolled",
        "ruleset",
        "salts",
        "secret",
        "standing",
        "state",
        "version",
    )

    def __init__(self, ruleset: Any) -> None:
        self.ruleset = ruleset
        self.version = 0
        self.state: Any = None
        self.match = ""
        self.opening = 0
        self.dice_kinds: dict[str, te.DiceKind] = {}
        self.commitment = ""
        self.origin: te.Origin | None = None
        self.salts: dict[str, str] = {}
        self.secret = ""
        self.dice_index = 0
        self.rolled = False
        self.opened: Opened | None = None
        self.standing: tuple[Standing, ...] = ()
        self.paused = ""
        self.abandoned = ""

    def copy(self) -> Self:
        """An independent table in the same situation."""
        return copy(self)

    def apply(self, event: Any, past: Past) -> None:
        """Fold one event. `past` is asked only for a `rewound`."""
        self.version += 1
        folder = _FOLDERS.get(type(event))
        if folder is not None:
            folder(self, event, past)
            return
        if isinstance(event, Rolled):
            self.rolled = True
            if event.blocks is not None:
                self.dice_index = max(self.dice_index, event.blocks[0] + event.blocks[1])
        elif isinstance(event, Decided):
            self.opened = None
        self.state = self.ruleset.evolve(self.state, event)

    def outcome(self) -> Outcome | None:
        """Why the match ended, None while it goes on."""
        if self.abandoned:
            return Outcome("abandoned")
        ended: Outcome | None = self.ruleset.outcome(self.state) if self.state is not None else None
        return ended

    def at_decision_point(self, event: Any) -> bool:
        """Whether play can be turned back to here; `event` is the last one folded."""
        return self.version == self.opening or isinstance(event, Decided | te.Rewound)


class History:
    """The past of one table as its events tell it. Keeps the state at every decision point."""

    def __init__(self, ruleset: Any) -> None:
        self._ruleset = ruleset
        self.events: list[Any] = []
        self.points: list[int] = []
        self._states: dict[int, Any] = {}

    def remember(self, event: Any, table: Folded) -> None:
        """Note an event; `table` has just folded it."""
        self.events.append(event)
        if table.at_decision_point(event):
            self.points.append(table.version)
            self._states[table.version] = table.state

    def decision_point(self, to: int) -> int | None:
        """Number of the last decision point at or before event `to`; None when there is none."""
        return next((point for point in reversed(self.points) if point <= to), None)

    def state_at(self, version: int) -> Any:
        """The game's state after event `version`; `Malformed` where the log has no such event yet."""
        if not 1 <= version <= len(self.events):
            raise Malformed(f"there is no event {version} to turn back to", f"events[{len(self.events) + 1}].to")
        nearest = self.decision_point(version) or 0
        state = self._states.get(nearest)
        for event in self.events[nearest:version]:
            if type(event) not in _FOLDERS:
                state = self._ruleset.evolve(state, event)
        return state


def fold_onto(table: T, events: Iterable[Any], history: History) -> T:
    """Fold `events` onto `table` in place, and note them in its `history`."""
    for event in events:
        table.apply(event, history)
        history.remember(event, table)
    return table


# One folder an event, in the order of `table_events`.


def _fold_opened(table: Folded, event: te.MatchOpened, _past: Past) -> None:
    table.match = event.match
    table.opening = event.opening
    table.dice_kinds = dict(event.dice)
    table.commitment = event.commitment
    table.origin = event.origin


def _fold_salt(table: Folded, event: te.SaltAdded, _past: Past) -> None:
    table.salts = {**table.salts, event.seat: event.salt}


def _fold_secret(table: Folded, event: te.SecretRevealed, _past: Past) -> None:
    table.secret = event.secret


def _fold_command_opened(table: Folded, event: te.CommandOpened, _past: Past) -> None:
    table.opened = Opened(event.by, event.command, secret=event.secret)


def _fold_dice_entered(table: Folded, event: te.DiceEntered, _past: Past) -> None:
    if table.opened is not None:
        table.opened = msgspec.structs.replace(table.opened, tape=(*table.opened.tape, *event.faces))


def _fold_dice_corrected(table: Folded, event: te.DiceCorrected, _past: Past) -> None:
    if table.opened is not None:
        tape = (*table.opened.tape[: event.index], event.face)
        table.opened = msgspec.structs.replace(table.opened, tape=tape)


def _fold_standing(table: Folded, event: te.StandingSet, _past: Past) -> None:
    kept = tuple(s for s in table.standing if (s.seat, s.player) != (event.seat, event.player))
    table.standing = (*kept, Standing(event.seat, event.player, event.answer, event.until, event.mark))


def _fold_standing_cleared(table: Folded, event: te.StandingCleared, _past: Past) -> None:
    table.standing = tuple(s for s in table.standing if s.seat != event.seat or event.player not in ("", s.player))


def _fold_rewound(table: Folded, event: te.Rewound, past: Past) -> None:
    table.state = past.state_at(event.to)
    table.opened = None
    table.standing = ()
    table.dice_index = max(table.dice_index, event.dice_index)


def _fold_paused(table: Folded, event: te.PlayPaused, _past: Past) -> None:
    table.paused = event.reason


def _fold_resumed(table: Folded, _event: te.PlayResumed, _past: Past) -> None:
    table.paused = ""


def _fold_abandoned(table: Folded, event: te.MatchAbandoned, _past: Past) -> None:
    table.abandoned = event.reason
    table.opened = None


_FOLDERS: dict[type, Callable[[Any, Any, Past], None]] = {
    te.MatchOpened: _fold_opened,
    te.SaltAdded: _fold_salt,
    te.SecretRevealed: _fold_secret,
    te.CommandOpened: _fold_command_opened,
    te.DiceEntered: _fold_dice_entered,
    te.DiceCorrected: _fold_dice_corrected,
    te.StandingSet: _fold_standing,
    te.StandingCleared: _fold_standing_cleared,
    te.Rewound: _fold_rewound,
    te.PlayPaused: _fold_paused,
    te.PlayResumed: _fold_resumed,
    te.MatchAbandoned: _fold_abandoned,
}
