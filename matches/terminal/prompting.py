"""Forms in the terminal: their fields are asked for one after the other, with the labels and bounds of the pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from web.errors import Unreadable
from web.pages.fields import Command, Field, Form
from web.pages.forms import values_of

YES = ("y", "yes", "on")


def command_typed(form: Form, say: Callable[[str], object], ask: Callable[[str], str]) -> Command:
    """The command of a form, of what is typed for each field; a field that cannot be read is asked for again.

    Unreadable where the values make no command together.
    """
    say(f"{form.title}. {form.note}".strip())
    values: dict[str, Any] = {}
    for field in form.fields:
        values |= _read(form, field, say, ask)
    return form.command(values)


def _read(form: Form, field: Field, say: Callable[[str], object], ask: Callable[[str], str]) -> dict[str, Any]:
    alone = replace(form, fields=(field,))
    for value, words in field.choices:
        say(f"      {value or 'nothing typed':<20} {words}")
    while True:
        typed = ask(_prompt(field)) or field.value
        if field.kind == "check":
            typed = "on" if typed.lower() in YES else ""
        try:
            return values_of(alone, {field.name: typed})
        except Unreadable as refusal:
            say(f"{refusal.message} {refusal.hint}".strip())


def _prompt(field: Field) -> str:
    """The label, with what may be typed, and what stands there if nothing is.

    >>> _prompt(Field("gold", "Gold pieces", "number", low=1, high=9, value="3"))
    'Gold pieces (1 to 9) [3]: '
    >>> _prompt(Field("prone", "Prone", "check")), _prompt(Field("at", "Move to", "square", help="5,4"))
    ('Prone (y or n): ', 'Move to (5,4): ')
    """
    bounds = f"{field.low} to {field.high}" if field.high is not None else field.help
    allowed = "y or n" if field.kind == "check" else bounds
    return f"{field.label}{f' ({allowed})' if allowed else ''}{f' [{field.value}]' if field.value else ''}: "
