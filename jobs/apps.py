"""The app of jobs. It knows neither matches nor campaigns: their apps register what jobs of their kinds do."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Registers the jobs app."""

    name = "jobs"
    verbose_name = "Jobs"
