"""Frames as they were stored, decoded for ever.

`tests/golden/frames/GAME_v1.jsonl` holds frames of each kind that have between them a value for every field of theirs,
and of what they hold, other than its default. A line is never written anew; a new kind, or a new field (which has a
default), gets a line of its own: in `GAME_v2.jsonl` once `decided`, which carries frames, is of schema 2.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect
from msgspec.structs import fields

from rules.kernel.codec import Codec
from rules.kernel.messages import tag_of
from tests.rules.every_game.golden import GOLDEN, lines_of

FieldOf = tuple[type[Any], str]

WITHOUT_DEFAULT = {
    "who it is about: a default would be nobody, or somebody who is not meant": (
        "actor", "allies", "asked", "attacker", "by", "character", "holder", "model", "moved", "mover", "player",
        "players", "propeller", "seat", "struck", "target", "targets", "thrower", "waiting",
    ),
    "what is being done: a default would be an action that nobody chose": (
        "ability", "aftermath", "cause", "command", "kind", "name", "order", "origin", "purpose", "rule", "slot",
        "spell", "steps", "trigger",
    ),
    "what is still to be done: without it there is nothing to do, and no frame": ("left", "owed", "queue"),
    "which orb, which way, from where: each is as good as the other": ("edge", "orb", "path", "squares", "start"),
    "a number that was rolled or follows from the rules: 0 is one of its values, and would be left out": (
        "bounces", "covered", "dc", "dc_distance", "distance", "keep", "lean", "levels", "margin", "motion", "scatter",
        "tens", "tn", "values", "wounds",
    ),
    "true at some kick-offs, false at others: one of them would be left out": ("fresh",),
}  # fmt: skip
"""The fields of frames that have no default, and why one would be a lie.

All of them stand in the first line that was stored of their frame; a field that comes later has a default.
"""


class Frames:
    """The frames of a game on file; `kinds` is the union of those there are."""

    def __init__(self, game: Any, kinds: Any) -> None:
        self.codec, self.kinds = Codec(game), kinds
        self.latest = self.codec.schema("decided")
        self.lines = [
            (schema, line)
            for schema in range(1, self.latest + 1)
            for line in lines_of(GOLDEN / "frames" / f"{game.key}_v{schema}.jsonl")
        ]
        self.cases = [
            pytest.param(schema, line, id=f"{number} {json.loads(line)['frame']}")
            for number, (schema, line) in enumerate(self.lines, 1)
        ]

    def read(self, schema: int, line: bytes) -> Any:
        """The frame, read where it is stored: in what `decided` pushes."""
        decided = b'{"type":"decided","by":"gm","push":[' + line + b"]}"
        return self.codec.decode("decided", decided, schema).push[0]

    def check_read(self, schema: int, line: bytes) -> None:
        """It decodes; under today's schema not one byte is lost."""
        frame = self.read(schema, line)
        assert schema < self.latest or msgspec.json.encode(frame) == line

    def check_kinds(self) -> None:
        """Each kind of frame has a line."""
        assert {tag_of(kind) for kind in get_args(self.kinds)} <= {json.loads(line)["frame"] for _, line in self.lines}

    def check_fields(self) -> None:
        """Each field of the frames, and of what they hold, stands in a line."""
        stored = {one for schema, line in self.lines for one in _stored(self.read(schema, line))}
        lacking = sorted(f"{kind.__name__}.{name}" for kind, name in set(_fields_of(self.kinds)) - stored)
        assert lacking == [], "a new field of a frame has a default, and wants a line with another value"


def check_defaults(kinds: Any) -> None:
    """Each field of these frames has a default, or is named in `WITHOUT_DEFAULT`."""
    named = {name for names in WITHOUT_DEFAULT.values() for name in names}
    lacking = sorted(
        f"{kind.__name__}.{field.name}"
        for kind in get_args(kinds)
        for field in fields(kind)
        if field.required and field.name not in named
    )
    assert lacking == [], "a field of a frame has a default: frames that are stored do not have it"


def _stored(value: Any) -> Iterator[FieldOf]:
    """The fields that are written of a value and of what it holds."""
    if isinstance(value, msgspec.Struct):
        for field in fields(value):
            here = getattr(value, field.name)
            if field.required or here != _default(field):
                yield type(value), field.name
            yield from _stored(here)
    elif isinstance(value, Mapping):
        yield from (one for part in value.values() for one in _stored(part))
    elif isinstance(value, tuple):
        yield from (one for part in value for one in _stored(part))


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def _fields_of(kinds: Any) -> Iterator[FieldOf]:
    """All fields of all structs that a type may hold."""
    ahead, seen = [inspect.type_info(kinds)], set()
    while ahead:
        kind = ahead.pop()
        if isinstance(kind, inspect.StructType):
            if kind.cls not in seen:
                seen.add(kind.cls)
                yield from ((kind.cls, field.name) for field in kind.fields)
                ahead += [field.type for field in kind.fields]
            continue
        parts = (getattr(kind, name, None) for name in ("type", "item_type", "key_type", "value_type"))
        ahead += [*getattr(kind, "types", ()), *getattr(kind, "item_types", ()), *filter(None, parts)]
