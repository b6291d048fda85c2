"""The home of the admin site for a GM: what waits for them, and the news since their last visit.

When that was is a row of `Visit` for each user: it is nothing that happened in a campaign, so it is no event, and who
looks on from two browsers is one person.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from campaigns import page_context
from campaigns.admin.scoping import CHANGE, campaigns_of, run_by
from campaigns.admin.waiting import waiting
from campaigns.domain.campaign.events import FateRolled
from campaigns.loading import LoadedStream, load_campaign, load_company
from campaigns.models import Campaign, Company, Visit
from campaigns.narration import Names
from campaigns.service import history_of
from eventstore import api as store
from web.errors import NotThere

CAMPAIGNS_TOLD, COMPANIES_TOLD = 6, 8
LINES_OF_CAMPAIGN, LINES_OF_COMPANY = 8, 3
EVENTS_READ = 60
"""So many of its last events are read for the lines about a campaign or a company."""
VISIT = timedelta(minutes=30)
"""Who comes back within that time is still at the same visit."""
GLANCE = timedelta(minutes=1)
"""Within that time nothing is written again."""
FIRST_LOOK = timedelta(days=7)


class News(NamedTuple):
    """What happened in a campaign or to a company, the newest first: what it is called, its page, and in words."""

    owner: str
    address: str
    lines: list[page_context.Line]


def home(request: HttpRequest) -> dict[str, Any]:
    """What waits, what is under way, and the news."""
    user = request.user
    before = _last_visit(user)
    since = before or timezone.now() - FIRST_LOOK
    return {
        "waiting": waiting(user),
        "may_act": user.has_perm(CHANGE),
        "since": f"{since:%Y-%m-%d %H:%M} UTC",
        "first": before is None,
        "news": _news(request, since),
        "log": _log(request, since),
    }


def _last_visit(user: Any) -> datetime | None:
    """When this user's visit before this one ended; None at the first."""
    now = timezone.now()
    visit, _ = Visit.objects.get_or_create(user_id=user.pk, defaults={"seen_at": now})
    if now - visit.seen_at > VISIT:
        visit.before_at = visit.seen_at
    if now - visit.seen_at > GLANCE:
        visit.seen_at = now
        visit.save()
    return visit.before_at


def _log(request: HttpRequest, since: datetime) -> str:
    """Where the log tells everything since that day, for who may look at it."""
    address = f"{reverse('admin:eventstore_event_changelist')}?recorded_at_from={since:%Y-%m-%d}"
    return address if request.user.has_perm("eventstore.view_event") else ""


def _news(request: HttpRequest, since: datetime) -> list[News]:
    """What happened last in the campaigns and to the companies that changed here since, campaigns first.

    Of imports only what has happened here, and after the others: their instants are whatever their files say.
    """
    campaigns = campaigns_of(request.user).filter(updated_at__gt=since)
    companies = run_by(request.user, Company.objects.filter(updated_at__gt=since), "campaign")
    changed: list[Campaign | Company] = [
        *campaigns.order_by("from_outside", "-updated_at", "-pk")[:CAMPAIGNS_TOLD],
        *companies.order_by("campaign__from_outside", "-updated_at", "-pk")[:COMPANIES_TOLD],
    ]
    imports = store.imports_of_all({row.stream for row in changed})
    reader = _Reader(since)
    news = [News(str(row), _page(row), reader.lines_of(row, imports.get(row.stream, ()))) for row in changed]
    return [one for one in news if one.lines]


def _page(row: Campaign | Company) -> str:
    return reverse(f"admin:campaigns_{'company' if isinstance(row, Company) else 'campaign'}_change", args=[row.pk])


class _Reader:
    """Reads the last events of campaigns and companies; each campaign is loaded once."""

    def __init__(self, since: datetime) -> None:
        self.since = since
        self._campaigns: dict[UUID, tuple[LoadedStream, Names]] = {}

    def lines_of(self, row: Campaign | Company, imports: Collection[store.Provenance]) -> list[page_context.Line]:
        """The last events of a campaign, or of a company of it, newest first; none where its log is not here.

        Of a battle only the events of the campaign: its effects on companies are on the page of the battle.
        """
        try:
            about, names = self._loaded(row)
        except NotThere:
            return []
        told = [
            page_context.line(entry, names)
            for entry in history_of(about, max(0, about.version - EVENTS_READ))
            if entry.at > self.since
            and not _of_a_battle(row, entry.event)
            and not store.untrusted_imports(imports, entry.recorded.version)
        ]
        return told[::-1][: LINES_OF_COMPANY if isinstance(row, Company) else LINES_OF_CAMPAIGN]

    def _loaded(self, row: Campaign | Company) -> tuple[LoadedStream, Names]:
        if not isinstance(row, Company):
            return self._campaign(row.pk)
        _, names = self._campaign(row.campaign_id)
        company = load_company(row.pk)
        return company, replace(names, heroes={hero.id: hero.name for hero in company.state.heroes.values()})

    def _campaign(self, identity: UUID) -> tuple[LoadedStream, Names]:
        if identity not in self._campaigns:
            loaded = load_campaign(identity)
            self._campaigns[identity] = loaded, page_context.names_of(loaded.state)
        return self._campaigns[identity]


def _of_a_battle(row: Campaign | Company, event: Any) -> bool:
    """Whether an event is told by another, that which records the battle in the campaign."""
    return event.because is not None if isinstance(row, Company) else isinstance(event, FateRolled)
