"""Propel: difficulty, maximum, and the four ways it can come out."""

from __future__ import annotations

import pytest

from rules.ishmek.events import (
    DistanceRolled,
    InjuryRolled,
    OrbDeviated,
    OrbFellShort,
    OrbInVessel,
    OrbLanded,
    OrbLaunched,
    OrbScattered,
    SrRolled,
)
from tests.rules.ishmek.arena import act, let_pass, man, play, react
from tests.rules.ishmek.flights import (
    EAST,
    HELD_BY_H1,
    NORTHEAST,
    SOUTHEAST,
    asked,
    calm,
    flown,
    propel,
    scattered,
    where,
    whole,
    windows,
)
from tests.rules.play import Play, all_of, only, rule

ON_THE_GROUND = {"home": {"at": [5, 4]}}


def thrower(at: tuple[int, int] = (5, 4), *, held: bool = True, rules: dict[str, str] | None = None, **h1: int) -> Play:
    """h1 alone with the home orb, in hand or at the feet."""
    orb = {"holder": "h1"} if held else {"at": list(at)}
    return play([calm("h1", at, **h1)], [calm("a1", (12, 7))], orbs={"home": orb}, go="h1", house_rules=rules)


@rule("ISH-PROPEL-01")
@pytest.mark.parametrize(
    ("direction", "target"),
    [
        ((1, 0), (11, 4)),
        ((1, 1), (11, 7)),
        ((0, 1), (8, 7)),
        ((-1, 1), (5, 7)),
        ((-1, 0), (5, 4)),
        ((-1, -1), (5, 1)),
        ((0, -1), (8, 1)),
        ((1, -1), (11, 1)),
    ],
)
def test_an_orb_flies_in_any_of_eight_directions(direction: tuple[int, int], target: tuple[int, int]) -> None:
    game = thrower((8, 4))

    events = game.do(propel("h1", direction, 3), dice=[20])  # 25 vs DC 6

    launched = only(events, OrbLaunched)
    dx, dy = direction
    assert launched.path == ((8, 4), (8 + dx, 4 + dy), (8 + 2 * dx, 4 + 2 * dy), target)
    assert (launched.target, launched.distance, launched.score_shot) == (target, 3, False)
    assert where(game, "home") == target


@rule("ISH-PROPEL-01")
def test_the_target_square_says_the_same_as_direction_and_distance() -> None:
    game = thrower()

    events = game.do(act("h1", "propel", orb="home", target_square=[8, 7]), dice=[20])

    assert only(events, OrbLaunched).path == ((5, 4), (6, 5), (7, 6), (8, 7))


@rule("ISH-PROPEL-01")
def test_the_orb_of_the_other_team_may_be_propelled_too() -> None:
    game = play([calm("h1", (5, 4))], [calm("a1", (12, 7))], orbs={"away": {"holder": "h1"}}, go="h1")

    game.do(propel("h1", EAST, 2, orb="away"), dice=[20])

    assert where(game, "away") == (7, 4)


@rule("ISH-PROPEL-01", "ISH-PROPEL-03", "ISH-ORB-05")
def test_who_holds_one_orb_may_propel_the_other_off_the_ground() -> None:
    game = play(
        [calm("h1", (5, 4))],
        [calm("a1", (12, 7))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [5, 4]}},
        go="h1",
    )

    roll = only(game.do(propel("h1", EAST, 2, orb="away"), dice=[20]), SrRolled)

    assert roll.target == 6  # loose: 3 × 2
    assert (where(game, "away"), game.orb("home").holder) == ((7, 4), "h1")


@rule("ISH-PROPEL-02")
@pytest.mark.parametrize(("distance", "dc"), [(1, 2), (2, 4), (5, 10), (6, 12)])
def test_a_held_orb_wants_twice_the_distance(distance: int, dc: int) -> None:
    game = thrower(dex_mod=4)  # maximum 6

    roll = only(game.do(propel("h1", EAST, distance), dice=[20]), SrRolled)

    assert (roll.kind, roll.target, roll.total) == ("propel", dc, 26)  # 20 + prof 2 + dex 4


