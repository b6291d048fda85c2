"""What a way costs, and what bars it."""

import pytest

from rules.istra.geometry.paths import WalkResult, Way, fall_damage, refusal
from rules.istra.geometry.table import highest_surface, may_stand, supported, surfaces
from rules.istra.terrain import Place, Terrain
from tests.rules.istra.geometry.builders import (
    block,
    box,
    corners,
    disc,
    floor,
    go,
    hedge,
    laid,
    lake,
    man,
    piece,
    rough,
    wall,
)
from tests.rules.play import rule

ACROSS = floor((1000, 1000), (2000, 1000))
ROOF = block(box(1500, 500, 2000, 1500), 300)


def refused(walked: WalkResult, allowance: int = 9_000) -> str:
    """The error's code."""
    found = refusal(walked, allowance)
    return found[0] if found else ""


@rule("IST-MOVE-02")
def test_it_works() -> None:
    walked = go(laid(), *floor((1000, 1000), (1300, 1400), (1300, 1800)))
    assert (walked.stop, walked.cost, walked.costs, walked.at) == ("end", 900, (500, 400), (1300, 1800, 0))
    assert refusal(walked, 900) is None


@rule("IST-MOVE-02", "IST-Q-01", "IST-ILL-11")
@pytest.mark.parametrize(("allowance", "code"), [(1000, ""), (999, ""), (998, "move_too_far")])
def test_it_refuses_a_way_longer_than_the_allowance(allowance: int, code: str) -> None:
    assert refused(go(laid(), *ACROSS), allowance) == code


@rule("IST-MOVE-02", "IST-Q-01")
def test_a_path_is_rounded_once_and_not_at_each_of_its_points() -> None:
    steps = floor(*((1000 + n, 1000 + n) for n in range(101)))  # a hundred times 1.41421
    assert go(laid(), *steps).cost == 141


@rule("IST-MOVE-02")
@pytest.mark.parametrize(
    ("pieces", "cost"),
    [
        ((rough(box(1200, 900, 1500, 1100)),), 1300),
        ((rough(disc(1500, 1000, 200)),), 1400),
        ((rough(disc(1500, 1030, 50)),), 1080),  # a chord of 80, 30 off the middle
        ((rough(corners((1100, 900), (1900, 900), (1500, 1100))),), 1400),  # from x = 1300 to 1700
        ((rough(box(1200, 900, 1500, 1100)), rough(box(1400, 900, 1600, 1100), name="u")), 1400),  # doubled once
        ((rough(box(1200, 1000, 1500, 1100)),), 1000),  # along its edge
        ((rough(box(1200, 900, 1500, 1100), z0=50, height=50),), 1000),  # overhead
        ((rough(box(1200, 900, 1500, 1100), height=400, los="partial"),), 1300),
        ((rough(box(500, 500, 3000, 3000)),), 2000),
    ],
)
def test_rough_ground_costs_double_for_just_the_part_in_it(pieces: tuple[Terrain, ...], cost: int) -> None:
    assert go(laid(*pieces), *ACROSS).cost == cost


@rule("IST-MOVE-02")
def test_half_of_a_slanting_way_through_rough_ground() -> None:
    walked = go(laid(rough(box(1300, 900, 1700, 2000))), *floor((1000, 1000), (1600, 1800)))
    assert walked.cost == 1500  # 1000 long, the second half of it rough


@rule("IST-MOVE-03", "IST-Q-18", "IST-Q-128")
@pytest.mark.parametrize(
    ("roof", "cost"),
    [
        (ROOF, 900),
        (block(box(1500, 500, 2000, 1500), 300, building=True), 1200),
        (block(box(1500, 500, 2000, 1500), 300, ground="rough"), 1300),  # the top is rough too
    ],
)
def test_climbing_costs_one_an_inch_and_two_on_a_rough_piece_or_a_building(roof: Terrain, cost: int) -> None:
    walked = go(laid(roof), (1000, 1000, 0), (1500, 1000, 0), (1500, 1000, 300), (1600, 1000, 300))
    assert (walked.stop, walked.cost, walked.climbed) == ("end", cost, 300)
    assert refusal(walked, cost) is None


@rule("IST-MOVE-03", "IST-Q-19", "IST-ILL-12")
@pytest.mark.parametrize(("height", "code"), [(300, ""), (301, ""), (302, "climb_too_high")])
def test_it_refuses_to_climb_more_than_three_inches_in_one_movement(height: int, code: str) -> None:
    table = laid(block(box(1500, 500, 2000, 1500), height))
    assert refused(go(table, (1500, 1000, 0), (1500, 1000, height))) == code


