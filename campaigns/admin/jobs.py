"""Jobs in the admin site: what the workers do for campaigns, what is parked, and how it is retried or cancelled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.dataclasses import UnfoldAction
from unfold.decorators import action, display
from unfold.views import ChangeList

from campaigns.admin.scoping import ACT, CHANGE, OfCampaigns
from campaigns.job_control import cancel_job, retry_job
from campaigns.models import Battle, Campaign, Company, Job
from campaigns.narration import plainly, value
from campaigns.process_manager import (
    END_CONDITIONS,
    FINISH_UPGRADES,
    HAND_OVER_BATTLES,
    OPEN_BATTLE,
    SETTLE_MATCH,
    TRY_AGAIN,
)
from eventstore.admin import ChoiceFilter, DayFilter, button, stream_address
from jobs.models import OVER
from jobs.queue import LONGEST_REASON
from web.admin.fields import reason_field
from web.errors import Refusal
from web.people import Person, person

STATE_COLOURS = {"waiting": "info", "running": "warning", "done": "success", "parked": "danger", "cancelled": ""}
KINDS = (OPEN_BATTLE, HAND_OVER_BATTLES, SETTLE_MATCH, TRY_AGAIN, FINISH_UPGRADES, END_CONDITIONS)
NOTHING = "–"


class JobForm(forms.Form):
    """What a GM does with a job, and why: its button, what it comes to, and the answer once it is done."""

    title = ""
    explained = ""
    answer = ""
    asked = ""

    reason = reason_field(longest=LONGEST_REASON)

    def __init__(self, sent: QueryDict | None = None) -> None:
        super().__init__(data=sent)
        self.refusal: Refusal | None = None
        self.fields["reason"].help_text = self.asked

    def take_effect(self, who: Person, job: Job) -> None:
        raise NotImplementedError


class Retry(JobForm):
    """Tries a job again."""

    title = "Retry"
    explained = "Runs again at once, with as many retries as a new job."
    answer = "The workers have been notified. The result will be shown on this page."
    asked = "What has been fixed. Recorded in the admin history with your name."

    def take_effect(self, who: Person, job: Job) -> None:
        retry_job(job)


class Cancel(JobForm):
    """Cancels a job."""

    title = "Cancel job"
    explained = (
        "The job changes nothing from now on and cannot be retried. What it has done stays. If it settles a battle, "
        "record the battle yourself; if it opens a match, abandon the battle and start another."
    )
    answer = "The job has been cancelled."
    asked = "Recorded with the job and in the admin history, with your name."

    def take_effect(self, who: Person, job: Job) -> None:
        cancel_job(who, job, self.cleaned_data["reason"])


# By the state of a job, what may be done with it.
OFFERED: dict[str, tuple[str, ...]] = {
    Job.State.WAITING: ("retry", "cancel"),
    Job.State.PARKED: ("retry", "cancel"),
    Job.State.RUNNING: ("cancel",),
}


class KindFilter(ChoiceFilter):
    """What there is to do."""

    title = "kind"
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        return [(kind, plainly(kind)) for kind in KINDS]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        return queryset.filter(kind=chosen)


class DoneFilter(ChoiceFilter):
    """What is still to be done."""

    title = "done"
    parameter_name = "done"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        return [("no", "not done"), ("yes", "done or cancelled")]

    def narrowed(self, queryset: QuerySet[Any], chosen: str) -> QuerySet[Any]:
        return queryset.filter(state__in=OVER) if chosen == "yes" else queryset.exclude(state__in=OVER)


class CreatedFilter(DayFilter):
    """By the day on which they were caused."""

    title = "day caused (UTC)"
    field = "created_at"


class JobList(ChangeList):
    """The list of jobs; what those of a page are about is looked up at once."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.result_list: list[Job] = list(self.result_list)
        look_up(self.result_list)


def look_up(jobs_shown: Sequence[Job]) -> None:
    """Give each job what it is about as `found`: a battle by its match, a company, else nothing."""
    subject_ids = [key for job in jobs_shown if (key := _uuid(job.subject))]
    found: dict[UUID, Battle | Company] = {
        battle.match: battle for battle in Battle.objects.filter(match__in=subject_ids)
    }
    found |= Company.objects.in_bulk(subject_ids)
    for job in jobs_shown:
        key = _uuid(job.subject)
        job.found = found.get(key) if key else None  # type: ignore[attr-defined]  # for the page alone


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


