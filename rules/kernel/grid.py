"""Squares and hexes: what lies beside what, how far apart, in which direction, what lies between, where one can go.

Coordinates are pairs of integers. A hex is named by its axial coordinates (q, r); its six neighbours differ by one of
`HEX`. A grid has no bounds: what is on the board, and what bars the way, is the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Direction: TypeAlias = tuple[int, int]

SQUARE: tuple[Direction, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The 8 directions of squares clockwise as drawn (y grows downward), starting toward +x."""
HEX: tuple[Direction, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The 6 directions of hexes clockwise as drawn (r grows downward), starting toward +q."""


class Walk(NamedTuple):
    """The cells of a walk, without the first, and what it costs."""

    cells: tuple[Cell, ...]
    cost: int


class Grid:
    """Cells of one kind, squares or hexes, and the questions that both are asked."""

    def __init__(self, directions: tuple[Direction, ...]) -> None:
        self.directions = directions
        self._one_step = frozenset(directions)

    def beside(self, cell: Cell, first: Direction | None = None) -> Iterator[Cell]:
        """The neighbours clockwise, beginning in direction `first` (else in that of the grid), on the board or not."""
        start = self.directions.index(first) if first is not None else 0
        return (shifted(cell, way) for way in (*self.directions[start:], *self.directions[:start]))

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
        return (b[0] - a[0], b[1] - a[1]) in self._one_step

    def toward(self, a: Cell, b: Cell) -> Direction:
        """The direction in which a shortest way from `a` to `b` begins; (0, 0) where they are one cell.

        Of squares the diagonal one where the way has any; of hexes that of the line.

        >>> SQUARES.toward((1, 1), (5, 2)), HEXES.toward((0, 0), (1, 3)), HEXES.toward((0, 0), (4, -3))
        ((1, 1), (0, 1), (1, -1))
        """
        if self.directions is SQUARE or a == b:
            return (b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1])
        following = self.line(a, b)[1]
        return following[0] - a[0], following[1] - a[1]

    def turned(self, direction: Direction, steps: int) -> Direction:
        """A direction so many steps clockwise; below 0 the other way round. `ValueError`: no direction of the grid.

        >>> SQUARES.turned((1, -1), 1), HEXES.turned((1, -1), 2), HEXES.turned((1, 0), -1)
        ((1, 0), (0, 1), (1, -1))
        """
        return self.directions[(self.directions.index(direction) + steps) % len(self.directions)]

    def beyond(self, a: Cell, b: Cell) -> tuple[Cell, ...]:
        """The neighbours of `b` that lie farther from `a` than `b` does, in the order of the directions.

        >>> HEXES.beyond((0, 0), (1, 0)), HEXES.beyond((0, 0), (1, 1))
        (((2, 0), (1, 1), (2, -1)), ((2, 1), (1, 2)))
        """
        apart = self.distance(a, b)
        return tuple(cell for cell in self.beside(b) if self.distance(a, cell) > apart)

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

    def walks(self, start: Cell, most: int, steps: Callable[[Cell], Iterable[tuple[Cell, int]]]) -> dict[Cell, Walk]:
        """Each cell that can be come to for at most `most`, with a cheapest walk to it; without `start` itself.

        `steps`: the cells one step from a cell, each with what that step costs (1 or more). Of walks that cost the same
        the first found, on squares one with the fewest diagonal steps: it looks the straightest.
        """
        found, edges = {start: Walk((), 0)}, {0: [start]}
        for spent in range(most):
            for here in edges.get(spent, ()):
                for to, cost in steps(here):
                    walk, known = Walk((*found[here].cells, to), spent + cost), found.get(to)
                    if walk.cost > most or (known is not None and not self._is_better(start, walk, known)):
                        continue
                    found[to] = walk
                    if known is None or walk.cost < known.cost:
                        edges.setdefault(walk.cost, []).append(to)
        del found[start]
        return found

    def _is_better(self, start: Cell, walk: Walk, known: Walk) -> bool:
        if walk.cost != known.cost or self.directions is HEX:
            return walk.cost < known.cost
        return _diagonals(start, walk) < _diagonals(start, known)

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


def opposite(cell: Cell, centre: Cell) -> Cell:
    """The cell as far beyond a centre as this one lies before it.

    >>> opposite((1, 4), (2, 2))
    (3, 0)
    """
    return 2 * centre[0] - cell[0], 2 * centre[1] - cell[1]


def is_way(grid: Grid, cells: tuple[Cell, ...]) -> bool:
    """Whether each cell is a neighbour of the one before."""
    return all(grid.adjacent(here, there) for here, there in pairwise(cells))


def _diagonals(start: Cell, walk: Walk) -> int:
    return sum(one[0] != other[0] and one[1] != other[1] for one, other in pairwise((start, *walk.cells)))


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
