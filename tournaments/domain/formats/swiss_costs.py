"""What each possible pairing of a Swiss round costs, by tiers; `swiss` says what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from tournaments.domain.formats.swiss_field import Field
from tournaments.domain.formats.swiss_types import Float, SwissRules

Edge = tuple[int, int]
"""Two entrants by number, the higher first; for a bye the second is the number of entrants."""


class Cost(NamedTuple):
    """What a pairing costs; an earlier tier outweighs all later ones of all pairings together."""

    rematch: int = 0
    times_met: int = 0
    second_bye: int = 0
    bye_points: int = 0
    points_apart: int = 0
    floats: int = 0
    club: int = 0
    bye_seed: int = 0
    seeds: int = 0
    sides: int = 0


def costs(field: Field, rules: SwissRules, *, rematches: bool) -> dict[Edge, Cost]:
    """The cost of all pairings that may be, and of every bye where the number is odd."""
    count = len(field.entrants)
    balances = [one.home_balance for one in field.entrants]
    widest = max(balances) - min(balances)
    found: dict[Edge, Cost] = {}
    for one, other in combinations(range(count), 2):
        times = field.times_met(one, other)
        if (rematches or not times) and (one, other) not in field.forbidden:
            found[one, other] = _pairing(field, rules, one, other, times, widest)
    if count % 2:
        found |= {(each, count): _bye(field, each) for each in range(count)}
    return found


def weights(found: Mapping[Edge, Cost]) -> list[tuple[int, int, int]]:
    """Edges with a weight that is the greater the less they cost, for a matching of the greatest weight."""
    vertices = {vertex for edge in found for vertex in edge}
    radices = [max(column) * (len(vertices) // 2) + 1 for column in zip(*found.values(), strict=True)]
    totals = {edge: _number(cost, radices) for edge, cost in found.items()}
    highest = max(totals.values(), default=0) + 1
    return [(*edge, highest - total) for edge, total in totals.items()]


def _number(cost: Iterable[int], radices: Iterable[int]) -> int:
    total = 0
    for value, radix in zip(cost, radices, strict=True):
        total = total * radix + value
    return total


def _pairing(field: Field, rules: SwissRules, one: int, other: int, times: int, widest: int) -> Cost:
    higher, lower = field.entrants[one], field.entrants[other]
    apart = field.points[one] - field.points[other]
    return Cost(
        rematch=1 if times else 0,
        times_met=times,
        points_apart=apart * apart,
        floats=repeated(higher.floats, "down") + repeated(lower.floats, "up") if apart else 0,
        club=1 if rules.avoid_same_club and higher.club and higher.club == lower.club else 0,
        seeds=_seeds(field, one, other),
        sides=widest - abs(higher.home_balance - lower.home_balance),
    )


def _bye(field: Field, each: int) -> Cost:
    return Cost(
        second_bye=field.entrants[each].byes,
        bye_points=len(field.groups) - 1 - field.group[each],
        floats=repeated(field.entrants[each].floats, "down"),
        bye_seed=_below(field, each),
    )


def repeated(floats: tuple[Float, ...], way: Float) -> int:
    """How bad another float this way would be: 2 for one in the last round, 1 for one in the round before it.

    >>> repeated(("down", "", "down"), "down"), repeated(("down", ""), "down"), repeated(("down", "", ""), "down")
    (2, 1, 0)
    """
    return 2 * (floats[-1:] == (way,)) + (floats[-2:-1] == (way,))


def _seeds(field: Field, one: int, other: int) -> int:
    """How far a pairing is from what the method wants; floaters are the last of their group, against the first."""
    if field.group[one] != field.group[other]:
        return _below(field, one) ** 2 + field.place[other] ** 2
    size = len(field.groups[field.group[one]])
    high, low = field.place[one], field.place[other]
    match field.method:
        case "slide":
            # Of two that are as far from it, the wider one crosses the halves.
            return 2 * (low - high - size // 2) ** 2 + (low - high < size // 2)
        case "fold":
            return (low + high - (size - 1)) ** 2
        case "adjacent":
            return (low - high) ** 2


def _below(field: Field, each: int) -> int:
    """How many of its group come after an entrant."""
    return len(field.groups[field.group[each]]) - 1 - field.place[each]
