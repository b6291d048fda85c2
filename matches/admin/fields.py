"""Fields of the match's pages as fields of the admin site."""

from __future__ import annotations

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

from matches.pages.boards.base import Field

PLACE_HELP = "Inches from the left and from the bottom of the table, for example 12.5, 4."


def field_of(field: Field) -> forms.Field:
    """A field of the page as one of the admin; what was typed is read as on the page."""
    lines = [PLACE_HELP] if field.kind == "place" else field.help.split("\n")
    told = format_html_join(mark_safe("<br>"), "{}", ((line,) for line in lines))
    more: dict[str, Any] = {"label": field.label, "help_text": told, "initial": field.value, "required": False}
    if field.kind == "select":
        return forms.ChoiceField(choices=field.choices, widget=UnfoldAdminSelectWidget, **more)
    if field.kind == "check":
        return forms.BooleanField(widget=UnfoldBooleanWidget, **more)
    more["required"] = field.required
    if field.kind == "number":
        return forms.IntegerField(
            min_value=field.low, max_value=field.high, widget=UnfoldAdminIntegerFieldWidget, **more
        )
    widget = UnfoldAdminTextareaWidget if field.kind == "long" else UnfoldAdminTextInputWidget
    return forms.CharField(widget=widget, **more)
