"""Places, shared places and tie-breaks as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.domain.standings.measures import MEASURES, Measure, Value, decimal
from tournaments.domain.standings.ranking import LEFT, Border, measure_of
from tournaments.domain.standings.sheet import Sheet

NAMED = 4
"""So many are named in a sentence; more are counted."""


def above(sheet: Sheet, other: str, border: Border) -> str:
    """Why a row is above the next: "above Grey Wolves on Buchholz: 12.5 to 11"."""
    return _across(sheet, "above", other, border, (border.above, border.below))


def below(sheet: Sheet, other: str, border: Border) -> str:
    """Why a row is below the one before it."""
    return _across(sheet, "below", other, border, (border.below, border.above))


def _across(sheet: Sheet, side: str, other: str, border: Border, values: tuple[str, str]) -> str:
    name = sheet.name(other)
    if border.code == LEFT:
        return f"{side} {name}: who has left is ranked last"
    measure = measure_of(border.code)
    own, theirs = values
    if measure.code == "lot":
        return f"{side} {name} by lot: {own} {'before' if side == 'above' else 'after'} {theirs}"
    fewest = "" if measure.higher_is_better else " (the lowest is first)"
    return f"{side} {name} {measure.phrase}: {own} to {theirs}{fewest}"


def shared(sheet: Sheet, others: Sequence[str]) -> str:
    """Why some share a place."""
    them = sheet.named(others) if len(others) <= NAMED else f"{len(others)} others"
    return f"level with {them} on every rule of the list"


def not_applied(sheet: Sheet, code: str, group: Sequence[str], note: str) -> str:
    """Why a rule was passed over for a group."""
    them = sheet.named(group) if len(group) <= NAMED else f"{len(group)} that are tied"
    return f"{measure_of(code).label} does not apply to {them}: {note}"


def explained(sheet: Sheet, measure: Measure, value: Value) -> str:
    """What a value is made of: "Buchholz 12.5 = 4 + 3.5 + 5; cut: 2 (Owls)"."""
    kept = [part for part in value.parts if not part.cut]
    gone = [f"{decimal(part.value)}{_from(sheet, part.opponent)}" for part in value.parts if part.cut]
    sums = " + ".join(f"{decimal(part.value)}{_from(sheet, part.opponent)}" for part in kept).replace("+ -", "- ")
    divided = f"({sums}) / {len(kept)}" if measure is MEASURES["average_buchholz"] and kept else sums
    equals = f" = {divided}" if kept else ""
    return f"{measure.label} {value.text}{equals}{'; cut: ' + ', '.join(gone) if gone else ''}"


def _from(sheet: Sheet, opponent: str) -> str:
    return f" ({sheet.name(opponent)})" if opponent else ""


def treatments(value: Value) -> tuple[str, ...]:
    """How unplayed rounds were treated in a value, each once."""
    return tuple(dict.fromkeys(part.why for part in value.parts if part.why))
