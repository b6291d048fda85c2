"""The straight flight to the nearest edge, and the goals a model can reach."""

import pytest

from rules.istra.geometry.paths import refusal
from rules.istra.geometry.places import beyond, flee_refusal, flight
from rules.istra.geometry.reach import Goal, Trip, goal_at, reach, waypoints
from rules.istra.geometry.routes import route
from rules.istra.geometry.table import nearest_edge
from rules.istra.terrain import Edge, Place, Point, Terrain
from tests.rules.istra.geometry.builders import block, box, floor, go, hedge, laid, lake, man, rough, wall
from tests.rules.play import rule


@rule("IST-MOR-04", "IST-Q-75")
@pytest.mark.parametrize(
    ("at", "distance", "edge"),
    [
        ((600, 700), 600, "left"),
        ((600, 600), 600, "bottom"),
        ((2400, 2400), 2400, "bottom"),
        ((4200, 4200), 600, "top"),
        ((600, 4200), 600, "top"),
        ((4300, 2400), 500, "right"),
        ((0, 2400), 0, "left"),
    ],
)
def test_the_nearest_edge_and_the_order_of_ties(at: Point, distance: int, edge: Edge) -> None:
    assert nearest_edge(laid(), at) == (distance, edge)


@rule("IST-Q-75")
def test_on_a_wide_table_the_left_edge_comes_before_the_right() -> None:
    assert nearest_edge(laid(width=1000), (500, 2400)) == (500, "left")


def test_beyond_an_edge_is_straight_ahead() -> None:
    ahead = [beyond(laid(width=4000), (600, 700), edge) for edge in ("bottom", "top", "left", "right")]
    assert ahead == [(600, -1), (600, 4801), (-1, 700), (4001, 700)]


@rule("IST-MOR-04", "IST-Q-77")
@pytest.mark.parametrize(
    ("distance", "stop", "at"), [(1350, "left", (0, 700, 0)), (600, "left", (0, 700, 0)), (450, "spent", (150, 700, 0))]
)
def test_a_model_flees_straight_over_the_nearest_edge_or_as_far_as_it_gets(distance: int, stop: str, at: Place) -> None:
    fled = flight(laid(), man(600, 700), distance)
    assert (fled.free, fled.edge, fled.walked.stop, fled.walked.at) == (True, "left", stop, at)


@rule("IST-Q-77")
def test_rough_ground_slows_a_flight() -> None:
    fled = flight(laid(rough(box(300, 500, 500, 900))), man(600, 700), 600)
    assert (fled.free, fled.walked.stop, fled.walked.at) == (True, "spent", (200, 700, 0))


@rule("IST-Q-75")
@pytest.mark.parametrize(
    "obstacle",
    [
        wall(box(300, 500, 400, 900)),
        lake(box(300, 500, 400, 900)),
        block(box(300, 500, 400, 900), 400),
    ],
)
def test_a_flight_that_is_barred_is_not_free(obstacle: Terrain) -> None:
    assert not flight(laid(obstacle), man(600, 700), 1350).free


@rule("IST-Q-75", "IST-Q-117")
def test_a_flight_past_an_enemy_or_onto_a_friend_is_not_free() -> None:
    assert not flight(laid(), man(600, 700), 1350, foes=(man(300, 901, name="z"),)).free
    assert flight(laid(), man(600, 700), 1350, foes=(man(300, 902, name="z"),)).free
    friend = man(300, 700, name="f")
    assert flight(laid(), man(600, 700), 1350, friends=(friend,)).free
    assert not flight(laid(), man(600, 700), 300, friends=(friend,)).free


@rule("IST-Q-75", "IST-Q-76", "IST-Q-23")
def test_who_has_disengaged_flees_past_those_it_left() -> None:
    foe = man(700, 700, name="z")
    assert not flight(laid(), man(600, 700), 1350, foes=(foe,)).free
    assert flight(laid(), man(600, 700), 1350, foes=(foe,), left_behind=frozenset({"z"})).free


@rule("IST-Q-75")
def test_a_flight_over_a_low_wall_climbs_it_and_one_off_a_high_roof_is_not_free() -> None:
    fled = flight(laid(block(box(300, 500, 400, 900), 200)), man(600, 700), 1350)
    assert (fled.free, fled.walked.stop, fled.walked.cost) == (True, "left", 800)
    assert not flight(laid(block(box(300, 500, 700, 900), 400)), man(600, 700, 400), 1350).free


