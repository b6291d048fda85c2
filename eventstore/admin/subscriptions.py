"""Subscriptions: who follows the log, and what stopped them."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action, display

from eventstore import api as store
from eventstore.admin.filters import ParkedFilter
from eventstore.admin.read_only import ReadOnly, at, button
from eventstore.admin.stream_info import listed_for
from eventstore.models import Event, Subscription

CONFIRM = "eventstore/admin/confirm.html"


@admin.register(Subscription)
class SubscriptionAdmin(ReadOnly):
    """Who follows the log, the parked ones first."""

    list_display = ("name", "state", "position", "behind", "failed_position", "error_line")
    list_filter = (ParkedFilter,)
    list_filter_submit = True
    search_fields = ("name", "error_type")
    ordering = (F("failed_position").desc(nulls_last=True), "name")
    fields = ("name", "state", "position", "behind", "failed_event", "failed_on", "error_type", "error_shown", "lease")
    readonly_fields = fields
    actions_detail = ("retry",)
    actions_row = ("retry",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Subscription]:
        """With the end of the log, and the event that failed where this user may look at it."""
        end = Event.objects.order_by("-position").values("position")[:1]
        failed = listed_for(request.user, Event.objects.filter(position=OuterRef("failed_position")), "stream")
        here = Subquery(failed.values("position")[:1])
        return super().get_queryset(request).annotate(end=Subquery(end), failed_here=here)

    def has_retry_permission(self, request: HttpRequest, object_id: str | None = None) -> bool:
        """Whoever may change subscriptions, though only so."""
        return request.user.has_perm("eventstore.change_subscription")

    @display(description="state", label={"parked": "danger", "behind": "warning", "up to date": "success"})
    def state(self, row: Subscription) -> str:
        if row.parked:
            return "parked"
        return "behind" if self.behind(row) else "up to date"

    @display(description="behind by")
    def behind(self, row: Subscription) -> int:
        """How many positions it has not come to yet."""
        return max(0, (getattr(row, "end", None) or 0) - row.position)

    @display(description="error")
    def error_line(self, row: Subscription) -> str:
        lines = row.error.strip().splitlines()
        return lines[-1][:200] if lines else "–"

    @display(description="error")
    def error_shown(self, row: Subscription) -> SafeString | str:
        return format_html('<pre class="skald-body" tabindex="0">{}</pre>', row.error) if row.error else "–"

    @display(description="event that failed")
    def failed_event(self, row: Subscription) -> SafeString | str:
        if row.failed_position is None:
            return "–"
        if getattr(row, "failed_here", None) is None:
            return str(row.failed_position)
        address = reverse("admin:eventstore_event_change", args=[row.failed_position])
        return button(address, f"position {row.failed_position}")

    @display(description="failed")
    def failed_on(self, row: Subscription) -> str:
        return at(row.failed_at) if row.failed_at is not None else "–"

    @display(description="worker")
    def lease(self, row: Subscription) -> str:
        return f"{row.lease_owner} until {at(row.lease_until)}" if row.lease_owner else "–"

    @action(description="Retry the failed event", url_path="retry", icon="replay", permissions=["retry"])
    def retry(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask, then try the parked subscription again at the event that failed."""
        row: Subscription = self.object_or_404(request, object_id)
        if request.method == "POST":
            self._resume(request, row.name)
            return HttpResponseRedirect(reverse("admin:eventstore_subscription_change", args=[row.pk]))
        question = (
            f"Retry the event at position {row.failed_position} in {row.name}?"
            if row.parked
            else f"{row.name} is not parked. Catch up now?"
        )
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Retry {row.name}",
            "original": row,
            "question": question,
            "error": row.error,
            "do": "Retry",
            "back": reverse("admin:eventstore_subscription_change", args=[row.pk]),
        }
        return TemplateResponse(request, CONFIRM, context)

    @staticmethod
    def _resume(request: HttpRequest, name: str) -> None:
        """Resume, and show the result."""
        try:
            done = store.resume(name)
        except store.UnknownSubscription as error:
            messages.error(request, f"{error}. Nothing was changed.")
            return
        if done.state is store.State.PARKED:
            messages.error(request, f"{name} failed again, after {done.handled} events. The error is below.")
        elif done.state is store.State.BUSY:
            messages.warning(request, f"Another worker is already processing {name}.")
        else:
            messages.success(request, f"{name} handled {done.handled} events and is at position {done.position}.")
