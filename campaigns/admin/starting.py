"""Forms for what the GM starts in a campaign: the next downtime, the next battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField
from unfold.widgets import UnfoldAdminTextareaWidget

from campaigns.admin.gm_forms import GmForm, PageForm, page_form
from campaigns.domain.campaign import commands as co
from campaigns.domain.company.state import Company as CompanyState
from campaigns.pages.governing import REASON, stage_form
from campaigns.pages.heroes import marks
from campaigns.pages.request_context import PageContext
from campaigns.pages.starting import DICE, HERO, SEAT, at_home, notes, offer, placed
from matches.pages.boards import board_of
from rules.kernel.asks import GM
from rules.kernel.messages import Command
from rules.kernel.progression import Figure
from rules.kernel.reading import plain
from web.admin.fields import fields_of
from web.errors import Refusal, Unreadable
from web.pages.forms import LONGEST_DOCUMENT, values_of
from web.untrusted_input import read_json


def _stage(kind: type[Command], icon: str) -> type[PageForm]:
    return page_form(kind, icon, lambda desk, _: stage_form(desk, kind))


START_CAMPAIGN = _stage(co.StartCampaign, "play_arrow")
START_DOWNTIME = _stage(co.StartDowntime, "bedtime")
END_CAMPAIGN = _stage(co.EndCampaign, "stop")
REOPEN_CAMPAIGN = _stage(co.ReopenCampaign, "replay")
TAKE_OVER_DICE = _stage(co.TakeOverDice, "casino")


class StartBattle(GmForm):
    """Begins a battle: what for, who fights from which seat, and with whom, asked as on the page; and for JSON."""

    name, title, icon = "start_battle", co.StartBattle.form.title, "swords"
    explained = co.StartBattle.form.note

    def prepare(self) -> None:
        """The fields of the page; what there is to know of heroes; and the ground as JSON."""
        self.desk = PageContext(self.subject.who, self.subject.seen)
        self.companies = list(at_home(self.desk))
        self.notes = notes(self.desk, self.companies)
        self.asked = offer(self.desk, self.companies, "").form
        self.fields.update(fields_of(self.asked))
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
        order: dict[str, Any] = dict(self.asked.command(values_of(self.asked, self._typed())))
        return order | {"ground": order["ground"] | _pasted(self.cleaned_data["ground"])}

    def refuse(self, refusal: Refusal) -> None:
        """As the page shows it: in its words, at its field."""
        super().refuse(placed(refusal, self._typed()))


def _pasted(text: str) -> dict[str, Any]:
    pasted = read_json(text.encode(), "ground") if text.strip() else {}
    if not isinstance(pasted, dict):
        raise Unreadable("That is not a JSON object.", "ground", hint='It starts with {"terrain": …}.')
    return pasted
