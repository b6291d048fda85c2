"""Who goes on in a bracket, once it has come out. [KERNEL-TOUR-23]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.kernel.errors import Refused
from tournaments.domain import events as ev
from tournaments.domain.brackets_of_stages import (
    NOT_PLAYED,
    bracket_of,
    known_of,
    name_in_bracket,
    standings_of,
    winner_of,
    winners_of,
)
from tournaments.domain.formats.advancement import Standing, standings
from tournaments.domain.state import LEFT, Fixture, Result, Stage
from tournaments.domain.suspensions import order_key
from tournaments.domain.world import Act

CORRECTIONS = "KERNEL-TOUR-10"


def advance(act: Act, name: str) -> None:
    """Put everybody into the fixtures that they have come to, and take out who has not, in every stage it concerns."""
    stage = act.stage(name)
    if not bracket_of(act.tournament, stage):
        return
    rows = standings_of(act.tournament, stage)
    for fixture in act.tournament.fixtures_of(name):
        for event in _changes(act, fixture, rows[name_in_bracket(fixture)]):
            act.emit(event)
        forfeits = list(_forfeited(act, act.fixture(fixture.id)))
        act.emit(*forfeits)
        if forfeits:
            rows = standings_of(act.tournament, act.stage(name))


def _forfeited(act: Act, fixture: Fixture) -> Iterator[ev.TournamentEvent]:
    """Who has left forfeits against whoever comes to it in a bracket."""
    gone = [side for side in fixture.sides if side and act.entrant(side).status in LEFT]
    if not gone or not fixture.known or fixture.result is not None:
        return
    order = order_key(act.world.today, act.next_number)
    if len(gone) == len(fixture.sides):
        result = Result(kind="double_forfeit", decided="policy", order=order)
    else:
        places = {side: 2 if side in gone else 1 for side in fixture.sides}
        result = Result(kind="forfeit", decided="policy", places=places, order=order)
    yield ev.ResultRecorded(fixture=fixture.id, result=result)


def _changes(act: Act, fixture: Fixture, row: Standing) -> Iterator[ev.TournamentEvent]:
    """What a fixture of a bracket lacks of how things stand."""
    result, sides = _settled(row), (row.one.entrant or "", row.other.entrant or "")
    settled = fixture.result is not None and fixture.result.decided == "pairing"
    same = fixture.result is not None and result == replace(fixture.result, order=0)
    if settled and not same and fixture.result is not None:
        yield ev.ResultWithdrawn(fixture=fixture.id, old=fixture.result)
    for place, (old, entrant) in enumerate(zip(fixture.sides, sides, strict=True)):
        if old != entrant:
            yield ev.SideFilled(fixture=fixture.id, side=place, entrant=entrant, old=old)
    if result is not None and not same:
        order = order_key(act.world.today, act.next_number)
        yield ev.ResultRecorded(fixture=fixture.id, result=replace(result, order=order))


def _settled(row: Standing) -> Result | None:
    """The result of a fixture that nobody plays: somebody goes on without an opponent, or nobody comes."""
    if row.status == "bye" and row.winner.entrant is not None:
        return Result(kind="bye", decided="pairing", places={row.winner.entrant: 1})
    if row.status in NOT_PLAYED:
        return Result(kind="void", decided="pairing")
    return None


def check_not_built_on(act: Act, fixture: Fixture, result: Result | None) -> None:
    """Refuse a result of a bracket by which nobody goes on, or others than those who have gone on and played since."""
    stage = act.stage(fixture.stage)
    bracket = bracket_of(act.tournament, stage)
    if not bracket:
        return
    if result is not None and result.kind != "double_forfeit" and list(result.places.values()).count(1) != 1:
        message = "In a bracket somebody goes on: this needs one winner, or a double forfeit."
        raise Refused("no_winner", message, CORRECTIONS, field="places", hint="Give place 1 to one side.")
    results = {name: one for name, one in winners_of(act.tournament, stage).items() if name != name_in_bracket(fixture)}
    if result is not None:
        results[name_in_bracket(fixture)] = winner_of(result)
    _check_later(act, stage, results, _played(act, stage, fixture.id))


def check_sides_stand(act: Act, stage: Stage) -> None:
    """Refuse that others than those who have played come to their fixtures."""
    _check_later(act, stage, winners_of(act.tournament, stage), _played(act, stage))


def _check_later(act: Act, stage: Stage, results: Mapping[str, str | None], played: list[Fixture]) -> None:
    try:
        rows = standings(bracket_of(act.tournament, stage), known_of(act.tournament, stage), results)
    except Refused:
        rows = {}
    for one in played:
        row = rows.get(name_in_bracket(one))
        if row is None or (row.one.entrant or "", row.other.entrant or "") != one.sides:
            message = f"{' and '.join(act.name(side) for side in one.sides)} have met since, because of this result."
            hint = "Take back the later result first."
            raise Refused("later_result", message, CORRECTIONS, field="fixture", hint=hint)


def _played(act: Act, stage: Stage, but: str = "") -> list[Fixture]:
    """The fixtures of the bracket that have been played, or are being played, all but one."""
    return [
        one
        for one in act.tournament.fixtures_of(stage.id)
        if one.id != but
        and ((one.result is not None and one.result.decided != "pairing") or any(g.status == "open" for g in one.games))
    ]
