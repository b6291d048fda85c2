"""The last stretch of the log as the page of a match has it: by acts, oldest first, without folding the whole match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from eventstore import api as store
from matches import event_codec
from matches.documents import documents_of
from matches.loading import LoadedMatch, load_match
from matches.pages.boards.base import View
from matches.pages.boards.board import Board
from matches.pages.lines import Line, lines, voided
from matches.pages.outline_rows import Row, flattened, rows_with_lines
from matches.pages.rolls import Words
from rules.kernel.outline import Notes
from rules.kernel.table import Table
from web.pages.fields import Stroke
from web.people import Person

LOG_EVENTS = 240
"""So many events are on a page."""
TOAST_LINES = 2


@dataclass(frozen=True, slots=True)
class RecentLog:
    """A stretch of the log. `older` and `newer`: the `before` of the stretches beside it.

    `fresh`: what is drawn of the last command.
    """

    rows: Sequence[Row]
    lines: Sequence[Line]
    fresh: Sequence[Stroke]
    older: int | None
    newer: int | None


@dataclass(frozen=True, slots=True)
class Toast:
    """What one's own command has come to: its last lines, and the roll that decided it."""

    texts: Sequence[str]
    roll: dict[str, Any] | None


def recent_log(
    match: LoadedMatch, who: Person, board: Board, view: View, words: Words, before: int | None
) -> RecentLog:
    """The log up to event `before`, else to its end, as far back as one page goes."""
    upto = match.version if before is None else min(before, match.version)
    after = max(0, upto - LOG_EVENTS)
    recorded = list(store.read(match.stream, after, upto))
    events, _ = documents_of(match, who, recorded)
    void = voided(match)
    told = lines(board, events, repeat(view), words, void)
    outline = _outline(match, recorded, [event["type"] == "hidden" for event in events], void)
    last = _last_answer([event["type"] == "decided" for event in events], after)
    return RecentLog(
        rows=rows_with_lines(flattened(outline), {line.n: line for line in told}),
        lines=told,
        fresh=[stroke for line in told if line.n > last for stroke in line.strokes],
        older=after or None,
        newer=None if upto == match.version else min(match.version, upto + LOG_EVENTS),
    )


def texts_after(match: LoadedMatch, who: Person, board: Board, view: View, version: int) -> list[str]:
    """What the events after `version` have to tell, in the words of the log."""
    events, _ = documents_of(match, who, list(store.read(match.stream, version, match.version)))
    return [line.text for line in lines(board, events, repeat(view), str, ()) if line.text]


def _outline(
    match: LoadedMatch,
    recorded: Sequence[store.RecordedEvent],
    hidden: Sequence[bool],
    void: Sequence[tuple[int, int]],
) -> list[dict[str, Any]]:
    """The events in turns, goes and acts: folded on from where the match stood before them."""
    if not recorded:
        return []
    after = recorded[0].version - 1
    table = load_match(match.id, after).table if after else Table(match.ruleset)
    notes = Notes(match.ruleset, {n for first, last in void for n in range(first, last + 1)})
    for one, is_hidden in zip(recorded, hidden, strict=True):
        event = event_codec.decoded(match.ruleset, one)
        table.apply(event, match.past)
        notes.take(table, event, None if is_hidden else event)
    return notes.outline()


def _last_answer(closes: Sequence[bool], after: int) -> int:
    """The event that closed the command before the last one; 0 where there is none."""
    closed = [after + place for place, closing in enumerate(closes, 1) if closing]
    return closed[-2] if len(closed) > 1 else 0


def toast(told: Sequence[Line], since: int) -> Toast | None:
    """What a command has come to whose events are those after `since`; None where nothing happened."""
    fresh = [line for line in told if line.n > since]
    roll = next((line.roll for line in reversed(fresh) if line.roll is not None), None)
    loud = [line for line in fresh if line.weight not in ("small", "head")]
    settled = [line for line in loud if line.roll is None]
    texts = [line.text for line in (settled or loud or fresh)[-TOAST_LINES:]]
    return Toast(texts, roll) if texts else None
