"""What the jobs of tournaments do: battles of fixtures are started, and what came of them is recorded."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from django.utils import timezone
from msgspec import to_builtins
from msgspec.structs import replace

from campaigns.domain.campaign.commands import Side, StartBattle
from campaigns.domain.campaign.state import Battle, Campaign
from campaigns.domain.company.state import Company
from campaigns.domain.fielding import Barred
from campaigns.handler import carry_out as start_in_campaign
from campaigns.hooks import BattleChange, Intended, Row, may_refuse_fielding, on_battle
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
from tournaments.domain.decide.grounds import ground_of
from tournaments.domain.discipline.offences import bans_of_battle, offences_of
from tournaments.domain.state import Fixture, Tournament
from tournaments.domain.suspensions import barred_of
from tournaments.errors import refusal_of
from tournaments.friendlies import concerned, fielded
from tournaments.handler import carry_out
from tournaments.loading import POINTS_FOR, load_tournament
from tournaments.models import FixtureGame, Tournament as Tournaments
from tournaments.process_manager import OPEN_FIXTURE, RECORD_FRIENDLY, RECORD_GAME, fixture_of, match_of, ready_to_start
from web.errors import NotThere, Refusal
from web.people import THE_HOUSE

KNOWN = "game_known"
"""The refusal of what is on record already."""
SERVER_BUSY = 500
PASSING = ("conflict", "busy")
"""The codes of refusals by which nothing is wrong with what was asked for."""


@work(OPEN_FIXTURE)
def open_fixture(running: ClaimedJob) -> dict[str, Any]:
    """The next battle of a fixture: started by the house in the campaign, then told of in the tournament.

    Its match has an id that follows from the fixture, so that it is started once however often this runs. What the
    campaign refuses now (a company in another battle, a hero who is hurt) is shown; the end of a battle of theirs, or
    another line-up, tries again.
    """
    tournament_id, _, name = running.job.subject.partition(" ")
    loaded = load_tournament(uuid.UUID(tournament_id))
    tournament: Tournament = loaded.state
    fixture = tournament.fixtures.get(name)
    if fixture is None or not ready_to_start(tournament, fixture):
        return {"opened": False, "why": "Its battle has started, or it is over."}
    match = match_of(tournament, fixture)
    try:
        _start_battle(running, tournament, fixture, match)
    except Refusal as refusal:
        if refusal.status >= SERVER_BUSY or refusal.code in PASSING:
            raise
        return {"opened": False, "why": refusal.message, "code": refusal.code}
    request = command_request(THE_HOUSE, "start_game", [tournament_id, name, match], f"start of {match}")
    result = {"opened": True, "match": match}
    battle = load_campaign(uuid.UUID(tournament.campaign)).state.battles[match]
    command = co.StartGame(fixture=name, match=match, lineups=fielded(tournament, battle))
    carry_out(request, loaded.id, command, rows=partial(running.finish, result))
    return result


def _start_battle(running: ClaimedJob, tournament: Tournament, fixture: Fixture, match: str) -> None:
    """Have the campaign start the battle, unless it has; refused where somebody in it is banned by now."""
    campaign = uuid.UUID(tournament.campaign)
    if match in load_campaign(campaign).state.battles:
        return
    out = barred_of(tournament, fixture.id)
    for side in fixture.sides:
        for hero in ("", *fixture.lineups[side]):
            if (side, hero) in out:
                raise refusal_of(out[side, hero], tournament.game)
    seats = RULESETS[tournament.game].seats
    order = StartBattle(
        match=match,
        sides={
            seats[place]: Side(company=tournament.entrants[side].company, heroes=fixture.lineups[side])
            for place, side in enumerate(fixture.sides)
        },
        ground=ground_of(tournament, fixture),
        reason=f"Fixture {fixture.id} of a tournament.",
    )
    request = command_request(THE_HOUSE, "start_battle", [tournament.id, fixture.id, match], f"battle {match}")
    start_in_campaign(request, campaign, order, rows=running.hold)


@on_battle
def tell_tournament(change: BattleChange) -> Iterable[Row]:
    """A battle of a fixture is over, or is so in another way: a job records it. Fixtures that waited for it start."""
    if change.moment == "started":
        return
    campaign = uuid.UUID(change.campaign.id)
    stream = campaign_stream(campaign)
    # Told apart by the act: the same battle may be settled again and again.
    cause = f"{stream} {next(iter(change.written[stream])).batch}"
    jobs = [
        job_of(RECORD_GAME, campaign, f"{tournament} {change.battle.match}", cause, 0)
        for tournament in FixtureGame.objects.filter(match=change.battle.match).values_list("tournament", flat=True)
    ]
    jobs += [job_of(RECORD_FRIENDLY, campaign, subject, cause, 0) for subject in concerned(campaign, change.battle)]
    jobs += [job_of(OPEN_FIXTURE, campaign, subject, cause, 0) for subject in _waiting(campaign, change.battle)]
    if jobs:
        yield partial(write, jobs)


def _waiting(campaign: uuid.UUID, battle: Battle) -> Iterator[str]:
    """The fixtures of these companies that are ready to start."""
    for identity in Tournaments.objects.filter(campaign=campaign, status="running").values_list("pk", flat=True):
        tournament: Tournament = load_tournament(identity).state
        for fixture in tournament.fixtures.values():
            companies = {tournament.entrants[side].company for side in fixture.sides if side}
            if companies & {*battle.companies} and ready_to_start(tournament, fixture):
                yield f"{identity} {fixture.id}"


@may_refuse_fielding
def suspended(campaign: Campaign, companies: Sequence[Company], intended: Intended) -> Barred:
    """Who is banned in a tournament of the campaign is kept from its fixtures and from battles of no tournament.

    A GM's own start is such a battle. A fixture of another tournament goes by the ledger of that one alone, and a
    friendly by the rules of each.
    """
    running = Tournaments.objects.filter(campaign=uuid.UUID(campaign.id), status="running")
    banning = dict(running.values_list("pk", "summary__bans"))
    if not any(banning.values()):
        return {}
    tournaments: list[Tournament] = [load_tournament(identity).state for identity in sorted(banning)]
    own = next(((one, name) for one in tournaments if (name := fixture_of(one, intended.match))), None)
    friendly = intended.kind == "friendly"
    found: dict[tuple[str, str], Refused] = {}
    for tournament, fixture in [own] if own is not None else [(one, "") for one in tournaments]:
        for (entrant, hero), refused in barred_of(tournament, fixture, friendly=friendly).items():
            found.setdefault((tournament.entrants[entrant].company, hero), refused)
    wanted = {company.id for company in companies}
    return {(company, hero): refused for (company, hero), refused in found.items() if company in wanted}


@work(RECORD_GAME)
def record_game(running: ClaimedJob) -> dict[str, Any]:
    """What came of a battle of a fixture, as the campaign has it now; while it is being fought there is nothing yet."""
    tournament, _, match = running.job.subject.partition(" ")
    if running.job.scope is None:
        raise NotThere("campaign")
    recorded = False
    while True:
        battle = load_campaign(running.job.scope).state.battles[match]
        if battle.stage != "open":
            recorded = _record(running, uuid.UUID(tournament), running.job.scope, battle)
        if load_campaign(running.job.scope).state.battles[match] == battle:  # nobody was faster
            return {"recorded": recorded}


def _record(running: ClaimedJob, tournament_id: uuid.UUID, campaign_id: uuid.UUID, battle: Battle) -> bool:
    """False where it is on record like that."""
    tournament: Tournament = load_tournament(tournament_id).state
    fixture = FixtureGame.objects.get(tournament=tournament_id, match=battle.match).fixture
    command = _with_offences(campaign_id, tournament, game_command(tournament, fixture, battle), battle)
    content = [str(tournament_id), battle.match, to_builtins(battle)]
    request = command_request(THE_HOUSE, "record_game", content, None)
    recorded = True
    try:
        carry_out(request, tournament_id, command, rows=running.hold)
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
    if battle.stage in ("abandoned", "voided"):
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
