"""Where the player whose go it is can walk, step by step, and who may react on the way. [ISH-MOVE-01..05]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from rules.ishmek.arena import COMPASS, adjacent, shifted
from rules.ishmek.commands import Square
from rules.ishmek.decide.goes import path_over_mates
from rules.ishmek.decide.windows import who_can_react
from rules.ishmek.events import Stepped
from rules.ishmek.evolve import evolve
from rules.ishmek.questions import can_enter, free_neighbours, get, held_teams, movement_left, step_cost
from rules.ishmek.state import Player, State


class Walk(NamedTuple):
    """The squares of a walk, without the first, and what it costs of the movement."""

    squares: tuple[Square, ...]
    cost: int


def walks(state: State, player: Player) -> dict[Square, Walk]:
    """Each square in reach with a cheapest walk to it, if nobody reacts; of who has lost the movement none.

    A step is what `goes.check_step` takes: to a neighbour, or by house rule over a team mate for twice the cost. Of
    walks that cost the same, the one with the fewest diagonal steps: it looks the straightest.
    """
    if player.move_roll == "lost" or player.at is None:
        return {}
    left = movement_left(state, player)
    found = {player.at: Walk((), 0)}
    edges = {0: [player.at]}
    for spent in range(left):
        for here in edges.get(spent, ()):
            for to, cost in _steps(state, player, here):
                walk, known = Walk((*found[here].squares, to), spent + cost), found.get(to)
                if walk.cost > left or (known is not None and not _is_better(player.at, walk, known)):
                    continue
                found[to] = walk
                if known is None:
                    edges.setdefault(walk.cost, []).append(to)
    del found[player.at]
    return found


def _is_better(start: Square, walk: Walk, known: Walk) -> bool:
    return walk.cost == known.cost and _diagonals(start, walk) < _diagonals(start, known)


def _diagonals(start: Square, walk: Walk) -> int:
    return sum(one[0] != other[0] and one[1] != other[1] for one, other in pairwise((start, *walk.squares)))


def _steps(state: State, player: Player, at: Square) -> Iterator[tuple[Square, int]]:
    """The squares one step from `at`, each with its cost."""
    cost = step_cost(player)
    yield from ((square, cost) for square in free_neighbours(state, player, at))
    if state.rules.pass_allies == "off":
        return
    there = replace(player, at=at)
    for way in COMPASS:
        to = shifted(shifted(at, way), way)
        if path_over_mates(state, there, to) and can_enter(state, there, to):
            yield to, 2 * cost


def windows_on(state: State, player: str, walk: Walk) -> list[tuple[Square, tuple[str, ...]]]:
    """The steps of a walk that open a reaction window, with who may react, as if all passed on each before."""
    windows = []
    for square in walk.squares:
        mover = get(state, player)
        if mover.at is None:
            break
        cost = step_cost(mover) * (1 if adjacent(mover.at, square) else 2)
        step = Stepped(player=player, start=mover.at, to=square, cost=cost, orbs=held_teams(state, player))
        state = evolve(state, step)
        if reactors := who_can_react(state, state.agenda, player):
            windows.append((square, reactors))
    return windows
