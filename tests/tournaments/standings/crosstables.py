"""Results written as cross tables or lists of scores, for tests.

A row an entrant, a cell a round: ``+9`` won against 9, ``=9`` drew, ``-9`` lost; ``f+9`` and ``f-9`` the same by
forfeit, ``d9`` neither side came; ``B``, ``H`` and ``Z`` are byes with a full, a half and no point; ``.`` is nothing.
"""

from fractions import Fraction

from tournaments.domain.standings.measures import MEASURES
from tournaments.domain.standings.points import ONE_POINT, THREE_POINTS, Outcome, Points, sides_of
from tournaments.domain.standings.results import FixtureResult, StageResults, StandingEntrant
from tournaments.domain.standings.rules import StandingRules
from tournaments.domain.standings.sheet import Sheet
from tournaments.domain.standings.table import rank

BYES = {"B": "bye", "H": "half_bye", "Z": "zero_bye"}
OPPOSITE = {"+": "-", "-": "+", "=": "=", "f+": "f-", "f-": "f+", "d": "d"}
PLACES = {"+": (1, 2), "=": (1, 1), "-": (2, 1)}


def crosstable(text: str, points: Points = ONE_POINT) -> StageResults:
    """The stage of a cross table, seeds in the order of its rows; both cells of a game must agree."""
    rows = {words[0]: words[1:] for line in text.strip().splitlines() if (words := line.split())}
    results = []
    for entrant, cells in rows.items():
        for number, cell in enumerate(cells, 1):
            mark, other = cell.rstrip("0123456789abcdefghijklmnopqrstuvwxyz"), ""
            if cell[0] in "fd":
                mark = cell[0] if cell[0] == "d" else cell[:2]
            other = cell[len(mark) :]
            if other:
                assert rows[other][number - 1] == OPPOSITE[mark] + entrant, (entrant, number, cell)
            if cell != "." and entrant < (other or "~"):
                outcome = _outcome(mark, entrant, other)
                results.append(
                    FixtureResult(
                        fixture=f"{number}:{entrant}",
                        round=number,
                        kind=outcome.kind,
                        sides=sides_of(points, outcome),
                        number=len(results),
                    )
                )
    return StageResults(
        entrants=tuple(StandingEntrant(entrant=one, seed=seed) for seed, one in enumerate(rows, 1)),
        rounds=max(map(len, rows.values())),
        results=tuple(results),
    )


def _outcome(mark: str, entrant: str, other: str) -> Outcome:
    if mark in BYES:
        return Outcome(kind=BYES[mark], entrants=(entrant,))
    if mark == "d":
        return Outcome(kind="double_forfeit", entrants=(entrant, other))
    if mark[0] == "f":
        return Outcome(kind="forfeit", entrants=(entrant, other), winner=entrant if mark == "f+" else other)
    return Outcome(kind="played", entrants=(entrant, other), places=PLACES[mark])


def values(results: StageResults, code: str, **rules: object) -> dict[str, Fraction]:
    """The value of a measure for everybody, by 1, ½ and 0 unless the rules say otherwise."""
    sheet = Sheet(results, StandingRules(**{"points": ONE_POINT, **rules}))
    return {entrant: MEASURES[code].value(sheet, entrant).number for entrant in sheet.entrants}


def numbered(text: str) -> dict[str, Fraction]:
    """``"1: 12.5, 2: 13"`` as values by entrant."""
    return {name.strip(): Fraction(value.strip()) for name, value in (one.split(":") for one in text.split(","))}


def league(*games, points=THREE_POINTS):
    """``"A-B 2:1"`` and so on, a round each."""
    results, entrants = [], set()
    for number, game in enumerate(games, 1):
        pair, score = game.split()
        sides, scores = tuple(pair.split("-")), tuple(map(int, score.split(":")))
        entrants |= set(sides)
        outcome = Outcome(kind="played", entrants=sides, scores=scores)
        result = FixtureResult(fixture=f"f{number}", round=number, kind="played", sides=sides_of(points, outcome))
        results.append(result)
    there = tuple(StandingEntrant(entrant=one, seed=seed) for seed, one in enumerate(sorted(entrants), 1))
    return StageResults(entrants=there, rounds=len(results), results=tuple(results))


def ranked(results, *order, **rules):
    """The entrants from the top, those who share a place in brackets."""
    table = rank(results, StandingRules(order=order, **{"pairing": "fixed", **rules}))
    places = {}
    for row in table.rows:
        places.setdefault(row.place, []).append(row.entrant)
    return " ".join(names[0] if len(names) == 1 else f"({' '.join(names)})" for names in places.values())


def reasons(results, *order, **rules):
    """The sentence of each row."""
    table = rank(results, StandingRules(order=order, **{"pairing": "fixed", **rules}))
    return {row.entrant: row.reason for row in table.rows}
