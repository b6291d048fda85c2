"""The games as matches play them: each with the facts of a match among its events, which the table keeps from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from matches.errors import NotThere
from matches.facts import FACTS, UPCASTS
from rules.kernel.codec import Upcast
from rules.registry import RULESETS


class Hosted:
    """A game whose log also holds the facts of its match. Everything else is the game's own answer."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.event_types: Mapping[str, type[Any]] = {**game.event_types, **FACTS}
        self.upcasts: Mapping[tuple[str, int], Upcast] = {**getattr(game, "upcasts", {}), **UPCASTS}
        # Asked of every event that is folded, so not by way of `__getattr__`.
        self.evolve: Callable[[Any, Any], Any] = game.evolve

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


def hosted(key: str) -> Hosted:
    """The game with this key; NotThere when there is none."""
    if key not in RULESETS:
        raise NotThere("ruleset")
    return _hosted(RULESETS[key])


@cache
def _hosted(game: Any) -> Hosted:
    return Hosted(game)
