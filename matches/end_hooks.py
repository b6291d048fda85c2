"""What follows when a match ends: for those who know more of it than matches do.

They register a function here, and matches never learn who they are. What it wants written is written in the transaction
of the events that ended the match, so that neither is ever without the other. Imports call nobody: what followed from
them followed elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from matches.loading import LoadedMatch
from rules.kernel.asks import Outcome

Row: TypeAlias = Callable[[], None]
"""Writes what must be kept together with the events."""

EndHook: TypeAlias = Callable[[LoadedMatch, Sequence[Any]], Iterable[Row]]
"""The match as the events leave it, and these events; what is to be written along with them."""

_end_hooks: list[EndHook] = []


def register_end_hook(follow: EndHook) -> EndHook:
    """Have `follow` asked whenever a match has ended, which each does once.

    What it raises is raised to who gave the command, and nothing has happened then.
    """
    if follow not in _end_hooks:
        _end_hooks.append(follow)
    return follow


def rows_of_end(match: LoadedMatch, outcome: Outcome | None, events: Sequence[Any]) -> list[Row]:
    """What follows if `events` have ended `match`, whose outcome was `outcome` before them."""
    if not _end_hooks or outcome is not None or match.table.outcome() is None:
        return []
    return [row for follow in _end_hooks for row in follow(match, events)]
