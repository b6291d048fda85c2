"""Squares and hexes: what lies beside what, how far apart, what lies between. Coordinates are pairs of integers.

A hex is named by its axial coordinates (q, r); its six neighbours differ by one of `HEX`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
Direction: TypeAlias = tuple[int, int]

SQUARE: tuple[Direction, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The 8 directions of squares clockwise as drawn (y grows downward), starting toward +x."""
HEX: tuple[Direction, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The 6 directions of hexes clockwise as drawn (r grows downward), starting toward +q."""


class Grid:
    """Cells of one kind, squares or hexes, and the questions that both are asked."""

    def __init__(self, directions: tuple[Direction, ...]) -> None:
        self.directions = directions

    def beside(self, cell: Cell) -> Iterator[Cell]:
        """The neighbours, in the order of the directions, on the board or not."""
        return (shifted(cell, direction) for direction in self.directions)

    def distance(self, a: Cell, b: Cell) -> int:
        """Steps from cell to cell; a diagonal of squares counts 1.

        >>> SQUARES.distance((1, 1), (4, 3)), HEXES.distance((0, 0), (2, 1)), HEXES.distance((0, 0), (2, -1))
        (3, 3, 2)
        """
        dx, dy = b[0] - a[0], b[1] - a[1]
        if self.directions is HEX:
            return max(abs(dx), abs(dy), abs(dx + dy))
        return max(abs(dx), abs(dy))

    def adjacent(self, a: Cell, b: Cell) -> bool:
        """Whether two cells are neighbours."""
        return self.distance(a, b) == 1

    def ring(self, centre: Cell, radius: int) -> tuple[Cell, ...]:
        """The cells at exactly that distance, each once.

        >>> len(SQUARES.ring((0, 0), 2)), len(HEXES.ring((0, 0), 2)), HEXES.ring((3, 3), 0)
        (16, 12, ((3, 3),))
        """
        x, y = centre
        reach = range(-radius, radius + 1)
        around = ((x + dx, y + dy) for dy in reach for dx in reach)
        return tuple(cell for cell in around if self.distance(centre, cell) == radius)

    def within(self, centre: Cell, radius: int) -> tuple[Cell, ...]:
        """The cells at most that far away, the centre included, the nearest first."""
        return tuple(cell for away in range(radius + 1) for cell in self.ring(centre, away))

    def line(self, a: Cell, b: Cell) -> tuple[Cell, ...]:
        """The cells on the straight line from `a` to `b`, both included, one a step.

        Where the line runs along an edge it takes the side of `a`'s lower coordinates.

        >>> HEXES.line((0, 0), (2, 1)), SQUARES.line((0, 0), (2, 1))
        (((0, 0), (1, 0), (1, 1), (2, 1)), ((0, 0), (1, 0), (2, 1)))
        """
        steps = self.distance(a, b)
        return tuple(self._on_line(a, b, step, steps) for step in range(steps + 1))

    def _on_line(self, a: Cell, b: Cell, step: int, steps: int) -> Cell:
        if steps == 0:
            return a
        if self.directions is SQUARE:
            return _rounded(a[0], b[0], step, steps), _rounded(a[1], b[1], step, steps)
        return _rounded_hex(a, b, step, steps)


SQUARES, HEXES = Grid(SQUARE), Grid(HEX)


def shifted(cell: Cell, direction: Direction, times: int = 1) -> Cell:
    """The cell so many steps along, on the board or not."""
    return cell[0] + direction[0] * times, cell[1] + direction[1] * times


def is_way(grid: Grid, cells: tuple[Cell, ...]) -> bool:
    """Whether each cell is a neighbour of the one before."""
    return all(grid.adjacent(here, there) for here, there in pairwise(cells))


def _rounded(start: int, end: int, step: int, steps: int) -> int:
    """`start` + step/steps of the way, to the nearest integer; halves downward."""
    return -((-2 * (start * steps + (end - start) * step) + steps) // (2 * steps))


def _rounded_hex(a: Cell, b: Cell, step: int, steps: int) -> Cell:
    """The hex nearest to step/steps of the way; of its three axes the one rounded most is what the others leave."""
    exact = [a[axis] * steps + (b[axis] - a[axis]) * step for axis in (0, 1)]
    exact.append(-exact[0] - exact[1])
    near = [-((-2 * value + steps) // (2 * steps)) for value in exact]
    off = [abs(near[axis] * steps - exact[axis]) for axis in range(3)]
    most = off.index(max(off))
    if most == 0:
        near[0] = -near[1] - near[2]
    elif most == 1:
        near[1] = -near[0] - near[2]
    return near[0], near[1]
