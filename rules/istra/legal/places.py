"""What may be put where: models deployed or appearing, pieces cleared away, walls. [IST-D-01, IST-D-02, IST-D-17]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from random import Random

from rules.istra import commands as co
from rules.istra.decide.deploying import check_nobody_stuck, clearable, waiting_models, walls_of
from rules.istra.geometry.gaps import Base
from rules.istra.geometry.lengths import half_up
from rules.istra.geometry.places import deployment_refusal
from rules.istra.geometry.reach import COMPASS, corners_of
from rules.istra.geometry.shapes import outline
from rules.istra.geometry.table import Table, highest_surface, lay_table, on_board
from rules.istra.legal.asking import allows
from rules.istra.questions import foes_of, friends_of, get, side_of, table_of
from rules.istra.state import Model, State
from rules.istra.tables import WEAPONS
from rules.istra.terrain import Board, Place, Point, Terrain

COLUMNS = 12
"""How many places of a grid lie side by side along the longer side of a zone."""
FINEST = 25
"""The least distance of a grid's places, in hundredths: a zone in which nobody fits so has no room."""
Box = tuple[int, int, int, int]


# Before the first turn


def clearings(state: State) -> Iterator[co.RemoveTerrain]:
    """What Clear the Area may take away: pieces that follow one another on the table's list. [IST-D-17, IST-Q-106]"""
    pieces = clearable(state)
    most = min(state.rules.clear_pieces or len(pieces), len(pieces))
    for count in range(1, most + 1):
        for first in range(len(pieces) - count + 1):
            ids = pieces[first : first + count]
            left = tuple(piece for piece in state.terrain if piece.id not in ids)
            if allows(check_nobody_stuck, state, left, "ids"):
                yield co.RemoveTerrain(ids=ids)


