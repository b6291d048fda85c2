"""Ways over the table, waypoint by waypoint: the forms of a movement, how far it reaches, what a way comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from matches.documents import plain
from matches.pages.boards.common import listed
from matches.pages.boards.plane import disc, drawn, trail
from matches.pages.boards.questions import Questions
from rules.istra.commands import Disengage, Move, Sprint, Walk
from rules.istra.decide.flights import left_behind
from rules.istra.decide.travelling import allowance, climb_left, follow, sprint_allowance
from rules.istra.geometry.engaging import come_into_contact
from rules.istra.geometry.gaps import REACH
from rules.istra.geometry.lengths import WHOLE, at_most, between, inches, length
from rules.istra.geometry.paths import STEP, WalkResult, fall_damage
from rules.istra.geometry.places import flee_refusal
from rules.istra.geometry.reach import COMPASS, Goal, Trip, reach, waypoints
from rules.istra.geometry.routes import route
from rules.istra.geometry.table import Table, footing_ends, highest_surface, supported
from rules.istra.questions import base_of, engaged_with, foes_of, friends_of, get, table_of
from rules.istra.state import Model, State
from rules.istra.terrain import Place, Point
from rules.istra.ways import Passage, ways_to
from rules.kernel.messages import tag_of
from web.errors import Unreadable
from web.pages.fields import JUMP, Command, Field, Form, Spot, Stroke, Trial

Movement = Literal["move", "sprint", "disengage", "flee_path"]
Values = Mapping[str, Any]

TITLE: dict[str, str] = {
    "move": "Move",
    "sprint": "Sprint",
    "disengage": "Disengage",
    "flee_path": "Flee",
}
NOTE = (
    "Click the table to add a waypoint; click the last one again to go. Or enter inches from the left and from "
    "the bottom: 12.5, 4; 14, 6. A third number is a height; “jump” after a place jumps down to it."
)
FAR_NOTE = f"{NOTE} What is in the way is gone round, and a far place takes a Sprint as well."
GOAL_WORDS = {"item": "to {about}", "top": "on top of {about}", "cover": "beside {about}", "edge": "off the table"}
ORDERS: dict[str, type[Walk]] = {"move": Move, "sprint": Sprint, "disengage": Disengage}
MOST_FAR = 10_000
RING = 20
"""How far a ring lies from the base that it is about, in hundredths."""
Jumped = tuple[list[list[int]], list[int]]
"""Waypoints, and which of them are jumped to."""
TRIES = 6
"""By how many hundredths the edge may lie before the point where the ground is seen to end."""


def walk_form(q: Questions, model: Model, movement: Movement, *, folded: bool = False, far: int | None = None) -> Form:
    """The form of a movement on foot. `far`: how far a flight goes; any other limit follows from the movement."""
    state = q.state
    limit = _limit(state, model, movement) if far is None else far
    field = Field("path", "Path", "path", help=NOTE if movement == "flee_path" else FAR_NOTE)
    name = "waypoints" if movement == "flee_path" else "path"

    def command(values: Values) -> Command:
        chosen = values["path"]
        if chosen is None:
            raise Unreadable("No way has been chosen.", "path", hint="Click the table where it is to go.")
        way, jumps = with_landings(table_of(state), base_of(model).at, chosen["path"], chosen["jumps"])
        return {"type": movement, "model": model.id, name: way} | ({"jumps": jumps} if jumps else {})

    def course(values: Values) -> Sequence[Command]:
        passage = _passage(state, model, command(values))
        return [plain(part.order) for part in passage.parts] or [command(values)]

    trip = _trip(state, model, movement, limit)
    goals = _ways_out(trip) if movement == "flee_path" else _goals(state, trip)
    return Form(
        movement,
        f"{TITLE[movement]}, up to {inches(limit)}{_with_sprint(state, model, movement)}",
        TITLE[movement],
        (field,),
        command,
        note=_note(q, model, movement),
        folded=folded,
        trial=lambda values: _trial(q, model, movement, limit, command(values)),
        strokes=_reach_strokes(state, trip),
        spots=tuple(_spot(q, goal) for goal in goals),
        course=None if movement == "flee_path" else course,
        walker="" if movement == "flee_path" else f"{model.id} {state.turn}",
        stands=place_text(base_of(model).at[:2]),
    )


def _passage(state: State, model: Model, command: Command) -> Passage:
    """The way that a command of a movement names, gone round what bars it and by a Sprint where it is far."""
    path, jumps = tuple(map(tuple, command["path"])), tuple(command.get("jumps", ()))
    return ways_to(state, model, ORDERS[command["type"]], path, jumps)


def _limit(state: State, model: Model, movement: Movement) -> int:
    short = movement == "sprint" or (movement == "disengage" and not model.move_action)
    return sprint_allowance(state, model) if short else allowance(state, model)


def _with_sprint(state: State, model: Model, movement: Movement) -> str:
    """How far a Move comes with the Sprint that may follow it. [IST-MOVE-15]"""
    if movement != "move" or not model.standard_action:
        return ""
    return f" ({inches(allowance(state, model) + sprint_allowance(state, model))} with a Sprint)"


def _note(q: Questions, model: Model, movement: Movement) -> str:
    if movement == "disengage":
        foes = q.names.many(engaged_with(q.state, model.id))
        action = "Movement" if model.move_action else "Standard"
        return f"Leaves {foes} on a roll of 11 or more; the {action} action is spent either way."
    if movement == "flee_path":
        return "It stays more than an inch from enemies and ends nearer an edge. Without a path it does not move."
    return "Within an inch of an enemy it stops and is Engaged."


def _behind(state: State, model: Model, movement: Movement) -> frozenset[str]:
    """The enemies that do not stop the movement where it begins."""
    if movement == "disengage":
        return frozenset(engaged_with(state, model.id))
    return left_behind(state, model) if movement == "flee_path" else frozenset()


def _trip(state: State, model: Model, movement: Movement, limit: int) -> Trip:
    return Trip(
        table_of(state),
        base_of(model),
        limit,
        foes_of(state, model),
        friends_of(state, model),
        _behind(state, model, movement),
        climb_left(state, model),
    )


# What is drawn before a way is named


def _goals(state: State, trip: Trip) -> tuple[Goal, ...]:
    """The places worth going to: all that `reach` knows, but for the bare ends of the allowance."""
    items = tuple((item.id, item.pos) for item in state.items if item.pos is not None)
    return tuple(goal for goal in reach(trip, items, 4) if goal.kind != "ring")


def _ways_out(trip: Trip) -> tuple[Goal, ...]:
    goals = reach(trip)
    return tuple(
        goal for goal in goals if not flee_refusal(trip.table, trip.mover.at, goal.walked, trip.allowance, trip.climb)
    )


def _spot(q: Questions, goal: Goal) -> Spot:
    path, jumps = waypoints(goal.way)
    words = f"{_goal_words(q, goal)}, {inches(goal.walked.cost)}"
    return Spot(drawn(goal.at, q.state.board.depth), words, path_text(path, jumps))


def _goal_words(q: Questions, goal: Goal) -> str:
    if goal.kind == "contact":
        return f"into contact with {q.names.figure(goal.about)}"
    things = {item.id: item.name or item.id for item in q.state.items}
    things |= {piece.id: piece.name or piece.id for piece in q.state.terrain}
    return GOAL_WORDS.get(goal.kind, "here").format(about=things.get(goal.about, goal.about))


def _reach_strokes(state: State, trip: Trip) -> tuple[Stroke, ...]:
    """The allowance as a disc, how far straight ways come, and where enemies stop one."""
    depth, here = state.board.depth, trip.mover.at
    stops = [
        Stroke(disc(foe.at, foe.radius + trip.mover.radius + REACH, depth), "danger")
        for foe in trip.foes
        if _near(here, foe.at, trip.allowance + foe.radius + trip.mover.radius + REACH)
    ]
    straight = trail([_straight(trip, direction) for direction in _all_round()], depth) + "z"
    return (Stroke(disc(here, trip.allowance, depth), "allowance"), Stroke(straight, "reach"), *stops)


def _near(one: Place, other: Place, bound: int) -> bool:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= bound * bound


def _all_round() -> Iterator[Point]:
    """The directions of the compass, and one between each two."""
    for one, other in zip(COMPASS, (*COMPASS[1:], COMPASS[0]), strict=True):
        yield one
        dx, dy = one[0] + other[0], one[1] + other[1]
        size = length(dx, dy)
        yield 1000 * dx // size, 1000 * dy // size


def _straight(trip: Trip, direction: Point) -> Place:
    x, y, _ = trip.mover.at
    to = x + direction[0] * trip.allowance // 1000, y + direction[1] * trip.allowance // 1000
    return trip.follow(route(trip.table, trip.mover.at, (to,)), trip.allowance).at


# What a way comes to


def _trial(q: Questions, model: Model, movement: Movement, limit: int, command: Command) -> Trial:
    """A way as it would be gone, and why it would be refused."""
    path = command.get("path") or command.get("waypoints") or []
    if not path or any(abs(part) > MOST_FAR * 100 for place in path for part in place):
        return Trial(refused=q.dry_run(command)[1])
    if movement == "flee_path":
        return _flight(q, model, limit, command)
    passage = _passage(q.state, model, command)
    if not passage.parts:
        words = f"{inches(passage.walked.cost)} of {inches(limit)}."
        return Trial(words, _strokes(q.state, model, passage.walked), refused=passage.refused)
    need, refused = q.dry_run(plain(passage.parts[0].order))
    chance = f"{q.chance_of(need)}. " if need is not None else ""
    submit = ", ".join(f"{TITLE[tag_of(type(part.order))]} {inches(part.walked.cost)}" for part in passage.parts)
    return Trial(f"{chance}{_told(q, passage)}", _passage_strokes(q.state, model, passage), submit, refused)


def _flight(q: Questions, model: Model, limit: int, command: Command) -> Trial:
    jumps = tuple(command.get("jumps", ()))
    way = tuple(map(tuple, command["waypoints"]))
    walked = follow(q.state, model, way, jumps, _behind(q.state, model, "flee_path"))
    words = f"{_words(q, walked, limit)}."
    return Trial(words, _strokes(q.state, model, walked), f"Flee {inches(walked.cost)}", q.dry_run(command)[1])


def _told(q: Questions, passage: Passage) -> str:
    """What each movement of a way costs and comes to, and who may react on it."""
    first, *more = passage.parts
    words = _words(q, first.walked, first.allowance)
    if more:
        words = f"{TITLE[tag_of(type(first.order))]} {words}"
    for part in more:
        words += f"; then Sprint {_words(q, part.walked, part.allowance)}, with the Standard action"
    words += ". Goes round what is in the way." if passage.round else "."
    shooters = [who for part in passage.parts for who in part.shooters]
    return f"{words} {f'{q.names.many(shooters)} may shoot first' if shooters else 'Nobody may react on the way'}."


def _passage_strokes(state: State, model: Model, passage: Passage) -> tuple[Stroke, ...]:
    """All of a way; where a Sprint begins, and a ring about each enemy who may shoot."""
    *before, last = passage.parts
    depth = state.board.depth
    stops = [Stroke(disc(part.walked.at, model.radius, depth), "ghost") for part in before]
    shooters = [base_of(get(state, who)) for part in passage.parts for who in part.shooters]
    rings = [Stroke(disc(foe.at, foe.radius + RING, depth), "window") for foe in shooters]
    return (*_strokes(state, model, passage.walked, _end(state, model, last.walked)), *stops, *rings)


def _end(state: State, model: Model, walked: WalkResult) -> Place:
    """Where the model stands in the end: shifted into contact, where it meets an enemy."""
    if walked.stop != "engaged":
        return walked.at
    foe = base_of(get(state, walked.near[0]))
    mover = base_of(model).moved(walked.at)
    contact = come_into_contact(table_of(state), mover, foe, foes_of(state, model), friends_of(state, model))
    return walked.at if contact is None else contact.at


def _words(q: Questions, walked: WalkResult, limit: int) -> str:
    parts = [f"{inches(walked.cost)} of {inches(limit)}"]
    if walked.climbed:
        parts.append(f"climbs {inches(walked.climbed)}")
    uncounted = 300 if q.state.rules.fall_damage == "excess" else 0
    for depth in walked.falls:
        if not at_most(depth, STEP):
            damage = fall_damage(depth, uncounted)
            parts.append(f"jumps down {inches(depth)}{f' for {damage} damage' if damage else ''}")
    if walked.stop == "engaged":
        either = "either " if len(walked.near) > 1 else ""
        parts.append(f"stops in contact with {either}{listed([q.names.figure(one) for one in walked.near], 'or')}")
    if walked.edge is not None:
        parts.append(f"leaves the table over the {walked.edge} edge for good")
    return ", ".join(parts)


def _strokes(state: State, model: Model, walked: WalkResult, end: Place | None = None) -> tuple[Stroke, ...]:
    """The way that is gone with what it has cost at each turn, and the base at its end."""
    end = _end(state, model, walked) if end is None else end
    depth, places, total = state.board.depth, walked.way.places, 0
    found = [Stroke(trail(places, depth), "path")] if len(places) > 1 else []
    for number, place in enumerate(places[1:]):
        total += walked.costs[number]
        if number + 2 == len(places) or place[:2] != places[number + 2][:2]:
            found.append(Stroke(disc(place, 6, depth), "turn", inches(total), drawn(place, depth)))
    if walked.edge is None:
        found.append(Stroke(disc(end, model.radius, depth), "ghost"))
    return tuple(found)


# Jumps as people mean them: "jump" after a place on the map leads over the edge that lies before it [IST-Q-20]


def with_landings(table: Table, start: Place, path: Sequence[Sequence[int]], jumps: Sequence[int]) -> Jumped:
    """A way with each jump to a place without a height led to the edge, down there, and on to the place."""
    found: Jumped = ([], [])
    at = start
    for number, waypoint in enumerate(path):
        jump = number in jumps
        drop = _drop(table, at, (waypoint[0], waypoint[1])) if jump and len(waypoint) == 2 else None
        more = [list(place) for place in drop or ()]
        fall = len(more) - 1 if drop else 0
        if drop is None or drop[1][:2] != tuple(waypoint):
            more.append(list(waypoint))
        at = route(table, at, tuple(map(tuple, more)), (fall,) if jump else ()).places[-1]
        found[1].extend([len(found[0]) + fall] if jump else [])
        found[0].extend(more)
    return found


def _drop(table: Table, at: Place, to: Point) -> tuple[Place, Place] | None:
    """The last foothold on the way to a point, and where one lands from there; None where the ground goes on."""
    end = (*to, at[2])
    bare = footing_ends(table, at, end)
    if bare is None:
        return None
    hundredth = max(1, WHOLE // max(1, length(to[0] - at[0], to[1] - at[1])))
    for tries in range(TRIES):
        edge = between(at, end, max(0, bare - tries * hundredth))
        below = highest_surface(table, edge[:2], below=at[2])
        if below is not None and supported(table, edge):
            return edge, (edge[0], edge[1], below)
    return None


# Places and ways as people type them: inches from the left and from the bottom


def number(length: int) -> str:
    """A length as a form takes it.

    >>> number(450), number(1200), number(-25)
    ('4.5', '12', '-0.25')
    """
    return inches(length).removesuffix('"')


def place_text(place: Sequence[int]) -> str:
    """A place as a form takes it.

    >>> place_text((1250, 400)), place_text((1250, 400, 300))
    ('12.5, 4', '12.5, 4, 3')
    """
    return ", ".join(number(part) for part in place)


def path_text(path: Sequence[Sequence[int]], jumps: Sequence[int] = ()) -> str:
    """Waypoints as a form takes them.

    >>> path_text([(1250, 400), (1400, 600, 0)], [1])
    '12.5, 4; 14, 6, 0 jump'
    """
    return "; ".join(f"{place_text(place)}{f' {JUMP}' if at in jumps else ''}" for at, place in enumerate(path))
