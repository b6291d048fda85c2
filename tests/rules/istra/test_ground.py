"""Moves over ground that is not flat, and among friends and several enemies. A man moves 9 inches."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from tests.rules.istra.battles import man, piece, position, rect, setup, wall
from tests.rules.istra.skirmish import Skirmish, walk
from tests.rules.play import all_of, names, only, rule

FOE = man("b1", (4000, 4000))
WOOD = piece("wood", rect(1200, 500, 1600, 1500), ground="rough", los="partial", height=300)


def acting(*foes: dict[str, Any], at: tuple[int, ...] = (1000, 1000), house: Any = None, **fields: Any) -> Skirmish:
    """`a1` acts, with a friend far away."""
    own = [man("a1", at), man("a2", (200, 4500))]
    return Skirmish(position(own, list(foes) or [FOE], active="a1", **fields), house)


def cost(events: list[Any]) -> int:
    return sum(moved.cost for moved in all_of(events, ev.ModelMoved))


# What a way costs


@rule("IST-MOVE-02", "IST-Q-128")
def test_rough_ground_costs_double():
    """2 inches to the wood and 3.5 in it: 9. With another quarter of an inch in it 9.5."""
    fight = acting(terrain=[WOOD])
    fight.refuses(walk("move", "a1", (1575, 1000)), "move_too_far")
    assert cost(fight.move("a1", (1550, 1000))) == 900
    fight.refuses(walk("sprint", "a1", (1550, 1226)), "move_too_far")
    assert cost(fight.do(walk("sprint", "a1", (1550, 1225)))) == 450


@rule("IST-MOVE-02", "IST-Q-18", "IST-Q-20", "IST-Q-124")
@pytest.mark.parametrize(
    ("fields", "paid"), [({}, 600), ({"building": True}, 900), ({"ground": "rough"}, 1000), ({"height": 50}, 300)]
)
def test_a_climb_costs_an_inch_an_inch_or_two(fields: Any, paid: int):
    """2 inches up to the rock, 3 up, 1 on it: 6; 9 by a building's wall. A step of half an inch is free."""
    fight = acting(terrain=[wall("rock", 1200, 900, 1500, 1100, **fields)])
    if paid > 900:
        fight.refuses(walk("move", "a1", (1300, 1000)), "move_too_far")
        return
    events = fight.move("a1", (1300, 1000))
    assert cost(events) == paid
    assert len(all_of(events, ev.ModelClimbed)) == (paid > 300)


@rule("IST-Q-20", "IST-MOVE-04")
def test_climbing_down_is_climbing_and_jumping_is_not():
    rock = wall("rock", 900, 900, 1100, 1100)
    down = (1100, 1000, 300), (1100, 1000, 0), (1200, 1000, 0)
    fight = acting(at=(1000, 1000, 300), terrain=[rock])
    assert cost(fight.move("a1", *down)) == 500
    assert [one.name for one in fight.model("a1").conditions] == ["climbed"]
    fight = acting(at=(1000, 1000, 300), terrain=[rock])
    events = fight.move("a1", *down, jumps=[1])
    assert names(events) == ["action_spent", "model_moved", "model_fell", "model_moved"]
    assert (cost(events), fight.model("a1").conditions, fight.model("a1").health) == (200, (), 20)


@rule("IST-Q-14", "IST-MOVE-02")
def test_a_slope_is_as_long_as_it_is():
    """Up a ramp 6 inches long and 3 high: 6.71, after 2 on the flat. Off a ramp nobody walks uphill."""
    hill = piece("hill", rect(1200, 900, 1800, 1100), height=300, standable=True)
    assert cost(acting(terrain=[hill]).move("a1", (1200, 1000, 0), (1800, 1000, 300))) == 871
    refused = acting().refuses(walk("move", "a1", (1200, 1000, 100)), "path_blocked")
    assert (refused.rule, bool(refused.hint)) == ("IST-Q-14", True)


@rule("IST-Q-124", "IST-Q-107")
def test_adjoining_sections_are_one_rampart():
    """Two sections side by side: 2 inches along the first, over the joint, 2.5 along the second."""
    sections = [wall("w1", 1000, 1000, 1300, 1050, building=True), wall("w2", 1300, 1000, 1600, 1050, building=True)]
    fight = acting(at=(1100, 1025, 300), terrain=sections)
    events = fight.move("a1", (1550, 1025, 300))
    assert (cost(events), fight.model("a1").pos) == (450, (1550, 1025, 300))
    fight.refuses(walk("sprint", "a1", (1700, 1025, 300)), "path_blocked")


