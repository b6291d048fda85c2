"""The app of campaigns: companies, halls, battles, standings."""

from importlib import import_module

from django.apps import AppConfig

from matches.pages.rosters import offer_teams


class CampaignsConfig(AppConfig):
    """Registers the campaigns app."""

    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        """Declare what keeps rows, does jobs, stands on pages of matches; offer the demo's companies for matches."""
        import_module("campaigns.projections")
        import_module("campaigns.side_numbers")
        import_module("campaigns.work")
        import_module("campaigns.pages.match_links")
        import_module("campaigns.pages.match_links")
        for game, cast in import_module("campaigns.simulation.rosters").CASTS.items():
            offer_teams(game, cast.teams)
