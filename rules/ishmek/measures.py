"""What may be measured in the arena: squares between players, orbs and vessels, and how far the active player comes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.ishmek.arena import VESSEL
from rules.ishmek.questions import allowance_squares, get, movement_left, on_field
from rules.ishmek.state import Go, Player, State
from rules.ishmek.walks import walks
from rules.kernel.grid import SQUARES
from rules.kernel.reading import Json


def measure(state: State) -> Iterator[Json]:
    """Squares between everybody on the field, to the orbs and the vessels; where the player whose go it is can go."""
    there = [(player.id, player.at) for player in on_field(state) if player.at is not None]
    for (one, here), (other, at) in combinations(there, 2):
        yield {"measure": "distance", "from": one, "to": other, "squares": SQUARES.distance(here, at)}
    for one, here in there:
        for orb in state.orbs:
            if orb.at is not None:
                yield {"measure": "distance", "from": one, "orb": orb.team, "squares": SQUARES.distance(here, orb.at)}
        for side, vessel in VESSEL.items():
            yield {"measure": "distance", "from": one, "vessel": side, "squares": SQUARES.distance(here, vessel)}
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Go):
        yield _reach(state, get(state, top.player))


def _reach(state: State, player: Player) -> Json:
    """The movement that is left, and what each square in reach costs of it, as [x, y, cost], if nobody reacts.

    Of who has lost the movement to concussion: no square. [ISH-MOVE-01..05]
    """
    return {
        "measure": "reach",
        "player": player.id,
        "movement_left": 0 if player.move_roll == "lost" else movement_left(state, player),
        "allowance": allowance_squares(state, player),
        "squares": [[*square, walk.cost] for square, walk in walks(state, player).items()],
    }
