"""The app of campaigns: companies, halls, tournaments, standings."""

from collections.abc import Mapping
from typing import Any

from django.apps import AppConfig

from campaigns.demo.rosters import TEAMS
from matches.pages.rosters import offer_teams


class CampaignsConfig(AppConfig):
    """Registers the campaigns app."""

    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        """Offer the teams of the Banak Open to whoever opens a match."""
        offer_teams("ishmek", open_teams)


def open_teams() -> Mapping[str, Mapping[str, Any]]:
    """The teams of the Banak Open, by key."""
    return {key: team.as_setup() for key, team in TEAMS.items()}
