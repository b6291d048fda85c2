"""The log for people: turns, goes and acts, each act a line; windows, passes and bookkeeping lie within their act.

An act begins where somebody acts of their own accord (`Point.begins_act`) and lasts until the next such question: with
the windows it opens, the reactions to it, all it rolls and all that comes of it. One of its events stands for it, and
one each for what others do within it.

    [{"kind": "turn", "n", "first", "last", "parts": [
        {"kind": "go", "n", "first", "last", "parts": [
            {"n", "first", "last", "figure", "roll", "answers", "passed", "times",
             "parts": [{"n", "figure", "roll"}]}]}]}]

`n` is the event that stands for the span or the act, `roll` that of the roll it came down to, `answers` counts the
decisions that others were asked for within it, `passed` those of them that let a window pass, `times` the acts of one
kind in a row that it stands for. What is 0, 1 or empty is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from rules.kernel.agenda import Decided
from rules.kernel.game import AnyGame
from rules.kernel.messages import Event, SpanKind
from rules.kernel.reading import Json
from rules.kernel.rolls import Rolled
from rules.kernel.table import Table
from rules.kernel.table_events import TableEvent


class Part(msgspec.Struct, omit_defaults=True):
    """What one figure does within an act: the event that stands for it, and the roll that decided it."""

    n: int
    figure: str = ""
    roll: int = 0


class Act(Part, omit_defaults=True, kw_only=True):
    """An act: its events, and what others did within it."""

    first: int
    last: int
    answers: int = 0
    passed: int = 0
    times: int = 1
    parts: list[Part] = []


class Span(msgspec.Struct, omit_defaults=True):
    """A turn or a go (`kind`): what it consists of."""

    kind: SpanKind
    n: int
    first: int
    last: int
    parts: list[Any] = []


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """An event with its number, as a reader sees it: None where it is hidden. `decides`: it closes a command."""

    n: int
    event: Event | None
    figure: str
    decides: bool


class Notes:
    """What an outline is made of, noted event by event along a stretch of the log."""

    def __init__(self, ruleset: AnyGame, void: Iterable[int] = ()) -> None:
        self._ruleset = ruleset
        self._void = frozenset(void)
        self._entries: list[LogEntry] = []
        self._ends: list[int] = []

    def take(self, table: Table, event: Event, shown: Event | None) -> None:
        """Note an event that was just folded into the table; `shown`: as somebody sees it, None where it is hidden."""
        seen = None if isinstance(event, TableEvent) else shown
        figure = next((str(found) for name in self._ruleset.figure_fields if (found := getattr(seen, name, ""))), "")
        self._entries.append(LogEntry(table.version, seen, figure, isinstance(event, Decided)))
        own = isinstance(event, TableEvent)
        if table.at_decision_point(event) and (own or self._ruleset.points.begins_act(table.state)):
            self._ends.append(table.version)

    def outline(self) -> list[Json]:
        """The stretch in turns, goes and acts."""
        return outline(self._entries, self._ends, self._void)


def outline(entries: Sequence[LogEntry], ends: Iterable[int], void: frozenset[int] = frozenset()) -> list[Json]:
    """The log in spans and acts. `ends`: the events that end an act; `void`: those that a rewind took back."""
    last = [one.n for one, after in pairwise(entries) if (one.n in void) != (after.n in void)]
    acts = _merge_alike(_acts(entries, {*ends, *last}, void), entries, void)
    return [msgspec.to_builtins(one) for one in _in_spans(acts, entries)]


def _acts(entries: Sequence[LogEntry], ends: set[int], void: frozenset[int]) -> Iterator[Act]:
    """The acts in order; a heading is one for itself. What shows nothing belongs to the act before it."""
    last: Act | None = None
    for part in _split(entries, ends):
        act = _act(part)
        if last is not None and not any(map(_is_shown, part)) and (last.n in void) == (act.n in void):
            last.last = act.last
            continue
        if last is not None:
            yield last
        last = act
    if last is not None:
        yield last


def _split(entries: Sequence[LogEntry], ends: set[int]) -> Iterator[Sequence[LogEntry]]:
    start = 0
    for place, one in enumerate(entries):
        heads = one.event is not None and one.event.weight == "head"
        if heads and place > start:
            yield entries[start:place]
            start = place
        if heads or one.n in ends:
            yield entries[start : place + 1]
            start = place + 1
    if start < len(entries):
        yield entries[start:]


def _is_shown(one: LogEntry) -> bool:
    return one.event is not None and not isinstance(one.event, Decided) and one.event.weight != "small"


def _act(entries: Sequence[LogEntry]) -> Act:
    runs = list(_runs(entries))
    main = _part(runs[0]) if runs else Part(entries[0].n)
    answers = [one.event for one in entries if one.decides][1:]
    return Act(
        n=main.n,
        figure=main.figure,
        roll=main.roll,
        first=entries[0].n,
        last=entries[-1].n,
        answers=len(answers),
        passed=sum(isinstance(one, Decided) and (one.command or {}).get("type") == "pass" for one in answers),
        parts=[_part(run) for run in runs[1:]],
    )


def _runs(entries: Sequence[LogEntry]) -> Iterator[list[LogEntry]]:
    """What each figure does in a row. Small things are left out; what is nobody's belongs to whoever came before."""
    run: list[LogEntry] = []
    for one in entries:
        if not _is_shown(one):
            continue
        if run and one.figure and run[0].figure and one.figure != run[0].figure:
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _part(run: Sequence[LogEntry]) -> Part:
    """The event that stands for a run: its last key moment, else what came last that is no roll, else the roll."""
    rolls = [one.n for one in run if isinstance(one.event, Rolled)]
    other = [one.n for one in run if not isinstance(one.event, Rolled)]
    keys = [one.n for one in run if one.event is not None and one.event.weight == "key"]
    figure = next((one.figure for one in run if one.figure), "")
    return Part((keys or other or rolls)[-1], figure, rolls[-1] if rolls else 0)


