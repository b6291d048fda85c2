"""Solid pieces that stand in one another, as the wings of a house: they are one, for sight and for ways."""

from __future__ import annotations

import pytest

from rules.istra.geometry.paths import refusal
from rules.istra.geometry.sight import sees, sight
from rules.istra.geometry.table import supported, surfaces
from rules.istra.terrain import Place
from tests.examples import assume, given, st
from tests.rules.istra.geometry.builders import block, box, go, laid, man
from tests.rules.play import rule

# An L: the west wing from (1000, 1000) to (2000, 1400), the north wing from (1600, 1000) to (2000, 2000).
WEST, NORTH = (1000, 1000, 2000, 1400), (1600, 1000, 2000, 2000)
HOUSE = laid(block(box(*WEST), name="west"), block(box(*NORTH), name="north"))
TOWER = laid(block(box(*WEST), name="west"), block(box(*NORTH), 500, name="tower"))


@rule("IST-SIGHT-04", "IST-Q-128")
@pytest.mark.parametrize(
    ("eye", "to", "seen"),
    [
        ((1500, 1700, 100), (2200, 1200, 100), False),  # across the corner of both
        ((1800, 900, 100), (1800, 2100, 100), False),  # along the north wing, through the overlap
        ((1600, 900, 100), (1600, 1500, 100), False),  # on the line of a face, inside the west wing
        ((1300, 1700, 100), (1500, 1500, 100), True),  # within the yard
        ((1000, 2000, 100), (1599, 1401, 100), True),  # to the inner corner
        ((900, 900, 100), (2100, 900, 100), True),
        ((1500, 1700, 400), (2200, 1200, 400), True),  # over the roofs
    ],
)
def test_sight_ends_at_either_wing(eye: Place, to: Place, seen: bool) -> None:
    assert sees(HOUSE, eye, to) is seen


@rule("IST-SIGHT-05", "IST-Q-128")
def test_who_stands_on_the_roof_sees_over_the_overlap_and_not_through_a_higher_wing() -> None:
    shooter, target = man(1200, 1200, 300, "a"), man(1950, 1200, 300, "b")
    assert sight(HOUSE, shooter, target).los
    assert not sight(TOWER, shooter, man(2300, 1200, 0, "b")).los


@rule("IST-Q-124", "IST-Q-128")
def test_roofs_of_one_height_are_one_floor() -> None:
    walked = go(HOUSE, (1100, 1200, 300), (1800, 1200, 300), (1800, 1900, 300))
    assert (walked.stop, walked.cost, refusal(walked, 1400)) == ("end", 1400, None)


@rule("IST-Q-128", "IST-ILL-13")
@pytest.mark.parametrize(
    ("start", "end", "at"),
    [
        ((1300, 1700, 0), (1800, 1700, 0), 1600),  # out of the yard into the north wing
        ((900, 1200, 0), (1900, 1200, 0), 1000),  # the whole house
        ((1300, 1390, 0), (1300, 1390, 0), None),
    ],
)
def test_ways_end_at_the_first_wing(start: Place, end: Place, at: int | None) -> None:
    walked = go(HOUSE, start, end)
    if at is None:
        assert not supported(HOUSE, start)
    else:
        assert (walked.stop, walked.why) == ("blocked", "a solid piece")
        assert abs(walked.at[0] - at) <= 1


@rule("IST-Q-128", "IST-MOVE-03", "IST-Q-18")
def test_a_higher_wing_is_climbed_from_the_roof_of_the_lower() -> None:
    assert surfaces(TOWER, (1700, 1200)) == (500,)
    assert surfaces(TOWER, (1600, 1200)) == (300, 500)
    barred = go(TOWER, (1300, 1200, 300), (1700, 1200, 300))
    assert (barred.stop, abs(barred.at[0] - 1600) <= 1) == ("blocked", True)
    up = go(TOWER, (1300, 1200, 300), (1600, 1200, 300), (1600, 1200, 500), (1700, 1200, 500))
    assert (up.stop, up.cost, up.climbed) == ("end", 300 + 200 + 100, 200)
    down = go(TOWER, (1700, 1200, 500), (1600, 1200, 500), (1600, 1200, 300), (1300, 1200, 300), jumps=(2,))
    assert (down.stop, down.cost, down.falls) == ("end", 100 + 300, (200,))


@rule("IST-Q-128")
def test_a_piece_within_another_adds_nothing() -> None:
    alone = laid(block(box(*WEST)))
    both = laid(block(box(*WEST)), block(box(1200, 1100, 1500, 1300), 200, name="within"))
    for point in ((1300, 1200), (1200, 1200), (1000, 1200), (900, 900)):
        assert surfaces(alone, point) == surfaces(both, point)
    way = ((1100, 1200, 300), (1900, 1200, 300))
    assert go(alone, *way) == go(both, *way)


SIDES = st.integers(min_value=20, max_value=400)
POINTS = st.tuples(st.integers(min_value=0, max_value=1000), st.integers(min_value=0, max_value=1000))
STEPS = 4_000


def depth(wings: list[tuple[int, int, int, int]], x: float, y: float) -> float:
    """How deep a point lies in the deeper of the wings; below 0 outside."""
    return max(min(x - left, right - x, y - bottom, top - y) for left, bottom, right, top in wings)


@rule("IST-SIGHT-04", "IST-Q-128")
@given(POINTS, SIDES, SIDES, POINTS, SIDES, SIDES, POINTS, POINTS)
def test_sight_and_ways_are_those_of_the_union(a, aw, ad, b, bw, bd, start, end) -> None:
    """Against points along the line, each measured by hand; what comes within a hundredth of an edge is left out."""
    wings = [(a[0], a[1], a[0] + aw, a[1] + ad), (b[0], b[1], b[0] + bw, b[1] + bd)]
    assume(start != end)
    (x, y), dx, dy = start, end[0] - start[0], end[1] - start[1]
    along = [depth(wings, x + dx * n / STEPS, y + dy * n / STEPS) for n in range(STEPS + 1)]
    assume(not -3 < max(along) < 3)
    assume(along[0] < -3)
    table = laid(*(block(box(*wing), name=f"w{number}") for number, wing in enumerate(wings)))
    assert sees(table, (*start, 100), (*end, 100)) is (max(along) < 0)
    walked = go(table, (*start, 0), (*end, 0))
    assert walked.stop == ("end" if max(along) < 0 else "blocked")
    if walked.stop == "blocked":
        assert abs(depth(wings, *walked.at[:2])) <= 3
