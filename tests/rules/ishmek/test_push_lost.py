"""A push_pull that is lost, and the forced Control that a shaken holder owes."""

from __future__ import annotations

import pytest

from rules.ishmek import events as ev
from tests.rules.ishmek.arena import SHIELD, act, let_pass, mage, man, parts, step
from tests.rules.ishmek.scrum import HELD, at, choose, defend, duel, forced, push
from tests.rules.play import all_of, only, rule

QUIET = {"reaction_used": True}


# Lost by 1 to 4


@rule("ISH-PUSH-07")
def test_holder_who_won_by_less_than_5_keeps_the_orb_at_10_less_the_margin() -> None:
    game = duel(orbs=HELD)

    push(game, 10, 15)  # 15 against 18: lost by 3
    game.do(forced(), dice=[8])  # 8 + 3 − 4 for h1 beside it = 7 against 10 − 3
    game.pass_all()

    shaken = only(game.events, ev.ForcedControlled)
    assert (shaken.dc, shaken.made) == (7, True)
    assert game.orb("away").holder == "a1"
    assert not game.player("a1").reaction_used
    assert not game.player("a1").action_used


@rule("ISH-PUSH-07", "ISH-Q-42")
@pytest.mark.parametrize("die", [7, 4], ids=["missed by 1", "missed by 4"])
def test_free_forced_roll_missed_by_less_than_5_leaves_the_orb_loose_in_the_square(die: int) -> None:
    game = duel(orbs=HELD)

    push(game, 10, 15)
    game.do(forced(), dice=[die])  # 6 or 3 against 7
    game.pass_all()

    assert (game.orb("away").state, game.orb("away").at) == ("loose", (9, 4))
    assert all_of(game.events, ev.OrbScattered) == []


@rule("ISH-PUSH-07", "ISH-Q-05")
def test_free_forced_roll_missed_by_5_scatters_one_square_in_the_frame_of_the_pusher() -> None:
    game = duel(orbs=HELD)

    push(game, 10, 15)
    game.do(forced(), dice=[3, 2])  # 3 + 3 − 4 = 2 against 7: missed by 5; 2 is forward, for home +x
    game.pass_all()

    scattered = only(game.events, ev.OrbScattered)
    assert (scattered.start, scattered.to, scattered.cause) == ((9, 4), (10, 4), "h1")


@rule("ISH-Q-42")
def test_house_rule_small_loss_fail_scatter_1_scatters_on_any_miss() -> None:
    game = duel(orbs=HELD, house_rules={"small_loss_fail": "scatter_1"})

    push(game, 10, 15)
    game.do(forced(), dice=[7, 2])  # 6 against 7: missed by 1
    game.pass_all()

    assert game.orb("away").at == (10, 4)


@rule("ISH-PUSH-07", "ISH-Q-41")
def test_free_forced_roll_is_made_by_a_holder_whose_reaction_is_spent() -> None:
    game = duel(a1=QUIET, orbs=HELD)

    push(game, 10, 15)
    game.do(forced(), dice=[8])  # 7 against 7

    shaken = only(game.events, ev.ForcedControlled)
    assert (shaken.made, shaken.rolled) == (True, True)


@rule("ISH-PUSH-07", "ISH-Q-41")
def test_free_forced_roll_takes_a_burn_but_no_spell() -> None:
    spells = {"cast_mod": 0, "slots_l1": 1, "spells_l1": [SHIELD]}
    game = duel(a1=spells, orbs=HELD)

    push(game, 10, 15)
    game.refuses(forced(spell="shield"), "spell_not_allowed")
    game.do(forced(ability="str", burn=2), dice=[6])  # 6 + 3 + 2 − 4 = 7 against 7
    game.pass_all(dice=[7])  # the Burn is paid once the push is done

    assert game.orb("away").holder == "a1"
    assert only(game.events, ev.InjuryRolled).total == 9  # 7 + 2


