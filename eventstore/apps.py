"""The app and what it asks of the settings."""

from django.apps import AppConfig
from django.core import checks

from eventstore.checks import check_sqlite


class EventStoreConfig(AppConfig):
    """The append-only log."""

    name = "eventstore"
    verbose_name = "Event store"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have `manage.py check` look at the settings of SQLite."""
        checks.register(check_sqlite, checks.Tags.database)
