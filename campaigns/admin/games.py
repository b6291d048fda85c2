"""What a game has, for rows that are shown without their campaign; and what of a page goes where it has it not."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from campaigns.domain.campaign.house_rules import progression_of
from rules.registry import RULESETS


def levels(game: str) -> bool:
    """Whether XP bring anything in a game.

    >>> levels("istra"), levels("ishmek"), levels("chess")
    (True, False, True)
    """
    return game not in RULESETS or bool(progression_of(game).choices)


def without(fieldsets: Iterable[tuple[Any, Any]], names: Collection[str]) -> list[tuple[Any, Any]]:
    """The groups of fields of a page without some of the fields.

    >>> without([(None, {"fields": ("name", "gold")})], {"gold"})
    [(None, {'fields': ('name',)})]
    """
    return [
        (title, {**group, "fields": tuple(name for name in group["fields"] if name not in names)})
        for title, group in fieldsets
    ]
