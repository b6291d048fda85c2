"""The Score Shot: through the opening of a vessel."""

from __future__ import annotations

import pytest

from rules.ishmek.events import (
    OrbDeviated,
    OrbFellShort,
    OrbIntercepted,
    OrbInVessel,
    OrbLaunched,
    OrbScattered,
    PointScored,
    SrRolled,
)
from tests.rules.ishmek.arena import let_pass, man, play
from tests.rules.ishmek.flights import (
    EAST,
    HELD_BY_H1,
    WEST,
    asked,
    calm,
    intercept,
    propel,
    scattered,
    where,
    windows,
)
from tests.rules.play import Play, all_of, only, rule

SOUTHEAST = (1, 1)


def shooter(at: tuple[int, int] = (16, 4), *, held: bool = True, rules: dict[str, str] | None = None) -> Play:
    """h1 with the home orb; nobody and no other orb is near."""
    orb = {"holder": "h1"} if held else {"at": list(at)}
    return play(
        [calm("h1", at)],
        [calm("a1", (8, 7))],
        orbs={"home": orb, "away": {"at": [8, 1]}},
        go="h1",
        house_rules=rules,
    )


@rule("ISH-SHOT-01")
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize(
    ("at", "direction", "distance", "dc"),
    [
        ((16, 4), WEST, 1, 11),
        ((16, 3), SOUTHEAST, 2, 14),  # wall, (15,4)
        ((15, 2), SOUTHEAST, 3, 19),  # (16,3), wall, (15,4)
        ((14, 4), EAST, 4, 26),  # (15,4), (16,4), wall, (15,4)
        ((13, 4), EAST, 5, 35),  # one more
    ],
)
def test_the_dc_is_ten_and_the_square_of_the_distance(
    at: tuple[int, int], direction: tuple[int, int], distance: int, dc: int, *, held: bool
) -> None:
    game = shooter(at, held=held)

    need = game.needs(propel("h1", direction, distance))

    assert need.target == dc


@rule("ISH-SHOT-02")
@pytest.mark.parametrize(
    ("at", "direction"),
    [
        ((16, 3), (-1, 1)),
        ((16, 4), (-1, 0)),
        ((16, 5), (-1, -1)),
        ((1, 3), (1, 1)),
        ((1, 4), (1, 0)),
        ((1, 5), (1, -1)),
    ],
)
def test_the_three_scoring_squares_shoot_at_distance_one(at: tuple[int, int], direction: tuple[int, int]) -> None:
    game = shooter(at)

    events = game.do(propel("h1", direction, 1), dice=[6])  # 6 + 5 = 11 vs DC 11

    assert only(events, OrbLaunched).score_shot is True
    assert only(events, OrbInVessel).means == "score_shot"


@rule("ISH-SHOT-02", "ISH-SCORE-06")
@pytest.mark.parametrize(
    ("at", "direction"),
    [((14, 3), (1, 1)), ((14, 4), (1, 0)), ((14, 5), (1, -1)), ((15, 3), (0, 1)), ((15, 5), (0, -1))],
)
def test_from_the_other_sides_it_is_no_shot_and_the_orb_lies_in_the_square(
    at: tuple[int, int], direction: tuple[int, int]
) -> None:
    game = shooter(at)

    events = game.do(propel("h1", direction, 1), dice=[6])  # 11 vs DC 2

    assert only(events, SrRolled).target == 2
    assert only(events, OrbLaunched).score_shot is False
    assert (game.orb("home").state, where(game, "home")) == ("loose", (15, 4))
    assert game.state.score == (0, 0)


@rule("ISH-SHOT-02", "ISH-SHOT-03")
def test_a_shot_off_the_wall_scores() -> None:
    game = shooter((15, 2))

    events = game.do(propel("h1", SOUTHEAST, 3), dice=[14])  # 19 vs DC 10 + 3² = 19

    assert only(events, OrbLaunched).score_shot is True
    assert only(events, PointScored).team == "home"


@rule("ISH-SHOT-03", "ISH-Q-19")
@pytest.mark.parametrize("die", [6, 10, 20])
def test_at_the_dc_the_orb_is_in_the_vessel_without_scatter(die: int) -> None:
    game = shooter()

    events = game.do(propel("h1", WEST, 1), dice=[die])  # 11, 15, 25 vs DC 11

    assert only(events, PointScored).player == "h1"
    assert all_of(events, OrbScattered) == []


@rule("ISH-Q-19")
def test_by_house_rule_a_shot_that_beats_the_dc_by_less_than_five_scatters_out() -> None:
    game = shooter(rules={"score_needs": "dc_plus_5"})

    events = game.do(propel("h1", WEST, 1), dice=[10, 8])  # 15 vs DC 11: margin 4; from (15,4) left: (15,3)

    assert all_of(events, PointScored) == []
    assert scattered(events) == [(15, 3)]
    assert (game.orb("home").state, game.state.score) == ("loose", (0, 0))


