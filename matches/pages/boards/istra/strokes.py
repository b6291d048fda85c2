"""What is drawn over the table for an event: ways, shots, sight lines, areas, marks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from matches.pages.boards.istra.names import Names
from matches.pages.boards.plane import disc, drawn, trail
from rules.istra.geometry.gaps import Base, gap
from rules.istra.geometry.lengths import inches, toward
from rules.istra.geometry.paths import Way, walk
from rules.istra.geometry.sight import sight_ends
from web.pages.fields import Stroke

Strokes = tuple[Stroke, ...]
MARK, TOUCHING = 75, 60
"""The radius of a mark around a model, and how near two bases are too near for a line; in hundredths of an inch."""
ABOVE, BELOW = 95, 165


def above(point: Sequence[int], depth: int) -> tuple[int, int]:
    """Where a label stands that must not hide what is at a point."""
    x, y = drawn(point, depth)
    return x, y - ABOVE


def below(point: Sequence[int], depth: int) -> tuple[int, int]:
    """Where the cost of a way stands: under the model that has come there, clear of what stands above it."""
    x, y = drawn(point, depth)
    return x, y + BELOW


def middle(one: Sequence[int], other: Sequence[int], depth: int) -> tuple[int, int]:
    """Where a label of a stretch of way stands."""
    return drawn(((one[0] + other[0]) // 2, (one[1] + other[1]) // 2), depth)


def way(names: Names, mover: str, path: Sequence[Sequence[int]], kind: str, cost: int) -> Strokes:
    """A path with its cost at the end and, where it has several stretches, the cost of each."""
    d = trail(path, names.depth)
    if not d:
        return ()
    whole = Stroke(d, kind, inches(cost) if cost else "", below(path[-1], names.depth), mover, tip=False)
    legs = [(one, other) for one, other in pairwise(path) if one != other]
    if len(legs) < 2:
        return (whole,)
    return (whole, *(_leg(names, one, other) for one, other in legs))


def _leg(names: Names, one: Sequence[int], other: Sequence[int]) -> Stroke:
    """A stretch of a way: what it costs, or straight up or down how far that is."""
    x, y = drawn(other, names.depth)
    start, end = (one[0], one[1], one[2]), (other[0], other[1], other[2])
    if start[:2] == end[:2]:
        words = f"{inches(abs(end[2] - start[2]))} {'up' if end[2] > start[2] else 'down'}"
    else:
        words = inches(walk(names.table, Base("", start, 0, 0), Way((start, end))).cost)
    return Stroke(f"M{x} {y}", "leg", words, middle(one, other, names.depth), tip=False)


def between(names: Names, one: str, other: str, kind: str, label: str = "") -> Strokes:
    """A line from base to base, or a ring around the other where they touch; nothing where either is off the table."""
    bases = [_base(names, model) for model in (one, other)]
    if bases[0] is None or bases[1] is None or bases[0].at[:2] == bases[1].at[:2]:
        return ()
    start, end = bases[0].at[:2], bases[1].at[:2]
    if gap(bases[0], bases[1]) < TOUCHING:
        return mark(names, other, kind, label)
    rims = [toward(start, end, bases[0].radius), toward(end, start, bases[1].radius)]
    return (Stroke(trail(rims, names.depth), kind, label, middle(start, end, names.depth)),)


def mark(names: Names, model: str, kind: str, label: str = "") -> Strokes:
    """A ring around a model."""
    place = names.place(model)
    return around(names, place, MARK, kind, label) if place is not None else ()


def around(names: Names, point: Sequence[int], radius: int, kind: str, label: str = "") -> Strokes:
    """A ring around a point."""
    return (Stroke(disc(point, radius, names.depth), kind, label, above(point, names.depth), tip=False),)


def ray(names: Names, caster: str, direction: Sequence[int], reach: int) -> Strokes:
    """A straight line from a model, as far as a spell carries."""
    place = names.place(caster)
    if place is None or not any(direction):
        return ()
    start = (place[0], place[1])
    radius: int = names.fact(caster, "radius", 0)
    end = toward(start, (start[0] + direction[0], start[1] + direction[1]), radius + reach)
    return (Stroke(trail([start, end], names.depth), "spell", inches(reach), above(end, names.depth)),)


def sight_lines(names: Names, attacker: str, target: str, lines: Sequence[str]) -> Strokes:
    """The three sight lines, each by how it fares. [IST-SIGHT-03]"""
    bases = [_base(names, model) for model in (attacker, target)]
    if bases[0] is None or bases[1] is None or bases[0].at[:2] == bases[1].at[:2]:
        return ()
    ends: Sequence[Any] = sight_ends(bases[0], bases[1])
    start = bases[0].at
    return tuple(
        Stroke(trail([start, end], names.depth), f"sight-{line}", tip=False)
        for end, line in zip(ends, lines, strict=False)
    )


def _base(names: Names, model: str) -> Base | None:
    place = names.place(model)
    if place is None:
        return None
    x, y, z = place
    return Base(model, (x, y, z), names.fact(model, "radius", 50), names.fact(model, "height", 100))