@rule("IST-MOVE-03", "IST-Q-20")
def test_all_climbs_of_a_movement_add_up_and_climbing_down_is_climbing() -> None:
    over = (1500, 1000, 0), (1500, 1000, 200), (2000, 1000, 200), (2000, 1000, 0)
    walked = go(laid(block(box(1500, 500, 2000, 1500), 200)), *over)
    assert (walked.cost, walked.climbed) == (900, 400)
    assert refused(walked) == "climb_too_high"
    assert refusal(walked, 900, climb=400) is None


@rule("IST-Q-20", "IST-MOVE-11")
def test_jumping_down_costs_nothing_and_is_no_climb() -> None:
    walked = go(laid(ROOF), (1600, 1000, 300), (1500, 1000, 300), (1500, 1000, 0), (1400, 1000, 0), jumps=(2,))
    assert (walked.stop, walked.cost, walked.climbed, walked.falls) == ("end", 200, 0, (300,))
    assert fall_damage(300) == 0


@rule("IST-MOVE-11", "IST-MOVE-12", "IST-Q-27")
@pytest.mark.parametrize(
    ("fallen", "damage"),
    [(0, 0), (299, 0), (300, 0), (301, 0), (302, 4), (350, 5), (400, 6), (466, 6), (467, 7), (500, 7)],
)
def test_a_fall_of_more_than_three_inches_hurts_by_all_its_inches(fallen: int, damage: int) -> None:
    assert fall_damage(fallen) == damage


@rule("IST-Q-27")
def test_by_house_rule_only_what_is_above_three_inches_hurts() -> None:
    assert [fall_damage(fallen, uncounted=300) for fallen in (300, 400, 500)] == [0, 1, 3]


@rule("IST-MOVE-12")
def test_a_deep_jump_is_one_fall_however_many_ledges_are_named() -> None:
    stacked = block(box(1500, 500, 2000, 1500), 300), block(box(1500, 500, 2000, 1500), 300, name="u", z0=300)
    down = (1500, 1000, 600), (1500, 1000, 300), (1500, 1000, 0)
    assert go(laid(*stacked), *down, jumps=(1, 2)).falls == (600,)


@rule("IST-Q-20")
@pytest.mark.parametrize(("height", "why"), [(50, ""), (51, ""), (52, "nothing to climb")])
def test_a_step_of_half_an_inch_is_free(height: int, why: str) -> None:
    table = laid(wall(box(1500, 500, 2000, 1500), height, standable=True))
    walked = go(table, (1400, 1000, 0), (1500, 1000, 0), (1500, 1000, height), (1600, 1000, height))
    assert walked.why == why
    if not why:
        assert (walked.cost, walked.climbed) == (200, 0)


@rule("IST-Q-20")
def test_two_steps_at_one_point_are_a_climb() -> None:
    stacked = (
        wall(box(1500, 500, 2000, 1500), 50, standable=True),
        wall(box(1500, 500, 2000, 1500), 50, z0=50, standable=True, name="u"),
    )
    up = (1500, 1000, 0), (1500, 1000, 50), (1500, 1000, 100)
    assert go(laid(*stacked), *up).why == "nothing to climb"


@rule("IST-Q-14")
def test_a_ramp_costs_its_length_in_space() -> None:
    ramp = piece(box(1000, 900, 1400, 1100), standable=True, height=300)
    walked = go(
        laid(ramp, block(box(1400, 500, 2000, 1500), 300, name="b")),
        (1000, 1000, 0),
        (1400, 1000, 300),
        (1500, 1000, 300),
    )
    assert (walked.stop, walked.cost, walked.climbed) == ("end", 600, 0)
    down = go(laid(ramp), (1400, 1000, 300), (1000, 1000, 0))
    assert (down.stop, down.cost) == ("end", 500)


@rule("IST-Q-14")
@pytest.mark.parametrize(
    "pieces",
    [
        (),
        (block(box(1400, 500, 2000, 1500), 300),),
        (piece(box(1000, 900, 1300, 1100), standable=True, height=300),),  # it ends before the slope does
        (piece(box(1000, 900, 1400, 1100), standable=True, height=200),),
    ],
)
def test_it_refuses_a_slope_where_no_ramp_is(pieces: tuple[Terrain, ...]) -> None:
    assert refused(go(laid(*pieces), (1000, 1000, 0), (1400, 1000, 300))) == "path_blocked"


