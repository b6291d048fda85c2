"""What may be measured in the arena: squares between players, orbs and vessels, and how far the active player comes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from rules.ishmek.arena import VESSEL, distance
from rules.ishmek.commands import Square
from rules.ishmek.questions import allowance_squares, free_neighbours, get, movement_left, on_field, step_cost
from rules.ishmek.state import Go, Player, State


def measure(state: State) -> Iterator[dict[str, Any]]:
    """Squares between everybody on the field, to the orbs and the vessels; where the player whose go it is can go."""
    there = [(player.id, player.at) for player in on_field(state) if player.at is not None]
    for (one, here), (other, at) in combinations(there, 2):
        yield {"measure": "distance", "from": one, "to": other, "squares": distance(here, at)}
    for one, here in there:
        for orb in state.orbs:
            if orb.at is not None:
                yield {"measure": "distance", "from": one, "orb": orb.team, "squares": distance(here, orb.at)}
        for side, vessel in VESSEL.items():
            yield {"measure": "distance", "from": one, "vessel": side, "squares": distance(here, vessel)}
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Go):
        yield _reach(state, get(state, top.player))


def _reach(state: State, player: Player) -> dict[str, Any]:
    """The movement that is left, and what each square in reach costs of it, as [x, y, cost], if nobody reacts.

    Of who has lost the movement to concussion: no square. [ISH-MOVE-01..05]
    """
    left = 0 if player.move_roll == "lost" else movement_left(state, player)
    costs: dict[Square, int] = {}
    edge = [player.at] if player.at is not None else []
    for cost in range(step_cost(player), left + 1, step_cost(player)):
        near = dict.fromkeys(square for at in edge for square in free_neighbours(state, player, at))
        edge = [square for square in near if square not in costs and square != player.at]
        costs |= dict.fromkeys(edge, cost)
    return {
        "measure": "reach",
        "player": player.id,
        "movement_left": left,
        "allowance": allowance_squares(state, player),
        "squares": [[*square, cost] for square, cost in costs.items()],
    }
