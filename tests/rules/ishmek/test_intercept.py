"""Intercept: out of the air, by Reaction."""

from __future__ import annotations

import pytest

from rules.ishmek.events import (
    InterceptFailed,
    OrbControlled,
    OrbIntercepted,
    OrbLanded,
    OrbMoved,
    OrderRolled,
    ReactionLapsed,
    ReactionSpent,
    SrRolled,
)
from tests.rules.ishmek.arena import act, let_pass, man, play
from tests.rules.ishmek.flights import (
    EAST,
    HELD_BY_H1,
    asked,
    calm,
    intercept,
    propel,
    scattered,
    where,
    windows,
)
from tests.rules.play import all_of, names, only, rule


@rule("ISH-INT-01", "ISH-INT-06")
@pytest.mark.parametrize("player", ["h2", "a1"])
@pytest.mark.parametrize("at", [(8, 4), (8, 5), (8, 3)])
def test_mates_and_opponents_may_intercept_in_and_beside_the_path(player: str, at: tuple[int, int]) -> None:
    ours = [calm("h1", (5, 4)), *([man("h2", at)] if player == "h2" else [])]
    theirs = [man("a1", at)] if player == "a1" else [calm("a1", (2, 7))]
    game = play(ours, theirs, orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 5), dice=[20])
    assert (where(game, "home"), asked(game)) == ((7, 4), [player])  # the first square in reach
    events = game.do(intercept(player), dice=[13])  # 13 + 5 = 18 vs DC 18

    assert only(events, ReactionSpent).player == player
    assert only(events, OrbIntercepted).player == player
    assert game.orb("home").holder == player


@rule("ISH-INT-01", "ISH-INT-02")
def test_the_path_begins_in_the_launch_square() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (4, 4))], orbs=HELD_BY_H1, go="h1")

    events = game.do(propel("h1", EAST, 3), dice=[20])
    assert "orb_moved" not in names(events)
    assert (where(game, "home"), asked(game)) == ((5, 4), ["a1"])
    game.do(intercept("a1"), dice=[13])  # 13 + 5 − 4 (h1) = 14 vs DC 14

    assert (game.orb("home").holder, where(game, "home")) == ("a1", (4, 4))


@rule("ISH-INT-01", "ISH-ECON-03")
def test_intercept_takes_the_reaction_alone() -> None:
    game = play([calm("h1", (5, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    game.refuses(act("h1", "intercept", orb="home"), "intercept_reaction_only")


@rule("ISH-INT-02")
def test_earlier_squares_come_first() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (10, 4)), man("a2", (7, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 5), dice=[20])
    assert (where(game, "home"), asked(game)) == ((6, 4), ["a2"])
    game.do(let_pass("a2"))
    assert (where(game, "home"), asked(game)) == ((7, 4), ["a2"])
    game.do(let_pass("a2"))
    assert (where(game, "home"), asked(game)) == ((8, 4), ["a2"])
    game.do(let_pass("a2"))
    assert (where(game, "home"), asked(game)) == ((9, 4), ["a1"])


@rule("ISH-INT-02", "ISH-REACT-05")
def test_in_one_window_the_nearer_player_tries_first() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (6, 4)), man("a2", (7, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[20])
    game.do(let_pass("a1"))  # at the launch square
    assert (where(game, "home"), asked(game)) == ((6, 4), ["a1", "a2"])
    game.do(intercept("a2"))  # declared first, but one square away
    # a1: 14 + 5 − 4 (h1) = 15 vs DC 8 + 2 × 4 = 16; a2: 11 + 5 = 16
    events = game.do(intercept("a1"), dice=[14, 11])

    assert all_of(events, OrderRolled) == []
    assert [(roll.player, roll.total) for roll in all_of(events, SrRolled)] == [("a1", 15), ("a2", 16)]
    assert game.orb("home").holder == "a2"


@rule("ISH-INT-02", "ISH-REACT-05")
def test_equally_near_players_roll_for_the_order() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (7, 3)), man("a2", (7, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[20])
    game.do(intercept("a1"))
    # Order: a1 5 + 5 = 10, a2 12 + 5 = 17. a2: 10 + 5 = 15 vs DC 16, missed; a1: 11 + 5 = 16
    events = game.do(intercept("a2"), dice=[5, 12, 10, 11])

    assert [(roll.player, roll.total) for roll in all_of(events, OrderRolled)] == [("a1", 10), ("a2", 17)]
    assert [(roll.player, roll.total) for roll in all_of(events, SrRolled)] == [("a2", 15), ("a1", 16)]
    assert game.orb("home").holder == "a1"


@rule("ISH-INT-02", "ISH-Q-64")
def test_the_next_interceptor_keeps_the_reaction_when_the_first_has_the_orb() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (7, 3)), man("a2", (7, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[20])
    game.do(intercept("a1"))
    events = game.do(intercept("a2"), dice=[5, 12, 11])  # order 10 and 17; a2: 11 + 5 = 16 vs DC 16

    assert only(events, ReactionSpent).player == "a2"
    assert only(events, ReactionLapsed).player == "a1"
    assert game.player("a1").reaction_used is False


@rule("ISH-INT-03")
@pytest.mark.parametrize(("distance", "dc"), [(2, 12), (3, 14), (5, 18)])
@pytest.mark.parametrize("propelled", [6, 20])
def test_the_dc_goes_by_the_intended_distance(distance: int, dc: int, propelled: int) -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (7, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, distance), dice=[propelled])  # 11 or 25 vs DC 4, 6, 10; first reached on (6,4)
    roll = only(game.do(intercept("a1"), dice=[13]), SrRolled)

    assert (roll.kind, roll.target, roll.total) == ("intercept", dc, 18)  # 13 + 5


@rule("ISH-INT-03")
def test_the_dc_is_the_same_for_a_propel_that_falls_short() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (7, 5))], orbs={"home": {"at": [5, 4]}}, go="h1")

    game.do(propel("h1", EAST, 5), dice=[1, 3])  # 6 vs DC 15; it will cover 3
    roll = only(game.do(intercept("a1"), dice=[13]), SrRolled)

    assert (roll.target, roll.success) == (18, True)  # 8 + 2 × 5


