"""What a replay offers to jump to: where it begins, its timeline, and the rolls that went against the odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from matches.pages.lines import Line

LONG_SHOT = Fraction(1, 5)
"""Against the odds is what was at most this likely: to be made, where it was made, to fail, where it failed."""
MOST_SURPRISES = 12
LABEL_WIDTH = Fraction(1, 20)
"""Of a turn's number, as a part of the timeline of a phone."""


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A mark on the timeline: the event it leads to, how far along it stands in percent, and what it says."""

    n: int
    kind: str
    at: str
    label: str
    title: str


def beginning(document: Mapping[str, Any]) -> int:
    """The event from which a replay is watched: the first go, when everybody stands on the board.

    Without goes it is the first turn, without turns the first event of play.
    """
    first_go = next((row["n"] for row in document["rows"] if row["kind"] == "go"), None)
    return int(first_go or next(iter(document["marks"]["turn"]), document["opening"]))


def timeline(document: Mapping[str, Any], lines: Sequence[Line], turn: str = "turn") -> list[TimelineMark]:
    """The turns and key moments, in order. `turn`: what people call a turn.

    A turn that was taken back has no number, one that begins close after another shows none.
    """
    kinds, last = document["kinds"], max(1, document["version"])
    at = {line.n: line for line in lines}
    turns = [row["n"] for row in document["rows"] if row["kind"] == "turn" and row["n"] in at]
    numbers = {n: f"{turn[0].upper()}{number}" for number, n in enumerate((n for n in turns if not at[n].void), 1)}
    shown = _apart(numbers, last)
    marks = [(n, "turn", numbers[n] if n in shown else "", f"{at[n].text} (event {n})") for n in turns]
    for line in lines:
        if line.moment:
            kind = kinds.get(line.moment, line.moment)
            marks.append((line.n, line.moment, "", f"{kind.capitalize()}: {line.text} (event {line.n})"))
    return [TimelineMark(n, kind, f"{100 * n / last:.2f}%", label, title) for n, kind, label, title in sorted(marks)]


def _apart(events: Iterable[int], last: int) -> set[int]:
    """Of events in order those whose labels do not cover each other, on a timeline that ends at `last`."""
    shown: list[int] = []
    for n in events:
        if not shown or n - shown[-1] >= LABEL_WIDTH * last:
            shown.append(n)
    return set(shown)


def surprises(document: Mapping[str, Any], at: Mapping[int, Line]) -> list[Line]:
    """The rolls that went furthest against the odds, in the order of the match."""
    found = sorted(_surprises(document, at), key=lambda one: one[:2])[:MOST_SURPRISES]
    return [at[n] for n in sorted(n for _, n in found)]


def _surprises(document: Mapping[str, Any], at: Mapping[int, Line]) -> Iterator[tuple[Fraction, int]]:
    """How likely what happened was, and the event, for each roll that went against the odds."""
    for event in document["events"]:
        chance, success, line = event.get("chance"), event.get("success"), at.get(event["n"])
        if not chance or success is None or line is None or line.void:
            continue
        made = Fraction(*chance)
        likely = made if success else 1 - made
        if likely <= LONG_SHOT:
            yield likely, event["n"]
