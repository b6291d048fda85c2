"""Events as they go into the log and come out of it.

The table's events and the facts of a match bear their own names, a game's events that of the game before it:
`ishmek.stepped`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from eventstore import api as store
from matches.facts import FACTS
from matches.hosted import Hosted
from rules.kernel import codec
from rules.kernel.table_events import TABLE_EVENTS

SHARED = frozenset({*TABLE_EVENTS, *FACTS})


@cache
def codec_of(ruleset: Hosted) -> codec.Codec:
    """Reads and writes the events of a game's matches."""
    return codec.Codec(ruleset)


@cache
def fold_version(ruleset: Hosted) -> str:
    """What snapshots of a game's matches are keyed by."""
    return codec.fold_version(ruleset.game)


def stored(ruleset: Hosted, event: Any) -> store.NewEvent:
    """An event as it is appended."""
    own = codec_of(ruleset)
    name = own.type_of(event)
    return store.NewEvent(log_name(ruleset, name), own.schema(name), own.encode(event))


def decoded(ruleset: Hosted, recorded: store.Recorded) -> Any:
    """The event of a record; `Malformed` when this game has no such event."""
    return read_event(ruleset, recorded.type, recorded.schema, recorded.body)


def read_event(ruleset: Hosted, name: str, schema: int, body: bytes) -> Any:
    """The event that stands in a log under `name`; `Malformed` when this game has no such event."""
    return codec_of(ruleset).decode(wire_name(ruleset, name), body, schema)


def log_name(ruleset: Hosted, wire: str) -> str:
    """The name that an event bears in the log."""
    return wire if wire in SHARED else f"{ruleset.key}.{wire}"


def wire_name(ruleset: Hosted, name: str) -> str:
    """The name that an event of the log bears in its game."""
    return name.removeprefix(f"{ruleset.key}.")


def event_class(ruleset: Hosted, name: str) -> type[Any]:
    """The class of an event of the log."""
    wire = wire_name(ruleset, name)
    kind: type[Any] | None = TABLE_EVENTS.get(wire) or ruleset.event_types.get(wire)
    return kind or object
