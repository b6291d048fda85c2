"""The arena as geometry: which squares there are, walls, vessels, and how an orb moves among them. Integers only."""

from __future__ import annotations

from rules.ishmek.commands import Side, Square
from rules.kernel.grid import SQUARES, Direction, shifted

COLUMNS, ROWS = 16, 7
SIDES: tuple[Side, Side] = ("home", "away")
OTHER: dict[Side, Side] = {"home": "away", "away": "home"}
BACK_COLUMN: dict[Side, int] = {"home": 1, "away": COLUMNS}
VESSEL: dict[Side, Square] = {"home": (2, 4), "away": (15, 4)}
VESSEL_OWNER: dict[Square, Side] = {square: side for side, square in VESSEL.items()}
SCORING_SQUARES: dict[Side, tuple[Square, ...]] = {
    "home": ((1, 3), (1, 4), (1, 5)),
    "away": ((16, 3), (16, 4), (16, 5)),
}
SCORING_OWNER: dict[Square, Side] = {square: side for side, squares in SCORING_SQUARES.items() for square in squares}
ORB_START: dict[Side, Square] = {"home": (3, 4), "away": (14, 4)}
FORWARD: dict[Side, Direction] = {"home": (1, 0), "away": (-1, 0)}


def on_board(square: Square) -> bool:
    return 1 <= square[0] <= COLUMNS and 1 <= square[1] <= ROWS


FIELD: tuple[Square, ...] = tuple((x, y) for x in range(1, COLUMNS + 1) for y in range(1, ROWS + 1))
"""All squares there are."""
NEIGHBOURS: dict[Square, tuple[Square, ...]] = {
    square: tuple(filter(on_board, SQUARES.beside(square))) for square in FIELD
}
"""The squares beside a square, clockwise."""
WALKABLE: dict[Square, tuple[Square, ...]] = {
    square: tuple(beside for beside in near if beside not in VESSEL_OWNER) for square, near in NEIGHBOURS.items()
}
"""Those of them that are no vessel square."""
NEAR_SCORING = frozenset(square for square, near in NEIGHBOURS.items() if not SCORING_OWNER.keys().isdisjoint(near))
"""The squares beside a scoring square."""


REACH: dict[Square, frozenset[Square]] = {square: frozenset((square, *near)) for square, near in NEIGHBOURS.items()}
"""A square and the squares beside it, to ask whether one is among them."""
WITHIN_TWO: dict[Square, frozenset[Square]] = {
    square: frozenset(filter(on_board, SQUARES.within(square, 2))) for square in FIELD
}
"""The squares at most two squares away, itself included."""


def scatter_direction(die: int, forward: Direction) -> Direction:
    """How a d8 is read: 1 left forward, then clockwise. [ISH-SCAT-02, ISH-Q-04]

    >>> [scatter_direction(die, (1, 0)) for die in (1, 2, 3, 8)]
    [(1, -1), (1, 0), (1, 1), (0, -1)]
    >>> scatter_direction(1, (-1, 0))
    (-1, 1)
    """
    return SQUARES.turned(forward, die - 2)


def scatter_step(start: Square, direction: Direction) -> tuple[Square, bool]:
    """Where an orb ends that scatters one square, and whether a wall had a part in it. [ISH-SCAT-03..05, ISH-Q-33]

    >>> scatter_step((16, 3), (1, 0)), scatter_step((16, 3), (1, 1)), scatter_step((16, 1), (1, -1))
    (((16, 3), True), ((16, 4), True), ((16, 1), True))
    """
    x, y = shifted(start, direction)
    out_x, out_y = not 1 <= x <= COLUMNS, not 1 <= y <= ROWS
    if not (out_x or out_y):
        return (x, y), False
    if (out_x and out_y) or 0 in direction:
        return start, True
    return (start[0] if out_x else x, start[1] if out_y else y), True


def flight_path(
    start: Square, direction: Direction, units: int, mirror: bool
) -> tuple[tuple[Square, ...], tuple[int, ...]]:
    """The squares of a propel, one a unit of distance after the launch square, and the units that are bounces.

    A bounce turns in place (`mirror`: slides one square along the wall) and costs a unit. [ISH-BOUNCE-01..03, ISH-Q-26]

    >>> flight_path((15, 2), (1, 1), 3, False)
    (((15, 2), (16, 3), (16, 3), (15, 4)), (2,))
    >>> flight_path((15, 2), (1, 1), 3, True)[0][-1]
    (15, 5)
    """
    path, bounces = [start], []
    at, (dx, dy) = start, direction
    for unit in range(1, units + 1):
        ahead = shifted(at, (dx, dy))
        if on_board(ahead):
            at = ahead
        else:
            out_x, out_y = not 1 <= ahead[0] <= COLUMNS, not 1 <= ahead[1] <= ROWS
            if mirror and dx and dy and out_x != out_y:
                at = (at[0], ahead[1]) if out_x else (ahead[0], at[1])
            dx, dy = (-dx if out_x else dx), (-dy if out_y else dy)
            bounces.append(unit)
        path.append(at)
    return tuple(path), tuple(bounces)


def through_opening(start: Square, to: Square, any_side: bool) -> bool:
    """Whether a way into `to` leads into a vessel: from a scoring square, or by house rule. [ISH-SCORE-06, ISH-Q-15]"""
    owner = VESSEL_OWNER.get(to)
    return owner is not None and start != to and (any_side or start in SCORING_SQUARES[owner])
