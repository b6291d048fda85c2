"""The app and what it asks of the settings."""

from django.apps import AppConfig
from django.core import checks

from eventstore.checks import check_sqlite
from eventstore.postgres import register_packed_dumper
from eventstore.stops import stop_between_writes


class EventStoreConfig(AppConfig):
    """The append-only log."""

    name = "eventstore"
    verbose_name = "Event store"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Prepare psycopg before a connection is opened; have `manage.py check` look at the settings of SQLite.

        From now on Ctrl-Z stops this process between two writes, never in the middle of one.
        """
        register_packed_dumper()
        stop_between_writes()
        checks.register(check_sqlite, checks.Tags.database)
