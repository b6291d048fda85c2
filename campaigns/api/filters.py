"""What lists of campaigns and of what is in them can be narrowed by, and how they are paged."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django_filters import BooleanFilter, CharFilter, ChoiceFilter, FilterSet, UUIDFilter
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor
from rest_framework.request import Request

from campaigns.models import Battle, Campaign, Company
from jobs.kinds import kinds
from jobs.models import Job
from web.api.filters import InstantFilter, NewestFirst, NumberCursor


class YesOrNo(forms.Field):
    """True or false; anything else is refused, where Django's own field takes it for nothing."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> bool | None:
        """The word as it is meant; None where nothing was sent."""
        word = str(value or "").lower()
        if word not in ("", "true", "false"):
            raise forms.ValidationError("must be true or false")
        return word == "true" if word else None


class YesOrNoFilter(BooleanFilter):
    """Narrow by true or false."""

    field_class = YesOrNo


class CampaignFilter(FilterSet):
    """Narrow a list of campaigns."""

    game = CharFilter(max_length=40, label="The key of a game.")
    stage = ChoiceFilter(choices=Campaign.Stage.choices, label="How far it has come.")
    title = CharFilter(lookup_expr="icontains", max_length=120, label="Part of the title.")
    gm = CharFilter(field_name="gm_name", max_length=150, label="The name of its GM.")
    created_after = InstantFilter(field_name="created_at", lookup_expr="gt", label="Created after this time.")
    imported = YesOrNoFilter(
        field_name="from_outside", label="Only those from a file that no trusted server has signed."
    )

    class Meta:
        model = Campaign
        fields = ()


class CompanyFilter(FilterSet):
    """Narrow the companies of a campaign."""

    name = CharFilter(lookup_expr="icontains", max_length=120, label="Part of the name.")
    owner = CharFilter(field_name="owner_key", max_length=64, label="The key of the account that plays it.")
    disbanded = YesOrNoFilter(label="Whether it was disbanded.")
    owed = YesOrNoFilter(field_name="owed", method="with_some", label="Whether its heroes have choices to make.")
    building = YesOrNoFilter(field_name="orders", method="with_some", label="Whether its hall is under construction.")
    in_battle = YesOrNoFilter(
        field_name="in_battle", lookup_expr="isnull", exclude=True, label="Whether it is in a battle."
    )

    class Meta:
        model = Company
        fields = ()

    def with_some(self, companies: QuerySet[Company], name: str, wanted: bool) -> QuerySet[Company]:
        """Those of which a count is above 0 (`false`: all others)."""
        some = {f"{name}__gt": 0}
        return companies.filter(**some) if wanted else companies.exclude(**some)


class BattleFilter(FilterSet):
    """Narrow the battles of a campaign."""

    kind = ChoiceFilter(choices=Battle.Kind.choices, label="What it is fought for.")
    stage = ChoiceFilter(choices=Battle.Stage.choices, label="How far it has come.")
    company = UUIDFilter(field_name="sides__company", label="With this company in it.")
    match = UUIDFilter(label="The battle that this match is.")

    class Meta:
        model = Battle
        fields = ()


class JobFilter(FilterSet):
    """Narrow the jobs of a campaign."""

    kind = ChoiceFilter(choices=lambda: [(kind, kind) for kind in kinds()], label="What it does.")
    state = ChoiceFilter(choices=Job.State.choices, label="How far it has come.")
    subject = CharFilter(max_length=160, label="What it is about.")

    class Meta:
        model = Job
        fields = ()


class ByName(NewestFirst):
    """By name; a cursor stays right while others come in."""

    ordering = ("name", "id")

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Where the page begins. A name that no row can have is no place."""
        cursor = super().decode_cursor(request)
        if cursor is not None and "\x00" in str(cursor.position or ""):
            raise NotFound(self.invalid_cursor_message)
        return cursor


class LastFought(NumberCursor):
    """Battles, the last one first."""

    ordering = ("-number", "-id")
