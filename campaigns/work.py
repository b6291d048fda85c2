"""What the jobs of campaigns do: matches of battles are opened, handed on and settled, what halls ordered is built."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from campaigns import event_codec
from campaigns.domain.battles import battle_setup
from campaigns.domain.campaign.between_battles import EndConditions
from campaigns.domain.campaign.commands import FinishUpgrades, RecordBattle
from campaigns.domain.campaign.events import BattleStarted, RoleGiven
from campaigns.domain.campaign.state import Battle, Campaign, FieldedSide, Person
from campaigns.domain.company.state import Company
from campaigns.domain.conditions import run_out
from campaigns.domain.world import World
from campaigns.errors import DICE_REPLACED, NO_DICE_HERE
from campaigns.handler import carry_out
from campaigns.loading import LoadedStream, load_campaign, load_company
from campaigns.narration import against
from campaigns.process_manager import (
    END_CONDITIONS,
    FINISH_UPGRADES,
    HAND_OVER_BATTLES,
    OPEN_BATTLE,
    SETTLE_MATCH,
    TRY_AGAIN,
    upgrades_due,
)
from campaigns.provenance import belongs_here
from eventstore import api as store
from jobs.claimed import ClaimedJob
from jobs.kinds import work, work_at_once
from jobs.models import Job
from jobs.queue import job_of, retry, write
from matches import opening, seating
from matches.end_hooks import Row, register_end_hook
from matches.facts import CampaignJoined, CoGmsSet, Fact, Fielding, Holder, SeatTaken
from matches.handler import CommandRequest, command_request
from matches.loading import LoadedMatch, load_match
from matches.promised import register_promises
from rules.kernel.messages import tag_of
from web.errors import NotThere, Refusal
from web.people import THE_HOUSE


def request_of(running: ClaimedJob, what: str, part: str = "") -> CommandRequest:
    """The house asks for `what`, under an id that is the same each time that the job runs.

    `part` tells several requests of one job apart.
    """
    job = running.job
    return command_request(THE_HOUSE, what, [job.kind, job.subject, part], f"job {job.pk} {part}".strip())


def campaign_of(job: Job) -> uuid.UUID:
    """The campaign that a job belongs to; those of campaigns all do."""
    if job.scope is None:
        raise NotThere("campaign")
    return job.scope


LONGEST_TITLE = 120


# Opening


@work_at_once(OPEN_BATTLE)
def open_battle(running: ClaimedJob) -> dict[str, Any]:
    """The match of a battle: under the id that the campaign knows it by, with its players in their seats."""
    campaign = load_campaign(campaign_of(running.job))
    battle: Battle = campaign.state.battles[running.job.subject]
    if battle.stage != "open":
        return {"opened": False, "why": f"The battle is {battle.stage} by now."}
    companies = {side.company: load_company(uuid.UUID(side.company)) for side in battle.sides}
    match_id, result = uuid.UUID(battle.match), {"opened": True}
    fixed = opening.Battle(
        match=match_id,
        gm=_gm(campaign.state),
        facts=_facts(campaign.state, battle, companies),
        rows=partial(running.finish, result),
    )
    world = World(campaign.state, {name: company.state for name, company in companies.items()})
    started: BattleStarted = _cause(running.job)
    order = opening.NewMatch(
        ruleset=campaign.state.game,
        setup=battle_setup(world, battle.match, started.ground),
        house_rules=started.battle_rules,
        dice=started.dice,
        title=_title(campaign.state, battle.match, [companies[side.company].state.name for side in battle.sides]),
        visibility="unlisted",
    )
    try:
        opening.open_battle(THE_HOUSE, order, fixed, key=f"job {running.job.pk}")
    except Refusal as refusal:
        raise _with_restart_hint(refusal) from None
    _catch_up(campaign, match_id)
    return result


@register_promises
def waits_for_its_match(match_id: uuid.UUID) -> bool:
    """Whether a battle was started whose match is to be opened under this id, which all in its campaign can read."""
    waiting = Job.objects.filter(kind=OPEN_BATTLE, subject=str(match_id))
    return waiting.exclude(state=Job.State.DONE).exists()


def _with_restart_hint(refusal: Refusal) -> Refusal:
    """The same refusal; where the id is taken, as in a house that was set back, with what the GM can do about it."""
    if refusal.code == "match_exists":
        refusal.hint = "It is not the match of this battle. Void the battle and start it again."
    return refusal


def _cause(job: Job) -> Any:
    """The event of the campaign that caused a job. A battle keeps the switches that it began with."""
    recorded = next(iter(store.read(job.cause_stream, job.cause_version - 1, job.cause_version)))
    return event_codec.decoded(event_codec.CAMPAIGNS, recorded)


def _facts(campaign: Campaign, battle: Battle, companies: dict[str, LoadedStream]) -> list[Fact]:
    sides = {side.seat: _fielding(side, companies[side.company]) for side in battle.sides}
    co_gms = [CoGmsSet(co_gms=_co_gms(campaign))] if _co_gms(campaign) else []
    return [CampaignJoined(campaign=campaign.id, kind=battle.kind, sides=sides), *co_gms, *_seats(campaign, battle)]


def _fielding(side: FieldedSide, company: LoadedStream) -> Fielding:
    models = {model: hero for hero, model in side.models.items()}
    return Fielding(side.company, company.state.name, company.version, models)


def _seats(campaign: Campaign, battle: Battle) -> Iterator[SeatTaken]:
    for side in battle.sides:
        player = campaign.people.get(campaign.companies[side.company].owner)
        if player is not None:
            yield SeatTaken(seat=side.seat, holder=_holder(player), by="gm")


def _gm(campaign: Campaign) -> Holder | None:
    return _holder(campaign.gm) if campaign.gm is not None else None


def _co_gms(campaign: Campaign) -> tuple[Holder, ...]:
    return tuple(_holder(person) for person in campaign.people.values() if person.role == "co_gm")


def _holder(person: Person) -> Holder:
    return Holder(person.account, person.name)


def _title(campaign: Campaign, match: str, names: Sequence[str]) -> str:
    """Which battle it is and who fights whom, as far as there is room.

    Whoever has the address reads it, so it does not tell the campaign's title.
    """
    number = list(campaign.battles).index(match) + 1
    title = f"Battle {number}: {against(names)}"
    return title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"


# Handing on


@work_at_once(HAND_OVER_BATTLES)
def hand_on_battles(running: ClaimedJob) -> dict[str, Any]:
    """The matches of open battles are run by who runs the campaign now. One that is not open yet will be anyway."""
    campaign: Campaign = load_campaign(campaign_of(running.job)).state
    cause = _cause(running.job)
    former = cause.account if isinstance(cause, RoleGiven) and cause.old == "gm" else ""
    handed = [battle.match for battle in campaign.battles.values() if battle.stage == "open"]
    return {"battles": sum(_hand_over_match(campaign, uuid.UUID(match), former, running.hold) for match in handed)}


def _hand_over_match(campaign: Campaign, match_id: uuid.UUID, former: str, rows: Row | None = None) -> bool:
    """Whether there is such a match yet. `rows` writes what must be kept together with the change."""
    try:
        seating.set_runners(match_id, former, _gm(campaign), _co_gms(campaign), rows)
    except NotThere:
        return False
    return True


def _catch_up(then: LoadedStream, match_id: uuid.UUID) -> None:
    """Who runs the campaign may be somebody else than when the opening of a match began."""
    now, was = load_campaign(then.id).state, _gm(then.state)
    if (_gm(now), _co_gms(now)) != (was, _co_gms(then.state)):
        _hand_over_match(now, match_id, was.user if was is not None else "")


# Settling


@register_end_hook
def settle_when_over(match: LoadedMatch, events: Sequence[Any]) -> Iterator[Row]:
    """The battle of a campaign that is over is settled by a job."""
    try:
        campaign = uuid.UUID(match.roster.campaign)
    except ValueError:
        return  # of no campaign; or taken in from elsewhere, where anything may have been written
    if not belongs_here(match.stream, campaign):
        return
    yield partial(write, [job_of(SETTLE_MATCH, campaign, str(match.id), match.stream, match.version)])


@work(SETTLE_MATCH)
def settle_match(running: ClaimedJob) -> dict[str, Any]:
    """What a finished match means for everybody who was in it, on record once."""
    job, match = running.job, load_match(uuid.UUID(running.job.subject))
    why = _nothing_to_settle(job)
    if why:
        return {"settled": False, "why": why}
    result = {"settled": True, "version": match.version}
    request = request_of(running, "record_battle")
    try:
        carry_out(request, campaign_of(job), RecordBattle(match=job.subject), rows=partial(running.finish, result))
    except Refusal:
        why = _nothing_to_settle(job)
        if not why:
            raise
        return {"settled": False, "why": why}  # the GM was faster
    return result


@work_at_once(TRY_AGAIN)
def try_again(running: ClaimedJob) -> dict[str, Any]:
    """What was parked for want of dice is tried again, now that they are kept here."""
    wanting = Job.objects.filter(error_type__in=(NO_DICE_HERE, DICE_REPLACED))
    parked = wanting.filter(scope=campaign_of(running.job), state=Job.State.PARKED)
    with transaction.atomic():
        running.hold()
        return {"tried_again": sum(retry(job) for job in parked.values_list("pk", flat=True))}


def _nothing_to_settle(job: Job) -> str:
    """Why the end of a match wants no settling any more; empty where it does."""
    try:
        campaign: Campaign = load_campaign(campaign_of(job)).state
    except NotThere:
        return "There is no such campaign here."
    battle = campaign.battles.get(job.subject)
    if battle is None:
        return "It is not a battle of the campaign."
    return "" if battle.stage == "open" else f"The battle is {battle.stage} by now."


NOT_NOW = ("company_in_battle", "company_disbanded", "no_upgrade_due", "no_condition_due", "campaign_over")
"""Refusals after which the job is done: the end of a battle and the reopening of a campaign cause another one."""


@work(FINISH_UPGRADES)
def finish_upgrades(running: ClaimedJob) -> dict[str, Any]:
    """What halls have waited for stands."""
    campaign = load_campaign(campaign_of(running.job)).state
    due = partial(upgrades_due, downtime=campaign.downtime)
    return {"finished": _in_each(running, due, lambda company: FinishUpgrades(company=company))}


@work(END_CONDITIONS)
def end_conditions(running: ClaimedJob) -> dict[str, Any]:
    """Conditions that have run out end."""
    campaign = load_campaign(campaign_of(running.job)).state
    due = partial(run_out, hour=campaign.hour, downtime=campaign.downtime)
    return {"ended": _in_each(running, lambda one: bool(due(one)), lambda company: EndConditions(company=company))}


def _in_each(
    running: ClaimedJob, is_due: Callable[[Company], bool], order: Callable[[str], FinishUpgrades | EndConditions]
) -> list[str]:
    """Give a command for one company, or for each of a campaign that it is due in: whichever the job is about."""
    job, campaign_id = running.job, campaign_of(running.job)
    whose = sorted(load_campaign(campaign_id).state.companies) if job.subject == str(campaign_id) else [job.subject]
    due = [name for name in whose if is_due(load_company(UUID(name)).state)]
    done = []
    for place, name in enumerate(due):
        running.progress(place, len(due))
        command = order(name)
        try:
            carry_out(request_of(running, tag_of(command), name), campaign_id, command, rows=running.hold)
        except Refusal as refusal:
            if refusal.code not in NOT_NOW:
                raise
        else:
            done.append(name)
    return done
