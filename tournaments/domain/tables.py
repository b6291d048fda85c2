"""The tables of a stage, by the results that are on record; of a finished stage as it was published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import convert
from msgspec.structs import replace

from tournaments.domain.brackets_of_stages import bracket_of, standings_of
from tournaments.domain.discipline.words import day
from tournaments.domain.formats.advancement import final_places
from tournaments.domain.stage_rules import BRACKETS, PAIRED, rounds_of
from tournaments.domain.standings.points import Outcome, Points, sides_of
from tournaments.domain.standings.results import FixtureResult, StageResults, StandingEntrant, as_of
from tournaments.domain.standings.rules import StandingRules, Zone
from tournaments.domain.standings.table import Explanation, Row, Table, explanations, rank
from tournaments.domain.state import LEFT, Fixture, Result, Stage, Tournament

WHOLE = ""
"""The one table of a stage without groups."""


def tables_of(tournament: Tournament, stage: Stage) -> dict[str, Table]:
    """The tables of a stage by group: as they were published where it is finished, else as things stand."""
    return dict(stage.freezes[-1].tables) if stage.freezes else tables_now(tournament, stage)


def tables_now(tournament: Tournament, stage: Stage, upto: int = 0) -> dict[str, Table]:
    """The tables by what is on record, or was after round `upto`; a stage that has not started has none."""
    if stage.status == "planned":
        return {}
    if stage.format in BRACKETS:
        return {WHOLE: _placings(tournament, stage)}
    names = {entrant: one.name for entrant, one in tournament.entrants.items()}
    tournament = _before_departures(tournament, stage, upto) if upto else tournament
    return {
        group: rank(_results(tournament, stage, group, entrants, upto), standing_rules(stage), names)
        for group, entrants in (stage.groups or {WHOLE: stage.entrants}).items()
    }


def explained_in(tournament: Tournament, stage: Stage, code: str, entrant: str, upto: int = 0) -> Explanation:
    """What an entrant's value of a tie-break is made of, by what is on record, or was after round `upto`."""
    names = {key: one.name for key, one in tournament.entrants.items()}
    groups = stage.groups or {WHOLE: stage.entrants}
    group = next(name for name, entrants in groups.items() if entrant in entrants)
    tournament = _before_departures(tournament, stage, upto) if upto else tournament
    results = _results(tournament, stage, group, groups[group], upto)
    return explanations(results, standing_rules(stage), code, names)[entrant]


def standing_rules(stage: Stage) -> StandingRules:
    """What a stage says of its tables, with what follows from its format."""
    zones = stage.rules.standing.zones
    if stage.rules.qualify and not zones:
        zones = (Zone(1, stage.rules.qualify, "goes on"),)
    pairing = "swiss" if stage.format in ("swiss", "tables") else "fixed"
    return replace(
        stage.rules.standing, zones=zones, pairing=pairing, lot_seed=stage.rules.standing.lot_seed or stage.lot
    )


def _results(tournament: Tournament, stage: Stage, group: str, entrants: tuple[str, ...], upto: int) -> StageResults:
    last = upto or max(stage.rounds, default=0)
    reached = last if stage.format in PAIRED else _reached(tournament, stage, last)
    entrants = tuple(one for one in entrants if not 0 < upto < tournament.entrants[one].joined.get(stage.id, 0))
    results = StageResults(
        entrants=tuple(_standing_entrant(tournament, stage, entrant, seed) for seed, entrant in enumerate(entrants, 1)),
        rounds=_rounds_of_tournament(stage),
        results=tuple(
            result
            for fixture in tournament.fixtures_of(stage.id)
            if fixture.group == group and fixture.round <= last and stage.rounds[fixture.round] == "published"
            if {*fixture.sides} <= {*entrants} and (fixture.bye is None or fixture.round <= reached)
            for result in result_rows(fixture, stage.rules.standing.points)
        ),
        adjustments=tuple(one for one in tournament.adjustments.get(stage.id, ()) if one.entrant in entrants),
        complete=complete_rounds(tournament, stage, last),
    )
    return as_of(results, upto) if upto else results


def _rounds_of_tournament(stage: Stage) -> int:
    """The rounds that a stage has in all, whether they have been paired or not: unplayed ones are capped by them."""
    planned = rounds_of(stage) if stage.format in PAIRED else 1
    return max(planned, *stage.rounds, 1)


