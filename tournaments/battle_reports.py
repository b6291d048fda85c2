"""What a settled battle says of each hero that was fielded in it, for the discipline of the tournament it counts for.

Two sources: what its company has on record because of the battle, as far as it still counts (fates, absences,
captures), and what the game says of who had to leave the field (`Progression.removals`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from campaigns import event_codec
from campaigns.domain.campaign.house_rules import progression_of
from campaigns.domain.campaign.state import Battle, Campaign, FieldedSide
from campaigns.domain.company.events import AbsenceSet, HeroCaptured, HeroFateSet, HeroRecruited
from campaigns.domain.history import counting
from campaigns.domain.world import Finished
from campaigns.loading import finished, load_campaign
from campaigns.models import company_stream
from rules.kernel.progression import FinishedMatch, Removal
from tournaments.domain.discipline.offences import HeroReport

Logs = Mapping[str, Sequence[Any]]
"""By company all its events, from the first on."""


def battle_reports(campaign: UUID, match: str, entrants: Mapping[str, str]) -> list[HeroReport]:
    """What the battle of that match says of the heroes of `entrants`, by company; nothing while it is not recorded."""
    state: Campaign = load_campaign(campaign).state
    battle = state.battles[match]
    if battle.stage != "recorded":
        return []
    logs = {
        company: list(event_codec.read_events(event_codec.COMPANIES, company_stream(company)))
        for company in battle.companies
        if company in entrants
    }
    return reports_of(state.game, battle, finished(UUID(battle.fought), campaign), logs, entrants)


def reports_of(
    game: str, battle: Battle, played: Finished, logs: Logs, entrants: Mapping[str, str]
) -> list[HeroReport]:
    """The same of a recorded battle, the match that it was settled by, and the logs of its companies."""
    return [
        report
        for side in battle.sides
        if side.company in entrants
        for report in _of_side(game, battle, played, side, logs[side.company], entrants[side.company])
    ]


def _of_side(
    game: str, battle: Battle, played: Finished, side: FieldedSide, log: Sequence[Any], entrant: str
) -> Iterator[HeroReport]:
    """The heroes of one side, in the order in which they were fielded."""
    match = FinishedMatch(played.state, played.events, side.models, before=played.before)
    removals = progression_of(game).removals(match)
    names = {event.figure.id: event.figure.name for event in log if isinstance(event, HeroRecruited)}
    told = [event for _, event in counting(log) if _is_of(event, battle)]
    for hero in side.models:
        yield _report(
            HeroReport(entrant, hero, names.get(hero, hero)),
            [event for event in told if event.hero == hero],
            [one for one in removals if one.figure == hero],
        )


def _is_of(event: Any, battle: Battle) -> bool:
    if not isinstance(event, HeroFateSet | AbsenceSet | HeroCaptured) or event.because is None:
        return False
    return event.because.match in (battle.match, battle.fought)


def _report(report: HeroReport, told: Sequence[Any], removals: Sequence[Removal]) -> HeroReport:
    """The last word on each: the GM may have declared a fate since."""
    report = report._replace(removals=tuple(removals))
    for event in told:
        if isinstance(event, HeroFateSet):
            number = event.because.event if event.because is not None else 0
            report = report._replace(
                fate=event.fate, how=event.how, rule=event.rule, undecided=event.undecided, event=number
            )
        elif isinstance(event, AbsenceSet):
            report = report._replace(absence=event.absence)
        else:
            report = report._replace(captured=True)
    return report