@rule("ISH-INT-04", "ISH-SR-05")
def test_each_opponent_beside_the_interceptor_costs_four() -> None:
    game = play(
        [calm("h1", (5, 4)), calm("h2", (6, 6)), calm("h3", (8, 4))],  # h1 and h2 are beside a1, h3 is not
        [man("a1", (6, 5)), calm("a2", (7, 5))],
        orbs=HELD_BY_H1,
        go="h1",
    )

    game.do(propel("h1", EAST, 4), dice=[20])
    roll = only(game.do(intercept("a1"), dice=[19]), SrRolled)

    assert (roll.target, roll.total) == (16, 16)  # 19 + 5 − 8


@rule("ISH-INT-05", "ISH-SR-06")
def test_the_player_in_the_target_square_has_advantage_there() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (9, 4))], [calm("a1", (2, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[20])
    assert where(game, "home") == (8, 4)
    game.do(let_pass("h2"))
    assert where(game, "home") == (9, 4)
    roll = only(game.do(intercept("h2"), dice=[3, 11]), SrRolled)  # 11 + 5 = 16 vs DC 16

    assert roll.advantage is True
    assert roll.dice == ((20, 3, False), (20, 11, True))
    assert (roll.total, game.orb("home").holder) == (16, "h2")


@rule("ISH-INT-05")
def test_no_advantage_before_the_orb_is_in_the_target_square() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (9, 4))], [calm("a1", (2, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[20])
    roll = only(game.do(intercept("h2"), dice=[11]), SrRolled)  # from (8,4)

    assert (roll.advantage, len(roll.dice)) == (False, 1)


@rule("ISH-INT-05")
def test_no_advantage_beside_the_target_square() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (10, 4))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[20])
    assert where(game, "home") == (9, 4)
    roll = only(game.do(intercept("a1"), dice=[11]), SrRolled)

    assert roll.advantage is False


