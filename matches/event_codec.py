"""Events as they go into the log and come out of it.

The table's events and the facts of a match bear their own names, a game's events that of the game before it:
`ishmek.stepped`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from eventstore import api as store
from matches.facts import FACTS
from rules.kernel import codec
from rules.kernel.errors import Malformed
from rules.kernel.game import Game
from rules.kernel.table_events import TABLE_EVENTS

SHARED = frozenset({*TABLE_EVENTS, *FACTS})


@cache
def codec_of(ruleset: Game[Any]) -> codec.Codec:
    """Reads and writes the events of a game's matches."""
    return codec.Codec(ruleset)


@cache
def fold_version(ruleset: Game[Any]) -> str:
    """What snapshots of a game's matches are keyed by."""
    return codec.fold_version(ruleset)


def stored(ruleset: Game[Any], event: Any) -> store.NewEvent:
    """An event as it is appended."""
    own = codec_of(ruleset)
    name, schema = _written_as(ruleset, own.type_of(event))
    return store.NewEvent(name, schema, own.encode(event))


def decoded(ruleset: Game[Any], recorded: store.RecordedEvent) -> Any:
    """The event of a record; `Malformed` when this game has no such event."""
    try:
        return _readers(ruleset)[recorded.type, recorded.schema](recorded.body)
    except (KeyError, msgspec.MsgspecError):
        return read_event(ruleset, recorded.type, recorded.schema, recorded.body)


def read_events(ruleset: Game[Any], stream: str, upto: int | None = None) -> Iterator[Any]:
    """The events of a stream from the first on, up to and with version `upto`; `Malformed` as `decoded`."""
    for page in store.read_pages(stream, upto=upto):
        yield from events_of(ruleset, page)


def events_of(ruleset: Game[Any], page: store.Page) -> Iterator[Any]:
    """The events of a page of the log, one after the other; `Malformed` as `decoded`."""
    readers = _readers_by_number(ruleset)
    try:
        for kind, body in page:
            yield readers[kind](body)
    except (KeyError, msgspec.MsgspecError, Malformed):
        # A page has no names: read the events again, to say which it is.
        for recorded in store.read(page.stream, page.first - 1, page.last):
            decoded(ruleset, recorded)
        raise


def read_event(ruleset: Game[Any], name: str, schema: int, body: bytes) -> Any:
    """The event that stands in a log under `name`; `Malformed` when this game has no such event."""
    return codec_of(ruleset).decode(wire_name(ruleset, name), body, schema)


@cache
def _written_as(ruleset: Game[Any], wire: str) -> tuple[str, int]:
    """The name that an event of a game bears in the log, and the schema it is written with now."""
    return log_name(ruleset, wire), codec_of(ruleset).schema(wire)


@cache
def _readers(ruleset: Game[Any]) -> Mapping[tuple[str, int], codec.Reader]:
    """What reads the bodies of each event under each schema there ever was, by its name in the log or in its game."""
    own = codec_of(ruleset)
    return {
        (name, schema): own.reader(wire, schema)
        for wire in own.names
        for name in (wire, f"{ruleset.key}.{wire}")
        for schema in range(1, own.schema(wire) + 1)
    }


@cache
def _readers_by_number(ruleset: Game[Any]) -> Mapping[tuple[int, int], codec.Reader]:
    """The same by the number of the name, as pages of the log have it."""
    return {(store.type_id(name), schema): reader for (name, schema), reader in _readers(ruleset).items()}


def log_name(ruleset: Game[Any], wire: str) -> str:
    """The name that an event bears in the log."""
    return wire if wire in SHARED else f"{ruleset.key}.{wire}"


def wire_name(ruleset: Game[Any], name: str) -> str:
    """The name that an event of the log bears in its game."""
    return name.removeprefix(f"{ruleset.key}.")


def event_class(ruleset: Game[Any], name: str) -> type[Any]:
    """The class of an event of the log."""
    wire = wire_name(ruleset, name)
    kind: type[Any] | None = TABLE_EVENTS.get(wire) or ruleset.event_types.get(wire)
    return kind or object
