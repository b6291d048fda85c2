"""A push_pull that is won: who moves where, who falls, and what becomes of the orb."""

from __future__ import annotations

import pytest

from rules.ishmek import events as ev
from tests.rules.ishmek.arena import act, let_pass, man, parts, react
from tests.rules.ishmek.scrum import HELD, at, choose, defend, duel, forced, push, shove_on
from tests.rules.play import all_of, only, rule

QUIET = {"reaction_used": True}


@rule("ISH-PUSH-01")
def test_a_push_is_a_contest_without_adjacency_penalty() -> None:
    game = duel(home=[man("h2", (10, 5), **QUIET)], away=[man("a2", (8, 5), **QUIET)])

    push(game, 10, 10)

    mine, theirs = all_of(game.events, ev.SrRolled)
    # h1 has a1 and a2 beside it: 10 + prof 2 + str 3; a1 has h1 and h2 beside it: 10 + prof 2 + str 1
    assert (mine.player, mine.kind, mine.opponent, mine.total, parts(mine)) == ("h1", "push_pull", "a1", 15, [2, 3])
    assert (theirs.player, theirs.kind, theirs.opponent, theirs.total) == ("a1", "push_defence", "h1", 13)
    assert only(game.events, ev.ContestSettled).margin == 2


@rule("ISH-PUSH-01")
def test_each_side_of_a_push_may_take_strength_or_dexterity() -> None:
    game = duel(h1={"dex_mod": 4}, a1={"dex_mod": 2})

    game.do(act("h1", "push_pull", target="a1", ability="dex"))
    game.do(defend("a1", ability="dex"), dice=[10, 10])

    mine, theirs = all_of(game.events, ev.SrRolled)
    assert (mine.ability, mine.total) == ("dex", 16)  # 10 + 2 + 4
    assert (theirs.ability, theirs.total) == ("dex", 14)  # 10 + 2 + 2


@rule("ISH-PUSH-02")
@pytest.mark.parametrize("mine", [10, 14], ids=["a tie", "won by 4"])
def test_push_won_by_less_than_5_moves_the_target_one_square_away(mine: int) -> None:
    game = duel()

    push(game, mine, 12)  # 15 or 19 against 15
    shove_on(game)

    assert at(game, "a1") == (10, 4)
    moved = only(game.events, ev.Pushed)
    assert (moved.player, moved.by, moved.start, moved.to) == ("a1", "h1", (9, 4), (10, 4))
    assert not game.player("a1").prone


@rule("ISH-PUSH-02", "ISH-Q-39")
def test_push_won_by_less_than_5_may_pull_the_target_toward_the_actor() -> None:
    game = duel()

    push(game, 14, 12)  # 19 against 15: won by 4
    game.do(choose("pull", path=[[8, 5]]))
    game.pass_all()

    assert at(game, "a1") == (8, 5)


@rule("ISH-Q-40")
def test_push_won_by_less_than_5_may_leave_the_target_where_it_is() -> None:
    game = duel()

    push(game, 14, 12)
    game.do(choose("leave"))
    game.pass_all()

    assert at(game, "a1") == (9, 4)
    assert all_of(game.events, ev.Pushed) == []
    assert [ask.player for ask in game.asks("go")] == ["h1"]


@rule("ISH-PUSH-03", "ISH-PUSH-12")
def test_holder_pushed_by_a_small_margin_keeps_the_orb_at_10_plus_margin() -> None:
    game = duel(orbs=HELD)

    push(game, 13, 12)  # 18 against 15: won by 3
    game.do(let_pass("h1"))
    game.do(forced(), dice=[10])  # 10 + 2 + 1 = 13 against 10 + 3; h1 is two squares away
    game.pass_all()

    assert only(game.events, ev.Pushed).orbs == ("away",)
    shaken = only(game.events, ev.ForcedControlled)
    assert (shaken.player, shaken.orb, shaken.dc, shaken.made, shaken.rolled) == ("a1", "away", 13, True, True)
    assert game.orb("away").holder == "a1"
    assert game.player("a1").reaction_used


@rule("ISH-PUSH-03", "ISH-Q-05")
def test_holder_pushed_by_a_small_margin_loses_the_orb_one_square_away() -> None:
    game = duel(orbs=HELD)

    push(game, 13, 12)  # won by 3
    game.do(let_pass("h1"))
    game.do(forced(), dice=[9, 2])  # 12 against 13; forward in the frame of home, whose push it was
    game.pass_all()

    scattered = only(game.events, ev.OrbScattered)
    assert (scattered.start, scattered.to, scattered.cause) == ((10, 4), (11, 4), "h1")
    assert (game.orb("away").state, game.orb("away").at) == ("loose", (11, 4))


