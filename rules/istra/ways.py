"""The way to a far place: round what bars it, over a Move and a Sprint, and who may shoot at its end.

A movement is one continuous path and costs an action, so a way is gone in as many movements as there are actions for
it, each as long as its allowance; enemies met on arrival may answer with a Charged shot.
[IST-MOVE-01..08, IST-MOVE-15, IST-REACT-01, IST-Q-14, IST-Q-17, IST-Q-128]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from rules.istra import commands as co
from rules.istra.decide.travelling import allowance, has_room, may_charge, plan, sprint_allowance
from rules.istra.geometry.detours import detour
from rules.istra.geometry.engaging import come_into_contact
from rules.istra.geometry.lengths import inches
from rules.istra.geometry.paths import CLIMB, STEP, WalkResult, Way, refusal
from rules.istra.geometry.reach import Trip, waypoints
from rules.istra.geometry.routes import route
from rules.istra.geometry.table import on_board, surfaces
from rules.istra.legal.walks import trip_of
from rules.istra.questions import engaged_with
from rules.istra.state import Model, State
from rules.istra.terrain import Place
from rules.kernel.errors import Refused

BACK_OFF = (0, 2, 10, 25, 50, 75, 100, 150, 200)
"""By how many hundredths less than its allowance a Move may end, where nobody can stand at its very end."""


class Part(NamedTuple):
    """One movement of a way: the command, what becomes of it, how far it might lead, who may shoot at its end."""

    order: co.Walk
    walked: WalkResult
    allowance: int
    shooters: tuple[str, ...] = ()


class Passage(NamedTuple):
    """A way as it would be gone: all of it, its movements in order, or why it cannot be gone. `round`: by a detour."""

    walked: WalkResult
    parts: tuple[Part, ...]
    refused: Refused | None = None
    round: bool = False


class _Stage(NamedTuple):
    """A movement that there is an action for."""

    kind: type[co.Walk]
    trip: Trip


def ways_to(state: State, model: Model, kind: type[co.Walk], path: co.Path, jumps: tuple[int, ...] = ()) -> Passage:
    """The way over waypoints that begins with a Move, Disengage or Sprint.

    A waypoint with a height, or one that is jumped to, is gone to as it is named; any other straight, or round what
    is in the way where that is possible, or cheaper.
    """
    stages = tuple(_stages(state, model, kind))
    trip = stages[0].trip
    named = route(trip.table, trip.mover.at, path, jumps)
    found = _round(trip, path, jumps)
    for way in _candidates(trip, path, jumps, found, named):
        parts = _parts(state, model, stages, way)
        if len(parts) == 1 and way == named:
            parts = (parts[0]._replace(order=kind(model=model.id, path=path, jumps=jumps)),)
        if parts:
            return Passage(trip.follow(way), parts, round=way != named)
    walked = trip.follow(named if found is None else found)
    return Passage(walked, (), _refused(state, model, stages, path, jumps, found), round=found not in (None, named))


def _candidates(trip: Trip, path: co.Path, jumps: tuple[int, ...], found: Way | None, named: Way) -> Iterator[Way]:
    """The cheapest way, the cheapest without climbs, the way as it is named."""
    if found is not None:
        yield found
        level = _round(replace(trip, climb=STEP), path, jumps) if trip.follow(found).climbed else None
        if level is not None:
            yield level
    yield named


def _stages(state: State, model: Model, kind: type[co.Walk]) -> Iterator[_Stage]:
    """The movements there are actions for: a Sprint follows what was a Move. [IST-MOVE-07, IST-MOVE-15, IST-Q-17]"""
    behind = frozenset(engaged_with(state, model.id)) if kind is co.Disengage else frozenset()
    moves = kind is co.Move or (kind is co.Disengage and model.move_action > 0)
    far = allowance(state, model) if moves else sprint_allowance(state, model)
    yield _Stage(kind, trip_of(state, model, far, behind))
    if moves and model.standard_action:
        yield _Stage(co.Sprint, trip_of(state, model, sprint_allowance(state, model)))


def _round(trip: Trip, path: co.Path, jumps: tuple[int, ...]) -> Way | None:
    """A way over waypoints, round what is between them; None where one of them cannot be come to."""
    places: list[Place] = [trip.mover.at]
    jumped: list[int] = []
    for number, waypoint in enumerate(path):
        here = replace(
            trip, mover=trip.mover.moved(places[-1]), left_behind=frozenset() if number else trip.left_behind
        )
        way: Way | None
        if len(waypoint) == 3 or number in jumps:
            way = route(trip.table, places[-1], (waypoint,), (0,) if number in jumps else ())
        else:
            way = detour(here, (waypoint[0], waypoint[1])) if _may_end(trip, waypoint) else None
        if way is None:
            return None
        jumped += [len(places) - 1 + jump for jump in way.jumps]
        places += way.places[1:]
    return Way(tuple(places), tuple(jumped))


def _may_end(trip: Trip, point: Sequence[int]) -> bool:
    at = point[0], point[1]
    return not on_board(trip.table, at) or bool(surfaces(trip.table, at))


# Over the movements


def _parts(state: State, model: Model, stages: Sequence[_Stage], way: Way) -> tuple[Part, ...]:
    """A way by its movements; none where it cannot be gone with them."""
    first, *rest = stages
    if (only := _part(state, model, first, way)) is not None:
        return (only,)
    whole = first.trip.follow(way)
    if not rest or whole.stop == "blocked":
        return ()
    second = rest[0]
    for less in BACK_OFF:
        far = first.trip.allowance - less
        if far <= 0 or whole.cost - far > second.trip.allowance + 1:
            break
        begun, left = _cut(way, first.trip.follow(way, far).way)
        one = _part(state, model, first, begun)
        if one is None or one.walked.stop != "end" or left is None:
            continue
        climb = CLIMB if state.rules.climb_limit == "per_movement" else second.trip.climb - one.walked.climbed
        trip = replace(second.trip, mover=second.trip.mover.moved(one.walked.at), climb=climb)
        if (two := _part(state, model, second._replace(trip=trip), left)) is not None:
            return one, two
    return ()


def _cut(way: Way, begun: Way) -> tuple[Way, Way | None]:
    """A way as far as it was gone, and what is left of it."""
    at = 0
    for place in begun.places[:-1]:
        at = way.places.index(place, at)
    rest = (begun.places[-1], *way.places[at + 1 :])
    jumps = tuple(jump - at for jump in way.jumps if jump > at)
    return begun, Way(rest, jumps) if len(set(rest)) > 1 else None


def _part(state: State, model: Model, stage: _Stage, way: Way) -> Part | None:
    """A movement along a way; None where it is not legal. [IST-MOVE-02, IST-MOVE-03, IST-Q-117, IST-Q-128]"""
    trip = stage.trip
    walked = trip.follow(way)
    if refusal(walked, trip.allowance, trip.climb) is not None:
        return None
    if walked.near and not any(has_room(state, model, walked.at, foe) for foe in walked.near):
        return None
    path, jumps = waypoints(way)
    order = stage.kind(model=model.id, path=path, jumps=jumps)
    return Part(order, walked, trip.allowance, _shooters(state, trip, walked))


def _shooters(state: State, trip: Trip, walked: WalkResult) -> tuple[str, ...]:
    """Who may answer the contact at the end with a Charged shot. [IST-REACT-01, IST-REACT-02, IST-D-04]"""
    met: set[str] = set()
    for foe in trip.foes if walked.stop == "engaged" else ():
        if foe.id in walked.near:
            contact = come_into_contact(trip.table, trip.mover.moved(walked.at), foe, trip.foes, trip.friends)
            met |= set(contact.engaged) if contact else set()
    return tuple(sorted(foe for foe in met - trip.left_behind if may_charge(state, foe)))


# Why not


def _refused(
    state: State, model: Model, stages: Sequence[_Stage], path: co.Path, jumps: tuple[int, ...], found: Way | None
) -> Refused | None:
    """Why a way cannot be gone: it is too long for what is left, or what bars it. [IST-MOVE-02, IST-Q-128]"""
    trip = stages[0].trip
    walked = None if found is None else trip.follow(found)
    if walked is not None and (fault := refusal(walked, trip.allowance, trip.climb)) and fault[0] == "move_too_far":
        message = "The way is longer than the movement left."
        hint = f"It costs {inches(walked.cost)} of {_left(stages)}."
        return Refused("move_too_far", message, "IST-MOVE-02", field="path", hint=hint)
    moves: Literal["move", "sprint"] = "move" if trip.allowance == allowance(state, model) else "sprint"
    try:
        plan(state, model, path, jumps, moves, trip.left_behind)
    except Refused as why:
        if found is None and why.hint.startswith("Go round"):
            why.hint = "No way leads round it. Choose another place."
        return why
    return None


def _left(stages: Sequence[_Stage]) -> str:
    if len(stages) == 1:
        return inches(stages[0].trip.allowance)
    each = " and ".join(f"{inches(one.trip.allowance)} by {one.kind.__name__}" for one in stages)
    return f"{inches(sum(one.trip.allowance for one in stages))}: {each}"
