"""Tournaments on a terminal: found by their id, shown in lines."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from fractions import Fraction

from campaigns.loading import LoadedStream
from matches.terminal.finding import id_named
from tournaments.domain.rights import ORGANIZERS
from tournaments.domain.schedule.breach import dated
from tournaments.domain.schedule.of_stage import calendar_of, judged
from tournaments.domain.schedule.words import Names
from tournaments.domain.stage_rules import BRACKETS, FORMATS
from tournaments.domain.standings.measures import decimal
from tournaments.domain.standings.table import Row, Table
from tournaments.domain.state import Fixture, Result, Stage, Tournament as TournamentState
from tournaments.domain.tables import tables_now, tables_of
from tournaments.domain.world import STAGES
from tournaments.models import Tournament
from tournaments.simulation.season import Season
from web.errors import Refusal

Tables = Mapping[str, Table]
KINDS = {
    "bye": "bye with full points",
    "half_bye": "bye for half a point",
    "zero_bye": "bye",
    "double_forfeit": "forfeited by both sides",
    "abandoned": "abandoned",
    "void": "void",
}


def tournament_named(name: str) -> uuid.UUID:
    """The tournament with this id, or with the only id that begins so (4 characters at the least)."""
    return id_named(Tournament.objects.all(), name, "tournament")


def stage_named(tournament: TournamentState, name: str) -> Stage:
    """A stage by its id. Refusal where there is none."""
    found = tournament.stages.get(name)
    if found is None:
        known = ", ".join(tournament.stages) or "none"
        message, hint = f"The tournament has no stage {name!r}.", f"Its stages: {known}."
        raise Refusal("unknown_stage", message, field="stage", rule=STAGES, hint=hint)
    return found


def tables_asked(tournament: TournamentState, stage: Stage, round_number: int | None) -> Tables:
    """The tables of a stage, or as they were after a round by what is on record now. Refusal where there are none."""
    if stage.status == "planned":
        message, hint = f"{stage.name} has not started: it has no table.", "Start the stage first."
        raise Refusal("stage_not_running", message, field="stage", rule=STAGES, hint=hint)
    if round_number is None:
        return tables_of(tournament, stage)
    if stage.format in BRACKETS:
        message, hint = "A bracket has places, and no table after a round.", "Leave the round out."
        raise Refusal("no_table_of_round", message, field="round", rule=STAGES, hint=hint)
    last = max((number for number, status in stage.rounds.items() if status == "published"), default=0)
    if not 1 <= round_number <= last:
        message = f"{stage.name} has {last} published rounds; there is no round {round_number} among them."
        raise Refusal("unknown_round", message, field="round", rule=STAGES, hint="Name one of these.")
    return tables_now(tournament, stage, round_number)


def lines_of(loaded: LoadedStream) -> Iterator[str]:
    """A tournament for a reader."""
    tournament: TournamentState = loaded.state
    yield f"{tournament.title} ({tournament.game}), {_words(tournament.status)}, event {loaded.version}"
    yield f"id        {loaded.id}"
    yield f"campaign  {tournament.campaign}"
    yield f"seen by   {tournament.visibility}"
    officials = sorted(tournament.officials.values(), key=lambda one: not {*one.roles} & {*ORGANIZERS})
    yield "people    " + ", ".join(
        f"{one.name or one.account} ({', '.join(map(_words, one.roles))})" for one in officials if one.roles
    )
    if tournament.entrants:
        yield from ("", "entrants")
    for one in sorted(tournament.entrants.values(), key=lambda entrant: entrant.seed):
        yield f"  {one.id:<4} {one.name}, seed {one.seed}, {_words(one.status)}"
    for stage in tournament.stages.values():
        yield ""
        yield from _stage_lines(tournament, stage)


def _stage_lines(tournament: TournamentState, stage: Stage) -> Iterator[str]:
    yield f"{stage.id}  {stage.name}: {FORMATS[stage.format]}, {stage.status}"
    for number, status in sorted(stage.rounds.items()):
        yield from round_lines(tournament, stage, number, status)
    yield from table_lines(tournament, tables_of(tournament, stage))


def round_lines(tournament: TournamentState, stage: Stage, number: int, status: str) -> Iterator[str]:
    """A round with its fixtures."""
    yield f"  round {number}, {status}"
    for fixture in tournament.fixtures_of(stage.id, number):
        names = " against ".join(_name(tournament, side) if side else "?" for side in fixture.sides)
        yield f"    {fixture.id:<10} {names}: {outcome(tournament, fixture)}"


def schedule_lines(tournament: TournamentState, stage: Stage) -> Iterator[str]:
    """The schedule of a stage with its draft: fixtures by date, what it breaks, how good it is, which rules clash."""
    calendar = calendar_of(tournament, stage, stage.draft)
    names = Names(calendar)
    yield f"{stage.name}, {'draft' if stage.draft is not None else 'as it stands'}"
    for fixture, slot in dated(one for one in calendar.fixtures if one.round):
        yield f"  {names.slot(slot):<40}  {fixture.id:<10} {names.fixture(fixture)}"
    found, quality = judged(calendar)
    for fixture in calendar.fixtures:
        if fixture.id in quality.unplaced:
            yield f"  {'without a date':<40}  {fixture.id:<10} {names.fixture(fixture)}"
    for breach in found:
        yield f"  {'breaks' if breach.hard else 'unmet'} {breach.rule}: {breach.words}"
    for conflict in stage.conflicts:
        yield f"  {conflict.words}"
    lead = max(map(abs, quality.balance.values()), default=0)
    yield (
        f"  {quality.breaks} breaks, home and away differ by {lead} at the end and {quality.gap} at most, "
        f"{len(quality.unplaced)} without a date, {len(quality.unmet)} wishes not met"
    )


def outcome(tournament: TournamentState, fixture: Fixture) -> str:
    """What has come of a fixture, or how it stands."""
    if fixture.result is not None:
        return _result_words(tournament, fixture, fixture.result)
    if fixture.disputed:
        return "disputed"
    if any(game.status == "open" for game in fixture.games):
        return "being fought"
    return "to be played" if fixture.known else "waits for its sides"


def _result_words(tournament: TournamentState, fixture: Fixture, result: Result) -> str:
    if result.kind == "void" and result.decided == "pairing":
        return "not played"
    if result.kind in KINDS and not (result.kind == "abandoned" and result.places):
        return KINDS[result.kind]
    winners = [_name(tournament, side) for side in fixture.sides if result.places.get(side) == 1]
    words = "drawn" if len(winners) == len(fixture.sides) else f"won by {' and '.join(winners)}"
    scores = ":".join(str(result.scores[side]) for side in fixture.sides) if result.scores else ""
    return words + (" by forfeit" if result.kind == "forfeit" else "") + (f", {scores}" if scores else "")


def table_lines(tournament: TournamentState, tables: Tables) -> Iterator[str]:
    """The tables of a stage, the best first, each row with what puts it above the next."""
    for group, table in tables.items():
        yield f"  {f'group {group}, ' if group else ''}after round {table.after}"
        yield f"  {'':>3} {'entrant':<32} {'points':>6} {'won':>4} {'drawn':>5} {'lost':>4}"
        for row in table.rows:
            name = f"{_name(tournament, row.entrant)} (left)" if row.struck else _name(tournament, row.entrant)
            counts = f"{_points(row):>6} {row.won:>4} {row.drawn:>5} {row.lost:>4}"
            yield f"  {row.place:>2}. {name:<32} {counts}  {row.reason}".rstrip()


def season_lines(season: Season) -> Iterator[str]:
    """What came of a simulated season, with the tables of its stages."""
    summary = season.summary()
    yield f"{summary['title']}: {summary['tournament']}, in {summary['seconds']} s"
    for name in ("fixtures", "jobs"):
        yield f"{name}: {', '.join(f'{count} {_words(key)}' for key, count in summary[name].items())}"
    yield f"battles fought: {summary['fought']}, commands: {summary['commands']}, bans: {summary['bans']}"
    tournament = season.now
    for stage in tournament.stages.values():
        yield from ("", stage.name, *table_lines(tournament, tables_of(tournament, stage)))


def _name(tournament: TournamentState, entrant: str) -> str:
    return tournament.entrants[entrant].name


def _points(row: Row) -> str:
    return decimal(Fraction(row.points, 100))


def _words(code: str) -> str:
    return code.replace("_", " ")
