"""The app of campaigns: companies, halls, battles, standings."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from django.apps import AppConfig

from campaigns.demo.companies import COMPANIES
from campaigns.demo.rosters import TEAMS
from matches.pages.rosters import offer_teams


class CampaignsConfig(AppConfig):
    """Registers the campaigns app."""

    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        """Declare what keeps rows, does jobs, stands on pages of matches; offer the demo's companies for matches."""
        import_module("campaigns.projections")
        import_module("campaigns.work")
        import_module("campaigns.pages.match_links")
        import_module("campaigns.pages.waiting")
        offer_teams("ishmek", open_teams)
        offer_teams("istra", companies)


def open_teams() -> Mapping[str, Mapping[str, Any]]:
    """The teams of the Banak Open, by key."""
    return {key: team.as_setup() for key, team in TEAMS.items()}


def companies() -> Mapping[str, Mapping[str, Any]]:
    """The companies of the war of Ashgate, by key."""
    return {key: company.as_setup() for key, company in COMPANIES.items()}