@rule("IST-Q-128", "IST-ILL-13")
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"los": "opaque", "height": 100}, "path_blocked"),
        ({"ground": "impassable"}, "path_blocked"),
        ({"los": "partial", "height": 300}, ""),
        ({"height": 300}, ""),
        ({"los": "opaque", "z0": 200, "height": 100}, ""),
    ],
)
def test_what_is_solid_bars_the_way_of_a_centre(fields: Any, code: str):
    """Straight through it; along its edge, where half the base overhangs, anybody may go."""
    block = piece("block", rect(1200, 900, 1500, 1100), **fields)
    fight = acting(terrain=[block])
    if code:
        assert fight.refuses(walk("move", "a1", (1700, 1000)), code).rule == "IST-Q-128"
    else:
        assert cost(fight.move("a1", (1700, 1000))) == 700
    assert cost(acting(at=(1000, 1100), terrain=[block]).move("a1", (1700, 1100))) == 700


@rule("IST-MOVE-03", "IST-ILL-12", "IST-Q-132")
@pytest.mark.parametrize("end", [(1300, 1000), (1500, 1000)])
def test_a_way_without_heights_climbs_no_higher_either(end: tuple[int, int]):
    """Onto a climbable block 4 inches high, or over it; what cannot be climbed at all bars the way."""
    climbable = wall("tower", 1200, 900, 1400, 1100, height=400)
    refused = acting(terrain=[climbable]).refuses(walk("move", "a1", end), "climb_too_high")
    assert (refused.rule, refused.field) == ("IST-MOVE-03", "path")
    assert refused.hint == 'It climbs 4"; 3" may be climbed. Go round.'
    lake = piece("lake", rect(1450, 900, 1480, 1100), ground="impassable")
    acting(terrain=[climbable, lake]).refuses(walk("move", "a1", (1550, 1000)), "path_blocked")
    sheer = wall("tower", 1200, 900, 1400, 1100, height=400, climbable=False)
    assert acting(terrain=[sheer]).refuses(walk("move", "a1", end), "path_blocked").hint


@rule("IST-Q-20", "IST-ILL-13")
def test_a_deep_drop_is_jumped_only_as_told():
    rock = wall("rock", 900, 900, 1100, 1100, height=400)
    fight = acting(at=(1000, 1000, 400), terrain=[rock])
    refused = fight.refuses(walk("move", "a1", (1300, 1000)), "path_blocked")
    assert (refused.rule, "jumps" in refused.hint) == ("IST-Q-128", True)


# Among others


@rule("IST-Q-117", "IST-ILL-13")
def test_friends_are_walked_through_but_not_stood_on():
    own = [man("a1", (1000, 1000)), man("a2", (1300, 1000))]
    fight = Skirmish(position(own, [FOE], active="a1"))
    assert fight.refuses(walk("move", "a1", (1202, 1000)), "path_blocked").rule == "IST-Q-117"
    fight.move("a1", (1400, 1000))
    assert fight.model("a1").pos == (1400, 1000, 0)


@rule("IST-MOVE-05", "IST-Q-21", "IST-Q-22")
def test_everybody_within_an_inch_after_the_shift_is_engaged():
    """It stops an inch from b3 (centres 2 apart) and is shifted to it; then b1 and b2 are 1.49 less 1 away."""
    foes = man("b1", (1400, 900)), man("b2", (1400, 1100)), man("b3", (1390, 1000))
    events = acting(*foes).move("a1", (1500, 1000))
    stop, snap = all_of(events, ev.ModelMoved)
    assert (stop.path[-1], stop.cost, snap.path[-1]) == ((1190, 1000, 0), 190, (1290, 1000, 0))
    assert [one.enemy for one in all_of(events, ev.Engaged)] == ["b1", "b2", "b3"]


@rule("IST-MOVE-05", "IST-Q-21", "IST-Q-01")
def test_the_stopping_point_is_where_the_gap_is_an_inch():
    """Past a foe 1.5 inches to the side: 2 inches from centre to centre is 1.32 short of it, that is y = 1168."""
    events = acting(man("b1", (1150, 1300))).move("a1", (1000, 1900))
    stop, snap = all_of(events, ev.ModelMoved)
    assert (stop.path[-1], stop.cost, snap.path[-1]) == ((1000, 1168, 0), 168, (1075, 1234, 0))


@rule("IST-MOVE-05", "IST-Q-01", "IST-Q-21")
@pytest.mark.parametrize(("x", "met"), [(1301, True), (1302, False)])
def test_a_hundredth_more_than_an_inch_is_still_an_inch(x: int, met: bool):
    """Passing by at a gap of 1.01 or 1.02: 3.01 or 3.02 from centre to centre, of bases with radii of 0.5 and 1.5."""
    foe = man("b1", (x, 1500), radius=150)
    fight = acting(foe)
    fight.move("a1", (1000, 1900))
    assert (fight.state.engaged == (("a1", "b1"),)) == met


