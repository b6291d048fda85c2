"""The tables of people as matches made them, under the app that they belong to now. Their rows stay as they are."""

from __future__ import annotations

import uuid
from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

ACCOUNT = migrations.CreateModel(
    name="Account",
    fields=[
        ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
        ("key", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
        (
            "user",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="account",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ],
    options={"db_table": "matches_account", "default_permissions": ()},
)
TOKEN = migrations.CreateModel(
    name="ApiToken",
    fields=[
        ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
        ("name", models.CharField(blank=True, default="", max_length=60)),
        ("digest", models.CharField(editable=False, max_length=64, unique=True)),
        ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
        ("expires_at", models.DateTimeField()),
        ("used_at", models.DateTimeField(blank=True, null=True)),
        (
            "user",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="api_tokens",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ],
    options={"db_table": "matches_apitoken", "ordering": ("-created_at", "-id")},
)


def hand_over(apps: Any, schema_editor: Any) -> None:
    """Tokens keep their content type, and with it the rights to them, under the app of now."""
    _rename(apps, "matches", "web")


def give_back(apps: Any, schema_editor: Any) -> None:
    """The app of before has them again."""
    _rename(apps, "web", "matches")


def _rename(apps: Any, old: str, new: str) -> None:
    kinds = apps.get_model("contenttypes", "ContentType").objects.filter(model="apitoken")
    if not kinds.filter(app_label=new).exists():
        kinds.filter(app_label=old).update(app_label=new)


class Migration(migrations.Migration):
    """The state, and one row of the content types: `matches` made the tables."""

    initial = True
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("matches", "0008_sort_keys"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(hand_over, give_back),
        migrations.SeparateDatabaseAndState(state_operations=[ACCOUNT, TOKEN]),
    ]
