"""Orbs off the walls, and orbs thrown high."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek.events import DistanceRolled, OrbBounced, OrbIntercepted, OrbLanded, OrbLaunched, SrRolled
from tests.rules.ishmek.arena import let_pass, man, parts, play, react
from tests.rules.ishmek.flights import (
    EAST,
    HELD_BY_H1,
    NORTHEAST,
    SOUTH,
    SOUTHEAST,
    asked,
    calm,
    flown,
    intercept,
    propel,
    scattered,
    where,
    whole,
    windows,
)
from tests.rules.play import Play, all_of, only, rule

Path = tuple[tuple[int, int], ...]


def thrower(at: tuple[int, int], *, held: bool = True, rules: dict[str, str] | None = None, **h1: Any) -> Play:
    """h1 with the home orb; nobody and no other orb is near."""
    orb = {"holder": "h1"} if held else {"at": list(at)}
    return play(
        [calm("h1", at, **h1)],
        [calm("a1", (2, 7))],
        orbs={"home": orb, "away": {"at": [2, 1]}},
        go="h1",
        house_rules=rules,
    )


@rule("ISH-BOUNCE-01", "ISH-BOUNCE-02")
@pytest.mark.parametrize(
    ("start", "direction", "path"),
    [
        # straight: back the way it came; 5 propelled, the wall after 2, so 2 more squares
        ((14, 2), EAST, ((14, 2), (15, 2), (16, 2), (16, 2), (15, 2), (14, 2))),
        # diagonally into a long wall: 45° off it
        ((5, 3), NORTHEAST, ((5, 3), (6, 2), (7, 1), (7, 1), (8, 2), (9, 3))),
        # into the corner: back the way it came
        ((14, 5), SOUTHEAST, ((14, 5), (15, 6), (16, 7), (16, 7), (15, 6), (14, 5))),
    ],
)
def test_an_orb_turns_at_the_wall_and_that_costs_one(
    start: tuple[int, int], direction: tuple[int, int], path: Path
) -> None:
    game = thrower(start)

    events = game.do(propel("h1", direction, 5), dice=[20])  # 25 vs DC 10

    assert only(events, OrbLaunched).path == path
    bounced = only(events, OrbBounced)
    assert (bounced.at, bounced.index) == (path[2], 3)
    assert where(game, "home") == path[-1]


@rule("ISH-BOUNCE-02", "ISH-PROPEL-11")
def test_no_square_is_entered_by_a_bounce_and_no_window_opens_for_it() -> None:
    # h3 may push a2 in any window; so every window that can be opened is opened.
    game = play(
        [calm("h1", (14, 2)), man("h3", (2, 7))], [calm("a1", (12, 7)), calm("a2", (3, 7))], orbs=HELD_BY_H1, go="h1"
    )

    events = whole(game, propel("h1", EAST, 5), [20])

    assert flown(events) == [(15, 2), (16, 2), (15, 2), (14, 2)]
    assert windows(events) == 6  # launch, four squares, Control after the landing


@rule("ISH-BOUNCE-03")
def test_several_bounces_cost_one_each() -> None:
    game = thrower((14, 6))

    # (15,7), lower wall, (16,6), short wall, (15,5): five units
    events = game.do(propel("h1", SOUTHEAST, 5), dice=[20])

    assert only(events, OrbLaunched).path == ((14, 6), (15, 7), (15, 7), (16, 6), (16, 6), (15, 5))
    assert [bounce.index for bounce in all_of(events, OrbBounced)] == [2, 4]
    assert where(game, "home") == (15, 5)


@rule("ISH-BOUNCE-03", "ISH-Q-27")
def test_up_and_down_the_arena() -> None:
    game = thrower((8, 6), prof=6, dex_mod=6)  # maximum 12

    # (8,7), wall, six squares up to (8,1), wall, (8,2): 1 + 1 + 6 + 1 + 1 = 10; 20 + 12 = 32 vs DC 20
    events = game.do(propel("h1", SOUTH, 10), dice=[20])

    assert only(events, SrRolled).target == 20
    assert where(game, "home") == (8, 2)


@rule("ISH-Q-26")
def test_a_diagonal_bounce_turns_in_place() -> None:
    game = thrower((5, 3))

    events = game.do(propel("h1", NORTHEAST, 4), dice=[20])

    assert only(events, OrbLaunched).path == ((5, 3), (6, 2), (7, 1), (7, 1), (8, 2))


@rule("ISH-Q-26")
@pytest.mark.parametrize(
    ("start", "direction", "path"),
    [
        ((5, 3), NORTHEAST, ((5, 3), (6, 2), (7, 1), (8, 1), (9, 2))),
        # the ruling's own example: in place it would be (16,3) and (15,4)
        ((15, 2), SOUTHEAST, ((15, 2), (16, 3), (16, 4), (15, 5), (14, 6))),
    ],
)
def test_by_house_rule_a_diagonal_bounce_slides_one_square_along_the_wall(
    start: tuple[int, int], direction: tuple[int, int], path: Path
) -> None:
    game = thrower(start, rules={"bounce": "mirror"})

    events = game.do(propel("h1", direction, 4), dice=[20])

    assert only(events, OrbLaunched).path == path
    assert where(game, "home") == path[-1]


@rule("ISH-Q-27")
def test_the_bounce_counts_in_the_dc_the_maximum_the_intercept_and_the_scatter() -> None:
    game = play(
        [calm("h1", (14, 1))],
        [man("a1", (16, 2), dex_mod=0, str_mod=0)],
        orbs=HELD_BY_H1,
        go="h1",
    )

    game.refuses(propel("h1", EAST, 6), "too_far")  # (15,1) (16,1) wall (15,1) (14,1) (13,1): 5 squares and a bounce
    # (15,1) (16,1) wall (15,1): distance 4. 3 + 5 = 8 vs DC 2 × 4 = 8: margin 0
    launch = game.do(propel("h1", EAST, 4), dice=[3])
    assert only(launch, SrRolled).target == 8
    assert (where(game, "home"), asked(game)) == ((15, 1), ["a1"])
    # a1: 1 + 2 = 3 vs DC 8 + 2 × 4 = 16. The orb flies on, lands and scatters ceil(4/3) = 2: right, right
    events = game.do(intercept("a1"), dice=[1, 4, 4])

    assert only(events, SrRolled).target == 16
    assert scattered(events) == [(15, 2), (15, 3)]


@rule("ISH-Q-27")
def test_by_house_rule_the_bounce_counts_in_no_dc() -> None:
    game = thrower((14, 2), rules={"bounce_in_dc": "off"})

    roll = only(game.do(propel("h1", EAST, 4), dice=[20]), SrRolled)  # 3 squares and a bounce

    assert roll.target == 6


@rule("ISH-Q-27", "ISH-Q-24", "ISH-PROPEL-09", "ISH-PROPEL-10")
@pytest.mark.parametrize(("switch", "dc", "rolls"), [("on", 8, 2), ("off", 6, 1)])
@pytest.mark.parametrize(("missed_by", "covered"), [(1, []), (4, []), (5, [3]), (6, [4])])
def test_a_missed_propel_scatters_by_the_distance_of_its_dc(
    switch: str, dc: int, rolls: int, missed_by: int, covered: list[int]
) -> None:
    """3 squares and a bounce: DC 2 × 4 and ceil(4 / 3) squares, or 2 × 3 and ceil(3 / 3); the die has 4 sides still."""
    # Unnerved and Seriously Unnerved: +5 − 6 on the roll. Maximum 2 + 3 = 5 as ever.
    game = thrower((14, 2), rules={"bounce_in_dc": switch}, injuries=["unnerved", "seriously_unnerved"])

    # (15,2) (16,2) wall (15,2). Down beside the target, or beside the wall; 6 is back, for home −x.
    events = game.do(propel("h1", EAST, 4), dice=[dc - missed_by + 1, *covered, 6, *[6] * rolls])

    assert only(events, SrRolled).target == dc
    assert [roll.dice for roll in all_of(events, DistanceRolled)] == [((4, m, True),) for m in covered]
    landed = 15 if covered == [3] else 14  # beside path[3] = (16,2), or beside path[4] = (15,2)
    assert scattered(events) == [(landed - 1 - n, 2) for n in range(rolls)]


@rule("ISH-Q-27", "ISH-SHOT-01")
@pytest.mark.parametrize(("switch", "dc"), [("on", 19), ("off", 14)])
def test_a_bounced_shot_counts_the_bounce_unless_the_house_rules_say_otherwise(switch: str, dc: int) -> None:
    game = thrower((15, 2), rules={"bounce_in_dc": switch})

    # (16,3), wall, (15,4): distance 3, 2 of them squares: DC 10 + 3² or 10 + 2²
    roll = only(game.do(propel("h1", SOUTHEAST, 3), dice=[20]), SrRolled)

    assert roll.target == dc


@rule("ISH-Q-28")
@pytest.mark.parametrize(
    ("start", "direction", "distance"), [((14, 2), EAST, 3), ((16, 2), EAST, 1), ((5, 3), NORTHEAST, 3)]
)
def test_the_last_unit_may_not_be_the_bounce(start: tuple[int, int], direction: tuple[int, int], distance: int) -> None:
    game = thrower(start)

    game.refuses(propel("h1", direction, distance), "wasted_bounce")


# The Bold Boccob


@rule("ISH-LOB-01")
def test_a_lob_spends_twice_its_distance() -> None:
    game = thrower((5, 4), dex_mod=4)  # maximum 6

    game.refuses(propel("h1", EAST, 4, lob=True), "too_far")  # 8
    events = game.do(propel("h1", EAST, 3, lob=True), dice=[20])  # 6

    launched = only(events, OrbLaunched)
    assert (launched.lob, launched.distance, launched.target) == (True, 3, (8, 4))
    assert where(game, "home") == (8, 4)


@rule("ISH-LOB-02", "ISH-Q-29")
@pytest.mark.parametrize(("held", "dc"), [(True, 6), (False, 9)])
def test_a_lob_costs_a_point_of_the_roll_for_each_square(held: bool, dc: int) -> None:
    game = thrower((5, 4), held=held, dex_mod=4)

    roll = only(game.do(propel("h1", EAST, 3, lob=True), dice=[14]), SrRolled)

    assert (roll.target, roll.total) == (dc, 17)  # 14 + prof 2 + dex 4 − 3
    assert -3 in parts(roll)


@rule("ISH-LOB-02", "ISH-SHOT-01")
def test_a_lobbed_shot_keeps_the_dc_of_a_shot() -> None:
    game = thrower((16, 4))

    roll = only(game.do(propel("h1", (-1, 0), 1, lob=True), dice=[7]), SrRolled)

    assert (roll.target, roll.total) == (11, 11)  # 7 + 5 − 1
    assert game.state.score == (1, 0)


@rule("ISH-LOB-03")
def test_a_lob_can_be_intercepted_at_both_ends_only() -> None:
    game = play(
        [calm("h1", (5, 4), dex_mod=4)],
        [man("a1", (6, 5)), man("a2", (9, 4)), man("a3", (7, 4))],  # a1 may push h1 in any window
        orbs=HELD_BY_H1,
        go="h1",
    )

    game.do(propel("h1", EAST, 3, lob=True), dice=[8])  # 8 + 6 − 3 = 11 vs DC 6: margin 5
    assert (where(game, "home"), asked(game)) == ((5, 4), ["a1"])
    game.do(let_pass("a1"))
    assert (where(game, "home"), asked(game)) == ((6, 4), ["a1"])  # a3 is beside it, in vain
    game.refuses(intercept("a1"), "lob_overhead")
    game.do(let_pass("a1"))
    assert (where(game, "home"), asked(game)) == ((7, 4), ["a1"])  # above a3, who cannot redirect it either
    game.do(let_pass("a1"))
    assert (where(game, "home"), asked(game)) == ((8, 4), ["a1", "a2", "a3"])
    game.refuses(intercept("a1"), "out_of_reach")
    game.do(let_pass("a1"))
    game.do(let_pass("a3"))
    events = game.do(intercept("a2"), dice=[9])  # 9 + 5 = 14 vs DC 8 + 2 × 3 = 14

    assert only(events, OrbIntercepted).player == "a2"


@rule("ISH-LOB-03")
def test_a_lob_can_be_intercepted_where_it_is_launched() -> None:
    game = play([calm("h1", (5, 4), dex_mod=4)], [man("a1", (6, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 3, lob=True), dice=[8])
    events = game.do(intercept("a1"), dice=[13])  # 13 + 5 − 4 (h1) = 14 vs DC 14

    assert only(events, OrbIntercepted).player == "a1"
    assert where(game, "home") == (6, 5)


@rule("ISH-LOB-03")
def test_a_lob_can_be_redirected_in_its_target_square() -> None:
    game = play([calm("h1", (5, 4), dex_mod=4), man("h2", (8, 4))], [calm("a1", (2, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 3, lob=True), dice=[8])
    assert (where(game, "home"), asked(game)) == ((8, 4), ["h2"])  # not at (7,4), though beside h2
    game.do(react("h2", "propel", orb="home", direction=[0, 1], distance=2), dice=[8])  # 13 vs DC 4 × 2 = 8

    assert where(game, "home") == (8, 6)


@rule("ISH-LOB-03")
def test_a_missed_lob_is_never_at_its_target() -> None:
    game = play([calm("h1", (5, 4), dex_mod=4)], [man("a1", (8, 4))], orbs={"home": {"at": [5, 4]}}, go="h1")

    # 1 + 6 − 2 = 5 vs DC 3 × 2 = 6: missed by 1; d8 4 from (7,4): (7,5). a1 reaches (7,4), and is first asked now.
    game.do(propel("h1", EAST, 2, lob=True), dice=[1, 4])

    assert (game.orb("home").state, where(game, "home"), asked(game)) == ("loose", (7, 5), ["a1"])
    game.refuses(intercept("a1"), "no_orb_in_flight")


@rule("ISH-Q-29")
def test_intercept_and_scatter_of_a_lob_go_by_its_distance() -> None:
    game = play([calm("h1", (5, 4), dex_mod=4)], [man("a1", (9, 4), dex_mod=0, str_mod=0)], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 3, lob=True), dice=[3])  # 3 + 6 − 3 = 6 vs DC 6: margin 0
    # 1 + 2 = 3 vs DC 8 + 2 × 3 = 14; then ceil(3/3) = 1 square of scatter: right
    events = game.do(intercept("a1"), dice=[1, 4])

    assert only(events, SrRolled).target == 14
    assert only(events, OrbLanded).at == (8, 4)
    assert scattered(events) == [(8, 5)]


@rule("ISH-Q-29")
def test_by_house_rule_the_dc_of_a_lob_goes_by_what_it_spends() -> None:
    game = thrower((5, 4), dex_mod=4, rules={"lob_dc": "spent"})

    roll = only(game.do(propel("h1", EAST, 3, lob=True), dice=[20]), SrRolled)  # 2 × 6

    assert (roll.target, roll.total) == (12, 23)


@rule("ISH-Q-29")
def test_by_house_rule_intercept_and_scatter_of_a_lob_go_by_what_it_spends_too() -> None:
    game = play(
        [calm("h1", (5, 4), dex_mod=4)],
        [man("a1", (9, 4), dex_mod=0, str_mod=0)],
        orbs=HELD_BY_H1,
        go="h1",
        house_rules={"lob_dc": "spent"},
    )

    game.do(propel("h1", EAST, 3, lob=True), dice=[9])  # 9 + 6 − 3 = 12 vs DC 12: margin 0
    # 1 + 2 = 3 vs DC 8 + 2 × 6 = 20; then ceil(6/3) = 2 squares of scatter: right, right
    events = game.do(intercept("a1"), dice=[1, 4, 4])

    assert only(events, SrRolled).target == 20
    assert scattered(events) == [(8, 5), (8, 6)]


@rule("ISH-Q-30", "ISH-LOB-01", "ISH-LOB-02")
def test_a_lob_may_bounce_and_pays_double_for_that_too() -> None:
    thrower((15, 2)).refuses(propel("h1", EAST, 3, lob=True), "too_far")  # spends 6, maximum 5
    game = thrower((15, 2), dex_mod=4)

    # (16,2), wall, (15,2): distance 3, spends 6, two squares: 10 + 6 − 2 = 14 vs DC 6
    events = game.do(propel("h1", EAST, 3, lob=True), dice=[10])

    roll = only(events, SrRolled)
    assert (roll.target, roll.total) == (6, 14)
    assert where(game, "home") == (15, 2)


# The vessel beneath


@rule("ISH-Q-31")
def test_a_vessel_does_not_stop_a_flying_orb() -> None:
    game = thrower((13, 4))

    events = game.do(propel("h1", EAST, 3), dice=[20])  # 25 vs DC 6

    assert flown(events) == [(14, 4), (15, 4), (16, 4)]
    assert (game.orb("home").state, where(game, "home")) == ("loose", (16, 4))


@rule("ISH-Q-31")
def test_by_house_rule_no_orb_flies_past_a_vessel() -> None:
    game = thrower((13, 4), rules={"vessel_blocks": "on"})

    game.refuses(propel("h1", EAST, 3), "vessel_square")  # over the vessel to (16,4)
    game.refuses(propel("h1", EAST, 5), "vessel_square")  # off the wall behind it and into it
    events = game.do(propel("h1", EAST, 1), dice=[20])

    assert flown(events) == [(14, 4)]


@rule("ISH-Q-31", "ISH-SHOT-02")
def test_by_house_rule_a_shot_from_the_opening_side_is_still_possible() -> None:
    game = thrower((15, 2), rules={"vessel_blocks": "on"})

    game.do(propel("h1", SOUTHEAST, 3), dice=[14])  # (16,3), wall, (15,4): 14 + 5 = 19 vs DC 19

    assert game.state.score == (1, 0)


@rule("ISH-Q-78")
def test_players_beside_the_vessel_may_intercept_an_orb_above_it() -> None:
    game = play([calm("h1", (13, 4))], [man("a1", (16, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 3), dice=[20])
    assert (where(game, "home"), asked(game)) == ((15, 4), ["a1"])  # (14,4) is out of a1's reach
    events = game.do(intercept("a1"), dice=[9])  # 9 + 5 = 14 vs DC 8 + 2 × 3 = 14

    assert only(events, OrbIntercepted).player == "a1"


@rule("ISH-Q-78", "ISH-LOB-03")
def test_a_lob_above_the_vessel_is_out_of_their_reach() -> None:
    game = play(
        [calm("h1", (13, 4), dex_mod=4)],
        [man("a1", (15, 3))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [2, 1]}},
        go="h1",
    )

    game.do(propel("h1", EAST, 3, lob=True), dice=[20])

    assert (where(game, "home"), asked(game)) == ((16, 4), ["a1"])  # at the target only
