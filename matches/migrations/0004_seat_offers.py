"""Invitations by name; and an account for every user, so that naming one for the first time takes no step more."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def make_accounts(apps: Any, schema_editor: Any) -> None:
    """For users who have none yet. New ones get theirs when they are made (`matches.accounts`)."""
    accounts, users = apps.get_model("matches", "Account").objects, apps.get_model(settings.AUTH_USER_MODEL).objects
    for user in users.filter(account=None).values_list("pk", flat=True):
        accounts.get_or_create(user_id=user)


class Migration(migrations.Migration):
    """One table."""

    dependencies = [("matches", "0003_co_gms"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="SeatOffer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("match", models.UUIDField()),
                ("seat", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=150)),
                ("by_name", models.CharField(max_length=150)),
                ("by_key", models.CharField(blank=True, default="", max_length=32)),
                ("made_at", models.DateTimeField(auto_now=True)),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seat_offers",
                        to="matches.account",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "seat"), name="one_offer_of_a_seat")],
            },
        ),
        migrations.RunPython(make_accounts, migrations.RunPython.noop),
    ]
