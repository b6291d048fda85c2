"""What lists of matches can be narrowed by, and how they are paged."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django_filters import BooleanFilter, CharFilter, ChoiceFilter, FilterSet, IsoDateTimeFilter, UUIDFilter
from django_filters.fields import IsoDateTimeField
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from matches.api.reading import number
from matches.models import Match, own
from web.untrusted_input import within

NUMBER = re.compile(r"-?[0-9]{1,18}")
"""One that any integer column can be compared with."""


class InstantField(IsoDateTimeField):
    """An instant in UTC: not every database takes every zone."""

    def to_python(self, value: Any) -> datetime | None:
        """The instant. ValidationError where it has no date in UTC: before the year 1, after the year 9999."""
        instant: datetime | None = super().to_python(value)
        try:
            return instant.astimezone(UTC) if instant is not None else None
        except OverflowError:
            raise ValidationError("Must be a time from the year 1 to 9999 in UTC.", code="invalid") from None


class InstantFilter(IsoDateTimeFilter):
    """Narrow by an instant."""

    field_class = InstantField


class MatchFilter(FilterSet):
    """Narrow a list of matches."""

    ruleset = CharFilter(max_length=40, label="The key of a game.")
    status = ChoiceFilter(choices=Match.Status.choices, label="How far it has come.")
    visibility = ChoiceFilter(choices=Match.Visibility.choices, label="Who may watch.")
    title = CharFilter(lookup_expr="icontains", max_length=120, label="Part of the title.")
    gm = CharFilter(field_name="gm_name", max_length=150, label="The name of its GM.")
    forked_from = UUIDFilter(label="Forks of this match.")
    created_after = InstantFilter(field_name="created_at", lookup_expr="gt", label="Created after this time.")
    mine = BooleanFilter(method="of_the_asker", label="Only matches in which you are GM or have a seat.")
    imported = BooleanFilter(
        field_name="from_outside", label="Only those from a file that no trusted server has signed."
    )
    forked_from_import = BooleanFilter(
        label="Only forks of imports that no trusted server has signed, and forks of those."
    )
    open_seats = BooleanFilter(label="Whether free seats may be taken without an invitation.")

    class Meta:
        model = Match
        fields = ()

    def of_the_asker(self, matches: QuerySet[Match], _name: str, wanted: bool) -> QuerySet[Match]:
        """The matches that the asker runs or sits in (`false`: all others)."""
        user = self.request.user
        if not user.is_authenticated:
            return matches.none() if wanted else matches
        return matches.filter(own(user)) if wanted else matches.exclude(own(user))


class Newest(CursorPagination):
    """Newest first; a cursor stays right while matches are opened."""

    ordering = ("-created_at", "-id")
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int:
        """How many rows a page has. Unreadable names `limit` where it is no number from 1 to 200."""
        return within(number(request.query_params, "limit", self.page_size), 1, self.max_page_size, "limit")


class ByNumber(Newest):
    """By a number; a cursor that says none is no place."""

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Where the page begins."""
        cursor = super().decode_cursor(request)
        position: Any = None if cursor is None else cursor.position
        if position is not None and not NUMBER.fullmatch(position):
            raise NotFound(self.invalid_cursor_message)
        return cursor


class PlayedHereFirst(ByNumber):
    """What was played here, newest first, then imports, the last one that came in first."""

    ordering = ("-sort_key", "-id")
