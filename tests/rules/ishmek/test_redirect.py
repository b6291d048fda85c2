"""Propelling an orb that is in flight."""

from __future__ import annotations

import pytest

from rules.ishmek.events import (
    InjuryRolled,
    OrbLaunched,
    OrbRedirected,
    OrbScattered,
    PointScored,
    RedirectFailed,
    SrRolled,
)
from tests.rules.ishmek.arena import let_pass, man, play
from tests.rules.ishmek.flights import (
    EAST,
    HELD_BY_H1,
    SOUTH,
    WEST,
    asked,
    calm,
    flown,
    intercept,
    propel,
    redirect,
    scattered,
    where,
)
from tests.rules.play import Play, all_of, only, rule


def over_h2(**h2: int) -> Play:
    """h1 at (5,4) throws four squares east; h2 stands on (7,4). Already let by: the window on (6,4). Orb over h2."""
    game = play([calm("h1", (5, 4)), man("h2", (7, 4), **h2)], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")
    game.do(propel("h1", EAST, 4), dice=[8])  # 8 + 5 = 13 vs DC 8: margin 5
    game.do(let_pass("h2"))
    assert where(game, "home") == game.player("h2").at
    return game


@rule("ISH-PROPEL-04")
@pytest.mark.parametrize(
    ("distance", "dc", "scatter"),
    [(1, 4, []), (2, 8, []), (5, 20, []), (6, 24, [4, 4])],  # the last by 2: ceil(6/3) = 2 squares
)
def test_an_orb_in_flight_wants_four_times_the_distance(distance: int, dc: int, scatter: list[int]) -> None:
    game = over_h2(dex_mod=4)  # maximum 6

    roll = only(game.do(redirect("h2", EAST, distance), dice=[20, *scatter]), SrRolled)

    assert (roll.kind, roll.target, roll.total) == ("propel", dc, 26)


@rule("ISH-PROPEL-04")
def test_a_failed_redirect_lets_the_orb_fly_on_with_its_old_result() -> None:
    game = over_h2()

    events = game.do(redirect("h2", SOUTH, 2), dice=[2])  # 2 + 5 = 7 vs DC 8

    assert only(events, RedirectFailed).player == "h2"
    assert flown(events) == [(8, 4), (9, 4)]
    assert where(game, "home") == (9, 4)  # the old target, where it stays: margin 5
    assert all_of(events, OrbScattered) == []
    assert game.player("h2").reaction_used is True


@rule("ISH-PROPEL-04")
def test_a_badly_failed_redirect_has_no_miss_branch() -> None:
    game = over_h2(dex_mod=0, str_mod=3)

    # 1 + prof 2 + dex 0 − nothing = 3 vs DC 4 × 2 = 8: missed by 5, and yet no distance die and no deviation
    events = game.do(redirect("h2", SOUTH, 2, ability="dex"), dice=[1])

    assert only(events, SrRolled).margin == -5
    assert where(game, "home") == (9, 4)


@rule("ISH-PROPEL-04")
def test_a_failed_redirect_of_a_missed_propel_leaves_it_missed() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (7, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")
    game.do(propel("h1", EAST, 5), dice=[4])  # 4 + 5 = 9 vs DC 10: missed by 1
    game.do(let_pass("h2"))

    # 7 vs DC 8. The orb flies on to (9,4); d8 4 from (10,4): (10,5); ceil(5/3) = 2: forward, forward
    events = game.do(redirect("h2", SOUTH, 2), dice=[2, 4, 2, 2])

    assert flown(events) == [(8, 4), (9, 4)]
    assert where(game, "home") == (12, 5)


@rule("ISH-PROPEL-05", "ISH-PROPEL-07")
def test_a_redirect_beaten_by_five_reaches_its_new_target_and_stays() -> None:
    game = over_h2()

    events = game.do(redirect("h2", SOUTH, 2), dice=[8])  # 8 + 5 = 13 vs DC 8: margin 5

    assert only(events, OrbRedirected).player == "h2"
    launched = only(events, OrbLaunched)
    assert (launched.player, launched.path, launched.distance) == ("h2", ((7, 4), (7, 5), (7, 6)), 2)
    assert (game.orb("home").state, where(game, "home")) == ("loose", (7, 6))


@rule("ISH-PROPEL-05", "ISH-PROPEL-08")
def test_a_redirect_beaten_by_less_scatters_for_its_own_distance() -> None:
    game = over_h2()

    events = game.do(redirect("h2", SOUTH, 2), dice=[3, 2])  # 8 vs DC 8: margin 0; ceil(2/3) = 1, not ceil(4/3)

    assert scattered(events) == [(8, 6)]
    assert only(events, OrbScattered).cause == "h2"


@rule("ISH-Q-74")
def test_a_redirected_orb_scatters_as_its_redirector_looks() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (7, 4))], orbs=HELD_BY_H1, go="h1")
    game.do(propel("h1", EAST, 4), dice=[8])
    game.do(let_pass("a1"))  # on (6,4)

    events = game.do(redirect("a1", SOUTH, 2), dice=[3, 2])  # 8 vs DC 8; forward for away is −x

    assert scattered(events) == [(6, 6)]
    assert only(events, OrbScattered).cause == "a1"


