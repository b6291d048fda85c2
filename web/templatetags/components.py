"""The components that all pages are made of; `/design/` shows them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from django import template
from django.template import Context

from web.crests import SHAPES, Crest, crest

register = template.Library()

RESULTS = {
    "W": "won",
    "D": "drawn",
    "L": "lost",
    "-": "not played",
    "·": "not played",
    "+": "won by forfeit",
    "−": "lost by forfeit",
    "B": "bye",
    "H": "half-point bye",
    "Z": "bye without points",
}
SPARK_WIDTH, SPARK_HEIGHT, SPARK_EDGE = 96, 24, 2


@register.inclusion_tag("components/crest.html", name="crest")
def crest_of(name: str, side: int) -> dict[str, Crest]:
    """The crest of a company, team or side."""
    return {"crest": crest(name, side)}


@register.inclusion_tag("components/side_mark.html")
def side_mark(side: int) -> dict[str, Any]:
    """The shape of a side in its colour, beside its name."""
    return {"side": side, "shape": SHAPES[(side - 1) % len(SHAPES)]}


@register.simple_tag
def side_shape(side: int) -> str:
    """The outline of a side, a path in a box of 24."""
    return SHAPES[(side - 1) % len(SHAPES)]


@register.inclusion_tag("components/crest_shapes.html")
def crest_shapes() -> dict[str, tuple[str, ...]]:
    """The outlines that crests are cut to: once on each page."""
    return {"shapes": SHAPES}


@register.inclusion_tag("components/roll_chip.html")
def roll_chip(roll: Mapping[str, Any], beside: str = "") -> dict[str, Any]:
    """A roll in one line, `9 + 3 = 12 vs 7 ✓ · 44 %`; `roll` is a breakdown (`matches.pages.rolls`).

    It says who rolled (`by`), unless the text `beside` it begins with them.
    """
    bonus, by = str(roll.get("bonus") or ""), str(roll.get("by") or "")
    kept = [str(die["face"]) for die in roll.get("dice") or () if die["kept"]]
    added = bonus not in ("", "0", "+0")
    return {
        "by": "" if beside.casefold().startswith(by.casefold()) else by,
        "roll": roll,
        "faces": "+".join(kept),
        "bonus": f"{bonus[0]} {bonus[1:]}" if added else "",
        "summed": added or (len(kept) > 1 and roll.get("target") is not None),
    }


@register.inclusion_tag("components/odds.html")
def odds(percent: str, of: str, exactly: str = "") -> dict[str, str]:
    """A chance ("44 %", "< 1 %") with its bar and of what it is the chance; `exactly`: as a fraction."""
    return {"percent": percent, "share": "".join(filter(str.isdigit, percent)), "of": of, "exactly": exactly}


@register.inclusion_tag("components/form_dots.html")
def form_dots(results: Sequence[str]) -> dict[str, Any]:
    """The last results, oldest first, a mark each: one of `RESULTS`, or the place where more than two sides met."""
    return {"dots": [(mark, RESULTS.get(mark) or f"place {mark}") for mark in results], "told": results}


@register.inclusion_tag("components/sparkline.html")
def sparkline(values: Sequence[float], label: str) -> dict[str, Any]:
    """A line of values in time, without axes; the label tells what it shows."""
    low, high = min(values, default=0), max(values, default=0)
    across = (SPARK_WIDTH - 2 * SPARK_EDGE) / max(1, len(values) - 1)
    up = (SPARK_HEIGHT - 2 * SPARK_EDGE) / ((high - low) or 1)
    points = [
        (round(SPARK_EDGE + place * across, 1), round(SPARK_HEIGHT - SPARK_EDGE - (value - low) * up, 1))
        for place, value in enumerate(values)
    ]
    return {
        "points": " ".join(f"{x},{y}" for x, y in points),
        "last": points[-1] if points else None,
        "label": label,
        "width": SPARK_WIDTH,
        "height": SPARK_HEIGHT,
    }


@register.inclusion_tag("components/gauge.html")
def gauge(label: str, value: int, most: int) -> dict[str, Any]:
    """How much of something is left; `low` below a third."""
    return {"label": label, "value": value, "most": most, "low": value * 3 < most}


@register.inclusion_tag("components/rule.html", takes_context=True)
def rule_note(context: Context, rule: str, text: object = "") -> dict[str, object]:
    """A rule by its number; its words open over the page. Without a rule there is nothing."""
    return {"rule": rule, "text": text, "key": _note_key(context)}


def _note_key(context: Context) -> str:
    """An id that no other note of the page has, nor of the page whose part this answer replaces."""
    request = getattr(context, "request", None) or context.get("request")
    if request is None:
        return f"rule-{secrets.token_hex(6)}"
    notes = request.__dict__.setdefault("_rule_notes", count(1))
    part = "".join(filter(str.isalnum, request.headers.get("HX-Target", "")))
    return f"rule-{part}{'-' if part else ''}{next(notes)}"


@register.inclusion_tag("components/token.html")
def token(
    side: int, short: str, halo: int = 46, scale: str = "3.5", drop: int = 11, edge: int = 0
) -> dict[str, object]:
    """What stands for a figure on a board, in a `g` of its side: shape, letters, halo, and the tick of who has gone.

    In units of the board, about its middle. `edge`: where the tick stands of a figure of another size.
    """
    return {"shape": side_shape(side), "short": short, "halo": halo, "scale": scale, "drop": drop, "edge": edge}


@register.inclusion_tag("components/badge.html")
def badge(side: int, short: str, *, own: bool = True) -> dict[str, object]:
    """The token of a figure beside its name. `own`: it has its colour itself, not from what it stands in."""
    return {"side": side, "shape": side_shape(side), "short": short, "own": own}


@register.inclusion_tag("components/need.html")
def need(told: str, address: str = "", button: str = "", beside: str = "") -> dict[str, str]:
    """A row of a `needs` list: what waits for whoever looks, and the button that leads to it."""
    return {"told": told, "address": address, "button": button, "beside": beside}


@register.inclusion_tag("components/tabs.html")
def tabs(label: str, tabs: Sequence[tuple[str, str, int | None]], *, scripted: bool = False) -> dict[str, object]:
    """Tabs (name, text, how many there are) of which the first is chosen. `scripted`: they work by a script alone."""
    return {"label": label, "tabs": tabs, "scripted": scripted}


@register.inclusion_tag("components/empty.html")
def empty_state(title: str, words: str = "", address: str = "", button: str = "") -> dict[str, str]:
    """A list in which nothing is yet: what would stand there, and the button that puts it there."""
    return {"title": title, "words": words, "address": address, "button": button}
