"""An act on a company in the making: each event told is folded at once, so that the next step sees it."""

from __future__ import annotations

from msgspec.structs import replace

from campaigns.domain.company.events import CompanyFounded
from campaigns.domain.company.evolve import evolve
from campaigns.domain.company.state import Company
from campaigns.domain.company.terms import Terms
from campaigns.domain.event_base import CampaignEvent
from rules.kernel.progression import Figure


class Draft:
    """The events of one act and the company as they leave it; `was`: as the act found it."""

    def __init__(self, company: Company, terms: Terms) -> None:
        self.was = company
        self.company = company
        self.terms = terms
        self.events: list[CampaignEvent] = []

    @classmethod
    def opened(cls, event: CompanyFounded, terms: Terms) -> Draft:
        """The draft of a company that begins by this event."""
        told = _of_batch(event, terms)
        draft = cls(evolve(None, told), terms)
        draft.events.append(told)
        return draft

    def tell(self, *events: CampaignEvent) -> None:
        """Let `events` happen, as part of the batch."""
        for event in events:
            told = _of_batch(event, self.terms)
            self.events.append(told)
            self.company = evolve(self.company, told)

    def hero(self, hero: str, *, field: str = "hero") -> Figure:
        """A hero who lives and belongs to the company; refused where there is none."""
        figure = self.company.heroes.get(hero)
        if figure is None:
            raise self.terms.refusal(
                "unknown_hero",
                f"{self.company.name} has no hero {hero!r}.",
                field=field,
                hint="Name a hero of this company by its id.",
            )
        if figure.standing != "ready":
            raise self.terms.refusal(
                "hero_gone",
                f"{figure.name} is {figure.standing}.",
                field=field,
                hint="Choose a hero who still belongs to the company; the GM can bring one back by a correction.",
            )
        return figure


def _of_batch(event: CampaignEvent, terms: Terms) -> CampaignEvent:
    return replace(event, batch=terms.batch) if terms.batch else event