@rule("ISH-PROPEL-03")
@pytest.mark.parametrize(("distance", "dc"), [(1, 3), (2, 6), (5, 15), (6, 18)])
def test_a_loose_orb_wants_three_times_the_distance(distance: int, dc: int) -> None:
    game = thrower(held=False, dex_mod=4)

    roll = only(game.do(propel("h1", EAST, distance), dice=[20]), SrRolled)

    assert (roll.target, roll.total) == (dc, 26)


@rule("ISH-PROPEL-02", "ISH-SR-05")
def test_opponents_beside_do_not_hinder_a_propel() -> None:
    game = play([calm("h1", (5, 4))], [calm("a1", (5, 5)), calm("a2", (4, 4))], orbs=HELD_BY_H1, go="h1")

    roll = only(game.do(propel("h1", EAST, 3), dice=[6]), SrRolled)

    assert roll.total == 11  # 6 + prof 2 + dex 3


@rule("ISH-PROPEL-06")
@pytest.mark.parametrize(("ability", "maximum"), [("dex", 5), ("str", 3), ("cast", 6)])
def test_the_maximum_is_proficiency_plus_the_ability_used(ability: str, maximum: int) -> None:
    game = thrower(cast_mod=4)

    game.refuses(propel("h1", EAST, maximum + 1, ability=ability), "too_far")
    events = game.do(propel("h1", EAST, maximum, ability=ability), dice=[20])

    assert only(events, OrbLaunched).distance == maximum


@rule("ISH-PROPEL-06", "ISH-BURN-04")
@pytest.mark.parametrize("burn", [1, 2])
def test_a_propel_burn_adds_to_the_maximum(burn: int) -> None:
    game = thrower()

    game.refuses(propel("h1", EAST, 6 + burn, propel_burn=burn), "too_far")
    # 20 + 5 = 25 vs DC 12 or 14; after the propel the injury roll 1 + 4 × burn: 5 or 9, none
    events = game.do(propel("h1", EAST, 5 + burn, propel_burn=burn), dice=[20, 1])

    assert only(events, InjuryRolled).total == 1 + 4 * burn
    assert where(game, "home") == (10 + burn, 4)


@rule("ISH-Q-69", "ISH-PROPEL-06")
def test_a_maximum_below_one_wants_a_burn_that_lifts_the_real_value() -> None:
    game = thrower(dex_mod=-3, str_mod=-3)  # 2 − 3 = −1

    game.refuses(propel("h1", EAST, 1), "too_far")
    game.refuses(propel("h1", EAST, 1, propel_burn=1), "too_far")  # −1 + 1 = 0
    game.refuses(propel("h1", EAST, 2, propel_burn=2), "too_far")  # −1 + 2 = 1
    # 20 − 1 = 19 vs DC 2; the injury roll 1 + 8 = 9: none
    events = game.do(propel("h1", EAST, 1, propel_burn=2), dice=[20, 1])

    assert only(events, InjuryRolled).total == 9
    assert where(game, "home") == (6, 4)


@rule("ISH-Q-69")
def test_a_propel_burn_that_was_not_needed_is_owed_all_the_same() -> None:
    game = thrower()

    events = game.do(propel("h1", EAST, 1, propel_burn=1), dice=[20, 1])

    assert only(events, InjuryRolled).total == 5  # 1 + 4


@rule("ISH-PROPEL-07")
def test_beaten_by_five_the_orb_stays_in_the_target_square() -> None:
    game = thrower()

    events = game.do(propel("h1", EAST, 3), dice=[6])  # 11 vs DC 6: margin 5

    assert only(events, OrbLanded).at == (8, 4)
    assert all_of(events, OrbScattered) == []
    assert (game.orb("home").state, where(game, "home")) == ("loose", (8, 4))


