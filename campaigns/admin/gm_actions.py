"""GM actions between battles: a form with a reason, and then a command of the logged-in user."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.safestring import SafeString
from unfold.dataclasses import UnfoldAction
from unfold.decorators import action, display
from unfold.enums import ActionVariant

from campaigns import service
from campaigns.admin.gm_forms import GmForm
from campaigns.admin.scoping import ACT, CHANGE, OfCampaigns
from campaigns.command_targets import CommandTarget
from campaigns.unprepared import told_of, warnings_of
from eventstore.admin import button, stream_address
from web.errors import NotThere, Refusal
from web.people import person

NOTHING = "–"
IN_THE_LOG = ("Log", {"fields": ("id", "version", "stream_link"), "classes": ("collapse",)})
"""The fields of a row that lead to its stream."""


class GmActions(OfCampaigns):
    """Offers GM actions above the page of a row, and shows its sheet below."""

    def has_gm_action_permission(self, request: HttpRequest, object_id: str | None = None) -> bool:
        """Needs the right to change campaigns; whether they run this one, the campaign itself says."""
        return request.user.has_perm(CHANGE)

    def fit(self, row: Any) -> set[str]:
        """The GM actions that are possible on a row now, by their paths."""
        raise NotImplementedError

    def target(self, request: HttpRequest, row: Any) -> CommandTarget:
        """The target of a GM action on a row. Refusal where it cannot be loaded."""
        raise NotImplementedError

    def sheet(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """What the page of a row shows beside its fields. Refusal where it cannot be loaded."""
        raise NotImplementedError

    def get_actions_detail(self, request: HttpRequest, object_id: str) -> list[UnfoldAction]:
        row = self.get_object(request, object_id)
        fit = self.fit(row) if row is not None else set()
        offered: list[UnfoldAction] = super().get_actions_detail(request, object_id)
        return [one for one in offered if one.path in fit]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        try:
            sheet = self.sheet(request, kwargs["obj"])
        except Refusal as refusal:
            sheet = {"unreadable": refusal.message}
        return super().render_change_form(request, {**context, **sheet}, **kwargs)

    @display(description="campaign", ordering="campaign__title")
    def campaign_link(self, row: Any) -> SafeString:
        return button(reverse("admin:campaigns_campaign_change", args=[row.campaign_id]), str(row.campaign))

    @display(description="open choices", ordering="owed")
    def open_choices_shown(self, row: Any) -> str:
        return str(row.owed or NOTHING)

    @display(description="stream")
    def stream_link(self, row: Any) -> SafeString:
        return button(stream_address(row.stream), row.stream)

    def named(self, row: Any) -> str:
        """The name of a row above the form of a GM action."""
        return str(row)

    def do(self, request: HttpRequest, object_id: str, kind: type[GmForm]) -> HttpResponse:
        """Show the form of a GM action; when it is sent, give its command and go back to the row."""
        row = self.object_or_404(request, object_id)
        if kind.name not in self.fit(row):
            messages.error(request, f"{kind.title}: nothing to apply this to right now.")
            return HttpResponseRedirect(self.page_of(row))
        try:
            form = kind(self.target(request, row), request.POST if request.method == "POST" else None)
        except Refusal as refusal:
            messages.error(request, refusal.message)
            return HttpResponseRedirect(self.page_of(row))
        if form.is_valid() and self._give(request, row, form):
            return HttpResponseRedirect(self.page_of(row))
        return self.show_form(request, ACT, row, form, title=kind.title, subtitle=self.named(row))

    def _give(self, request: HttpRequest, row: Any, form: GmForm) -> bool:
        target, given = form.target, form.cleaned_data
        try:
            done = service.give_command(target.who, target.loaded.id, form.order(), key=f"admin/{given['key']}")
        except NotThere:
            raise
        except Refusal as refusal:
            form.refuse(refusal)
            return False
        self.log_change(request, row, f"{form.title}: {given['reason']}" if given["reason"] else form.title)
        messages.success(request, f"{form.title}: done.")
        for line in told_of(list(warnings_of(done))):
            messages.warning(request, line)
        return True


def offered(kind: type[GmForm]) -> Callable[[GmActions, HttpRequest, str], HttpResponse]:
    """A GM action as an action of the admin class of its rows."""

    @action(
        description=kind.title,
        url_path=kind.name,
        icon=kind.icon,
        permissions=["gm_action"],
        variant=ActionVariant.DANGER if kind.final else ActionVariant.DEFAULT,
    )
    def act(self: GmActions, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.do(request, object_id, kind)

    return act


def command_target(request: HttpRequest, campaign: Any, **more: Any) -> CommandTarget:
    """The target of a GM action of the logged-in user."""
    return CommandTarget.find(person(request.user), campaign, **more)
