"""Events and tables as bytes and back. Wire names are stable; what was written once can be read for ever."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import CodeType, FunctionType
from typing import Any, TypeAlias

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.folding import Opened, Standing
from rules.kernel.messages import tag_of
from rules.kernel.reading import malformed
from rules.kernel.table import Table
from rules.kernel.table_events import TABLE_EVENTS, DiceKind, Origin

Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""A pure function from an event's document under one schema number to that under the next."""

Reader: TypeAlias = Callable[[bytes], Any]
"""Reads the stored bodies of one type and schema."""


class TableImage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table as it is kept in a snapshot; `state` is the game's own JSON.

    It repeats fields of `Folded` on purpose: this is a format, not to change because a class that folds does.
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
    opened: Opened | None = None
    standing: tuple[Standing, ...] = ()
    paused: str = ""
    abandoned: str = ""


class Codec:
    """Reads and writes the events of one game and of its table.

    An event class may say its `schema` number (default 1). The game's `upcasts` maps (type, schema) → `Upcast`,
    chained until the present schema is reached.
    """

    def __init__(self, ruleset: Any) -> None:
        self._ruleset = ruleset
        self._kinds: dict[str, type[Any]] = {**TABLE_EVENTS, **ruleset.event_types}
        self._upcasts: Mapping[tuple[str, int], Upcast] = getattr(ruleset, "upcasts", {})
        self._encoder = msgspec.json.Encoder()
        self._schemas = {name: int(getattr(kind, "schema", 1)) for name, kind in self._kinds.items()}
        self._readers: dict[str, Reader] = {
            name: msgspec.json.Decoder(kind).decode for name, kind in self._kinds.items()
        }
        self._image = msgspec.json.Decoder(TableImage)
        self._state = msgspec.json.Decoder(ruleset.state_type)

    @property
    def names(self) -> Iterable[str]:
        """The wire names of all events, the table's first."""
        return self._kinds.keys()

    def type_of(self, event: Any) -> str:
        """Wire name of an event."""
        return tag_of(event)

    def schema(self, name: str) -> int:
        """Schema number that events of this wire name are written with now."""
        return self._schemas[name]

    def encode(self, event: Any) -> bytes:
        """An event as JSON bytes, its `type` included."""
        return self._encoder.encode(event)

    def decode(self, name: str, body: bytes, schema: int | None = None) -> Any:
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
            raise Malformed(f"{self._ruleset.key} has no event {name!r}", "type")
        if schema is None or schema == self._schemas[name]:
            return present
        return partial(self._lifted, name, schema)

    def _lifted(self, name: str, schema: int, body: bytes) -> Any:
        """The event of a body that was written under another schema."""
        return msgspec.convert(self._raise(name, schema, msgspec.json.decode(body)), self._kinds[name])

    def _raise(self, name: str, schema: int, document: dict[str, Any]) -> dict[str, Any]:
        """A document written under an older schema, as it would be written now."""
        for number in range(schema, self.schema(name)):
            upcast = self._upcasts.get((name, number))
            if upcast is None:
                raise Malformed(f"no way from schema {number} of {name} to the next", "schema")
            document = upcast(document)
        if schema > self.schema(name):
            raise Malformed(f"schema {schema} of {name} is newer than this Skald", "schema")
        return document

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


def fold_version(ruleset: Any) -> str:
    """What a snapshot is keyed by: changes whenever the same events could fold to other bytes.

    That is the game and its version, the shape of its state and of the table, and the code of its `evolve` module, of
    the kernel's folding, and of this module.
    """
    parts = [ruleset.key.encode(), str(ruleset.version).encode(), sys.version.encode()]
    parts += [msgspec.json.encode(msgspec.json.schema(kind)) for kind in (ruleset.state_type, _image_shape())]
    parts += [digest for name in _fold_modules(ruleset) for digest in _module_code(name)]
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(4, "big") + part)
    return whole.hexdigest()[:16]


def _image_shape() -> type[Any]:
    """The snapshot's own fields without the game's state."""
    fields = [(field.name, field.type) for field in msgspec.structs.fields(TableImage) if field.name != "state"]
    return msgspec.defstruct("TableShape", fields)


def _fold_modules(ruleset: Any) -> list[str]:
    """Names of the modules whose code folds this game's events."""
    own = type(ruleset).__module__
    evolve = f"{own.rpartition('.')[0]}.evolve"
    game = [name for name in sys.modules if name == evolve or name.startswith(f"{evolve}.")] or [own]
    return sorted([*game, "rules.kernel.agenda", "rules.kernel.codec", "rules.kernel.folding"])


def _module_code(name: str) -> Iterator[bytes]:
    """The compiled code of every function and method that a module defines."""
    members = vars(sys.modules[name])
    for key in sorted(members):
        member = members[key]
        if getattr(member, "__module__", None) == name:
            methods = vars(member).items() if isinstance(member, type) else ((key, member),)
            for _, function in sorted(methods):
                if isinstance(function, FunctionType):
                    yield from _code(function.__code__)


def _code(code: CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr(code.co_names).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant)
        else:  # the order of a set changes from process to process
            yield repr(sorted(map(repr, constant)) if isinstance(constant, frozenset) else constant).encode()
