"""The app of campaigns: companies, halls, tournaments, standings."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Registers the campaigns app."""

    name = "campaigns"
    verbose_name = "Campaigns"
