"""What stands at the head of the pages of a battle's match: its campaign, its companies, what it did."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from django.urls import reverse

from campaigns import service
from campaigns.page_context import company_names
from matches.loading import LoadedMatch
from matches.pages.related_links import Place, belongs
from web.errors import NotThere
from web.people import Person


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
