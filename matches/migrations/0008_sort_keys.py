"""What lists go by, and which forks go back to an import."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import migrations, models

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
IMPORTS_LAST = 10**17
AT_ONCE = 1_000


def key_rows(apps: Any, schema_editor: Any) -> None:
    """Give each row its key; `web.provenance.sort_key` says by what."""
    matches = apps.get_model("matches", "Match")
    changed = []
    for row in matches.objects.only("created_at", "imported_at").order_by("pk").iterator(AT_ONCE):
        row.sort_key = ((row.imported_at or row.created_at) - EPOCH) // timedelta(microseconds=1)
        row.sort_key -= IMPORTS_LAST if row.imported_at else 0
        changed.append(row)
    matches.objects.bulk_update(changed, ["sort_key"], batch_size=AT_ONCE)


def mark_forks(apps: Any, schema_editor: Any) -> None:
    """Mark the forks of imports, and their forks; `matches.fork_origins` says which those are."""
    matches, imports = apps.get_model("matches", "Match"), apps.get_model("eventstore", "ImportedStream")
    strange = imports.objects.filter(trusted=False, stream__kind="match").order_by("-first_version")
    first = {row.stream.name.removeprefix("match-"): row.first_version for row in strange.select_related("stream")}
    forks = matches.objects.exclude(forked_from=None).values_list("pk", "forked_from", "forked_at")
    found = [pk for pk, source, at in forks if first.get(str(source), at + 1) <= at]
    while found:
        matches.objects.filter(pk__in=found).update(forked_from_import=True)
        later = matches.objects.filter(forked_from__in=found, forked_from_import=False)
        found = list(later.values_list("pk", flat=True))


class Migration(migrations.Migration):
    """Two columns, and another index."""

    dependencies = [("matches", "0007_declined_offers"), ("eventstore", "0004_imported_streams")]

    operations = [
        migrations.AddField("match", "forked_from_import", models.BooleanField(default=False, db_default=False)),
        migrations.AddField("match", "sort_key", models.BigIntegerField(default=0, db_default=0)),
        migrations.AlterModelOptions(
            "match", options={"ordering": ("-sort_key", "-id"), "verbose_name_plural": "matches"}
        ),
        migrations.RemoveIndex("match", "match_listed"),
        migrations.AddIndex("match", models.Index(fields=["visibility", "-sort_key", "-id"], name="match_sorted")),
        migrations.RunPython(key_rows, migrations.RunPython.noop),
        migrations.RunPython(mark_forks, migrations.RunPython.noop),
    ]
