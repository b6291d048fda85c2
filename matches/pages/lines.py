"""The log in words: events as lines, with their rolls taken apart and what is drawn for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

import msgspec

from matches import event_codec
from matches.loading import LoadedMatch
from matches.pages.boards.base import View
from matches.pages.boards.board import Board
from matches.pages.rolls import breakdown
from rules.kernel.asks import GM
from rules.kernel.table_events import Rewound
from web.pages.fields import Stroke

EMPTY = {"text": "", "weight": "", "moment": "", "strokes": (), "roll": None, "void": False}
UNTOLD = ("decided",)
"""Bookkeeping of the agenda: what it decided stands in the events before it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One event of the log. `void`: play was turned back over it later."""

    n: int
    type: str
    text: str
    weight: str
    moment: str
    at: datetime
    strokes: Sequence[Stroke]
    roll: dict[str, Any] | None
    void: bool


def lines(
    board: Board,
    events: Iterable[Mapping[str, Any]],
    views: Iterable[View],
    words: Callable[[str], str],
    void: Sequence[Sequence[int]],
) -> list[Line]:
    """The events (as documents) that have something to tell, each beside the view that names and places everybody.

    `void`: ranges ``(first, last, …)`` of voided events.
    """
    told = zip(events, views, strict=False)
    return [_line(board, event, view, words, void) for event, view in told if event["type"] not in UNTOLD]


def _line(
    board: Board, event: Mapping[str, Any], view: View, words: Callable[[str], str], void: Sequence[Sequence[int]]
) -> Line:
    told = board.tell(event, view)
    return Line(
        n=event["n"],
        type=event["type"],
        text=told.text,
        weight=told.weight,
        moment=told.moment,
        at=datetime.fromisoformat(event["recorded_at"]),
        strokes=told.strokes,
        roll=_roll(board, event, view, words),
        void=any(spoilt[0] <= event["n"] <= spoilt[1] for spoilt in void),
    )


def _roll(board: Board, event: Mapping[str, Any], view: View, words: Callable[[str], str]) -> dict[str, Any] | None:
    """The roll of an event taken apart, `by` whom it is; None where nothing was rolled."""
    if not event.get("dice") or not event.get("roll"):
        return None
    by = event.get("by", GM)
    taken_apart = breakdown(event, words, board.aim_of(event))
    return {**taken_apart, "roll": board.dice_of(event), "by": "" if by == GM else board.name(by, view)}


def line_document(line: Line) -> dict[str, Any]:
    """A line as the replay module reads it; what is empty is left out."""
    document = asdict(line)
    document["at"] = line.at.isoformat()
    return {name: value for name, value in document.items() if value not in ("", None, False, ())}


def line_of(document: Mapping[str, Any]) -> Line:
    """The line of a document that `line_document` made."""
    return msgspec.convert({**EMPTY, **document}, Line)


def voided(match: LoadedMatch) -> list[tuple[int, int]]:
    """The ranges of events that play was turned back over."""
    ranges = []
    for version, event in enumerate(event_codec.read_events(match.ruleset, match.stream, match.version), 1):
        if isinstance(event, Rewound) and event.to + 1 < version:
            ranges.append((event.to + 1, version - 1))
    return ranges
