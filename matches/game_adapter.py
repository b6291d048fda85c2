"""The games as matches play them: each with the facts of a match among its events, which the table keeps from it."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

from matches.facts import FACTS, UPCASTS
from rules.kernel.game import Game
from rules.registry import RULESETS
from web.errors import NotThere


def adapter_of(key: str) -> Game[Any]:
    """The game with this key, with the facts of a match among its events; NotThere when there is none."""
    if key not in RULESETS:
        raise NotThere("ruleset")
    return with_facts(RULESETS[key])


@cache
def with_facts(game: Game[Any]) -> Game[Any]:
    """The game again, its log also holding the facts of a match. Everything else is the game's own answer."""
    adapted = copy(game)
    adapted.event_types = {**game.event_types, **FACTS}
    adapted.upcasts = {**game.upcasts, **UPCASTS}
    return adapted