@rule("ISH-PROPEL-08")
@pytest.mark.parametrize("die", [1, 5])
def test_beaten_by_less_than_five_it_lands_and_scatters(die: int) -> None:
    game = thrower()

    events = game.do(propel("h1", EAST, 3), dice=[die, 4])  # 6 or 10 vs DC 6: margin 0 or 4; ceil(3/3) = 1: right

    assert only(events, OrbLanded).at == (8, 4)
    assert scattered(events) == [(8, 5)]


@rule("ISH-PROPEL-09")
@pytest.mark.parametrize("die", [4, 1])
def test_missed_by_less_than_five_it_lands_beside_the_target_and_scatters(die: int) -> None:
    game = thrower()

    # 9 or 6 vs DC 10: missed by 1 or 4. d8 4: (10,5) beside the target (10,4); ceil(5/3) = 2: forward, forward.
    events = game.do(propel("h1", EAST, 5), dice=[die, 4, 2, 2])

    deviated = only(events, OrbDeviated)
    assert (deviated.die, deviated.start, deviated.to) == (4, (10, 4), (10, 5))
    assert all_of(events, DistanceRolled) == []
    assert scattered(events) == [(11, 5), (12, 5)]


@rule("ISH-PROPEL-10", "ISH-Q-24")
def test_missed_by_more_a_die_tells_how_far_it_came() -> None:
    game = thrower(held=False)

    # 4 + 5 = 9 vs DC 15: missed by 6. d5 2: path[2] = (7,4); d8 4: (7,5); ceil(5/3) = 2 of the planned 5.
    events = game.do(propel("h1", EAST, 5), dice=[4, 2, 4, 2, 2])

    assert only(events, DistanceRolled).dice == ((5, 2, True),)
    short = only(events, OrbFellShort)
    assert (short.m, short.die) == (2, 2)
    deviated = only(events, OrbDeviated)
    assert (deviated.start, deviated.to) == ((7, 4), (7, 5))
    assert scattered(events) == [(8, 5), (9, 5)]


@rule("ISH-PROPEL-10")
def test_over_one_square_no_die_for_the_distance_is_needed() -> None:
    # prof 2 + dex −3 = −1: maximum 1 with a propel burn of 2
    game = play(
        [calm("h1", (5, 4), dex_mod=-3, str_mod=-3, injuries=["badly_shook"])],
        [calm("a1", (12, 7))],
        orbs=ON_THE_GROUND,
        go="h1",
    )

    # 1 − 1 − 4 = −4 vs DC 3: missed by 7. d8 4 from (6,4): (6,5); ceil(1/3) = 1: forward. Then the injury: 1 + 8 = 9.
    events = game.do(propel("h1", EAST, 1, propel_burn=2), dice=[1, 4, 2, 1])

    assert all_of(events, DistanceRolled) == []
    short = only(events, OrbFellShort)
    assert (short.m, short.die) == (1, None)
    assert (only(events, OrbDeviated).start, only(events, OrbDeviated).to) == ((6, 4), (6, 5))
    assert where(game, "home") == (7, 5)


@rule("ISH-Q-22")
def test_missed_by_exactly_five_is_a_wide_miss() -> None:
    game = thrower(held=False)

    events = game.do(propel("h1", EAST, 5), dice=[5, 1, 4, 2, 2])  # 10 vs DC 15; m = 1: (6,4), d8 4: (6,5)

    assert only(events, OrbFellShort).m == 1
    assert only(events, OrbDeviated).to == (6, 5)


@rule("ISH-Q-22")
def test_by_house_rule_missed_by_exactly_five_is_a_near_miss() -> None:
    game = thrower(held=False, rules={"exact_five": "small"})

    events = game.do(propel("h1", EAST, 5), dice=[5, 4, 2, 2])  # 10 vs DC 15: beside the target (10,4)

    assert all_of(events, OrbFellShort) == []
    assert only(events, OrbDeviated).to == (10, 5)


