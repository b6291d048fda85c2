"""A whole match in memory: its events, the table they make, and the way back to every earlier moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.asks import Outcome, Pending
from rules.kernel.dice import commitment, dice_key
from rules.kernel.folding import History, fold_onto
from rules.kernel.game import AnyGame
from rules.kernel.messages import Event
from rules.kernel.reading import Document
from rules.kernel.table import Command, Step, Table, open_table
from rules.kernel.table_events import DiceKind, Origin, SaltAdded


def fold(ruleset: AnyGame, events: Iterable[Event]) -> Table:
    """The table after `events`, from the first event of a match on.

    A `rewound` is folded by folding the events before it anew. `Malformed` when it points outside of them.
    """
    return fold_onto(Table(ruleset), events, History(ruleset))


class Record:
    """A match as it is played: submit commands, look at any moment, fork.

    `secret` is that of the house dice; empty where all dice are typed in. Use `open` or `of_events` to make one.
    """

    def __init__(self, ruleset: AnyGame, secret: bytes = b"") -> None:
        self.ruleset = ruleset
        self.secret = secret
        self.table = Table(ruleset)
        self._history = History(ruleset)
        self._key = b""
        self._key_fields: tuple[str, Mapping[str, str]] | None = None

    @classmethod
    def open(  # noqa: PLR0913 – by name, all but the first two
        cls,
        ruleset: AnyGame,
        match_id: str,
        *,
        setup: Document | None = None,
        position: Document | None = None,
        house_rules: Document | None = None,
        dice: Mapping[str, DiceKind] | None = None,
        secret: bytes = b"",
        salts: Mapping[str, str] | None = None,
        origin: Origin | None = None,
    ) -> Record:
        """Open a match from rosters or from a position; `Malformed` or `Refused` when they are bad.

        `dice`: seat (or "gm") → "house" or "table", which is the default. `salts`: seat → salt.
        """
        record = cls(ruleset, secret)
        record.add(
            open_table(
                ruleset,
                match_id,
                setup=setup,
                position=position,
                house_rules=house_rules,
                dice=dice,
                commitment=commitment(secret) if secret else "",
                origin=origin,
            )
        )
        record.add(SaltAdded(seat=seat, salt=salt) for seat, salt in (salts or {}).items())
        return record

    @classmethod
    def of_events(cls, ruleset: AnyGame, events: Iterable[Event], secret: bytes = b"") -> Record:
        """Take up a match from its log."""
        record = cls(ruleset, secret)
        record.add(events)
        return record

    def add(self, events: Iterable[Event]) -> None:
        self.table = fold_onto(self.table.copy(), events, self._history)

    def take_over(self, step: Step) -> None:
        """Let a step happen: its events, and the table it has folded them onto.

        `ValueError` when the match has moved on since the step was considered.
        """
        if step.after is None or step.after.version != self.version + len(step.events):
            raise ValueError("the step is not one from where the match stands")
        self._history.remember_all(step.events, step.after)
        self.table = step.after

    # Questions

    @property
    def events(self) -> Sequence[Event]:
        """All events, in order; event n is at index n − 1."""
        return self._history.events

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def house_key(self) -> bytes:
        """Key of the house dice with the salts added so far; empty where all dice are typed in."""
        if not self.secret:
            return b""
        fields = (self.table.match, self.table.salts)
        if fields != self._key_fields:
            self._key, self._key_fields = dice_key(self.secret, *fields), fields
        return self._key

    def pending(self) -> Pending:
        return self.table.pending(self.house_key)

    def outcome(self) -> Outcome | None:
        """Why it ended; None while it goes on."""
        return self.table.outcome()

    def decision_point(self, to: int) -> int | None:
        """Number of the last decision point at or before event `to`; None when there is none."""
        return self._history.decision_point(to)

    def state_at(self, version: int) -> Any:
        """The game's state after event `version`; `Malformed` when there is no such event."""
        return self._history.state_at(version)

    def table_at(self, version: int) -> Table:
        return fold(self.ruleset, self.events[:version])

    # Play

    def consider(self, command: Command, by: str = "", dice: Sequence[int] = ()) -> Step:
        """What would come of a command; nothing happens. `Malformed` or `Refused` as `Table.submit`.

        A step that ends the match reveals the secret of its dice.
        """
        return self.table.submit(command, by, dice, self.house_key, self).closed(self.secret, self)

    def submit(self, command: Command, by: str = "", dice: Sequence[int] = ()) -> Step:
        """Let a command happen.

        With too few typed dice the command stays open (`Step.need`), until a `dice` command brings the rest.
        """
        step = self.consider(command, by, dice)
        self.take_over(step)
        return step

    def fork(
        self,
        version: int,
        match_id: str,
        *,
        dice: Mapping[str, DiceKind] | None = None,
        secret: bytes = b"",
        hash_: str = "",
    ) -> Record:
        """A new match that starts from the situation after event `version`, with a secret of its own.

        `hash_` is the hash of that event in the log it is stored in, in hex. `Malformed` when there is no such event.
        """
        state = self.state_at(version)
        return Record.open(
            self.ruleset,
            match_id,
            position=self.ruleset.position(state),
            house_rules=msgspec.to_builtins(state.rules),
            dice=dice,
            secret=secret,
            origin=Origin(self.table.match, version, hash_),
        )
