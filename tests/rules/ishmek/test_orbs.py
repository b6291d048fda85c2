"""The states of an orb, who may handle it, and what two orbs in one place mean."""

from __future__ import annotations

import pytest

from rules.ishmek.events import (
    OrbControlled,
    OrbDropped,
    OrbLanded,
    OrderRolled,
    SrRolled,
    Stepped,
)
from tests.rules.ishmek.arena import act, let_pass, man, play, react, step
from tests.rules.ishmek.flights import EAST, HELD_BY_H1, asked, calm, intercept, propel, scattered, where, windows
from tests.rules.play import all_of, names, only, rule


@rule("ISH-ORB-01")
@pytest.mark.parametrize(("player", "orb"), [("h1", "home"), ("h1", "away"), ("a1", "home"), ("a1", "away")])
def test_anybody_may_handle_either_of_the_two_orbs(player: str, orb: str) -> None:
    other = "home" if orb == "away" else "away"
    at = {"h1": [5, 4], "a1": [11, 4]}[player]
    game = play(
        [calm("h1", (5, 4))],
        [calm("a1", (11, 4))],
        orbs={orb: {"at": at}, other: {"at": [8, 7]}},
        go=player,
    )

    game.do(act(player, "control", orb=orb), dice=[1])  # 1 + prof 2 + dex 3 = 6 vs DC 5

    assert len(game.state.orbs) == 2
    assert game.orb(orb).holder == player
    assert game.orb(other).holder is None


@rule("ISH-ORB-02")
def test_a_controlled_orb_shares_the_square_of_its_holder_and_moves_along() -> None:
    game = play([calm("h1", (5, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")
    assert game.orb("home").state == "controlled"
    assert where(game, "home") == (5, 4)

    stepped = only(game.do(step("h1", 6, 5)), Stepped)

    assert stepped.orbs == ("home",)
    assert where(game, "home") == (6, 5)
    assert game.orb("home").holder == "h1"


@rule("ISH-ORB-03")
def test_a_dropped_orb_is_loose_and_has_no_holder() -> None:
    game = play([calm("h1", (5, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    events = game.do({"type": "drop", "player": "h1"})
    game.do(step("h1", 6, 4))

    assert only(events, OrbDropped).at == (5, 4)
    assert game.orb("home").state == "loose"
    assert game.orb("home").holder is None
    assert where(game, "home") == (5, 4)


@rule("ISH-ORB-03", "ISH-PROPEL-08")
def test_a_scattering_orb_is_loose() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (9, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    # 1 + 5 = 6 vs DC 2 × 2 = 4: margin 2, scatters ceil(2/3) = 1: forward to (8,4), beside h2.
    game.do(propel("h1", EAST, 2), dice=[1, 2])

    assert asked(game) == ["h2"]
    assert game.orb("home").state == "loose"
    assert where(game, "home") == (8, 4)


@rule("ISH-ORB-04")
def test_an_orb_is_in_flight_from_the_roll_until_it_lands_and_then_wants_control() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (7, 5))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 3), dice=[6])  # 6 + 5 = 11 vs DC 6: margin 5
    seen = []
    for _ in range(3):  # a1 reaches (6,4), (7,4) and (8,4), not the launch square
        seen.append((game.orb("home").state, where(game, "home")))
        landing = game.do(let_pass("a1"))

    assert seen == [("in_flight", (6, 4)), ("in_flight", (7, 4)), ("in_flight", (8, 4))]
    assert only(landing, OrbLanded).at == (8, 4)
    assert game.orb("home").state == "loose"
    game.refuses(intercept("a1"), "no_orb_in_flight")
    game.do(react("a1", "control", orb="home"), dice=[5])  # 5 + 5 = 10 vs DC 10
    assert game.orb("home").holder == "a1"


@rule("ISH-ORB-04", "ISH-PROPEL-03")
def test_a_landed_orb_may_be_propelled_from_the_own_square_without_control() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (8, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 3), dice=[6])  # 11 vs DC 6: lands in h2's square and stays
    game.do(let_pass("h2"))  # on (7,4)
    game.do(let_pass("h2"))  # on (8,4), in flight
    assert game.orb("home").state == "loose"
    # h2 sends it on: DC of a loose orb 3 × 1 = 3; 3 + 5 = 8: margin 5.
    events = game.do(react("h2", "propel", orb="home", direction=[1, 0], distance=1), dice=[3])

    assert only(events, SrRolled).target == 3
    assert where(game, "home") == (9, 4)


@rule("ISH-ORB-05")
def test_orbs_share_squares_and_players_do_not_stop_them() -> None:
    game = play(
        [calm("h1", (5, 4)), calm("h2", (7, 4))],
        [calm("a1", (6, 4)), calm("a2", (8, 4))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [8, 4]}},
        go="h1",
    )

    game.do(propel("h1", EAST, 3), dice=[6])  # 11 vs DC 6: over a1 and h2 into a2's square, where the other orb lies

    assert where(game, "home") == where(game, "away") == game.player("a2").at == (8, 4)
    assert game.orb("home").state == game.orb("away").state == "loose"


@rule("ISH-Q-58")
def test_an_orb_that_lands_and_stays_has_an_intercept_window_and_then_one_control_window() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (9, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 3), dice=[6])  # 11 vs DC 6: margin 5; h2 reaches the target (8,4) only
    assert (game.orb("home").state, where(game, "home"), asked(game)) == ("in_flight", (8, 4), ["h2"])
    game.refuses(react("h2", "control", orb="home"), "orb_in_flight")
    landing = game.do(let_pass("h2"))
    assert (game.orb("home").state, asked(game), windows(landing)) == ("loose", ["h2"], 1)
    after = game.do(let_pass("h2"))

    assert windows(after) == 0
    assert where(game, "home") == (8, 4)
    assert [ask.kind for ask in game.asks()] == ["go"]


@rule("ISH-Q-58", "ISH-CTRL-02")
def test_the_control_window_after_a_landing_takes_the_orb() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (9, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 3), dice=[6])
    game.do(let_pass("h2"))
    game.do(react("h2", "control", orb="home"), dice=[5])  # 5 + 5 = 10 vs DC 10

    assert game.orb("home").holder == "h2"
    assert where(game, "home") == (9, 4)


@rule("ISH-Q-59")
def test_there_is_no_window_between_a_landing_and_its_first_scattered_square() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (9, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 3), dice=[1])  # 6 vs DC 6: margin 0, scatters 1
    assert (game.orb("home").state, where(game, "home")) == ("in_flight", (8, 4))
    events = game.do(let_pass("h2"), dice=[4])  # right: (8,5), still in h2's reach

    happened = names(events)
    assert happened.index("orb_scattered") == happened.index("orb_landed") + 1
    assert happened.count("window_opened") == 1
    assert happened.index("window_opened") > happened.index("orb_scattered")
    assert scattered(events) == [(8, 5)]
    assert asked(game) == ["h2"]
    game.do(react("h2", "control", orb="home"), dice=[5])
    assert game.orb("home").holder == "h2"


@rule("ISH-Q-60")
def test_a_player_holds_at_most_one_orb() -> None:
    game = play(
        [calm("h1", (5, 4))],
        [calm("a1", (12, 7))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [5, 4]}},
        go="h1",
    )

    game.refuses(act("h1", "control", orb="away"), "already_holding")


