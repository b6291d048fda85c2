"""Heroes in the admin site: the list, the sheet that says why each value is what it is, and GM actions."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from unfold.contrib.filters.admin import BooleanRadioFilter, ChoicesDropdownFilter
from unfold.decorators import action, display

from campaigns import page_context
from campaigns.admin import choosing, gm_forms, page_acts
from campaigns.admin.gm_actions import NOTHING, GmActions, command_target, offered
from campaigns.admin.scoping import levels, some
from campaigns.command_targets import CommandTarget
from campaigns.domain.history import of_hero
from campaigns.games import deals
from campaigns.models import Hero
from campaigns.narration import plainly
from campaigns.open_choices import OpenChoice, open_choices_of
from campaigns.pages import hero_state
from campaigns.pages.hero import page_offers
from campaigns.pages.request_context import Offers, PageContext
from eventstore.admin import OwnSelectFilter, StreamOrigins, button
from rules.kernel.progression import Figure

STATUS_COLOURS = {"ready": "success", "dead": "danger", "dismissed": "warning", "retired": "info"}

HEADINGS = {"recovery": "Recovery", "take": "From the stash", "kit": "Into the stash", "more": "The hero"}
"""By place on the page of a hero what its acts are about."""


@admin.register(Hero)
class HeroAdmin(StreamOrigins, GmActions):
    """The heroes of the campaigns that this user runs, by name."""

    campaign_path = "company__campaign"

    list_display = (
        *("name", "company_link", "race_shown", "calling_shown"),
        *("level", "xp", "open_choices_shown", "status_label", "imported"),
    )
    list_filter = (
        ("company", OwnSelectFilter),
        ("company__campaign", OwnSelectFilter),
        ("standing", ChoicesDropdownFilter),
        ("absent", BooleanRadioFilter),
        ("captive", BooleanRadioFilter),
        some("open choices", "owed"),
    )
    list_filter_submit = True
    search_fields = ("name", "company__name", "race", "calling")
    search_help_text = "A hero, its company, race or class."
    ordering = ("name", "id")
    fields = ("name", "company_link", "race_shown", "calling_shown", "status_label", "worth", "imports")
    readonly_fields = fields
    change_form_outer_after_template = "campaigns/admin/hero.html"

    award_xp = offered(gm_forms.AWARD_XP)
    declare_fate = offered(gm_forms.DECLARE_FATE)
    correct = offered(gm_forms.CORRECT_HERO)
    add_condition = offered(gm_forms.ADD_CONDITION)
    end_condition = offered(gm_forms.END_CONDITION)
    capture_hero = offered(gm_forms.CAPTURE_HERO)
    free_captive = offered(gm_forms.FREE_CAPTIVE)
    actions_detail = (
        "choices",
        {
            "title": "GM actions",
            "icon": "back_hand",
            "items": [
                *("award_xp", "correct", "declare_fate"),
                *("add_condition", "end_condition", "capture_hero", "free_captive", "acts"),
            ],
        },
    )

    def stream_of(self, row: Hero) -> str:
        return row.company.stream

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hero]:
        return super().get_queryset(request).select_related("company__campaign")

    def get_fields(self, request: HttpRequest, obj: Hero | None = None) -> Any:
        if obj is None:
            return self.fields
        has = {"race_shown": obj.race, "calling_shown": obj.calling, "worth": deals(obj.company.game)}
        return tuple(name for name in self.fields if has.get(name, True))

    def fit(self, row: Hero) -> set[str]:
        """What can be done to the living, to the dead, and to who has gone."""
        if row.company.disbanded:
            return set()
        fates = {"declare_fate"} if row.standing in {Hero.Status.READY, Hero.Status.DEAD} else set()
        open_choices = row.owed or row.hero in row.company.summary.get("fates_owed", {})
        living = {"award_xp"} if row.standing == Hero.Status.READY and levels(row.company.game) else set()
        return {"correct", "acts", *fates, *living, *_state_actions(row), *(("choices",) if open_choices else ())}

    def page_offers(self, request: HttpRequest, ctx: PageContext, row: Hero) -> Offers:
        return page_acts.under(HEADINGS, page_offers(row.hero, ctx))

    def target(self, request: HttpRequest, row: Hero) -> CommandTarget:
        return command_target(request, row.company.campaign_id, company=row.company_id, hero=row.hero)

    def sheet(self, request: HttpRequest, row: Hero) -> dict[str, Any]:
        """Stats, experience, choices, injuries, history; and with ``?why=stats.power`` what made that value."""
        target = self.target(request, row)
        hero = target.hero
        ctx = PageContext(target.who, target.loaded, target.loaded_company)
        names, standards = ctx.names, ctx.standards
        entries = page_context.by_version(target.loaded_company) if target.loaded_company else {}
        story = of_hero((one.entry for one in entries.values()), hero.id)
        history = [page_context.line(entries[entry.version], names) for entry in story]
        unfit = standards.hindrance(target.company, hero)
        kept = {"equipment": ctx.standards.deals, "talents": ctx.levels, "spells": ctx.levels, "spent": ctx.levels}
        return {
            "ctx": ctx,
            "hero": hero,
            "unfit": unfit.message if unfit else "",
            "may_choose": self.has_gm_action_permission(request) and "choices" in self.fit(row),
            "leads": target.company.leader == hero.id,
            "stats": page_context.values(standards, hero),
            "next_level": standards.next_level(hero),
            "states": hero_state.state_lines(ctx, hero),
            "acts": hero_state.act_lines(ctx, hero),
            "open_choices": ", ".join(page_context.choices_in_words(row.company.game, standards.open_choices(hero))),
            "undecided": ", ".join(names.battle(match) for match in target.company.open_fates.get(hero.id, ())),
            "lists": [
                (field, _TITLES[field], page_context.listed(getattr(hero, field), names))
                for field in page_context.LISTS
                if getattr(hero, field) or kept.get(field, True)
            ],
            "history": list(reversed(history)),
            **_why(page_context.why_of(request.GET.get("why", ""), hero, entries, names), hero),
        }

    @action(description="Open choices", url_path="choices", icon="checklist", permissions=["gm_action"])
    def choices(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The choices that the hero owes, and the fate that the GM does, to be made in one go."""
        row = self.object_or_404(request, object_id)

        def open_choices(target: CommandTarget) -> list[OpenChoice]:
            return open_choices_of(target.campaign, [target.company.id], target.hero_id)

        return choosing.page(self, request, row, choosing.ChoicesRequest(f"Open choices of {row}", open_choices))

    @display(description="company", ordering="company__name")
    def company_link(self, hero: Hero) -> SafeString:
        return button(reverse("admin:campaigns_company_change", args=[hero.company_id]), str(hero.company))

    @display(description="race", ordering="race")
    def race_shown(self, hero: Hero) -> str:
        return plainly(hero.race) or NOTHING

    @display(description="class", ordering="calling")
    def calling_shown(self, hero: Hero) -> str:
        return plainly(hero.calling) or NOTHING

    @display(description="status", ordering="standing", label=STATUS_COLOURS)
    def status_label(self, hero: Hero) -> str:
        return hero.standing


def _state_actions(row: Hero) -> set[str]:
    """What can be done to what a hero is under."""
    ready = row.standing == Hero.Status.READY
    taken = {"free_captive"} if row.captive else {"capture_hero"} if ready else set()
    ended = {"end_condition"} if row.summary.get("conditions") else set()
    return {*taken, *ended, *(("add_condition",) if ready else ())}


_TITLES = {
    "equipment": "Equipment",
    "talents": "Talents",
    "spells": "Spells",
    "injuries": "Injuries",
    "spent": "Used up for the campaign",
}


def _why(found: page_context.Why | None, hero: Figure) -> dict[str, Any]:
    """What made a value of a hero what it is; nothing where it is not asked for one that it has."""
    if found is None:
        return {}
    lost = f", and {found.lost} of it currently lost" if found.lost else ""
    asked = f"Why does {hero.name} have {found.value} {found.now}{lost}?"
    return {"why": asked, "steps": found.steps, "wounds": found.wounds}
