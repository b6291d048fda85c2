"""Where a model can go, as a finite list: the points of interest on a table, each with a way that `walk` accepts.

For what a page offers to click and a bot to choose from; any other way is judged by the same `walk` and `refusal`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal, TypeAlias

import msgspec

from rules.istra.geometry.engaging import Contact, come_into_contact
from rules.istra.geometry.gaps import REACH, Base, spot, within
from rules.istra.geometry.lengths import half_up, toward
from rules.istra.geometry.paths import CLIMB, WalkResult, Way, refusal, walk
from rules.istra.geometry.places import beyond
from rules.istra.geometry.routes import route
from rules.istra.geometry.shapes import edge_points
from rules.istra.geometry.table import Body, Table, edge_distances, first_wall, on_board
from rules.istra.terrain import Edge, Place, Point

GoalKind = Literal["contact", "item", "top", "cover", "edge", "ring"]
KINDS: tuple[GoalKind, ...] = ("contact", "item", "top", "cover", "edge", "ring")
COMPASS: tuple[Point, ...] = (
    (1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707), (-924, 383),
    (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924), (707, -707), (924, -383),
)  # fmt: skip
BACK_OFF = 3
"""How far short of a wall a way ends that was cut there, in hundredths."""
BY_THE_CORNER = 10
"""How wide of a corner a way around it passes, in hundredths."""


class Trip(msgspec.Struct, frozen=True, gc=False):
    """What a movement is made with: the table, who moves, how far, and who else is there."""

    table: Table
    mover: Base
    allowance: int
    foes: tuple[Base, ...] = ()
    friends: tuple[Base, ...] = ()
    left_behind: frozenset[str] = frozenset()
    climb: int = CLIMB

    def follow(self, way: Way, budget: int | None = None) -> WalkResult:
        """The way as this model walks it."""
        return walk(self.table, self.mover, way, self.foes, self.friends, left_behind=self.left_behind, budget=budget)


class Goal(msgspec.Struct, frozen=True, gc=False):
    """A place to go: what for, the way there, and what becomes of it. `about`: the enemy, item, piece or edge.

    `contact`: where an engaged model is shifted to, and with whom it is Engaged.
    """

    kind: GoalKind
    about: str
    way: Way
    walked: WalkResult
    contact: Contact | None = None

    @property
    def at(self) -> Place:
        return self.contact.at if self.contact else self.walked.at


def waypoints(way: Way) -> tuple[tuple[Place, ...], tuple[int, ...]]:
    """A way as a command writes it: the path without its start, and which of its points are jumped to."""
    return way.places[1:], tuple(number - 1 for number in way.jumps)


Course: TypeAlias = Callable[[], Goal | None]
"""A goal that is worked out when it is asked for; `None` when it cannot be reached."""


def reach(trip: Trip, items: tuple[tuple[str, Place], ...] = (), directions: int = 16) -> tuple[Goal, ...]:
    """Representative goals, no two by the same way: enemies to engage, items, tops, cover, edges, rings."""
    found: dict[Way, Goal] = {}
    for kind in KINDS:
        for course in courses(trip, kind, items, directions):
            if goal := course():
                found.setdefault(goal.way, goal)
    return tuple(found.values())


def courses(
    trip: Trip, kind: GoalKind, items: tuple[tuple[str, Place], ...] = (), directions: int = 16
) -> tuple[Course, ...]:
    """What `reach` lists of one kind, each goal still to be worked out: for who wants one of them.

    The rings are the ends of the whole and of half the allowance in so many directions (2, 4, 8 or 16), cut by
    terrain. A way to something else that ends at an enemy is left to the contacts.
    """
    if kind == "item":
        found = _items(trip, items)
    else:
        found = _ring(trip, directions) if kind == "ring" else _COURSES[kind](trip)
    return tuple(partial(_elsewhere, trip, course) for course in found)


def _elsewhere(trip: Trip, course: Course) -> Goal | None:
    """A goal unless it is where one is and changes nothing: over the edge, or Engaged, one is elsewhere."""
    goal = course()
    changes = goal is not None and (goal.at != trip.mover.at or goal.walked.stop != "end")
    return goal if changes else None


def goal_at(trip: Trip, kind: GoalKind, about: str, stops: tuple[Point, ...], *, cut: bool = False) -> Goal | None:
    """The goal at the end of a way over points on the map; `None` when that is no legal movement.

    `cut`: a way that cannot be gone to its end is gone as far as possible.
    """
    way = route(trip.table, trip.mover.at, stops)
    walked = trip.follow(way)
    if cut:
        way, walked = _cut(trip, way, walked)
    if refusal(walked, trip.allowance, trip.climb) is not None:
        return None
    if walked.stop != "engaged":
        return Goal(kind, about, way, walked)
    foe = next(foe for foe in trip.foes if foe.id == walked.near[0])
    contact = come_into_contact(trip.table, trip.mover.moved(walked.at), foe, trip.foes, trip.friends)
    return Goal("contact", foe.id, way, walked, contact) if contact else None


def _cut(trip: Trip, way: Way, walked: WalkResult) -> tuple[Way, WalkResult]:
    """A way as far as it can be gone. Where it was cut is rounded; if that costs too much it ends sooner."""
    for budget in (trip.allowance, trip.allowance - 2):
        if walked.stop == "blocked" or refusal(walked, trip.allowance, trip.climb) is not None:
            there = trip.follow(way, budget)
            shorter = _shortened(there.way) if there.stop == "blocked" else there.way
            walked = trip.follow(shorter)
            if refusal(walked, trip.allowance, trip.climb) is None:
                return shorter, walked
    return way, walked


def _shortened(way: Way) -> Way:
    """A way that ends a little before its last place."""
    *_, before, last = way.places
    apart = abs(last[0] - before[0]) + abs(last[1] - before[1])
    end = (
        (*toward(last[:2], before[:2], BACK_OFF), last[2]) if apart > 2 * BACK_OFF and last[2] == before[2] else before
    )
    return Way((*way.places[:-1], end), tuple(jump for jump in way.jumps if jump < len(way.places) - 1))


def _contacts(trip: Trip) -> Iterator[Course]:
    """To each enemy in reach."""
    for foe in trip.foes:
        if _in_range(trip, foe.at[:2], trip.mover.radius + foe.radius + REACH):
            yield partial(_contact, trip, foe)


def _contact(trip: Trip, foe: Base) -> Goal | None:
    """Straight at an enemy, else around one corner of what is in the way."""
    return goal_at(trip, "contact", foe.id, (foe.at[:2],)) or next(_around(trip, foe), None)


def _around(trip: Trip, foe: Base) -> Iterator[Goal]:
    wall = first_wall(trip.table, trip.mover.at, (*foe.at[:2], trip.mover.at[2]))
    for corner in edge_points(wall[1].shape) if wall else ():
        by = _outside(corner, wall[1].shape.middle, BY_THE_CORNER) if wall else corner
        if _in_range(trip, by, 0) and (goal := goal_at(trip, "contact", foe.id, (by, foe.at[:2]))):
            yield goal


def _unmet(trip: Trip, kind: GoalKind, about: str, to: Point, cut: bool = False) -> Goal | None:
    """The goal at the end of a straight way on which no enemy is met."""
    goal = goal_at(trip, kind, about, (to,), cut=cut)
    return goal if goal is not None and goal.contact is None else None


def _items(trip: Trip, items: tuple[tuple[str, Place], ...]) -> Iterator[Course]:
    """To where an item can be taken up. [IST-Q-28]"""
    for item, place in items:
        if _in_range(trip, place[:2], trip.mover.radius + REACH):
            yield partial(_item, trip, item, place)


def _item(trip: Trip, item: str, place: Place) -> Goal | None:
    goal = _unmet(trip, "item", item, place[:2], cut=True)
    return goal if goal and within(trip.mover.moved(goal.at), spot(place), REACH) else None


def _tops(trip: Trip) -> Iterator[Course]:
    """Onto what one can stand on."""
    for body in trip.table.decks:
        if _in_range(trip, body.shape.middle, 0):
            yield partial(_top, trip, body)


def _top(trip: Trip, body: Body) -> Goal | None:
    goal = _unmet(trip, "top", body.piece.id, body.shape.middle)
    return goal if goal and goal.at[2] == body.top else None


def _covers(trip: Trip) -> Iterator[Course]:
    """To the corners of what hides."""
    beside = trip.mover.radius + BY_THE_CORNER + 1
    for body in trip.table.screens:
        near = _in_range(trip, body.shape.middle, body.shape.radius + beside)
        for by in corners_of(body, trip.mover.radius) if near else ():
            if on_board(trip.table, by) and _in_range(trip, by, 0):
                yield partial(_unmet, trip, "cover", body.piece.id, by)


def corners_of(body: Body, radius: int) -> Iterator[Point]:
    """Where a base of that radius stands beside the corners of a piece."""
    for corner in edge_points(body.shape):
        yield _outside(corner, body.shape.middle, radius + BY_THE_CORNER)


def _edges(trip: Trip) -> Iterator[Course]:
    """Straight over each edge in reach, the nearest first."""
    for distance, edge in sorted(edge_distances(trip.table, trip.mover.at[:2]), key=lambda one: one[0]):
        if distance <= trip.allowance:
            yield partial(_over, trip, edge)


def _over(trip: Trip, edge: Edge) -> Goal | None:
    goal = _unmet(trip, "edge", edge, beyond(trip.table, trip.mover.at[:2], edge))
    return goal if goal and goal.walked.stop == "left" else None


def _ring(trip: Trip, directions: int) -> Iterator[Course]:
    """All round, as far as one comes and half as far."""
    for distance, number in ((trip.allowance, directions), (trip.allowance // 2, directions // 2)):
        for direction in COMPASS[:: len(COMPASS) // number]:
            yield partial(_out, trip, direction, distance)


def _out(trip: Trip, direction: Point, distance: int) -> Goal | None:
    to = _on_the_board(trip, direction, distance)
    return _unmet(trip, "ring", "", to, cut=True) if to != trip.mover.at[:2] else None


_COURSES: dict[GoalKind, Callable[[Trip], Iterator[Course]]] = {
    "contact": _contacts,
    "top": _tops,
    "cover": _covers,
    "edge": _edges,
}


def _on_the_board(trip: Trip, direction: Point, distance: int) -> Point:
    """The point so far in a direction, or on the edge where that would be off the board."""
    x, y, _ = trip.mover.at
    dx, dy = direction
    across = (trip.table.width - x) if dx > 0 else x
    along = (trip.table.depth - y) if dy > 0 else y
    rooms = [room * 1000 // abs(rate) for room, rate in ((across, dx), (along, dy)) if rate]
    shorter = max(0, min(distance, *rooms))
    return x + half_up(dx * shorter, 1000), y + half_up(dy * shorter, 1000)


def _outside(corner: Point, middle: Point, distance: int) -> Point:
    """The point so far beyond a corner, seen from the middle of its piece."""
    return toward(corner, (2 * corner[0] - middle[0], 2 * corner[1] - middle[1]), distance)


def _in_range(trip: Trip, point: Point, more: int) -> bool:
    x, y, _ = trip.mover.at
    return (point[0] - x) ** 2 + (point[1] - y) ** 2 <= (trip.allowance + more) ** 2
