"""Tournaments as their streams make them, and the world that an act is decided on."""

from __future__ import annotations

import uuid
from typing import Any

import msgspec
from django.utils import timezone

from campaigns import hooks
from campaigns.domain.campaign.house_rules import progression_of, switches_of
from campaigns.domain.campaign.state import Campaign
from campaigns.domain.company.state import Company
from campaigns.domain.fielding import Fielding
from campaigns.hindrances import with_event
from campaigns.hooks import ANY_BATTLE, Intended
from campaigns.loading import LoadedStream, load, load_campaign, load_company
from jobs.models import Job
from rules.registry import RULESETS
from tournaments.domain import commands as co
from tournaments.domain.discipline import commands as dc
from tournaments.domain.schedule import commands as sc
from tournaments.domain.state import Tournament
from tournaments.domain.world import CampaignFacts, CompanyFacts, World
from tournaments.event_codec import TOURNAMENTS
from tournaments.process_manager import DRAW_SCHEDULE, asked_job, match_of
from web.errors import NotThere

POINTS_FOR = "points_for"


def load_tournament(tournament: uuid.UUID, version: int | None = None) -> LoadedStream:
    """A tournament after its event `version`, or as it is now. NotThere when there is no such tournament."""
    return load(TOURNAMENTS, tournament, version)


def world_of(tournament: LoadedStream | None, command: Any) -> World:
    """What an act may look at. NotThere where the campaign that it names is none."""
    state: Tournament | None = tournament.state if tournament is not None else None
    campaign = load_campaign(_uuid(state.campaign if state is not None else command.campaign))
    about = _companies_of(state, command)
    version = tournament.version if tournament is not None else 0
    facts = facts_of(campaign.state, about, _battle_of(state, command))
    best = _best_so_far(state, command) if state is not None and isinstance(command, sc.TakeSchedule) else None
    return World(state, facts, version, timezone.localdate().isoformat(), best)


def _battle_of(state: Tournament | None, command: Any) -> Intended:
    """The battle that heroes are named for."""
    if state is None or not isinstance(command, co.NameLineup) or command.fixture not in state.fixtures:
        return ANY_BATTLE
    return Intended(match_of(state, state.fixtures[command.fixture]))


def _best_so_far(state: Tournament, command: sc.TakeSchedule) -> sc.DraftSchedule | None:
    """The best that the workers have found for a stage, of what they were asked for last."""
    stage = state.stages.get(command.stage)
    if stage is None or stage.drawing is None:
        return None
    asked = asked_job(state.id, state.campaign, DRAW_SCHEDULE, stage.id, stage.drawing.number)
    found = Job.objects.filter(pk=asked.pk).values_list("result", flat=True).first()
    return msgspec.convert(found["best"], sc.DraftSchedule) if found and "best" in found else None


def _companies_of(state: Tournament | None, command: Any) -> set[str]:
    """The companies that the command is about, whose heroes or names it looks at."""
    if isinstance(command, co.Enter):
        return {command.company}
    if (
        isinstance(command, co.NameLineup | dc.RecordOffence)
        and state is not None
        and command.entrant in state.entrants
    ):
        return {state.entrants[command.entrant].company}
    return set()


def facts_of(campaign: Campaign, about: set[str], intended: Intended = ANY_BATTLE) -> CampaignFacts:
    """What a tournament knows of a campaign; of the companies `about` their names and heroes, too.

    `intended`: the battle that their heroes are wanted for.
    """
    game = RULESETS[campaign.game]
    return CampaignFacts(
        id=campaign.id,
        title=campaign.title,
        game=campaign.game,
        gm=campaign.gm.account if campaign.gm is not None else "",
        going_on=campaign.stage in ("draft", "running"),
        companies={
            name: _company_facts(campaign, name, intended)
            if name in about
            else CompanyFacts(name, entered.owner, entered.disbanded)
            for name, entered in campaign.companies.items()
        },
        scored=POINTS_FOR in progression_of(campaign.game).counted,
        most_sides=len(game.seats),
        most_points=progression_of(campaign.game).most_points,
    )


def _company_facts(campaign: Campaign, name: str, intended: Intended) -> CompanyFacts:
    company: Company = load_company(uuid.UUID(name)).state
    entered = campaign.companies[name]
    fielding = Fielding(
        progression_of(campaign.game),
        switches_of(campaign.game, campaign.rules),
        hooks.barred(campaign, [company], intended),
    )
    hindered = {hero.id: fielding.hindrance(company, hero) for hero in company.heroes.values()}
    return CompanyFacts(
        company.name,
        entered.owner,
        entered.disbanded,
        {hero.id: hero.name for hero in company.ready},
        {hero: with_event(why, company, company.heroes[hero]) for hero, why in hindered.items() if why is not None},
        {hero.id: hero.name for hero in company.heroes.values()},
    )


def _uuid(identity: str) -> uuid.UUID:
    try:
        return uuid.UUID(identity)
    except ValueError:
        raise NotThere("campaign") from None
