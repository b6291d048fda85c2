"""Jobs can be cancelled: by whom, and why."""

from __future__ import annotations

from django.db import migrations, models

STATES = [
    ("waiting", "waiting"),
    ("running", "running"),
    ("done", "done"),
    ("parked", "parked"),
    ("cancelled", "cancelled"),
]


class Migration(migrations.Migration):
    """Two columns with a default in the database: who writes jobs without them goes on until its restart."""

    dependencies = [("jobs", "0001_initial"), ("campaigns", "0009_jobs_moved")]

    operations = [
        migrations.AlterField("job", "state", models.CharField(choices=STATES, default="waiting", max_length=10)),
        migrations.AddField(
            "job", "cancelled_by", models.CharField(blank=True, db_default="", default="", max_length=200)
        ),
        migrations.AddField("job", "cancel_reason", models.TextField(blank=True, db_default="", default="")),
    ]
