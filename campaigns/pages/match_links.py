"""What pages of matches tell of campaigns: invitations, and the campaign that a match is a battle of."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from django.urls import reverse

from campaigns import service
from campaigns.models import Campaign, Candidate, Company
from campaigns.page_context import company_names
from matches.loading import LoadedMatch
from matches.pages.related_links import Place, belongs
from matches.pages.waiting import ExternalInvitation, invites
from web.errors import NotThere
from web.people import Person


@invites
def invitations(who: Person) -> Iterator[ExternalInvitation]:
    """The campaigns that somebody is invited into, and the companies that they are asked to play."""
    key = uuid.UUID(hex=who.key)
    for one in Candidate.objects.filter(kind=Candidate.Kind.INVITED, account__key=key).select_related("campaign"):
        by = f"{one.campaign.gm_name} invites you" if one.campaign.gm_name else "You are invited"
        yield ExternalInvitation(f"{by} to the campaign {one.campaign.title}.", reverse("campaigns:list"))
    for campaign in Campaign.objects.filter(members__account__key=key, summary__has_key="offers"):
        asked = [company for company, whom in campaign.summary["offers"].items() if whom == who.key]
        for company in Company.objects.filter(pk__in=asked).order_by("name", "id"):
            told = f"You are asked to play {company.name} in the campaign {campaign.title}."
            yield ExternalInvitation(told, f"{reverse('campaigns:company', args=[company.pk])}#offered")


@belongs
def places(who: Person, match: LoadedMatch) -> Iterator[Place]:
    """For the members of the campaign; nothing for others, nor of what is no battle of it."""
    try:
        seen = service.see_campaign(who, uuid.UUID(match.roster.campaign))
    except (NotThere, ValueError):
        return
    battle = seen.state.battles.get(str(match.id))
    if battle is None:
        return
    yield Place(seen.state.title, reverse("campaigns:campaign", args=[seen.id]))
    names = company_names(str(seen.id))
    for company in battle.companies:
        yield Place(names.get(company, "a company"), reverse("campaigns:company", args=[company]))
    address = reverse("campaigns:battle", args=[seen.id, match.id])
    if battle.stage != "open":
        yield Place("What the battle did", address)
    elif match.table.outcome() is not None:
        yield Place("What the battle does is being worked out", address, awaited=True)
