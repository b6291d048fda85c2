"""What holds on any table: hypothesis lays it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.istra.geometry.engaging import come_into_contact
from rules.istra.geometry.gaps import Base, gap, overlapping, within
from rules.istra.geometry.lengths import WHOLE, between, fine_length, rounded
from rules.istra.geometry.paths import Way, refusal, walk
from rules.istra.geometry.places import flight
from rules.istra.geometry.reach import Trip, reach
from rules.istra.geometry.routes import route
from rules.istra.geometry.shapes import BRIM, CORE, INTERIOR, contains, edge_points, fault_of, outline, span
from rules.istra.geometry.sight import eye_of, ray, sees, sight
from rules.istra.geometry.table import Table, may_stand
from rules.istra.terrain import Circle, Footprint, Point, Polygon, Rect, Terrain
from tests.examples import assume, given, st
from tests.rules.istra.geometry.builders import laid, man
from tests.rules.play import rule

SIDE = 2400
along = st.integers(0, SIDE)
points = st.tuples(along, along)
sizes = st.integers(30, 500)


@st.composite
def footprints(draw: st.DrawFn) -> Footprint:
    x, y = draw(points)
    kind = draw(st.sampled_from(["circle", "rect", "polygon"]))
    if kind == "circle":
        return Circle((x, y), draw(sizes))
    if kind == "rect":
        return Rect((x, y), (x + draw(sizes), y + draw(sizes)))
    shape = Polygon(
        (
            (x, y),
            (x + draw(sizes), y + draw(st.integers(-200, 200))),
            (x + draw(st.integers(-200, 200)), y + draw(sizes)),
        )
    )
    assume(not fault_of(shape))
    return shape


@st.composite
def pieces(draw: st.DrawFn) -> Terrain:
    return Terrain(
        id=draw(st.sampled_from("abcdef")),
        footprint=draw(footprints()),
        z0=draw(st.sampled_from([0, 0, 0, 150])),
        height=draw(st.sampled_from([0, 40, 100, 200, 300, 450])),
        los=draw(st.sampled_from(["clear", "partial", "opaque"])),
        ground=draw(st.sampled_from(["normal", "normal", "rough", "impassable"])),
        climbable=draw(st.booleans()),
        building=draw(st.booleans()),
        standable=draw(st.booleans()),
    )


tables = st.lists(pieces(), max_size=6).map(lambda found: laid(*found, width=SIDE, depth=SIDE))
heights = st.sampled_from([0, 0, 60, 100, 250, 300])
bases = st.builds(
    man, along, along, heights, name=st.sampled_from("pqrstuvw"), radius=st.sampled_from([50, 50, 75, 120])
)
crowds = st.lists(bases, max_size=6, unique_by=lambda base: base.id).map(tuple)


def shifted(base: Base, dx: int, dy: int) -> Base:
    x, y, z = base.at
    return base.moved((x + dx, y + dy, z))


def numbers(found: Any) -> Iterator[Any]:
    """Every leaf of a result."""
    if isinstance(found, tuple):
        for part in found:
            yield from numbers(part)
    elif isinstance(found, msgspec.Struct):
        yield from numbers(msgspec.structs.astuple(found))
    else:
        yield found


def no_float(*found: Any) -> bool:
    return not any(isinstance(leaf, float) for part in found for leaf in numbers(part))


@rule("IST-SIGHT-01")
@given(bases, bases, st.integers(-500, 500), st.integers(-500, 500))
def test_a_gap_is_the_same_from_both_sides_and_everywhere(a: Base, b: Base, dx: int, dy: int) -> None:
    assert gap(a, b) == gap(b, a) == gap(shifted(a, dx, dy), shifted(b, dx, dy))
    assert within(a, b, gap(a, b))
    assert gap(a, b) < 3 or not within(a, b, gap(a, b) - 2)
    assert no_float(gap(a, b))


@given(footprints(), points, points, st.integers(0, 20))
def test_a_span_holds_just_the_points_inside(footprint: Footprint, start: Point, end: Point, part: int) -> None:
    shape = outline(footprint)
    found = span(shape, start, end[0] - start[0], end[1] - start[1], INTERIOR)
    at = part * WHOLE // 20
    point = between((*start, 0), (*end, 0), at)[:2]
    if found is not None and found[0] <= at <= found[1]:
        assert contains(shape, point, -2)  # rounding moves it by less than one
    else:
        assert not contains(shape, point, 2)


@rule("IST-SIGHT-04")
@given(tables, bases, bases)
def test_the_line_between_two_heads_is_free_from_both_ends_or_from_none(table: Table, a: Base, b: Base) -> None:
    heads = eye_of(a), eye_of(b)
    assert sees(table, *heads) == sees(table, *reversed(heads))
    there, back = sight(table, a, b), sight(table, b, a)
    assert (there.lines[0] == "blocked") == (back.lines[0] == "blocked")
    assert there.los == any(line != "blocked" for line in there.lines)
    assert there.los or not there.cover
    assert no_float(there)


@rule("IST-SIGHT-04")
@given(tables, bases, bases)
def test_nothing_is_overlooked_by_looking_only_near_the_lines(table: Table, a: Base, b: Base) -> None:
    seen = sight(table, a, b)
    assert ["blocked" if not sees(table, seen.eye, end) else "open" for end in seen.ends] == [
        "blocked" if line == "blocked" else "open" for line in seen.lines
    ]


@rule("IST-SPELL-05")
@given(tables, bases, crowds, st.tuples(st.integers(-9, 9), st.integers(-9, 9)).filter(any))
def test_a_ray_is_no_longer_than_twelve_inches_from_the_base(
    table: Table, caster: Base, crowd: tuple[Base, ...], direction: Point
) -> None:
    found = ray(table, caster, direction, 1200, crowd)
    (x, y, _), (ex, ey, _) = found.start, found.end
    assert rounded(fine_length(ex - x, ey - y)) <= 1200 + caster.radius + 1
    assert found.hit in {"", *(model.id for model in crowd if model.id != caster.id)}
    assert no_float(found)


@rule("IST-MOVE-02")
@given(tables, points, st.integers(-40, 40), st.integers(-40, 40), st.integers(0, 20), st.integers(1, 20))
def test_a_way_costs_the_same_in_two_parts(table: Table, start: Point, dx: int, dy: int, first: int, rest: int) -> None:
    middle = start[0] + dx * first, start[1] + dy * first
    end = start[0] + dx * (first + rest), start[1] + dy * (first + rest)
    places = [(*point, 0) for point in (start, middle, end)]
    mover = man(*places[0])
    whole, parts = walk(table, mover, Way((places[0], places[2]))), walk(table, mover, Way(tuple(places)))
    assert whole.stop == parts.stop
    assert abs(whole.cost - parts.cost) <= 1
    if whole.stop == "end":
        assert whole.cost >= rounded(fine_length(end[0] - start[0], end[1] - start[1])) - 1


@rule("IST-MOVE-05", "IST-Q-21")
@given(tables, points, points, crowds)
def test_a_mover_stops_at_one_inch_and_nowhere_before(
    table: Table, start: Point, end: Point, foes: tuple[Base, ...]
) -> None:
    mover = man(*start)
    assume(not any(within(mover, foe, 100) for foe in foes))
    walked = walk(table, mover, Way(((*start, 0), (*end, 0))), foes)
    legs = [between((*start, 0), walked.at, part * WHOLE // 40) for part in range(40)]
    assert not any(within(mover.moved(at), foe, 98) for at in legs for foe in foes)
    if walked.stop == "engaged":
        nearest = min(gap(mover.moved(walked.at), foe) for foe in foes)
        assert 99 <= nearest <= 102
        foe = next(foe for foe in foes if foe.id == walked.near[0])
        met = come_into_contact(table, mover.moved(walked.at), foe, foes)
        assert met is None or foe.id in met.engaged
    elif walked.stop == "end":
        assert not any(within(mover.moved(walked.at), foe, 100) for foe in foes)
    assert no_float(walked)


@rule("IST-MOVE-02", "IST-Q-01")
@given(tables, bases, points, crowds, st.integers(0, 1500))
def test_a_budget_is_never_overdrawn(
    table: Table, mover: Base, end: Point, foes: tuple[Base, ...], budget: int
) -> None:
    walked = walk(table, mover, route(table, mover.at, (end,)), foes, budget=budget)
    assert walked.cost <= budget
    assert no_float(walked)


@rule("IST-Q-128")
@given(tables, points, st.lists(points, min_size=1, max_size=3))
def test_no_way_ends_inside_a_solid_piece_or_in_the_air(table: Table, start: Point, stops: list[Point]) -> None:
    mover = man(*start)
    assume(not may_stand(table, mover, ()))
    walked = walk(table, mover, route(table, mover.at, tuple(stops)))
    if walked.stop == "end":
        assert may_stand(table, mover.moved(walked.at), ()) == ""
    for a, b in zip(walked.way.places, walked.way.places[1:], strict=False):
        middle = between(a, b, WHOLE // 2)
        solid = [body for body in table.bodies if body.piece.los == "opaque" and body.z0 <= middle[2] < body.top]
        assert not any(contains(body.shape, middle[:2], CORE + 1) for body in solid)


@given(tables, points, st.integers(0, 900), crowds, crowds)
def test_every_goal_is_accepted_and_ends_on_nobody(
    table: Table, start: Point, allowance: int, foes: tuple[Base, ...], others: tuple[Base, ...]
) -> None:
    mover = man(*start)
    friends = tuple(msgspec.structs.replace(other, id="f" + other.id) for other in others)
    assume(not may_stand(table, mover, (*foes, *friends)) and not any(within(mover, foe, 100) for foe in foes))
    trip = Trip(table, mover, allowance, foes, friends)
    for goal in reach(trip, items=(("i", (1200, 1200, 0)),), directions=8):
        assert refusal(trip.follow(goal.way), allowance) is None
        assert trip.follow(goal.way) == goal.walked
        stands = mover.moved(goal.at)
        assert not any(overlapping(stands, other) for other in (*foes, *friends)) or goal.walked.stop == "left"
        assert (goal.contact is not None) == (goal.walked.stop == "engaged")
        assert no_float(goal)


@rule("IST-Q-75", "IST-Q-77")
@given(tables, points, st.integers(0, 1500), crowds)
def test_a_free_flight_stays_within_its_distance_and_ends_nearer_the_edge(
    table: Table, start: Point, distance: int, foes: tuple[Base, ...]
) -> None:
    mover = man(*start)
    assume(not any(within(mover, foe, 100) for foe in foes))
    fled = flight(table, mover, distance, foes)
    if fled.free:
        assert fled.walked.cost <= distance
        assert fled.walked.stop in {"left", "spent"}
        before, after = (min(x, y, table.width - x, table.depth - y) for x, y in (mover.at[:2], fled.walked.at[:2]))
        assert after <= before
        assert after == 0 or fled.walked.stop == "spent"
    assert no_float(fled)


@given(
    st.lists(pieces(), min_size=1, max_size=12), st.tuples(st.integers(-300, SIDE + 300), st.integers(-300, SIDE + 300))
)
def test_a_question_about_a_point_is_put_to_all_pieces_that_may_hold_it(found: list[Terrain], point: Point) -> None:
    table = laid(*found, width=SIDE, depth=SIDE)
    for grid, bodies in ((table.wall_grid, table.walls), (table.deck_grid, table.decks)):
        holding = [body for body in bodies if contains(body.shape, point, BRIM)]
        assert [body for body in grid.at(point) if contains(body.shape, point, BRIM)] == holding


def test_the_brim_of_a_sharp_corner_reaches_beyond_the_square_of_its_piece() -> None:
    splinter = Terrain(
        id="a", footprint=Polygon(((1000, 1000), (1500, 1250), (1500, 1252))), height=100, standable=True
    )
    table = laid(splinter, width=SIDE, depth=SIDE)
    beyond = (472, 735)
    assert contains(table.decks[0].shape, beyond, BRIM)
    assert table.deck_grid.at(beyond) == table.decks


def test_many_corners_are_told_by_eight_at_most() -> None:
    corners = tuple((x, x * x) for x in range(-12, 12))
    told = edge_points(outline(Polygon(corners)))
    assert len(told) == 8
    assert set(told) <= set(corners)
