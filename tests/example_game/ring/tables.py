"""The table of the rules."""

from __future__ import annotations

HOLDS = ((3, "gripper", 2), (0, "gripper", 1), (-3, "", 0))
"""The least margin, who has the hold then, and what it is worth; below the last row the opponent has one."""
BELOW = ("opponent", 1)


def hold_for(margin: int) -> tuple[str, int]:
    """Who has a hold after a grip ("" for nobody), and how many squares it is worth. [RING-HOLD-01]

    >>> hold_for(3), hold_for(0), hold_for(-1), hold_for(-4)
    (('gripper', 2), ('gripper', 1), ('', 0), ('opponent', 1))
    """
    return next(((who, squares) for least, who, squares in HOLDS if margin >= least), BELOW)
