"""Teams that the form for a new match offers. Other apps put theirs here when they start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Teams = Mapping[str, Mapping[str, Any]]
"""Key → a team as the game's setup wants it, with a `name`."""

_sources: dict[str, list[Callable[[], Teams]]] = {}


def offer_teams(ruleset: str, source: Callable[[], Teams]) -> None:
    """Let the form for a match of `ruleset` offer the teams of `source`, which is asked each time."""
    _sources.setdefault(ruleset, []).append(source)


def offered_teams(ruleset: str) -> dict[str, Mapping[str, Any]]:
    """All teams on offer for a game; where two have one key, the later source counts."""
    return {key: team for source in _sources.get(ruleset, ()) for key, team in source().items()}