def _before_departures(tournament: Tournament, stage: Stage, upto: int) -> Tournament:
    """The results of fixtures as they were before entrants had left who left after round `upto`."""
    then = {
        change.fixture: replace(
            tournament.fixtures[change.fixture],
            sides=change.old_sides,
            result=None if change.old is None else convert(change.old, Result),
        )
        for entrant, leavings in reversed(tournament.departures.items())
        for leaving in leavings
        if leaving.stage == stage.id and tournament.entrants[entrant].since.get(stage.id, 0) > upto
        for change in leaving.changes
        if change.fixture in tournament.fixtures
    }
    return replace(tournament, fixtures={**tournament.fixtures, **then}) if then else tournament


def _reached(tournament: Tournament, stage: Stage, last: int) -> int:
    """The last round that has begun, where byes are known long before it does."""
    begun = [
        one.round
        for one in tournament.fixtures_of(stage.id)
        if one.round <= last and one.result is not None and one.result.decided != "pairing"
    ]
    return max(complete_rounds(tournament, stage, last), *begun, 0)


def complete_rounds(tournament: Tournament, stage: Stage, last: int) -> int:
    """The last round before which, and in which, every fixture has its result."""
    open_rounds = [one.round for one in tournament.fixtures_of(stage.id) if one.result is None]
    drafts = [number for number, status in stage.rounds.items() if status == "draft"]
    return min([last, *(number - 1 for number in (*open_rounds, *drafts))])


def _standing_entrant(tournament: Tournament, stage: Stage, entrant: str, seed: int) -> StandingEntrant:
    known = tournament.entrants[entrant]
    if known.status not in LEFT:
        return StandingEntrant(entrant=entrant, seed=seed)
    instead = tournament.entrants.get(known.replaced_by)
    parts = (
        day(known.left) if known.left else "",
        known.reason.rstrip("."),
        f"replaced by {instead.name}" if instead is not None else "",
    )
    note, since = ", ".join(part for part in parts if part), known.since.get(stage.id, 0)
    return StandingEntrant(entrant=entrant, seed=seed, left=known.status, since_round=since, note=note)


def result_rows(fixture: Fixture, points: Points) -> Iterator[FixtureResult]:
    """What a fixture adds to a table; nothing while it has no result, or was broken off and nobody has ruled."""
    result = fixture.result
    if result is None or (result.kind == "abandoned" and not result.places):
        return
    winner = next((side for side, place in result.places.items() if place == 1), "")
    outcome = Outcome(
        kind=result.kind,
        entrants=fixture.sides,
        places=_in_order(fixture, result.places),
        scores=_in_order(fixture, result.scores),
        counts=tuple(result.counts.get(side, {}) for side in fixture.sides) if result.counts else (),
        winner=winner if result.kind == "forfeit" else "",
    )
    yield FixtureResult(
        fixture=fixture.id,
        round=fixture.round,
        kind=result.kind,
        sides=sides_of(points, outcome),
        number=fixture.number,
    )


def _in_order(fixture: Fixture, values: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(values[side] for side in fixture.sides) if values else ()


def _placings(tournament: Tournament, stage: Stage) -> Table:
    """The placings of a bracket, as far as they are certain; those who are still in it stand below, by seed."""
    placed = final_places(bracket_of(tournament, stage), standings_of(tournament, stage))
    certain = {one.entrant for one in placed}
    rows = [
        Row(
            place=one.first,
            entrant=one.entrant,
            points=0,
            shared=one.last > one.first,
            reason=_placing(one.first, one.last),
            zone="goes on" if one.last <= stage.rules.qualify else "",
        )
        for one in placed
    ]
    playing = [entrant for entrant in stage.entrants if entrant not in certain]
    still_in = [
        Row(place=1, entrant=entrant, points=0, shared=len(playing) > 1, reason="still in the bracket")
        for entrant in playing
    ]
    return Table(rows=(*still_in, *rows), columns=(), after=_rounds_over(tournament, stage), edition="")


def _placing(first: int, last: int) -> str:
    return f"finished in place {first}" if first == last else f"shares places {first} to {last}"


def _rounds_over(tournament: Tournament, stage: Stage) -> int:
    """How many rounds of a bracket are over."""
    open_rounds = [one.round for one in tournament.fixtures_of(stage.id) if one.result is None]
    return min(open_rounds) - 1 if open_rounds else max(stage.rounds, default=0)