@rule("IST-Q-128", "IST-ILL-13")
@pytest.mark.parametrize(
    ("barrier", "why"),
    [
        (wall(box(1500, 900, 1600, 1100)), "a solid piece"),
        (wall(disc(1500, 1000, 100)), "a solid piece"),
        (wall(corners((1400, 900), (1600, 900), (1500, 1100))), "a solid piece"),
        (lake(box(1500, 900, 1600, 1100)), "impassable ground"),
        (piece(box(1500, 900, 1600, 1100), ground="impassable", height=200), "impassable ground"),
    ],
)
def test_it_refuses_to_go_through_solid_pieces_and_impassable_ground(barrier: Terrain, why: str) -> None:
    walked = go(laid(barrier), *ACROSS)
    assert (walked.stop, walked.why) == ("blocked", why)
    assert refusal(walked, 9_000) == ("path_blocked", "IST-Q-128")


@rule("IST-Q-128")
@pytest.mark.parametrize(
    "no_barrier",
    [
        hedge(box(1500, 900, 1600, 1100)),
        piece(box(1500, 900, 1600, 1100), height=300),
        wall(box(1500, 1000, 1600, 1100)),  # along its face, with half the base in it: the centre decides
        wall(box(1500, 900, 1600, 1100), z0=100),
        wall(box(1500, 900, 1600, 1001)),  # a hundredth deep is rounding
    ],
)
def test_it_goes_through_what_is_not_solid_and_along_what_is(no_barrier: Terrain) -> None:
    assert go(laid(no_barrier), *ACROSS).stop == "end"


@rule("IST-Q-124", "IST-Q-128", "IST-ILL-13")
def test_it_refuses_to_walk_on_air() -> None:
    off = go(laid(ROOF), (1600, 1000, 300), (1400, 1000, 300))
    assert (off.stop, off.why, off.at) == ("blocked", "nothing to stand on", (1499, 1000, 300))
    assert go(laid(), (1600, 1000, 300), (1400, 1000, 300)).at == (1600, 1000, 300)
    assert go(laid(ROOF), (1500, 1000, 0), (1500, 1000, 200)).why == "no top to stand on"


@rule("IST-Q-124")
def test_adjoining_wall_sections_are_level_ground() -> None:
    sections = [
        block(box(1000 + n * 300, 1000, 1300 + n * 300, 1050), 300, name=f"w{n}", building=True) for n in range(3)
    ]
    walked = go(laid(*sections), (1010, 1025, 300), (1890, 1025, 300))
    assert (walked.stop, walked.cost) == ("end", 880)
    gap = go(laid(sections[0], sections[2]), (1010, 1025, 300), (1890, 1025, 300))
    assert gap.why == "nothing to stand on"


@rule("IST-Q-124", "IST-Q-18")
def test_climbing_a_wall_section_costs_two_an_inch() -> None:
    section = block(box(1000, 1000, 1300, 1050), 300, building=True)
    assert go(laid(section), (1100, 1000, 0), (1100, 1000, 300), (1100, 1025, 300)).cost == 625


@rule("IST-Q-128")
@pytest.mark.parametrize(
    ("places", "why"),
    [
        (((1600, 1000, 300), (1600, 1000, 0)), "a solid piece"),  # through the roof
        (((1400, 1000, 0), (1400, 1000, 300)), "no top to stand on"),  # beside it
        (((1500, 1000, 0), (1500, 1000, 100)), "no top to stand on"),
    ],
)
def test_it_refuses_to_climb_but_at_an_edge_line(places: tuple[Place, Place], why: str) -> None:
    walked = go(laid(ROOF), *places)
    assert (walked.stop, walked.why) == ("blocked", why)


@rule("IST-Q-128")
def test_it_refuses_to_climb_what_is_not_climbable() -> None:
    smooth = wall(box(1500, 500, 2000, 1500), 300, standable=True)
    assert go(laid(smooth), (1500, 1000, 0), (1500, 1000, 300)).why == "nothing to climb"


@rule("IST-Q-128", "IST-Q-01")
def test_a_round_tower_is_climbed_at_a_rounded_point_of_its_edge() -> None:
    tower = block(disc(2000, 2000, 300), 200)
    walked = go(laid(tower), (1700, 1700, 0), (1788, 1788, 0), (1788, 1788, 200), (2000, 2000, 200))
    assert (walked.stop, walked.climbed) == ("end", 200)


@rule("IST-Q-117", "IST-ILL-13")
def test_friends_may_be_crossed_but_not_ended_on() -> None:
    friend = man(1500, 1000, name="f")
    assert go(laid(), *ACROSS, friends=(friend,)).stop == "end"
    walked = go(laid(), *floor((1000, 1000), (1500, 1050)), friends=(friend,))
    assert (walked.stop, walked.why) == ("blocked", "on the base of f")
    assert refusal(walked, 900) == ("path_blocked", "IST-Q-117")
    assert go(laid(), *floor((1000, 1000), (1400, 1000)), friends=(friend,)).stop == "end"