@admin.register(Job)
class JobAdmin(OfCampaigns):
    """The jobs of the campaigns that this user runs, newest first."""

    list_display = (
        *("kind_shown", "state_label", "about", "campaign_link"),
        *("progress", "attempts", "error_line", "updated"),
    )
    list_filter = (DoneFilter, ("state", ChoicesDropdownFilter), KindFilter, CreatedFilter)
    list_filter_submit = True
    search_fields = ("=scope", "campaign_title", "subject", "error_type")
    search_help_text = "The title of a campaign; the id of a campaign, match or company; or the kind of an error."
    ordering = ("-created_at", "-id")
    fields = (
        *("kind_shown", "state_label", "about", "campaign_link", "cause", "progress", "attempts"),
        *("due", "lease", "error_type", "error_shown", "result_shown", "cancelled", "created", "updated", "subject"),
    )
    readonly_fields = fields
    actions_detail = ("retry", "cancel")
    campaign_path = "scope"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Job]:
        title = Campaign.objects.filter(pk=OuterRef("scope")).values("title")
        return super().get_queryset(request).annotate(campaign_title=Subquery(title))

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return JobList

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Job | None:
        job: Job | None = super().get_object(request, object_id, from_field)
        look_up([job] if job else [])
        return job

    def has_act_permission(self, request: HttpRequest, object_id: str | None = None) -> bool:
        """Who may change campaigns; that they run this one, the rows say."""
        return request.user.has_perm(CHANGE)

    def get_actions_detail(self, request: HttpRequest, object_id: str) -> list[UnfoldAction]:
        row = self.get_object(request, object_id)
        names = OFFERED.get(row.state, ()) if row is not None else ()
        offered: list[UnfoldAction] = super().get_actions_detail(request, object_id)
        return [one for one in offered if one.path in names]

    @action(description=Retry.title, url_path="retry", icon="replay", permissions=["act"])
    def retry(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._ask_why(request, object_id, Retry)

    @action(description=Cancel.title, url_path="cancel", icon="cancel", permissions=["act"])
    def cancel(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._ask_why(request, object_id, Cancel)

    def _ask_why(self, request: HttpRequest, object_id: str, kind: type[JobForm]) -> HttpResponse:
        row: Job = self.object_or_404(request, object_id)
        form = kind(request.POST if request.method == "POST" else None)
        if form.is_valid() and self._done(request, row, form):
            return HttpResponseRedirect(self.page_of(row))
        context = {"title": kind.title, "subtitle": plainly(row.kind), "error": row.error}
        return self.show_form(request, ACT, row, form, **context)

    def _done(self, request: HttpRequest, row: Job, form: JobForm) -> bool:
        try:
            form.take_effect(person(request.user), row)
        except Refusal as refusal:
            form.refusal = refusal
            return False
        self.log_change(request, row, f"{form.title}: {form.cleaned_data['reason']}")
        messages.success(request, form.answer)
        return True

    @display(description="job", ordering="kind")
    def kind_shown(self, job: Job) -> str:
        return plainly(job.kind).capitalize()

    @display(description="state", ordering="state", label=STATE_COLOURS)
    def state_label(self, job: Job) -> str:
        return job.state

    @display(description="about")
    def about(self, job: Job) -> SafeString | str:
        found = job.found  # type: ignore[attr-defined]  # looked up
        if found is None:
            return NOTHING
        address = reverse(f"admin:campaigns_{found._meta.model_name}_change", args=[found.pk])  # noqa: SLF001 - Django's way
        return button(address, f"battle {found.number}" if isinstance(found, Battle) else str(found))

    @display(description="campaign")
    def campaign_link(self, job: Job) -> SafeString | str:
        title = getattr(job, "campaign_title", None)
        return button(reverse("admin:campaigns_campaign_change", args=[job.scope]), title) if title else NOTHING

    @display(description="caused by")
    def cause(self, job: Job) -> SafeString:
        return button(
            stream_address(job.cause_stream), f"event {job.cause_version} of the {job.cause_stream.partition('-')[0]}"
        )

    @display(description="progress")
    def progress(self, job: Job) -> str:
        return f"{job.done} of {job.of}" if job.of else NOTHING

    @display(description="error")
    def error_line(self, job: Job) -> str:
        return " ".join(job.error.split())[:120] or NOTHING

    @display(description="error")
    def error_shown(self, job: Job) -> SafeString | str:
        return format_html('<pre class="skald-body" tabindex="0">{}</pre>', job.error) if job.error else NOTHING

    @display(description="result")
    def result_shown(self, job: Job) -> str:
        return value(job.result) if job.result else NOTHING

    @display(description="cancelled")
    def cancelled(self, job: Job) -> str:
        return f"by {job.cancelled_by.removeprefix('user:')}: {job.cancel_reason}" if job.cancelled_by else NOTHING

    @display(description="due", ordering="due_at")
    def due(self, job: Job) -> str:
        return f"{job.due_at:%Y-%m-%d %H:%M:%S} UTC"

    @display(description="worker")
    def lease(self, job: Job) -> str:
        return f"{job.lease_owner} until {job.lease_until:%H:%M:%S} UTC" if job.lease_until else NOTHING

    @display(description="caused", ordering="created_at")
    def created(self, job: Job) -> str:
        return f"{job.created_at:%Y-%m-%d %H:%M:%S} UTC"

    @display(description="last change", ordering="updated_at")
    def updated(self, job: Job) -> str:
        return f"{job.updated_at:%Y-%m-%d %H:%M} UTC"
