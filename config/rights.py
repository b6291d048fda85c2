"""The rights of the admin site in words: those that do something, of the many that Django makes."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.models import Permission
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

# Heading, then each right and what it allows. Facts are changed by commands, so there is a right to look at each of
# them and three to act.
SECTIONS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Campaigns",
        (
            ("campaigns.view_campaign", "Look at campaigns"),
            ("campaigns.view_company", "Look at companies"),
            ("campaigns.view_hero", "Look at heroes"),
            ("campaigns.view_battle", "Look at battles"),
            ("campaigns.view_job", "Look at jobs"),
            ("campaigns.change_campaign", "Take GM actions, retry and cancel jobs"),
        ),
    ),
    (
        "Play",
        (
            ("matches.view_match", "Look at matches"),
            ("matches.view_seat", "Look at seats"),
            ("matches.change_match", "Take GM actions"),
        ),
    ),
    (
        "Log",
        (
            ("eventstore.view_stream", "Look at streams, verify them"),
            ("eventstore.view_event", "Look at events"),
            ("eventstore.view_command", "Look at commands"),
            ("eventstore.view_subscription", "Look at subscriptions"),
            ("eventstore.view_seal", "Look at seals"),
            ("eventstore.change_subscription", "Try subscriptions again"),
        ),
    ),
    (
        "People",
        (
            ("matches.view_account", "Look at accounts"),
            ("auth.view_user", "Look at users"),
            ("auth.add_user", "Add users"),
            ("auth.change_user", "Change users: make superusers, too"),
            ("auth.delete_user", "Delete users"),
            ("auth.view_group", "Look at groups"),
            ("auth.add_group", "Add groups"),
            ("auth.change_group", "Change groups: give any right, too"),
            ("auth.delete_group", "Delete groups"),
        ),
    ),
)
OTHERS = "Others, which do nothing here"


class RightsForm(forms.ModelForm):
    """A form with a field of rights, which offers those in words, and what is held beside them."""

    rights_field: ClassVar[str]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields.get(self.rights_field)
        if field is not None:
            held = getattr(self.instance, self.rights_field).all() if self.instance.pk else ()
            field.choices = choices({right.pk for right in held})


class RightsWidget(UnfoldAdminCheckboxSelectMultipleWidget):
    """Boxes to tick, a heading over those of each section."""

    template_name = "config/admin/rights.html"


def choices(held: Iterable[int]) -> list[tuple[str, list[tuple[int, str]]]]:
    """The rights to choose from, by section; those held that no section has come last, so that saving keeps them."""
    rights = {_name(right): right for right in Permission.objects.select_related("content_type")}
    offered = [
        (heading, [(rights[name].pk, words) for name, words in section if name in rights])
        for heading, section in SECTIONS
    ]
    known = {pk for _, section in offered for pk, _ in section}
    others = [(right.pk, str(right)) for right in rights.values() if right.pk in set(held) - known]
    return [*offered, (OTHERS, others)] if others else offered


def _name(right: Permission) -> str:
    return f"{right.content_type.app_label}.{right.codename}"
