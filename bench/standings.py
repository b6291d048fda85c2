"""Tables of tournaments: ranked with all their reasons, beside loops over dicts that only sort."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from bench.games import rate_of
from bench.homes import Lab
from bench.measure import Metric, Target, medians
from tournaments.domain.standings.points import ONE_POINT, Outcome, sides_of
from tournaments.domain.standings.results import FixtureResult, StageResults, StandingEntrant
from tournaments.domain.standings.rules import StandingRules
from tournaments.domain.standings.table import rank

ENTRANTS, ROUNDS = 64, 11
RULES = StandingRules(points=ONE_POINT)
PEER = "loops over dicts: points, Buchholz, its cut 1, Sonneborn-Berger, sorted"


def tables(lab: Lab) -> Iterator[Metric]:
    """The table of a Swiss at its end: every tie-break of the usual list, its parts, and the reason of each place."""
    stage = swiss(Random("bench/standings"))
    speeds = medians(
        {
            "skald": lambda: rate_of(lab.sizes.games, lambda: len(rank(stage, RULES).rows))[0],
            "loops": lambda: rate_of(lab.sizes.games, lambda: len(sorted_by_loops(stage)))[0],
        },
        lab.sizes.rounds,
    )
    ours = partial(Metric, f"table of {ENTRANTS} after {ROUNDS} rounds, with reasons", speeds["skald"], "tables/s")
    yield ours(PEER, speeds["loops"], Target("ours", "≥", 10))


def swiss(chance: Random) -> StageResults:
    """A stage in which everybody played every round, paired at random."""
    names = [f"e{number}" for number in range(1, ENTRANTS + 1)]
    results = []
    for number in range(1, ROUNDS + 1):
        waiting = chance.sample(names, ENTRANTS)
        for board, pair in enumerate(zip(waiting[::2], waiting[1::2], strict=True)):
            outcome = Outcome(kind="played", entrants=pair, scores=(chance.randrange(3), chance.randrange(3)))
            results.append(
                FixtureResult(
                    fixture=f"{number}/{board}", round=number, kind="played", sides=sides_of(ONE_POINT, outcome)
                )
            )
    entrants = tuple(StandingEntrant(entrant=name, seed=seed) for seed, name in enumerate(names, 1))
    return StageResults(entrants=entrants, rounds=ROUNDS, results=tuple(results))


def sorted_by_loops(stage: StageResults) -> list[str]:
    """The entrants from the top, as a short script would do it."""
    games: dict[str, list[tuple[str, int]]] = {one.entrant: [] for one in stage.entrants}
    for result in stage.results:
        one, other = result.sides
        games[one.entrant].append((other.entrant, one.points))
        games[other.entrant].append((one.entrant, other.points))
    points = {name: sum(scored for _, scored in played) for name, played in games.items()}
    keys = {}
    for name, played in games.items():
        opponents = sorted(points[opponent] for opponent, _ in played)
        berger = sum(points[opponent] * scored for opponent, scored in played)
        keys[name] = (points[name], sum(opponents[1:]), sum(opponents), berger)
    return sorted(keys, key=keys.__getitem__, reverse=True)
