"""The injury table, row by row, and what an injury does."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek import events as ev
from rules.kernel.errors import Refused
from tests.rules.ishmek.arena import Json, act, end_go, gm_effect, let_pass, man, parts, pick, play, react, step
from tests.rules.ishmek.scrum import HELD, UNSEEN, at, choose, duel, forced, foul, push
from tests.rules.play import Play, all_of, only, rule

LEGS = ["wobbly_legs", "jelly_legs", "noodly_legs"]
MORALE = [
    ("demoralized", -2),
    ("quite_demoralized", -4),
    ("shook", -2),
    ("badly_shook", -4),
    ("unnerved", -2),
    ("seriously_unnerved", -4),
]
HEAD = ["concussed", "major_head_trauma"]


def floored(total: int) -> Play:
    """a1 is floored in turn 3, and `total` is on the injury d20."""
    game = duel(turn=3)
    push(game, 6, 3)  # won by 5
    game.do(choose("floor"), dice=[total])
    game.pass_all()
    return game


def alone(*injuries: str, **fields: Any) -> Play:
    """h1 at (5,1) with nobody near, hurt, its go."""
    return play([man("h1", (5, 1), injuries=list(injuries), **fields)], go="h1")


@rule("ISH-INJ-01")
@pytest.mark.parametrize("total", range(1, 10))
def test_total_of_9_or_less_is_no_injury(total: int) -> None:
    game = floored(total)

    assert only(game.events, ev.InjuryRolled).total == total
    assert all_of(game.events, ev.InjuryApplied) == []
    assert game.player("a1").injuries == ()


@rule("ISH-INJ-01", "ISH-INJ-05")
@pytest.mark.parametrize(
    ("total", "name", "until"),
    [
        (10, "wobbly_legs", 3),
        (11, "demoralized", 3),
        (12, "quite_demoralized", 3),
        (13, "jelly_legs", 5),
        (14, "shook", 5),
        (15, "badly_shook", 5),
        (16, "concussed", 5),
        (17, "noodly_legs", None),
        (18, "unnerved", None),
        (19, "seriously_unnerved", None),
        (20, "major_head_trauma", None),
    ],
)
def test_injury_table_row(total: int, name: str, until: int | None) -> None:
    game = floored(total)

    rolled, applied = only(game.events, ev.InjuryRolled), only(game.events, ev.InjuryApplied)
    assert (rolled.injury, rolled.table) == (name, "injury")
    assert (applied.player, applied.injury, applied.until) == ("a1", name, until)
    assert [(hurt.name, hurt.until) for hurt in game.player("a1").injuries] == [(name, until)]


@rule("ISH-INJ-07", "ISH-INJ-01")
@pytest.mark.parametrize(
    ("die", "status"),
    [(1, "out_match"), (10, "out_match"), (11, "out_tournament"), (19, "out_tournament"), (20, "dead")],
)
def test_21_and_more_asks_for_a_second_d20_and_removes_the_player(die: int, status: str) -> None:
    game = duel(away=[man("a2", (1, 7))])

    foul(game, 6, 3)
    game.do(choose("floor"), dice=[13, die, *UNSEEN])  # 13 + 8 = 21

    first, second = all_of(game.events, ev.InjuryRolled)
    assert (first.total, first.table, second.table, second.total) == (21, "injury", "removal", die)
    assert only(game.events, ev.PlayerRemoved).status == status
    assert (game.player("a1").status, at(game, "a1")) == (status, None)
    game.do(step("h1", 9, 4))  # its square is free at once


@rule("ISH-INJ-07")
def test_highest_possible_total_is_still_the_row_21_and_more() -> None:
    game = duel()

    foul(game, 6, 3)
    game.do(choose("floor"), dice=[20, 1, *UNSEEN])  # 28

    assert all_of(game.events, ev.InjuryRolled)[0].total == 28
    assert game.player("a1").status == "out_match"


# Legs


@rule("ISH-INJ-02")
@pytest.mark.parametrize("name", LEGS)
def test_leg_injury_costs_one_square_of_movement(name: str) -> None:
    game = alone(name)

    for x in range(6, 11):  # speed 30 − 5: five squares
        game.do(step("h1", x, 1))
    game.refuses(step("h1", 11, 1), "no_movement")


@rule("ISH-INJ-02", "ISH-DASH-01")
@pytest.mark.parametrize("name", LEGS)
def test_leg_injury_counts_before_dash(name: str) -> None:
    game = alone(name)

    dashed = only(game.do(act("h1", "dash")), ev.Dashed)

    assert dashed.squares == 5


@rule("ISH-INJ-02", "ISH-MOVE-04")
def test_leg_injury_taken_during_the_go_lowers_what_is_left_at_once() -> None:
    game = duel({"speed": 10})

    push(game, 5, 12)  # lost by 5
    game.do(let_pass("a1"), dice=[20, 10])  # falls: wobbly legs, so 1 square is left, and a crawl costs 2
    game.refuses(step("h1", 7, 4), "no_movement")


# Morale


@rule("ISH-INJ-03")
@pytest.mark.parametrize(("name", "penalty"), MORALE)
def test_morale_injury_lowers_every_skill_roll_of_that_player(name: str, penalty: int) -> None:
    game = play([man("h1", (5, 1), injuries=[name])], orbs={"home": {"at": [5, 1]}}, go="h1")

    game.do(act("h1", "control", orb="home", ability="dex"), dice=[10])

    roll = only(game.events, ev.SrRolled)
    assert (roll.total, parts(roll)) == (15 + penalty, [2, 3, penalty])


@rule("ISH-INJ-03", "ISH-PUSH-04")
def test_morale_injury_counts_from_the_moment_it_is_taken() -> None:
    game = duel(orbs=HELD)

    push(game, 6, 3)
    game.do(choose("floor", path=[[10, 5]]), dice=[14])  # shook
    game.do(forced(), dice=[18, 4])  # 18 + 3 − 2 = 19 against 20: the injury of the same fall costs the orb
    game.pass_all()

    assert only(game.events, ev.ForcedControlled).made is False


@rule("ISH-Q-51")
def test_penalty_counts_in_defence_and_in_a_forced_roll() -> None:
    game = duel(a1={"injuries": ["shook"]}, orbs=HELD)

    push(game, 10, 12)  # 15 against 12 + 3 − 2 = 13: won by 2
    game.do(let_pass("h1"))
    game.do(forced(), dice=[11])  # 11 + 3 − 2 = 12 against 12
    game.pass_all()

    assert only(game.events, ev.ContestSettled).margin == 2
    shaken = all_of(game.events, ev.SrRolled)[-1]
    assert (shaken.total, shaken.success) == (12, True)


@rule("ISH-Q-51")
def test_penalty_counts_in_an_order_roll() -> None:
    game = play(
        [man("h1", (5, 1)), man("h2", (10, 3), injuries=["badly_shook"])],
        [man("a1", (10, 5))],
        orbs={"home": {"at": [10, 4]}},
        go="h1",
    )

    game.do(step("h1", 6, 1))
    game.do(react("h2", "control", orb="home", ability="dex"))
    game.do(react("a1", "control", orb="home", ability="dex"), dice=[12, 9, 5])

    orders = {roll.player: roll.total for roll in all_of(game.events, ev.OrderRolled)}
    assert orders == {"h2": 13, "a1": 14}  # 12 + 5 − 4 and 9 + 5: a1 tries first, 5 + 5 against 10
    assert game.orb("home").holder == "a1"


@rule("ISH-Q-51")
def test_penalty_spares_injury_stumble_and_concussion_dice() -> None:
    hurt = duel({"injuries": ["shook"]})
    push(hurt, 7, 12)  # 7 + 5 − 2 = 10 against 15: lost by 5
    hurt.do(let_pass("a1"), dice=[20, 10])
    assert only(hurt.events, ev.StumbleRolled).total == 20
    assert only(hurt.events, ev.InjuryRolled).total == 10

    dazed = alone("concussed", "shook")
    dazed.do(step("h1", 6, 1), dice=[11])
    assert only(dazed.events, ev.ConcussionRolled).lost is False


@rule("ISH-Q-51")
def test_penalty_spares_initiative_and_the_direction_of_a_scatter() -> None:
    game = play(
        [man("h1", (5, 1), injuries=["unnerved"])],
        [man("a1", (12, 7))],
        orbs={"home": {"at": [6, 2]}},
        go="h1",
        picks=["a1"],
    )

    game.do(act("h1", "control", orb="home", ability="dex"), dice=[2, 4])  # 2 + 5 − 2 = 5 against 10: scatters to (6,3)
    game.do(end_go("h1"), dice=[7, 6])

    assert game.orb("home").at == (6, 3)
    assert [(roll.team, roll.total) for roll in all_of(game.events, ev.InitiativeRolled)] == [("home", 7), ("away", 6)]


@rule("ISH-Q-51")
def test_penalty_of_the_fouler_spares_the_umpires_dice() -> None:
    game = duel({"injuries": ["shook"]})

    foul(game, 10, 12, then=[9, 1])  # 13 against 15

    assert [roll.total for roll in all_of(game.events, ev.UmpireRolled)] == [15, 8]


@rule("ISH-Q-51")
def test_house_rule_every_d20_of_the_player_counts_the_penalty_everywhere() -> None:
    every = {"penalty_scope": "every_d20_of_player"}
    hurt = duel({"injuries": ["shook"]}, house_rules=every)
    push(hurt, 7, 12)
    hurt.do(let_pass("a1"), dice=[20])  # 20 − 2 = 18: stands
    assert (only(hurt.events, ev.StumbleRolled).total, hurt.player("h1").prone) == (18, False)

    downed = duel(a1={"injuries": ["shook"]}, house_rules=every)
    push(downed, 6, 5)  # 11 against 6
    downed.do(choose("floor"), dice=[12])  # 12 − 2: wobbly legs
    assert only(downed.events, ev.InjuryRolled).injury == "wobbly_legs"

    dazed = play([man("h1", (5, 1), injuries=["concussed", "shook"])], go="h1", house_rules=every)
    dazed.do(step("h1", 6, 1), dice=[12])  # 12 − 2 = 10
    assert only(dazed.events, ev.ConcussionRolled).lost


# Head


@rule("ISH-INJ-04")
@pytest.mark.parametrize("name", HEAD)
@pytest.mark.parametrize(("die", "lost"), [(10, True), (11, False)])
def test_concussed_player_rolls_before_moving(name: str, die: int, lost: bool) -> None:
    game = alone(name)

    game.do(step("h1", 6, 1), dice=[die])

    roll = only(game.events, ev.ConcussionRolled)
    assert (roll.player, roll.before, roll.lost) == ("h1", "movement", lost)
    assert at(game, "h1") == ((5, 1) if lost else (6, 1))
    if lost:
        game.refuses(step("h1", 6, 1), "movement_lost")
    else:
        game.do(step("h1", 7, 1))  # once a go


@rule("ISH-INJ-04")
@pytest.mark.parametrize("name", HEAD)
@pytest.mark.parametrize(("die", "lost"), [(10, True), (11, False)])
def test_concussed_player_rolls_before_an_action(name: str, die: int, lost: bool) -> None:
    game = alone(name)

    events = game.do(act("h1", "dash"), dice=[die])

    roll = only(events, ev.ConcussionRolled)
    assert (roll.before, roll.lost) == ("action", lost)
    assert bool(all_of(events, ev.Dashed)) is not lost
    game.refuses(act("h1", "dash"), "action_spent")


# How long it lasts


@rule("ISH-INJ-05")
@pytest.mark.parametrize(
    ("name", "until", "stays"), [("jelly_legs", 3, False), ("jelly_legs", 4, True), ("noodly_legs", None, True)]
)
def test_injury_goes_at_the_end_of_its_turn(name: str, until: int | None, stays: bool) -> None:
    hurt = {"name": name, "until": until}
    game = play([man("h1", (5, 1), injuries=[hurt])], go="h1", picks=["a1"], turn=3)

    events = game.do(end_go("h1"), dice=[12, 5])

    assert bool(all_of(events, ev.InjuryExpired)) is not stays
    assert bool(game.player("h1").injuries) is stays
    assert game.state.turn == 4


@rule("ISH-INJ-05")
@pytest.mark.parametrize(
    ("name", "until"),
    [
        ("wobbly_legs", None),  # this turn
        ("wobbly_legs", 4),
        ("jelly_legs", None),  # three turns: 3, 4 and 5
        ("jelly_legs", 2),
        ("jelly_legs", 6),
        ("concussed", None),
        ("noodly_legs", 3),  # the match
        ("major_head_trauma", 5),
    ],
)
def test_it_refuses_an_injury_that_lasts_otherwise_than_its_row_says(name: str, until: int | None) -> None:
    hurt = man("h1", (5, 1), injuries=[{"name": name, "until": until}])
    with pytest.raises(Refused) as caught:
        play([hurt], go="h1", turn=3)
    assert (caught.value.code, caught.value.rule) == ("bad_position", "ISH-INJ-05")
    assert caught.value.field == "position.teams.home.players.h1.injuries"


@rule("ISH-INJ-05")
@pytest.mark.parametrize(
    ("name", "until"),
    [("wobbly_legs", 3), ("jelly_legs", 3), ("jelly_legs", 4), ("jelly_legs", 5), ("noodly_legs", None)],
)
def test_a_position_may_have_what_the_row_allows(name: str, until: int | None) -> None:
    game = play([man("h1", (5, 1), injuries=[{"name": name, "until": until}])], go="h1", turn=3)
    assert [(injury.name, injury.until) for injury in game.player("h1").injuries] == [(name, until)]


@rule("ISH-INJ-05")
def test_three_turns_count_the_present_one() -> None:
    game = floored(14)  # shook in turn 3
    game.do(end_go("h1"))
    for turn in (3, 4, 5):
        assert (game.state.turn, [hurt.name for hurt in game.player("a1").injuries]) == (turn, ["shook"])
        game.do(pick("a1"))
        game.do(end_go("a1"), dice=[12, 5])  # home begins the next turn
        game.do(pick("h1"))
        game.do(end_go("h1"))
    assert (game.state.turn, game.player("a1").injuries) == (6, ())


@rule("ISH-INJ-05")
def test_injury_elapses_while_sitting_out_and_in_a_turn_that_a_point_cut_short() -> None:
    hurt: Json = {"injuries": [{"name": "shook", "until": 3}]}
    sits: Json = {"status": "sitting_out", "sit_out": {"kind": "match"}, **hurt}
    game = play(
        [man("h1", (16, 4)), man("h2", **sits)],
        [man("a1", (5, 7), **hurt)],
        orbs={"home": {"holder": "h1"}, "away": {"at": [8, 4]}},
        go="h1",
        turn=3,
    )

    game.do(act("h1", "propel", orb="home", ability="dex", direction=[-1, 0], distance=1), dice=[6])  # 11 against 11

    assert {gone.player for gone in all_of(game.events, ev.InjuryExpired)} == {"h2", "a1"}
    assert (game.player("h2").injuries, game.player("a1").injuries) == ((), ())


@rule("ISH-INJ-06")
def test_no_magic_removes_an_injury_but_a_slip_of_the_table_may_be_mended() -> None:
    game = alone("unnerved")

    game.refuses(gm_effect(player="h1", remove_injury="unnerved"), "injury_not_healable", by="gm")
    game.do(gm_effect(player="h1", remove_injury="unnerved", magic=False), by="gm")

    assert game.player("h1").injuries == ()


# Several at once


@rule("ISH-Q-50")
def test_injuries_add_up() -> None:
    game = play(
        [man("h1", (5, 1), injuries=["shook", "badly_shook", "jelly_legs", "noodly_legs"], reaction_used=True)],
        orbs={"home": {"at": [5, 1]}},
        go="h1",
    )

    game.do(act("h1", "control", orb="home", ability="dex"), dice=[10])
    assert only(game.events, ev.SrRolled).total == 9  # 10 + 5 − 2 − 4
    for x in range(6, 10):  # 30 − 10: four squares
        game.do(step("h1", x, 1))
    game.refuses(step("h1", 10, 1), "no_movement")


@rule("ISH-Q-50")
def test_same_injury_twice_counts_twice() -> None:
    game = play([man("h1", (5, 1), injuries=["shook", "shook"])], orbs={"home": {"at": [5, 1]}}, go="h1")

    game.do(act("h1", "control", orb="home", ability="dex"), dice=[10])

    assert only(game.events, ev.SrRolled).total == 11


@rule("ISH-Q-50")
def test_allowance_does_not_fall_below_0() -> None:
    game = alone("jelly_legs", "noodly_legs", speed=5)

    game.refuses(step("h1", 6, 1), "no_movement")
    game.do({"type": "burn_move", "player": "h1", "squares": 1})
    game.do(step("h1", 6, 1), dice=[1])  # 0 + 1, not −5 + 5: the bought square is there to be walked

    assert at(game, "h1") == (6, 1)


@rule("ISH-Q-50")
def test_house_rule_injury_stack_worst_takes_the_worst_of_each_kind() -> None:
    game = play(
        [man("h1", (5, 1), injuries=["shook", "badly_shook", "jelly_legs", "noodly_legs"], reaction_used=True)],
        orbs={"home": {"at": [5, 1]}},
        go="h1",
        house_rules={"injury_stack": "worst"},
    )

    game.do(act("h1", "control", orb="home", ability="dex"), dice=[10])
    assert only(game.events, ev.SrRolled).total == 11  # 10 + 5 − 4
    for x in range(6, 11):  # 30 − 5: five squares
        game.do(step("h1", x, 1))
    game.refuses(step("h1", 11, 1), "no_movement")


# Prone


@rule("ISH-Q-44")
@pytest.mark.parametrize(("speed", "cost"), [(30, 3), (25, 2), (5, 0)])
def test_standing_up_costs_half_the_squares_rounded_down(speed: int, cost: int) -> None:
    game = play([man("h1", (5, 1), prone=True, speed=speed)], go="h1")

    stood = only(game.do({"type": "stand", "player": "h1"}), ev.Stood)

    assert (stood.cost, game.player("h1").prone, game.player("h1").move_used) == (cost, False, cost)


@rule("ISH-Q-44")
def test_without_an_allowance_nobody_stands_up() -> None:
    game = play([man("h1", (5, 1), prone=True, speed=0)], go="h1")

    game.refuses({"type": "stand", "player": "h1"}, "cannot_stand")


@rule("ISH-Q-44")
def test_prone_player_crawls_at_2_a_square_and_rolls_as_ever() -> None:
    game = play([man("h1", (5, 1), prone=True)], orbs={"home": {"at": [6, 1]}}, go="h1")

    game.do(step("h1", 6, 1))
    game.pass_all()
    game.do(act("h1", "control", orb="home", ability="dex"), dice=[10])

    assert game.player("h1").move_used == 2
    assert (only(game.events, ev.SrRolled).total, game.player("h1").prone) == (15, True)


@rule("ISH-Q-44")
def test_prone_lasts_into_the_next_turn() -> None:
    game = play([man("h1", (5, 1), prone=True)], go="h1", picks=["a1"])

    game.do(end_go("h1"), dice=[12, 5])

    assert (game.state.turn, game.player("h1").prone) == (2, True)


@rule("ISH-Q-44")
def test_house_rule_prone_sr_disadvantage_keeps_the_lower_of_two_dice() -> None:
    game = play(
        [man("h1", (5, 1), prone=True)],
        orbs={"home": {"at": [5, 1]}},
        go="h1",
        house_rules={"prone_sr": "disadvantage"},
    )

    game.do(act("h1", "control", orb="home", ability="dex"), dice=[15, 4])

    roll = only(game.events, ev.SrRolled)
    assert (roll.dice, roll.total) == (((20, 15, False), (20, 4, True)), 9)
