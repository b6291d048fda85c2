"""Friendlies of entrants, fought in their campaign and for no fixture: a tournament's rules say what they serve.

All are put on record while a tournament runs, so that other rules can be set later.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

from campaigns.domain.campaign.state import Battle
from campaigns.loading import load_campaign
from jobs.claimed import ClaimedJob
from jobs.kinds import work
from matches.handler import command_request
from tournaments.domain import commands as co
from tournaments.domain.state import Tournament
from tournaments.handler import carry_out
from tournaments.loading import load_tournament
from tournaments.models import Tournament as Tournaments
from tournaments.process_manager import RECORD_FRIENDLY
from web.errors import NotThere, Refusal
from web.people import THE_HOUSE

FRIENDLY = "friendly"
NOTHING_NEW = ("game_known", "tournament_over")


def concerned(campaign: uuid.UUID, battle: Battle) -> Iterator[str]:
    """What the jobs are about that record a battle, if it is a friendly: a running tournament each, and its match."""
    if battle.kind != FRIENDLY:
        return
    rows = Tournaments.objects.filter(campaign=campaign, status="running", entrants__company__in=battle.companies)
    for identity in rows.order_by("pk").values_list("pk", flat=True).distinct():
        yield f"{identity} {battle.match}"


@work(RECORD_FRIENDLY)
def record_friendly(running: ClaimedJob) -> dict[str, Any]:
    """A friendly as the campaign has it now: settled, or void."""
    identity, _, match = running.job.subject.partition(" ")
    if running.job.scope is None:
        raise NotThere("campaign")
    recorded = False
    while True:
        battle = load_campaign(running.job.scope).state.battles[match]
        if battle.stage != "open":
            recorded = _record(running, uuid.UUID(identity), battle)
        if load_campaign(running.job.scope).state.battles[match] == battle:  # nobody was faster
            return {"recorded": recorded}


def _record(running: ClaimedJob, tournament: uuid.UUID, battle: Battle) -> bool:
    """False where it is on record like that, or the tournament is over."""
    fought = fielded(load_tournament(tournament).state, battle)
    command = co.RecordFriendly(match=battle.match, fielded=fought, counts=battle.stage == "recorded")
    request = command_request(THE_HOUSE, "record_friendly", [str(tournament), battle.match, command.counts], None)
    try:
        carry_out(request, tournament, command, rows=running.hold)
    except Refusal as refusal:
        if refusal.code not in NOTHING_NEW:
            raise
        return False
    return True


def fielded(tournament: Tournament, battle: Battle) -> dict[str, tuple[str, ...]]:
    """By entrant the heroes whom a battle of the campaign has, whatever its sides have named since."""
    entrants = {one.company: one.id for one in tournament.entrants.values()}
    return {entrants[side.company]: tuple(side.models) for side in battle.sides if side.company in entrants}