@rule("IST-Q-75", "IST-ILL-14")
@pytest.mark.parametrize(
    ("to", "why"),
    [
        ((599, 1000), ""),
        ((-50, 1000), ""),
        ((600, 1000), "it does not end nearer an edge"),
        ((900, 700), "it does not end nearer an edge"),
        ((590, 1460), "longer than the flight"),
        ((300, 400), "it comes within 1 inch of an enemy"),
        ((300, 1000), "it cannot be walked"),
    ],
)
def test_a_named_flight_is_short_enough_avoids_enemies_and_ends_nearer_an_edge(to: Point, why: str) -> None:
    table, start = laid(wall(box(350, 850, 400, 1100))), (600, 700, 0)
    walked = go(table, *floor((600, 700), to), foes=(man(150, 400, name="z"),))
    assert flee_refusal(table, start, walked, 750) == why


def trip(*pieces: Terrain, allowance: int = 900, **others: object) -> Trip:
    return Trip(laid(*pieces), man(1000, 1000), allowance, **others)


def kinds(goals: tuple[Goal, ...]) -> set[str]:
    return {goal.kind for goal in goals}


def test_on_an_empty_table_the_goals_are_two_rings() -> None:
    goals = reach(trip())
    assert len(goals) == 16 + 8
    assert {(1900, 1000, 0), (1000, 1900, 0), (1636, 1636, 0), (1450, 1000, 0)} <= {goal.at for goal in goals}


def test_a_model_with_no_allowance_reaches_nothing() -> None:
    assert reach(trip(allowance=0)) == ()


@rule("IST-MOVE-05", "IST-Q-22")
def test_enemies_in_reach_are_goals_with_their_contact() -> None:
    near, far = man(1500, 1000, name="n"), man(3500, 1000, name="x")
    goals = [goal for goal in reach(trip(foes=(near, far))) if goal.kind == "contact" and goal.about == "n"]
    assert goals[0].at == (1400, 1000, 0)
    assert goals[0].contact is not None
    assert goals[0].contact.engaged == ("n",)
    assert "x" not in {goal.about for goal in reach(trip(foes=(near, far)))}


def test_an_enemy_behind_a_wall_is_reached_around_a_corner() -> None:
    foe = man(1600, 1000, name="n")
    screen = wall(box(1250, 950, 1300, 1500))
    contact = next(goal for goal in reach(trip(screen, foes=(foe,))) if goal.about == "n")
    assert len(contact.way.places) == 3
    assert contact.walked.stop == "engaged"


@rule("IST-Q-28")
def test_items_in_reach_are_goals() -> None:
    here, ahead, away = ("chest", (1300, 1000, 0)), ("relic", (2000, 1000, 0)), ("crown", (2300, 1000, 0))
    goals = {goal.about: goal for goal in reach(trip(), items=(here, ahead, away)) if goal.kind == "item"}
    assert set(goals) == {"chest", "relic"}
    assert goals["relic"].at == (1900, 1000, 0)  # within an inch of it, though it lies 10" away


@rule("IST-Q-28")
def test_an_item_behind_a_wall_is_no_goal() -> None:
    walled = trip(wall(box(1300, 500, 1350, 1500)))
    assert "item" not in kinds(reach(walled, items=(("chest", (1600, 1000, 0)),)))


def test_cover_tops_and_the_nearest_edge_are_goals() -> None:
    goals = reach(trip(hedge(box(1300, 1300, 1500, 1350)), block(box(500, 1300, 700, 1500), 200, name="b")))
    assert {"cover", "top", "ring"} <= kinds(goals)
    assert next(goal.at for goal in goals if goal.kind == "top") == (600, 1400, 200)
    leaving = reach(Trip(laid(), man(1000, 400), 900))
    assert [goal.about for goal in leaving if goal.kind == "edge"] == ["bottom"]


def test_rings_are_cut_by_walls_and_end_short_of_them() -> None:
    goals = {goal.at for goal in reach(trip(wall(box(1300, 500, 1400, 1500))), directions=4) if goal.kind == "ring"}
    assert (1298, 1000, 0) in goals


def test_every_goal_can_be_asked_for_again_as_a_command_writes_it() -> None:
    table = trip(
        block(box(1300, 700, 1600, 1300), 200),
        rough(box(500, 500, 900, 1500), name="r"),
        foes=(man(1800, 1000, name="z"),),
    )
    goals = reach(table)
    assert len(goals) > 10
    for goal in goals:
        path, jumps = waypoints(goal.way)
        again = table.follow(route(table.table, table.mover.at, path, jumps))
        assert again == goal.walked
        assert refusal(again, table.allowance) is None


def test_a_way_that_cannot_be_gone_is_no_goal_unless_it_may_be_cut() -> None:
    walled = trip(wall(box(1300, 500, 1400, 1500)))
    assert goal_at(walled, "ring", "", ((1800, 1000),)) is None
    cut = goal_at(walled, "ring", "", ((1800, 1000),), cut=True)
    assert cut is not None
    assert cut.at == (1298, 1000, 0)
