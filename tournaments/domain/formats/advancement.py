"""Who stands where in a bracket, from what is known: seeds, groups that are finished, results.

Nobody is placed before it is known who comes. A side is an entrant, nobody (a bye), or to be decided. Byes advance by
themselves, also through the losers' bracket. If neither side of a fixture goes on (a double forfeit), the places that
its winner and its loser would have taken are empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from rules.kernel.errors import Refused
from tournaments.domain.formats.brackets import Bracket, BracketFixture, LoserOf, NoOne, Source, WinnerOf

ADVANCE_WHEN_KNOWN = "KERNEL-TOUR-23"

Status = Literal["waiting", "ready", "decided", "bye", "empty", "not_needed"]
"""Of a fixture: `waiting` for a side, `ready` to be played, `decided`, a `bye` of one side, `empty` if nobody comes; a
conditional fixture may be `not_needed`."""


class Side(NamedTuple):
    """An entrant; with None nobody comes (`nobody`), or it is to be decided who."""

    entrant: str | None = None
    nobody: bool = False


class Standing(NamedTuple):
    """A fixture as things stand. `winner` and `loser` are the sides that go on from it."""

    one: Side
    other: Side
    status: Status
    winner: Side = Side()
    loser: Side = Side()


class FinalPlace(NamedTuple):
    """An entrant who is out, or has won: its place is `first`, or shared from `first` to `last`."""

    entrant: str
    first: int
    last: int


Results = Mapping[str, str | None]
"""Fixture → the entrant who won it; None when neither side goes on."""

Known = Mapping[Source, str | None]
"""Seed or place in a group → who that is; None when nobody comes. What is not in it is to be decided."""

Standings = Mapping[str, Standing]

TBD = Side()
NOBODY = Side(None, nobody=True)


def standings(bracket: Bracket, known: Known, results: Results) -> Standings:
    """Each fixture by its id, in the order of the bracket. Refuses results that cannot be."""
    found: dict[str, Standing] = {}
    for fixture in bracket:
        one, other = (_side(source, known, found) for source in fixture.inputs)
        found[fixture.id] = _standing(fixture, one, other, found, results)
    for name in results:
        if name not in found:
            raise _refused("unknown_fixture", f"The bracket has no fixture {name}.", name)
    return found


def playable(standings: Standings) -> tuple[str, ...]:
    """The fixtures whose sides are known and that have no result yet."""
    return tuple(name for name, row in standings.items() if row.status == "ready")


def finished(standings: Standings) -> bool:
    """Whether nothing is left to be played."""
    return all(row.status not in {"waiting", "ready"} for row in standings.values())


def final_places(bracket: Bracket, standings: Standings) -> tuple[FinalPlace, ...]:
    """Everybody whose place is certain, best first. Who drops out in the same round shares the places of that round."""
    places: list[FinalPlace] = []
    ahead = 0
    for row in _places(bracket, standings):
        names = sorted(name for name in row if name is not None)
        places += [FinalPlace(name, ahead + 1, ahead + len(row)) for name in names]
        ahead += len(row)
    return tuple(places)


# A fixture


def _side(source: Source, known: Known, found: Standings) -> Side:
    if isinstance(source, NoOne):
        return NOBODY
    if isinstance(source, WinnerOf):
        return found[source.fixture].winner
    if isinstance(source, LoserOf):
        return found[source.fixture].loser
    if source not in known:
        return TBD
    entrant = known[source]
    return NOBODY if entrant is None else Side(entrant)


def _standing(fixture: BracketFixture, one: Side, other: Side, found: Standings, results: Results) -> Standing:
    before = _before(fixture, found)
    if before is not None and not _reset_wanted(before):
        _require_no_result(fixture, results, "is played only if the losers' bracket wins the first final")
        return Standing(TBD, TBD, "waiting" if before.status in {"waiting", "ready"} else "not_needed")
    if one.nobody and other.nobody:
        _require_no_result(fixture, results, "has no entrants")
        return Standing(one, other, "empty", NOBODY, NOBODY)
    if one.nobody or other.nobody:
        _require_no_result(fixture, results, "is a bye")
        return Standing(one, other, "bye", other if one.nobody else one, NOBODY)
    if TBD in {one, other}:
        _require_no_result(fixture, results, "waits for an entrant")
        return Standing(one, other, "waiting")
    if fixture.id not in results:
        return Standing(one, other, "ready")
    return _decided(fixture, one, other, results[fixture.id])


def _decided(fixture: BracketFixture, one: Side, other: Side, winner: str | None) -> Standing:
    if winner is None:
        return Standing(one, other, "decided", NOBODY, NOBODY)
    if winner not in {one.entrant, other.entrant}:
        raise _refused("not_in_fixture", f"{winner} does not play in {fixture.id}.", fixture.id)
    first_won = winner == one.entrant
    return Standing(one, other, "decided", one if first_won else other, other if first_won else one)


def _before(fixture: BracketFixture, found: Standings) -> Standing | None:
    """The fixture that a conditional one depends on."""
    source = fixture.inputs[0]
    return found[source.fixture] if fixture.conditional and isinstance(source, LoserOf) else None


def _reset_wanted(before: Standing) -> bool:
    """Whether the second side, which comes from the losers' bracket, has won the first grand final."""
    return before.status == "decided" and before.winner == before.other