@rule("ISH-PUSH-08")
def test_push_lost_by_less_than_5_against_who_holds_nothing_does_nothing() -> None:
    game = duel()

    push(game, 10, 16)  # 15 against 19: lost by 4

    assert only(game.events, ev.PushFailed).margin == -4
    assert (at(game, "h1"), at(game, "a1")) == ((8, 4), (9, 4))
    assert [ask.kind for ask in game.pending.asks] == ["go"]


# Lost by 5 and more


@rule("ISH-PUSH-09")
def test_target_that_won_by_5_may_push_the_actor_one_square() -> None:
    game = duel()

    push(game, 5, 12)  # 10 against 15: lost by 5
    assert [(ask.seat, ask.player) for ask in game.asks("choose")] == [("away", "a1")]
    game.do(choose("push"), dice=[18])
    game.pass_all()

    moved = only(game.events, ev.Pushed)
    assert (moved.player, moved.by, moved.to) == ("h1", "a1", (7, 4))


@rule("ISH-PUSH-09")
def test_target_that_won_by_5_may_pull_the_actor_one_square() -> None:
    game = duel()

    push(game, 5, 12)
    game.do(choose("pull", path=[[9, 5]]), dice=[18])
    game.pass_all()

    assert at(game, "h1") == (9, 5)


@rule("ISH-PUSH-09")
def test_target_that_won_earns_one_square_whatever_the_margin() -> None:
    game = duel()

    push(game, 1, 20)  # 6 against 23: lost by 17
    game.refuses(choose("push", squares=2), "choice_not_available")
    game.refuses(choose("floor"), "choice_not_available")
    game.do(choose("push"), dice=[18])
    assert at(game, "h1") == (7, 4)


@rule("ISH-PUSH-09")
def test_moved_actor_takes_the_orb_along_without_a_roll() -> None:
    game = duel(orbs={"home": {"holder": "h1"}})

    push(game, 5, 12)
    game.do(choose("push"), dice=[18])
    game.pass_all()

    assert only(game.events, ev.Pushed).orbs == ("home",)
    assert (game.orb("home").holder, all_of(game.events, ev.ForcedControlled)) == ("h1", [])


@rule("ISH-PUSH-09", "ISH-Q-45")
def test_passing_leaves_the_actor_in_place_and_the_d20_is_rolled_all_the_same() -> None:
    game = duel()

    push(game, 5, 12)
    game.do(let_pass("a1"), dice=[19])

    assert (at(game, "h1"), game.player("h1").prone) == ((8, 4), True)
    assert all_of(game.events, ev.Pushed) == []


@rule("ISH-PUSH-10")
@pytest.mark.parametrize(("die", "prone"), [(18, False), (19, True)])
def test_actor_that_lost_by_5_falls_on_a_19(die: int, prone: bool) -> None:
    game = duel()

    push(game, 5, 12)
    game.do(choose("push"), dice=[die])

    assert game.player("h1").prone is prone
    assert only(game.events, ev.StumbleRolled).total == die
    assert all_of(game.events, ev.InjuryRolled) == []


@rule("ISH-PUSH-10")
def test_actor_that_lost_by_5_falls_and_rolls_for_injury_on_a_20() -> None:
    game = duel()

    push(game, 5, 12)
    game.do(choose("push"), dice=[20, 14])

    injury = only(game.events, ev.InjuryRolled)
    assert (injury.player, injury.total, injury.injury) == ("h1", 14, "shook")
    assert game.player("h1").prone


@rule("ISH-PUSH-11")
@pytest.mark.parametrize(("die", "more", "made"), [(2, [], True), (1, [4], False)])
def test_holder_that_won_by_5_keeps_the_orb_with_the_reaction_at_10_less_the_margin(
    die: int, more: list[int], made: bool
) -> None:
    game = duel(orbs=HELD)

    push(game, 5, 12)  # lost by 5
    game.do(choose("push"), dice=[1])
    game.do(forced(), dice=[die, *more])  # 2 + 3 = 5 against 10 − 5; h1 is two squares away
    game.pass_all()

    shaken = only(game.events, ev.ForcedControlled)
    assert (shaken.dc, shaken.made) == (5, made)
    assert game.player("a1").reaction_used
    if not made:  # a miss by 1 scatters too
        assert game.orb("away").at == (9, 5)
        assert only(game.events, ev.OrbScattered).cause == "h1"


