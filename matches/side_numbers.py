"""The colour and shape of sides, for those who know more of a side than its match: they register a function that tells.

Matches never learn who they are. What nobody tells follows from the colours that rosters name (`pages.boards.tokens`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias
from uuid import UUID

from matches.models import Match

NumberSource: TypeAlias = Callable[[Iterable[UUID]], Mapping[UUID, Mapping[str, int]]]
"""Of matches by id, the numbers (1 to 8) by seat, as far as they are known."""

_sources: list[NumberSource] = []


def register_side_numbers(find: NumberSource) -> NumberSource:
    """Have `find` asked wherever sides of matches are drawn or listed; once for all of a page."""
    if find not in _sources:
        _sources.append(find)
    return find


def side_numbers(matches: Iterable[UUID]) -> dict[UUID, dict[str, int]]:
    """The numbers that are known, for each of these matches; those of a fork are those of the match it began as."""
    roots = _roots(matches)
    by_match: dict[UUID, dict[str, int]] = {match: {} for match in roots.values()}
    for find in _sources:
        for match, numbers in find(list(by_match)).items():
            by_match[match].update(numbers)
    return {match: by_match[root] for match, root in roots.items()}


def _roots(matches: Iterable[UUID]) -> dict[UUID, UUID]:
    """Each match, and the one that it is a fork of in the end: itself, where it is none."""
    roots = {match: match for match in matches}
    while forks := _origins(set(roots.values())):
        roots = {match: forks.get(root, root) for match, root in roots.items()}
    return roots


def _origins(matches: Iterable[UUID]) -> dict[UUID, UUID]:
    rows = Match.objects.filter(pk__in=matches).values_list("pk", "forked_from")
    return {match: origin for match, origin in rows if origin is not None}
