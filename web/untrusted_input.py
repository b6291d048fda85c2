"""Documents from outside, read without trust: bytes to plain JSON to structs, with errors that name the field."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.reading import joined, read, whole_object
from web.errors import Unreadable

T = TypeVar("T")

DEEPEST = 24
LARGEST = 2**63 - 1
LONGEST_TEXT = 20_000
LONGEST_TITLE = 120
LONGEST_NAME = 150


def read_struct(raw: bytes, kind: type[T]) -> T:
    """The bytes of a request as a `kind`; Unreadable says what is wrong and where."""
    document = read_json(raw)
    try:
        return read(document, kind)
    except Malformed as error:
        raise Unreadable(error.message, error.field) from None


def read_json(raw: bytes, field: str = "") -> Any:
    """JSON in UTF-8 as plain values that an event may hold. Unreadable says what is wrong; `field` is where it stood.

    An object that gives a field twice is refused too.
    """
    document = _decoded(raw, field)
    check_plain(document, field)
    try:
        json.loads(raw.decode(), object_pairs_hook=whole_object)
    except Malformed as error:
        raise Unreadable(error.message, joined(field, error.field)) from None
    return document


def _decoded(raw: bytes, field: str) -> Any:
    try:
        return msgspec.json.decode(raw)
    except UnicodeDecodeError:
        raise Unreadable("the text is not UTF-8", field) from None
    except RecursionError:
        raise Unreadable(f"the document is nested deeper than {DEEPEST} levels", field) from None
    except (msgspec.MsgspecError, ValueError) as error:
        # ValueError: a number of thousands of digits.
        raise Unreadable(f"not JSON: {error}", field, hint="Send a JSON object in UTF-8.") from None


def check_plain(document: object, field: str = "", depth: int = 0) -> None:
    """Refuse what no event may hold.

    That is deep nests, fractions, numbers beyond 64 bits, NUL characters, and endless texts.
    """
    if depth > DEEPEST:
        raise Unreadable(f"the document is nested deeper than {DEEPEST} levels", field)
    match document:
        case dict():
            for name, value in document.items():
                inner = f"{field}.{name}"[:200] if field else str(name)[:200]
                _check_text(name, inner)
                check_plain(value, inner, depth + 1)
        case list() | tuple():
            for place, value in enumerate(document):
                check_plain(value, f"{field}[{place}]", depth + 1)
        case str():
            _check_text(document, field)
        case _:
            _check_scalar(document, field)


def _check_scalar(value: object, field: str) -> None:
    match value:
        case bool() | None:
            return
        case int() if -LARGEST <= value <= LARGEST:
            return
        case int():
            raise Unreadable("the number does not fit in 64 bits", field)
        case float():
            raise Unreadable("must be a whole number, not a fraction", field)
    raise Unreadable(f"{type(value).__name__} is not a JSON value", field)


def _check_text(text: object, field: str) -> None:
    if not isinstance(text, str):
        raise Unreadable("the name of a field is a text", field)
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"the text is longer than {LONGEST_TEXT} characters", field)
    if "\x00" in text:
        raise Unreadable("the text holds a NUL character", field)
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Unreadable("the text is not Unicode", field)


def within(number: int, least: int, most: int, field: str) -> int:
    """The number; Unreadable when it is not from `least` to `most`."""
    if not least <= number <= most:
        raise Unreadable(f"must be a number from {least} to {most}", field)
    return number


def check_username(name: str, field: str) -> str:
    """What could be the name of a user, stripped: one line of 1 to 150 characters."""
    name = name.strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise Unreadable(f"a username has 1 to {LONGEST_NAME} characters, in one line", field)
    return name


def check_title(title: str, field: str = "title") -> str:
    """A title: one line, at most 120 characters."""
    title = title.strip()
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise Unreadable(f"a title is one line of at most {LONGEST_TITLE} characters", field)
    return title
