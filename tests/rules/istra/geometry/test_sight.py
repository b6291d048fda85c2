"""Line of sight, cover, the Ray of Frost and the Fireball's area."""

import pytest

from rules.istra.geometry.sight import eye_of, ray, sees, sight, sight_ends
from rules.istra.terrain import Terrain
from tests.rules.istra.geometry.builders import block, box, corners, disc, hedge, laid, man, piece, wall
from tests.rules.play import rule

SHOOTER, TARGET = man(1000, 1000, name="a"), man(2000, 1000, name="b")


def lines(*pieces: Terrain, shooter: object = SHOOTER, target: object = TARGET) -> tuple[str, ...]:
    return sight(laid(*pieces), shooter, target).lines


@rule("IST-SIGHT-03", "IST-Q-04")
def test_three_lines_run_to_the_head_and_to_both_sides_at_half_height() -> None:
    assert eye_of(SHOOTER) == (1000, 1000, 100)
    assert sight_ends(SHOOTER, TARGET) == ((2000, 1000, 100), (2000, 1050, 50), (2000, 950, 50))
    giant = man(2000, 1000, 300, radius=100, height=175)
    assert sight_ends(SHOOTER, giant) == ((2000, 1000, 475), (2000, 1100, 388), (2000, 900, 388))


@rule("IST-SIGHT-05")
def test_an_empty_table_hides_nothing() -> None:
    seen = sight(laid(), SHOOTER, TARGET)
    assert (seen.los, seen.cover, seen.lines) == (True, False, ("clear", "clear", "clear"))


@rule("IST-SIGHT-04", "IST-SIGHT-05")
def test_an_opaque_wall_across_all_lines_leaves_no_sight_and_no_cover() -> None:
    seen = sight(laid(wall(box(1500, 900, 1550, 1100))), SHOOTER, TARGET)
    assert (seen.los, seen.cover, seen.lines) == (False, False, ("blocked", "blocked", "blocked"))


@rule("IST-SIGHT-04", "IST-SIGHT-05")
def test_a_wall_across_one_line_gives_cover() -> None:
    seen = sight(laid(wall(box(1500, 1010, 1550, 1200))), SHOOTER, TARGET)  # T1 passes at y = 1025 to 1027.5
    assert (seen.los, seen.cover, seen.lines) == (True, True, ("clear", "blocked", "clear"))


@rule("IST-SIGHT-04")
@pytest.mark.parametrize(
    "missed",
    [
        wall(box(1500, 1030, 1550, 1200)),  # just left of T1, which is at 1027.5 there
        wall(box(2100, 900, 2150, 1100)),  # behind the target
        wall(box(800, 900, 900, 1100)),  # behind the shooter
        wall(box(1500, 900, 1550, 1100), height=100, z0=100),  # overhead: all lines are at 100 or lower
        wall(box(1900, 900, 1950, 1100), height=50),  # T1 and T2 pass over it at 52.5 and more
        piece(box(1500, 900, 1550, 1100), height=300),  # clear
    ],
)
def test_what_no_line_passes_through_hides_nothing(missed: Terrain) -> None:
    assert lines(missed) == ("clear", "clear", "clear")


@rule("IST-SIGHT-04")
def test_grazing_a_face_or_an_edge_does_not_count() -> None:
    assert lines(wall(box(1500, 1000, 1550, 1020))) == ("clear", "clear", "clear")  # T0 runs along its face
    assert lines(wall(box(1500, 900, 1550, 1100), height=100)) == ("clear", "blocked", "blocked")  # T0 over its top
    assert lines(wall(corners((1500, 1000), (1600, 900), (1400, 900)))) == (
        "clear",
        "clear",
        "blocked",
    )  # at its corner


