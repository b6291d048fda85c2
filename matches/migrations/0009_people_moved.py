"""People have an app of their own; `matches.Account` stands for the same rows, so that relations, rights and addresses stay."""

from __future__ import annotations

from django.db import migrations

PROXY = migrations.CreateModel(
    name="Account",
    fields=[],
    options={"proxy": True, "indexes": [], "constraints": []},
    bases=("web.account",),
)


class Migration(migrations.Migration):
    """The state alone: the tables are those of `web`."""

    dependencies = [("matches", "0008_sort_keys"), ("web", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel("ApiToken"), migrations.DeleteModel("Account"), PROXY]
        )
    ]
