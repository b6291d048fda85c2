"""Links that are used up or withdrawn stay, so that the form that made one makes no second."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("campaigns", "0005_fates_owed")]

    operations = [migrations.AddField("invite", "gone", models.BooleanField(default=False))]
