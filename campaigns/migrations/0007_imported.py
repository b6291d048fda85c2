from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0006_links_gone"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="from_outside",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="campaign",
            name="imported_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="campaign",
            name="imported_by",
            field=models.CharField(blank=True, default="", max_length=200),
        ),
    ]
