"""The order of a table, and the rule that drew each border.

1. The whole list is one group of tied entrants.
2. The first rule splits it into ranks; each rank with more than one is a group for the next rule (C.07 4.2).
3. Head-to-head starts again for a group that it made smaller, until it changes nothing (`encounters`).
4. Rules ``mini:…`` that follow each other are one block, over the games among those tied when it began. It starts again
   as `restart` says: "at_once" for each group that becomes smaller, "after" the block for a group smaller than the one
   it was over, or "never". With "list", a group that any rule makes smaller starts at the first rule of the list.
5. Whom the last rule leaves together share a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.kernel.errors import Refused
from tournaments.domain.standings.encounters import (
    HEAD_TO_HEAD,
    MINI,
    Verdict,
    by_value,
    head_to_head,
    mini_table,
)
from tournaments.domain.standings.measures import MEASURES, Measure, Value
from tournaments.domain.standings.rules import ORDER, StandingRules, check_choices
from tournaments.domain.standings.sheet import Sheet

LEFT = "left"
CODES = (HEAD_TO_HEAD.code, *MEASURES)
"""What a list may hold; each measure also as a mini-table, with `MINI` before it."""
DECIDERS = {"lot", "seed"}


class Criterion(NamedTuple):
    """A rule of the list. `block` is the index where its block of mini-tables begins, -1 outside of one."""

    code: str
    measure: Measure
    block: int = -1


class Border(NamedTuple):
    """Why the group above is above the one below."""

    code: str
    above: str
    below: str


class Ranking(NamedTuple):
    """Groups that share a place, the best first, and between each two a border."""

    groups: tuple[tuple[str, ...], ...]
    borders: tuple[Border, ...]


def check_rules(rules: StandingRules) -> None:
    """Refuse rules by which no table can be made."""
    check_choices(rules)
    criteria(rules)


def cautions(rules: StandingRules) -> tuple[str, ...]:
    """What an organizer should think of again before the stage begins, though it is allowed."""
    found = []
    buchholz = [measure_of(code).label for code in rules.order if "buchholz" in code]
    if buchholz and rules.fixed and rules.edition == "fide-2026":
        found.append(f"{buchholz[0]} says nothing in a round robin; FIDE does not allow it there (C.07, Article 8)")
    if not DECIDERS & set(rules.order):
        found.append("entrants may share a place at the end of the list; a lot or the seed would separate them")
    return tuple(found)


def criteria(rules: StandingRules) -> tuple[Criterion, ...]:
    """The list of rules. Refused when one is unknown or there twice."""
    found: list[Criterion] = []
    for index, code in enumerate(rules.order):
        block = -1
        if code.startswith(MINI):
            block = found[-1].block if found and found[-1].block >= 0 else index
        found.append(Criterion(code, measure_of(code), block))
    if len(set(rules.order)) < len(rules.order):
        twice = next(code for code in rules.order if rules.order.count(code) > 1)
        message = f"the rule {twice} is in the list twice"
        raise Refused("listed_twice", message, ORDER, field="order", hint="name each rule once")
    return tuple(found)


def measure_of(code: str) -> Measure:
    """The measure behind a code of the list, a mini-table's among them."""
    if code == HEAD_TO_HEAD.code:
        return HEAD_TO_HEAD
    bare = code.removeprefix(MINI)
    if bare not in MEASURES:
        message = f"there is no tie-break called {bare}"
        hint = f"choose {', '.join(CODES)}, or {MINI} before one but the first of them"
        raise Refused("unknown_tie_break", message, ORDER, field="order", hint=hint)
    if not code.startswith(MINI):
        return MEASURES[bare]
    measure = MEASURES[bare]
    return measure._replace(
        code=code,
        label=f"{measure.label}, among the tied",
        phrase=f"{measure.phrase} among the tied",
        explanation=f"{measure.explanation} Only games among the entrants that are tied count.",
    )