@rule("ISH-PUSH-11")
def test_dc_of_a_holder_that_won_high_falls_below_0_and_is_rolled_still() -> None:
    game = duel(orbs=HELD)

    push(game, 1, 15)  # 6 against 18: lost by 12
    game.do(let_pass("a1"), dice=[1])
    game.do(forced(), dice=[1])  # 1 + 3 − 4 = 0 against −2
    game.pass_all()

    shaken = only(game.events, ev.ForcedControlled)
    assert (shaken.dc, shaken.made, shaken.rolled) == (-2, True, True)


@rule("ISH-PUSH-11")
def test_holder_that_won_by_5_without_a_reaction_loses_the_orb_without_a_roll() -> None:
    game = duel(a1=QUIET, orbs=HELD)

    push(game, 5, 12)
    game.do(choose("push"), dice=[1, 2])  # the stumble d20, then the d8

    assert only(game.events, ev.ForcedControlled).rolled is False
    assert game.orb("away").at == (10, 4)


@rule("ISH-Q-45", "ISH-PUSH-10", "ISH-PUSH-11")
def test_shift_then_stumble_then_injury_then_forced_roll_and_the_go_goes_on() -> None:
    game = duel(orbs=HELD)

    push(game, 5, 12)
    game.do(choose("push"), dice=[20, 3])
    game.do(forced(), dice=[20])
    game.pass_all()

    kinds = (ev.Pushed, ev.StumbleRolled, ev.Floored, ev.InjuryRolled, ev.ForcedControlled)
    assert [type(e) for e in game.events if isinstance(e, kinds)] == list(kinds)
    assert [ask.player for ask in game.asks("go")] == ["h1"]
    game.do(step("h1", 6, 4))  # prone: it crawls
    assert game.player("h1").move_used == 2


@rule("ISH-Q-23")
def test_push_lost_by_exactly_5_is_a_small_loss_under_exact_five_small() -> None:
    game = duel(house_rules={"exact_five": "small"})

    push(game, 5, 12)  # 10 against 15

    assert only(game.events, ev.PushFailed).margin == -5
    assert all_of(game.events, ev.StumbleRolled) == []


# Forced Control


@rule("ISH-Q-41")
def test_forced_control_cannot_be_declined_and_spends_the_reaction() -> None:
    game = duel(orbs=HELD)

    push(game, 13, 12)
    game.do(let_pass("h1"))
    game.do(let_pass("a1"), dice=[10])  # passing rolls with the best ability: 10 + 2 + 1 = 13

    assert only(game.events, ev.ForcedControlled).made
    spent = only([e for e in game.events if getattr(e, "player", "") == "a1"], ev.ReactionSpent)
    assert spent.forced


@rule("ISH-Q-41")
def test_forced_control_is_neither_barred_by_nor_barring_the_action_control() -> None:
    game = duel(a1={"used_names": ["control"]}, orbs=HELD)
    push(game, 13, 12)
    game.do(let_pass("h1"))
    game.do(forced(), dice=[10])
    assert only(game.events, ev.ForcedControlled).rolled

    fresh = duel(orbs=HELD)
    push(fresh, 13, 12)
    fresh.do(let_pass("h1"))
    fresh.do(forced(), dice=[9, 2])  # 12 against 13; the orb rolls to (11,4)
    fresh.pass_all()
    assert "control" not in fresh.player("a1").used_names
    fresh.do({"type": "end_go", "player": "h1"})
    fresh.do({"type": "pick", "player": "a1"})
    fresh.do(act("a1", "control", orb="away"), dice=[7])  # 7 + 3 = 10 against 10
    assert fresh.orb("away").holder == "a1"


