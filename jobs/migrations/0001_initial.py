"""The table of jobs as campaigns made it, under the app that it belongs to now. Nothing changes in the database."""

from __future__ import annotations

from django.db import migrations, models

STATES = [("waiting", "waiting"), ("running", "running"), ("done", "done"), ("parked", "parked")]

JOB = migrations.CreateModel(
    name="Job",
    fields=[
        ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
        ("kind", models.CharField(max_length=40)),
        ("scope", models.UUIDField(blank=True, db_column="campaign", null=True)),
        ("subject", models.CharField(blank=True, default="", max_length=160)),
        ("cause_stream", models.CharField(max_length=160)),
        ("cause_version", models.PositiveIntegerField()),
        ("state", models.CharField(choices=STATES, default="waiting", max_length=10)),
        ("attempts", models.PositiveIntegerField(default=0)),
        ("due_at", models.DateTimeField()),
        ("lease_owner", models.CharField(blank=True, default="", max_length=200)),
        ("lease_until", models.DateTimeField(blank=True, null=True)),
        ("done", models.PositiveIntegerField(default=0)),
        ("of", models.PositiveIntegerField(default=0)),
        ("error_type", models.CharField(blank=True, default="", max_length=200)),
        ("error", models.TextField(blank=True, default="")),
        ("result", models.JSONField(default=dict)),
        ("created_at", models.DateTimeField()),
        ("updated_at", models.DateTimeField()),
    ],
    options={
        "db_table": "campaigns_job",
        "default_permissions": (),
        "ordering": ("-created_at", "-id"),
        "indexes": [
            models.Index(condition=models.Q(("state__in", ("waiting", "running"))), fields=["due_at"], name="job_due"),
            models.Index(fields=["scope", "state", "-created_at"], name="job_of_campaign"),
            models.Index(fields=["state", "-created_at", "-id"], name="job_listed"),
            models.Index(fields=["subject", "kind"], name="job_subject"),
        ],
    },
)


class Migration(migrations.Migration):
    """The state alone: `campaigns.0001_initial` made the table."""

    initial = True
    dependencies = [("campaigns", "0008_sort_keys")]

    operations = [migrations.SeparateDatabaseAndState(state_operations=[JOB])]
