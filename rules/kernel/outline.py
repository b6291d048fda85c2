"""The log for people: turns, goes and acts, each act a line; windows, passes and bookkeeping lie within their act.

An act begins where somebody acts of their own accord (`Point.begins_act`) and lasts until the next such question: with
the windows it opens, the reactions to it, all it rolls and all that comes of it. It is told by one of its events, what
others do within it by one each.

    [{"kind": "turn", "n", "first", "last", "parts": [
        {"kind": "go", "n", "first", "last", "parts": [
            {"n", "first", "last", "figure", "roll", "answers", "times", "parts": [{"n", "figure", "roll"}]}]}]}]

`n` is the event that tells the span or the act, `roll` that of the roll it came down to, `answers` counts the decisions
that others were asked for within it, `times` the acts of one kind in a row that it stands for. What is 0, 1 or empty is
left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from rules.kernel.agenda import Decided
from rules.kernel.messages import SpanKind
from rules.kernel.rolls import Rolled


class Part(msgspec.Struct, omit_defaults=True):
    """What one figure does within an act: the event that tells it, and the roll that decided it."""

    n: int
    figure: str = ""
    roll: int = 0


class Act(Part, omit_defaults=True, kw_only=True):
    """An act: its events, and what others did within it."""

    first: int
    last: int
    answers: int = 0
    times: int = 1
    parts: list[Part] = []


class Span(msgspec.Struct, omit_defaults=True):
    """A turn or a go (`kind`): what it consists of."""

    kind: SpanKind
    n: int
    first: int
    last: int
    parts: list[Any] = []


class Seen(msgspec.Struct, frozen=True, gc=False):
    """An event with its number, as somebody sees it: what is hidden is None. `decides`: it closes a command."""

    n: int
    event: Any
    figure: str
    decides: bool


def outline(seen: Sequence[Seen], ends: Iterable[int], void: frozenset[int] = frozenset()) -> list[dict[str, Any]]:
    """The log in spans and acts. `ends`: the events that end an act; `void`: those that a rewind took back."""
    last = [one.n for one, after in pairwise(seen) if (one.n in void) != (after.n in void)]
    acts = _merged(_acts(seen, {*ends, *last}, void), seen, void)
    return [msgspec.to_builtins(one) for one in _spanned(acts, seen)]


def _acts(seen: Sequence[Seen], ends: set[int], void: frozenset[int]) -> Iterator[Act]:
    """The acts in order; a heading is one for itself. What tells nothing belongs to the act before it."""
    last: Act | None = None
    for part in _split(seen, ends):
        act = _act(part)
        if last is not None and not any(map(_is_told, part)) and (last.n in void) == (act.n in void):
            last.last = act.last
            continue
        if last is not None:
            yield last
        last = act
    if last is not None:
        yield last


def _split(seen: Sequence[Seen], ends: set[int]) -> Iterator[Sequence[Seen]]:
    start = 0
    for place, one in enumerate(seen):
        heads = one.event is not None and one.event.weight == "head"
        if heads and place > start:
            yield seen[start:place]
            start = place
        if heads or one.n in ends:
            yield seen[start : place + 1]
            start = place + 1
    if start < len(seen):
        yield seen[start:]


def _is_told(one: Seen) -> bool:
    return one.event is not None and not isinstance(one.event, Decided) and one.event.weight != "small"


def _act(seen: Sequence[Seen]) -> Act:
    runs = list(_runs(seen))
    main = _told(runs[0]) if runs else Part(seen[0].n)
    return Act(
        n=main.n,
        figure=main.figure,
        roll=main.roll,
        first=seen[0].n,
        last=seen[-1].n,
        answers=max(0, sum(one.decides for one in seen) - 1),
        parts=[_told(run) for run in runs[1:]],
    )


def _runs(seen: Sequence[Seen]) -> Iterator[list[Seen]]:
    """What each figure does in a row. Small things are not told; what is nobody's belongs to whoever came before."""
    run: list[Seen] = []
    for one in seen:
        if not _is_told(one):
            continue
        if run and one.figure and run[0].figure and one.figure != run[0].figure:
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _told(run: Sequence[Seen]) -> Part:
    """By which event a run is told: its last key moment, else what came last that is no roll, else the roll."""
    rolls = [one.n for one in run if isinstance(one.event, Rolled)]
    other = [one.n for one in run if not isinstance(one.event, Rolled)]
    keys = [one.n for one in run if one.event.weight == "key"]
    figure = next((one.figure for one in run if one.figure), "")
    return Part((keys or other or rolls)[-1], figure, rolls[-1] if rolls else 0)


def _merged(acts: Iterable[Act], seen: Sequence[Seen], void: frozenset[int]) -> Iterator[Act]:
    """Acts of one kind by one figure in a row as one, where nothing was rolled and nobody did anything within them."""
    last: Act | None = None
    for act in acts:
        if last is not None and _alike(last, act, seen) and (last.n in void) == (act.n in void):
            last.n, last.last, last.times = act.n, act.last, last.times + 1
            last.answers += act.answers
            continue
        if last is not None:
            yield last
        last = act
    if last is not None:
        yield last


def _alike(one: Act, other: Act, seen: Sequence[Seen]) -> bool:
    kind = type(seen[one.n - 1].event)
    quiet = not (one.roll or other.roll or one.parts or other.parts)
    return quiet and bool(one.figure) and one.figure == other.figure and kind is type(seen[other.n - 1].event)


def _spanned(acts: Iterable[Act], seen: Sequence[Seen]) -> list[Span | Act]:
    """The acts in the go that they belong to, the goes in their turn."""
    top: list[Span | Act] = []
    turn: Span | None = None
    go: Span | None = None
    for act in acts:
        event = seen[act.n - 1].event
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
