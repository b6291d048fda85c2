"""The app of tournaments: entrants, stages, schedule, tables, discipline."""

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Registers the tournaments app."""

    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        """Declare what keeps rows and does jobs."""
        import_module("tournaments.projections")
        import_module("tournaments.work")
        import_module("tournaments.scheduling_work")
