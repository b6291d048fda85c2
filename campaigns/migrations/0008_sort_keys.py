"""What lists of campaigns go by."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import migrations, models

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
IMPORTS_LAST = 10**17
AT_ONCE = 1_000


def key_rows(apps: Any, schema_editor: Any) -> None:
    """Give each row its key; `web.provenance.sort_key` says by what."""
    campaigns = apps.get_model("campaigns", "Campaign")
    changed = []
    for row in campaigns.objects.only("created_at", "imported_at").order_by("pk").iterator(AT_ONCE):
        row.sort_key = ((row.imported_at or row.created_at) - EPOCH) // timedelta(microseconds=1)
        row.sort_key -= IMPORTS_LAST if row.imported_at else 0
        changed.append(row)
    campaigns.objects.bulk_update(changed, ["sort_key"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    """One column, and another index."""

    dependencies = [("campaigns", "0007_imported")]

    operations = [
        migrations.AddField("campaign", "sort_key", models.BigIntegerField(default=0, db_default=0)),
        migrations.AlterModelOptions("campaign", options={"ordering": ("-sort_key", "-id")}),
        migrations.RemoveIndex("campaign", "campaign_listed"),
        migrations.AddIndex("campaign", models.Index(fields=["stage", "-sort_key", "-id"], name="campaign_sorted")),
        migrations.RunPython(key_rows, migrations.RunPython.noop),
    ]