def walls(state: State) -> Iterator[co.PlaceWalls]:
    """Walls: one section, or a row of as many as there are. [IST-D-17, IST-Q-107]"""
    rules = state.rules
    wide = rules.wall_length
    assert state.invasion is not None
    left, bottom, right, top = box = box_of(state, state.invasion.defender)
    apart = max(1, wide // 2, (right - left) // COLUMNS), max(1, wide // 2, (top - bottom) // COLUMNS)
    for middle in grid(box, apart):
        alone = (co.WallSection(centre=middle, along="x"),), (co.WallSection(centre=middle, along="y"),)
        row = tuple(
            co.WallSection(centre=(middle[0] + place * wide, middle[1]), along="x")
            for place in range(rules.wall_sections)
        )
        for sections in (*alone, *((row,) if len(row) > 1 else ())):
            if allows(walls_of, state, sections):
                yield co.PlaceWalls(sections=sections)


# Deployment


def deployments(state: State, seat: str) -> Iterator[co.Deploy | co.Concede]:
    """Every waiting model of a seat at every representative place of its zone, with each weapon. [IST-D-01]"""
    waiting = [get(state, name) for name in waiting_models(state, seat)]
    places = {model.id: standing_places(state, model) for model in waiting}
    for model in waiting:
        for place in places[model.id]:
            for weapon in weapons_of(model):
                yield co.Deploy(model=model.id, pos=place, active_weapon=weapon)
    if waiting and not any(places.values()):
        yield co.Concede(side=waiting[0].side)


def weapons_of(model: Model) -> tuple[str | None, ...]:
    """What a model may be deployed with: what its roster says, or another weapon that it carries."""
    carried = dict.fromkeys(item for item in model.equipment if item in WEAPONS and item != model.active_weapon)
    return (None, *carried)


def draw_deployment(state: State, seat: str, rng: Random) -> co.Deploy | co.Concede:
    """One of `deployments`, found without judging all places."""
    waiting = [get(state, name) for name in waiting_models(state, seat)]
    for model in rng.sample(waiting, len(waiting)):
        fits = place_check(state, model)
        for found in _finer(state, model):
            for place in rng.sample(found, len(found)):
                if fits(place):
                    return co.Deploy(model=model.id, pos=place, active_weapon=rng.choice(weapons_of(model)))
    return co.Concede(side=waiting[0].side)


def standing_places(state: State, model: Model) -> tuple[Place, ...]:
    """Where a waiting model may stand: the first grid that has room, corners and tops besides. [IST-SETUP-06]"""
    fits = place_check(state, model)
    for found in _finer(state, model):
        if fitting := tuple(filter(fits, found)):
            return fitting
    return ()


def place_check(state: State, model: Model) -> Callable[[Place], bool]:
    """Whether a waiting model may stand at a place, to be asked of many. [IST-SETUP-06]"""
    table, zone = table_of(state), side_of(state, model.side).zone
    zones = None if zone is None else (zone,)
    foes, friends = foes_of(state, model), friends_of(state, model)

    def fits(place: Place) -> bool:
        base = Base(model.id, place, model.radius, model.height)
        return not deployment_refusal(table, base, zones, foes, friends)

    return fits


def _finer(state: State, model: Model) -> Iterator[tuple[Place, ...]]:
    """Places in the box of a model's zone by ever finer grids."""
    left, bottom, right, top = box = box_of(state, model.side)
    step = 2 * max(right - left, top - bottom, COLUMNS * FINEST) // COLUMNS
    while step > FINEST:
        step = max(FINEST, step // 2)
        yield places_in(state.board, state.terrain, box, step, model.radius)


@lru_cache(maxsize=256)
def places_in(board: Board, pieces: tuple[Terrain, ...], box: Box, step: int, radius: int) -> tuple[Place, ...]:
    """Places of a grid in a box, beside corners and on the middles of pieces in it. Kept: many models ask for them."""
    table = lay_table(board.width, board.depth, pieces)
    left, bottom, right, top = box
    beside = (point for body in table.bodies for point in (*corners_of(body, radius), body.shape.middle))
    inside = (point for point in beside if left <= point[0] <= right and bottom <= point[1] <= top)
    return tuple(dict.fromkeys(grounded(table, (*grid(box, (step, step)), *inside))))


def box_of(state: State, side: str) -> Box:
    """The box round a side's zone; the whole table where it has none."""
    zone = side_of(state, side).zone
    if zone is None:
        return 0, 0, state.board.width, state.board.depth
    left, bottom, right, top = outline(zone).box
    return max(0, left), max(0, bottom), min(state.board.width, right), min(state.board.depth, top)


def grid(box: Box, apart: Point) -> Iterator[Point]:
    """Points of a box so far apart in x and in y, the rows in its middle."""
    left, bottom, right, top = box
    for x in _marks(left, right, apart[0]):
        for y in _marks(bottom, top, apart[1]):
            yield x, y


def _marks(low: int, high: int, step: int) -> range:
    """Numbers from low to high so far apart, as much room before the first as after the last."""
    return range(low + (high - low) % step // 2, high + 1, step)


def grounded(table: Table, points: Iterable[Point]) -> Iterator[Place]:
    """Points on the table with the height of what one stands on there."""
    for point in points:
        if on_board(table, point) and (height := highest_surface(table, point)) is not None:
            yield *point, height


# Appearing elsewhere


def landings(state: State, model: Model, far: int) -> Iterator[Place]:
    """Places up to so far away where a model may want to appear: rings round it, beside enemies, corners, tops.

    Whether it may is not asked yet.
    """
    assert model.pos is not None
    table, (x, y, _) = table_of(state), model.pos
    rings = [
        (x + half_up(dx * distance, 1000), y + half_up(dy * distance, 1000))
        for distance in (far, far // 2)
        for dx, dy in COMPASS[::2]
    ]
    beside = [
        (other.pos[0] + sign * (other.radius + model.radius), other.pos[1])
        for other in state.models
        if other.pos is not None and other.id != model.id
        for sign in (1, -1)
    ]
    pieces = [point for body in table.bodies for point in (*corners_of(body, model.radius), body.shape.middle)]
    yield from dict.fromkeys(grounded(table, (*rings, *beside, *pieces)))
