"""Campaigns on a terminal: found by their id, shown in lines."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from campaigns import service
from campaigns.api import company_shapes, documents, shapes
from campaigns.domain.campaign.state import Campaign as CampaignState
from campaigns.models import Campaign
from campaigns.narration import against, victors
from campaigns.process_manager import END_CONDITIONS, FINISH_UPGRADES, OPEN_BATTLE, SETTLE_MATCH
from campaigns.standings import StandingsLine, rows_to_rank, standings
from jobs.models import Job
from matches.terminal.finding import id_named
from web.people import THE_HOUSE

RECENT = 10
"""So many of the last battles are listed."""


class CampaignReport(NamedTuple):
    """A campaign with everything in it, for the server administrator."""

    campaign: shapes.CampaignSeen
    companies: list[company_shapes.CompanySeen]
    battles: list[shapes.BattleListed]
    standings: list[StandingsLine]

    def document(self) -> dict[str, Any]:
        """The same as one JSON document."""
        return self._asdict()


def campaign_named(name: str) -> uuid.UUID:
    """The campaign with this id, or with the only id that begins so (4 characters at the least)."""
    return id_named(Campaign.objects.all(), name, "campaign")


def shown(campaign: uuid.UUID) -> CampaignReport:
    """A campaign as it stands."""
    loaded = service.see_campaign(THE_HOUSE, campaign)
    rows = rows_to_rank(campaign)
    companies = (service.see_company(THE_HOUSE, row.pk) for row in rows)
    return CampaignReport(
        documents.campaign_document(THE_HOUSE, loaded, documents.contents_now(THE_HOUSE, loaded)),
        [documents.company_document(THE_HOUSE, company, loaded.state) for company in companies],
        documents.battle_documents(enumerate(loaded.state.battles.values(), 1)),
        standings(loaded.state, rows),
    )


def lines_of(everything: CampaignReport) -> Iterator[str]:
    """A campaign for a reader."""
    campaign = everything.campaign
    people = ", ".join(f"{one.name or one.account} ({one.role.replace('_', '-')})" for one in campaign.members)
    yield f"{campaign.title} ({campaign.game}), {campaign.stage}, event {campaign.version}"
    yield f"id        {campaign.id}"
    yield f"people    {people}"
    yield f"downtime  {campaign.downtime}"
    yield from (f"origin    {one.words}" for one in campaign.imported)
    if everything.standings:
        yield from ("", "standings", *standings_lines(everything.standings))
    for company in everything.companies:
        yield ""
        yield from _company(company)
    if everything.battles:
        yield from ("", *_battles(everything))
    if campaign.job_counts:
        yield from ("", *_jobs(campaign))


def standings_lines(lines: Iterable[StandingsLine]) -> Iterator[str]:
    """The companies, the best first."""
    yield f"  {'':>3} {'company':<32} {'won':>4} {'drawn':>5} {'lost':>4} {'XP':>4} {'worth':>6}"
    for line in lines:
        name = f"{line.name} (disbanded)" if line.disbanded else line.name
        counts = f"{line.won:>4} {line.drawn:>5} {line.lost:>4} {line.xp:>4} {line.worth:>6}"
        yield f"  {line.place:>2}. {name:<32} {counts}"


_PENDING = {
    OPEN_BATTLE: ("open the match {match} of {battle}", "a worker does it"),
    SETTLE_MATCH: ("settle {battle}, whose match {match} is over", "a worker does it, or the GM records it"),
    FINISH_UPGRADES: ("finish hall upgrades that are due", "a worker does it"),
    END_CONDITIONS: ("end conditions that have run out", "a worker does it"),
}
"""By kind of job what is to be done, and who does it."""


def pending_job_lines(campaign: CampaignState, jobs: Iterable[Job], *, dice_here: bool) -> Iterator[str]:
    """The jobs of an imported campaign that are still to be done, each with its battle and match, and by whom."""
    numbers = {match: number for number, match in enumerate(campaign.battles, 1)}
    for job in jobs:
        what, who = _PENDING[job.kind]
        battle = f"battle {numbers.get(job.subject, 0)}"
        what_to_do = what.format(battle=battle, match=job.subject)
        yield f"Still to do: {what_to_do}; {who}. `manage.py up` starts a worker."
    if not dice_here and campaign.stage in ("draft", "running"):
        yield "The secret of its dice is not here: before a fate is rolled, its GM must take_over_dice."


def _company(company: company_shapes.CompanySeen) -> Iterator[str]:
    ended = ", disbanded" if company.disbanded else ""
    yield f"{company.name} of {company.owner.name or company.owner.account or 'nobody'}, {company.gold} gp{ended}"
    orders = [f"{one['upgrade']} in downtime {one['ready']}" for one in company.hall.orders]
    built = ", ".join([*company.hall.upgrades, *orders])
    yield f"  hall      {company.hall.name}" + (f": {built}" if built else "")
    if company.stash:
        yield f"  stash     {_counted(company.stash)}"
    if company.in_battle:
        yield f"  in battle {company.in_battle}"
    for hero in company.heroes:
        yield _hero(hero)


def _hero(hero: company_shapes.HeroSeen) -> str:
    facts = [f"{hero.race} {hero.calling}".strip(), f"level {hero.level}", f"{hero.xp} XP"]
    facts += [", ".join(f"{stat} {value}" for stat, value in hero.stats.items())]
    if hero.leads:
        facts.append("leads")
    if hero.standing != "ready":
        facts.append(hero.standing)
    elif hero.unfit is not None:
        facts.append("cannot be fielded")
    facts += [str(one.get("title") or one["name"]) for one in hero.conditions]
    if hero.captive is not None:
        facts.append("held captive")
    if hero.owed:
        facts.append(f"to choose: {_counted(hero.owed)}")
    if hero.undecided:
        facts.append(f"fate to be declared after {' and '.join(hero.undecided)}")
    return f"  {hero.id:<4} {hero.name}: {'; '.join(fact for fact in facts if fact)}"


def _battles(everything: CampaignReport) -> Iterator[str]:
    counts = _counted(everything.campaign.battle_counts)
    older = len(everything.battles) - RECENT
    yield f"battles   {counts}" + (f"; the last {RECENT}:" if older > 0 else "")
    names = {str(company.id): company.name for company in everything.companies}
    for battle in everything.battles[max(0, older) :]:
        sides = against(names.get(str(side.company), str(side.company)) for side in battle.sides)
        won = victors((names.get(winner, winner) for winner in battle.winners), battle.winning_seats)
        end = (f"won by {won}" if won else "drawn") if battle.stage == "recorded" else battle.stage
        mark = f" (imported by {battle.imported.by})" if battle.imported else ""
        yield f"  {battle.number:>3}. {battle.kind:<9} {sides}: {end}  {battle.match}{mark}"


def _jobs(campaign: shapes.CampaignSeen) -> Iterator[str]:
    yield f"jobs      {_counted(campaign.job_counts)}"
    for job in campaign.jobs:
        error = f": {job.error_type} {job.error}".rstrip() if job.error_type else ""
        yield f"  {job.kind} of {job.subject}, {job.state}, attempt {job.attempts}{error}"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())