@rule("ISH-Q-41")
def test_house_rule_forced_counts_as_control_bars_both_ways() -> None:
    game = duel(a1={"used_names": ["control"]}, orbs=HELD, house_rules={"forced_counts_as_control": "on"})
    push(game, 13, 12)
    game.do(let_pass("h1"), dice=[2])  # control was used: not made without a roll, the d8 falls
    assert only(game.events, ev.ForcedControlled).rolled is False

    fresh = duel(orbs=HELD, house_rules={"forced_counts_as_control": "on"})
    push(fresh, 13, 12)
    fresh.do(let_pass("h1"))
    fresh.do(forced(), dice=[9, 2])
    fresh.pass_all()
    fresh.do({"type": "end_go", "player": "h1"})
    fresh.do({"type": "pick", "player": "a1"})
    fresh.refuses(act("a1", "control", orb="away"), "same_action_twice")


@rule("ISH-Q-41", "ISH-SPELL-01")
def test_spell_for_a_forced_control_is_a_reaction_spell() -> None:
    game = duel(a1={**mage("a1"), "at": [9, 4], "cast_mod": 1}, orbs=HELD)

    push(game, 13, 12)
    game.do(let_pass("h1"))
    game.refuses(forced(spell="grease"), "wrong_casting_time")
    game.do(forced(ability="cast", spell="shield"), dice=[6])  # 6 + 2 + 1 + 4 = 13 against 13

    assert game.orb("away").holder == "a1"
    assert game.player("a1").slots_l1 == 1


@rule("ISH-Q-41", "ISH-CTRL-07")
def test_forced_control_opens_the_window_of_a_control_attempt() -> None:
    game = duel(home=[man("h2", (10, 5))], orbs=HELD)

    push(game, 13, 12)
    game.do(choose("leave"))  # nobody moves: the attempt alone can be what h2 reacts to
    game.do(forced(), dice=[20])  # 20 + 3 − 8 = 15 against 13

    assert [ask.player for ask in game.asks("window")] == ["h2"]


# What a defender may add


@rule("ISH-Q-37")
def test_defender_may_burn_and_pays_after_the_actor() -> None:
    game = duel()

    game.do(act("h1", "push_pull", target="a1", ability="str", burn=2))
    game.do(defend("a1", ability="str", burn=4), dice=[5, 7, 3, 4])  # 12 against 14: lost by 2

    theirs = all_of(game.events, ev.SrRolled)[1]
    assert (theirs.total, parts(theirs)) == (14, [2, 1, 4])
    assert [(roll.player, roll.total) for roll in all_of(game.events, ev.InjuryRolled)] == [("h1", 5), ("a1", 8)]


@rule("ISH-Q-37")
def test_defender_may_add_no_spell() -> None:
    game = duel(a1={**mage("a1"), "at": [9, 4]})

    game.do(act("h1", "push_pull", target="a1", ability="str"))
    game.refuses(defend("a1", ability="str", spell="shield"), "spell_not_allowed")
    game.refuses(defend("a1", ability="cast"), "ability_not_allowed")


@rule("ISH-Q-37")
def test_defending_costs_nothing_and_is_open_to_who_has_nothing_left() -> None:
    game = duel(a1={"action_used": True, "reaction_used": True, "used_names": ["push_pull"]})

    push(game, 10, 16)

    assert game.player("a1").used_names == ("push_pull",)
    assert all_of(game.events, ev.ReactionSpent) == []


@rule("ISH-Q-37")
def test_defender_against_a_seize_may_use_any_ability_and_passing_takes_the_best() -> None:
    game = duel(a1={**mage("a1"), "at": [9, 4], "cast_mod": 4}, home=[man("h2", (10, 4), **QUIET)], orbs=HELD)

    game.do(act("h1", "seize", target="a1", ability="str"))
    game.do(let_pass("a1"), dice=[10, 10])

    theirs = all_of(game.events, ev.SrRolled)[1]
    # two opponents beside it cost a defender nothing
    assert (theirs.kind, theirs.ability, theirs.total) == ("seize_defence", "cast", 16)
