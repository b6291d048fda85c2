"""The page on which open choices are made together: all of them, or none where one is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from unfold.widgets import UnfoldAdminSelect2Widget

from campaigns.admin.gm_actions import GmActions
from campaigns.command_targets import CommandTarget
from campaigns.domain.campaign.commands import RECORDED
from campaigns.foreseeing import Preview, foresee
from campaigns.open_choices import FATE, OpenChoice
from campaigns.service import give_command
from matches.handler import done_before
from web.admin.fields import reason_field
from web.admin.two_steps import TwoStepForm
from web.errors import NotThere, Refusal, Unreadable

PAGE = "campaigns/admin/choices.html"
_PLACE = re.compile(r"choices\[(?P<place>[0-9]+)\]")


class Choices(TwoStepForm):
    """Choices, each of which may be left for later. `refused`: by field why one of them was."""

    def __init__(
        self, target: CommandTarget, open_choices: Sequence[OpenChoice], sent: QueryDict | None = None
    ) -> None:
        super().__init__(sent)
        self.target = target
        self.open_choices = open_choices
        self.refused: dict[str, Refusal] = {}
        for one in open_choices:
            self.fields[one.name] = forms.ChoiceField(
                label=one.label,
                choices=[("", "Later"), *one.options.items()],
                required=False,
                widget=UnfoldAdminSelect2Widget,
            )
        fates = " Fates need one." if any(one.kind == FATE for one in open_choices) else ""
        self.fields["reason"] = reason_field(f"{RECORDED}{fates}", rows=2, required=False)

    @property
    def made(self) -> list[OpenChoice]:
        return [one for one in self.open_choices if self.cleaned_data.get(one.name)]

    def order(self) -> dict[str, Any]:
        given = self.cleaned_data
        if not self.made:
            raise Unreadable("Nothing was chosen.")
        if any(one.kind == FATE for one in self.made) and not given["reason"]:
            raise Unreadable("Give a reason: every GM action is recorded with one.", "reason")
        choices = [one.made(given[one.name]) for one in self.made]
        return {"type": "make_choices", "choices": choices, "reason": given["reason"]}

    def foresee(self, order: Mapping[str, Any]) -> Preview:
        return foresee(self.target, order)

    def was_done(self, key: str) -> bool:
        return done_before(self.target.who, key)

    def refuse(self, refusal: Refusal) -> None:
        """Show why not: by field beside the choice at fault, else above them all."""
        found = _PLACE.match(refusal.field)
        if found is None:
            super().refuse(refusal)
        else:
            self.refused = {self.made[int(found["place"])].name: refusal}


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


def _make(form: Choices) -> bool:
    target = form.target
    try:
        give_command(target.who, target.loaded.id, form.command, key=f"admin/{form.cleaned_data['key']}")
    except NotThere:
        raise
    except Refusal as refusal:
        form.refuse(refusal)
        return False
    return True


def page(admin: GmActions, request: HttpRequest, row: Any, asked: ChoicesRequest) -> HttpResponse:
    """Show the choices; when the form is sent, make them, and show what is left."""
    try:
        target = admin.target(request, row)
        form = Choices(target, asked.open_choices(target), request.POST if request.method == "POST" else None)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return HttpResponseRedirect(admin.page_of(row))
    if form.is_valid() and form.confirmed and _make(form):
        count = len(form.made)
        messages.success(request, f"Done: {count} {'choice' if count == 1 else 'choices'}.")
        return HttpResponseRedirect(request.path if asked.open_choices(target) else admin.page_of(row))
    rows = [Row(one, form[one.name], form.refused.get(one.name)) for one in form.open_choices]
    return admin.show_form(request, PAGE, row, form, title=asked.title, rows=rows, **asked.more(target))
