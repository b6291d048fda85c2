"""When somebody declined an invitation to a seat, for who runs the match to read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0006_imported")]

    operations = [
        migrations.AddField("seatoffer", "declined_at", models.DateTimeField(blank=True, null=True)),
    ]
