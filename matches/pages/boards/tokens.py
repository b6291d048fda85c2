"""What marks a player, a model or a side in a drawing: the number of a colour and shape, and letters that differ."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from colorsys import rgb_to_hls
from functools import partial
from math import inf
from operator import itemgetter
from types import MappingProxyType

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
SHORT_HEX = 4
SIDES: tuple[str, ...] = (
    "#407bf8",
    "#de6802",
    "#0c3f32",
    "#d569b0",
    "#6c3100",
    "#7e00a3",
    "#94976a",
    "#452b60",
)
"""The colours of sides 1 to 8 in the light scheme, as in tokens.css: what the colour of a roster is compared with."""


SIDE_NUMBERS = "side_numbers"
"""Where a view that is to be drawn has the numbers that are known, by seat (`matches.side_numbers`)."""


def sign(words: str, *shapes: Mapping[str, str | int], of: str = "") -> dict[str, object]:
    """An entry of a legend: circles (with `r`) and paths by their attributes in a group of class `of`.

    Without shapes `of` is a word that stands on the page.
    """
    return {"words": words, "shapes": shapes, "of": of}


def sides(
    named: Mapping[str, str], otherwise: Mapping[str, str], known: Mapping[str, int] = MappingProxyType({})
) -> dict[str, int]:
    """The number of the colour and shape of each seat or side: the one it is known by, else the nearest to its colour.

    `named`: colours as people typed them, in the order of the sides; `otherwise`: those of who named none that is one.
    Those that are known come first, then who is nearest to a number, whichever seat that is; who has no colour at all
    takes the next one that is free.

    >>> sides({"home": "#b3402a", "away": "red; x: url(evil)"}, {"away": "#2a6ab3"})
    {'home': 2, 'away': 1}
    >>> sides({"s1": "#00f", "s2": "#00f", "s3": ""}, {})
    {'s1': 1, 's2': 8, 's3': 2}
    >>> sides({"a": "#b3402a", "b": "#de6802"}, {}), sides({"a": "#de6802", "b": "#b3402a"}, {})
    ({'a': 5, 'b': 2}, {'a': 2, 'b': 5})
    >>> sides({"gm": "#00f", "s1": "#00f", "s2": "#00f"}, {}, {"s1": 1, "s2": 1})
    {'gm': 8, 's1': 1, 's2': 2}
    """
    given: dict[str, int] = {}
    for side in (side for side in named if side in known):
        given[side] = min(_free(given), key=partial(_steps, known[side]))
    colours = {side: _colour(named[side], otherwise.get(side, "")) for side in named if side not in known}
    while colours:
        pairs = ((_apart(colours[side], number), side, number) for side in colours for number in _free(given))
        _, side, number = min(pairs, key=itemgetter(0))
        given[side] = number
        del colours[side]
    return {side: given[side] for side in named}


def _free(given: Mapping[str, int]) -> Sequence[int]:
    """The numbers that nobody has; all of them, where there are more sides than numbers."""
    numbers = range(1, len(SIDES) + 1)
    return [number for number in numbers if number not in given.values()] or numbers


def _steps(known: int, number: int) -> float:
    """How many numbers on from the one it is known by."""
    return (number - known) % len(SIDES)


def _colour(*typed: str) -> str:
    """The first that is a colour; empty where none is."""
    return next((one for one in typed if _HEX.fullmatch(one)), "")


def _apart(colour: str, number: int) -> float:
    """How far a colour is from that of a side, in hue before lightness; no colour is farther than any."""
    if not colour:
        return inf
    (hue, light, _), (hue_2, light_2, _) = (rgb_to_hls(*_channels(one)) for one in (colour, SIDES[number - 1]))
    turn = abs(hue - hue_2)
    return 4 * min(turn, 1 - turn) + abs(light - light_2)


def _channels(colour: str) -> tuple[float, float, float]:
    full = "#" + "".join(2 * digit for digit in colour[1:]) if len(colour) == SHORT_HEX else colour
    red, green, blue = (int(full[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


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
