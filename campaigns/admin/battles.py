"""Battles in the admin site: the list, their results, recording and voiding."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Value
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.safestring import SafeString
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import action, display

from campaigns.admin import choosing, gm_forms
from campaigns.admin.campaigns import match_links
from campaigns.admin.gm_actions import NOTHING, GmActions, command_target, offered
from campaigns.battle_report import battle_of, outcome
from campaigns.command_targets import CommandTarget
from campaigns.hooks import links_of
from campaigns.models import Battle, BattleSide
from campaigns.narration import against, victors
from campaigns.open_choices import OpenChoice, open_choices_of
from eventstore.admin import OwnSelectFilter, StreamOrigins, buttons
from matches.models import Match, stream_of as match_stream

LONGEST_NUMBER = 9
"""So many digits the number of a battle has at most."""
STAGE_COLOURS = {"open": "warning", "recorded": "success", "abandoned": "info", "voided": "danger"}


@admin.register(Battle)
class BattleAdmin(StreamOrigins, GmActions):
    """The battles of the campaigns that this user runs, the newest of each campaign first."""

    list_display = (
        *("number_shown", "campaign_link", "stage_label", "kind_label"),
        *("sides_shown", "winners", "downtime", "imported"),
    )
    list_filter = (
        ("campaign", OwnSelectFilter),
        ("stage", ChoicesDropdownFilter),
        ("kind", ChoicesDropdownFilter),
        ("sides__company", OwnSelectFilter),
    )
    list_filter_submit = True
    search_fields = ("campaign__title", "sides__company__name", "=match")
    search_help_text = "A number, a campaign, a company that fought, or the id of a match."
    ordering = ("-pk",)
    fields = ("campaign_link", "stage_label", "kind_label", "sides_shown", "winners", "downtime", "imports", "look")
    readonly_fields = fields
    change_form_outer_after_template = "campaigns/admin/battle.html"

    record_battle = offered(gm_forms.RECORD_BATTLE)
    record_again = offered(gm_forms.RECORD_AGAIN)
    void_battle = offered(gm_forms.VOID_BATTLE)
    actions_detail = (
        "aftermath",
        {"title": "GM actions", "icon": "back_hand", "items": ["record_battle", "record_again", "void_battle"]},
    )

    def stream_of(self, row: Battle) -> str:
        """That of its match; where that is not here, its campaign's."""
        return match_stream(row.match) if row.has_match else row.campaign.stream  # type: ignore[attr-defined]  # annotated

    def get_queryset(self, request: HttpRequest) -> QuerySet[Battle]:
        sides = Prefetch("sides", BattleSide.objects.select_related("company").order_by("seat"))
        rows = super().get_queryset(request).annotate(has_match=Exists(Match.objects.filter(pk=OuterRef("match"))))
        rows = rows.annotate(may_list=Value(request.user.has_perm("matches.view_match")))
        return rows.select_related("campaign").prefetch_related(sides)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Battle], search_term: str
    ) -> tuple[QuerySet[Battle], bool]:
        """By number, too: `12` or `battle 12`, with any other words beside it."""
        found, many = super().get_search_results(request, queryset, search_term)
        numbers, others = _numbered(search_term)
        if not numbers:
            return found, many
        numbered, _ = super().get_search_results(request, queryset.filter(number__in=numbers), others)
        either = [Q(pk__in=rows.order_by().values("pk")) for rows in (found, numbered)]
        return queryset.filter(either[0] | either[1]), False

    def fit(self, row: Battle) -> set[str]:
        return {
            Battle.Stage.OPEN: {"record_battle", "void_battle"},
            Battle.Stage.RECORDED: {"aftermath", "record_again", "void_battle"},
            Battle.Stage.VOIDED: {"record_again"},
        }.get(Battle.Stage(row.stage), set())

    def target(self, request: HttpRequest, row: Battle) -> CommandTarget:
        return command_target(request, row.campaign_id, match=str(row.match))

    def sheet(self, request: HttpRequest, row: Battle) -> dict[str, Any]:
        target = self.target(request, row)
        links = {"links": links_of(target.loaded.id, battle_of(target))}
        if row.stage == Battle.Stage.OPEN:
            return links
        recorded = row.stage == Battle.Stage.RECORDED
        return {**links, "outcome": outcome(target), "open_choices": len(_open_choices(target)) if recorded else 0}

    def named(self, row: Battle) -> str:
        return f"battle {row.number} of {row.campaign}"

    @action(description="Open choices", url_path="aftermath", icon="checklist", permissions=["gm_action"])
    def aftermath(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """What it did to everybody, and the choices still owed, to be made in one go."""
        row = self.object_or_404(request, object_id)
        if "aftermath" not in self.fit(row):
            messages.error(request, "Only a recorded battle leaves choices to make.")
            return HttpResponseRedirect(self.page_of(row))
        title = f"After battle {row.number} of {row.campaign}"
        return choosing.page(
            self,
            request,
            row,
            choosing.ChoicesRequest(title, _open_choices, lambda target: {"outcome": outcome(target)}),
        )

    @display(description="battle", ordering="number")
    def number_shown(self, battle: Battle) -> str:
        return f"Battle {battle.number}"

    @display(description="stage", ordering="stage", label=STAGE_COLOURS)
    def stage_label(self, battle: Battle) -> str:
        return battle.stage

    @display(description="kind", ordering="kind")
    def kind_label(self, battle: Battle) -> str:
        return Battle.Kind(battle.kind).label

    @display(description="sides")
    def sides_shown(self, battle: Battle) -> str:
        return against(f"{side.company} ({side.heroes})" for side in battle.sides.all()) or NOTHING

    @display(description="won by")
    def winners(self, battle: Battle) -> str:
        won = (str(side.company) for side in battle.sides.all() if side.won)
        return victors(won, battle.summary.get("winning_seats", ())) or NOTHING

    @display(description="show")
    def look(self, battle: Battle) -> SafeString | str:
        listed = getattr(battle, "has_match", False) and getattr(battle, "may_list", False)
        here = [("Match in the admin", reverse("admin:matches_match_change", args=[battle.match]))] if listed else []
        return buttons([*here, *match_links(battle)])


def _numbered(term: str) -> tuple[list[int], str]:
    """The numbers of battles in what somebody typed, and its other words.

    >>> _numbered("Battle #12 winter"), _numbered("winter")
    (([12], 'winter'), ([], 'winter'))
    """
    words = term.split()
    numbers = [int(bare) for word in words if len(bare := word.lstrip("#")) <= LONGEST_NUMBER and bare.isdecimal()]
    others = (word for word in words if not word.lstrip("#").isdecimal() and word.casefold() != "battle")
    return numbers, " ".join(others)


def _open_choices(target: CommandTarget) -> list[OpenChoice]:
    return open_choices_of(target.campaign, battle_of(target).companies, match=target.match)
