"""What pages of matches tell of campaigns: invitations, and the campaign that a match is a battle of."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from django.urls import reverse

from campaigns import service
from campaigns.models import Campaign, Candidate, Company
from campaigns.page_context import company_names
from matches.loading import LoadedMatch
from matches.pages.related_links import RelatedLink, register_links
from matches.pages.waiting import ExternalInvitation, register_invitations
from web.errors import NotThere
from web.people import Person


@register_invitations
def invitations(who: Person) -> Iterator[ExternalInvitation]:
    """The campaigns that somebody is invited into, and the companies that they are asked to play."""
    key = uuid.UUID(hex=who.key)
    for one in Candidate.objects.filter(kind=Candidate.Kind.INVITED, account__key=key).select_related("campaign"):
        by = f"{one.campaign.gm_name} invites you" if one.campaign.gm_name else "You are invited"
        yield ExternalInvitation(f"{by} to the campaign {one.campaign.title}.", reverse("campaigns:list"))
    for campaign in Campaign.objects.filter(members__account__key=key, summary__has_key="offers"):
        asked = [company for company, whom in campaign.summary["offers"].items() if whom == who.key]
        for company in Company.objects.filter(pk__in=asked).order_by("name", "id"):
            text = f"You are asked to play {company.name} in the campaign {campaign.title}."
            yield ExternalInvitation(text, f"{reverse('campaigns:company', args=[company.pk])}#offered")


@register_links
def places(who: Person, match: LoadedMatch) -> Iterator[RelatedLink]:
    """For the members of the campaign; nothing for others, nor of what is no battle of it."""
    try:
        loaded = service.see_campaign(who, uuid.UUID(match.roster.campaign))
    except (NotThere, ValueError):
        return
    battle = loaded.state.battles.get(str(match.id))
    if battle is None:
        return
    yield RelatedLink(loaded.state.title, reverse("campaigns:campaign", args=[loaded.id]))
    names = company_names(str(loaded.id))
    for company in battle.companies:
        yield RelatedLink(names.get(company, "a company"), reverse("campaigns:company", args=[company]))
    address = reverse("campaigns:battle", args=[loaded.id, match.id])
    if battle.stage != "open":
        yield RelatedLink("What the battle did", address)
    elif match.table.outcome() is not None:
        yield RelatedLink("What the battle does is being worked out", address, awaited=True)
