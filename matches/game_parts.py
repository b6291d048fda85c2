"""What a game brings into our rooms: in each a module or folder that is called like the game, found by that name."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rules.registry import RULESETS


def part_of(room: str, game: str, name: str) -> Any:
    """What a game declares as `name` in a room of ours; None where it brings nothing there, or is no game.

    >>> part_of("matches.admin", "chess", "FORMS")
    """
    where = f"{room}.{game}"
    return getattr(import_module(where), name) if game in RULESETS and find_spec(where) is not None else None


def parts(room: str, name: str) -> Iterator[tuple[str, Any]]:
    """Of each game that declares `name` in a room, its key and what it declares; in the order of the registry."""
    for game in RULESETS:
        part = part_of(room, game, name)
        if part is not None:
            yield game, part
