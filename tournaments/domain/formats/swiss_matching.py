"""The matching of a Swiss round that costs least."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tournaments.domain.formats.swiss_bounds import narrowings
from tournaments.domain.formats.swiss_costs import Cost, Edge, costs, weights
from tournaments.domain.formats.swiss_field import Field
from tournaments.domain.formats.swiss_types import SwissRules


class Matching(NamedTuple):
    """Pairs of numbers, the higher first, in order, and the bye; who is left out because no pair is allowed.

    `placed`: how many could have an opponent or the bye without a rematch.
    """

    edges: tuple[Edge, ...]
    bye: int | None
    left_out: tuple[int, ...]
    placed: int

    @property
    def pairs(self) -> tuple[Edge, ...]:
        """The edges but the bye."""
        return tuple(edge for edge in self.edges if self.bye is None or edge[0] != self.bye)


def matched(field: Field, rules: SwissRules) -> Matching:
    """The best matching without a rematch; if none has everybody, the best one with as few rematches as can be."""
    found = costs(field, rules, rematches=False)
    for narrowing in narrowings(field, found):
        matching = _matching(field, narrowing.edges)
        if not matching.left_out and narrowing.holds(matching.edges):
            return matching
    matching = _matching(field, found)
    if not matching.left_out:
        return matching
    return _matching(field, costs(field, rules, rematches=True))._replace(placed=matching.placed)


def largest(numbers: Iterable[int], pairs: Iterable[Edge]) -> int:
    """How many of the numbers can be paired at once by some of the pairs."""
    numbers = list(numbers)
    return 2 * len(_best(numbers, [(*pair, 1) for pair in pairs]))


def _matching(field: Field, found: Mapping[Edge, Cost]) -> Matching:
    count = len(field.entrants)
    edges = sorted(_best(range(count + count % 2), weights(found)))
    used = {each for edge in edges for each in edge}
    left_out = tuple(each for each in range(count) if each not in used)
    bye = next((one for one, other in edges if other == count), None)
    return Matching(tuple(edges), bye, left_out, count - len(left_out))


def _best(vertices: Iterable[int], edges: Iterable[tuple[int, int, int]]) -> list[Edge]:
    """As many pairs as can be, and of all such sets the one of the greatest weight."""
    import networkx as nx  # noqa: PLC0415 – takes a while to load, and only this function wants it

    graph = nx.Graph()
    graph.add_nodes_from(vertices)
    graph.add_weighted_edges_from(edges)
    return [(min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)]