@rule("ISH-Q-60")
def test_by_house_rule_a_player_may_hold_both_orbs() -> None:
    game = play(
        [calm("h1", (5, 4))],
        [calm("a1", (12, 7))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [5, 4]}},
        go="h1",
        house_rules={"two_orbs": "on"},
    )

    game.do(act("h1", "control", orb="away"), dice=[1])  # 6 vs DC 5
    stepped = only(game.do(step("h1", 6, 4)), Stepped)

    assert sorted(stepped.orbs) == ["away", "home"]
    assert game.orb("home").holder == game.orb("away").holder == "h1"
    game.do({"type": "drop", "player": "h1", "orb": "away"})
    assert (game.orb("home").holder, game.orb("away").holder) == ("h1", None)


@rule("ISH-Q-79", "ISH-CTRL-02", "ISH-CTRL-03")
@pytest.mark.parametrize(("occupant", "die"), [("a2", 9), ("h2", 5)])
def test_an_orb_beneath_somebody_else_may_be_taken_from_beside(occupant: str, die: int) -> None:
    ours = [calm("h1", (5, 4)), *([calm("h2", (6, 4))] if occupant == "h2" else [])]
    theirs = [calm("a1", (12, 7)), *([calm("a2", (6, 4))] if occupant == "a2" else [])]
    game = play(ours, theirs, orbs={"home": {"at": [6, 4]}}, go="h1")

    # Beneath an opponent: 9 + 5 − 4 = 10; beneath a mate: 5 + 5 = 10; both vs DC 10.
    events = game.do(act("h1", "control", orb="home"), dice=[die])

    assert only(events, SrRolled).total == 10
    assert only(events, OrbControlled).at == (5, 4)


@rule("ISH-Q-79", "ISH-REACT-04")
def test_the_player_on_top_of_a_loose_orb_has_no_privilege() -> None:
    game = play(
        [calm("h1", (5, 4), dex_mod=-3, str_mod=-3), man("h2", (6, 5))],
        [man("a1", (6, 4))],
        orbs={"home": {"at": [5, 4]}},
        go="h1",
    )

    # h1: 5 + prof 2 − 3 − 4 (a1) = 0 vs DC 5: missed by 5, scatters forward into a1's square.
    game.do(act("h1", "control", orb="home"), dice=[5, 2])
    assert where(game, "home") == (6, 4)
    game.do(react("a1", "control", orb="home"))
    # Order rolls as declared: a1 10 + 5 = 15, h2 12 + 5 = 17. h2 first: 9 + 5 − 4 (a1) = 10 vs DC 10.
    events = game.do(react("h2", "control", orb="home"), dice=[10, 12, 9])
    game.pass_all()

    assert [(roll.player, roll.total) for roll in all_of(events, OrderRolled)] == [("a1", 15), ("h2", 17)]
    assert only(events, OrbControlled).player == "h2"
    assert game.orb("home").holder == "h2"
    assert game.player("a1").reaction_used is False
