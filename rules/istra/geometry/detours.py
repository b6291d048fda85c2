"""Ways around what bars the straight one: pieces that cannot be walked through or climbed, and enemies.

Only the centre of a model meets terrain, and an enemy stops it within 1 inch: so a shortest way turns at the corners
of pieces, and at points about an enemy. [IST-MOVE-05, IST-Q-14, IST-Q-128]
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

import msgspec

from rules.istra.geometry.gaps import REACH, Base, engages, engaging_radii
from rules.istra.geometry.lengths import at_most, half_up, length
from rules.istra.geometry.paths import WalkResult, Way
from rules.istra.geometry.reach import BY_THE_CORNER, COMPASS, Trip, corners_of
from rules.istra.geometry.routes import route
from rules.istra.geometry.table import Body, apart, first_wall, on_board
from rules.istra.terrain import Place, Point

MOST_LEGS = 1_500
"""So many straight parts are tried before a way counts as not found."""
WIDER = 1_020
"""How far out the points about a circle lie, in thousandths of it: the lines between them stay clear of it."""
CLEAR = 4
"""How much farther, in hundredths, for what is rounded."""


class _Leg(NamedTuple):
    """A straight part of a way, and what it costs in hundredths."""

    way: Way
    cost: int


class _Try(NamedTuple):
    """A way so far and the point that it goes on to; sorted by what it costs at least in the end."""

    least: int
    number: int
    cost: int
    way: Way
    point: Point


def detour(trip: Trip, to: Point) -> Way | None:
    """A cheapest way to a point or to the enemy beside it, straight or round what is in the way; None: none is found.

    It may be longer than the allowance; who stands at its end is not asked. No straight part of it climbs more
    than the trip may.
    """
    search = _Search(trip, to)
    while True:
        known = len(search.points)
        way = search.cheapest()
        if len(search.points) == known or len(search.legs) > MOST_LEGS:
            return way


class _Search:
    """A search that learns what is in the way: the points about that are where the next round may turn."""

    def __init__(self, trip: Trip, to: Point) -> None:
        self.trip, self.to = msgspec.structs.replace(trip, friends=()), to
        self.points: dict[str, tuple[Point, ...]] = {}
        self.legs: dict[tuple[Place, Point], _Leg | None] = {}
        self.numbers = count()
        for body in trip.table.thickets:
            if not apart(body.shape.box, trip.mover.at, to):
                self.learn(body)

    def learn(self, bar: Body | Base) -> None:
        name = f"piece {bar.piece.id}" if isinstance(bar, Body) else bar.id
        if name not in self.points:
            found = _about_piece(bar) if isinstance(bar, Body) else _about_foe(self.trip.mover, bar)
            self.points[name] = tuple(point for point in found if on_board(self.trip.table, point))

    def cheapest(self) -> Way | None:
        """The cheapest way that turns at known points only. A part is looked at when no cheaper one is left."""
        start = self.trip.mover.at
        best, queue = {start: 0}, list[_Try]()
        self._push(queue, 0, Way((start,)))
        while queue and len(self.legs) <= MOST_LEGS:
            found = heappop(queue)
            at = found.way.places[-1]
            leg = self._leg(at, found.point) if best[at] >= found.cost else None
            if leg is None:
                continue
            way, cost, end = _joined(found.way, leg.way), found.cost + leg.cost, leg.way.places[-1]
            if found.point == self.to:
                if not queue or cost <= queue[0].least:
                    return way
                heappush(queue, found._replace(least=cost, number=next(self.numbers)))
            elif cost < best.get(end, cost + 1):
                best[end] = cost
                self._push(queue, cost, way)
        return None

    def _push(self, queue: list[_Try], cost: int, way: Way) -> None:
        """Everywhere that a way may go on to, by what that costs where nothing is in the way."""
        x, y, _ = way.places[-1]
        for points in ((self.to,), *self.points.values()):
            for point in points:
                least = cost + length(point[0] - x, point[1] - y) + self._rest(point)
                heappush(queue, _Try(least, next(self.numbers), cost, way, point))

    def _rest(self, at: Point) -> int:
        return length(at[0] - self.to[0], at[1] - self.to[1])

    def _leg(self, at: Place, point: Point) -> _Leg | None:
        if (at, point) not in self.legs:
            self.legs[at, point] = self._straight(at, point)
        return self.legs[at, point]

    def _straight(self, at: Place, point: Point) -> _Leg | None:
        """The straight way between two points if it can be gone; else what bars it is learned."""
        trip = self.trip
        if at[:2] == point:
            return None
        way = route(trip.table, at, (point,), most=trip.climb)
        walked = trip.follow(way)
        if self._is_gone(walked, point) and at_most(walked.climbed, trip.climb):
            return _Leg(way, walked.cost)
        if walked.stop == "engaged":
            self.learn(next(foe for foe in trip.foes if foe.id == walked.near[0]))
        elif walked.stop == "blocked" and (wall := first_wall(trip.table, walked.at, (*point, walked.at[2]))):
            self.learn(wall[1])
        return None

    def _is_gone(self, walked: WalkResult, point: Point) -> bool:
        """Whether it comes to its end; the last part also where it meets an enemy beside that, or leaves the table."""
        if walked.stop == "end" or point != self.to:
            return walked.stop == "end"
        met = [foe for foe in self.trip.foes if foe.id in walked.near]
        beside = any(engages(self.trip.mover.moved((*point, foe.at[2])), foe) for foe in met)
        return walked.stop == "left" or beside


def _joined(way: Way, more: Way) -> Way:
    jumps = tuple(number + len(way.places) - 1 for number in more.jumps)
    return Way((*way.places, *more.places[1:]), (*way.jumps, *jumps))


def _about_piece(body: Body) -> Iterator[Point]:
    if body.shape.faces:
        return corners_of(body, 0)
    return _about(body.shape.middle, body.shape.radius + BY_THE_CORNER)


def _about_foe(mover: Base, foe: Base) -> Iterator[Point]:
    return _about(foe.at[:2], engaging_radii(mover, foe) + REACH)


def _about(middle: Point, radius: int) -> Iterator[Point]:
    """Points about a circle, so many that ways between neighbours pass it by."""
    far = half_up(radius * WIDER, 1_000) + CLEAR
    for dx, dy in COMPASS:
        yield middle[0] + half_up(dx * far, 1_000), middle[1] + half_up(dy * far, 1_000)
