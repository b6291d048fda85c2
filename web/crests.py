"""Crests: a shape and a charge that follow from a name, in the colour of a side.

The colour says whose, the shape says it again for whoever cannot tell colours apart; both follow from the side's
number. The charge follows from the name alone, so a company bears the same one everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

SIDES = 8
"""Colours there are: `--side-1` to `--side-8` in tokens.css."""

SHAPES = (
    "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20z",
    "M3 3h18v18H3z",
    "M12 1l11 11l-11 11l-11-11z",
    "M12 2l11 19H1z",
    "M7 2h10l6 10l-6 10H7L1 12z",
    "M12 1l11 8.5l-4.2 13H5.2L1 9.5z",
    "M6 2h12v4h4v12h-4v4H6v-4H2V6h4z",
    "M3 2h18v11q0 7-9 10q-9-3-9-10z",
)
"""The outline of each side, in a box of 24: circle, square, diamond, triangle, hexagon, pentagon, cross, shield."""
CHARGES = (
    "M0 0h24v9H0z",
    "M9 0h6v24H9z",
    "M0 0L6 0L24 18L24 24L18 24L0 6z",
    "M12 7L24 17L24 22L12 12L0 22L0 17z",
    "M0 0h12v12H0zM12 12h12v12H12z",
    "M0 9h24v6H0z",
    "M12 7a5 5 0 1 1 0 10a5 5 0 1 1 0-10z",
    "M0 0h24L12 12z",
)
"""Chief, pale, bend, chevron, quarters, fess, roundel, pile."""
LETTERS = 2


@dataclass(frozen=True, slots=True)
class Crest:
    """What is drawn for a name: the paths of shape and charge, the number of the colour, and initials."""

    name: str
    side: int
    shape: str
    charge: str
    initials: str


def crest(name: str, side: int) -> Crest:
    """The crest of a name; sides beyond the eighth begin with the first colour again.

    >>> crest("Quarry Goats", 2).initials, crest("Quarry Goats", 10).side, crest("", 1).initials
    ('QG', 2, '?')
    """
    number = (side - 1) % SIDES + 1
    charge = CHARGES[sha256(name.encode()).digest()[0] % len(CHARGES)]
    return Crest(name, number, SHAPES[number - 1], charge, initials(name))


def initials(name: str) -> str:
    """One or two letters for a name.

    >>> initials("Veyra Night School"), initials("Ashgate"), initials("the 3rd")
    ('VN', 'AS', 'T3')
    """
    words = name.split()
    letters = "".join(word[0] for word in words[:LETTERS]) if len(words) > 1 else name.strip()[:LETTERS]
    return letters.upper() or "?"
