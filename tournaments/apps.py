"""The app of tournaments: entrants, stages, schedule, tables, discipline."""

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Registers the tournaments app."""

    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        """Declare what keeps rows, does jobs, and stands on pages of campaigns."""
        import_module("tournaments.projections")
        import_module("tournaments.work")
        import_module("tournaments.scheduling_work")
        import_module("tournaments.pages.links")
