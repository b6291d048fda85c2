"""Absences that a battle of a fixture has brought are handed over: the tournament counts them, the campaign no more.

The campaign has an act for it, the correction of an absence, and the house gives it with the reason. What is lifted so
does not come back when the battle is settled again. An absence until the end of a season outlasts every tournament, and
stays with the campaign.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple
from uuid import UUID

from campaigns import event_codec, service as campaigns
from campaigns.domain.campaign.state import Battle, Campaign
from campaigns.domain.company.events import AbsenceSet
from campaigns.domain.history import counting
from campaigns.loading import load_campaign, load_company
from campaigns.models import company_stream
from web.people import THE_HOUSE

SEASON = "season"


class BroughtAbsence(NamedTuple):
    """A hero is absent in its campaign because of a battle, by event `version` of its company."""

    company: str
    hero: str
    version: int


def hand_over_absences(campaign: UUID, match: str, companies: Collection[str], tournament: str, title: str) -> int:
    """End in the campaign what the battle of that match keeps heroes of `companies` out for; how many those are.

    Asked again it does nothing. `Refusal` where a company is in another battle by now: the campaign changes nothing
    of it until then, and bars the hero itself.
    """
    state: Campaign = load_campaign(campaign).state
    brought = [one for name in companies for one in brought_absences(state.battles[match], name)]
    for one in brought:
        campaigns.give_command(
            THE_HOUSE,
            campaign,
            {
                "type": "correct",
                "company": one.company,
                "hero": one.hero,
                "field": "absence",
                "value": None,
                "reason": f"Counted by the tournament {title} from now on.",
            },
            key=f"tournament {tournament} absence {one.company} {one.version}",
        )
    return len(brought)


def brought_absences(battle: Battle, company: str) -> Iterator[BroughtAbsence]:
    """The heroes of a company who are absent now because of a battle."""
    heroes = load_company(UUID(company)).state.heroes
    log = event_codec.read_events(event_codec.COMPANIES, company_stream(company))
    last = {event.hero: (version, event) for version, event in counting(log) if isinstance(event, AbsenceSet)}
    for hero, (version, event) in last.items():
        of_battle = event.because is not None and event.because.match in (battle.match, battle.fought)
        if of_battle and heroes[hero].absence is not None and event.absence.until != SEASON:
            yield BroughtAbsence(company, hero, version)
