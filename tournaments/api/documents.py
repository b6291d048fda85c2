"""Answers about tournaments."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from msgspec.structs import replace

from campaigns import event_codec
from campaigns.api.documents import event_document
from campaigns.loading import LoadedStream, load_campaign
from tournaments.access import organizes
from tournaments.api import shapes
from tournaments.api.schedules import Looker, schedule_seen
from tournaments.domain.standings.table import Table
from tournaments.domain.state import Fixture, Official, Stage, Tournament as TournamentState
from tournaments.domain.suspensions import ledger_of
from tournaments.domain.tables import tables_of
from tournaments.event_codec import TOURNAMENTS
from tournaments.handler import CommandResult
from tournaments.models import Tournament
from web.errors import NotThere
from web.people import Person


def tournament_listed(row: Tournament) -> shapes.TournamentListed:
    """A tournament in a list."""
    return shapes.TournamentListed(
        id=row.pk,
        campaign=row.campaign_id,
        title=row.title,
        game=row.game,
        status=row.status,  # type: ignore[arg-type]  # one of the choices
        visibility=row.visibility,  # type: ignore[arg-type]
        version=row.version,
        summary=row.summary,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def tournament_document(who: Person, loaded: LoadedStream, now: TournamentState) -> shapes.TournamentSeen:
    """A tournament for a person, by what they are to it `now`."""
    tournament: TournamentState = loaded.state
    looker = looker_of(who, now)
    return shapes.TournamentSeen(
        id=loaded.id,
        campaign=uuid.UUID(tournament.campaign),
        title=tournament.title,
        game=tournament.game,
        status=tournament.status,
        visibility=tournament.visibility,
        capacity=tournament.capacity,
        check_in=tournament.check_in,
        version=loaded.version,
        officials=[_official(who, one) for one in tournament.officials.values()],
        entrants=list(tournament.entrants.values()),
        stages=[_stage(tournament, stage, looker) for stage in tournament.stages.values()],
        fixtures=seen_fixtures(who, tournament, now),
        venues=tournament.venues,
        homes=tournament.homes,
        blackouts=tuple(one for one in tournament.blackouts if one.kind != "entrant" or looker.plays(one.of)),
        bans=bans(tournament),
    )


def _official(who: Person, official: Official) -> shapes.OfficialSeen:
    """Accounts are told only to people who have one."""
    return shapes.OfficialSeen(official.account if who.key else "", official.name, official.roles)


def seen_fixtures(who: Person, tournament: TournamentState, now: TournamentState) -> list[Fixture]:
    """The fixtures as a person may see them, by what they are `now`.

    Organizers see everything; others what is published, and reports and evidence only where they play a side. Whoever
    plays a side sees its line-up, and those of the others once it has named its own or the battle has started.
    """
    if organizes(who, now):
        return list(tournament.fixtures.values())
    rounds = {name: stage.rounds for name, stage in tournament.stages.items()}
    own = played_by(who, now)
    return [
        _of_own(one, own, now) if own & {*one.sides} else replace(one, lineups={}, reports={}, evidence=())
        for one in tournament.fixtures.values()
        if rounds[one.stage][one.round] == "published"
    ]


def looker_of(who: Person, now: TournamentState) -> Looker:
    """What of schedules a person may see, by what they are `now`."""
    return Looker(organizes(who, now), frozenset(played_by(who, now)))


def _of_own(fixture: Fixture, own: set[str], now: TournamentState) -> Fixture:
    """A fixture for who plays a side of it."""
    present = now.fixtures.get(fixture.id, fixture)
    sides = own & {*fixture.sides}
    if present.games or present.result is not None or all(side in present.lineups for side in sides):
        return fixture
    return replace(fixture, lineups={side: one for side, one in fixture.lineups.items() if side in sides})


def bans(tournament: TournamentState) -> list[shapes.BanSeen]:
    """Every ban as it stands, with its appeal."""
    ledger = ledger_of(tournament)
    return [
        shapes.BanSeen(
            id=one.ban.id,
            entrant=one.ban.entrant,
            hero=one.ban.hero,
            hero_name=one.ban.hero_name,
            state=one.state,
            why=one.why,
            matches=one.length,
            left=one.left,
            served=one.served,
            appeal=ledger.record.appeal_of(one.ban.id),
        )
        for one in ledger.readings.values()
    ]


def played_by(who: Person, tournament: TournamentState) -> set[str]:
    """The entrants whose companies a person plays."""
    if not who.key:
        return set()
    try:
        companies = load_campaign(uuid.UUID(tournament.campaign)).state.companies
    except NotThere:
        return set()
    own = {name for name, one in companies.items() if one.owner == who.key}
    return {one.id for one in tournament.entrants.values() if one.company in own}


def _stage(tournament: TournamentState, stage: Stage, looker: Looker) -> shapes.StageSeen:
    return shapes.StageSeen(
        id=stage.id,
        name=stage.name,
        format=stage.format,
        status=stage.status,
        source=stage.source,
        rules=stage.rules,
        entrants=stage.entrants,
        groups=stage.groups,
        rounds=stage.rounds,
        tables=tables_of(tournament, stage),
        versions=[freeze.note for freeze in stage.freezes],
        schedule=schedule_seen(tournament, stage, looker),
    )


def table_document(
    loaded: LoadedStream, stage: Stage, tables: Mapping[str, Table], number: int | None
) -> shapes.StageTable:
    """The tables of a stage as they were asked for."""
    return shapes.StageTable(
        stage=stage.id,
        name=stage.name,
        status=stage.status,
        version=loaded.version,
        round=number,
        tables=dict(tables),
    )


def answer_document(done: CommandResult) -> shapes.TournamentAnswered:
    """What came of a command."""
    entries = (event_codec.HistoryEntry(one, event_codec.decoded(TOURNAMENTS, one)) for one in done.recorded)
    return shapes.TournamentAnswered(
        tournament=done.tournament.id,
        version=done.tournament.version,
        events=[event_document(entry) for entry in entries],  # type: ignore[misc]  # with fields of their own
        jobs=[job.pk for job in done.jobs],
        repeated=done.repeated,
    )
