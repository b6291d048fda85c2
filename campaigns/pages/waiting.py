"""What one is invited to in campaigns, for the head of the list of matches: it is answered on the list of campaigns."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from django.urls import reverse

from campaigns.models import Campaign, Candidate, Company
from matches.pages.waiting import ExternalInvitation, invites
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
