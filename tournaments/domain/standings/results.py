"""The results of a stage, and the points that an outcome is worth.

Table points are in hundredths and multiples of 50: 150 is a point and a half.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from rules.kernel.errors import Refused

RESULTS = "KERNEL-TOUR-40"
"""A table is made of results that fit the entrants, the rounds and the kinds of result."""
AWARDS = "KERNEL-TOUR-41"
"""An outcome earns the points of the stage's scheme; by place where more than two sides meet."""

GAMES = frozenset({"played", "draw_agreed", "abandoned"})
"""Kinds that count as games over the board; one that was broken off counts by its ruling."""
FORFEITS = frozenset({"forfeit", "double_forfeit"})
BYES = frozenset({"bye", "half_bye", "zero_bye"})
VOID = "void"
KINDS = GAMES | FORFEITS | BYES | {VOID}
UNIT = 50


class SideResult(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What one side took from a fixture.

    `points` of the table, `score` in the game's own unit, `place` from 1 (equal where nothing separates them), `counts`
    what else is counted of it, such as ``{"discipline": 2}``.
    """

    entrant: str
    points: int = 0
    score: int = 0
    place: int = 1
    counts: dict[str, int] = {}


class FixtureResult(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The result of a fixture, or of a round without one (a bye). `number` orders the fixtures of a round."""

    fixture: str
    round: int
    kind: str
    sides: tuple[SideResult, ...]
    number: int = 0


class Adjustment(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Points taken (below 0) or given, from a round on. They move the table, never a tie-break."""

    entrant: str
    points: int
    note: str = ""
    event: str = ""
    round: int = 0


class StandingEntrant(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Somebody in the table. `lot` is a number drawn by hand (0: none), `left` "", "withdrawn" or "expelled".

    `since_round` is the first round without it, `note` the date and reason, as the footnote tells them.
    """

    entrant: str
    seed: int
    lot: int = 0
    left: str = ""
    since_round: int = 0
    note: str = ""


class StageResults(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Everything a table is made of.

    `rounds` are those the stage has, `complete` those of which all results are in: who has no result in one of them did
    not play it (-1: all up to the last round that has a result).
    """

    entrants: tuple[StandingEntrant, ...]
    rounds: int
    results: tuple[FixtureResult, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    complete: int = -1

    @property
    def counted(self) -> tuple[FixtureResult, ...]:
        """The results that count, without the void ones, in the order of the fixtures."""
        counted = [result for result in self.results if result.kind != VOID]
        return tuple(sorted(counted, key=lambda result: (result.round, result.number, result.fixture)))

    @property
    def closed(self) -> int:
        """The last round in which a missing result means that somebody did not play."""
        if self.complete >= 0:
            return self.complete
        return max((result.round for result in self.results if result.kind != VOID), default=0)


def as_of(results: StageResults, number: int) -> StageResults:
    """The results as they stood after a round: later ones, adjustments and withdrawals have not happened yet."""
    return msgspec.structs.replace(
        results,
        entrants=tuple(
            msgspec.structs.replace(one, left="", since_round=0, note="") if one.since_round > number else one
            for one in results.entrants
        ),
        results=tuple(result for result in results.results if result.round <= number),
        adjustments=tuple(one for one in results.adjustments if one.round <= number),
        complete=min(results.closed, number),
    )


def check(results: StageResults) -> None:
    """Refuse results that cannot be those of one stage."""
    known = Counter(one.entrant for one in results.entrants)
    _once(known, "entrant", "entrants")
    _once(Counter(result.fixture for result in results.results), "fixture", "results")
    for result in results.results:
        _check_result(result, results.rounds, known)
    for adjustment in results.adjustments:
        _check_known(adjustment.entrant, known, "adjustments")
        _check_unit(adjustment.points, "adjustments")


def _once(seen: Counter[str], what: str, field: str) -> None:
    twice = sorted(name for name, times in seen.items() if times > 1)
    if twice:
        message = f"the {what} {twice[0]} is there twice"
        raise Refused("listed_twice", message, RESULTS, field=field, hint=f"name each {what} once")


def _check_known(entrant: str, known: Counter[str], field: str) -> None:
    if entrant not in known:
        message = f"{entrant} is not an entrant of this stage"
        raise Refused("unknown_entrant", message, RESULTS, field=field, hint="name entrants of the stage")


def _check_unit(points: int, field: str) -> None:
    if points % UNIT:
        message = f"{points} hundredths are not whole or half points"
        raise Refused("odd_points", message, RESULTS, field=field, hint=f"points are multiples of {UNIT} hundredths")


def _check_result(result: FixtureResult, rounds: int, known: Counter[str]) -> None:
    where = f"results[{result.fixture}]"
    if result.kind not in KINDS:
        message = f"there is no kind of result called {result.kind}"
        raise Refused("unknown_kind", message, RESULTS, field=where, hint=f"kinds are {', '.join(sorted(KINDS))}")
    if not 1 <= result.round <= rounds:
        message = f"round {result.round} must be 1 to {rounds}"
        raise Refused("unknown_round", message, RESULTS, field=where, hint="give a round of the stage")
    _once(Counter(side.entrant for side in result.sides), "entrant", where)
    for side in result.sides:
        _check_known(side.entrant, known, where)
        _check_unit(side.points, where)
    _check_sides(result, where)


def _check_sides(result: FixtureResult, where: str) -> None:
    sides = len(result.sides)
    if result.kind in BYES and sides != 1:
        message = f"a bye has one side, not {sides}"
        raise Refused("wrong_sides", message, RESULTS, field=where, hint="a bye has no opponent")
    if result.kind in FORFEITS and sides != 2:
        message = f"a forfeit has two sides, not {sides}"
        raise Refused("wrong_sides", message, RESULTS, field=where, hint="name who was there and who was not")
    if result.kind in GAMES and sides < 2:
        message = f"a game has at least two sides, not {sides}"
        raise Refused("wrong_sides", message, RESULTS, field=where, hint="use a bye where there is no opponent")
    if result.kind == "forfeit" and standing(result.sides[0]) == standing(result.sides[1]):
        message = "a forfeit has one side that was there and one that was not"
        raise Refused("no_winner", message, RESULTS, field=where, hint="give them places 1 and 2")


def standing(side: SideResult) -> tuple[int, int]:
    """What sides of a fixture are compared by: the place, then the points where the places are equal."""
    return side.place, -side.points