def _merge_alike(acts: Iterable[Act], entries: Sequence[LogEntry], void: frozenset[int]) -> Iterator[Act]:
    """Acts of one kind by one figure in a row as one, where nothing was rolled and nobody did anything within them."""
    last: Act | None = None
    for act in acts:
        if last is not None and _are_alike(last, act, entries) and (last.n in void) == (act.n in void):
            last.n, last.last, last.times = act.n, act.last, last.times + 1
            last.answers, last.passed = last.answers + act.answers, last.passed + act.passed
            continue
        if last is not None:
            yield last
        last = act
    if last is not None:
        yield last


def _are_alike(one: Act, other: Act, entries: Sequence[LogEntry]) -> bool:
    kind = type(_event(entries, one.n))
    quiet = not (one.roll or other.roll or one.parts or other.parts)
    return quiet and bool(one.figure) and one.figure == other.figure and kind is type(_event(entries, other.n))


def _event(entries: Sequence[LogEntry], n: int) -> Any:
    return entries[n - entries[0].n].event


def _in_spans(acts: Iterable[Act], entries: Sequence[LogEntry]) -> list[Span | Act]:
    """The acts in the go that they belong to, the goes in their turn."""
    top: list[Span | Act] = []
    turn: Span | None = None
    go: Span | None = None
    for act in acts:
        event = _event(entries, act.n)
        kind: SpanKind = "" if event is None else event.begins
        if kind == "turn":
            turn, go = Span(kind, act.n, act.first, act.last), None
            top.append(turn)
        elif kind == "go":
            go = Span(kind, act.n, act.first, act.last)
            (top if turn is None else turn.parts).append(go)
        else:
            (top if turn is None and go is None else (go or turn).parts).append(act)  # type: ignore[union-attr]
        for span in (turn, go):
            if span is not None:
                span.last = act.last
    return top
