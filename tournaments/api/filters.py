"""What lists of tournaments can be narrowed by."""

from __future__ import annotations

from django_filters import CharFilter, ChoiceFilter, FilterSet, UUIDFilter

from tournaments.models import Tournament


class TournamentFilter(FilterSet):
    """Narrow a list of tournaments."""

    game = CharFilter(max_length=40, label="The key of a game.")
    status = ChoiceFilter(choices=Tournament.Status.choices, label="How far it has come.")
    title = CharFilter(lookup_expr="icontains", max_length=120, label="Part of the title.")
    campaign = UUIDFilter(field_name="campaign_id", label="The id of its campaign.")

    class Meta:
        model = Tournament
        fields = ()
