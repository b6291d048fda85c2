from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_api_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="from_outside",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="match",
            name="imported_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="imported_by",
            field=models.CharField(blank=True, default="", max_length=200),
        ),
    ]
