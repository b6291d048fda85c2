"""What marks a player, a model or a side in a drawing: the number of a colour and shape, and letters that differ."""

from __future__ import annotations

import re
from collections.abc import Mapping
from colorsys import rgb_to_hls
from functools import partial
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
    Who comes later takes the next one that is free; those that are known come first.

    >>> sides({"home": "#b3402a", "away": "red; x: url(evil)"}, {"away": "#2a6ab3"})
    {'home': 2, 'away': 1}
    >>> sides({"s1": "#00f", "s2": "#00f", "s3": ""}, {})
    {'s1': 1, 's2': 8, 's3': 2}
    >>> sides({"gm": "#00f", "s1": "#00f", "s2": "#00f"}, {}, {"s1": 1, "s2": 1})
    {'gm': 8, 's1': 1, 's2': 2}
    """
    given: dict[str, int] = {}
    for side in sorted(named, key=lambda one: one not in known):
        free = [number for number in range(1, len(SIDES) + 1) if number not in given.values()]
        colour = next((one for one in (named[side], otherwise.get(side, "")) if _HEX.fullmatch(one)), "")
        far = partial(_steps, known[side]) if side in known else partial(_far, colour)
        given[side] = min(free or range(1, len(SIDES) + 1), key=far)
    return {side: given[side] for side in named}


def _steps(known: int, number: int) -> float:
    """How many numbers on from the one it is known by."""
    return (number - known) % len(SIDES)


def _far(colour: str, number: int) -> float:
    return _apart(colour, SIDES[number - 1])


def _apart(one: str, other: str) -> float:
    """How far two colours are apart, in hue before lightness; 0 where there is none."""
    if not one:
        return 0.0
    (hue, light, _), (hue_2, light_2, _) = (rgb_to_hls(*_channels(colour)) for colour in (one, other))
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
