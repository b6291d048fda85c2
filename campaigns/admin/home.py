"""The home of the admin site for a GM: what waits for them, and the news since their last visit.

When that was is a row of `Visit` for each user: it is nothing that happened in a campaign, so it is no event, and who
looks on from two browsers is one person.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from campaigns import page_context
from campaigns.admin.scoping import campaigns_of, run_by
from campaigns.admin.waiting import waiting
from campaigns.domain.campaign.events import FateRolled
from campaigns.loading import LoadedStream, load_campaign, load_company
from campaigns.models import Campaign, Company, Visit
from campaigns.narration import Names
from campaigns.service import history_of
from eventstore import api as store
from web.errors import NotThere

NEWS_SHOWN = 20
STREAMS_READ = 10
VISIT = timedelta(minutes=30)
"""Who comes back within that time is still at the same visit."""
GLANCE = timedelta(minutes=1)
"""Within that time nothing is written again."""
FIRST_LOOK = timedelta(days=7)


class News(NamedTuple):
    """An event: when, what it is about and the page of that, and what happened."""

    at: datetime
    owner: str
    address: str
    line: page_context.Line


def home(request: HttpRequest) -> dict[str, Any]:
    """What waits, what is under way, and the news."""
    user = request.user
    before = _last_visit(user)
    since = before or timezone.now() - FIRST_LOOK
    return {
        "waiting": waiting(user),
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
    """The newest events of the campaigns and companies that changed here since.

    Of imports only what has happened here, and after the others: their instants are whatever their files say.
    """
    campaigns = campaigns_of(request.user).filter(updated_at__gt=since)
    companies = run_by(request.user, Company.objects.filter(updated_at__gt=since), "campaign")
    changed: list[Campaign | Company] = [
        *campaigns.order_by("from_outside", "-updated_at")[:STREAMS_READ],
        *companies.order_by("campaign__from_outside", "-updated_at")[:STREAMS_READ],
    ]
    imports = store.imports_of_all({row.stream for row in changed})
    reader = _Reader(since)
    found = [one for row in changed for one in reader.news_of(row, imports.get(row.stream, ()))]
    return sorted(found, key=lambda one: one.at, reverse=True)[:NEWS_SHOWN]


class _Reader:
    """Reads the last events of campaigns and companies; each campaign is loaded once."""

    def __init__(self, since: datetime) -> None:
        self.since = since
        self._campaigns: dict[UUID, tuple[LoadedStream, Names]] = {}

    def _campaign(self, identity: UUID) -> tuple[LoadedStream, Names]:
        if identity not in self._campaigns:
            loaded = load_campaign(identity)
            self._campaigns[identity] = loaded, page_context.names_of(loaded.state)
        return self._campaigns[identity]

    def news_of(self, row: Campaign | Company, imports: Collection[store.Provenance]) -> Iterator[News]:
        """The last events of a campaign, or of a company of it; none where its log is not here.

        Of a battle only the events of the campaign: its effects on companies are on the page of the battle.
        """
        company = isinstance(row, Company)
        try:
            about, names = self._campaign(row.campaign_id if isinstance(row, Company) else row.pk)
            if company:
                about = load_company(row.pk)
                names = replace(names, heroes={hero.id: hero.name for hero in about.state.heroes.values()})
        except NotThere:
            return
        address = reverse(f"admin:campaigns_{'company' if company else 'campaign'}_change", args=[row.pk])
        for entry in history_of(about, max(0, about.version - NEWS_SHOWN)):
            of_battle = isinstance(entry.event, FateRolled) or (company and entry.event.because is not None)
            if entry.at > self.since and not of_battle and not store.untrusted_imports(imports, entry.recorded.version):
                yield News(entry.at, str(row), address, page_context.line(entry, names))
