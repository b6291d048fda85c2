"""Whether a match that was played is sound: its log folds and verifies, and its situations read back."""

from __future__ import annotations

import json
from typing import Any

from rules.kernel.agenda import Decided
from rules.kernel.audit import audit
from rules.kernel.codec import Codec
from rules.kernel.errors import KernelError
from rules.kernel.game import AnyGame
from rules.kernel.reading import plain
from rules.kernel.record import Record

EVERY = 20
"""Of so many decisions one is looked at as a situation of its own."""


class Unsound(Exception):
    """A match whose log does not bear it out; the message says how."""


def check_sound(record: Record) -> None:
    """Raise `Unsound` unless what is stored of a match is that match.

    Each event reads back as it was written; folded they come to the same state; the rules come to the same events and
    dice; and every so often a situation is written, read, and the same.
    """
    game, codec = record.ruleset, Codec(record.ruleset)
    stored = [(codec.type_of(event), codec.encode(event)) for event in record.events]
    try:
        log = [codec.decode(name, body, codec.schema(name)) for name, body in stored]
        again = Record.of_events(game, log)
        verdict = audit(game, log, record.secret)
    except KernelError as error:
        raise Unsound(str(error)) from error
    if log != list(record.events):
        raise Unsound("an event does not read back as it was written")
    if again.state != record.state:
        raise Unsound("the folded log is not the state of the match")
    if not verdict.verified:
        raise Unsound(str(verdict))
    decisions = [number for number, event in enumerate(log, 1) if isinstance(event, Decided)]
    for number in {*decisions[::EVERY], len(log)}:
        check_situation(game, again.state_at(number), number)


def check_situation(game: AnyGame, state: Any, number: int) -> None:
    """A situation as JSON is that situation."""
    position = json.loads(json.dumps(game.position(state)))
    try:
        read_back = game.from_position(position, plain(state.rules))
    except KernelError as error:
        raise Unsound(f"the situation after event {number} does not read back: {error}") from error
    if read_back != state:
        raise Unsound(f"the situation after event {number} reads back as another")
