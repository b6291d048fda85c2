"""The table of a stage: a row an entrant, each with its place, its numbers and the reason of its place."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from rules.kernel.errors import Refused
from tournaments.domain.standings import reasons
from tournaments.domain.standings.measures import MEASURE, MEASURES, decimal
from tournaments.domain.standings.ranking import Border, Ranker, Ranking, check_rules, measure_of
from tournaments.domain.standings.results import StageResults, check
from tournaments.domain.standings.rules import StandingRules, Zone
from tournaments.domain.standings.sheet import Sheet
from tournaments.domain.standings.unplayed import Entry

LEAVING = "KERNEL-TOUR-48"
"""Who has left stays in the table, struck out with date and reason, in its place or last as the stage says."""
FOOTNOTES = "KERNEL-TOUR-49"
"""Points taken or given, forfeits and departures are footnotes of the row."""

FORM = 5
NO_BORDER = Border("", "", "")
MARKS = {"bye": "B", "half_bye": "H", "zero_bye": "Z", "missed": "·"}


class Footnote(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something to know of a row. `kind` is "adjustment", "forfeit", "withdrawn" or "expelled"; `event` where it is."""

    kind: str
    text: str
    event: str = ""
    fixture: str = ""


class Row(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """One entrant of a table.

    `played` = `won` + `drawn` + `lost` are its fixtures with an opponent, of which `forfeits` were decided without a
    game; `byes` are apart. `points` are in hundredths, `values` the texts of `Table.columns`, "" where a rule was not
    asked. `decided_by` is the code of the rule that puts this row above the next one, `over`, with the values of both
    ("" where they share a place), `reason` the same as a sentence. `form` are the last five rounds: W, D, L; + and -
    by forfeit; B, H, Z byes; · missed; or, where more than two sides met, the place.
    """

    place: int
    entrant: str
    points: int
    shared: bool = False
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    forfeits: int = 0
    score_for: int = 0
    score_against: int = 0
    form: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    decided_by: str = ""
    over: str = ""
    deciding: tuple[str, str] = ("", "")
    reason: str = ""
    notes: tuple[str, ...] = ()
    footnotes: tuple[Footnote, ...] = ()
    zone: str = ""
    struck: bool = False

    @property
    def score_difference(self) -> int:
        """The score of its games less that of its opponents."""
        return self.score_for - self.score_against


class Column(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A rule of the list: its code, its label and what it counts."""

    code: str
    label: str
    explanation: str


class Table(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The table after so many complete rounds."""

    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    after: int
    edition: str


class Explanation(NamedTuple):
    """A value of the table: what it is made of, and how unplayed rounds were treated."""

    label: str
    text: str
    treatments: tuple[str, ...]


def rank(results: StageResults, rules: StandingRules, names: Mapping[str, str] | None = None) -> Table:
    """The table of a stage. `names` are for its sentences. Refused where results or rules are not possible."""
    check(results)
    check_rules(rules)
    sheet = Sheet(results, rules, names)
    ranker = Ranker(sheet)
    ranking = ranker.ranking()
    columns = [measure_of(code) for code in rules.order]
    return Table(
        rows=_Rows(sheet, ranker, ranking).rows(),
        columns=tuple(Column(one.code, one.label, one.explanation) for one in columns),
        after=results.closed,
        edition=rules.edition,
    )


def explanations(
    results: StageResults, rules: StandingRules, code: str, names: Mapping[str, str] | None = None
) -> dict[str, Explanation]:
    """What the value of a measure is made of, by entrant. Refused for rules among the tied, which rows tell of."""
    if code not in MEASURES:
        message = f"{code} has no value of its own"
        raise Refused("unknown_tie_break", message, MEASURE, field="code", hint=f"choose {', '.join(MEASURES)}")
    sheet, measure = Sheet(results, rules, names), MEASURES[code]
    values = {entrant: measure.value(sheet, entrant) for entrant in sheet.entrants}
    return {
        entrant: Explanation(measure.label, reasons.explained(sheet, measure, value), reasons.treatments(value))
        for entrant, value in values.items()
    }


class _Rows:
    """Draws the rows of a ranking."""

    def __init__(self, sheet: Sheet, ranker: Ranker, ranking: Ranking) -> None:
        self._sheet = sheet
        self._ranker = ranker
        self._ranking = ranking
        self._notes = self._notes_by_entrant()

    def rows(self) -> tuple[Row, ...]:
        rows: list[Row] = []
        groups = [self._seeded(group) for group in self._ranking.groups]
        for index, group in enumerate(groups):
            place = len(rows) + 1
            rows += [self._row(entrant, place, groups, index) for entrant in group]
        return tuple(rows)

    def _seeded(self, group: tuple[str, ...]) -> list[str]:
        """Those who share a place are shown by seed."""
        return sorted(group, key=lambda one: (self._sheet.entrants[one].seed, one))

    def _row(self, entrant: str, place: int, groups: list[list[str]], index: int) -> Row:
        entries, group = self._sheet.entries[entrant], groups[index]
        games = [entry for entry in entries if entry.meetings]
        following = groups[index + 1][0] if index + 1 < len(groups) and entrant == group[-1] else ""
        border = self._ranking.borders[index] if following else NO_BORDER
        return Row(
            place=place,
            entrant=entrant,
            points=self._sheet.points[entrant],
            shared=len(group) > 1,
            played=len(games),
            won=sum(entry.outcome == "W" for entry in games),
            drawn=sum(entry.outcome == "D" for entry in games),
            lost=sum(entry.outcome == "L" for entry in games),
            byes=sum(entry.kind in {"bye", "half_bye", "zero_bye"} for entry in entries),
            forfeits=sum(entry.forfeited for entry in games),
            score_for=sum(entry.score_for for entry in entries),
            score_against=sum(entry.score_against for entry in entries),
            form=tuple(map(_mark, entries[-FORM:])),
            values=tuple(self._ranker.values.get(code, {}).get(entrant, "") for code in self._sheet.rules.order),
            decided_by=border.code,
            over=following,
            deciding=(border.above, border.below),
            reason=self._reason(entrant, groups, index),
            notes=(*self._notes.get(entrant, ()), *self._crossing(place, len(group))),
            footnotes=tuple(self._footnotes(entrant)),
            zone=next((zone.label for zone in self._sheet.rules.zones if zone.first <= place <= zone.last), ""),
            struck=bool(self._sheet.entrants[entrant].left),
        )

    def _reason(self, entrant: str, groups: list[list[str]], index: int) -> str:
        """Why this row is above the next; the last row tells why it is below the one before."""
        group, borders = groups[index], self._ranking.borders
        level = [other for other in group if other != entrant]
        words = [reasons.shared(self._sheet, level)] if level else []
        if entrant == group[-1] and index < len(borders):
            words.append(reasons.above(self._sheet, groups[index + 1][0], borders[index]))
        elif index and not level:
            words.append(reasons.below(self._sheet, groups[index - 1][-1], borders[index - 1]))
        return "; ".join(words)

    def _notes_by_entrant(self) -> dict[str, list[str]]:
        notes: dict[str, list[str]] = {}
        for code, passed in self._ranker.notes.items():
            for group, note in passed:
                for entrant in group:
                    notes.setdefault(entrant, []).append(reasons.not_applied(self._sheet, code, group, note))
        return notes

    def _crossing(self, place: int, many: int) -> list[str]:
        """A shared place that only some of those who share it can take into a zone."""
        last = place + many - 1
        crossed: list[Zone] = [zone for zone in self._sheet.rules.zones if place <= zone.last < last]
        return [
            f"place {place} is shared by {many}, and {zone.last - place + 1} of them fit into {zone.label}"
            for zone in crossed
        ]

    def _footnotes(self, entrant: str) -> list[Footnote]:
        sheet, there = self._sheet, self._sheet.entrants[entrant]
        notes = [
            Footnote("adjustment", _adjusted(one.points, one.note), one.event)
            for one in sheet.results.adjustments
            if one.entrant == entrant
        ]
        notes += [
            Footnote("forfeit", self._forfeit(entry), fixture=entry.fixture)
            for entry in sheet.entries[entrant]
            if entry.forfeited
        ]
        if there.left:
            since = f" from round {there.since_round}" if there.since_round else ""
            notes.append(Footnote(there.left, f"{there.left}{since}{': ' if there.note else ''}{there.note}"))
        return notes

    def _forfeit(self, entry: Entry) -> str:
        other = self._sheet.name(entry.meetings[0].opponent)
        if entry.kind == "double_forfeit":
            return f"round {entry.round}: neither this side nor {other} played"
        won = "won" if entry.outcome == "W" else "lost"
        return f"round {entry.round}: {won} by forfeit against {other}"


def _adjusted(points: int, note: str) -> str:
    amount = decimal(Fraction(abs(points), 100))
    word = "points" if amount != "1" else "point"
    return f"{amount} {word} {'taken' if points < 0 else 'given'}{': ' if note else ''}{note}"


def _mark(entry: Entry) -> str:
    """A round as a letter of the form."""
    if not entry.meetings:
        return MARKS[entry.kind]
    if len(entry.meetings) > 1:
        return str(entry.place)
    return {"W": "+", "L": "-"}[entry.outcome] if entry.forfeited else entry.outcome
