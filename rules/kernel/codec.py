"""Events and tables as bytes and back. Wire names are stable; what was written once can be read for ever."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeAlias

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.fold_code import code_of, digest_of, module_code, reached_modules
from rules.kernel.folding import OpenCommand, StandingAnswer
from rules.kernel.game import AnyGame
from rules.kernel.messages import Event, Upcast, tag_of
from rules.kernel.reading import Json, malformed
from rules.kernel.table import Table
from rules.kernel.table_events import TABLE_EVENTS, DiceKind, Origin

Reader: TypeAlias = Callable[[bytes], Event]
"""Reads the stored bodies of one type and schema."""


class TableImage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table as it is kept in a snapshot; `state` is the game's own JSON.

    It repeats fields of `TableState` on purpose: this is a format, not to change because a class that folds does.
    """

    version: int
    state: msgspec.Raw
    match: str
    opening: int
    dice_kinds: dict[str, DiceKind]
    commitment: str = ""
    origin: Origin | None = None
    salts: dict[str, str] = {}
    secret: str = ""
    dice_index: int = 0
    rolled: bool = False
    opened: OpenCommand | None = None
    standing: tuple[StandingAnswer, ...] = ()
    paused: str = ""
    abandoned: str = ""


class EventCodec:
    """Reads and writes the events of one kind of log, by wire name, and those of tables.

    An event class may say its `schema` number (default 1). `upcasts` maps (type, schema) → `Upcast`, chained until the
    present schema is reached.
    """

    def __init__(self, key: str, kinds: Mapping[str, type[Event]], upcasts: Mapping[tuple[str, int], Upcast]) -> None:
        self._key = key
        self._kinds: dict[str, type[Event]] = {**TABLE_EVENTS, **kinds}
        self._upcasts = upcasts
        self._encoder = msgspec.json.Encoder()
        self._schemas = {name: int(getattr(kind, "schema", 1)) for name, kind in self._kinds.items()}
        self._readers: dict[str, Reader] = {
            name: msgspec.json.Decoder(kind).decode for name, kind in self._kinds.items()
        }

    @property
    def names(self) -> Iterable[str]:
        """The wire names of all events, the table's first."""
        return self._kinds.keys()

    def type_of(self, event: Event) -> str:
        return tag_of(event)

    def schema(self, name: str) -> int:
        """Schema number that events of this wire name are written with now."""
        return self._schemas[name]

    def encode(self, event: Event) -> bytes:
        return self._encoder.encode(event)

    def decode(self, name: str, body: bytes, schema: int | None = None) -> Event:
        """The event of a stored body; `schema` is the number it was written with (None: the present one).

        `Malformed` when no game knows the type, when an upcast is lacking, or when the body does not fit.
        """
        try:
            return self.reader(name, schema)(body)
        except msgspec.MsgspecError as error:
            raise malformed(str(error), name) from None

    def reader(self, name: str, schema: int | None = None) -> Reader:
        """What reads the bodies of this type that were written under `schema` (None: the present one).

        `Malformed` when no game knows the type. What is returned raises `Malformed` when an upcast is lacking, and
        `msgspec.MsgspecError` when a body does not fit.
        """
        present = self._readers.get(name)
        if present is None:
            raise Malformed(f"{self._key} has no event {name!r}", "type")
        if schema is None or schema == self._schemas[name]:
            return present
        return partial(self._lifted, name, schema)

    def _lifted(self, name: str, schema: int, body: bytes) -> Event:
        """The event of a body that was written under another schema."""
        return msgspec.convert(self._raise(name, schema, msgspec.json.decode(body)), self._kinds[name])

    def _raise(self, name: str, schema: int, document: Json) -> Json:
        """A document written under an older schema, as it would be written now."""
        for number in range(schema, self.schema(name)):
            upcast = self._upcasts.get((name, number))
            if upcast is None:
                raise Malformed(f"no way from schema {number} of {name} to the next", "schema")
            document = upcast(document)
        if schema > self.schema(name):
            raise Malformed(f"schema {schema} of {name} is newer than this Skald", "schema")
        return document


class Codec(EventCodec):
    """Reads and writes the events of one game and of its table, and whole tables."""

    def __init__(self, ruleset: AnyGame) -> None:
        super().__init__(ruleset.key, ruleset.event_types, ruleset.upcasts)
        self._ruleset = ruleset
        self._image = msgspec.json.Decoder(TableImage)
        self._state: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ruleset.state_type)

    def encode_state(self, table: Table) -> bytes:
        """All of a table as JSON bytes, for a snapshot."""
        fields = {name: getattr(table, name) for name in TableImage.__struct_fields__}
        return self._encoder.encode(TableImage(**{**fields, "state": msgspec.Raw(self._encoder.encode(table.state))}))

    def decode_state(self, body: bytes) -> Table:
        """The table of a snapshot; `Malformed` when the bytes are none."""
        try:
            image = self._image.decode(body)
            state = self._state.decode(image.state) if bytes(image.state) != b"null" else None
        except msgspec.MsgspecError as error:
            raise malformed(str(error), "snapshot") from None
        table = Table(self._ruleset)
        for name in TableImage.__struct_fields__:
            setattr(table, name, getattr(image, name))
        table.state = state
        return table


def fold_version(ruleset: AnyGame) -> str:
    """What a snapshot is keyed by: changes whenever the same events could fold to other bytes.

    That is the game and its version, the shape of its state and of the table, and the code of every module that its
    `evolve`, the kernel's folding and this module reach, its upcasts included.
    """
    parts = [ruleset.key.encode(), str(ruleset.version).encode(), sys.version.encode()]
    parts += [msgspec.json.encode(msgspec.json.schema(kind)) for kind in (ruleset.state_type, _image_shape())]
    parts += [digest for name in fold_modules(ruleset) for digest in module_code(name)]
    parts += code_of(ruleset.upcasts)
    return digest_of(parts)[:16]


def fold_modules(ruleset: AnyGame) -> list[str]:
    """Names of the modules whose code folds this game's events."""
    return reached_modules([ruleset.evolve.__module__, "rules.kernel.agenda", __name__, "rules.kernel.folding"])


def _image_shape() -> type[msgspec.Struct]:
    """The snapshot's own fields without the game's state."""
    fields = [(field.name, field.type) for field in msgspec.structs.fields(TableImage) if field.name != "state"]
    return msgspec.defstruct("TableShape", fields)
