"""Where the player whose go it is can walk, who may react on the way, and what may be measured. [ISH-MOVE-01..05]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from msgspec.structs import replace

from rules.ishmek.arena import VESSEL
from rules.ishmek.commands import Square
from rules.ishmek.decide.goes import check_movement_kept, path_over_mates
from rules.ishmek.decide.windows import who_can_react
from rules.ishmek.events import Stepped
from rules.ishmek.evolve import evolve
from rules.ishmek.questions import (
    allowance_squares,
    can_enter,
    free_neighbours,
    get,
    held_teams,
    movement_left,
    on_field,
    step_cost,
    why_not_enter,
)
from rules.ishmek.refusals import refused
from rules.ishmek.state import Go, Player, State
from rules.kernel.errors import Refused
from rules.kernel.grid import SQUARES, Walk, shifted
from rules.kernel.reading import Json

ANYWHERE = 100
"""More movement than any walk on the arena costs."""


def walks(state: State, player: Player, most: int | None = None) -> dict[Square, Walk]:
    """Each square in reach with a cheapest walk to it, if nobody reacts; of who has lost the movement none.

    A step is what `goes.check_step` takes: to a neighbour, or by house rule over a team mate for twice the cost.
    `most`: with so much movement instead of what is left.
    """
    if player.move_roll == "lost" or player.at is None:
        return {}
    left = movement_left(state, player) if most is None else most
    return SQUARES.walks(player.at, left, partial(_steps, state, player))


def _steps(state: State, player: Player, at: Square) -> Iterator[tuple[Square, int]]:
    """The squares one step from `at`, each with its cost."""
    cost = step_cost(player)
    yield from ((square, cost) for square in free_neighbours(state, player, at))
    if state.rules.pass_allies == "off":
        return
    there = replace(player, at=at)
    for way in SQUARES.directions:
        to = shifted(at, way, 2)
        if path_over_mates(state, there, to) and can_enter(state, there, to):
            yield to, 2 * cost


def windows_on(state: State, player: str, walk: Walk) -> list[tuple[Square, tuple[str, ...]]]:
    """The steps of a walk that open a reaction window, with who may react, as if all passed on each before."""
    windows = []
    for square in walk.cells:
        mover = get(state, player)
        if mover.at is None:
            break
        cost = step_cost(mover) * (1 if SQUARES.adjacent(mover.at, square) else 2)
        step = Stepped(player=player, start=mover.at, to=square, cost=cost, orbs=held_teams(state, player))
        state = evolve(state, step)
        if reactors := who_can_react(state, state.agenda, player):
            windows.append((square, reactors))
    return windows


def why_no_walk(state: State, player: Player, square: Square) -> Refused:
    """Why a square out of reach is not walked to. [ISH-MOVE-01..05, ISH-Q-52]"""
    try:
        check_movement_kept(player)
    except Refused as lost:
        return lost
    if (obstacle := why_not_enter(state, player, square)) is not None:
        code, message, rule = obstacle
        return refused(code, message, rule, field="to", hint="Choose another square.")
    if square == player.at:
        message = f"{player.id} already stands there."
        return refused("not_adjacent", message, "ISH-MOVE-01", field="to", hint="Choose another square.")
    walk = walks(state, player, ANYWHERE).get(square)
    if walk is None:
        message = f"No way leads to ({square[0]}, {square[1]})."
        return refused("no_movement", message, "ISH-MOVE-01", field="to", hint="Choose another square.")
    left = movement_left(state, player)
    message = f"The way there costs {walk.cost} of the movement; {player.id} has {left} left."
    hint = "Choose a nearer square, or Dash or burn first."
    return refused("no_movement", message, "ISH-MOVE-04", field="to", hint=hint)


# What may be measured


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
