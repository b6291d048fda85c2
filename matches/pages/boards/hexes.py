"""Hexes as points of the drawing: corners up and down, 100 board units wide, (0, 0) in its middle.

A hex is named by its axial coordinates (q, r) as in `rules/kernel/grid.py`: q grows to the right, r downward to the
right. The drawing uses whole numbers, 87 units from row to row, so that neighbours share their edges exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

UNIT = 100
ROW = 87
OUTLINE = "M0 -58L50 -29V29L0 58L-50 29V-29z"
"""A hex around the middle of the drawing."""
Hex = Sequence[int]


def hex_centre(at: Hex) -> tuple[int, int]:
    """The middle of a hex in board units.

    >>> hex_centre((2, 0)), hex_centre((0, 2)), hex_centre((-1, 1))
    ((200, 0), (100, 174), (-50, 87))
    """
    return UNIT * at[0] + UNIT * at[1] // 2, ROW * at[1]


def hex_box(cells: Iterable[Hex]) -> tuple[int, int, int, int]:
    """The left and upper edge of these hexes, their width and their height.

    >>> hex_box([(0, 0), (1, 0)]), hex_box([(0, 0), (0, 1)])
    ((-50, -58, 200, 116), (-50, -58, 150, 203))
    """
    middles = [hex_centre(at) for at in cells] or [(0, 0)]
    (left, right), (top, bottom) = ((min(one), max(one)) for one in zip(*middles, strict=True))
    return left - UNIT // 2, top - 58, right - left + UNIT, bottom - top + 116