class Ranker:
    """Ranks one sheet. Afterwards `values` has each entrant's text by code, and `notes` whom a rule did not fit."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._criteria = criteria(sheet.rules)
        self.measured: dict[str, dict[str, Value]] = {
            one.code: {entrant: one.measure.value(sheet, entrant) for entrant in sheet.entrants}
            for one in self._criteria
            if one.block < 0 and one.measure is not HEAD_TO_HEAD
        }
        self.values = {
            code: {who: value.text for who, value in values.items()} for code, values in self.measured.items()
        }
        self.notes: dict[str, list[tuple[tuple[str, ...], str]]] = {}

    def ranking(self) -> Ranking:
        """The order of all entrants."""
        there = [one for one, entrant in self._sheet.entrants.items() if not entrant.left]
        gone = [one for one, entrant in self._sheet.entrants.items() if entrant.left]
        if self._sheet.rules.left != "last" or not (there and gone):
            return self._ranked(sorted(self._sheet.entrants), 0, None)
        upper, lower = self._ranked(sorted(there), 0, None), self._ranked(sorted(gone), 0, None)
        return Ranking(upper.groups + lower.groups, (*upper.borders, Border(LEFT, "", ""), *lower.borders))

    def _ranked(self, group: Sequence[str], index: int, base: frozenset[str] | None) -> Ranking:
        if len(group) < 2 or index == len(self._criteria):
            return Ranking((tuple(group),) if group else (), ())
        criterion = self._criteria[index]
        if criterion.block < 0:
            base = None
        elif base is None:
            base = frozenset(group)
        verdict = self._judged(criterion, group, base)
        if verdict.note:
            self.notes.setdefault(criterion.code, []).append((tuple(group), verdict.note))
        self._show(criterion, verdict)
        parts = [self._next(rank.entrants, index, base, split=len(verdict.ranks) > 1) for rank in verdict.ranks]
        return _joined(criterion.code, verdict, parts)

    def _judged(self, criterion: Criterion, group: Sequence[str], base: frozenset[str] | None) -> Verdict:
        if criterion.measure is HEAD_TO_HEAD:
            return head_to_head(self._sheet, group)
        if base is not None:
            return mini_table(self._sheet, criterion.measure, base, group)
        values = {one: (self.measured[criterion.code][one].number, self.values[criterion.code][one]) for one in group}
        return Verdict(by_value(group, values, higher=criterion.measure.higher_is_better))

    def _show(self, criterion: Criterion, verdict: Verdict) -> None:
        """Keep the values of rules that only exist among the tied, the last one where a rule started again."""
        if criterion.measure is HEAD_TO_HEAD or criterion.block >= 0:
            shown = self.values.setdefault(criterion.code, {})
            shown.update({entrant: rank.value for rank in verdict.ranks for entrant in rank.entrants if rank.value})

    def _next(self, group: tuple[str, ...], index: int, base: frozenset[str] | None, *, split: bool) -> Ranking:
        """A rank goes to the next rule, or back where its rule starts again."""
        criterion, following, restart = self._criteria[index], index + 1, self._sheet.rules.restart
        if split and restart == "list":
            return self._ranked(group, 0, None)
        if criterion.measure is HEAD_TO_HEAD and split:
            return self._ranked(group, index, None)
        if base is None:
            return self._ranked(group, following, None)
        if restart == "at_once" and split:
            return self._ranked(group, criterion.block, frozenset(group))
        ends = following == len(self._criteria) or self._criteria[following].block != criterion.block
        if restart == "after" and ends and len(group) < len(base):
            return self._ranked(group, criterion.block, frozenset(group))
        return self._ranked(group, following, None if ends else base)


def _joined(code: str, verdict: Verdict, parts: Sequence[Ranking]) -> Ranking:
    groups, borders = list(parts[0].groups), list(parts[0].borders)
    for upper, lower, part in zip(verdict.ranks, verdict.ranks[1:], parts[1:], strict=False):
        borders += [Border(code, upper.value, lower.value), *part.borders]
        groups += part.groups
    return Ranking(tuple(groups), tuple(borders))
