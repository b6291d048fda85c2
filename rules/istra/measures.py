"""What may be measured on the table: gaps, sight and cover, ranges, and how far one comes. Lengths in hundredths."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from rules.istra.decide.targets import distance_of, is_in_melee, is_loaded, look, reach_of
from rules.istra.decide.travelling import allowance, climb_left, sprint_allowance
from rules.istra.geometry.gaps import spot
from rules.istra.geometry.lengths import at_most
from rules.istra.geometry.reach import reach, waypoints
from rules.istra.legal.walks import lying, trips
from rules.istra.questions import are_enemies, base_of, engaged_with, get, on_board, spacing
from rules.istra.state import Activation, Model, State
from rules.istra.tables import WEAPONS
from rules.kernel.messages import tag_of
from rules.kernel.reading import Json


def measure(state: State) -> Iterator[Json]:
    """Each model to each other and to the items that lie there; how far each moves; where the active one can go."""
    there = list(on_board(state))
    for one, other in permutations(there, 2):
        yield {"measure": "between", "from": one.id, "to": other.id, **_between(state, one, other)}
    for one in there:
        for item, place in lying(state):
            yield {"measure": "item", "from": one.id, "to": item, "gap": spacing(state, base_of(one), spot(place))}
    for one in there:
        yield {"measure": "movement", "model": one.id, **_movement(state, one)}
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Activation) and get(state, top.model).pos is not None:
        yield from _ways(state, get(state, top.model))


def _between(state: State, one: Model, other: Model) -> Json:
    """The gap, what one sees of the other, and how far the weapon in hand carries to it (none: a melee weapon).

    `height`: how much higher one stands. `into_melee`: a shot at the other goes into melee. [IST-SIGHT-01..07]
    """
    apart, seen = distance_of(state, one, other), look(state, one, other)
    line: Json = {"gap": apart, "height": seen.height, "enemies": are_enemies(state, one, other)}
    line["engaged"] = other.id in engaged_with(state, one.id)
    line |= {"los": seen.los, "cover": seen.cover, "lines": list(seen.lines), "source": seen.source}
    weapon = WEAPONS.get(one.active_weapon)
    if weapon is not None and weapon.range:
        far = reach_of(state, one, other, weapon)
        line |= {"weapon": weapon.name, "range": far, "in_range": at_most(apart, far)}
        line |= {"loaded": is_loaded(one, weapon.name), "into_melee": is_in_melee(state, one, other)}
    return line


def _movement(state: State, model: Model) -> dict[str, int]:
    """How far a Move and a Sprint go, and how high a movement may climb now. [IST-MOVE-01, IST-MOVE-03, IST-MOVE-15]"""
    return {
        "move": allowance(state, model),
        "sprint": sprint_allowance(state, model),
        "climb": climb_left(state, model),
    }


def _ways(state: State, model: Model) -> Iterator[Json]:
    """The ways that `legal` lists, each with what it costs and where it ends."""
    for order, trip in trips(state, model):
        for goal in reach(trip, lying(state)):
            path, jumps = waypoints(goal.way)
            yield {
                "measure": "way",
                "model": model.id,
                "order": tag_of(order),
                "kind": goal.kind,
                "about": goal.about,
                "cost": goal.walked.cost,
                "allowance": trip.allowance,
                "at": list(goal.at),
                "path": [list(place) for place in path],
                **({"jumps": list(jumps)} if jumps else {}),
            }
