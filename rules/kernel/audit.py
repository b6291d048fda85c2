"""The audit of a log: do the rules of today decide as it says, and are the house dice those of its secret?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.kernel.agenda import Decided
from rules.kernel.dice import commitment, derive_face, dice_key
from rules.kernel.errors import Malformed, NeedDice, Refused
from rules.kernel.game import AnyGame
from rules.kernel.messages import Event, tag_of
from rules.kernel.record import Record
from rules.kernel.rolls import DiceFaces, Need, Rolled
from rules.kernel.table import Table
from rules.kernel.table_events import MatchOpened, Rewound, SaltAdded, SecretRevealed, TableEvent


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as the log says, at event `n`. `code` is stable."""

    n: int
    code: str
    message: str


class Audit(msgspec.Struct, frozen=True):
    """What an audit found. `decisions` were decided again, of `rolls` the house dice recomputed `recomputed`.

    `differs` is the first event that today's rules would not write; `dice` are findings about the house dice.
    """

    ruleset: str
    version: int
    played_under: int
    decisions: int
    rolls: int
    recomputed: int
    differs: Finding | None = None
    dice: tuple[Finding, ...] = ()

    @property
    def verified(self) -> bool:
        return self.differs is None and not self.dice

    def __str__(self) -> str:
        if self.differs is not None:
            return f"differs from event {self.differs.n}: {self.differs.message}"
        if self.dice:
            return f"the dice of event {self.dice[0].n} are not those of the secret: {self.dice[0].message}"
        return f"verified under {self.ruleset} v{self.version}"


def audit(ruleset: AnyGame, events: Sequence[Event], secret: bytes = b"") -> Audit:
    """Decide every command of a log again, and recompute its house dice.

    `secret` is wanted only while the log itself has not revealed it; without either, house dice are not recomputed.
    """
    secret = secret or next((bytes.fromhex(e.secret) for e in events if isinstance(e, SecretRevealed)), b"")
    opened = next((event for event in events if isinstance(event, MatchOpened)), None)
    decisions, differs = _decide_again(ruleset, events)
    rolls = [event for event in events if isinstance(event, Rolled)]
    return Audit(
        ruleset=ruleset.key,
        version=ruleset.version,
        played_under=opened.ruleset_version if opened else 0,
        decisions=decisions,
        rolls=len(rolls),
        recomputed=sum(roll.blocks is not None for roll in rolls) if secret else 0,
        differs=differs,
        dice=tuple(recompute(events, secret)) if secret else tuple(_reused(events)),
    )


def _decide_again(ruleset: AnyGame, events: Sequence[Event]) -> tuple[int, Finding | None]:
    """How many commands were decided again, and the first event that came out otherwise."""
    past = Record.of_events(ruleset, events)
    table = Table(ruleset)
    state: Any = None
    decisions, batch = 0, list[Event]()
    for event in events:
        table.apply(event, past)
        if isinstance(event, TableEvent) or table.version <= table.opening:
            state = table.state
            continue
        batch.append(event)
        if isinstance(event, Decided):
            if event.command is not None:
                decisions += 1
                differs = _compare(ruleset, state, batch, table.version - len(batch) + 1)
                if differs is not None:
                    return decisions, differs
            state, batch = table.state, []
    return decisions, None


def _compare(ruleset: AnyGame, state: Any, batch: list[Event], first: int) -> Finding | None:
    """Decide the command of `batch` on `state` again; `first` is the number of the batch's first event."""
    closing = batch[-1]
    assert isinstance(closing, Decided) and closing.command is not None, "it closes a command"
    dice = _RecordedDice([event for event in batch if isinstance(event, Rolled)])
    try:
        again = ruleset.decide(state, ruleset.parse(closing.command), dice, closing.by)
    except NeedDice as wanted:
        return Finding(first, "die_lacking", f"a roll for {wanted.need.purpose} by {wanted.need.by} is missing")
    except (Refused, Malformed) as error:
        return Finding(first, "refused", f"the command would be refused today: {error}")
    for place, (then, now) in enumerate(zip(batch, again, strict=False)):
        if then != now:
            name = tag_of(now)
            return Finding(first + place, "other_event", f"today's rules give a different {name}")
    if len(batch) != len(again):
        place = min(len(batch), len(again))
        return Finding(first + place, "other_length", f"today's rules give {len(again)} events, not {len(batch)}")
    return None


class _RecordedDice:
    """The dice of one command as they were recorded, found again by what they were rolled for."""

    def __init__(self, rolls: list[Rolled]) -> None:
        self._rolls = rolls

    def take(self, need: Need) -> DiceFaces:
        """The faces on record for this roll; `NeedDice` when there are none."""
        for place, roll in enumerate(self._rolls):
            first = tuple(die[0] for die in roll.dice[: len(roll.dice) - len(roll.chains)])
            if (roll.purpose, roll.by, first) == (need.purpose, need.by, need.sides):
                del self._rolls[place]
                return DiceFaces(tuple(die[1] for die in roll.dice), roll.source, roll.blocks)
        raise NeedDice(need)


def recompute(events: Sequence[Event], secret: bytes) -> Iterator[Finding]:
    """Recompute every house die from the secret; yields what is wrong, in the order of the log."""
    opened = next((event for event in events if isinstance(event, MatchOpened)), None)
    if opened is None:
        return
    if opened.commitment != commitment(secret):
        yield Finding(1, "other_secret", "the secret is not the one the match was opened with")
    salts = {event.seat: event.salt for event in events if isinstance(event, SaltAdded)}
    key = dice_key(secret, opened.match, salts)
    for number, event in enumerate(events, 1):
        if isinstance(event, Rolled) and event.source == "house" and not _falls_again(event, key):
            yield Finding(
                number, "other_faces", f"the dice for {event.purpose} by {event.by} do not follow from the secret"
            )
    yield from _reused(events)


def _falls_again(roll: Rolled, key: bytes) -> bool:
    """Whether the dice of a roll are those of its blocks, all of them."""
    if roll.blocks is None:
        return False
    first, count = roll.blocks
    index = first
    for sides, face, _ in roll.dice:
        derived, index = derive_face(key, index, sides)
        if derived != (face or sides):  # a 0 is printed on the highest face of some dice
            return False
    return index == first + count


def _reused(events: Sequence[Event]) -> Iterator[Finding]:
    """Rolls that use a block at or before the last one used."""
    free = 0
    for number, event in enumerate(events, 1):
        if isinstance(event, Rolled) and event.blocks is not None:
            if event.blocks[0] < free:
                yield Finding(number, "block_reused", f"block {event.blocks[0]} of the house dice was used before")
            free = max(free, sum(event.blocks))
        elif isinstance(event, Rewound):
            free = max(free, event.dice_index)
