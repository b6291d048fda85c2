from typing import Any

from django.db import migrations

GROUP = "Game masters"
HELD = ("matches", "change_match")
RIGHTS = (
    ("campaign", "view"),
    ("campaign", "change"),
    ("company", "view"),
    ("hero", "view"),
    ("battle", "view"),
    ("job", "view"),
)


def give(apps: Any, schema_editor: Any) -> None:
    """Let the demo's Game masters of before campaigns into the pages of campaigns, once.

    Whoever takes a right away afterwards is not overruled. A group of that name without the right to run matches is
    somebody's own.
    """
    groups = apps.get_model("auth", "Group").objects.filter(
        name=GROUP, permissions__content_type__app_label=HELD[0], permissions__codename=HELD[1]
    )
    for group in groups:
        group.permissions.add(*(_right(apps, model, may) for model, may in RIGHTS))


def _right(apps: Any, model: str, may: str) -> Any:
    """The right, made if Django has not come to make it."""
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(app_label="campaigns", model=model)
    right, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename=f"{may}_{model}", defaults={"name": f"Can {may} {model}"}
    )
    return right


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0002_last_visits"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(give, migrations.RunPython.noop)]