@rule("IST-SIGHT-04", "IST-Q-01")
@pytest.mark.parametrize(
    ("barrier", "blocked"),
    [
        # T0 runs along y = 1000: a face at it, a hundredth beyond it (within the tolerance), two beyond it
        (wall(box(1500, 1000, 1550, 1020)), False),
        (wall(box(1500, 999, 1550, 1020)), False),
        (wall(box(1500, 998, 1550, 1020)), True),
        # T0 is at a height of 100 all the way; T1 and T2 are lower and pass at 1025 and 975
        (wall(box(1500, 990, 1550, 1010), height=100), False),
        (wall(box(1500, 990, 1550, 1010), height=101), True),
        (wall(box(1500, 990, 1550, 1010), height=50, z0=100), False),
        (wall(box(1500, 990, 1550, 1010), height=50, z0=99), True),
        # its end is at x = 2000: a wall that begins there, two hundredths before it
        (wall(box(2000, 990, 2050, 1010)), False),
        (wall(box(1998, 990, 2050, 1010)), True),
    ],
)
def test_a_line_exactly_at_a_wall_is_free_and_one_inside_it_is_not(barrier: Terrain, blocked: bool) -> None:
    assert lines(barrier)[0] == ("blocked" if blocked else "clear")


@rule("IST-SIGHT-04")
def test_a_partial_piece_screens_and_an_opaque_one_outweighs_it() -> None:
    bush = hedge(box(1500, 900, 1550, 1100))
    seen = sight(laid(bush), SHOOTER, TARGET)
    assert (seen.los, seen.cover, seen.lines) == (True, True, ("screened", "screened", "screened"))
    assert lines(bush, wall(box(1600, 1005, 1650, 1100), name="w")) == ("screened", "blocked", "screened")


@rule("IST-SIGHT-04", "IST-Q-05")
@pytest.mark.parametrize(("x", "cover"), [(1150, False), (1151, False), (1152, True)])
def test_a_hedge_within_an_inch_of_the_shooter_does_not_screen(x: int, cover: bool) -> None:
    assert sight(laid(hedge(box(x, 900, x + 30, 1100))), SHOOTER, TARGET).cover is cover


@rule("IST-SIGHT-04", "IST-Q-05")
def test_an_opaque_piece_within_an_inch_of_the_shooter_still_blocks() -> None:
    assert not sight(laid(wall(box(1150, 900, 1180, 1100))), SHOOTER, TARGET).los


@rule("IST-SIGHT-04", "IST-Q-03")
@pytest.mark.parametrize(("top", "cover"), [(400, False), (399, False), (398, True)])
def test_a_hedge_under_the_shooter_is_by_its_base_up_to_an_inch_below(top: int, cover: bool) -> None:
    # From 600 the line T0 falls by 2 a hundredth: over x = 1050 to 1150 it is at 500 to 300, T1 and T2 even lower.
    table = laid(hedge(box(1050, 900, 1150, 1100), height=top), block(box(900, 900, 1010, 1100), 500, name="b"))
    assert sight(table, man(1000, 1000, 500), man(1250, 1000)).cover is cover


@rule("IST-SIGHT-04", "IST-Q-05")
def test_who_stands_in_the_wood_is_screened_and_looks_out_of_it_freely() -> None:
    wood = hedge(disc(2000, 1000, 200))
    assert lines(wood) == ("screened", "screened", "screened")
    assert lines(wood, shooter=TARGET, target=SHOOTER) == ("clear", "clear", "clear")


@rule("IST-SIGHT-03", "IST-SIGHT-04")
def test_heights_decide_what_a_low_wall_hides() -> None:
    low = wall(box(1800, 900, 1850, 1100), height=200)
    assert lines(low) == ("blocked", "blocked", "blocked")
    tower = block(box(900, 900, 1100, 1100), 600, name="tower")
    # From 700 down to 100 or 50 over 1000: at x = 1850 still 190 (T0) and 147.5, at 1800 it was 220 and 180.
    assert lines(low, tower, shooter=man(1000, 1000, 600)) == ("blocked", "blocked", "blocked")
    near_by = wall(box(1600, 900, 1650, 1100), height=200)  # there T0 is at 310, T1 and T2 at 277.5
    assert lines(near_by, tower, shooter=man(1000, 1000, 600)) == ("clear", "clear", "clear")


@rule("IST-SIGHT-04")
def test_who_is_far_from_the_rim_of_a_roof_does_not_see_what_is_below_it() -> None:
    roof = block(box(500, 500, 1500, 1500), 300)
    assert not sight(laid(roof), man(1000, 1000, 300), man(1600, 1000)).los
    assert sight(laid(roof), man(1500, 1000, 300), man(1600, 1000)).los


