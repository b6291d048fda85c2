"""Teams that the form for a new match offers. Other apps put theirs here when they start."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from matches.simulation.playing import SETUPS
from web.errors import Unreadable
from web.untrusted_input import read_json

Teams = Mapping[str, Mapping[str, Any]]
"""Key → a team as the game's setup wants it, with a `name`."""

T = TypeVar("T", dict[str, Any], list[Any])

_sources: dict[str, list[Callable[[], Teams]]] = {}


def offer_teams(ruleset: str, source: Callable[[], Teams]) -> None:
    """Let the form for a match of `ruleset` offer the teams of `source`, which is asked each time."""
    _sources.setdefault(ruleset, []).append(source)


def offered_teams(ruleset: str) -> dict[str, Mapping[str, Any]]:
    """All teams on offer for a game; where two have one key, the later source counts."""
    return {key: team for source in _sources.get(ruleset, ()) for key, team in source().items()}


@cache
def furnished(name: str) -> dict[str, dict[str, Any]]:
    """A file of what is furnished with a game, by key: teams, monsters, tables."""
    found: dict[str, dict[str, Any]] = json.loads((SETUPS / f"{name}.json").read_bytes())
    return found


def pasted(text: str, field: str, kind: type[T], what: str, hint: str) -> T:
    """A roster or a list as it was pasted into a field. Unreadable says what is wrong, with an example in the hint."""
    try:
        found = read_json(text.encode(), field)
    except Unreadable as error:
        raise Unreadable(f"{what} is not valid JSON: {error.message}.", field, hint=hint) from None
    if not isinstance(found, kind):
        needed = "an object" if kind is dict else "a list"
        raise Unreadable(f"{what} must be {needed}.", field, hint=hint)
    return found
