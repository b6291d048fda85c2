"""What the jobs of tournaments do: battles of fixtures are started, and what came of them is recorded."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from django.utils import timezone
from msgspec.structs import replace

from campaigns import service as campaigns
from campaigns.domain.campaign.state import Battle, Campaign
from campaigns.domain.company.state import Company
from campaigns.domain.fielding import Barred
from campaigns.event_codec import CAMPAIGNS, decoded
from campaigns.hooks import BattleChange, Row, may_refuse_fielding, on_battle
from campaigns.loading import load_campaign, load_company
from campaigns.models import campaign_stream
from jobs.claimed import ClaimedJob
from jobs.kinds import work
from jobs.queue import job_of, write
from matches.handler import command_request
from rules.kernel.errors import Refused
from rules.registry import RULESETS
from tournaments.absences import hand_over_absences
from tournaments.battle_reports import battle_reports
from tournaments.domain import commands as co
from tournaments.domain.discipline.offences import bans_of_battle, offences_of
from tournaments.domain.state import Fixture, Tournament
from tournaments.domain.suspensions import barred_of
from tournaments.handler import carry_out
from tournaments.loading import POINTS_FOR, load_tournament
from tournaments.models import FixtureGame, Tournament as Tournaments
from tournaments.process_manager import OPEN_FIXTURE, RECORD_GAME, ready_to_start
from web.errors import NotThere, Refusal
from web.people import THE_HOUSE

KNOWN = "game_known"
"""The refusal of what is on record already."""


@work(OPEN_FIXTURE)
def open_fixture(running: ClaimedJob) -> dict[str, Any]:
    """The next battle of a fixture: started by the house in the campaign, then told of in the tournament."""
    tournament_id, _, name = running.job.subject.partition(" ")
    loaded = load_tournament(uuid.UUID(tournament_id))
    tournament: Tournament = loaded.state
    fixture = tournament.fixtures.get(name)
    if fixture is None or not ready_to_start(fixture):
        return {"opened": False, "why": "Its battle has started, or it is over."}
    match = _started(tournament, fixture)
    request = command_request(THE_HOUSE, "start_game", [tournament_id, name, match], f"start of {match}")
    result = {"opened": True, "match": match}
    carry_out(request, loaded.id, co.StartGame(fixture=name, match=match), rows=partial(running.finish, result))
    _record_if_over(loaded.id, uuid.UUID(tournament.campaign), match)
    return result


def _started(tournament: Tournament, fixture: Fixture) -> str:
    """The match of the battle; the same each time that the job asks for it."""
    seats = RULESETS[tournament.game].seats
    order = {
        "type": "start_battle",
        "sides": {
            seats[place]: {"company": tournament.entrants[side].company, "heroes": list(fixture.lineups[side])}
            for place, side in enumerate(fixture.sides)
        },
        "reason": f"{tournament.title}, fixture {fixture.id}",
    }
    key = f"tournament {tournament.id} fixture {fixture.id} game {len(fixture.games) + 1}"
    done = campaigns.give_command(THE_HOUSE, uuid.UUID(tournament.campaign), order, key=key)
    (started,) = done.written[campaign_stream(tournament.campaign)][:1]
    return str(decoded(CAMPAIGNS, started).match)


def _record_if_over(tournament: uuid.UUID, campaign: uuid.UUID, match: str) -> None:
    """What was over before the tournament knew of it is recorded now: nobody has told it."""
    battle = load_campaign(campaign).state.battles[match]
    if battle.stage != "open":
        _record(tournament, campaign, match)


@on_battle
def tell_tournament(change: BattleChange) -> Iterable[Row]:
    """A battle of a fixture is over, or is so in another way: a job records it."""
    if change.moment == "started":
        return
    campaign = uuid.UUID(change.campaign.id)
    for tournament in FixtureGame.objects.filter(match=change.battle.match).values_list("tournament", flat=True):
        stream = campaign_stream(campaign)
        # Told apart by the act: the same battle may be settled again and again.
        act = next(iter(change.written[stream])).batch
        job = job_of(RECORD_GAME, campaign, f"{tournament} {change.battle.match}", f"{stream} {act}", 0)
        yield partial(write, [job])


@may_refuse_fielding
def suspended(campaign: Campaign, companies: Sequence[Company]) -> Barred:
    """Who is banned in a tournament of the campaign is fielded in no battle, a GM's own start included."""
    rows = Tournaments.objects.filter(campaign=uuid.UUID(campaign.id), status="running", summary__bans__gt=0)
    wanted = {company.id for company in companies}
    found: dict[tuple[str, str], Refused] = {}
    for identity in rows.values_list("pk", flat=True):
        tournament: Tournament = load_tournament(identity).state
        for (entrant, hero), refused in barred_of(tournament).items():
            company = tournament.entrants[entrant].company
            if company in wanted:
                found.setdefault((company, hero), refused)
    return found


