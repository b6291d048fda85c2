"""Who plays whom: Swiss rounds beside plain networkx on the complete graph, round robins beside a plain rotation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from random import Random
from statistics import median

import networkx as nx
from msgspec.structs import replace

from bench.games import rate_of
from bench.homes import Lab
from bench.measure import Metric, Target, interleaved, medians
from bench.roles.timing import clock
from tournaments.domain.formats.round_robin import legs
from tournaments.domain.formats.swiss import SwissEntrant, pair_round

ROUNDS = 7
SECONDS = 1.0
LARGEST = 64
REMATCH, APART = 10**12, 10**6

Entrants = list[SwissEntrant]


def swiss(lab: Lab) -> Iterator[Metric]:
    """The slowest round of a Swiss; the peer weighs rematches, points and seeds alone, and tells no reasons."""
    size = lab.sizes.swiss
    slowest = {"skald": 0.0, "networkx": 0.0}
    for number, entrants in enumerate(_tournament(size), 1):
        contenders = {
            "skald": partial(clock, partial(pair_round, entrants, number)),
            "networkx": partial(clock, partial(_plain, entrants)),
        }
        for name, seconds in interleaved(contenders, lab.sizes.rounds).items():
            slowest[name] = max(slowest[name], median(seconds))
    what = f"Swiss of {size}, worst of {ROUNDS} rounds, with reasons"
    peer = "plain networkx.max_weight_matching, complete graph"
    yield Metric(what, slowest["skald"], "s", peer, slowest["networkx"], Target("ratio", "≤", 1))
    yield Metric(what, slowest["skald"], "s", target=Target("ours", "≤", SECONDS))


def round_robins(lab: Lab) -> Iterator[Metric]:
    """Double round robins with home and away, beside a rotation that has neither."""
    speeds = medians(
        {
            "skald": lambda: rate_of(lab.sizes.games, lambda: len(legs(LARGEST, 2)))[0],
            "rotation": lambda: rate_of(lab.sizes.games, lambda: len(_rotation(LARGEST)))[0],
        },
        lab.sizes.rounds,
    )
    what = f"double round robin of {LARGEST}, home and away"
    yield Metric(what, speeds["skald"], "draws/s", "a rotation of two rows, no sides", speeds["rotation"])


def _tournament(size: int) -> Iterator[Entrants]:
    """The entrants before each round; the better seed is likelier to win."""
    chance = Random("bench/pairings")
    field = {f"e{seed}": SwissEntrant(entrant=f"e{seed}", seed=seed) for seed in range(1, size + 1)}
    for number in range(1, ROUNDS + 1):
        entrants = list(field.values())
        yield entrants
        for each in pair_round(entrants, number).pairings:
            home, away = field[each.home], field[each.away]
            points = chance.choices((0, 50, 100), (0.4, 0.2, 0.4 + (away.seed - home.seed) / (3 * size)))[0]
            for one, other, scored, balance in ((home, away, points, 1), (away, home, 100 - points, -1)):
                floated = "" if not each.down else "down" if each.down == one.entrant else "up"
                field[one.entrant] = replace(
                    one,
                    points=one.points + scored,
                    opponents=(*one.opponents, other.entrant),
                    floats=(*one.floats, floated),
                    home_balance=one.home_balance + balance,
                )


def _plain(entrants: Entrants) -> set[tuple[int, int]]:
    """A round as a short script would draw it: one weight a pair, every pair."""
    rows = sorted(entrants, key=lambda one: (-one.points, one.seed))
    places: dict[int, list[int]] = {}
    for place, one in enumerate(rows):
        places.setdefault(one.points, []).append(place)
    graph = nx.Graph()
    for one, other in combinations(range(len(rows)), 2):
        apart = (rows[one].points - rows[other].points) // 50
        half = len(places[rows[one].points]) // 2
        met = rows[other].entrant in rows[one].opponents
        weight = REMATCH * met + APART * apart**2 + (other - one - half) ** 2
        graph.add_edge(one, other, weight=-weight)
    pairs: set[tuple[int, int]] = nx.max_weight_matching(graph, maxcardinality=True)
    return pairs


def _rotation(size: int) -> list[list[tuple[int, int]]]:
    """Each pair twice: the first stands still, the others turn."""
    turning = list(range(2, size + 1))
    rounds = []
    for _ in range(2 * (size - 1)):
        row = [1, *turning]
        rounds.append(list(zip(row[: size // 2], row[: size // 2 - 1 : -1], strict=True)))
        turning = [turning[-1], *turning[:-1]]
    return rounds
