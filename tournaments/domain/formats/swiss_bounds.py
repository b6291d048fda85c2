"""Which pairings of a Swiss round the best matching can be made of, so that most need not be tried.

Between two neighbouring groups of equal points at least one pairing must cross if the entrants above the border (less
the bye) are an odd number. So the squares of the differences at all such borders are the least that points can be
apart in total, and a matching that comes to that sum has pairings within groups and, once, across each such border:
nothing else can do as well. If a matching of these alone fails, all pairings are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from tournaments.domain.formats.swiss_costs import Cost, Edge
from tournaments.domain.formats.swiss_field import Field

NEAR = 128
"""Pairings are near each other that seeds make cost no more than this."""


class Narrowing(NamedTuple):
    """Some of the pairings, and what their best matching may cost, in the first tiers, to be the best of all."""

    edges: Mapping[Edge, Cost]
    limit: tuple[int, ...]

    def holds(self, pairs: Iterable[Edge]) -> bool:
        """Whether pairs that are the best of these are the best of all."""
        sums = tuple(map(sum, zip(*(self.edges[pair] for pair in pairs), strict=True)))
        return all(spent <= most for spent, most in zip(sums, self.limit, strict=False))


def narrowings(field: Field, found: Mapping[Edge, Cost]) -> Iterator[Narrowing]:
    """First the fewest pairings, then those within groups and across odd borders. No rematch may be among `found`."""
    count = len(field.entrants)
    byes = {edge: cost for edge, cost in found.items() if edge[1] == count}
    bye = min(byes.values(), key=lambda cost: cost[:4], default=Cost())
    byes = {edge: cost for edge, cost in byes.items() if cost[:4] == bye[:4]}
    odd = _odd_borders(field, next(iter(byes), None))
    points = [field.points[group[0]] for group in field.groups]
    least = bye._replace(points_apart=sum((points[each] - points[each + 1]) ** 2 for each in odd))
    level = byes | {edge: cost for edge, cost in found.items() if edge[1] < count and _level(field, edge, odd)}
    near = {edge: cost for edge, cost in level.items() if cost.seeds <= NEAR}
    yield Narrowing(near, (*least[:5], 0, 0, 0, NEAR))
    yield Narrowing(level, least[:5])


def _odd_borders(field: Field, bye: Edge | None) -> set[int]:
    """The groups below which a pairing must cross, if somebody of the group of `bye` has it."""
    sizes = [len(group) for group in field.groups]
    if bye is not None:
        sizes[field.group[bye[0]]] -= 1
    return {number for number, above in enumerate(accumulate(sizes[:-1])) if above % 2}


def _level(field: Field, edge: Edge, odd: set[int]) -> bool:
    higher, lower = (field.group[each] for each in edge)
    return higher == lower or (lower == higher + 1 and higher in odd)
