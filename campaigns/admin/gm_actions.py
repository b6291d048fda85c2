"""GM actions between battles: a form with a reason, and then a command of the logged-in user."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.safestring import SafeString
from unfold.dataclasses import UnfoldAction
from unfold.decorators import action, display
from unfold.enums import ActionVariant

from campaigns.admin import page_acts
from campaigns.admin.gm_forms import GmForm
from campaigns.admin.scoping import ACT, CHANGE, OfCampaigns
from campaigns.command_targets import CommandTarget
from campaigns.pages.request_context import Offers, PageContext
from eventstore.admin import button, stream_address
from matches.handler import done_before
from web.errors import NotThere, Refusal
from web.people import person

NOTHING = "–"
GONE = "That is no longer available: something has changed in the meantime."
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
        """Show the form of a GM action; when it is confirmed, give its command and go back to the row."""
        row = self.object_or_404(request, object_id)
        if kind.name not in self.fit(row):
            messages.error(request, f"{kind.title}: nothing to apply this to right now.")
            return HttpResponseRedirect(self.page_of(row))
        try:
            form = kind(self.target(request, row), request.POST if request.method == "POST" else None)
        except Refusal as refusal:
            messages.error(request, refusal.message)
            return HttpResponseRedirect(self.page_of(row))
        return self._answered(request, row, form)

    def _answered(self, request: HttpRequest, row: Any, form: GmForm) -> HttpResponse:
        if form.is_valid() and form.confirmed and self._give(request, row, form):
            return HttpResponseRedirect(self.page_of(row))
        return self.show_form(request, ACT, row, form, title=form.title, subtitle=self.named(row))

    def _give(self, request: HttpRequest, row: Any, form: GmForm) -> bool:
        given = form.cleaned_data
        try:
            form.give(f"admin/{given['key']}")
        except NotThere:
            raise
        except Refusal as refusal:
            form.refuse(refusal)
            return False
        self.log_change(request, row, f"{form.title}: {given['reason']}" if given["reason"] else form.title)
        messages.success(request, form.said or f"{form.title}: done.")
        for line in form.warned:
            messages.warning(request, line)
        return True

    # What the pages offer beside the GM actions

    def page_offers(self, request: HttpRequest, ctx: PageContext, row: Any) -> Offers:
        """By heading what the pages of the row offer that is no GM action of its own here."""
        return {}

    @action(description="All other acts", url_path="acts", icon="list", permissions=["gm_action"])
    def acts(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """What else its GM may do: a list, and with ``?act=`` the form of one of them."""
        row = self.object_or_404(request, object_id)
        sent = request.POST if request.method == "POST" else None
        try:
            target = self.target(request, row)
            ctx = PageContext(target.who, target.loaded, target.loaded_company, sent.dict() if sent else {})
            offers = self.page_offers(request, ctx, row)
        except Refusal as refusal:
            messages.error(request, refusal.message)
            return HttpResponseRedirect(self.page_of(row))
        chosen = request.GET.get(page_acts.CHOSEN, "")
        offer = next((one for some in offers.values() for one in some if one.uid == chosen), None)
        if offer is not None:
            return self._answered(request, row, page_acts.OfferedForm(ctx, target, offer, sent))
        if chosen:
            done = sent is not None and done_before(target.who, f"admin/{sent.get('key', '')}")
            messages.info(request, "This form was already sent and applied." if done else GONE)
            return HttpResponseRedirect(request.path)
        context = {"title": f"All other acts: {self.named(row)}", "groups": list(page_acts.groups(request, offers))}
        return self.show_form(request, page_acts.PAGE, row, Form(), **context)


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