@rule("ISH-PUSH-03", "ISH-Q-41")
def test_holder_without_a_reaction_loses_the_orb_without_a_roll() -> None:
    game = duel(a1=QUIET, orbs=HELD)

    push(game, 13, 12)
    game.do(let_pass("h1"), dice=[8])  # the d8 alone: left of home is toward row 1

    shaken = only(game.events, ev.ForcedControlled)
    assert (shaken.made, shaken.rolled) == (False, False)
    assert game.orb("away").at == (10, 3)
    assert len(all_of(game.events, ev.SrRolled)) == 2  # the contest and nothing else


@rule("ISH-PUSH-04")
def test_floored_target_lies_in_its_own_square_and_rolls_for_injury() -> None:
    game = duel()

    push(game, 6, 3)  # 11 against 6: won by 5
    game.do(choose("floor"), dice=[9])
    game.pass_all()

    assert (at(game, "a1"), game.player("a1").prone) == ((9, 4), True)
    injury = only(game.events, ev.InjuryRolled)
    assert (injury.player, injury.total, parts(injury)) == ("a1", 9, [])


@rule("ISH-PUSH-04")
def test_floored_target_may_be_put_into_a_free_square_beside_its_own() -> None:
    game = duel()

    push(game, 6, 3)
    game.do(choose("floor", path=[[10, 5]]), dice=[1])
    game.pass_all()

    fall = only(game.events, ev.Floored)
    assert (fall.player, fall.by, fall.start, fall.at) == ("a1", "h1", (9, 4), (10, 5))
    assert (at(game, "a1"), game.player("a1").prone) == ((10, 5), True)


@rule("ISH-PUSH-04")
@pytest.mark.parametrize(("die", "more", "made"), [(17, [], True), (16, [6], False)])
def test_floored_holder_keeps_the_orb_at_20(die: int, more: list[int], made: bool) -> None:
    game = duel(orbs=HELD)

    push(game, 6, 3)
    game.do(choose("floor", path=[[10, 5]]), dice=[1])
    game.do(forced(), dice=[die, *more])  # 17 + 2 + 1 = 20; h1 at (8,4) is not adjacent to (10,5)
    game.pass_all()

    shaken = only(game.events, ev.ForcedControlled)
    assert (shaken.dc, shaken.made) == (20, made)
    assert game.orb("away").holder == ("a1" if made else None)
    if not made:
        assert game.orb("away").at == (9, 5)  # 6 is back, toward home's own wall


@rule("ISH-PUSH-04", "ISH-PUSH-12")
def test_fall_and_injury_come_before_the_forced_roll_and_its_scatter() -> None:
    game = duel(orbs=HELD)

    push(game, 6, 3)
    game.do(choose("floor"), dice=[1])
    game.do(forced(), dice=[5, 4])  # 5 + 3 − 4 for h1 beside it = 4 against 20
    game.pass_all()

    order = [
        type(e)
        for e in game.events
        if isinstance(e, (ev.Floored, ev.InjuryRolled, ev.ForcedControlled, ev.OrbScattered))
    ]
    assert order == [ev.Floored, ev.InjuryRolled, ev.ForcedControlled, ev.OrbScattered]


@rule("ISH-PUSH-05")
@pytest.mark.parametrize(("mine", "x"), [(6, 10), (10, 10), (11, 11), (15, 11), (16, 12)])
def test_shove_goes_one_square_for_every_full_five_points(mine: int, x: int) -> None:
    game = duel()

    push(game, mine, 3)  # mine + 5 against 6: won by 5, 9, 10, 14, 15
    shove_on(game)

    assert at(game, "a1") == (x, 4)
    assert not game.player("a1").prone
    assert len(all_of(game.events, ev.Pushed)) == x - 9


@rule("ISH-PUSH-06")
@pytest.mark.parametrize(
    ("mine", "dc", "scatters", "lies"),
    [(6, 15, 1, (10, 5)), (11, 20, 1, (11, 5)), (16, 25, 2, (12, 6))],
    ids=["5 feet", "10 feet", "15 feet"],
)
def test_shoved_holder_rolls_against_10_plus_feet_and_scatters_half_the_squares_rounded_up(
    mine: int, dc: int, scatters: int, lies: tuple[int, int]
) -> None:
    game = duel(orbs=HELD)

    push(game, mine, 3)
    shove_on(game)
    game.do(forced(), dice=[2, *[4] * scatters])  # 2 + 3 = 5; 4 is right: toward row 7
    game.pass_all()

    shaken = only(game.events, ev.ForcedControlled)
    assert (shaken.dc, shaken.made) == (dc, False)
    assert len(all_of(game.events, ev.OrbScattered)) == scatters
    assert game.orb("away").at == lies


