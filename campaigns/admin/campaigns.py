"""Campaigns in the admin site: the list, the sheet, and what the GM starts there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import action, display

from campaigns import page_context
from campaigns.admin import founding, gm_forms, page_acts
from campaigns.admin.founding import FoundCampaign
from campaigns.admin.gm_actions import IN_THE_LOG, NOTHING, GmActions, command_target, offered
from campaigns.admin.house_rules import HouseRules
from campaigns.admin.scoping import GameFilter
from campaigns.command_targets import CommandTarget
from campaigns.dice import kept_here, secret_replaced
from campaigns.domain.campaign.state import Campaign as CampaignState
from campaigns.game_clock import clock
from campaigns.games import rules_set
from campaigns.loading import load_campaign
from campaigns.models import Battle, Campaign, Company, Hero, Member
from campaigns.narration import against, plainly, victors
from campaigns.pages import governing
from campaigns.pages.request_context import Offers, PageContext
from campaigns.pages.rule_offers import table_offers
from campaigns.standings import StandingsLine, rows_to_rank, standings, tallies, ties
from eventstore.admin import DayFilter, OwnSelectFilter, once, stream_address
from eventstore.api import describe_imports, imports_of
from jobs.models import OVER, Job
from matches.dice_secrets import REPLACED
from rules.registry import RULESETS
from web.errors import Refusal
from web.people import person
from web.provenance import row_words

STAGE_COLOURS = {"draft": "info", "running": "success", "ended": "primary", "archived": "warning"}
MOST_SHOWN = 20
HEADINGS = {
    "waiting": "Requests and invitations",
    "invite": "Invite",
    "links": "Invitation links",
    "invasions": "Invasions",
    "join": "Companies",
}
"""By place on the page of a campaign what its acts are about."""


class OpenedFilter(DayFilter):
    """By the day on which they were opened."""

    title = "day created (UTC)"
    field = "created_at"


@admin.register(Campaign)
class CampaignAdmin(GmActions):
    """The campaigns that this user runs, newest first."""

    campaign_path = "pk"

    list_display = (
        *("title", "stage_label", "game_title", "gm_shown"),
        *("companies_shown", "waiting", "downtime", "imported", "updated"),
    )
    list_filter = (("stage", ChoicesDropdownFilter), GameFilter, ("gm", OwnSelectFilter), OpenedFilter)
    list_filter_submit = True
    search_fields = ("title", "gm_name", "members__name", "companies__name")
    search_help_text = "A title, a GM or member, or a company."
    ordering = ("-sort_key", "-id")
    fieldsets: Any = (
        (None, {"fields": ("title", "stage_label", "game_title", "gm_shown", "downtime", "imports", "updated")}),
        IN_THE_LOG,
    )
    readonly_fields = flatten_fieldsets(fieldsets)
    change_form_outer_after_template = "campaigns/admin/campaign.html"

    start_battle = offered(gm_forms.StartBattle)
    advance_clock = offered(gm_forms.ADVANCE_CLOCK)
    start_downtime = offered(gm_forms.START_DOWNTIME)
    start_campaign = offered(gm_forms.START_CAMPAIGN)
    end_campaign = offered(gm_forms.END_CAMPAIGN)
    reopen_campaign = offered(gm_forms.REOPEN_CAMPAIGN)
    take_over_dice = offered(gm_forms.TAKE_OVER_DICE)
    archive_campaign = offered(gm_forms.ARCHIVE_CAMPAIGN)
    rename_campaign = offered(gm_forms.RENAME_CAMPAIGN)
    house_rules = offered(HouseRules)
    actions_list = ("found",)
    actions_detail = (
        "start_battle",
        "start_downtime",
        "advance_clock",
        {
            "title": "GM actions",
            "icon": "back_hand",
            "items": [
                *("start_campaign", "rename_campaign", "house_rules", "reopen_campaign", "take_over_dice"),
                *("end_campaign", "archive_campaign", "acts"),
            ],
        },
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Campaign]:
        return super().get_queryset(request).select_related("gm__user")

    def fit(self, row: Campaign) -> set[str]:
        """By the stage of the campaign, and where its dice are kept."""
        fitting = {
            Campaign.Stage.DRAFT: {"start_campaign", "rename_campaign", "house_rules"},
            Campaign.Stage.RUNNING: {
                *("start_battle", "start_downtime", "advance_clock", "rename_campaign", "end_campaign", "house_rules"),
            },
            Campaign.Stage.ENDED: {"reopen_campaign", "archive_campaign"},
        }.get(Campaign.Stage(row.stage), set())
        goes_on = row.stage in (Campaign.Stage.DRAFT, Campaign.Stage.RUNNING)
        return fitting | {"acts"} | ({"take_over_dice"} if goes_on and not kept_here(load_campaign(row.pk)) else set())

    @action(description=FoundCampaign.title, url_path="found", icon="add", permissions=["gm_action"])
    def found(self, request: HttpRequest) -> HttpResponse:
        """The form for a new campaign; when it is confirmed, the page of the campaign."""
        form = FoundCampaign(person(request.user), request.POST if request.method == "POST" else None)
        row = self._founded(form) if form.is_valid() and form.confirmed else None
        if row is not None:
            self.log_addition(request, row, form.title)
            messages.success(request, f"{row} is founded. Invite players, set its house rules, then start it.")
            return HttpResponseRedirect(self.page_of(row))
        back = reverse("admin:campaigns_campaign_changelist")
        return self.show_form(request, founding.PAGE, None, form, title=form.title, back=back)

    @staticmethod
    def _founded(form: FoundCampaign) -> Campaign | None:
        """The campaign that a confirmed form founds; None where it was refused."""
        try:
            return Campaign.objects.get(pk=form.give())
        except Refusal as refusal:
            form.refuse(refusal)
            return None

    def page_offers(self, request: HttpRequest, ctx: PageContext, row: Campaign) -> Offers:
        placed = governing.offers(request, ctx)
        people = {f"person {one.account}": f"Member: {one.name or 'somebody'}" for one in ctx.campaign.people.values()}
        rules = list(table_offers(ctx)) if ctx.campaign.stage in governing.GOES_ON else []
        return {**page_acts.under({**HEADINGS, **people}, placed), "House rules that are tables": rules}

    def target(self, request: HttpRequest, row: Campaign) -> CommandTarget:
        return command_target(request, row.pk)

    def sheet(self, request: HttpRequest, row: Campaign) -> dict[str, Any]:
        target = self.target(request, row)
        campaign = target.campaign
        ctx = PageContext(target.who, target.loaded)
        names = ctx.names
        heroes = Hero.objects.filter(company__campaign=row.pk, company__disbanded=False, owed__gt=0)
        jobs = Job.objects.filter(scope=row.pk).exclude(state__in=OVER).order_by("state", "-created_at")
        battles = Battle.objects.filter(campaign=row.pk).order_by("-number").prefetch_related("sides")
        return {
            "members": [(one.name, Member.Role(one.role).label) for one in campaign.people.values()],
            "candidates": _candidates(campaign),
            "rules_open": campaign.stage in governing.GOES_ON,
            "rules": rules_set(campaign),
            "clock": clock(campaign.hour),
            "ctx": ctx,
            "standings": _standings(campaign, row),
            "decided_by": ties(campaign.game),
            "barred": list(_barred(row)),
            "battles": [(one, *sides_of(one, names)) for one in battles[:MOST_SHOWN]],
            "invasions": [
                (names.company(one.attacker), names.company(one.defender))
                for one in campaign.invasions.values()
                if one.stage == "declared"
            ],
            "open_choices": [
                (hero, ", ".join(page_context.choices_in_words(row.game, hero.summary.get("owed", {}))))
                for hero in heroes.select_related("company").order_by("company__name", "id")[:MOST_SHOWN]
            ],
            "may_act": self.has_gm_action_permission(request),
            "jobs": [(job, plainly(job.kind).capitalize()) for job in jobs[:MOST_SHOWN]],
            "history": page_context.newest(target.loaded, names),
            "stream": stream_address(row.stream),
            "dice_fault": REPLACED if secret_replaced(target.loaded) else "",
        }

    @display(description="stage", ordering="stage", label=STAGE_COLOURS)
    def stage_label(self, campaign: Campaign) -> str:
        return campaign.stage

    @display(description="game", ordering="game")
    def game_title(self, campaign: Campaign) -> str:
        return RULESETS[campaign.game].title if campaign.game in RULESETS else campaign.game

    @display(description="GM", ordering="gm_name")
    def gm_shown(self, campaign: Campaign) -> str:
        """Who runs it; by the name in the log where the account is not here."""
        return campaign.gm.user.get_username() if campaign.gm else campaign.gm_name or NOTHING

    @display(description="companies")
    def companies_shown(self, campaign: Campaign) -> int:
        return int(campaign.summary.get("companies", 0))

    @display(description="battles waiting")
    def waiting(self, campaign: Campaign) -> str:
        return str(campaign.summary.get("battles", {}).get(Battle.Stage.OPEN, NOTHING))

    @display(description="imported")
    def imported(self, campaign: Campaign) -> str:
        """Who took it in and when, where nobody trusted has signed for it."""
        return row_words(campaign) or NOTHING

    @display(description="imported")
    @once
    def imports(self, campaign: Campaign) -> str:
        return "; ".join(one.words for one in describe_imports(imports_of(campaign.stream))) or "no, played here"

    @display(description="last event", ordering="updated_at")
    def updated(self, campaign: Campaign) -> str:
        return f"{campaign.updated_at:%Y-%m-%d %H:%M} UTC"


def _candidates(campaign: CampaignState) -> list[tuple[str, str, str]]:
    return [
        *((one.name, "invited", one.message) for one in campaign.invites.values()),
        *((one.name, "asks to join", one.message) for one in campaign.requests.values()),
    ]


def _standings(campaign: CampaignState, row: Campaign) -> list[tuple[StandingsLine, Company, list[tuple[str, int]]]]:
    companies = {one.pk: one for one in rows_to_rank(row.pk).select_related("owner__user")}
    return [
        (line, companies[line.company], tallies(campaign, line)) for line in standings(campaign, companies.values())
    ]


def _barred(row: Campaign) -> Iterator[tuple[Hero, str, str]]:
    """Who cannot be fielded for now, why, and how long: matches left, or what ends it."""
    heroes = Hero.objects.filter(company__campaign=row.pk, company__disbanded=False, standing=Hero.Status.READY)
    for hero in heroes.filter(absent=True).select_related("company").order_by("company__name", "id"):
        absence = hero.summary.get("absence") or {}
        left = absence.get("matches", 0)
        until = f"until the end of the {plainly(absence['until'])}" if absence.get("until") else "until the GM ends it"
        yield hero, plainly(absence.get("why", "")), f"{left} match{'es' * (left != 1)}" if left else until


def sides_of(battle: Battle, names: page_context.Names) -> tuple[str, str]:
    """Who fought, and who won; the sides must have been fetched."""
    sides = list(battle.sides.all())
    won = (names.company(str(side.company_id)) for side in sides if side.won)
    fought = against(names.company(str(side.company_id)) for side in sides)
    return fought, victors(won, battle.summary.get("winning_seats", ()))


def match_links(battle: Battle) -> list[tuple[str, str]]:
    """The pages of the match that a battle was settled by, its own or a fork of it: label and address."""
    fought = battle.summary.get("played") or battle.match
    return [("Match page", reverse("pages:match", args=[fought])), ("Replay", reverse("pages:replay", args=[fought]))]
