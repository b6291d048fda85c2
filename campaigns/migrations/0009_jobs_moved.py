"""Jobs have an app of their own; `campaigns.Job` stands for the same rows, so that rights and addresses stay."""

from __future__ import annotations

from django.db import migrations

PROXY = migrations.CreateModel(
    name="Job",
    fields=[],
    options={"proxy": True, "indexes": [], "constraints": []},
    bases=("jobs.job",),
)


class Migration(migrations.Migration):
    """The state alone: the table is `jobs.Job`'s."""

    dependencies = [("campaigns", "0008_sort_keys"), ("jobs", "0001_initial")]

    operations = [migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("Job"), PROXY])]