def _require_no_result(fixture: BracketFixture, results: Results, why: str) -> None:
    if fixture.id in results:
        raise _refused("no_result_possible", f"{fixture.id} takes no result: it {why}.", fixture.id)


def _refused(code: str, message: str, fixture: str) -> Refused:
    hints = {
        "unknown_fixture": "Look the fixture up in the bracket.",
        "not_in_fixture": "Name one of its two sides as the winner.",
        "no_result_possible": "Enter the results of the fixtures before it first.",
    }
    return Refused(code, message, ADVANCE_WHEN_KNOWN, field=f"results.{fixture}", hint=hints[code])


# Final places


def _places(bracket: Bracket, standings: Standings) -> Iterator[list[str | None]]:
    """Who shares places, from the winner down; None for somebody who is not known yet."""
    final = _deciding(bracket, standings)
    yield _best(standings[final])
    yield _out(standings[final])
    for fixture in bracket:
        if fixture.bracket == "third_place":
            yield _best(standings[fixture.id])
            yield _out(standings[fixture.id])
    levels: dict[int, list[str | None]] = {}
    double = any(fixture.bracket == "losers" for fixture in bracket)
    feeding = {source.fixture for fixture in bracket for source in fixture.inputs if isinstance(source, LoserOf)}
    for fixture in bracket:
        if fixture.id != final and fixture.bracket in {"winners", "losers"}:
            row = standings[fixture.id]
            # A loser who plays on elsewhere is placed there; two who both go no further are placed here.
            out = [] if fixture.id in feeding and not _neither(row) else _out(row)
            levels.setdefault(_level(fixture) if double else fixture.round, []).extend(out)
    yield from (levels[level] for level in sorted(levels, reverse=True))


def _deciding(bracket: Bracket, standings: Standings) -> str:
    """The fixture that the winner of the bracket wins."""
    finals = [fixture for fixture in bracket if fixture.bracket == "final"]
    if not finals:
        return max((each for each in bracket if each.bracket == "winners"), key=lambda each: each.round).id
    return next(each.id for each in reversed(finals) if standings[each.id].status != "not_needed")


def _level(fixture: BracketFixture) -> int:
    """The round of the losers' bracket that a fixture belongs to, or that its loser would come to."""
    return fixture.round if fixture.bracket == "losers" else max(1, 2 * (fixture.round - 1))


def _neither(row: Standing) -> bool:
    return row.status == "decided" and row.winner == NOBODY


def _best(row: Standing) -> list[str | None]:
    return [] if row.winner.nobody else [row.winner.entrant]


def _out(row: Standing) -> list[str | None]:
    if row.status in {"waiting", "ready"}:
        return [None]
    if _neither(row):
        return [row.one.entrant, row.other.entrant]
    return [row.loser.entrant] if row.status == "decided" else []
