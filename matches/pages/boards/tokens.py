"""What marks a player, a model or a side in a drawing: colours that can be read, and letters that differ."""

from __future__ import annotations

import re
from collections.abc import Mapping

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
GREY = "#5c5147"
"""Of what has no colour of its own."""
LONG_HEX = 7
DARK = 150


def hex_colour(named: str, otherwise: str) -> str:
    """A colour as #rrggbb; `otherwise` where what was named is none.

    >>> hex_colour("#b23", "#000000"), hex_colour("red; x: url(evil)", "#000000")
    ('#bb2233', '#000000')
    """
    if not _HEX.fullmatch(named):
        return otherwise
    return named if len(named) == LONG_HEX else "#" + "".join(2 * digit for digit in named[1:])


def ink(paint: str) -> str:
    """Black or white, whichever is read better on a colour.

    >>> ink("#b3402a"), ink("#f2e394")
    ('#ffffff', '#1b1512')
    """
    red, green, blue = (int(paint[place : place + 2], 16) for place in (1, 3, 5))
    return "#ffffff" if (299 * red + 587 * green + 114 * blue) // 1000 < DARK else "#1b1512"


def initials(names: Mapping[str, str]) -> dict[str, str]:
    """Two or three letters for each player, no two alike.

    >>> initials({"h1": "Ylva Redhand", "h2": "Ylva", "h3": "Yl"})
    {'h1': 'YR', 'h2': 'Yl', 'h3': 'Y2'}
    """
    given: dict[str, str] = {}
    for player, name in names.items():
        words = [word for word in re.split(r"[\s\-]+", name) if word] or ["?"]
        short = words[0][0] + words[-1][0].upper() if len(words) > 1 else words[0][:2]
        number = 2
        while short in given.values():
            short = f"{words[0][0]}{number}"
            number += 1
        given[player] = short
    return given
