"""What a page or a deed is about: a campaign, and what of it."""

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
class Subject:
    """What a deed is about: a campaign, and in it perhaps a company, a hero of it, a battle by its match."""

    who: Person
    seen: LoadedStream
    company_seen: LoadedStream | None = None
    hero_id: str = ""
    match: str = ""

    @classmethod
    def find(cls, who: Person, campaign: UUID, company: UUID | None = None, hero: str = "", match: str = "") -> Subject:
        """Load it for who may look at it; else NotThere."""
        seen = see_campaign(who, campaign)
        return cls(who, seen, see_company(who, company) if company else None, hero, match)

    @property
    def campaign(self) -> CampaignState:
        """The campaign as it stands."""
        return cast("CampaignState", self.seen.state)

    @property
    def company(self) -> CompanyState:
        """The company, of a deed that is about one."""
        return cast("CompanyState", self.company_seen and self.company_seen.state)

    @property
    def hero(self) -> Figure:
        """The hero, of a deed that is about one."""
        return self.company.heroes[self.hero_id]
