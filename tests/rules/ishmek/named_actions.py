"""Every named action of a player with every aim, built from the board and the rosters alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from rules.ishmek.arena import SIDES
from rules.ishmek.decide.openings import LONGEST
from rules.ishmek.state import Player, State

WAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
NAMES = ("dash", "control", "seize", "propel", "intercept", "push_pull", "cast_spell")
FARTHEST = LONGEST + 2


def around(at: tuple[int, int] | None, reach: int) -> list[tuple[int, int]]:
    """All squares within `reach`, on the board or not, the square itself too."""
    x, y = at or (1, 1)
    return [(x + dx, y + dy) for dx, dy in product(range(-reach, reach + 1), repeat=2)]


def named_actions(state: State, player: Player) -> Iterator[dict[str, Any]]:
    """Every named action of a player with every aim."""
    others = [other.id for other in state.players]
    spells = sorted({spell.name for one in state.players for spell in one.spells_l1})
    for name in NAMES:
        common = {"player": player.id, "name": name}
        if name == "dash":
            yield common
        elif name in ("control", "intercept"):
            yield from ({**common, "orb": orb} for orb in SIDES)
        elif name == "push_pull":
            yield from ({**common, "target": target} for target in others)
        elif name == "cast_spell":
            yield from ({**common, "spell": spell} for spell in spells)
        elif name == "seize":
            for target, orb in product(others, SIDES):
                yield from (
                    {**common, "target": target, "orb": orb, **spell} for spell in _range(state, player, target, spells)
                )
        else:
            yield from ({**common, **aim} for aim in propels(player))


def _range(state: State, player: Player, target: str, spells: list[str]) -> list[dict[str, str]]:
    """From two squares away a seize takes a spell; beside the target a spell would only boost it."""
    at = next(other.at for other in state.players if other.id == target)
    apart = at is None or player.at is None or max(abs(at[0] - player.at[0]), abs(at[1] - player.at[1])) > 1
    return [{"spell": spell} for spell in spells] if apart else [{}]


def propels(player: Player) -> Iterator[dict[str, Any]]:
    """Every course, with the least propel burn that pays for it. [ISH-PROPEL-06, ISH-LOB-01]"""
    best = max(mod for mod in (player.cast_mod, player.dex_mod, player.str_mod) if mod is not None)
    for orb, direction, distance, lob in product(SIDES, WAYS, range(FARTHEST + 1), (False, True)):
        burn = min(2, max(0, distance * (2 if lob else 1) - player.prof - best))
        yield {"orb": orb, "direction": direction, "distance": distance, "lob": lob, "propel_burn": burn}
