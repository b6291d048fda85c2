"""Swiss tournaments that play themselves, and what can be proved of each of their rounds without the pairing code."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

import networkx as nx
from msgspec.structs import replace

from tournaments.domain.formats.swiss import Absence, SwissEntrant, SwissPairing, SwissRound, SwissRules, pair_round

Field = dict[str, SwissEntrant]


def entered(count: int, clubs: int = 0) -> Field:
    """Entrants "e1" (the best seed) to "e…", spread over clubs."""
    names = {f"e{seed}": seed for seed in range(1, count + 1)}
    return {
        name: SwissEntrant(entrant=name, seed=seed, club=f"club {seed % clubs}" if clubs else "")
        for name, seed in names.items()
    }


def can_all_be_paired(field: Iterable[SwissEntrant]) -> bool:
    """Whether these can have a round without a rematch; of an odd number anybody may have the bye."""
    rows = list(field)
    graph = nx.Graph()
    graph.add_nodes_from(one.entrant for one in rows)
    graph.add_edges_from(
        (one.entrant, other.entrant) for one, other in combinations(rows, 2) if other.entrant not in one.opponents
    )
    if len(rows) % 2:
        graph.add_edges_from((one.entrant, "the bye") for one in rows)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(graph)


def check(field: Field, drawn: SwissRound, absent: dict[str, Absence]) -> None:
    """Everybody has one place; a rematch or a second bye is there only if no round is without it."""
    playing = [one for name, one in field.items() if name not in absent]
    given = [bye.entrant for bye in drawn.byes if bye.kind == "bye"]
    places = [name for each in drawn.pairings for name in (each.home, each.away)] + given
    assert sorted(places) == sorted(one.entrant for one in playing)
    assert {bye.entrant: bye.kind for bye in drawn.byes if bye.kind != "bye"} == absent
    again = [each for each in drawn.pairings if each.away in field[each.home].opponents]
    assert again == [each for each in drawn.pairings if each.rematch]
    assert bool(again) == (not can_all_be_paired(playing))
    for one in playing if given and not again else ():
        if one.byes < field[given[0]].byes:
            assert not can_all_be_paired(each for each in playing if each is not one)


def play(field: Field, drawn: SwissRound, random: Random, forfeits: float = 0.0) -> None:
    """Results at random, the better seed more likely to win; some do not turn up."""
    for each in drawn.pairings:
        home, away = field[each.home], field[each.away]
        if random.random() < forfeits:
            field[home.entrant] = replace(home, points=home.points + 100, byes=home.byes + 1, floats=(*home.floats, ""))
            field[away.entrant] = replace(away, floats=(*away.floats, ""))
            continue
        gap = (away.seed - home.seed) / (2 * len(field))
        points = random.choices((0, 50, 100), (0.4 - gap / 2, 0.2, 0.4 + gap / 2))[0]
        field[home.entrant] = _after(home, each, points, "home")
        field[away.entrant] = _after(away, each, 100 - points, "away")
    for bye in drawn.byes:
        one = field[bye.entrant]
        points = {"bye": 100, "half_bye": 50, "zero_bye": 0}[bye.kind]
        full = bye.kind == "bye"
        field[bye.entrant] = replace(
            one, points=one.points + points, byes=one.byes + full, floats=(*one.floats, "down" if full else "")
        )


def _after(one: SwissEntrant, pairing: SwissPairing, points: int, side: str) -> SwissEntrant:
    other = pairing.away if side == "home" else pairing.home
    float_ = "" if not pairing.down else "down" if pairing.down == one.entrant else "up"
    return replace(
        one,
        points=one.points + points,
        opponents=(*one.opponents, other),
        floats=(*one.floats, float_),
        home_balance=one.home_balance + (1 if side == "home" else -1),
        last_side=side,
    )


def season(count: int, rounds: int, seed: int, rules: SwissRules | None = None, trouble: float = 0.0) -> None:
    """Play a tournament and check every round; with `trouble` some forfeit, withdraw or ask for a bye."""
    random, field = Random(seed), entered(count, clubs=5)
    for number in range(1, rounds + 1):
        for name in [name for name in field if random.random() < trouble / 3 and len(field) > 4]:
            del field[name]
        names = list(field)
        absent: dict[str, Absence] = {
            name: random.choice(("half_bye", "zero_bye")) for name in names[2:] if random.random() < trouble / 2
        }
        drawn = pair_round(list(field.values()), number, rules, absent=absent)
        random.shuffle(names)
        assert pair_round([field[name] for name in names], number, rules, absent=absent) == drawn
        check(field, drawn, absent)
        play(field, drawn, random, trouble)
