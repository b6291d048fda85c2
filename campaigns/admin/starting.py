"""Forms for what the GM starts in a campaign: the next downtime, the next battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from unfold.widgets import UnfoldAdminTextareaWidget

from campaigns.admin.gm_forms import GmForm
from campaigns.domain.company.state import Company as CompanyState
from campaigns.pages.governing import REASON
from campaigns.pages.heroes import marks
from campaigns.pages.request_context import PageContext
from campaigns.pages.starting import DICE, HERO, SEAT, at_home, notes, offer, placed
from matches.admin.fields import field_of
from matches.errors import Refusal, Unreadable
from matches.pages.boards import board_of
from matches.pages.forms import LONGEST_DOCUMENT, values_of
from matches.untrusted_input import read_json
from rules.kernel.progression import Figure
from rules.kernel.reading import plain
from rules.kernel.ruleset import GM


class StartCampaign(GmForm):
    """From draft to running."""

    name, title, icon = "start_campaign", "Start the campaign", "play_arrow"
    explained = "Battles can be fought from now on."

    def order(self) -> dict[str, Any]:
        """The start."""
        return {"type": "start_campaign", "reason": self.cleaned_data["reason"]}


class EndCampaign(GmForm):
    """Ends a campaign, for now."""

    name, title, icon = "end_campaign", "End the campaign", "stop"
    explained = "No more battles can be started, and companies no longer change, until it is reopened."
    final = True

    def order(self) -> dict[str, Any]:
        """The end."""
        return {"type": "end_campaign", "reason": self.cleaned_data["reason"]}


class ReopenCampaign(GmForm):
    """Lets an ended campaign go on."""

    name, title, icon = "reopen_campaign", "Reopen the campaign", "replay"
    explained = "It continues where it ended."

    def order(self) -> dict[str, Any]:
        """Its going on."""
        return {"type": "reopen_campaign", "reason": self.cleaned_data["reason"]}


class TakeOverDice(GmForm):
    """Lets a campaign from elsewhere go on with dice that are kept here."""

    name, title, icon = "take_over_dice", "Take over its dice", "casino"
    explained = (
        "The secret of its dice was made in another Skald, or is no longer the one that was committed to. From now on"
        " they come from a new one, which is kept here and shown when the campaign ends. Jobs that have waited for a"
        " roll go on."
    )
    final = True

    def order(self) -> dict[str, Any]:
        """The new secret."""
        return {"type": "take_over_dice", "reason": self.cleaned_data["reason"]}


class StartDowntime(GmForm):
    """Begins the next downtime, between battles."""

    name, title, icon = "start_downtime", "Start downtime", "bedtime"
    explained = "The next downtime between battles."

    def prepare(self) -> None:
        """Tell of halls, where there are such."""
        if PageContext(self.subject.who, self.subject.seen).builds:
            self.explained = f"{self.explained} Hall upgrades due by then are finished."

    def order(self) -> dict[str, Any]:
        """The downtime."""
        return {"type": "start_downtime", "reason": self.cleaned_data["reason"]}


class StartBattle(GmForm):
    """Begins a battle: what for, who fights from which seat, and with whom, asked as on the page; and for JSON."""

    name, title, icon = "start_battle", "Start a battle", "swords"
    explained = "Its match is created at once, with the players of these companies in their seats."

    def prepare(self) -> None:
        """The fields of the page; what there is to know of heroes; and the ground as JSON."""
        self.desk = PageContext(self.subject.who, self.subject.seen)
        self.companies = list(at_home(self.desk))
        self.notes = notes(self.desk, self.companies)
        self.asked = offer(self.desk, self.companies, "").form
        self.fields.update({one.name: field_of(one) for one in self.asked.fields if one.name != REASON.name})
        self.fields[REASON.name].required = False
        for company in self.companies:
            for hero in company.ready:
                self._tell_of(company, hero)
        self.fields["ground"] = forms.CharField(
            label="More of the setup, as JSON",
            required=False,
            max_length=LONGEST_DOCUMENT,
            help_text="Usually empty. A table pasted here replaces what is chosen above.",
            widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        )

    def _tell_of(self, company: CompanyState, hero: Figure) -> None:
        """What a hero is chosen by: who leads, what a battle left of it, what it carries."""
        field = self.fields.get(f"{HERO}{company.id}-{hero.id}")
        if field is None:
            return
        names = self.desk.names
        level = f"level {hero.level}" if self.desk.levels else ""
        injuries = names.value(plain(hero.injuries)) if hero.injuries else ""
        kit = ", ".join(map(names.word, hero.equipment))
        field.label = f"{hero.name}, leader" if company.leader == hero.id else hero.name
        field.help_text = "; ".join(filter(None, (level, marks(self.desk, hero), injuries, kit)))

    @property
    def groups(self) -> Iterator[tuple[str, list[BoundField]]]:
        """The fields that stand together, with what they are about."""
        yield "", [self["what"]]
        for company in self.companies:
            seat, dice, heroes = (f"{part}{company.id}" for part in (SEAT, DICE, HERO))
            fields = [name for name in self.fields if name in (seat, dice) or name.startswith(f"{heroes}-")]
            if fields:
                yield company.name, [self[name] for name in fields]
        ground = [one.name for one in board_of(self.desk.campaign.game).ground_fields()]
        yield "The match", [self[name] for name in (*ground, "ground")]
        yield "The GM", [self[name] for name in (f"{DICE}{GM}", REASON.name, "key")]

    def _typed(self) -> dict[str, str]:
        """What was typed or chosen, field by field of the page."""
        typed = {one.name: str(self.data.get(one.name, "")) for one in self.asked.fields}
        return {name: text for name, text in typed.items() if text}

    def order(self) -> dict[str, Any]:
        """The battle, read as the page reads it."""
        order: dict[str, Any] = dict(self.asked.command(values_of(self.asked, self._typed())))
        return order | {"ground": order["ground"] | _pasted(self.cleaned_data["ground"])}

    def refuse(self, refusal: Refusal) -> None:
        """As the page shows it: in its words, at its field."""
        super().refuse(placed(refusal, self._typed()))


def _pasted(text: str) -> dict[str, Any]:
    """The part of a setup that was pasted."""
    pasted = read_json(text.encode(), "ground") if text.strip() else {}
    if not isinstance(pasted, dict):
        raise Unreadable("That is not a JSON object.", "ground", hint='It starts with {"terrain": …}.')
    return pasted
