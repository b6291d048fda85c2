"""Rows of companies say which fates the GM owes under `fates_owed`; those of the dead are owed no more."""

from __future__ import annotations

from typing import Any

from django.db import migrations


def owe_the_living(apps: Any, schema_editor: Any) -> None:
    """What the log of each company adds up to, found without it: its heroes stand in rows, too."""
    living = apps.get_model("campaigns", "Hero").objects.filter(standing="ready")
    for row in apps.get_model("campaigns", "Company").objects.filter(summary__has_key="undecided").iterator():
        owed = row.summary.pop("undecided")
        ready = set(living.filter(company=row.pk, hero__in=owed).values_list("hero", flat=True)) if owed else set()
        row.summary["fates_owed"] = {hero: matches for hero, matches in owed.items() if hero in ready}
        row.save(update_fields=["summary"])


class Migration(migrations.Migration):
    """One key of a JSON column."""

    dependencies = [("campaigns", "0004_room_for_ids")]

    operations = [migrations.RunPython(owe_the_living, migrations.RunPython.noop)]