@rule("ISH-Q-22")
def test_by_house_rule_missed_by_six_is_still_a_wide_miss() -> None:
    game = thrower(held=False, rules={"exact_five": "small"})

    events = game.do(propel("h1", EAST, 5), dice=[4, 1, 4, 2, 2])  # 9 vs DC 15

    assert only(events, OrbFellShort).m == 1


@rule("ISH-Q-24")
@pytest.mark.parametrize("distance", [3, 5, 7])
def test_the_distance_die_has_as_many_sides_as_squares_were_planned(distance: int) -> None:
    game = play(
        [calm("h1", (5, 4), str_mod=5, injuries=["badly_shook"])], [calm("a1", (12, 7))], orbs=ON_THE_GROUND, go="h1"
    )

    # 1 + prof 2 + str 5 − 4 (badly shook) = 4 vs DC 9, 15, 21
    need = game.needs(propel("h1", EAST, distance, ability="str"), dice=[1])

    assert need.sides == (distance,)


@rule("ISH-Q-24", "ISH-BOUNCE-02")
def test_a_covered_unit_that_is_a_bounce_leaves_the_orb_in_the_wall_square() -> None:
    game = thrower((14, 2), held=False)

    # path: (15,2) (16,2) bounce (15,2) (14,2). 5 + 5 = 10 vs DC 15; d5 3: the bounce, in (16,2); d8 6: (15,2);
    # scatters 2: forward to (16,2), forward into the wall: (16,2).
    events = game.do(propel("h1", EAST, 5), dice=[5, 3, 6, 2, 2])

    assert (only(events, OrbDeviated).start, only(events, OrbDeviated).to) == ((16, 2), (15, 2))
    assert scattered(events) == [(16, 2), (16, 2)]


@rule("ISH-PROPEL-11", "ISH-Q-58")
def test_a_flight_has_a_window_at_the_launch_and_after_every_square() -> None:
    # h2 may push a2 in any window; so every window that can be opened is opened.
    game = play(
        [calm("h1", (5, 4)), man("h2", (2, 7))], [calm("a1", (12, 7)), calm("a2", (3, 7))], orbs=HELD_BY_H1, go="h1"
    )

    events = whole(game, propel("h1", EAST, 3), [6])  # 11 vs DC 6: margin 5

    assert flown(events) == [(6, 4), (7, 4), (8, 4)]
    assert windows(events) == 5  # launch, three squares, and for Control once it has landed


@rule("ISH-PROPEL-11", "ISH-Q-25")
def test_a_near_miss_flies_to_the_square_before_the_target_and_then_lands_beside_it() -> None:
    game = play(
        [calm("h1", (5, 4)), man("h2", (2, 7))], [calm("a1", (12, 7)), calm("a2", (3, 7))], orbs=HELD_BY_H1, go="h1"
    )

    # 4 + 5 = 9 vs DC 10: missed by 1; path[1..4] are flown, then d8 4: (10,5); scatters 2
    events = whole(game, propel("h1", EAST, 5), [4], [4, 2, 2])

    assert flown(events) == [(6, 4), (7, 4), (8, 4), (9, 4)]
    assert only(events, OrbDeviated).to == (10, 5)
    assert windows(events) == 8  # launch, four squares, the deviated square, two scattered ones


@rule("ISH-PROPEL-11", "ISH-Q-25")
def test_a_wide_miss_flies_to_the_square_before_the_last_one_covered() -> None:
    game = play(
        [calm("h1", (5, 4)), man("h2", (2, 7))],
        [calm("a1", (12, 7)), calm("a2", (3, 7))],
        orbs=ON_THE_GROUND,
        go="h1",
    )

    # 5 + 5 = 10 vs DC 15: missed by 5; d5 3: path[1], path[2], then beside path[3] = (8,4)
    events = whole(game, propel("h1", EAST, 5), [5, 3], [4, 2, 2])

    assert flown(events) == [(6, 4), (7, 4)]
    assert (only(events, OrbDeviated).start, only(events, OrbDeviated).to) == ((8, 4), (8, 5))
    assert windows(events) == 6  # launch, two squares, the deviated square, two scattered ones


