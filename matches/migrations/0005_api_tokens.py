"""Tokens with which programs log in move from the table of Django REST framework, in full, to their digests.

They go on to work for `TOKEN_DAYS` from now; the table that held them is emptied and stays.
"""

from datetime import timedelta
from hashlib import sha256
from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def take_over(apps: Any, schema_editor: Any) -> None:
    """Keep the digest of each token of before, and no token."""
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        if "authtoken_token" not in connection.introspection.table_names(cursor):
            return
        cursor.execute("SELECT key, user_id FROM authtoken_token")
        found = cursor.fetchall()
        now = django.utils.timezone.now()
        token = apps.get_model("matches", "ApiToken")
        token.objects.bulk_create(
            token(
                user_id=user,
                name="from before tokens had names",
                digest=sha256(key.encode()).hexdigest(),
                created_at=now,
                expires_at=now + timedelta(days=settings.TOKEN_DAYS),
            )
            for key, user in found
        )
        cursor.execute("DELETE FROM authtoken_token")


class Migration(migrations.Migration):
    dependencies = [("matches", "0004_seat_offers"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
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
            options={"ordering": ("-created_at", "-id")},
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
