"""Rows in a form: races and spells of the house, spells on a sheet. Each row is a struct with a field for each part.

The struct says what may stand in a part: a number, words, one of some choices, yes or no. The page offers empty rows
beside those that are there, so that nothing but the form is needed to add one; a row left as it was offered is none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from campaigns.narration import plainly
from campaigns.pages.request_context import pick
from rules.kernel.switches import in_inches
from web.errors import Unreadable
from web.pages.fields import Field, Form
from web.pages.forms import values_of

KEY = "id"
NAMED = "In small letters, as in “goblin” or “hill folk”."
REMOVED = "removed"
STEP = re.compile(r"[^.\[\]]+")


class Rows(NamedTuple):
    """What is asked for: `name` begins the names of the fields, `kind` is the struct of a row.

    `keyed` rows have an id of their own before the parts of the struct. `words` has the words for parts where their
    names do not do; `lengths` are the parts that are inches, kept as hundredths.
    """

    name: str
    kind: type[Any]
    keyed: bool = False
    words: Mapping[str, str] = MappingProxyType({})
    lengths: Collection[str] = ()

    @property
    def first(self) -> str:
        """The part that tells rows apart, without which there is no row."""
        return KEY if self.keyed else str(self.kind.__struct_fields__[0])


Read = Sequence[tuple[int, Mapping[str, Any]]]
"""The rows that were filled in, each with its place in the form."""


def name_of(rows: Rows, place: int, part: str) -> str:
    """The name of a field.

    >>> name_of(Rows("races", object), 2, "power")
    'races-2-power'
    """
    return f"{rows.name}-{place}-{part}"


def row_fields(rows: Rows, place: int, row: Mapping[str, Any] = MappingProxyType({})) -> list[Field]:
    """The fields of the row at a place: with what stands there now, or with the defaults of the struct."""
    called = plainly(row.get(KEY, ""))
    key = [Field(KEY, "Name", value=called, required=True, help=NAMED)] if rows.keyed else []
    hints = get_type_hints(rows.kind)
    parts = (_part(rows, one, hints[one.name], row) for one in msgspec.structs.fields(rows.kind))
    return [replace(one, name=name_of(rows, place, one.name)) for one in (*key, *parts)]


def _part(rows: Rows, part: msgspec.structs.FieldInfo, hint: Any, row: Mapping[str, Any]) -> Field:
    value = row.get(part.encode_name, None if part.required else part.default)
    label = rows.words.get(part.name) or plainly(part.name).capitalize()
    asked = Field(part.name, label, value="" if value is None else str(value), required=part.required)
    options = _options(hint)
    if options:
        choices = tuple((option, plainly(option)) for option in options)
        if part.required:
            return replace(asked, kind="select", choices=pick(*choices))
        none = (("", "none"),) if part.default is None else ()
        return replace(asked, kind="select", choices=(*none, *choices))
    if hint is bool:
        return replace(asked, kind="check", value="on" if value else "")
    if part.name in rows.lengths:
        return replace(asked, kind="inches", label=f"{label} in inches", value=in_inches(value or 0))
    return replace(asked, kind="number") if hint is int else asked


def _options(hint: Any) -> tuple[str, ...]:
    """What may be chosen; nothing where it is no choice."""
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return next((get_args(part) for part in parts if get_origin(part) is Literal), ())


# What was filled in


def rows_read(rows: Rows, posted: Mapping[str, str], count: int) -> Read:
    """The first `count` rows of a form as they were filled in, without those that are to go and those left empty.

    Parts left empty are left out. Unreadable names the field at fault.
    """
    return [(place, _row(rows, place, posted)) for place in range(count) if _is_meant(rows, place, posted)]


def _is_meant(rows: Rows, place: int, posted: Mapping[str, str]) -> bool:
    if posted.get(name_of(rows, place, REMOVED)) == "on":
        return False
    typed = {one.name: posted.get(one.name, "").strip() for one in row_fields(rows, place)}
    return any(typed.values()) and any(typed[one.name] != one.value for one in row_fields(rows, place))


def _row(rows: Rows, place: int, posted: Mapping[str, str]) -> dict[str, Any]:
    form = Form(rows.name, "", "", tuple(row_fields(rows, place)), dict)
    given = values_of(form, posted).items()
    start = len(name_of(rows, place, ""))
    row = {name[start:]: value for name, value in given if value is not None}
    return row | ({KEY: key_of(row[KEY])} if rows.keyed else {})


def key_of(typed: str) -> str:
    """The key of a row from its name.

    >>> key_of(" Hill Folk ")
    'hill_folk'
    """
    return "_".join(typed.lower().split())


def by_key(rows: Rows, read: Read) -> dict[str, Mapping[str, Any]]:
    """Keyed rows by their ids. Unreadable names the second of two with one id."""
    found: dict[str, Mapping[str, Any]] = {}
    for place, row in read:
        if row[KEY] in found:
            message = f"There is another “{plainly(row[KEY])}”."
            raise Unreadable(message, name_of(rows, place, KEY), hint="Choose a name that is not on the list.")
        found[row[KEY]] = {part: value for part, value in row.items() if part != KEY}
    return found


def field_at(rows: Rows, read: Read, path: str) -> str:
    """The field of the form that a fault lies in; `path` leads there from the rows on, as the rules tell it.

    Empty where it lies in no row.

    >>> races = [(0, {"id": "orc"}), (2, {"id": "goblin"})]
    >>> field_at(Rows("races", object, keyed=True), races, ".goblin.cost")
    'races-2-cost'
    """
    steps = STEP.findall(path)
    wanted = steps[0] if steps else ""
    for number, (place, row) in enumerate(read):
        if wanted == (row[KEY] if rows.keyed else str(number)):
            return name_of(rows, place, steps[1] if len(steps) > 1 else rows.first)
    return ""


def filled(fields: Sequence[Field], posted: Mapping[str, str]) -> Iterator[Field]:
    """The fields with what was typed into them."""
    return (replace(one, value=posted.get(one.name, "")) for one in fields)
