"""The entrants of a Swiss round in order: points, then seed; with their groups of equal points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from hashlib import sha256
from itertools import groupby, permutations
from math import gcd
from typing import NamedTuple

from tournaments.domain.formats.swiss_types import Method, SwissEntrant, SwissRules


def rank(entrant: SwissEntrant) -> tuple[int, int, str]:
    """Sorts by points, then seed."""
    return (-entrant.points, entrant.seed, entrant.entrant)


class Field(NamedTuple):
    """Entrants by number, from the highest points on; the other fields speak of them by their numbers.

    `groups`: those of equal points, highest first. `group`, `place`: which group each is in, and where in it. `points`:
    of each, in the largest unit that divides all differences. `met`: how often each has played whom.
    """

    entrants: tuple[SwissEntrant, ...]
    groups: tuple[tuple[int, ...], ...]
    group: tuple[int, ...]
    place: tuple[int, ...]
    points: tuple[int, ...]
    met: tuple[Counter[int], ...]
    forbidden: frozenset[tuple[int, ...]]
    method: Method

    @classmethod
    def of(
        cls, entrants: Iterable[SwissEntrant], number: int, rules: SwissRules, forbidden: Collection[tuple[str, str]]
    ) -> Field:
        """The field of round `number`."""
        drawn = number == 1 and rules.first_round == "random"
        rows = sorted(entrants, key=lambda one: (-one.points, _lot(rules, one) if drawn else "", *rank(one)))
        numbers = {one.entrant: each for each, one in enumerate(rows)}
        groups = tuple(tuple(each) for _, each in groupby(range(len(rows)), key=lambda each: rows[each].points))
        unit = gcd(*(rows[0].points - one.points for one in rows)) or 1
        return cls(
            entrants=tuple(rows),
            groups=groups,
            group=tuple(number for number, group in enumerate(groups) for _ in group),
            place=tuple(place for group in groups for place, _ in enumerate(group)),
            points=tuple(one.points // unit for one in rows),
            met=tuple(Counter(numbers[name] for name in one.opponents if name in numbers) for one in rows),
            forbidden=frozenset(
                pair
                for names in forbidden
                if names[0] in numbers and names[1] in numbers
                for pair in permutations((numbers[names[0]], numbers[names[1]]))
            ),
            method=_method(number, rules),
        )

    def times_met(self, one: int, other: int) -> int:
        """How often two have played each other."""
        return max(self.met[one][other], self.met[other][one])


def _lot(rules: SwissRules, entrant: SwissEntrant) -> str:
    return sha256(f"{rules.seed_text}:{entrant.entrant}".encode()).hexdigest()


def _method(number: int, rules: SwissRules) -> Method:
    if number > 1:
        return rules.later_rounds
    return "adjacent" if rules.first_round == "random" else rules.first_round
