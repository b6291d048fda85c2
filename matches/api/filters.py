"""What lists of matches can be narrowed by."""

from __future__ import annotations

from django.db.models import QuerySet
from django_filters import BooleanFilter, CharFilter, ChoiceFilter, FilterSet, UUIDFilter

from matches.models import Match, own
from web.api.filters import InstantFilter


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
