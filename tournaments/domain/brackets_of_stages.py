"""The bracket of a stage as its fixtures have it, and how it stands by what is on record."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.domain.formats.advancement import Known, Standings, Status, standings
from tournaments.domain.formats.brackets import BestPlaced, Bracket, BracketFixture, PlacedIn, Seed, Source
from tournaments.domain.formats.groups import GroupResult, best_placed, best_sides, crossing
from tournaments.domain.stage_rules import BRACKETS
from tournaments.domain.standings.table import Table
from tournaments.domain.state import Fixture, Result, Stage, Tournament

NOT_PLAYED: tuple[Status, ...] = ("empty", "not_needed")


def name_in_bracket(fixture: Fixture) -> str:
    """What a fixture is called within its bracket: the second of round 1 of the winners' bracket is "W1-2"."""
    return fixture.id.removeprefix(f"{fixture.stage}-")


def bracket_of(tournament: Tournament, stage: Stage) -> Bracket:
    """The bracket of a stage, those that feed before those that are fed; empty where it has none."""
    if stage.format not in BRACKETS:
        return ()
    return tuple(_in_bracket(fixture) for fixture in tournament.fixtures_of(stage.id))


def _in_bracket(fixture: Fixture) -> BracketFixture:
    name = name_in_bracket(fixture)
    round_number, _, number = name[1:].partition("-")
    one, other = fixture.inputs
    return BracketFixture(
        id=name,
        bracket=fixture.bracket,  # type: ignore[arg-type]  # as it was laid out
        round=int(round_number),
        number=int(number),
        inputs=(one, other),
        conditional=fixture.conditional,
    )


def known_of(tournament: Tournament, stage: Stage) -> Known:
    """Who is known to take the places that a bracket begins with: seeds, or places of groups that are finished.

    Whoever has been replaced in the stage is told by who plays instead.
    """
    source = tournament.stages.get(stage.source)
    if source is None or source.format != "groups":
        return {Seed(seed): entrant for seed, entrant in enumerate(stage.entrants, 1)}
    if not source.freezes:
        return {}
    tables = source.freezes[-1].tables
    placed: dict[Source, str | None] = {
        PlacedIn(group, place): row.entrant
        for group, table in tables.items()
        for place, row in enumerate(table.rows, 1)
    }
    taken = placed | {best: placed[place] for best, place in _best(source, tables).items()}
    return {place: entrant and stand_in(tournament, stage, entrant) for place, entrant in taken.items()}


def stand_in(tournament: Tournament, stage: Stage, entrant: str) -> str:
    """Who plays for an entrant in a stage: itself, or whoever has replaced it there."""
    left = any(one.stage == stage.id for one in tournament.departures.get(entrant, ()))
    instead = tournament.entrants[entrant].replaced_by if left else ""
    return stand_in(tournament, stage, instead) if instead else entrant


def crossed(source: Stage) -> tuple[Source, ...]:
    """The positions of a knockout after the groups of a stage."""
    sizes = {group: len(entrants) for group, entrants in source.groups.items()}
    return crossing(sizes, source.rules.qualify, source.rules.best)


def _best(source: Stage, tables: Mapping[str, Table]) -> Mapping[BestPlaced, PlacedIn]:
    """Which of the best of those placed alike takes which position."""
    if not source.rules.best:
        return {}
    rows = [
        GroupResult(group, row.entrant, row.played, row.points, row.score_difference, row.score_for)
        for group, table in tables.items()
        for row in table.rows[source.rules.qualify : source.rules.qualify + 1]
    ]
    return best_sides(crossed(source), [one.group for one in best_placed(rows, source.rules.best)])


def winners_of(tournament: Tournament, stage: Stage) -> dict[str, str | None]:
    """By fixture of the bracket who has won it, of those that were played or ruled on; None where neither goes on."""
    return {
        name_in_bracket(one): winner_of(one.result)
        for one in tournament.fixtures_of(stage.id)
        if one.result is not None and one.result.decided != "pairing"
    }


def winner_of(result: Result) -> str | None:
    """The one side that has place 1, if there is one."""
    first = [side for side, place in result.places.items() if place == 1]
    return first[0] if len(first) == 1 else None


def standings_of(tournament: Tournament, stage: Stage) -> Standings:
    """How each fixture of a bracket stands."""
    return standings(bracket_of(tournament, stage), known_of(tournament, stage), winners_of(tournament, stage))
