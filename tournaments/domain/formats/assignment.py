"""The assignment of rows to columns that costs least (the Hungarian method)."""

from __future__ import annotations

from collections.abc import Sequence


def assigned(costs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The column of each row, every column at most once; there must be as many columns as rows, or more.

    >>> assigned([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
    (1, 0, 2)
    """
    width = len(costs[0]) if costs else 0
    row_prices, column_prices = [0] * len(costs), [0] * (width + 1)
    row_of: list[int | None] = [None] * (width + 1)
    for row in range(len(costs)):
        _add(costs, row, row_prices, column_prices, row_of)
    columns = {each: column for column, each in enumerate(row_of[:width]) if each is not None}
    return tuple(columns[row] for row in range(len(costs)))


def _add(
    costs: Sequence[Sequence[int]],
    row: int,
    row_prices: list[int],
    column_prices: list[int],
    row_of: list[int | None],
) -> None:
    """Take one more row in, along the cheapest way to a free column. The last column stands for the new row's start."""
    start = len(column_prices) - 1
    row_of[start], column = row, start
    least: dict[int, int] = {}
    before: dict[int, int] = {}
    seen: set[int] = set()
    while (at := row_of[column]) is not None:
        seen.add(column)
        for other in set(range(start)) - seen:
            price = costs[at][other] - row_prices[at] - column_prices[other]
            if other not in least or price < least[other]:
                least[other], before[other] = price, column
        column = min((other for other in least if other not in seen), key=lambda other: (least[other], other))
        step = least[column]
        for other in seen:
            row_prices[row_of[other] or 0] += step
            column_prices[other] -= step
        for other in least.keys() - seen:
            least[other] -= step
    while column != start:
        row_of[column], column = row_of[before[column]], before[column]
    row_of[start] = None