@rule("ISH-INT-05", "ISH-PROPEL-09")
def test_a_missed_propel_gives_the_player_in_the_target_square_no_advantage() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (10, 4))], [calm("a1", (2, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 5), dice=[4])  # 9 vs DC 10: missed by 1; in h2's reach on (9,4)
    assert where(game, "home") == (9, 4)
    landing = game.do(let_pass("h2"), dice=[4])  # never on (10,4): d8 4, (10,5)

    assert all_of(landing, OrbMoved) == []
    assert (game.orb("home").state, where(game, "home")) == ("loose", (10, 5))
    game.refuses(intercept("h2"), "no_orb_in_flight")


@rule("ISH-INT-06", "ISH-REACT-07")
def test_a_made_intercept_ends_the_flight_in_the_interceptors_square() -> None:
    # h2 and a1 may push each other in any window
    game = play([calm("h1", (5, 4)), man("h2", (8, 6))], [man("a1", (7, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[20])
    game.do(let_pass("a1"))
    game.do(let_pass("h2"))
    assert (where(game, "home"), asked(game)) == ((6, 4), ["a1", "h2"])
    game.do(let_pass("h2"))
    events = game.do(intercept("a1"), dice=[15])  # 15 + 5 − 4 (h2) = 16 vs DC 16

    taken = only(events, OrbControlled)
    assert (taken.player, taken.at) == ("a1", (7, 5))
    assert (game.orb("home").state, where(game, "home")) == ("controlled", (7, 5))
    assert "orb_moved" not in names(events)
    assert "orb_landed" not in names(events)
    assert (windows(events), asked(game)) == (1, ["h2"])  # the orb came from (6,4) to (7,5)
    game.do(let_pass("h2"))
    assert [ask.kind for ask in game.asks()] == ["go"]


@rule("ISH-REACT-07", "ISH-INT-06")
def test_an_orb_intercepted_in_the_own_square_has_not_moved() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (8, 5))], [man("a1", (7, 4))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[20])
    for _ in range(2):  # at (5,4) and (6,4); h2 and a1 may push each other in any window
        for player in asked(game):
            game.do(let_pass(player))
    assert (where(game, "home"), asked(game)) == ((7, 4), ["a1", "h2"])
    game.do(let_pass("h2"))
    events = game.do(intercept("a1"), dice=[15])  # 16 vs DC 16

    assert game.orb("home").holder == "a1"
    assert windows(events) == 0


@rule("ISH-INT-07")
def test_after_a_failed_intercept_the_orb_flies_on() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (7, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[20])
    events = game.do(intercept("a1"), dice=[10])  # 15 vs DC 16, on (6,4)

    assert only(events, InterceptFailed).player == "a1"
    assert (game.orb("home").state, where(game, "home")) == ("loose", (9, 4))


@rule("ISH-INT-07", "ISH-PROPEL-08")
@pytest.mark.parametrize(("die", "scatter"), [(8, []), (3, [2, 4])])
def test_after_a_failed_intercept_in_the_target_square_the_propel_result_follows(die: int, scatter: list[int]) -> None:
    game = play([calm("h1", (5, 4)), man("h2", (9, 4))], [calm("a1", (2, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[die])  # 13 or 8 vs DC 8: margin 5 stays, margin 0 scatters ceil(4/3) = 2
    game.do(let_pass("h2"))
    events = game.do(intercept("h2"), dice=[2, 10, *scatter])  # 10 + 5 = 15 vs DC 16

    assert only(events, OrbLanded).at == (9, 4)
    assert len(scattered(events)) == len(scatter)
    assert where(game, "home") == ((10, 5) if scatter else (9, 4))


@rule("ISH-INT-08")
def test_one_try_and_turn() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (8, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 5), dice=[20])
    assert where(game, "home") == (7, 4)
    events = game.do(intercept("a1"), dice=[1])  # 6 vs DC 18; (8,4) and (9,4) are in reach too

    assert windows(events) == 0
    assert where(game, "home") == (10, 4)


@rule("ISH-INT-08")
def test_who_lets_a_window_pass_may_try_in_a_later_one() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (8, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 5), dice=[20])
    game.do(let_pass("a1"))
    game.do(let_pass("a1"))
    assert where(game, "home") == (9, 4)
    game.do(intercept("a1"), dice=[13])  # 18 vs DC 18

    assert game.orb("home").holder == "a1"


@rule("ISH-Q-57", "ISH-INT-01")
def test_nobody_intercepts_the_own_propel() -> None:
    # h1 has the Reaction left, but nothing to react with
    game = play([man("h1", (5, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    events = game.do(propel("h1", EAST, 2), dice=[20])  # 25 vs DC 4, to (7,4): never back in reach

    assert windows(events) == 0
    assert where(game, "home") == (7, 4)


@rule("ISH-Q-57")
def test_the_propeller_may_react_otherwise_but_not_intercept() -> None:
    game = play(
        [man("h1", (5, 4))],
        [calm("a1", (12, 7))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [5, 4]}},  # h1 may take up the other orb
        go="h1",
    )

    game.do(propel("h1", EAST, 2), dice=[20])

    assert asked(game) == ["h1"]
    game.refuses(intercept("h1"), "own_propel")
