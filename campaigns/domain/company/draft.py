"""An act on a company in the making, and the terms of it: the game's progression, the house rules, and when it is."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from campaigns.domain.company.events import CompanyFounded
from campaigns.domain.company.evolve import evolve
from campaigns.domain.company.state import Company
from campaigns.domain.event_base import CampaignEvent
from rules.kernel.errors import Refused
from rules.kernel.progression import Figure, Progression

_ROWS = {
    "company_in_battle": "KERNEL-CAMP-05",
    "not_enough_gold": "KERNEL-CAMP-08",
    "hall_wants_earned_gold": "KERNEL-CAMP-08",
    "cannot_assign": "KERNEL-CAMP-08",
    "not_in_stash": "KERNEL-CAMP-08",
    "not_carried": "KERNEL-CAMP-08",
    "not_taken_out": "KERNEL-CAMP-09",
    "upgrade_owned": "KERNEL-CAMP-10",
    "unknown_upgrade": "KERNEL-CAMP-10",
}
"""Refusal code → the rule it rests on, where the game's catalogue has none; of all other codes it is the last row."""

_NAMES = "KERNEL-CAMP-11"


class Terms(NamedTuple):
    """The terms a company lives by. `rules` are the switches of its game, the rest those of every campaign.

    An upgrade takes `hall_downtimes` downtimes to build; `downtime` is the number of the present one,
    `hour` that of the campaign's clock. With `debt`,
    gold may fall below 0. `batch` names the act for all events that come of it.
    """

    progression: Progression[Any]
    rules: Any
    debt: bool = False
    hall_downtimes: int = 0
    downtime: int = 0
    hour: int = 0
    batch: str = ""

    def refusal(self, code: str, message: str, *, field: str = "", hint: str) -> Refused:
        """A refusal that cites the game's own row for it, where its catalogue has one."""
        row = self.progression.citations.get(code) or _ROWS.get(code, _NAMES)
        return Refused(code, message, row, field=field, hint=hint)


class Draft:
    """The events of one act and the company as they leave it; `was`: as the act found it, after its event `version`."""

    def __init__(self, company: Company, terms: Terms, version: int = 0) -> None:
        self.was = company
        self.version = version
        self.company = company
        self.terms = terms
        self.events: list[CampaignEvent] = []

    @classmethod
    def opened(cls, event: CompanyFounded, terms: Terms) -> Draft:
        """The draft of a company that begins by this event."""
        stamped = _of_batch(event, terms)
        draft = cls(evolve(None, stamped), terms)
        draft.events.append(stamped)
        return draft

    @property
    def next_version(self) -> int:
        """The number in the company's log that the next event will have."""
        return self.version + len(self.events) + 1

    def emit(self, *events: CampaignEvent) -> None:
        """Add `events` to the company, as part of the batch."""
        for event in events:
            stamped = _of_batch(event, self.terms)
            self.events.append(stamped)
            self.company = evolve(self.company, stamped)

    def require_idle(self, field: str = "company") -> None:
        """Refuse to change a company that is no more, or is in a battle; `field` names it. [IST-CAMP-11]"""
        company = self.company
        if company.disbanded:
            message = f"{company.name} is disbanded."
            raise self.terms.refusal("company_disbanded", message, field=field, hint="Name another company.")
        if company.in_battle:
            message = f"{company.name} is in a battle and cannot change until it is over."
            hint = f"Finish battle {company.in_battle} first; the GM can also void it."
            raise self.terms.refusal("company_in_battle", message, field=field, hint=hint)

    def any_hero(self, hero: str, field: str = "hero") -> Figure:
        """Any hero that the company ever had; refused where there is none."""
        figure = self.company.heroes.get(hero)
        if figure is None:
            message = f"{self.company.name} has no hero {hero!r}."
            hint = "Name a hero of this company by its id."
            raise self.terms.refusal("unknown_hero", message, field=field, hint=hint)
        return figure

    def hero(self, hero: str, *, field: str = "hero") -> Figure:
        """A hero who lives and belongs to the company; refused where there is none."""
        figure = self.any_hero(hero, field)
        if figure.standing != "ready":
            message = f"{figure.name} is {figure.standing}."
            hint = "Choose a hero who still belongs to the company; the GM can bring one back by a correction."
            raise self.terms.refusal("hero_gone", message, field=field, hint=hint)
        return figure


def _of_batch(event: CampaignEvent, terms: Terms) -> CampaignEvent:
    return replace(event, batch=terms.batch) if terms.batch else event
