"""Tie-breaks among the entrants that are tied: head-to-head, and mini-tables over any measure.

Head-to-head follows Article 6 of FIDE C.07: a table of the games among the tied, of several games against the same
opponent their mean (6.1.2); where all have met it ranks them, and starts again for those that it leaves tied (6.2). In
a Swiss where not all have met, an entrant is ranked first where it stays alone at the top whatever the missing games
would bring, then the next among the others (6.3). "simple" does not apply it there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from typing import NamedTuple

from tournaments.domain.standings.measures import MEASURES, ZERO, Measure, decimal
from tournaments.domain.standings.sheet import Sheet

ENCOUNTERS = "KERNEL-TOUR-47"
"""Games among the tied decide where all of them have met equally often; else the rule does not apply, and says so."""

HEAD_TO_HEAD = Measure(
    "head_to_head",
    "Head-to-head",
    "on head-to-head",
    "Points of the games among the entrants that are tied.",
    MEASURES["points"].value,
)
MINI = "mini:"


class Rank(NamedTuple):
    """Some of a group that a rule leaves together, and its value for them. `least`: at least as many as the next."""

    entrants: tuple[str, ...]
    value: str
    number: Fraction


class Verdict(NamedTuple):
    """How a rule splits a group, the best first. `note` says why it does not apply."""

    ranks: tuple[Rank, ...]
    note: str = ""


def by_value(group: Sequence[str], values: dict[str, tuple[Fraction, str]], *, higher: bool) -> tuple[Rank, ...]:
    """The group in ranks of equal values."""
    order = sorted(group, key=lambda one: (-values[one][0] if higher else values[one][0], one))
    ranks = groupby(order, key=lambda one: values[one][0])
    return tuple(Rank(tied := tuple(members), values[tied[0]][1], number) for number, members in ranks)


def undecided(group: Sequence[str], note: str) -> Verdict:
    """A rule that does not apply."""
    return Verdict((Rank(tuple(sorted(group)), "", Fraction(0)),), note)


class Encounters:
    """The games among a group: who met whom how often, and the points of each against the others."""

    def __init__(self, sheet: Sheet, group: Iterable[str]) -> None:
        self._sheet = sheet
        self.group = tuple(sorted(group))
        against: dict[str, dict[str, list[int]]] = {one: {} for one in self.group}
        for entrant, entries in sheet.mini(frozenset(self.group)).entries.items():
            for one in (meeting for entry in entries for meeting in entry.meetings):
                against[entrant].setdefault(one.opponent, []).append(one.points)
        self.apart = tuple((one, other) for one, other in combinations(self.group, 2) if other not in against[one])
        self.times = {len(against[one].get(other, ())) for one, other in combinations(self.group, 2)}
        times = min(self.times) if len(self.times) == 1 else 1
        means = {one: sum((Fraction(sum(got), len(got)) for got in met.values()), ZERO) for one, met in against.items()}
        self.points = {one: mean * times / 100 for one, mean in means.items()}
        """The mean points against each opponent, added up; whole where all have met equally often."""

    def at_most(self, entrant: str) -> Fraction:
        """What the entrant would have, had it won all games against those it has not met."""
        missing = sum(entrant in pair for pair in self.apart)
        return self.points[entrant] + Fraction(missing * self._sheet.rules.points.win, 100)

    def missing(self) -> str:
        """Who has not met, as a sentence's end."""
        return f"{self._sheet.named(self.apart[0])} have not met"


def head_to_head(sheet: Sheet, group: Sequence[str]) -> Verdict:
    """How the games among a group rank it."""
    if sheet.rules.two_only and len(group) > 2:
        return undecided(group, f"it decides between two, and {len(group)} are tied")
    met = Encounters(sheet, group)
    if not met.apart:
        values = {one: (met.points[one], decimal(met.points[one])) for one in group}
        return Verdict(by_value(group, values, higher=True))
    if sheet.edition.dummies and not sheet.rules.fixed:
        return _certain(met)
    return undecided(group, met.missing())


def _certain(met: Encounters) -> Verdict:
    """Those who are alone at the top whatever the missing games would bring, one after another."""
    left, ranks = list(met.group), []
    while len(left) > 1:
        first = max(left, key=lambda one: (met.points[one], one))
        others = max(met.at_most(one) for one in left if one != first)
        if met.points[first] <= others:
            break
        left.remove(first)
        ranks.append(Rank((first,), decimal(met.points[first]), met.points[first]))
    if not ranks:
        return undecided(met.group, met.missing())
    rest = max(met.at_most(one) for one in left)
    return Verdict((*ranks, Rank(tuple(left), f"at most {decimal(rest)}" if met.apart else decimal(rest), rest)))


def mini_table(sheet: Sheet, measure: Measure, base: frozenset[str], group: Sequence[str]) -> Verdict:
    """How a measure of the games among `base` ranks a group of it."""
    met = Encounters(sheet, base)
    if met.apart:
        return undecided(group, met.missing())
    if len(met.times) > 1:
        return undecided(group, "they have not met equally often")
    values = {}
    for entrant in group:
        value = measure.value(sheet.mini(base), entrant)
        values[entrant] = (value.number, value.text)
    return Verdict(by_value(group, values, higher=measure.higher_is_better))
