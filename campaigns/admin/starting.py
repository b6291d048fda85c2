"""Forms for what the GM starts in a campaign: the next downtime, the next battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django import forms
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
)

from campaigns.admin.deeds import Deed, choice
from campaigns.domain.campaign.house_rules import game_of
from campaigns.domain.company.state import Company as CompanyState
from campaigns.loading import load_company
from campaigns.models import Battle
from campaigns.rowfields import Standards
from campaigns.sheets import company_names
from campaigns.words import ROLLED_BY
from matches.admin.fields import field_of
from matches.errors import Unreadable
from matches.outside import read_json
from matches.pages.boards import board_of
from matches.pages.boards.base import Form
from matches.pages.forms import LONGEST_DOCUMENT, values_of
from rules.kernel.progression import Figure
from rules.kernel.ruleset import GM


class StartCampaign(Deed):
    """From draft to running."""

    name, title, icon = "start_campaign", "Start the campaign", "play_arrow"
    explained = "From now on battles may be fought."

    def order(self) -> dict[str, Any]:
        """The start."""
        return {"type": "start_campaign", "reason": self.cleaned_data["reason"]}


class EndCampaign(Deed):
    """Ends a campaign, for now."""

    name, title, icon = "end_campaign", "End the campaign", "stop"
    explained = "No battle begins any more, and no company changes, until it is reopened."
    final = True

    def order(self) -> dict[str, Any]:
        """The end."""
        return {"type": "end_campaign", "reason": self.cleaned_data["reason"]}


class ReopenCampaign(Deed):
    """Lets an ended campaign go on."""

    name, title, icon = "reopen_campaign", "Reopen the campaign", "replay"
    explained = "It goes on where it ended."

    def order(self) -> dict[str, Any]:
        """Its going on."""
        return {"type": "reopen_campaign", "reason": self.cleaned_data["reason"]}


class TakeOverDice(Deed):
    """Lets a campaign from elsewhere go on with dice that are kept here."""

    name, title, icon = "take_over_dice", "Take its dice over", "casino"
    explained = (
        "The secret of its dice was made in another Skald. From now on they come from a new one, which is kept here"
        " and shown when the campaign ends. Jobs that have waited for a roll go on."
    )
    final = True

    def order(self) -> dict[str, Any]:
        """The new secret."""
        return {"type": "take_over_dice", "reason": self.cleaned_data["reason"]}


class StartDowntime(Deed):
    """Begins the next downtime, between battles."""

    name, title, icon = "start_downtime", "Start downtime", "bedtime"
    explained = "The next downtime, between battles. What was ordered for halls and is due by then will stand."

    def order(self) -> dict[str, Any]:
        """The downtime."""
        return {"type": "start_downtime", "reason": self.cleaned_data["reason"]}


class StartBattle(Deed):
    """Begins a battle: who fights from which seat, and with whom."""

    name, title, icon = "start_battle", "Start a battle", "swords"
    explained = "Its match is opened at once, with the players of these companies in their seats."

    kind = choice("Kind")
    invasion = choice("Invasion", "One that was declared, for a battle of that kind.", required=False)

    def prepare(self) -> None:
        """The kinds, the invasions that were declared, who is at home with seat and heroes, and the ground."""
        self.notes: list[str] = []
        self.companies = list(self._at_home())
        self.offer("kind", [(kind.value, kind.label) for kind in Battle.Kind])
        declared = [one for one in self.subject.campaign.invasions.values() if one.stage == "declared"]
        names = company_names(self.subject.campaign.id)
        pairs = [(one.id, f"{names[one.attacker]} invades {names[one.defender]}") for one in declared]
        self.offer("invasion", [("", "none"), *pairs])
        game = self.subject.campaign.game
        self.board = board_of(game)
        seats = [("", "does not fight"), *((seat, self.board.name(seat, {})) for seat in game_of(game).seats)]
        for company in self.companies:
            self._field_company(company, seats)
        self.fields[f"dice {GM}"] = _dice("the GM")
        self.asked = Form("ground", "Ground", "", tuple(self.board.ground_fields()), dict)
        for field in self.asked.fields:
            self.fields[field.name] = field_of(field)
        self.fields["ground"] = forms.CharField(
            label="More of the setup, as JSON",
            required=False,
            max_length=LONGEST_DOCUMENT,
            help_text="Mostly empty. A table of your own that is pasted here counts before what is chosen above.",
            widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        )

    def _at_home(self) -> Iterator[CompanyState]:
        for entered in self.subject.campaign.companies.values():
            company: CompanyState = load_company(UUID(entered.company)).state
            if not (entered.disbanded or company.in_battle):
                yield company

    def _field_company(self, company: CompanyState, seats: list[tuple[str, str]]) -> None:
        standards = Standards(company.game, self.subject.campaign)
        hindered = {hero.id: standards.progression.unfit(standards.rules, hero) for hero in company.ready}
        fit = [hero for hero in company.ready if hindered[hero.id] is None]
        why = " ".join(refused.message for refused in hindered.values() if refused is not None)
        if why or not fit:
            self.notes.append(f"{company.name}: {why or 'nobody is there to fight.'}")
        if fit:
            self.fields[f"seat {company.id}"] = forms.ChoiceField(
                label=company.name, choices=seats, required=False, widget=UnfoldAdminSelectWidget
            )
            self.fields[f"dice {company.id}"] = _dice(company.name)
            self.fields[f"heroes {company.id}"] = forms.MultipleChoiceField(
                label=f"Heroes of {company.name}",
                choices=[(hero.id, _in_short(hero)) for hero in fit],
                initial=[hero.id for hero in fit],
                required=False,
                widget=UnfoldAdminCheckboxSelectMultipleWidget,
            )

    def clean(self) -> dict[str, Any]:
        """Each seat once: a second company on it would take the place of the first. The ground as the pages read it."""
        given: dict[str, Any] = super().clean() or {}
        taken: set[str] = set()
        for company in self.companies:
            seat = given.get(f"seat {company.id}")
            if seat and seat in taken:
                self.add_error(f"seat {company.id}", "That seat is another company's; choose another.")
            taken.add(seat or "")
        try:
            given["ground"] = self._chosen() | _pasted(given.get("ground", ""))
        except Unreadable as error:
            name = error.field.partition(".")[0]
            if name not in self.errors:
                self.add_error(name if name in self.fields else None, f"{error.message} {error.hint}")
        return given

    def _chosen(self) -> dict[str, Any]:
        """The ground that was chosen."""
        typed = {field.name: str(self.data.get(field.name, "")) for field in self.asked.fields}
        return self.board.ground_of(values_of(self.asked, typed))

    def order(self) -> dict[str, Any]:
        """The battle."""
        given = self.cleaned_data
        sides = {
            given[f"seat {company.id}"]: {"company": company.id, "heroes": given[f"heroes {company.id}"]}
            for company in self.companies
            if given.get(f"seat {company.id}")
        }
        rollers = {GM: GM, **{seat: side["company"] for seat, side in sides.items()}}
        return {
            "type": "start_battle",
            "kind": given["kind"],
            "sides": sides,
            "dice": {seat: "table" for seat, who in rollers.items() if given[f"dice {who}"] == "table"},
            "invasion": given["invasion"],
            "ground": given["ground"],
            "reason": given["reason"],
        }


def _dice(name: str) -> forms.ChoiceField:
    """Who rolls for somebody."""
    widget = UnfoldAdminSelectWidget
    return forms.ChoiceField(label=f"Dice of {name}", choices=ROLLED_BY, required=False, widget=widget)


def _pasted(text: str) -> dict[str, Any]:
    """The part of a setup that was pasted."""
    pasted = read_json(text.encode(), "ground") if text.strip() else {}
    if not isinstance(pasted, dict):
        raise Unreadable("That is no JSON object.", "ground", hint='It starts with {"terrain": …}.')
    return pasted


def _in_short(hero: Figure) -> str:
    return f"{hero.name}, level {hero.level}"
