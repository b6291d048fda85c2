"""Which jobs follow from what happened: a row each, written in the transaction of the event that causes it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from campaigns.domain.campaign import events as ev
from campaigns.domain.company.state import Company
from campaigns.domain.conditions import run_out
from campaigns.domain.world import World, Written
from campaigns.models import CAMPAIGN
from jobs.models import Job
from jobs.queue import job_of
from rules.kernel.messages import Event, folders

OPEN_BATTLE, SETTLE_MATCH, FINISH_UPGRADES = "open_battle", "settle_match", "finish_upgrades"
END_CONDITIONS = "end_conditions"
HAND_OVER_BATTLES, TRY_AGAIN = "hand_on_battles", "try_again"


def following(world: World, written: Written, before: Mapping[str, int]) -> list[Job]:
    """The jobs that follow from an act on `world`, whose streams were at the versions `before`; not written yet."""
    return [
        job_of(kind, uuid.UUID(identity), subject, stream, version)
        for stream, events in written.items()
        for named, _, identity in (stream.partition("-"),)
        if named == CAMPAIGN
        for version, event in enumerate(events, before.get(stream, 0) + 1)
        if type(event) in _CAUSES
        for kind, subject in _CAUSES[type(event)](world, event)
    ]


def _battle_started(_world: World, event: ev.BattleStarted) -> Iterator[tuple[str, str]]:
    yield OPEN_BATTLE, event.match


def _time_passed(
    world: World, event: ev.DowntimeStarted | ev.CampaignReopened | ev.ClockAdvanced
) -> Iterator[tuple[str, str]]:
    """What was ordered for halls may be ready, conditions may have run out: in which companies, the jobs find out."""
    if world.campaign is not None:
        if not isinstance(event, ev.ClockAdvanced):
            yield FINISH_UPGRADES, world.campaign.id
        yield END_CONDITIONS, world.campaign.id


def _battle_over(
    world: World, event: ev.BattleSettled | ev.BattleAbandoned | ev.BattleVoided
) -> Iterator[tuple[str, str]]:
    """What became ready, or ran out, while a company was in battle could not be finished then."""
    if world.campaign is not None and event.match in world.campaign.battles:
        for name in world.campaign.battles[event.match].companies:
            company = world.companies.get(name)
            if company is not None and upgrades_due(company, world.campaign.downtime):
                yield FINISH_UPGRADES, name
            if company is not None and run_out(company, world.campaign.hour, world.campaign.downtime):
                yield END_CONDITIONS, name


def _roles_changed(world: World, event: ev.RoleGiven | ev.MemberLeft | ev.MemberRemoved) -> Iterator[tuple[str, str]]:
    """Open battles are run by who runs the campaign now. Where somebody becomes GM, somebody else ceases to be."""
    campaign = world.campaign
    if campaign is None or not any(battle.stage == "open" for battle in campaign.battles.values()):
        return
    given = event.role if isinstance(event, ev.RoleGiven) else "player"
    if given != "gm" and campaign.people[event.account].role != given:
        yield HAND_OVER_BATTLES, campaign.id


def _dice_here(world: World, event: ev.DiceTakenOver) -> Iterator[tuple[str, str]]:
    """What waited for a roll goes on."""
    if world.campaign is not None:
        yield TRY_AGAIN, world.campaign.id


def upgrades_due(company: Company, downtime: int) -> bool:
    """Whether something that was ordered for the hall of a company is ready in a downtime."""
    return any(order.ready <= downtime for order in company.hall.orders)


_CAUSES: Mapping[type[Event], Callable[[World, Any], Iterator[tuple[str, str]]]] = folders(globals())
"""By event the function that says which jobs it causes."""
