"""Fixtures of more than two sides: entrants at tables, round by round, for a stage by placings.

A seating is judged by, in this order: how often people at a table have met before (twice counts four times), who has
sat at a smaller table before, how far points are apart at a table (only by points), how far tables differ in strength.
It is found by exchanging two entrants as long as that helps, from several beginnings; not always the best there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import accumulate, combinations
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from rules.kernel.errors import Refused

TABLE_SIZES = "KERNEL-TOUR-37"
NEW_OPPONENTS = "KERNEL-TOUR-38"
BEGINNINGS = 12


class TableEntrant(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """An entrant before the round. `points` in hundredths; `met`: whom it sat with, one entry for each time.

    `small`: how often it sat at a table that was not full. `name` is what reasons call it.
    """

    entrant: str
    seed: int
    points: int = 0
    met: tuple[str, ...] = ()
    small: int = 0
    name: str = ""


class TableRules(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """`size`: sides of a full table. `by`: tables of equal strength by seeds, or those with like points together."""

    size: int = 4
    by: Literal["seeds", "points"] = "seeds"
    seed_text: str = ""


class TableDraw(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Who sits at a table, the highest first, and what there is to say about it."""

    table: int
    entrants: tuple[str, ...]
    reasons: tuple[str, ...] = ()