@rule("IST-Q-23", "IST-MOVE-07")
@pytest.mark.parametrize(
    ("path", "engaged"),
    [
        ([(1000, 1500)], False),
        ([(898, 1000)], False),
        ([(899, 1000)], True),
        ([(850, 1000), (900, 1000)], True),
    ],
)
def test_who_is_left_is_ignored_until_an_inch_away(path: Any, engaged: bool):
    """Past the enemy's side, straight away by 1.02 and by 1.01 inches, and away and back again."""
    fight = acting(man("b1", (1100, 1000)), engaged=[["a1", "b1"]])
    fight.do(walk("disengage", "a1", *path), dice=[11])
    assert bool(fight.state.engaged) == engaged


@rule("IST-MOVE-05", "IST-MOVE-07")
def test_a_disengage_may_lead_to_the_next_enemy():
    fight = acting(man("b1", (1100, 1000)), man("b2", (1000, 1350)), engaged=[["a1", "b1"]])
    fight.do(walk("disengage", "a1", (1000, 1500)), dice=[20])
    assert (fight.state.engaged, fight.model("a1").pos) == ((("a1", "b2"),), (1000, 1250, 0))


@rule("IST-MOVE-05", "IST-Q-22", "IST-SIGHT-01")
def test_height_keeps_apart():
    """3 inches above an enemy nobody is engaged; who climbs past the last inch below it is."""
    rock = wall("rock", 1200, 900, 1500, 1100)
    fight = acting(man("b1", (1300, 1000, 300)), terrain=[rock])
    fight.move("a1", (1200, 1000, 0))
    assert fight.state.engaged == ()
    fight = acting(man("b1", (1300, 1000, 300)), terrain=[rock])
    events = fight.move("a1", (1200, 1000, 0), (1200, 1000, 300))
    assert (cost(events), only(events, ev.ModelClimbed).climbed) == (400, 200)
    assert only(events, ev.Engaged).pos == (1200, 1000, 200)


# What the house says of the setup


@rule("IST-Q-106", "IST-HALL-03", "IST-ILL-54")
@pytest.mark.parametrize(("house", "most"), [({}, 3), ({"clear_pieces": 1}, 1), ({"clear_pieces": 0}, 5)])
def test_so_many_pieces_are_cleared(house: Any, most: int):
    rocks = [wall(f"r{number}", 1000 + 400 * number, 2000, 1200 + 400 * number, 2200) for number in range(5)]
    hall = {"defender": "s1", "upgrades": ["clear_the_area"]}
    fight = Skirmish.begun(setup(terrain=rocks, invasion=hall), house)
    if most < 5:
        too_many = [f"r{number}" for number in range(most + 1)]
        no = fight.refuses({"type": "remove_terrain", "ids": too_many}, "upgrade_not_available", by="s1")
        assert no.rule == "IST-HALL-03"
    fight.do({"type": "remove_terrain", "ids": [f"r{number}" for number in range(most)]}, dice=[9, 2], by="s1")
    assert len(fight.state.terrain) == 5 - most


@rule("IST-Q-107", "IST-HALL-04", "IST-ILL-54")
def test_walls_are_as_long_thick_and_high_as_the_house_says():
    hall = {"defender": "s1", "upgrades": ["walls"]}
    house = {"wall_sections": 1, "wall_length": 400, "wall_thickness": 100, "wall_height": 200, "zone_depth": 900}
    fight = Skirmish.begun(setup(invasion=hall), house)
    two = [{"centre": [1000, 850]}, {"centre": [2000, 850]}]
    for wrong in (two, [], [{"centre": [1000, 852]}]):
        no = fight.refuses({"type": "place_walls", "sections": wrong}, "upgrade_not_available", by="s1")
        assert no.rule == "IST-HALL-04"
    fight.do({"type": "place_walls", "sections": [{"centre": [1000, 850]}]}, dice=[9, 2], by="s1")
    section = fight.state.terrain[0]
    assert (section.footprint.a, section.footprint.b, section.top) == ((800, 800), (1200, 900), 200)
    assert (section.climbable, section.standable, section.building, section.los) == (True, True, True, "opaque")


@rule("IST-Q-107", "IST-Q-128", "IST-ILL-54")
def test_walls_stand_on_the_table_within_the_zone_and_may_cross_what_is_solid():
    hall = {"defender": "s1", "upgrades": ["walls"]}
    fight = Skirmish.begun(setup(invasion=hall, terrain=[wall("rock", 2000, 200, 2200, 400)]))

    def walls(*centres: list[int]) -> dict[str, object]:
        return {"type": "place_walls", "sections": [{"centre": centre} for centre in centres]}

    for centre in ([100, 300], [1000, 590]):
        fight.refuses(walls(centre), "upgrade_not_available", by="s1")
    fight.do(walls([2000, 300], [1000, 300], [1200, 300]), by="s1", dice=[9, 2])
    assert len(fight.state.terrain) == 4
