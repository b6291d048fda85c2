"""Ids of heroes, races and classes as long as the rules of the house let them be; links know who made them."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def name_makers(apps: Any, schema_editor: Any) -> None:
    """The account of who made a link, as the name of then tells it; superusers make theirs as the house."""
    accounts = apps.get_model("matches", "Account").objects.filter(user__is_superuser=False)
    keys = {f"user:{name}": key.hex for name, key in accounts.values_list("user__username", "key")}
    for link in apps.get_model("campaigns", "Invite").objects.all():
        link.person = keys.get(link.made_by, "")
        link.save(update_fields=["person"])


class Migration(migrations.Migration):
    """Wider columns, and one more."""

    dependencies = [("campaigns", "0003_rights_of_game_masters"), ("matches", "0001_initial")]

    operations = [
        migrations.AlterField("hero", "hero", models.CharField(max_length=64)),
        migrations.AlterField("hero", "race", models.CharField(blank=True, default="", max_length=64)),
        migrations.AlterField("hero", "calling", models.CharField(blank=True, default="", max_length=64)),
        migrations.AddField("invite", "person", models.CharField(blank=True, default="", max_length=64)),
        migrations.RunPython(name_makers, migrations.RunPython.noop),
    ]
