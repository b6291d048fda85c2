"""A roll taken apart for people: each die, each modifier with its rule, target, margin and chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from matches.pages.boards.common import DICE, fraction, percent, signed

Words = Callable[[str], str]
COMPARE = {
    ">=": "at least",
    "<=": "at most",
    "contest": "against the other side’s roll",
    "table": "looked up in a table",
}

SOURCES = (("advantage", "adv"), ("disadvantage", "dis"))
"""What makes a roll one of two dice: named sources, each with its rule, under these fields of the event."""


def breakdown(roll: Mapping[str, Any], words: Words, aim: str = "") -> dict[str, Any]:
    """Every part of a roll, or of one that waits for its dice and has no `total` yet.

    `words` gives the text of a rule; that of the roll itself is told once, not again with its modifiers. `aim`: what
    its chance is a chance of.
    """
    mods = [_mod(mod, lambda rule: "" if rule == roll["rule"] else words(rule)) for mod in roll.get("mods") or ()]
    chance = roll.get("chance")
    return {
        "roll": roll.get("roll", ""),
        "rule": roll["rule"],
        "rule_text": words(roll["rule"]),
        "dice": [{"sides": die[0], "face": die[1], "kept": die[2]} for die in roll.get("dice") or ()],
        "mods": mods,
        "sources": [
            {"sign": sign, "label": source[0], "rule": source[1], "text": words(source[1])}
            for sign, kind in SOURCES
            for source in roll.get(kind) or ()
        ],
        "bonus": signed(sum(mod["value"] for mod in mods)),
        "total": roll.get("total"),
        "target": roll.get("target"),
        "compare": COMPARE.get(roll.get("compare", ""), ""),
        "success": roll.get("success"),
        "margin": "" if roll.get("margin") is None else signed(roll["margin"]),
        "percent": percent(chance),
        "fraction": fraction(chance),
        "aim": (aim or "to succeed") if chance else "",
        "source": DICE.get(roll.get("source", ""), ""),
    }


def _mod(mod: Any, words: Words) -> dict[str, Any]:
    if isinstance(mod, Mapping):
        value, label, rule = mod["value"], mod["label"], mod["rule"]
    else:
        value, label, rule = mod
    return {"value": value, "signed": signed(value), "label": label, "rule": rule, "text": words(rule)}
