"""Forms of commands: reading what was typed, and showing it again with what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from web.errors import Refusal, Unreadable
from web.pages.fields import JUMP, Field, FieldKind, Form

LONGEST = 2_000
LONGEST_DOCUMENT = 20_000
DIGITS = 9
"""Of a number without bounds."""
_INCHES = re.compile(r"(?P<sign>[+-]?)(?=\.?[0-9])(?P<whole>[0-9]{0,5})(?:\.(?P<part>[0-9]{0,2}))?\s*[\"”″]?")


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field with its id, what stands in it, and what is wrong with it."""

    field: Field
    id: str
    value: str
    error: str = ""

    @property
    def touched(self) -> bool:
        """Whether something was filled in, or is wrong with it."""
        return bool(self.error) or self.value != self.field.value


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
    longest = field.longest or (LONGEST_DOCUMENT if field.kind == "long" else LONGEST)
    if len(typed) > longest:
        raise Unreadable(f"{field.label} is longer than {longest} characters.", field.name)
    if field.kind == "number":
        return _number(field, typed)
    if field.kind == "select" and typed not in field.values:
        raise Unreadable(f"{typed!r} is not one of the choices.", field.name, hint="Choose from the list.")
    read = _READERS.get(field.kind)
    return typed if read is None else read(typed, field.name)


def _number(field: Field, typed: str) -> int:
    digits = typed.removeprefix("-").removeprefix("+")
    longest = max(DIGITS, len(str(field.high or 0)))
    if not (digits.isascii() and digits.isdigit() and len(digits) <= longest):
        raise Unreadable(f"{field.label}: {typed!r} is not a whole number.", field.name)
    number = int(typed)
    if (field.low is not None and number < field.low) or (field.high is not None and number > field.high):
        bounds = f"at least {field.low}" if field.high is None else f"{field.low} to {field.high}"
        raise Unreadable(f"{field.label} must be {bounds}, not {number}.", field.name)
    return number


def square_of(typed: str, name: str) -> list[int]:
    """A square or hex as people type it: "5,4", "(5, -4)" or "5 4"."""
    parts = typed.strip("()").replace(",", " ").split()
    digits = [part.removeprefix("-") for part in parts]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < DIGITS for part in digits):
        raise Unreadable(f"{typed!r} is not a square.", name, hint="Enter column and row, for example 5,4.")
    return [int(part) for part in parts]


def hundredths(typed: str, name: str) -> int:
    """Inches as people type them, with up to two decimals and maybe their sign, as hundredths.

    >>> hundredths("4.5", ""), hundredths('12"', ""), hundredths("-.25", "")
    (450, 1200, -25)
    """
    found = _INCHES.fullmatch(typed.strip())
    if found is None:
        message = f"{typed.strip()!r} is not a length in inches."
        raise Unreadable(message, name, hint="Enter inches with up to two decimals, for example 4.25.")
    sign, whole, part = found["sign"], found["whole"] or "0", (found["part"] or "").ljust(2, "0")
    return int(f"{sign}{whole}{part}")


def place_of(typed: str, name: str) -> list[int]:
    """A place on a table as people type it, "12.5, 4" or with its height "12.5, 4, 3", in hundredths."""
    parts = typed.strip().strip("()").split(",")
    if len(parts) not in (2, 3):
        hint = "Enter how far it is from the left and from the bottom, for example 12.5, 4."
        raise Unreadable(f"{typed.strip()!r} is not a position.", name, hint=hint)
    return [hundredths(part, name) for part in parts]


def path_of(typed: str, name: str) -> dict[str, list[Any]]:
    """Waypoints as people type them: places with semicolons between them, "jump" after one that is jumped down to.

    >>> path_of("12.5, 4; 14, 6, 0 jump", "")
    {'path': [[1250, 400], [1400, 600, 0]], 'jumps': [1]}
    """
    points = [point.strip() for point in typed.replace("\n", ";").split(";") if point.strip()]
    jumps = [number for number, point in enumerate(points) if point.endswith(JUMP)]
    return {"path": [place_of(point.removesuffix(JUMP), name) for point in points], "jumps": jumps}


_READERS: dict[FieldKind, Callable[[str, str], Any]] = {
    "square": square_of,
    "inches": hundredths,
    "place": place_of,
    "path": path_of,
}


def commands_of(form: Form, posted: Mapping[str, str]) -> Sequence[dict[str, Any]]:
    """The commands that a filled-in form is sent as: one, or those of its course."""
    values = values_of(form, posted)
    return [form.command(values)] if form.course is None else form.course(values)


def shown(
    form: Form, owner: str, posted: Mapping[str, str], refusal: Refusal | None, *, again: bool = False
) -> ShownForm:
    """A form as it is put on the page. What was typed stands in it again when it is the one that was refused.

    `again`: it stands in it anyway, as in a form that was only tried out.
    """
    uid = f"{form.name}:{owner}" if owner else form.name
    refused = refusal is not None and posted.get("form") == uid
    again = again or refused
    fields = []
    for field in form.fields:
        value = posted.get(field.name, "") if again else field.value
        wrong = refusal is not None and refused and _concerns(refusal.field, field.at or field.name)
        fields.append(ShownField(field, _id(uid, field.name), value, refusal.message if refusal and wrong else ""))
    return ShownForm(form, uid, tuple(fields), open=again, error=refusal if refused else None)


def _concerns(at_fault: str, name: str) -> bool:
    """Whether a refusal is about a field: of its name, or with the field's name as the way to it.

    >>> [_concerns(at_fault, "sr_mod-amount") for at_fault in ("sr_mod.amount", "sr_mod", "sr_mod.kind")]
    [True, True, False]
    """
    if at_fault == name:
        return bool(name)
    steps, own = at_fault.replace("[", ".").replace("]", "").split("."), name.split("-")
    return bool(at_fault) and (name in steps or all(one == other for one, other in zip(steps, own, strict=False)))


def _id(uid: str, name: str) -> str:
    return "f-" + "".join(
        letter if letter.isalnum() and letter.isascii() else f"_{ord(letter):x}" for letter in f"{uid}-{name}"
    )


def find_form(forms: Iterable[ShownForm], uid: str) -> ShownForm | None:
    """The form with this uid, if it is still asked."""
    return next((form for form in forms if form.uid == uid), None)