@rule("ISH-PUSH-06")
def test_shoved_holder_who_makes_the_roll_keeps_the_orb() -> None:
    game = duel(orbs=HELD)

    push(game, 11, 3)  # won by 10: two squares, 10 feet
    shove_on(game)
    game.do(forced(), dice=[17])  # 17 + 3 = 20 against 10 + 10
    game.pass_all()

    assert (game.orb("away").holder, at(game, "a1")) == ("a1", (11, 4))


@rule("ISH-PUSH-12", "ISH-CTRL-03")
def test_forced_roll_counts_who_is_adjacent_to_the_last_square() -> None:
    game = duel(orbs=HELD, home=[man("h2", (11, 5), **QUIET)])

    push(game, 13, 12)  # won by 3
    game.do(let_pass("h1"))
    game.do(forced(), dice=[14])  # 14 + 3 − 4 for h2 beside (10,4) = 13 against 13
    game.pass_all()

    roll = all_of(game.events, ev.SrRolled)[-1]
    assert (roll.kind, roll.total, roll.target, parts(roll)) == ("forced_control", 13, 13, [2, 1, -4])
    assert game.orb("away").holder == "a1"


@rule("ISH-PUSH-12")
def test_squares_passed_in_a_shove_have_their_windows_before_the_next_square() -> None:
    game = duel(home=[man("h2", (11, 5))])

    push(game, 16, 3)  # 21 against 6: three squares
    game.do(let_pass("h1"))
    assert at(game, "a1") == (10, 4)
    assert {ask.player for ask in game.asks("window")} == {"h2", "a1"}  # each may push the other
    game.do(let_pass("h2"))
    game.do(let_pass("a1"))
    assert at(game, "a1") == (11, 4)
    game.pass_all()
    assert at(game, "a1") == (12, 4)


@rule("ISH-PUSH-12")
def test_forced_roll_comes_before_the_window_of_the_last_square() -> None:
    game = duel(orbs=HELD, home=[man("h2", (11, 5))])

    push(game, 13, 12)
    game.do(let_pass("h1"))

    assert [ask.kind for ask in game.pending.asks] == ["forced_control"]
    game.do(forced(), dice=[20])  # 20 + 3 − 4 = 19 against 13
    assert [ask.player for ask in game.asks("window")] == ["h2"]  # who may seize now


@rule("ISH-PUSH-12")
def test_who_lost_the_orb_on_the_way_makes_no_forced_roll() -> None:
    game = duel(orbs=HELD, home=[man("h2", (11, 5))])

    push(game, 11, 3)  # won by 10: two squares
    game.do(let_pass("h1"))
    game.do(react("h2", "seize", target="a1", ability="dex"))
    game.do(let_pass("a1"))  # a1 lets the window go by
    game.do(defend("a1", ability="str"), dice=[15, 5])  # 15 + 5 − 4 = 16 against 5 + 3: by 8
    game.pass_all()

    assert game.orb("away").holder == "h2"
    assert at(game, "a1") == (11, 4)
    assert all_of(game.events, ev.ForcedControlled) == []
    assert [ask.player for ask in game.asks("go")] == ["h1"]


@rule("ISH-Q-23")
def test_push_won_by_exactly_5_belongs_to_the_big_branch() -> None:
    game = duel()
    push(game, 6, 3)  # 11 against 6
    game.do(choose("floor"), dice=[1])
    assert game.player("a1").prone


@rule("ISH-Q-23")
def test_house_rule_exact_five_small_makes_a_push_won_by_5_a_small_one() -> None:
    game = duel(house_rules={"exact_five": "small"})

    push(game, 6, 3)  # 11 against 6: won by 5
    game.refuses(choose("floor"), "choice_not_available")
    game.do(let_pass("h1"))
    game.pass_all()
    assert at(game, "a1") == (10, 4)


@rule("ISH-Q-38")
def test_push_goes_straight_on_along_the_line_from_actor_to_target() -> None:
    game = duel(a1={"at": [9, 5]})

    push(game, 13, 12)
    shove_on(game)

    assert at(game, "a1") == (10, 6)


@rule("ISH-Q-38")
def test_push_to_a_neighbour_of_the_line_needs_the_house_rule() -> None:
    game = duel()
    push(game, 13, 12)
    game.refuses(choose("push", path=[[10, 3]]), "bad_destination")

    fanned = duel(house_rules={"push_fan": "on"})
    push(fanned, 13, 12)
    fanned.refuses(choose("push", path=[[9, 3]]), "bad_destination")  # 90 degrees off the line
    fanned.do(choose("push", path=[[10, 3]]))
    fanned.pass_all()
    assert at(fanned, "a1") == (10, 3)