@rule("ISH-Q-19")
def test_by_house_rule_a_shot_that_beats_the_dc_by_five_scores() -> None:
    game = shooter(rules={"score_needs": "dc_plus_5"})

    events = game.do(propel("h1", WEST, 1), dice=[11])  # 16 vs DC 11

    assert only(events, PointScored).player == "h1"


@rule("ISH-SHOT-04", "ISH-PROPEL-09")
def test_a_shot_missed_narrowly_lands_beside_the_vessel_and_scatters() -> None:
    game = shooter()

    # 5 + 5 = 10 vs DC 11: missed by 1; d8 8 from (15,4): (15,3); ceil(1/3) = 1: back
    events = game.do(propel("h1", WEST, 1), dice=[5, 8, 6])

    deviated = only(events, OrbDeviated)
    assert (deviated.start, deviated.to) == ((15, 4), (15, 3))
    assert scattered(events) == [(14, 3)]
    assert all_of(events, PointScored) == []


@rule("ISH-SHOT-04", "ISH-PROPEL-10")
def test_a_shot_missed_widely_falls_short_of_the_vessel() -> None:
    game = shooter((14, 4))

    # 10 + 5 = 15 vs DC 26: missed by 11; d4 1: path[1] = (15,4), flown over the first time; d8 2: (16,4);
    # ceil(4/3) = 2 squares: left, left
    events = game.do(propel("h1", EAST, 4), dice=[10, 1, 2, 8, 8])

    assert only(events, OrbFellShort).m == 1
    assert (only(events, OrbDeviated).start, only(events, OrbDeviated).to) == ((15, 4), (16, 4))
    assert scattered(events) == [(16, 3), (16, 2)]


@rule("ISH-Q-21")
def test_a_shot_from_beside_can_be_intercepted_before_it_leaves_only() -> None:
    game = play([calm("h1", (16, 4))], [man("a1", (16, 3))], orbs=HELD_BY_H1, go="h1")

    launch = game.do(propel("h1", WEST, 1), dice=[6])
    assert windows(launch) == 1
    assert (where(game, "home"), asked(game)) == ((16, 4), ["a1"])
    events = game.do(let_pass("a1"))

    assert windows(events) == 0  # none at the vessel, though a1 is beside it
    assert only(events, PointScored).team == "home"


@rule("ISH-Q-21", "ISH-Q-19")
def test_a_shot_that_scatters_out_of_the_vessel_square_has_no_window_in_it_either() -> None:
    game = play(
        [calm("h1", (16, 4))],
        [man("a1", (16, 3))],
        orbs=HELD_BY_H1,
        go="h1",
        house_rules={"score_needs": "dc_plus_5"},
    )

    game.do(propel("h1", WEST, 1), dice=[6])  # 11 vs DC 11: margin 0
    events = game.do(let_pass("a1"), dice=[8])  # at the launch square; then left, from (15,4) to (15,3)

    assert windows(events) == 1
    assert (game.orb("home").state, where(game, "home"), asked(game)) == ("loose", (15, 3), ["a1"])


@rule("ISH-Q-21", "ISH-SHOT-03")
def test_an_intercepted_shot_does_not_score() -> None:
    game = play([calm("h1", (16, 4))], [man("a1", (16, 3))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", WEST, 1), dice=[20])
    events = game.do(intercept("a1"), dice=[9])  # 9 + 5 − 4 (h1) = 10 vs DC 8 + 2 × 1 = 10

    roll = only(events, SrRolled)
    assert (roll.target, roll.total) == (10, 10)
    assert only(events, OrbIntercepted).player == "a1"
    assert game.orb("home").holder == "a1"
    assert game.state.score == (0, 0)


@rule("ISH-SHOT-01", "ISH-INT-03", "ISH-Q-27")
def test_a_shot_off_the_wall_can_be_intercepted_on_its_way() -> None:
    game = play(
        [calm("h1", (15, 2))],
        [man("a1", (16, 4))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [8, 1]}},
        go="h1",
    )

    game.do(propel("h1", SOUTHEAST, 3), dice=[14])  # 19 vs DC 19; (16,3), wall, (15,4)
    assert (where(game, "home"), asked(game)) == ((16, 3), ["a1"])
    events = game.do(intercept("a1"), dice=[9])  # 9 + 5 = 14 vs DC 8 + 2 × 3 = 14

    assert only(events, SrRolled).target == 14
    assert (game.orb("home").holder, game.state.score) == ("a1", (0, 0))
