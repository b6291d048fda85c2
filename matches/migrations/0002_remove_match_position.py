"""Nobody asked a row for the position of its last event."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]

    operations = [migrations.RemoveField("match", "position")]
