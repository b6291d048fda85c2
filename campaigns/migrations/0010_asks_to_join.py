"""Another label for candidates who ask to join. The state alone: a label is not stored."""

from __future__ import annotations

from django.db import migrations, models

KIND = models.CharField(choices=[("invited", "invited"), ("asked", "asks to join")], max_length=10)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0009_jobs_moved")]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.AlterField("candidate", "kind", KIND)])
    ]
