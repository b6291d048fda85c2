"""The home of the admin site for a GM: what waits for them, and the news since their last visit."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from campaigns import page_context
from campaigns.admin.campaigns import sides_of
from campaigns.admin.scoping import CHANGE, campaigns_of, run_by
from campaigns.domain.campaign.events import FateRolled
from campaigns.loading import LoadedStream, load_campaign, load_company
from campaigns.models import Battle, Campaign, Candidate, Company, Hero, Visit
from campaigns.narration import plainly
from campaigns.service import history_of
from eventstore import api as store
from jobs.models import OVER, Job
from web.errors import NotThere

MOST_SHOWN = 8
STREAMS_READ = 10
VISIT = timedelta(minutes=30)
"""Who comes back within that time is still at the same visit."""
GLANCE = timedelta(minutes=1)
"""Within that time nothing is written again."""
FIRST_LOOK = timedelta(days=7)


def home(request: HttpRequest) -> dict[str, Any]:
    """Open battles, open choices, unfinished jobs, halls under construction, and the news."""
    user = request.user
    battles = run_by(user, Battle.objects.filter(stage=Battle.Stage.OPEN), "campaign")
    heroes = run_by(user, Hero.objects.filter(owed__gt=0, company__disbanded=False), "company__campaign")
    jobs = run_by(user, Job.objects.exclude(state__in=OVER), "scope")
    building = run_by(user, Company.objects.filter(orders__gt=0, disbanded=False), "campaign")
    before = _last_visit(user)
    since = before or timezone.now() - FIRST_LOOK
    return {
        "may_act": user.has_perm(CHANGE),
        "fates": [(company, sum(map(len, company.summary["fates_owed"].values()))) for company in _open_fates(user)],
        "invaded": _invaded(user),
        "asking": _asking(user),
        "counts": {
            "battles": battles.count(),
            "open_choices": heroes.count(),
            "jobs": jobs.count(),
            "halls": building.count(),
        },
        "battles": list(_battles(battles)),
        "open_choices": [
            (hero, ", ".join(page_context.choices_in_words(hero.company.game, hero.summary.get("owed", {}))))
            for hero in heroes.select_related("company__campaign").order_by(
                "company__campaign__from_outside", "company__name", "id"
            )[:MOST_SHOWN]
        ],
        "jobs": [(job, plainly(job.kind).capitalize()) for job in jobs.order_by("state", "-created_at")[:MOST_SHOWN]],
        "building": [
            (company, page_context.orders_words(company))
            for company in building.select_related("campaign").order_by("campaign__from_outside", "name", "id")[
                :MOST_SHOWN
            ]
        ],
        "since": f"{since:%Y-%m-%d %H:%M} UTC",
        "first": before is None,
        "news": _news(request, since),
    }


def _invaded(user: Any) -> QuerySet[Campaign]:
    declared = Campaign.objects.filter(summary__invasions__gt=0)
    return run_by(user, declared, "pk").order_by("from_outside", "title", "id")[:MOST_SHOWN]


def _asking(user: Any) -> QuerySet[Candidate]:
    asking = Candidate.objects.filter(kind=Candidate.Kind.ASKED).select_related("campaign")
    return run_by(user, asking, "campaign").order_by("campaign__from_outside", "pk")[:MOST_SHOWN]


def _open_fates(user: Any) -> QuerySet[Company]:
    companies = Company.objects.filter(disbanded=False, summary__has_key="fates_owed").exclude(summary__fates_owed={})
    companies = run_by(user, companies, "campaign").select_related("campaign")
    return companies.order_by("campaign__from_outside", "name", "id")[:MOST_SHOWN]


def _battles(rows: QuerySet[Battle]) -> Iterator[tuple[Battle, str]]:
    shown = list(
        rows.select_related("campaign").prefetch_related("sides").order_by("campaign__from_outside", "-pk")[:MOST_SHOWN]
    )
    fought = {side.company_id for battle in shown for side in battle.sides.all()}
    names = page_context.Names(
        companies={str(pk): name for pk, name in Company.objects.filter(pk__in=fought).values_list("pk", "name")}
    )
    for battle in shown:
        yield battle, sides_of(battle, names)[0]


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


def _news(request: HttpRequest, since: datetime) -> list[tuple[str, page_context.Line]]:
    """The newest events of the campaigns and companies that changed here since: whose, and what.

    Of imports only what has happened here, and after the others: their instants are whatever their files say.
    """
    campaigns = campaigns_of(request.user).filter(updated_at__gt=since)
    companies = run_by(request.user, Company.objects.filter(updated_at__gt=since), "campaign")
    changed: list[Campaign | Company] = [
        *campaigns.order_by("from_outside", "-updated_at")[:STREAMS_READ],
        *companies.order_by("campaign__from_outside", "-updated_at")[:STREAMS_READ],
    ]
    imports = store.imports_of_all({row.stream for row in changed})
    found: list[tuple[datetime, str, page_context.Line]] = []
    for row in changed:
        campaign_id, company_id = (row.campaign_id, row.pk) if isinstance(row, Company) else (row.pk, None)
        found += _news_of(campaign_id, company_id, since, imports.get(row.stream, ()))
    found.sort(key=lambda one: one[0], reverse=True)
    return [(owner, line) for _, owner, line in found[:MOST_SHOWN]]


def _news_of(
    campaign_id: UUID, company_id: UUID | None, since: datetime, imports: Collection[store.Provenance]
) -> Iterator[tuple[datetime, str, page_context.Line]]:
    """The last events of a campaign, or of a company of it; none where its log is not here.

    Of a battle only the events of the campaign: its effects on companies are on the page of the battle.
    """
    try:
        campaign = load_campaign(campaign_id)
        company: LoadedStream | None = load_company(company_id) if company_id else None
    except NotThere:
        return
    about = company or campaign
    names = page_context.names_of(campaign.state, company.state if company else None)
    owner = company.state.name if company else campaign.state.title
    for entry in history_of(about, max(0, about.version - MOST_SHOWN)):
        of_battle = isinstance(entry.event, FateRolled) or (company and entry.event.because is not None)
        if entry.at > since and not of_battle and not store.untrusted_imports(imports, entry.recorded.version):
            yield entry.at, owner, page_context.line(entry, names)
