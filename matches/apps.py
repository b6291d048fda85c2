"""The app of matches: one match is one stream."""

from importlib import import_module

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Registers the matches app."""

    name = "matches"
    verbose_name = "Matches"

    def ready(self) -> None:
        """Declare the subscription that keeps the rows, and what refusals mean to jobs."""
        import_module("matches.job_failures")
        import_module("matches.projections")
