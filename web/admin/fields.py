"""Forms of the pages as forms of the admin site: their fields, and the command of what was filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from rules.kernel.labels import REASON
from web.pages.fields import Command, Field, Form
from web.pages.forms import LONGEST, values_of

PLACE_HELP = "Inches from the left and from the bottom of the table, for example 12.5, 4."


def reason_field(
    help_text: str = "", *, rows: int = 3, longest: int = LONGEST, label: str = "Reason", required: bool = True
) -> forms.CharField:
    """The field for why somebody acts. `help_text` says where the reason is recorded."""
    return forms.CharField(
        label=label,
        max_length=longest,
        required=required,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": rows}),
        help_text=help_text,
    )


def fields_of(form: Form, select: type[forms.Select] = UnfoldAdminSelectWidget) -> dict[str, forms.Field]:
    """The fields of a form of the page but the reason, which all GM actions of the admin ask for."""
    return {field.name: field_of(field, select) for field in form.fields if field.name != REASON}


def order_of(form: Form, sent: Mapping[str, Any], reason: str) -> Command:
    """The command that the page would make of what was sent. Unreadable names the field at fault."""
    typed = {field.name: str(sent.get(field.name, "")) for field in form.fields}
    return form.command(values_of(form, {**typed, REASON: reason}))


def only_choice(field: Field) -> str:
    """What is chosen where something has to be, and there is one choice; else nothing."""
    values = [value for value, _ in field.choices if value]
    return values[0] if field.required and len(values) == 1 else ""


def field_of(field: Field, select: type[forms.Select] = UnfoldAdminSelectWidget) -> forms.Field:
    """A field of the page as one of the admin; what was typed is read as on the page."""
    lines = [PLACE_HELP] if field.kind == "place" else field.help.split("\n")
    help_text = format_html_join(mark_safe("<br>"), "{}", ((line,) for line in lines))
    more: dict[str, Any] = {"label": field.label, "help_text": help_text, "initial": field.value, "required": False}
    if field.kind == "select":
        more["required"] = field.required
        more["initial"] = field.value or only_choice(field)
        return forms.ChoiceField(choices=field.choices, widget=select, **more)
    if field.kind == "check":
        return forms.BooleanField(widget=UnfoldBooleanWidget, **more)
    more["required"] = field.required
    if field.kind == "number":
        return forms.IntegerField(
            min_value=field.low, max_value=field.high, widget=UnfoldAdminIntegerFieldWidget, **more
        )
    widget = UnfoldAdminTextareaWidget if field.kind == "long" else UnfoldAdminTextInputWidget
    return forms.CharField(widget=widget, **more)