@rule("ISH-Q-25")
def test_the_roll_and_the_distance_die_are_known_before_the_orb_leaves() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (5, 5))], orbs=ON_THE_GROUND, go="h1")

    events = game.do(propel("h1", EAST, 5), dice=[5, 3])

    assert only(events, OrbFellShort).m == 3
    assert (game.orb("home").state, where(game, "home"), asked(game)) == ("in_flight", (5, 4), ["a1"])


@rule("ISH-Q-25", "ISH-SCAT-06")
def test_control_on_the_deviated_square_ends_it_all() -> None:
    game = play(
        [calm("h1", (5, 4), dex_mod=0, str_mod=0), man("h2", (9, 4))],
        [calm("a1", (12, 7))],
        orbs=ON_THE_GROUND,
        go="h1",
    )

    # 2 + prof 2 = 4 vs DC 6: missed by 2. d8 2: (8,4), which h2 reaches (not (7,4)).
    game.do(propel("h1", EAST, 2), dice=[2, 2])
    assert (game.orb("home").state, where(game, "home"), asked(game)) == ("loose", (8, 4), ["h2"])
    events = game.do(react("h2", "control", orb="home"), dice=[5])  # 10 vs DC 10

    assert scattered(events) == []
    assert game.orb("home").holder == "h2"


@rule("ISH-Q-25", "ISH-PROPEL-09")
def test_after_the_window_of_the_deviated_square_it_scatters() -> None:
    game = play(
        [calm("h1", (5, 4), dex_mod=0, str_mod=0), man("h2", (9, 4))],
        [calm("a1", (12, 7))],
        orbs=ON_THE_GROUND,
        go="h1",
    )

    game.do(propel("h1", EAST, 2), dice=[2, 2])
    events = game.do(let_pass("h2"), dice=[6])  # ceil(2/3) = 1: back to (7,4), out of h2's reach

    assert scattered(events) == [(7, 4)]
    assert where(game, "home") == (7, 4)


@rule("ISH-Q-32")
@pytest.mark.parametrize(
    ("direction", "start", "die", "lands"),
    [
        (EAST, (5, 1), 8, (10, 1)),  # straight into the upper wall: lands on the target itself
        (EAST, (5, 1), 1, (11, 1)),  # diagonally: along the wall
        (SOUTHEAST, (5, 2), 3, (11, 7)),  # into the lower wall
        (NORTHEAST, (11, 6), 1, (16, 1)),  # into the corner
    ],
)
def test_a_deviation_meets_walls_like_a_scattered_square_but_is_none(
    direction: tuple[int, int], start: tuple[int, int], die: int, lands: tuple[int, int]
) -> None:
    game = thrower(start)

    # 4 + 5 = 9 vs DC 10: missed by 1 at distance 5; then 2 squares of scatter, back and back
    events = game.do(propel("h1", direction, 5), dice=[4, die, 6, 6])

    deviated = only(events, OrbDeviated)
    assert (deviated.to, deviated.bounced) == (lands, True)
    assert scattered(events) == [(lands[0] - 1, lands[1]), (lands[0] - 2, lands[1])]


@rule("ISH-Q-32", "ISH-Q-15", "ISH-ARENA-06")
def test_a_deviation_into_the_vessel_square_from_the_arena_side_lies_there_and_scatters_on() -> None:
    game = play(
        [calm("h1", (12, 4), dex_mod=0, str_mod=0)],
        [calm("a1", (2, 7))],
        orbs={"home": {"at": [12, 4]}, "away": {"at": [2, 1]}},
        go="h1",
    )

    # 2 + prof 2 = 4 vs DC 6: missed by 2. d8 2 from (14,4): (15,4), not through the opening; then forward: (16,4)
    events = game.do(propel("h1", EAST, 2), dice=[2, 2, 2])

    assert only(events, OrbDeviated).to == (15, 4)
    assert all_of(events, OrbInVessel) == []
    assert (game.orb("home").state, where(game, "home")) == ("loose", (16, 4))