@rule("IST-MOVE-10", "IST-Q-26")
@pytest.mark.parametrize(
    ("to", "edge", "at", "cost"),
    [
        ((1000, -500), "bottom", (1000, 0, 0), 300),
        ((-200, 300), "left", (0, 300, 0), 1000),
        ((600, -300), "bottom", (800, 0, 0), 361),
        ((-1000, -300), "bottom", (0, 0, 0), 1044),  # over the very corner
        ((10**12, 300), "right", (4800, 300, 0), 3800),
    ],
)
def test_a_way_is_cut_where_the_centre_crosses_an_edge(to: tuple[int, int], edge: str, at: Place, cost: int) -> None:
    walked = go(laid(), *floor((1000, 300), to))
    assert (walked.stop, walked.edge, walked.at, walked.cost) == ("left", edge, at, cost)


@rule("IST-Q-26")
def test_who_ends_on_the_edge_line_has_not_left() -> None:
    assert go(laid(), *floor((1000, 300), (1000, 0), (2000, 0))).stop == "end"


@rule("IST-Q-132")
def test_the_first_fault_in_the_catalogues_order_is_told() -> None:
    high = block(box(1500, 500, 2000, 1500), 400)
    over = (1000, 1000, 0), (1500, 1000, 0), (1500, 1000, 400), (1600, 1000, 400)
    assert refused(go(laid(high), *over), 100) == "climb_too_high"
    assert refused(go(laid(high), *over, (2500, 1000, 400)), 100) == "path_blocked"
    assert refused(go(laid(high), *over[:2]), 100) == "move_too_far"


@rule("IST-MOVE-02")
@pytest.mark.parametrize(
    ("budget", "at"),
    [
        (900, 1750),
        (200, 1200),
        (300, 1250),
        (400, 1300),
        (500, 1350),
        (501, 1351),
        (700, 1550),
        (1000, 1850),
        (9000, 2000),
    ],
)
def test_a_budget_ends_a_way_where_it_is_used_up(budget: int, at: int) -> None:
    swamp = rough(box(1200, 900, 1350, 1100))  # 200 before it, 150 in it
    walked = go(laid(swamp), *ACROSS, budget=budget)
    assert walked.at == (at, 1000, 0)
    assert walked.cost == min(budget, 1150)
    assert walked.stop == ("spent" if budget < 1150 else "end")


def test_a_climb_is_not_begun_when_it_cannot_be_paid() -> None:
    up = (1400, 1000, 0), (1500, 1000, 0), (1500, 1000, 300)
    assert go(laid(ROOF), *up, budget=399).at == (1500, 1000, 0)
    assert go(laid(ROOF), *up, budget=400).at == (1500, 1000, 300)


@rule("IST-Q-124", "IST-Q-128")
def test_one_stands_on_the_ground_on_tops_and_at_an_edge_on_both() -> None:
    shed = block(box(1500, 500, 1800, 1500), 120, name="u", z0=300)
    table = laid(ROOF, shed, hedge(box(3000, 3000, 3500, 3500)), lake(box(4000, 4000, 4500, 4500)))
    assert surfaces(table, (1000, 1000)) == (0,)
    assert surfaces(table, (1500, 1000)) == (0, 300, 420)
    assert surfaces(table, (1600, 1000)) == (420,)
    assert surfaces(table, (1900, 1000)) == (300,)
    assert surfaces(table, (3200, 3200)) == (0,)
    assert surfaces(table, (4200, 4200)) == ()
    assert highest_surface(table, (1500, 1000)) == 420
    assert highest_surface(table, (1500, 1000), below=300) == 0
    assert highest_surface(table, (4200, 4200)) is None
    assert supported(table, (1900, 1000, 300))
    assert not supported(table, (1900, 1000, 0))


@rule("IST-SETUP-06", "IST-Q-117", "IST-Q-128")
@pytest.mark.parametrize(
    ("at", "why"),
    [
        ((1000, 1000, 0), ""),
        ((1900, 1000, 300), ""),
        ((1900, 1000, 0), "inside a solid piece or on impassable ground"),
        ((1000, 1000, 300), "nothing to stand on at that height"),
        ((-1, 1000, 0), "off the board"),
        ((2530, 1000, 0), "on the base of f"),
        ((2499, 1000, 0), "on the base of f"),
        ((2400, 1000, 0), ""),
    ],
)
def test_a_model_stands_on_the_board_on_a_surface_and_on_nobody(at: Place, why: str) -> None:
    assert may_stand(laid(ROOF), man(*at), (man(2500, 1000, name="f"),)) == why


def test_a_way_without_a_leg_goes_nowhere() -> None:
    walked = go(laid(), (1000, 1000, 0), (1000, 1000, 0))
    assert (walked.stop, walked.cost, walked.way) == ("end", 0, Way(((1000, 1000, 0),)))
