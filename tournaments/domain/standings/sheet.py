"""The results of a stage by entrant, in the form that measures read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import msgspec

from tournaments.domain.standings.results import (
    FORFEITS,
    FixtureResult,
    SideResult,
    StageResults,
    standing,
)
from tournaments.domain.standings.rules import StandingRules
from tournaments.domain.standings.unplayed import (
    Contribution,
    Entry,
    Meeting,
    Opposition,
    adjusted_points,
    edition_of,
)


class Sheet:
    """Who met whom and what came of it. `names` are for sentences; an entrant without one is called by its id."""

    def __init__(self, results: StageResults, rules: StandingRules, names: Mapping[str, str] | None = None) -> None:
        self.results = results
        self.rules = rules
        self.edition = edition_of(rules.edition)
        self._names = names or {}
        self.entrants = {one.entrant: one for one in results.entrants}
        self.counted = results.counted
        self.last = max([results.closed, *(result.round for result in self.counted)])
        self.entries = self._entries()
        self.scored = {one: sum(entry.points for entry in entries) for one, entries in self.entries.items()}
        self._minis: dict[frozenset[str], Sheet] = {}

    def name(self, entrant: str) -> str:
        """What an entrant is called."""
        return self._names.get(entrant, entrant)

    def named(self, entrants: Iterable[str]) -> str:
        """Several entrants as words: "A, B and C"."""
        words = sorted(map(self.name, entrants))
        return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

    def _entries(self) -> dict[str, list[Entry]]:
        entries: dict[str, list[Entry]] = {entrant: [] for entrant in self.entrants}
        for result in self.counted:
            for side in result.sides:
                entries[side.entrant].append(self._entry(result, side))
        if self.edition.dummies and not self.rules.fixed:
            for entrant, there in entries.items():
                entries[entrant] = _with_missed(there, self.results.closed)
        return entries

    def _entry(self, result: FixtureResult, side: SideResult) -> Entry:
        others = [other for other in result.sides if other.entrant != side.entrant]
        return Entry(
            result.round,
            result.fixture,
            result.kind,
            side.points,
            _outcome(result, side, others),
            tuple(self._meeting(result, side, other) for other in others),
            side.score,
            sum(other.score for other in others),
            side.place,
            side.counts,
        )

    def _meeting(self, result: FixtureResult, side: SideResult, other: SideResult) -> Meeting:
        """Two sides scored their points against each other; of more, each pair counts as a game by its places."""
        if len(result.sides) == 2:
            return Meeting(other.entrant, side.points, other.points)
        ours, theirs = standing(side), standing(other)
        scheme = self.rules.points
        if ours == theirs:
            return Meeting(other.entrant, scheme.draw, scheme.draw)
        pair = (scheme.win, scheme.loss) if ours < theirs else (scheme.loss, scheme.win)
        return Meeting(other.entrant, *pair)

    @cached_property
    def points(self) -> dict[str, int]:
        """Table points, with what was taken or given."""
        points = dict(self.scored)
        for adjustment in self.results.adjustments:
            points[adjustment.entrant] += adjustment.points
        return points

    @cached_property
    def adjusted(self) -> dict[str, int]:
        """The points that everybody has in the tie-breaks of its opponents."""
        if not self.edition.dummies or self.rules.fixed:
            return self.scored
        draw = self.rules.points.draw
        return {entrant: adjusted_points(entries, draw) for entrant, entries in self.entries.items()}

    def contributions(self, entrant: str, *, product: bool = False) -> list[Contribution]:
        """The parts of Buchholz, or with `product` of Sonneborn-Berger, before any cut."""
        ceiling = self.rules.points.draw * self.results.rounds
        opposition = Opposition(self.scored[entrant], self.adjusted, ceiling, self.edition, self.rules.fixed)
        return opposition.contributions(self.entries[entrant], product=product)

    def mini(self, group: frozenset[str]) -> Sheet:
        """The sheet of the games among a group alone, kept for the next rule that asks."""
        if group not in self._minis:
            among = (self._among(result, group) for result in self.counted)
            results = StageResults(
                entrants=tuple(self.entrants[one] for one in sorted(group)),
                rounds=self.results.rounds,
                results=tuple(result for result in among if len(result.sides) > 1),
                complete=0,
            )
            self._minis[group] = Sheet(results, self.rules, self._names)
        return self._minis[group]

    def _among(self, result: FixtureResult, group: frozenset[str]) -> FixtureResult:
        """A result without those who are not in the group; nobody is left of a forfeit that does not count as met."""
        met = result.kind not in FORFEITS or self.rules.meets_by_forfeit
        sides = tuple(side for side in result.sides if met and side.entrant in group)
        return result if len(sides) == len(result.sides) else msgspec.structs.replace(result, sides=sides)


def _with_missed(entries: list[Entry], closed: int) -> list[Entry]:
    """The entries with a missed round wherever there is none in a round whose results are all in."""
    there = {entry.round for entry in entries}
    missed = [Entry(number, "", "missed", 0) for number in range(1, closed + 1) if number not in there]
    return sorted([*entries, *missed], key=lambda entry: entry.round) if missed else entries


def _outcome(result: FixtureResult, side: SideResult, others: list[SideResult]) -> str:
    """Won, drawn or lost, as W, D or L; "" where there was nobody to beat."""
    if not others:
        return ""
    if result.kind == "double_forfeit":
        return "L"
    best = min(map(standing, others))
    if standing(side) == best:
        return "D"
    return "W" if standing(side) < best else "L"
