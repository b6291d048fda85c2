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
from campaigns.admin import choosing, gm_forms
from campaigns.admin.gm_actions import NOTHING, GmActions, about, offered
from campaigns.admin.scoping import levels, some
from campaigns.command_targets import Subject
from campaigns.domain.history import of_hero
from campaigns.games import deals
from campaigns.models import Hero
from campaigns.narration import plainly
from campaigns.open_choices import OpenChoice, owed_in
from campaigns.pages.request_context import PageContext
from eventstore.admin import OfStreams, OwnSelectFilter, button
from rules.kernel.progression import Figure

STANDING_COLOURS = {"ready": "success", "dead": "danger", "dismissed": "warning", "retired": "info"}


@admin.register(Hero)
class HeroAdmin(OfStreams, GmActions):
    """The heroes of the campaigns that this user runs, by name."""

    campaign_path = "company__campaign"

    list_display = (
        *("name", "company_link", "race_shown", "calling_shown"),
        *("level", "xp", "owed_shown", "standing_label", "imported"),
    )
    list_filter = (
        ("company", OwnSelectFilter),
        ("company__campaign", OwnSelectFilter),
        ("standing", ChoicesDropdownFilter),
        ("absent", BooleanRadioFilter),
        some("open choices", "owed"),
    )
    list_filter_submit = True
    search_fields = ("name", "company__name", "race", "calling")
    search_help_text = "A hero, its company, race or class."
    ordering = ("name", "id")
    fields = ("name", "company_link", "race_shown", "calling_shown", "standing_label", "worth", "imports")
    readonly_fields = fields
    change_form_outer_after_template = "campaigns/admin/hero.html"

    award_xp = offered(gm_forms.AWARD_XP)
    declare_fate = offered(gm_forms.DECLARE_FATE)
    correct = offered(gm_forms.CORRECT_HERO)
    actions_detail = (
        "choices",
        {"title": "GM actions", "icon": "back_hand", "items": ["award_xp", "correct", "declare_fate"]},
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
        fates = {"declare_fate"} if row.standing in {Hero.Standing.READY, Hero.Standing.DEAD} else set()
        owed = row.owed or row.hero in row.company.summary.get("fates_owed", {})
        living = {"award_xp"} if row.standing == Hero.Standing.READY and levels(row.company.game) else set()
        return {"correct", *fates, *living, *(("choices",) if owed else ())}

    def subject(self, request: HttpRequest, row: Hero) -> Subject:
        return about(request, row.company.campaign_id, company=row.company_id, hero=row.hero)

    def sheet(self, request: HttpRequest, row: Hero) -> dict[str, Any]:
        """Stats, experience, choices, injuries, history; and with ``?why=stats.power`` what made that value."""
        subject = self.subject(request, row)
        hero = subject.hero
        desk = PageContext(subject.who, subject.seen, subject.company_seen)
        names, standards = desk.names, desk.standards
        told = page_context.by_version(subject.company_seen) if subject.company_seen else {}
        entries = [one.entry for one in told.values()]
        story = [page_context.line(told[entry.version], names) for entry in of_hero(entries, hero.id)]
        unfit = standards.progression.unfit(standards.rules, hero)
        kept = {"equipment": desk.standards.deals, "talents": desk.levels, "spells": desk.levels, "spent": desk.levels}
        return {
            "desk": desk,
            "hero": hero,
            "unfit": unfit.message if unfit else "",
            "may_choose": self.has_hand_permission(request) and "choices" in self.fit(row),
            "leads": subject.company.leader == hero.id,
            "stats": page_context.values(standards, hero),
            "next_level": standards.next_level(hero),
            "owed": ", ".join(page_context.owed_words(row.company.game, standards.owed(hero))),
            "undecided": ", ".join(names.battle(match) for match in subject.company.fates_owed.get(hero.id, ())),
            "lists": [
                (field, _TITLES[field], page_context.listed(getattr(hero, field), names))
                for field in page_context.LISTS
                if getattr(hero, field) or kept.get(field, True)
            ],
            "history": list(reversed(story)),
            **_why(page_context.why_of(request.GET.get("why", ""), hero, told, names), hero),
        }

    @action(description="Open choices", url_path="choices", icon="checklist", permissions=["hand"])
    def choices(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The choices that the hero owes, and the fate that the GM does, to be made in one go."""
        row = self.object_or_404(request, object_id)

        def owed(subject: Subject) -> list[OpenChoice]:
            return owed_in(subject.campaign, [subject.company.id], subject.hero_id)

        return choosing.page(self, request, row, choosing.ChoicesRequest(f"Open choices of {row}", owed))

    @display(description="company", ordering="company__name")
    def company_link(self, hero: Hero) -> SafeString:
        return button(reverse("admin:campaigns_company_change", args=[hero.company_id]), str(hero.company))

    @display(description="race", ordering="race")
    def race_shown(self, hero: Hero) -> str:
        return plainly(hero.race) or NOTHING

    @display(description="class", ordering="calling")
    def calling_shown(self, hero: Hero) -> str:
        return plainly(hero.calling) or NOTHING

    @display(description="standing", ordering="standing", label=STANDING_COLOURS)
    def standing_label(self, hero: Hero) -> str:
        return hero.standing


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
