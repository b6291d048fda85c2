"""Open choices of heroes and open fates: what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from campaigns.domain.campaign.commands import FATES
from campaigns.domain.campaign.state import Campaign as CampaignState
from campaigns.domain.choices import FATE
from campaigns.domain.company.state import Company as CompanyState
from campaigns.games import Meaning, meanings
from campaigns.loading import load_company
from campaigns.projection_fields import Standards
from rules.kernel.progression import ChoiceKind, Figure


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """An open choice of a hero: the `place`-th of its kind; `kind` is ``fate`` where the GM has to declare one.

    `label` is what is chosen, `options` are the values with their words, `meanings` what these are and do.
    `match` is the battle of a fate.
    """

    company: CompanyState
    hero: Figure
    kind: ChoiceKind | str
    place: int
    label: str
    options: Mapping[str, str]
    match: str = ""
    meanings: Sequence[Meaning] = ()

    @property
    def name(self) -> str:
        """What no other choice is called; an id for a page, so without blanks."""
        return f"{self.company.id}-{self.hero.id}-{self.kind}-{self.place}"

    def made(self, value: str) -> dict[str, Any]:
        """The choice, as the command `make_choices` has it."""
        about = {"company": self.company.id, "hero": self.hero.id, "kind": self.kind, "value": value}
        return {**about, **({"match": self.match} if self.match else {})}


def open_choices_of(
    campaign: CampaignState, companies: Iterable[str], hero: str = "", match: str = ""
) -> list[OpenChoice]:
    """The open choices in companies of a campaign, or of one `hero`; with `match`, only the fates of that match."""
    open_choices = (one for company in companies for one in _open_choices_in(campaign, company, match))
    return [one for one in open_choices if hero in ("", one.hero.id)]


def _open_choices_in(campaign: CampaignState, name: str, match: str) -> Iterator[OpenChoice]:
    company: CompanyState = load_company(UUID(name)).state
    standards = Standards(company.game, campaign)
    for hero in company.heroes.values():
        fates = [one for one in company.open_fates.get(hero.id, ()) if match in ("", one)]
        yield from (OpenChoice(company, hero, FATE, place, "Fate", FATES, one) for place, one in enumerate(fates, 1))
        for kind, count in standards.open_choices(hero).items():
            options = standards.progression.growth.options(standards.rules, hero, kind)
            label = standards.progression.growth.choices[kind]
            label = label[:1].upper() + label[1:]
            explained = meanings(standards, options)
            for place in range(1, count + 1):
                yield OpenChoice(company, hero, kind, place, label, options, meanings=explained)