@work(RECORD_GAME)
def record_game(running: ClaimedJob) -> dict[str, Any]:
    """What came of a battle of a fixture, as the campaign has it now."""
    tournament, _, match = running.job.subject.partition(" ")
    if running.job.scope is None:
        raise NotThere("campaign")
    running.hold()
    return {"recorded": _record(uuid.UUID(tournament), running.job.scope, match)}


def _record(tournament_id: uuid.UUID, campaign_id: uuid.UUID, match: str) -> bool:
    """False where it is on record like that."""
    loaded, campaign = load_tournament(tournament_id), load_campaign(campaign_id)
    tournament: Tournament = loaded.state
    fixture = FixtureGame.objects.get(tournament=tournament_id, match=match).fixture
    battle = campaign.state.battles[match]
    command = _with_offences(campaign_id, tournament, game_command(tournament, fixture, battle), battle)
    content = [str(tournament_id), match, campaign.version]
    request = command_request(THE_HOUSE, "record_game", content, f"game {match} at {campaign.version}")
    recorded = True
    try:
        carry_out(request, tournament_id, command)
    except Refusal as refusal:
        if refusal.code != KNOWN:
            raise
        recorded = False
    _hand_over(campaign_id, load_tournament(tournament_id).state, battle)
    return recorded


def _with_offences(
    campaign: uuid.UUID, tournament: Tournament, command: co.RecordGame, battle: Battle
) -> co.RecordGame:
    """What the battle brings against heroes, and the bans that it opens by the rules of the tournament."""
    if command.status != "settled":
        return command
    entrants = {one.company: one.id for one in tournament.entrants.values() if one.company in battle.companies}
    reports = battle_reports(campaign, battle.match, entrants)
    day = timezone.localdate().isoformat()
    return replace(
        command,
        offences=offences_of(command.fixture, battle.match, reports, day),
        bans=bans_of_battle(tournament.discipline, command.fixture, battle.match, reports, day),
    )


def _hand_over(campaign: uuid.UUID, tournament: Tournament, battle: Battle) -> None:
    """Absences of these companies are counted by the tournament from now on, those of earlier battles too.

    While a company is in another battle the campaign changes nothing of it, and bars its heroes itself until then.
    """
    companies = {company for company in battle.companies if _has_absent(company)}
    entrants = {one.id for one in tournament.entrants.values() if one.company in companies}
    for fixture in tournament.fixtures.values():
        for game in fixture.games if entrants & {*fixture.sides} else ():
            with suppress(Refusal):
                hand_over_absences(campaign, game.match, companies, tournament.id, tournament.title)


def _has_absent(company: str) -> bool:
    heroes = load_company(uuid.UUID(company)).state.heroes
    return any(hero.absence is not None for hero in heroes.values())


def game_command(tournament: Tournament, fixture: str, battle: Battle) -> co.RecordGame:
    """What a battle says of a fixture: who won has place 1, all others share the next; nobody has won: all share 1."""
    if battle.stage in ("open", "abandoned", "voided"):
        status = "void" if battle.stage == "voided" else "abandoned"
        return co.RecordGame(fixture=fixture, match=battle.match, status=status)  # type: ignore[arg-type]
    sides = {one.company: one.id for one in tournament.entrants.values() if one.company in battle.companies}
    behind = 1 + len(battle.winners)
    return co.RecordGame(
        fixture=fixture,
        match=battle.match,
        status="settled",
        places={entrant: 1 if company in battle.winners else behind for company, entrant in sides.items()},
        scores={
            entrant: battle.scores[company].counts[POINTS_FOR]
            for company, entrant in sides.items()
            if company in battle.scores and POINTS_FOR in battle.scores[company].counts
        },
        counts={
            entrant: battle.scores[company].counts for company, entrant in sides.items() if company in battle.scores
        },
    )
