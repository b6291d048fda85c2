"""Rows of matches say who runs them beside the GM."""

from __future__ import annotations

import json
from typing import Any

from django.db import migrations, models


def name_co_gms(apps: Any, schema_editor: Any) -> None:
    """As the last fact about them in the log of each match tells."""
    events, matches = apps.get_model("eventstore", "Event").objects, apps.get_model("matches", "Match").objects
    kind = apps.get_model("eventstore", "EventType").objects.filter(name="co_gms_set").first()
    told = events.filter(type_id=kind.pk).order_by("version") if kind is not None else ()
    last = {event.stream_id: event for event in told}
    for stream in apps.get_model("eventstore", "Stream").objects.filter(pk__in=last):
        co_gms = json.loads(bytes(last[stream.pk].body))["co_gms"]
        matches.filter(pk=stream.name.removeprefix("match-")).update(co_gms=" ".join(one["user"] for one in co_gms))


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("matches", "0002_remove_match_position"), ("eventstore", "0003_one_stream_an_append")]

    operations = [
        migrations.AddField("match", "co_gms", models.TextField(blank=True, default="")),
        migrations.RunPython(name_co_gms, migrations.RunPython.noop),
    ]
