"""Bounds of the documents that people write: set on the fields of their structs, refused by `DocumentRefusals`.

level: Annotated[int, Bounds(1, 20, "IST-RACE-01")] = 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from rules.kernel.errors import Refused
from rules.kernel.labels import Bounds
from rules.kernel.reading import joined

LONGEST_ID, LONGEST_NAME = 64, 200
COLOUR = re.compile(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?")


class DocumentRefusals(NamedTuple):
    """How documents of a kind are refused: the code, the rule by which they have ids and texts, the prefix of fields.

    `hint`: what to do where a refusal says nothing better.
    """

    code: str
    rule: str
    prefix: str
    hint: str

    def bad(self, message: str, field: str, rule: str, code: str = "", hint: str = "") -> Refused:
        """The refusal for a fault in one field."""
        return Refused(code or self.code, message, rule, field=f"{self.prefix}{field}", hint=hint or self.hint)


@cache
def bounds_of(kind: type[msgspec.Struct]) -> Mapping[str, Bounds]:
    """The bounds of a struct's numbers, in the order of its fields."""
    hints = get_type_hints(kind, include_extras=True)
    marks = {name: getattr(hints[name], "__metadata__", ()) for name in kind.__struct_fields__}
    found = {name: one for name, words in marks.items() for one in words if isinstance(one, Bounds)}
    return MappingProxyType(found)


def bounds_within(kind: Any, around: frozenset[Any] = frozenset()) -> Iterator[Bounds]:
    """The bounds of a struct's numbers and of those of the structs that it holds; `around`: those that hold it."""
    if kind in around:
        return
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from bounds_of(kind).values()
        for hint in get_type_hints(kind).values():
            yield from bounds_within(hint, around | {kind})
    for part in get_args(kind):
        yield from bounds_within(part, around)


def check_numbers(refusals: DocumentRefusals, thing: msgspec.Struct, field: str = "") -> None:
    """Refuse numbers beyond their bounds; what is left out is fine."""
    for name, (low, high, rule) in bounds_of(type(thing)).items():
        value = getattr(thing, name)
        numbers = value if isinstance(value, tuple) else () if value is None else (value,)
        if not all(low <= number <= high for number in numbers):
            message = f"{spoken(name)} is {value}; it must be {low} to {high}."
            raise refusals.bad(message, joined(field, name), rule, hint=f"Give a number from {low} to {high}.")


def check_id(refusals: DocumentRefusals, name: str, field: str) -> None:
    """Refuse an id that is too long, or has a blank at either end."""
    if name != name.strip() or not name.isprintable() or not 1 <= len(name) <= LONGEST_ID:
        message, hint = (
            f"An id must have 1 to {LONGEST_ID} printable characters.",
            "Choose another, without blanks around it.",
        )
        raise refusals.bad(message, field, refusals.rule, hint=hint)


def check_text(refusals: DocumentRefusals, text: str, field: str, longest: int = LONGEST_NAME) -> None:
    """Refuse a text that fits on no page."""
    if len(text) > longest or not text.replace("\n", "").isprintable():
        message, hint = f"A text can have at most {longest} printable characters.", "Shorten it, or leave others out."
        raise refusals.bad(message, field, refusals.rule, hint=hint)


def check_colour(refusals: DocumentRefusals, colour: str, field: str) -> None:
    """Refuse what is no colour of CSS in hexadecimal digits."""
    if not COLOUR.fullmatch(colour):
        message, hint = "A colour is written like #b3402a or #b32.", "Write # and three or six hexadecimal digits."
        raise refusals.bad(message, field, refusals.rule, hint=hint)


def spoken(name: str) -> str:
    """The name of a field as a sentence has it."""
    return name.replace("_", " ")
