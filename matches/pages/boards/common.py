"""Words that the boards of all games share: chances, signs, names in texts, reasons, kinds of dice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import gcd
from types import MappingProxyType
from typing import Any

from rules.kernel.table_events import DiceKind

_ID = re.compile(r"[\w-]+")
DICE: Mapping[DiceKind, str] = MappingProxyType({"house": "house dice", "table": "table dice"})
"""The kinds of dice by name."""
DICE_CHOICES = (("house", "rolled by Skald"), ("table", "entered by hand"))
"""The kinds of dice that somebody may choose for a seat, for a form."""


def percent(chance: tuple[int, int] | list[int] | None) -> str:
    """A chance as a percentage, rounded; nearly nothing and nearly certain keep their sign.

    >>> percent((9, 20)), percent((1, 400)), percent((399, 400)), percent((20, 20))
    ('45 %', '< 1 %', '> 99 %', '100 %')
    """
    if chance is None:
        return ""
    good, all_ways = chance
    share = (200 * good + all_ways) // (2 * all_ways)
    if share == 0 and good:
        return "< 1 %"
    if share == 100 and good < all_ways:
        return "> 99 %"
    return f"{share} %"


def fraction(chance: tuple[int, int] | list[int] | None) -> str:
    """A chance as a fraction in lowest terms.

    >>> fraction((190, 400)), fraction((0, 20))
    ('19/40', '0')
    """
    if chance is None:
        return ""
    good, all_ways = chance
    shared = gcd(good, all_ways) or 1
    return f"{good // shared}/{all_ways // shared}" if 0 < good < all_ways else str(good // all_ways)


def signed(number: int) -> str:
    """A modifier with its sign.

    >>> signed(3), signed(-4), signed(0)
    ('+3', '−4', '+0')
    """
    return f"−{-number}" if number < 0 else f"+{number}"


def by_name(text: str, names: Mapping[str, str]) -> str:
    """A text of the rules, which know people by their ids, with their names instead.

    >>> by_name("a1 does not see b1.", {"a1": "Ylva", "b1": "Orm", "b12": "Tosti"})
    'Ylva does not see Orm.'
    """
    return _ID.sub(lambda word: names.get(word[0], word[0]), text)


def reason(words: str) -> str:
    """The end of a sentence: the reason somebody gave, and its stop.

    >>> reason("The whistle had gone."), reason("rain"), reason("")
    (': The whistle had gone.', ': rain.', '.')
    """
    words = words.strip()
    stop = "" if words.endswith((".", "!", "?", "…")) else "."
    return f": {words}{stop}" if words else "."


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names as a sentence has them.

    >>> listed(["Ylva"]), listed(["Ylva", "Orm", "Tosti"])
    ('Ylva', 'Ylva, Orm and Tosti')
    """
    return f" {last} ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def upper(words: str) -> str:
    """The words with a capital at their beginning."""
    return words[:1].upper() + words[1:]


def verdict(rolled: Mapping[str, Any]) -> str:
    """How a roll came out: total, target, margin.

    >>> verdict({"total": 12, "target": 11, "success": True, "margin": 1}), verdict({"total": 4})
    ('12 against 11, made by 1', '4')
    """
    if rolled.get("target") is None:
        return str(rolled["total"])
    how = "made" if rolled.get("success") else "missed"
    return f"{rolled['total']} against {rolled['target']}, {how} by {abs(rolled['margin'] or 0)}"
