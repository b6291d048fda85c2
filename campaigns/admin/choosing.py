"""The page on which open choices are made together: all of them, or none where one is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from unfold.widgets import UnfoldAdminSelect2Widget

from campaigns.admin.gm_actions import GmActions
from campaigns.command_targets import CommandTarget
from campaigns.domain.campaign.commands import RECORDED
from campaigns.open_choices import FATE, OpenChoice
from campaigns.service import give_command
from web.admin.fields import reason_field
from web.errors import NotThere, Refusal

PAGE = "campaigns/admin/choices.html"
_PLACE = re.compile(r"choices\[(?P<place>[0-9]+)\]")


class Choices(forms.Form):
    """Choices, each of which may be left for later."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, open_choices: Sequence[OpenChoice], sent: QueryDict | None = None) -> None:
        super().__init__(data=sent, initial={"key": uuid4()})
        self.open_choices = open_choices
        for one in open_choices:
            self.fields[one.name] = forms.ChoiceField(
                label=one.label,
                choices=[("", "Later"), *one.options.items()],
                required=False,
                widget=UnfoldAdminSelect2Widget,
            )
        if any(one.kind == FATE for one in open_choices):
            self.fields["reason"] = reason_field(RECORDED, rows=2, label="Reason for the fates", required=False)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if not self.errors and not self.made:
            self.add_error(None, "Nothing was chosen.")
        if any(one.kind == FATE for one in self.made) and not given.get("reason"):
            self.add_error("reason", "Give a reason: every GM action is recorded with one.")
        return given

    @property
    def made(self) -> list[OpenChoice]:
        return [one for one in self.open_choices if self.cleaned_data.get(one.name)]

    @property
    def order(self) -> dict[str, Any]:
        given = self.cleaned_data
        choices = [one.made(given[one.name]) for one in self.made]
        return {"type": "make_choices", "choices": choices, "reason": given.get("reason", "")}

    def refuse(self, refusal: Refusal) -> dict[str, Refusal]:
        """Show why not: by field beside the choice at fault, else above them all."""
        found = _PLACE.match(refusal.field)
        if found is None:
            self.add_error(None, f"{refusal.message} {refusal.hint}".strip())
            return {}
        return {self.made[int(found["place"])].name: refusal}


@dataclass(frozen=True, slots=True)
class Row:
    """A choice as the page shows it, with why it was refused, if it was."""

    choice: OpenChoice
    field: Any
    refused: Refusal | None


@dataclass(frozen=True, slots=True)
class ChoicesRequest:
    """A page of open choices: its title, the choices, and what it shows below."""

    title: str
    open_choices: Callable[[CommandTarget], list[OpenChoice]]
    more: Callable[[CommandTarget], dict[str, Any]] = lambda _subject: {}


def _make(target: CommandTarget, form: Choices) -> dict[str, Refusal]:
    try:
        give_command(target.who, target.loaded.id, form.order, key=f"admin/{form.cleaned_data['key']}")
    except NotThere:
        raise
    except Refusal as refusal:
        return form.refuse(refusal)
    return {}


def page(admin: GmActions, request: HttpRequest, row: Any, asked: ChoicesRequest) -> HttpResponse:
    """Show the choices; when the form is sent, make them, and show what is left."""
    try:
        target = admin.target(request, row)
        form = Choices(asked.open_choices(target), request.POST if request.method == "POST" else None)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return HttpResponseRedirect(admin.page_of(row))
    refused: dict[str, Refusal] = {}
    if form.is_valid():
        refused = _make(target, form)
        if not form.errors and not refused:
            count = len(form.made)
            messages.success(request, f"Done: {count} {'choice' if count == 1 else 'choices'}.")
            return HttpResponseRedirect(request.path if asked.open_choices(target) else admin.page_of(row))
    rows = [Row(one, form[one.name], refused.get(one.name)) for one in form.open_choices]
    return admin.show_form(request, PAGE, row, form, title=asked.title, rows=rows, **asked.more(target))
