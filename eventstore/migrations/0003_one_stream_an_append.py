"""The append function of PostgreSQL takes one stream, and fewer statements."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from eventstore.guards import SQL


def replace(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        with editor.connection.cursor() as cursor:
            cursor.execute((SQL / "0003_postgresql.sql").read_text())


class Migration(migrations.Migration):
    dependencies = [("eventstore", "0002_guards")]

    operations = [migrations.RunPython(replace)]
