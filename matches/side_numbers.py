"""The colour and shape of sides, for those who know more of a side than its match: they register a function that tells.

Matches never learn who they are. What nobody tells follows from the colours that rosters name (`pages.boards.tokens`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias
from uuid import UUID

NumberSource: TypeAlias = Callable[[Iterable[UUID]], Mapping[UUID, Mapping[str, int]]]
"""Of matches by id, the numbers (1 to 8) by seat, as far as they are known."""

_sources: list[NumberSource] = []


def register_side_numbers(find: NumberSource) -> NumberSource:
    """Have `find` asked wherever sides of matches are drawn or listed; once for all of a page."""
    if find not in _sources:
        _sources.append(find)
    return find


def side_numbers(matches: Iterable[UUID]) -> dict[UUID, dict[str, int]]:
    """The numbers that are known, for each of these matches."""
    wanted = list(matches)
    by_match: dict[UUID, dict[str, int]] = {match: {} for match in wanted}
    for find in _sources:
        for match, numbers in find(wanted).items():
            by_match[match].update(numbers)
    return by_match
