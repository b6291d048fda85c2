"""The app and what it asks of the settings."""

from django.apps import AppConfig
from django.core import checks

from eventstore.checks import check_sqlite
from eventstore.postgres import teach_psycopg


class EventStoreConfig(AppConfig):
    """The append-only log."""

    name = "eventstore"
    verbose_name = "Event store"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Prepare psycopg before a connection is opened; have `manage.py check` look at the settings of SQLite."""
        teach_psycopg()
        checks.register(check_sqlite, checks.Tags.database)