@rule("ISH-Q-74")
def test_the_redirector_has_the_point_and_the_first_propeller_still_pays_the_burn() -> None:
    game = play([calm("h1", (16, 1)), man("h2", (16, 4))], [calm("a1", (8, 7))], orbs=HELD_BY_H1, go="h1")

    # h1: 13 + 5 + burn 2 = 20 vs DC 10. On (16,3) h2 lets it pass, in its own square it shoots.
    game.do(propel("h1", SOUTH, 5, burn=2), dice=[13])
    assert asked(game) == ["h2"]
    game.do(let_pass("h2"))
    # h2: 6 + 5 = 11 vs DC 10 + 1² = 11; then h1's injury roll 7 + 2 = 9
    events = game.do(redirect("h2", WEST, 1), dice=[6, 7])

    assert only(events, PointScored).player == "h2"
    owed = only(events, InjuryRolled)
    assert (owed.player, owed.total) == ("h1", 9)
    assert (game.state.score, game.state.turn) == ((1, 0), 2)


@rule("ISH-Q-74", "ISH-Q-57")
def test_the_first_propeller_may_intercept_the_redirected_orb_and_the_redirector_may_not() -> None:
    game = play([man("h1", (5, 4))], [man("a1", (6, 4))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[20])
    game.do(let_pass("h1"))  # in any window h1 could push a1; here the orb is at the launch square
    game.do(let_pass("a1"))
    assert where(game, "home") == (6, 4)
    game.refuses(intercept("h1"), "own_propel")
    game.do(let_pass("h1"))
    game.do(redirect("a1", SOUTH, 3), dice=[20])  # 25 vs DC 4 × 3 = 12; its launch square is (6,4), beside h1
    assert (where(game, "home"), asked(game)) == ((6, 4), ["h1"])
    game.do(intercept("h1"), dice=[13])  # 13 + 5 − 4 (a1) = 14 vs DC 8 + 2 × 3 = 14

    assert game.orb("home").holder == "h1"


@rule("ISH-Q-74")
def test_a_redirect_by_the_defending_side_is_its_gift() -> None:
    game = play([calm("h1", (16, 1))], [man("a1", (16, 4))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", SOUTH, 5), dice=[13])
    game.do(let_pass("a1"))
    events = game.do(redirect("a1", WEST, 1), dice=[6])

    point = only(events, PointScored)
    assert (point.team, point.player, point.gift) == ("home", "a1", True)


@rule("ISH-Q-20", "ISH-SHOT-01")
def test_a_redirected_shot_has_the_dc_of_a_shot_and_flies_on_when_it_fails() -> None:
    game = play([calm("h1", (16, 1)), man("h2", (16, 4))], [calm("a1", (8, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", SOUTH, 5), dice=[10])  # 15 vs DC 10: to (16,6), margin 5
    game.do(let_pass("h2"))
    events = game.do(redirect("h2", WEST, 1), dice=[5])  # 10 vs DC 11, not 4 × 1

    assert only(events, SrRolled).target == 11
    assert only(events, RedirectFailed).player == "h2"
    assert (game.orb("home").state, where(game, "home")) == ("loose", (16, 6))


@rule("ISH-Q-20", "ISH-SHOT-01")
def test_a_shot_of_a_loose_orb_has_the_dc_of_a_shot() -> None:
    game = play([calm("h1", (16, 4))], [calm("a1", (8, 7))], orbs={"home": {"at": [16, 4]}}, go="h1")

    events = game.do(propel("h1", WEST, 1), dice=[6])  # 11 vs DC 11, not 3 × 1

    assert only(events, SrRolled).target == 11
    assert only(events, PointScored).player == "h1"
