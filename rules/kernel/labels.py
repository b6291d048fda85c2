"""What the fields of a command are called, what they refer to and within which bounds: told on the command's struct.

The forms of pages and admin, the prompts of the terminal and the JSON schemas are made from it. Bounds told here are no
part of reading a command: the rules refuse what is beyond them, by their rule, and what was stored is read for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec
from msgspec import inspect as shapes

KEY = "label"
REASON = "reason"
"""What a field refers to that says why the GM acts."""
NO_CHOICES: Mapping[str, str] = MappingProxyType({})


class Bounds(NamedTuple):
    """The least and the greatest number that a field takes, and the rule that says so."""

    low: int
    high: int
    rule: str


class Label(NamedTuple):
    """What a person is told of a field of a command.

    `of`: what its value refers to ("player", "item", "square" …), or REASON. `choices`: words for its values. `none`:
    what is chosen to leave it empty. `parts`: labels of the numbers in it, where it has several. `required`: whether
    it must be filled in, where the command says otherwise. `notes`: what is said of its values beside their words.
    `longest`: how many characters its text has at most; the rules refuse a longer one.
    """

    text: str
    help: str = ""
    of: str = ""
    choices: Mapping[str, str] = NO_CHOICES
    none: str = ""
    parts: tuple[str, ...] = ()
    bounds: Bounds | None = None
    required: bool | None = None
    notes: Mapping[str, str] = NO_CHOICES
    longest: int = 0


class FormText(NamedTuple):
    """What a person is told of a command: the title of its form, its button, what comes of it, by which rule.

    `fields` are those that it asks for, in this order (empty: all that have a label). `final`: it cannot be taken back.
    `icon`: that of its button in the admin site.
    """

    title: str
    submit: str = ""
    note: str = ""
    rule: str = ""
    fields: tuple[str, ...] = ()
    final: bool = False
    icon: str = ""


def label(text: str, help_text: str = "", *, stored: bool = False, **more: Any) -> msgspec.Meta:
    """A label for a field, with the further parts of `Label` by name; its words and bounds enter the JSON schema.

    `stored`: not those, for events have the struct as well, and the shapes of events stay as they are.
    """
    entry = Label(text, help_text, **more)
    if stored:
        return msgspec.Meta(extra={KEY: entry})
    limits = {"minimum": entry.bounds.low, "maximum": entry.bounds.high} if entry.bounds and not entry.parts else {}
    words = {"description": help_text} if help_text else {}
    return msgspec.Meta(extra={KEY: entry}, extra_json_schema={"title": text, **words, **limits})


Reason: TypeAlias = Annotated[str, label("Reason", "Recorded in the log.", of=REASON, required=True)]
"""Why the GM acts: forms ask for it."""
OptionalReason: TypeAlias = Annotated[str, label("Reason", "Recorded in the log.", of=REASON)]


class LabelledField(NamedTuple):
    """A field of a command that has a label, with its type without null, and whether it may be null."""

    name: str
    type: shapes.Type
    label: Label
    nullable: bool
    required: bool
    default: Any


@cache
def labelled(kind: type[Any]) -> tuple[LabelledField, ...]:
    """The fields of a struct that have a label, in order."""
    described = shapes.type_info(kind)
    fields = described.fields if isinstance(described, shapes.StructType) else ()
    return tuple(found for one in fields if (found := _labelled(one)) is not None)


def _labelled(one: shapes.Field) -> LabelledField | None:
    found, bare, nullable = None, one.type, False
    while isinstance(bare, shapes.Metadata | shapes.UnionType):
        if isinstance(bare, shapes.Metadata):
            found = found or (bare.extra or {}).get(KEY)
            bare = bare.type
            continue
        others = [part for part in bare.types if not isinstance(part, shapes.NoneType)]
        nullable = nullable or len(others) < len(bare.types)
        if len(others) > 1:
            break
        (bare,) = others
    default = None if one.default is msgspec.NODEFAULT else one.default
    return None if found is None else LabelledField(one.name, bare, found, nullable, one.required, default)


def beyond_bounds(order: msgspec.Struct) -> Iterator[tuple[str, Bounds]]:
    """The fields of a command, in order, whose number (or one of whose numbers) is beyond its bounds."""
    for one in labelled(type(order)):
        bounds, value = one.label.bounds, getattr(order, one.name)
        numbers = value if isinstance(value, tuple) else () if value is None else (value,)
        if bounds is not None and not all(bounds.low <= number <= bounds.high for number in numbers):
            yield one.name, bounds
