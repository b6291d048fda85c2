"""Footprints: circles, rectangles and convex polygons."""

from fractions import Fraction

import pytest

from rules.istra.geometry.lengths import WHOLE
from rules.istra.geometry.shapes import (
    BRIM,
    CORE,
    INTERIOR,
    contains,
    covers,
    edge_points,
    fault_of,
    near,
    outline,
    span,
)
from rules.istra.terrain import Footprint, Point
from tests.rules.istra.geometry.builders import box, corners, disc
from tests.rules.play import rule

TRIANGLE = corners((0, 0), (1000, 0), (0, 1000))
AGAINST = corners((0, 0), (0, 1000), (1000, 0))
DIAMOND = corners((500, 0), (1000, 500), (500, 1000), (0, 500))


@pytest.mark.parametrize(
    ("footprint", "inside", "edge", "outside"),
    [
        (box(1000, 500, 0, 0), (500, 250), (1000, 250), (1002, 250)),
        (disc(500, 500, 300), (600, 600), (800, 500), (802, 500)),
        (disc(500, 500, 500), (799, 899), (800, 900), (802, 902)),
        (TRIANGLE, (499, 499), (500, 500), (502, 502)),
        (AGAINST, (499, 499), (500, 500), (502, 502)),
    ],
)
@rule("IST-Q-01")
def test_an_edge_is_no_interior_but_is_covered(
    footprint: Footprint, inside: Point, edge: Point, outside: Point
) -> None:
    shape = outline(footprint)
    assert contains(shape, inside)
    assert not contains(shape, edge)
    assert covers(shape, inside)
    assert covers(shape, edge)
    assert not covers(shape, outside)


@rule("IST-Q-01")
def test_the_core_lies_more_than_a_hundredth_inside() -> None:
    square = outline(box(0, 0, 100, 100))
    assert [contains(square, (x, 50), CORE) for x in (1, 2, 98, 99)] == [False, True, True, False]
    assert [contains(square, (x, 50), BRIM) for x in (-1, 0, 100, 101)] == [False, True, True, False]
    assert covers(square, (101, 50))


@pytest.mark.parametrize(
    ("footprint", "start", "way", "enter", "leave"),
    [
        (box(0, 0, 1000, 500), (-500, 250), (2000, 0), Fraction(1, 4), Fraction(3, 4)),
        (box(0, 0, 1000, 500), (500, 250), (0, 1000), Fraction(0), Fraction(1, 4)),
        (disc(500, 0, 300), (0, 0), (1000, 0), Fraction(1, 5), Fraction(4, 5)),
        (disc(0, 0, 500), (-1000, 300), (2000, 0), Fraction(3, 10), Fraction(7, 10)),  # x from −400 to 400
        (TRIANGLE, (-250, 250), (1500, 0), Fraction(1, 6), Fraction(2, 3)),  # x from 0 to 750
        (DIAMOND, (0, 0), (1000, 1000), Fraction(1, 4), Fraction(3, 4)),
    ],
)
def test_a_segment_runs_inside_from_part_to_part(
    footprint: Footprint, start: Point, way: Point, enter: Fraction, leave: Fraction
) -> None:
    found = span(outline(footprint), start, *way, INTERIOR)
    assert found is not None
    assert 0 <= found[0] - enter * WHOLE < 1
    assert 0 <= leave * WHOLE - found[1] < 1


@rule("IST-SIGHT-04")
@pytest.mark.parametrize(
    ("footprint", "start", "way"),
    [
        (box(0, 0, 1000, 500), (-500, 500), (2000, 0)),  # along an edge
        (box(0, 0, 1000, 500), (-500, 0), (1000, 1000)),  # through the corner (0, 500)
        (disc(500, 300, 300), (0, 0), (1000, 0)),  # along the tangent
        (TRIANGLE, (0, 1000), (1000, -1000)),
        (box(0, 0, 1000, 500), (-500, 250), (500, 0)),  # up to the face
        (box(0, 0, 1000, 500), (2000, 2000), (50, 0)),
    ],
)
def test_grazing_an_edge_is_not_running_inside(footprint: Footprint, start: Point, way: Point) -> None:
    assert span(outline(footprint), start, *way, INTERIOR) is None


def test_standing_still_is_inside_or_not() -> None:
    assert span(outline(box(0, 0, 100, 100)), (50, 50), 0, 0, INTERIOR) == (0, WHOLE)
    assert span(outline(disc(0, 0, 100)), (50, 50), 0, 0, INTERIOR) == (0, WHOLE)
    assert span(outline(disc(0, 0, 100)), (150, 50), 0, 0, INTERIOR) is None


def test_a_point_is_as_near_as_the_nearest_edge_or_corner() -> None:
    square = outline(box(0, 0, 1000, 500))
    assert near(square, (1300, 900), 500)  # 300 and 400 off the corner
    assert not near(square, (1300, 900), 499)
    assert near(square, (500, 600), 100)
    assert not near(square, (500, 600), 99)
    assert near(square, (500, 250), 0)
    assert near(outline(disc(0, 0, 100)), (300, 0), 200)
    assert not near(outline(disc(0, 0, 100)), (301, 0), 200)


@pytest.mark.parametrize("footprint", [TRIANGLE, AGAINST, DIAMOND, box(5, 5, 0, 0), disc(0, 0, 1)])
def test_it_takes_footprints_either_way_round(footprint: Footprint) -> None:
    assert fault_of(footprint) == ""


@pytest.mark.parametrize(
    "footprint",
    [
        disc(0, 0, 0),
        disc(0, 0, -5),
        box(0, 0, 0, 100),
        box(0, 7, 100, 7),
        corners((0, 0), (100, 0)),
        corners((0, 0), (100, 0), (200, 0)),
        corners((0, 0), (100, 0), (100, 100), (100, 100)),
        corners((0, 0), (1000, 0), (1000, 1000), (500, 200)),  # a dent
        corners((0, 0), (1000, 0), (0, 1000), (1000, 1000)),  # crossed
        corners((0, 1000), (588, -809), (-951, 309), (951, 309), (-588, -809)),  # a star
    ],
)
def test_it_refuses_a_footprint_without_inside_or_with_a_dent(footprint: Footprint) -> None:
    assert fault_of(footprint)


def test_an_edge_is_shown_by_its_corners_or_eight_points() -> None:
    assert edge_points(outline(box(0, 0, 10, 20))) == ((0, 0), (10, 0), (10, 20), (0, 20))
    assert edge_points(outline(disc(0, 0, 100)))[:2] == ((100, 0), (71, 71))
