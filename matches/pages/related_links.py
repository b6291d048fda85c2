"""What a match belongs to, for those who know more of it than matches do: they register a function that finds links.

Matches never learn who they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from matches.loading import LoadedMatch
from web.people import Person


class RelatedLink(NamedTuple):
    """A page that a match belongs to: what it is called, and its address.

    `awaited`: more is about to stand there, and the match will lead to it.
    """

    label: str
    address: str
    awaited: bool = False


LinkSource: TypeAlias = Callable[[Person, LoadedMatch], Iterable[RelatedLink]]
"""The pages that a match belongs to, as far as somebody may look at them."""

_sources: list[LinkSource] = []


def register_links(find: LinkSource) -> LinkSource:
    """Have `find` asked for what stands at the head of each page of a match that names a campaign."""
    if find not in _sources:
        _sources.append(find)
    return find


def related_links(who: Person, match: LoadedMatch) -> list[RelatedLink]:
    """The pages that a match belongs to, for who looks at it."""
    return [place for find in _sources for place in find(who, match)] if match.roster.campaign else []
