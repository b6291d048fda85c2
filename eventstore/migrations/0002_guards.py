"""The append function and the guards.

A later migration that remakes one of these tables on SQLite drops its triggers: it must create them again.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from eventstore.guards import SQL, guard_statements


def create(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    vendor = editor.connection.vendor
    with editor.connection.cursor() as cursor:
        if vendor == "postgresql":
            cursor.execute((SQL / "0002_postgresql.sql").read_text())
        for statement in guard_statements(vendor, ("0002",)):
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("eventstore", "0001_initial")]

    operations = [migrations.RunPython(create)]
