"""Forms of commands: reading what was typed, and showing it again with what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from matches.errors import Refusal, Unreadable
from matches.pages.boards.base import Field, Form

LONGEST = 2_000
LONGEST_DOCUMENT = 20_000
DIGITS = 9


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field with its id, what stands in it, and what is wrong with it."""

    field: Field
    id: str
    value: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class ShownForm:
    """A form on the page. `uid` tells apart two forms of one name; it is open where something is wrong with it."""

    form: Form
    uid: str
    fields: tuple[ShownField, ...]
    open: bool = False
    error: Refusal | None = None


def values_of(form: Form, posted: Mapping[str, str]) -> dict[str, Any]:
    """What was typed into a form, field by field: texts, numbers, squares ``[x, y]``, booleans; None for what is empty.

    Unreadable names the field at fault.
    """
    return {field.name: _value(field, posted.get(field.name, "").strip()) for field in form.fields}


def _value(field: Field, typed: str) -> Any:
    if field.kind == "check":
        return typed == "on"
    if not typed:
        if field.required:
            raise Unreadable(f"{field.label} is missing.", field.name, hint="Fill it in.")
        return None
    longest = LONGEST_DOCUMENT if field.kind == "long" else LONGEST
    if len(typed) > longest:
        raise Unreadable(f"{field.label} is longer than {longest} characters.", field.name)
    match field.kind:
        case "number":
            return _number(field, typed)
        case "square":
            return square_of(typed, field.name)
        case "select" if typed not in dict(field.choices):
            raise Unreadable(f"{typed!r} is none of the choices.", field.name, hint="Choose from the list.")
    return typed


def _number(field: Field, typed: str) -> int:
    digits = typed.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
        raise Unreadable(f"{field.label}: {typed!r} is no whole number.", field.name)
    number = int(typed)
    if (field.low is not None and number < field.low) or (field.high is not None and number > field.high):
        bounds = f"at least {field.low}" if field.high is None else f"{field.low} to {field.high}"
        raise Unreadable(f"{field.label}: {bounds} is wanted, not {number}.", field.name)
    return number


def square_of(typed: str, name: str) -> list[int]:
    """A square as people type it: "5,4", "(5, 4)" or "5 4"."""
    parts = typed.strip("()").replace(",", " ").split()
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < DIGITS for part in parts):
        raise Unreadable(f"{typed!r} is no square.", name, hint="Type column and row, such as 5,4.")
    return [int(part) for part in parts]


def command_of(form: Form, posted: Mapping[str, str]) -> dict[str, Any]:
    """The command that a filled-in form makes."""
    return form.command(values_of(form, posted))


def shown(form: Form, owner: str, posted: Mapping[str, str], refusal: Refusal | None) -> ShownForm:
    """A form as it is put on the page. What was typed stands in it again when it is the one that was refused."""
    uid = f"{form.name}:{owner}" if owner else form.name
    again = refusal is not None and posted.get("form") == uid
    fields = []
    for field in form.fields:
        value = posted.get(field.name, "") if again else field.value
        wrong = refusal is not None and again and _concerns(refusal.field, field.name)
        fields.append(ShownField(field, _id(uid, field.name), value, refusal.message if refusal and wrong else ""))
    return ShownForm(form, uid, tuple(fields), open=again, error=refusal if again else None)


def _concerns(at_fault: str, name: str) -> bool:
    return bool(at_fault) and name in at_fault.replace("[", ".").split(".")


def _id(uid: str, name: str) -> str:
    return "f-" + "".join(
        letter if letter.isalnum() and letter.isascii() else f"_{ord(letter):x}" for letter in f"{uid}-{name}"
    )


def find_form(forms: Iterable[ShownForm], uid: str) -> ShownForm | None:
    """The form with this uid, if it is still asked."""
    return next((form for form in forms if form.uid == uid), None)
