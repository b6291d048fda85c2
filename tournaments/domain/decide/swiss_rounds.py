"""The fixtures of a paired round, from all that the entrants have played in the stage so far. [KERNEL-TOUR-12]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from tournaments.domain.formats.swiss import pair_round
from tournaments.domain.formats.swiss_types import Float, SwissBye, SwissEntrant, SwissPairing, SwissRules
from tournaments.domain.formats.tables import TableEntrant, TableRules, draw_tables
from tournaments.domain.state import TAKING_PART, Fixture, Result, Stage
from tournaments.domain.suspensions import order_key
from tournaments.domain.tables import WHOLE, tables_now
from tournaments.domain.world import Act

NOT_A_GAME = ("bye", "half_bye", "zero_bye", "forfeit", "double_forfeit", "void")


def paired(
    act: Act, stage: Stage, number: int, byes: Mapping[str, Literal["half_bye", "zero_bye"]]
) -> tuple[Fixture, ...]:
    """The fixtures of round `number`, from the first table on, then the byes."""
    rules = SwissRules(seed_text=stage.lot, avoid_same_club=any(one.club for one in act.tournament.entrants.values()))
    absent = {entrant: kind for entrant, kind in byes.items() if act.entrant(entrant).status in TAKING_PART}
    round_ = pair_round(swiss_entrants(act, stage), number, rules, absent=absent)
    order = order_key(act.world.today, act.next_number)
    meetings = [_meeting(stage, number, one) for one in round_.pairings]
    return (
        *meetings,
        *(_bye(stage, number, len(meetings) + place, one, order) for place, one in enumerate(round_.byes, 1)),
    )


def _meeting(stage: Stage, number: int, pairing: SwissPairing) -> Fixture:
    return Fixture(
        id=f"{stage.id}-{number}-{pairing.table}",
        stage=stage.id,
        round=number,
        number=pairing.table,
        sides=(pairing.home, pairing.away),
        reasons=pairing.reasons,
    )


def _bye(stage: Stage, number: int, place: int, bye: SwissBye, order: int) -> Fixture:
    result = Result(kind=bye.kind, decided="pairing", places={bye.entrant: 1}, order=order)
    return Fixture(
        id=f"{stage.id}-{number}-{place}",
        stage=stage.id,
        round=number,
        number=place,
        sides=(bye.entrant,),
        bye=bye.kind,
        reasons=bye.reasons,
        result=result,
    )


def seated(
    act: Act, stage: Stage, number: int, byes: Mapping[str, Literal["half_bye", "zero_bye"]]
) -> tuple[Fixture, ...]:
    """The tables of round `number`, full ones first; whoever asked for it sits out."""
    entrants = swiss_entrants(act, stage)
    rows = [
        TableEntrant(
            entrant=one.entrant,
            seed=one.seed,
            points=one.points,
            met=one.opponents,
            small=_short_tables(act, stage, one.entrant),
            name=one.name,
        )
        for one in entrants
        if one.entrant not in byes
    ]
    rules = TableRules(size=stage.rules.sides, by="seeds" if number == 1 else "points", seed_text=stage.lot)
    tables = [
        Fixture(
            id=f"{stage.id}-{number}-{one.table}",
            stage=stage.id,
            round=number,
            number=one.table,
            sides=one.entrants,
            reasons=one.reasons,
        )
        for one in draw_tables(rows, rules)
    ]
    asked = [SwissBye(entrant=one.entrant, kind=byes[one.entrant]) for one in entrants if one.entrant in byes]
    order = order_key(act.world.today, act.next_number)
    return (*tables, *(_bye(stage, number, len(tables) + place, one, order) for place, one in enumerate(asked, 1)))


def _short_tables(act: Act, stage: Stage, entrant: str) -> int:
    """How often somebody has sat at a table that was not full."""
    sat = [one for one in act.tournament.fixtures_of(stage.id) if entrant in one.sides and one.bye is None]
    return sum(len(one.sides) < stage.rules.sides for one in sat)


def swiss_entrants(act: Act, stage: Stage) -> list[SwissEntrant]:
    """Everybody who still takes part, with what pairing goes by. Points are those of the table."""
    points = {row.entrant: row.points for row in tables_now(act.tournament, stage)[WHOLE].rows}
    found = {
        entrant: SwissEntrant(
            entrant=entrant,
            seed=seed,
            points=points.get(entrant, 0),
            club=act.entrant(entrant).club,
            name=act.name(entrant),
        )
        for seed, entrant in enumerate(stage.entrants, 1)
        if act.entrant(entrant).status in TAKING_PART
    }
    before = _points_before(act, stage)
    for fixture in act.tournament.fixtures_of(stage.id):
        for side in fixture.sides:
            if side in found:
                found[side] = _after(found[side], fixture, _float(before, fixture, side))
    return list(found.values())


def _after(entrant: SwissEntrant, fixture: Fixture, floated: Float) -> SwissEntrant:
    """What a fixture adds: an opponent where it was a game, a bye or a forfeit won where it was none."""
    result, side = fixture.result, entrant.entrant
    floats = (*entrant.floats, floated)
    if result is not None and result.kind in NOT_A_GAME:
        given = result.kind == "bye" or (result.kind == "forfeit" and result.places.get(side) == 1)
        return replace(entrant, byes=entrant.byes + given, floats=floats)
    at_home = fixture.sides[0] == side
    return replace(
        entrant,
        opponents=(*entrant.opponents, *(other for other in fixture.sides if other != side)),
        floats=floats,
        home_balance=entrant.home_balance + (1 if at_home else -1),
        last_side="home" if at_home else "away",
    )


def _points_before(act: Act, stage: Stage) -> Mapping[int, Mapping[str, int]]:
    """By round the points of everybody before it."""
    tables = {number: tables_now(act.tournament, stage, number - 1)[WHOLE] for number in stage.rounds if number > 1}
    return {number: {row.entrant: row.points for row in table.rows} for number, table in tables.items()}


def _float(before: Mapping[int, Mapping[str, int]], fixture: Fixture, side: str) -> Float:
    """Whether somebody met an opponent with fewer points than its own before the round, or with more."""
    if len(fixture.sides) != 2:
        return "down" if fixture.bye == "bye" else ""
    points = before.get(fixture.round, {})
    own, other = (points.get(one, 0) for one in (side, *(one for one in fixture.sides if one != side)))
    return "down" if own > other else "up" if own < other else ""
