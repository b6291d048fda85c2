"""From a path on the flat map to a way over heights."""

import pytest

from rules.istra.geometry.paths import Way
from rules.istra.geometry.reach import waypoints
from rules.istra.geometry.routes import route
from rules.istra.terrain import Terrain
from tests.rules.istra.geometry.builders import block, box, corners, disc, go, hedge, laid, man, piece, wall
from tests.rules.play import rule

START = (1000, 1000, 0)
ROOF = block(box(1500, 500, 2000, 1500), 300)


def walked(*pieces: Terrain, to: tuple[int, int]) -> str:
    way = route(laid(*pieces), START, (to,))
    return go(laid(*pieces), *way.places, jumps=way.jumps).stop


@rule("IST-Q-14")
def test_a_waypoint_without_a_height_lies_on_the_ground() -> None:
    assert route(laid(), START, ((1300, 1000), (1300, 1400))) == Way((START, (1300, 1000, 0), (1300, 1400, 0)))


@rule("IST-Q-14")
def test_a_waypoint_with_a_height_is_taken_at_its_word() -> None:
    up_and_down = (1500, 1000, 0), (1500, 1000, 300), (1500, 1000, 0)
    assert route(laid(ROOF), START, up_and_down, (2,)) == Way((START, *up_and_down), (3,))
    assert route(laid(ROOF), START, up_and_down).jumps == ()


@rule("IST-Q-20", "IST-Q-128")
def test_a_straight_way_climbs_what_stands_in_it_and_jumps_down_behind() -> None:
    way = route(laid(ROOF), START, ((2500, 1000),))
    assert way == Way(
        (START, (1500, 1000, 0), (1500, 1000, 300), (2000, 1000, 300), (2000, 1000, 0), (2500, 1000, 0)), (4,)
    )
    there = go(laid(ROOF), *way.places, jumps=way.jumps)
    assert (there.stop, there.cost, there.climbed, there.falls) == ("end", 1800, 300, (300,))


@rule("IST-Q-20")
def test_a_straight_way_goes_over_steps() -> None:
    stairs = (
        wall(box(1500, 500, 2000, 1500), 50, standable=True),
        wall(box(1600, 500, 2000, 1500), 50, z0=50, standable=True, name="u"),
    )
    way = route(laid(*stairs), START, ((1700, 1000),))
    assert way.places == (
        START, (1500, 1000, 0), (1500, 1000, 50), (1600, 1000, 50), (1600, 1000, 100), (1700, 1000, 100),
    )  # fmt: skip
    assert go(laid(*stairs), *way.places).cost == 700
    clear_step = piece(box(1500, 500, 2000, 1500), height=40, standable=True, climbable=True)
    assert route(laid(clear_step), START, ((1700, 1000),)).places[-1] == (1700, 1000, 40)


@pytest.mark.parametrize(
    "solid",
    [
        block(disc(1600, 1050, 333), 200),
        block(corners((1400, 600), (2100, 900), (1700, 1600)), 200),
        block(corners((1300, 1000), (1700, 700), (2100, 1000), (1700, 1300)), 120),
    ],
)
@pytest.mark.parametrize("to", [(2500, 1000), (2500, 1133), (2011, 1444), (1650, 1050)])
@rule("IST-Q-01", "IST-Q-128")
def test_rounded_edge_points_carry_a_straight_way_over_any_shape(solid: Terrain, to: tuple[int, int]) -> None:
    assert walked(solid, to=to) == "end"


@rule("IST-MOVE-03", "IST-MOVE-11", "IST-Q-128")
@pytest.mark.parametrize(
    "bar",
    [
        wall(box(1500, 500, 2000, 1500)),  # not to be climbed
        block(box(1500, 500, 2000, 1500), 400),  # too high for one movement
        piece(box(1500, 500, 2000, 1500), ground="impassable"),
    ],
)
def test_what_cannot_be_gone_over_is_left_in_the_way(bar: Terrain) -> None:
    assert route(laid(bar), START, ((2500, 1000),)) == Way((START, (2500, 1000, 0)))
    assert walked(bar, to=(2500, 1000)) == "blocked"


def test_it_jumps_down_no_deeper_than_three_inches() -> None:
    tower = block(box(500, 500, 1500, 1500), 400)
    assert route(laid(tower), (1000, 1000, 400), ((2000, 1000),)) == Way(((1000, 1000, 400), (2000, 1000, 400)))


def test_ledges_at_one_point_make_no_deep_jump_of_two_safe_ones() -> None:
    stacked = block(box(500, 500, 1500, 1500), 200), block(box(500, 500, 1500, 1500), 200, z0=200, name="u")
    way = route(laid(*stacked), (1000, 1000, 400), ((2000, 1000),))
    assert go(laid(*stacked), *way.places, jumps=way.jumps).stop == "blocked"
    terrace = block(box(500, 500, 1600, 1500), 200), block(box(500, 500, 1500, 1500), 200, z0=200, name="u")
    way = route(laid(*terrace), (1000, 1000, 400), ((2000, 1000),))
    assert go(laid(*terrace), *way.places, jumps=way.jumps).falls == (200, 200)


def test_it_goes_through_a_hedge_and_under_a_bridge() -> None:
    bridge = block(box(1500, 500, 2000, 1500), 50, z0=250)
    assert route(laid(hedge(box(1200, 500, 1300, 1500)), bridge), START, ((2500, 1000),)).places[1:] == (
        (2500, 1000, 0),
    )


@rule("IST-Q-21")
def test_who_hangs_on_a_wall_drops_first() -> None:
    way = route(laid(ROOF), (1500, 1000, 200), ((1200, 1000),))
    assert way == Way(((1500, 1000, 200), (1500, 1000, 0), (1200, 1000, 0)), (1,))


def test_a_way_is_written_as_a_command_writes_it() -> None:
    way = route(laid(ROOF), START, ((2500, 1000),))
    path, jumps = waypoints(way)
    assert path[0] == (1500, 1000, 0)
    assert jumps == (3,)
    assert route(laid(ROOF), START, path, jumps) == way


def test_a_model_far_beyond_the_table_is_still_cut_at_its_edge() -> None:
    way = route(laid(), START, ((10**15, 1000),))
    assert go(laid(), *way.places).at == (4800, 1000, 0)
    assert man(*way.places[-1]).at[0] < 10**6
