"""Targets of pages and GM actions: a campaign, and what of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast
from uuid import UUID

from campaigns.domain.campaign.state import Campaign as CampaignState
from campaigns.domain.company.state import Company as CompanyState
from campaigns.loading import LoadedStream
from campaigns.service import see_campaign, see_company
from rules.kernel.progression import Figure
from web.people import Person


@dataclass(frozen=True, slots=True)
class CommandTarget:
    """The target of a command: a campaign, and in it perhaps a company, a hero of it, a battle by its match."""

    who: Person
    loaded: LoadedStream
    loaded_company: LoadedStream | None = None
    hero_id: str = ""
    match: str = ""

    @classmethod
    def find(
        cls, who: Person, campaign: UUID, company: UUID | None = None, hero: str = "", match: str = ""
    ) -> CommandTarget:
        """Load it; NotThere where `who` may not see it."""
        loaded = see_campaign(who, campaign)
        return cls(who, loaded, see_company(who, company) if company else None, hero, match)

    @property
    def campaign(self) -> CampaignState:
        """The campaign as it is now."""
        return cast("CampaignState", self.loaded.state)

    @property
    def company(self) -> CompanyState:
        """The company; only where the target has one."""
        return cast("CompanyState", self.loaded_company and self.loaded_company.state)

    @property
    def hero(self) -> Figure:
        """The hero; only where the target has one."""
        return self.company.heroes[self.hero_id]