@rule("ISH-Q-39")
def test_pull_goes_square_by_square_beside_both_target_and_actor() -> None:
    game = duel()

    push(game, 11, 3)  # won by 10: two squares
    game.refuses(choose("pull", path=[[10, 5]]), "bad_destination")  # not beside h1
    game.refuses(choose("pull", path=[[7, 4]]), "bad_destination")  # not beside a1
    game.do(choose("pull", path=[[9, 5], [8, 5]]))
    game.pass_all()

    assert at(game, "a1") == (8, 5)
    assert [moved.to for moved in all_of(game.events, ev.Pushed)] == [(9, 5), (8, 5)]


@rule("ISH-Q-39", "ISH-Q-40")
def test_pull_without_a_free_square_leaves_the_target_there_and_the_orb_shaken() -> None:
    around = [
        man("h2", (8, 3), **QUIET),
        man("h3", (8, 5), **QUIET),
        man("h4", (9, 3), **QUIET),
        man("h5", (9, 5), **QUIET),
    ]
    game = duel(home=around, orbs=HELD)

    push(game, 13, 12)  # won by 3
    game.do(choose("pull"))
    game.do(forced(), dice=[20, 4])  # 20 + 3 − 4 × 5 = 3 against 13
    game.pass_all()

    assert at(game, "a1") == (9, 4)
    assert all_of(game.events, ev.Pushed) == []
    assert game.orb("away").at == (9, 5)


@rule("ISH-Q-39")
def test_house_rule_pull_swap_takes_the_target_to_the_other_side() -> None:
    game = duel(house_rules={"pull": "swap"})

    push(game, 13, 12)
    game.do(choose("pull", path=[[7, 4]]))
    game.pass_all()

    assert at(game, "a1") == (7, 4)


@rule("ISH-Q-40")
def test_push_against_the_wall_moves_nobody_and_shakes_the_orb_all_the_same() -> None:
    game = duel({"at": [15, 2]}, {"at": [16, 2]}, orbs=HELD)

    push(game, 13, 12)  # won by 3
    game.do(let_pass("h1"))
    game.do(forced(), dice=[13, 4])  # 13 + 3 − 4 = 12 against 10 + 3
    game.pass_all()

    assert at(game, "a1") == (16, 2)
    assert only(game.events, ev.PushStopped).at == (16, 2)
    assert game.orb("away").at == (16, 3)


@rule("ISH-Q-40", "ISH-PUSH-06")
def test_shove_that_is_stopped_counts_the_feet_really_moved() -> None:
    game = duel(away=[man("a2", (11, 4), **QUIET)], orbs=HELD)

    push(game, 16, 3)  # won by 15: three squares, a2 stands after one
    game.do(let_pass("h1"))
    game.pass_all()
    game.do(forced(), dice=[11, 4])  # 11 + 3 = 14 against 10 + 5
    game.pass_all()

    assert at(game, "a1") == (10, 4)
    assert only(game.events, ev.ForcedControlled).dc == 15
    assert game.orb("away").at == (10, 5)  # ceil(5 / 10) = 1 square


@rule("ISH-Q-40")
def test_shove_that_moves_nobody_leaves_an_orb_that_is_not_kept_in_the_square() -> None:
    game = duel({"at": [13, 4]}, {"at": [14, 4]}, orbs=HELD)  # the vessel (15,4) is in the way

    push(game, 16, 3)
    game.do(let_pass("h1"))
    game.do(forced(), dice=[10])  # 10 + 3 − 4 = 9 against 10 + 0
    game.pass_all()

    assert only(game.events, ev.ForcedControlled).dc == 10
    assert (game.orb("away").state, game.orb("away").at) == ("loose", (14, 4))
    assert all_of(game.events, ev.OrbScattered) == []


@rule("ISH-Q-40", "ISH-Q-62", "ISH-ARENA-08")
def test_push_stops_before_the_third_scoring_square_of_one_team() -> None:
    mates = [man("a2", (16, 3), **QUIET), man("a3", (16, 4), **QUIET)]
    game = duel({"at": [14, 5]}, {"at": [15, 5]}, away=mates)

    push(game, 13, 12)
    shove_on(game)

    assert at(game, "a1") == (15, 5)


@rule("ISH-Q-40")
def test_shove_may_be_shorter_than_earned_but_not_nothing() -> None:
    game = duel()

    push(game, 16, 3)  # three squares earned
    game.refuses(choose("leave"), "choice_not_available")
    game.refuses(choose("push", squares=0), "choice_not_available")
    game.do(choose("push", squares=1))
    game.pass_all()

    assert at(game, "a1") == (10, 4)