@rule("IST-Q-05")
def test_by_house_rule_cover_takes_two_lines() -> None:
    table = laid(wall(box(1500, 1010, 1550, 1200)))
    assert sight(table, SHOOTER, TARGET).cover
    assert not sight(table, SHOOTER, TARGET, hidden_for_cover=2).cover
    assert sight(laid(hedge(box(1500, 900, 1550, 1100))), SHOOTER, TARGET, hidden_for_cover=2).cover


@rule("IST-Q-128", "IST-SIGHT-04")
def test_who_stands_at_a_slanting_wall_sees_along_and_away_from_it() -> None:
    slanting = wall(corners((1000, 1000), (2000, 1333), (2000, 3000)))
    at_the_wall = man(1500, 1167)  # the edge is at 1166.5 there
    assert sight(laid(slanting), at_the_wall, man(1800, 600)).lines == ("clear", "clear", "clear")
    assert not sight(laid(slanting), at_the_wall, man(1900, 2000)).los


@rule("IST-Q-130", "IST-SPELL-04")
def test_a_point_is_seen_when_the_straight_line_to_the_floor_is_free() -> None:
    table = laid(block(box(1500, 900, 2000, 1100), 300), hedge(box(1200, 900, 1300, 1100), name="h"))
    eye = eye_of(SHOOTER)
    assert not sees(table, eye, (2500, 1000, 0))
    assert sees(table, eye, (2500, 2500, 0))
    assert sees(table, eye, (1500, 1000, 0))
    assert not sees(table, eye, (1700, 1000, 300))  # from below, the roof's rim is in the way
    assert sees(table, (1000, 1000, 700), (1700, 1000, 300))


@rule("IST-SPELL-05", "IST-Q-70")
def test_the_ray_runs_twelve_inches_from_the_base_and_hits_the_first_it_touches() -> None:
    friend, foe = man(1600, 1040, name="f"), man(1400, 1000, name="z")
    struck = ray(laid(), SHOOTER, (1, 0), 1200, (SHOOTER, friend, foe))
    assert struck.hit == "z"
    assert struck.start == (1000, 1000, 100)
    assert ray(laid(), SHOOTER, (7, 0), 1200, (friend,)).hit == "f"
    nobody = ray(laid(), SHOOTER, (1, 0), 1200, ())
    assert (nobody.hit, nobody.end) == ("", (2250, 1000, 100))
    assert ray(laid(), SHOOTER, (3, 4), 1200, ()).end == (1750, 2000, 100)


@rule("IST-Q-70", "IST-Q-01")
@pytest.mark.parametrize(
    ("x", "y", "z", "touched"),
    [
        (1500, 1050, 0, True),
        (1500, 1051, 0, True),
        (1500, 1052, 0, False),
        (2300, 1000, 0, True),
        (2301, 1000, 0, True),
        (2302, 1000, 0, False),
        (900, 1000, 0, False),
        (1500, 1000, 100, True),
        (1500, 1000, 102, False),
    ],
)
def test_a_ray_touches_a_base_beside_it_that_shares_a_height(x: int, y: int, z: int, touched: bool) -> None:
    assert (ray(laid(), SHOOTER, (1, 0), 1200, (man(x, y, z, name="t"),)).hit == "t") is touched


@rule("IST-Q-70")
def test_of_two_touched_at_once_the_lower_id_is_hit() -> None:
    both = man(1500, 1030, name="k2"), man(1500, 970, name="k1")
    assert ray(laid(), SHOOTER, (1, 0), 1200, both).hit == "k1"


@rule("IST-SPELL-05", "IST-Q-70")
def test_opaque_terrain_ends_a_ray_and_a_hedge_or_a_low_wall_does_not() -> None:
    foe = man(1900, 1000, name="z")
    walled = ray(laid(wall(box(1500, 900, 1550, 1100))), SHOOTER, (1, 0), 1200, (foe,))
    assert (walled.hit, walled.end) == ("", (1501, 1000, 100))
    before = ray(laid(wall(box(1500, 900, 1550, 1100))), SHOOTER, (1, 0), 1200, (man(1450, 1000, name="y"), foe))
    assert before.hit == "y"
    assert ray(laid(hedge(box(1500, 900, 1550, 1100))), SHOOTER, (1, 0), 1200, (foe,)).hit == "z"
    assert ray(laid(wall(box(1500, 900, 1550, 1100), height=100)), SHOOTER, (1, 0), 1200, (foe,)).hit == "z"
