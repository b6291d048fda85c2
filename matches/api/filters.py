"""What lists of matches can be narrowed by, and how they are paged."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django_filters import BooleanFilter, CharFilter, ChoiceFilter, FilterSet, IsoDateTimeFilter, UUIDFilter
from rest_framework.pagination import CursorPagination

from matches.models import Match


class MatchFilter(FilterSet):
    """Narrow a list of matches."""

    ruleset = CharFilter(max_length=40, label="The key of a game.")
    status = ChoiceFilter(choices=Match.Status.choices, label="How far it has come.")
    visibility = ChoiceFilter(choices=Match.Visibility.choices, label="Who may look on.")
    title = CharFilter(lookup_expr="icontains", max_length=120, label="Part of the title.")
    gm = CharFilter(field_name="gm_name", max_length=150, label="The name of its GM.")
    forked_from = UUIDFilter(label="Forks of this match.")
    created_after = IsoDateTimeFilter(field_name="created_at", lookup_expr="gt", label="Opened after this instant.")
    mine = BooleanFilter(method="of_the_asker", label="Only those you run or sit in.")
    open_seats = BooleanFilter(label="Whether free seats may be taken without an invitation.")

    class Meta:
        model = Match
        fields = ()

    def of_the_asker(self, matches: QuerySet[Match], _name: str, wanted: bool) -> QuerySet[Match]:
        """The matches that the asker runs or sits in (`false`: all others)."""
        user = self.request.user
        mine = Q(gm__user=user.pk) | Q(pk__in=Match.objects.filter(seats__account__user=user.pk).values("pk"))
        if not user.is_authenticated:
            return matches.none() if wanted else matches
        return matches.filter(mine) if wanted else matches.exclude(mine)


class Newest(CursorPagination):
    """Newest first; a cursor stays right while matches are opened."""

    ordering = ("-created_at", "-id")
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200
