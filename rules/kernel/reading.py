"""Reading documents into structs, with errors that name the field and say what is wanted there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec

from rules.kernel.errors import Malformed

T = TypeVar("T")
Json: TypeAlias = dict[str, object]
"""A JSON object that is made here."""
Document: TypeAlias = Mapping[str, object]
"""A JSON object that is read."""
JsonField: TypeAlias = dict[str, Any]
"""A JSON object as a field of a struct, which msgspec knows only so; or one whose parts are read one by one."""
LARGEST = 2**63 - 1
# Letters to Unicode that nobody sees: the fillers of Hangul, which NFKC makes of the others.
_UNSEEN_LETTERS = "\u115f\u1160"
_SURROGATE = re.compile("[\ud800-\udfff]")
_PLACE = re.compile(r" - at `(?P<key>key in )?\$?\.?(?P<path>.*)`$")
_PART = re.compile(r"\[(?:\d+|\.\.\.)\]|[^.\[]+")
_NAMED = re.compile(r"^Object (?:contains unknown|missing required) field `(?P<name>[^`]*)`$")
_ENUM = re.compile(r"^Invalid enum value ")


def read(document: object, kind: type[T], field: str = "") -> T:
    """`document` (plain JSON types) as a `kind`; `Malformed` with the path of what is wrong.

    >>> read({"a": [1, "x"]}, dict[str, list[int]], "box")
    Traceback (most recent call last):
    rules.kernel.errors.Malformed: box.a[1]: Expected `int`, got `str`
    """
    try:
        check_plain(document, field)
        return msgspec.convert(document, kind, strict=True)
    except RecursionError:
        raise Malformed("nested too deeply", field) from None
    except msgspec.ValidationError as error:
        raise _explained(malformed(str(error), ""), document, kind, field) from None


def read_tagged(document: object, kinds: Mapping[str, type[T]], field: str = "") -> T:
    """A document with a `type` as the struct registered for it."""
    if not isinstance(document, Mapping):
        raise Malformed('must be an object with a "type"', field)
    name = document.get("type")
    if not isinstance(name, str) or name not in kinds:
        known = ", ".join(sorted(kinds))
        raise Malformed(f"unknown type {name!r}; known are {known}", joined(field, "type"))
    return read(document, kinds[name], field)


def check_plain(value: object, field: str = "") -> None:
    """Refuse (`Malformed`) what no log can hold: fractions, numbers beyond 64 bits, broken characters."""
    fault = _fault(value)
    if fault is not None:
        message, place = fault
        raise Malformed(message, joined(field, place))


def _fault(value: object) -> tuple[str, str] | None:
    """What no log can hold in a value, and the path to it. The path is made on the way out, where there is a fault."""
    if isinstance(value, str):
        broken = not value.isascii() and _SURROGATE.search(value)
        return ("half of a surrogate pair is not a character", "") if broken else None
    if isinstance(value, int):
        return None if -LARGEST - 1 <= value <= LARGEST else ("a number has at most 64 bits", "")
    if isinstance(value, dict):
        return _fault_in_fields(value)
    if isinstance(value, list | tuple):
        return _fault_in_items(value)
    return (f"must be a whole number, not {value!r}", "") if isinstance(value, float) else None


def _fault_in_fields(fields: dict[object, object]) -> tuple[str, str] | None:
    for key, part in fields.items():
        if (fault := _fault(key)) is not None:
            return fault
        if (fault := _fault(part)) is not None:
            return fault[0], joined(str(key), fault[1])
    return None


def _fault_in_items(items: Sequence[object]) -> tuple[str, str] | None:
    for place, part in enumerate(items):
        if (fault := _fault(part)) is not None:
            return fault[0], joined(f"[{place}]", fault[1])
    return None


def whole_object(pairs: list[tuple[str, object]]) -> Json:
    """A JSON object from its fields, as `json.loads` gives them to its `object_pairs_hook`.

    `Malformed` where a field is given twice: nobody could say which was meant.
    """
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        raise Malformed("the same field is given twice", next(name for name in names if names.count(name) > 1))
    return document


def picked(source: object, *names: str) -> dict[str, Any]:
    """Some attributes of something, by name."""
    return {name: getattr(source, name) for name in names}


def plain(value: object) -> Any:
    """A struct, or anything made of them, as plain JSON types: dicts, lists, text, whole numbers, true, false, null."""
    return msgspec.json.decode(msgspec.json.encode(value))


def malformed(message: str, field: str) -> Malformed:
    """A msgspec message split into what is wrong and where."""
    path, place = "", _PLACE.search(message)
    if place is not None:
        path = place["path"].removeprefix("$").lstrip(".")
        message = message[: place.start()]
        if place["key"]:
            message = f"{message}, in the name of a field"
    if named := _NAMED.match(message):
        path = joined(path, named["name"])
        message = "unknown field" if "unknown" in message else "this field is required"
    return Malformed(message, joined(field, path))


def joined(field: str, part: str) -> str:
    """A path one part longer.

    >>> joined("steps[0]", "command"), joined("steps", "[0]"), joined("", "steps")
    ('steps[0].command', 'steps[0]', 'steps')
    """
    return f"{field}{'' if not field or not part or part.startswith('[') else '.'}{part}"


def says_something(text: str) -> bool:
    r"""Whether there is a letter or a digit in it: a reason of dots or of signs that nobody sees is none.

    >>> says_something("Rain."), says_something("\u96e8"), says_something(" \u200b\u2800\u3164 ...")
    (True, True, False)
    """
    letters = (sign for sign in unicodedata.normalize("NFKC", text) if sign not in _UNSEEN_LETTERS)
    return any(unicodedata.category(sign)[0] in "LN" for sign in letters)


def _explained(error: Malformed, document: Any, kind: Any, field: str) -> Malformed:
    """The error with the key that msgspec calls ``[...]``, and with what an enumeration allows."""
    path, value = "", document
    for part in _PART.findall(error.field):
        step, kind, value = _inside(part, kind, value)
        path = joined(path, step)
    message = error.message
    if _ENUM.match(message) and (allowed := _allowed(kind)):
        message = f"{value!r} is not one of {', '.join(map(repr, allowed))}"
    return Malformed(message, joined(field, path))


def _inside(part: str, kind: Any, value: Any) -> tuple[str, Any, Any]:
    """One part of a path further in: its name, the type that is wanted there, the value that is there."""
    index = int(part[1:-1]) if part[1:-1].isdigit() else None
    for option in _choices(kind):
        origin, inner = get_origin(option), get_args(option)
        if isinstance(value, Mapping) and isinstance(option, type) and issubclass(option, msgspec.Struct):
            for own in msgspec.structs.fields(option):
                if own.encode_name == part:
                    return part, own.type, value.get(part)
        elif isinstance(value, Mapping) and origin is dict and part == "[...]":
            key = next((key for key, item in value.items() if not _fits(item, inner[1])), part)
            return str(key), inner[1], value.get(key)
        elif isinstance(value, list | tuple) and origin in (list, tuple) and index is not None:
            return part, inner[0] if origin is list or inner[-1] is ... else inner[index], value[index]
    return part, Any, None


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError:
        return False
    return True


def _choices(kind: Any) -> tuple[Any, ...]:
    """The members of a union; any other type is its own only choice. What is annotated counts as what it annotates."""
    kind = _bare(kind)
    return tuple(map(_bare, get_args(kind))) if get_origin(kind) in (Union, UnionType) else (kind,)


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _allowed(kind: Any) -> list[Any]:
    """The values that an enumeration allows, also as one of several choices."""
    return [value for option in _choices(kind) if get_origin(option) is Literal for value in get_args(option)]
