"""Where streams come from that were taken in from files, and the guards of that table."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from eventstore.guards import guard_statements


def guard(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    with editor.connection.cursor() as cursor:
        for statement in guard_statements(editor.connection.vendor, ("0004",)):
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("eventstore", "0003_one_stream_an_append"),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportedStream",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first_version", models.IntegerField()),
                ("last_version", models.IntegerField()),
                ("imported_at", models.BigIntegerField()),
                ("actor", models.CharField(max_length=200)),
                ("person", models.CharField(blank=True, default="", max_length=32)),
                ("key_id", models.CharField(blank=True, default="", max_length=16)),
                ("trusted", models.BooleanField()),
                ("file", models.BinaryField(max_length=32)),
                ("told_by", models.CharField(blank=True, default="", max_length=16)),
                (
                    "stream",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="eventstore.stream",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["stream"], name="import_of_stream")],
            },
        ),
        migrations.RunPython(guard),
    ]
