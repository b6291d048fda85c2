"""Companies in the admin site: the list, the sheet with ledger and hall, GM actions."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from unfold.contrib.filters.admin import BooleanRadioFilter
from unfold.decorators import action, display

from campaigns import page_context
from campaigns.admin import choosing, gm_forms, page_acts
from campaigns.admin.gm_actions import IN_THE_LOG, NOTHING, GmActions, command_target, offered
from campaigns.admin.scoping import GameFilter, some, without
from campaigns.command_targets import CommandTarget
from campaigns.domain.company.events import GoldChanged
from campaigns.games import deals
from campaigns.models import Company, Hero
from campaigns.narration import about_gold, plainly
from campaigns.open_choices import OpenChoice, open_choices_of
from campaigns.pages.company import page_offers
from campaigns.pages.request_context import Offers, PageContext
from campaigns.service import history_of
from eventstore.admin import OwnSelectFilter, StreamOrigins, stream_address

HEADINGS = {
    "recruit": "Heroes",
    "held": "Captives",
    "offered": "Handing over",
    "more": "The company",
    "invade": "Invasion",
    "hall": "Build in its hall",
    "market": "Buy for the stash",
}
"""By place on the page of a company what its acts are about."""


@admin.register(Company)
class CompanyAdmin(StreamOrigins, GmActions):
    """The companies of the campaigns that this user runs, by name."""

    list_display = (
        *("name", "campaign_link", "owner_shown", "gold", "worth"),
        *("ready", "open_choices_shown", "building", "state", "imported"),
    )
    list_filter = (
        ("campaign", OwnSelectFilter),
        ("owner", OwnSelectFilter),
        GameFilter,
        some("open choices", "owed"),
        some("hall under construction", "orders"),
        ("disbanded", BooleanRadioFilter),
    )
    list_filter_submit = True
    search_fields = ("name", "motto", "hall", "campaign__title")
    search_help_text = "A company, its motto or hall, or the title of its campaign."
    ordering = ("name", "id")
    fieldsets: Any = (
        (None, {"fields": ("name", "motto", "campaign_link", "owner_shown", "gold", "worth", "state", "imports")}),
        IN_THE_LOG,
    )
    readonly_fields = flatten_fieldsets(fieldsets)
    change_form_outer_after_template = "campaigns/admin/company.html"

    award_gold = offered(gm_forms.AWARD_GOLD)
    fine = offered(gm_forms.FINE)
    transfer = offered(gm_forms.TRANSFER)
    correct = offered(gm_forms.CORRECT_COMPANY)
    actions_detail = (
        "choices",
        {"title": "GM actions", "icon": "back_hand", "items": ["award_gold", "fine", "transfer", "correct", "acts"]},
    )

    def stream_of(self, row: Company) -> str:
        return row.stream

    def get_queryset(self, request: HttpRequest) -> QuerySet[Company]:
        return super().get_queryset(request).select_related("campaign", "owner__user")

    def get_fieldsets(self, request: HttpRequest, obj: Company | None = None) -> Any:
        fieldsets = super().get_fieldsets(request, obj)
        return fieldsets if obj is None or deals(obj.game) else without(fieldsets, {"gold", "worth"})

    def fit(self, row: Company) -> set[str]:
        """All of them, while there is a company; those of gold where the game has such."""
        if row.disbanded:
            return set()
        gold = ("award_gold", "fine", "transfer") if deals(row.game) else ()
        open_choices = row.owed or row.summary.get("fates_owed")
        return {"correct", "acts", *gold, *(("choices",) if open_choices else ())}

    def page_offers(self, request: HttpRequest, ctx: PageContext, row: Company) -> Offers:
        stash = {f"stash {item}": f"Stash: {ctx.names.word(item)}" for item in ctx.company.stash}
        return page_acts.under({**HEADINGS, **stash}, page_offers(ctx))

    def target(self, request: HttpRequest, row: Company) -> CommandTarget:
        return command_target(request, row.campaign_id, company=row.pk)

    def sheet(self, request: HttpRequest, row: Company) -> dict[str, Any]:
        target = self.target(request, row)
        ctx = PageContext(target.who, target.loaded, target.loaded_company)
        names, standards = ctx.names, ctx.standards
        entries = list(history_of(target.loaded_company)) if target.loaded_company else []
        gold = [one for one in entries if isinstance(one.event, GoldChanged)]
        fit = {one.id for one in standards.fit(target.company)}
        rows = [
            (one, names.word(one.race), names.word(one.calling), one.hero in fit)
            for one in Hero.objects.filter(company=row.pk).order_by("id")
        ]
        return {
            "may_act": self.has_gm_action_permission(request),
            "ctx": ctx,
            "company": target.company,
            "downtime": target.campaign.downtime,
            "upgrades": [names.word(one) for one in target.company.hall.upgrades],
            "orders": [(names.word(one.upgrade), one.price, one.ready) for one in target.company.hall.orders],
            "stash": [(names.word(item), count) for item, count in target.company.stash.items()],
            "sums": [(plainly(purpose), total) for purpose, total in target.company.ledger.items() if total],
            "ledger": [
                (one.event, about_gold(one.event, names), page_context.line(one, names))
                for one in reversed(gold[-page_context.NEWEST :])
            ],
            "heroes": rows,
            "races": any(race for _, race, _, _ in rows),
            "callings": any(calling for _, _, calling, _ in rows),
            "history": [page_context.line(one, names) for one in reversed(entries[-page_context.NEWEST :])],
            "stream": stream_address(row.stream),
        }

    @action(description="Open choices", url_path="choices", icon="checklist", permissions=["gm_action"])
    def choices(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The choices that its heroes owe, to be made in one go."""
        row = self.object_or_404(request, object_id)

        def open_choices(target: CommandTarget) -> list[OpenChoice]:
            return open_choices_of(target.campaign, [target.company.id])

        return choosing.page(self, request, row, choosing.ChoicesRequest(f"Open choices in {row}", open_choices))

    @display(description="played by", ordering="owner__user__username")
    def owner_shown(self, company: Company) -> str:
        return company.owner.user.get_username() if company.owner else NOTHING

    @display(description="hall", ordering="orders")
    def building(self, company: Company) -> str:
        return f"{company.orders} under construction" if company.orders else NOTHING

    @display(description="state", label={"in battle": "warning", "disbanded": "danger", "at home": "success"})
    def state(self, company: Company) -> str:
        if company.disbanded:
            return "disbanded"
        return "in battle" if company.in_battle else "at home"
