"""Links to tournaments on the pages of campaigns and of their battles."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from django.urls import reverse

from campaigns.domain.campaign.state import Battle
from campaigns.hooks import PageLink, battle_links, campaign_links
from tournaments.models import FixtureGame, Tournament

MOST = 3


@campaign_links
def tournaments_of(campaign: uuid.UUID) -> Iterator[PageLink]:
    """The newest tournaments of a campaign, for its members; and where one is founded."""
    rows = list(Tournament.objects.filter(campaign=campaign)[: MOST + 1])
    for row in rows[:MOST]:
        yield PageLink(row.title, reverse("tournaments:home", args=[row.pk]))
    address = reverse("tournaments:list")
    if len(rows) > MOST:
        yield PageLink("More tournaments", address)
    elif not rows:
        yield PageLink("Found a tournament", f"{address}?campaign={campaign}#open_tournament")


@battle_links
def fixture_of(campaign: uuid.UUID, battle: Battle) -> Iterator[PageLink]:
    """The fixture that a battle is played for."""
    rows = FixtureGame.objects.filter(match=battle.match, tournament__campaign=campaign)
    for tournament, title, fixture in rows.values_list("tournament", "tournament__title", "fixture"):
        yield PageLink(f"Fixture of {title}", reverse("tournaments:fixture", args=[tournament, fixture]))