def table_sizes(entrants: int, size: int) -> tuple[int, ...]:
    """Sizes of the tables, full ones first, the others one less.

    >>> table_sizes(15, 4), table_sizes(9, 4)
    ((4, 4, 4, 3), (3, 3, 3))
    """
    tables = -(-entrants // size) if size > 0 else 0
    small = tables * size - entrants
    if size < 3 or not 0 <= small <= tables or not tables:
        hint = "Take tables of another size." if size >= 3 else "Pair fixtures of two sides as a Swiss."
        message = f"{entrants} entrants do not fill tables of {size} and {size - 1}."
        raise Refused("bad_table_size", message, TABLE_SIZES, field="size", hint=hint)
    return (size,) * (tables - small) + (size - 1,) * small


def draw_tables(entrants: Sequence[TableEntrant], rules: TableRules | None = None) -> tuple[TableDraw, ...]:
    """The tables of the next round, for all who play it."""
    rules = rules or TableRules()
    rows = sorted(entrants, key=lambda one: (-one.points, one.seed, one.entrant))
    if len({one.entrant for one in rows}) < len(rows):
        message = "An entrant is there twice."
        raise Refused("entrant_twice", message, TABLE_SIZES, field="entrants", hint="Enter each once.")
    sizes = table_sizes(len(rows), rules.size)
    prices = _Prices.of(rows, rules)
    tables = sorted(sorted(table) for table in _best(prices, sizes, rows, rules))
    return tuple(_draw(rows, rules, table, number) for number, table in enumerate(tables, 1))


def draw_rounds(
    entrants: Sequence[TableEntrant], rounds: int, rules: TableRules | None = None
) -> tuple[tuple[TableDraw, ...], ...]:
    """Several rounds ahead, whatever their results, with as few repeated meetings as can be found."""
    drawn: list[tuple[TableDraw, ...]] = []
    for _ in range(rounds):
        drawn.append(draw_tables(entrants, rules))
        entrants = seated(entrants, drawn[-1], rules)
    return tuple(drawn)


def seated(
    entrants: Sequence[TableEntrant], tables: Sequence[TableDraw], rules: TableRules | None = None
) -> tuple[TableEntrant, ...]:
    """The entrants after a round at these tables, their points unchanged."""
    size = (rules or TableRules()).size
    places = {name: table.entrants for table in tables for name in table.entrants}
    return tuple(
        replace(
            one,
            met=(*one.met, *(name for name in places[one.entrant] if name != one.entrant)),
            small=one.small + (len(places[one.entrant]) < size),
        )
        if one.entrant in places
        else one
        for one in entrants
    )


def _times_met(one: TableEntrant, other: TableEntrant) -> int:
    return max(one.met.count(other.entrant), other.met.count(one.entrant))


# Prices

Seating = list[list[int]]


class _Prices(NamedTuple):
    """What a table costs, as one number in which an earlier measure outweighs all later ones.

    `pair`: for two at one table; `small`: for sitting at a table that is not full; `strength`: above or below the
    average, twice.
    """

    pair: list[list[int]]
    small: list[int]
    strength: list[int]
    size: int

    @classmethod
    def of(cls, rows: Sequence[TableEntrant], rules: TableRules) -> _Prices:
        count = len(rows)
        strength = [2 * each - (count - 1) for each in range(count)]
        point = 1 + count * (rules.size * count) ** 2
        steps = [(one.points // 50 if rules.by == "points" else 0) for one in rows]
        small = point * (1 + count * rules.size * (max(steps) - min(steps)) ** 2)
        again = small * (1 + sum(one.small for one in rows))
        pair = [
            [
                again * _times_met(one, other) ** 2 + point * (step - other_step) ** 2
                for other, other_step in zip(rows, steps, strict=True)
            ]
            for one, step in zip(rows, steps, strict=True)
        ]
        return cls(pair, [small * one.small for one in rows], strength, rules.size)

    def table(self, table: Sequence[int]) -> int:
        """The price of one table."""
        price = sum(self.strength[each] for each in table) ** 2
        if len(table) < self.size:
            price += sum(self.small[each] for each in table)
        return price + sum(self.pair[one][other] for one, other in combinations(table, 2))

    def total(self, seating: Seating) -> int:
        """The price of all tables."""
        return sum(map(self.table, seating))


# Seatings


def _best(prices: _Prices, sizes: Sequence[int], rows: Sequence[TableEntrant], rules: TableRules) -> Seating:
    """The first seating at which nobody meets again, or the cheapest."""
    seatings: list[Seating] = []
    for order in _beginnings(rows, rules):
        seatings.append(_improved(prices, _dealt(order, sizes, rules)))
        if not any(
            _times_met(rows[one], rows[other]) for table in seatings[-1] for one, other in combinations(table, 2)
        ):
            return seatings[-1]
    return min(seatings, key=prices.total)


def _beginnings(rows: Sequence[TableEntrant], rules: TableRules) -> Iterator[list[int]]:
    """Orders to deal from: as they stand, then shuffled."""
    order = list(range(len(rows)))
    yield order
    for number in range(1, BEGINNINGS):
        lots = [sha256(f"{rules.seed_text}:{number}:{one.entrant}".encode()).digest() for one in rows]
        yield sorted(order, key=lots.__getitem__)


def _dealt(order: Sequence[int], sizes: Sequence[int], rules: TableRules) -> Seating:
    """By points the first ones together; by seeds to and fro, as long as a table has room."""
    if rules.by == "points":
        ends = list(accumulate(sizes))
        return [list(order[end - size : end]) for size, end in zip(sizes, ends, strict=True)]
    tables: Seating = [[] for _ in sizes]
    left = list(order)
    for row in range(max(sizes)):
        for number in range(len(sizes))[:: 1 if row % 2 == 0 else -1]:
            if len(tables[number]) < sizes[number] and left:
                tables[number].append(left.pop(0))
    return tables


def _improved(prices: _Prices, seating: Seating) -> Seating:
    """Exchange two at different tables as long as that makes a seating cheaper."""
    costs = [prices.table(table) for table in seating]
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(seating)), 2):
            better |= _exchanged(prices, seating, costs, one, other)
    return seating


def _exchanged(prices: _Prices, seating: Seating, costs: list[int], one: int, other: int) -> bool:
    """Make every exchange between two tables that helps; whether there was one."""
    found = False
    for here in range(len(seating[one])):
        for there in range(len(seating[other])):
            mine, theirs = seating[one].copy(), seating[other].copy()
            mine[here], theirs[there] = theirs[there], mine[here]
            price = prices.table(mine), prices.table(theirs)
            if sum(price) < costs[one] + costs[other]:
                seating[one], seating[other], found = mine, theirs, True
                costs[one], costs[other] = price
    return found


# Words


def _draw(rows: Sequence[TableEntrant], rules: TableRules, table: Sequence[int], number: int) -> TableDraw:
    entrants = [rows[each] for each in table]
    return TableDraw(
        table=number,
        entrants=tuple(one.entrant for one in entrants),
        reasons=tuple(_reasons(entrants, len(rows), rules.size)),
    )


def _reasons(table: Sequence[TableEntrant], count: int, size: int) -> Iterator[str]:
    if len(table) < size:
        yield f"{len(table)} sides, since {count} entrants do not fill tables of {size}."
    again = [
        f"{one.name or one.entrant} and {other.name or other.entrant} ({times}×)"
        for one, other in combinations(table, 2)
        if (times := _times_met(one, other))
    ]
    if again:
        yield f"They have met before: {', '.join(again)}; no seating with fewer repeated meetings was found."
    else:
        yield "Nobody here has met before."
