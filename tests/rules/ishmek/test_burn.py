"""Burn: more on a roll, more squares walked or propelled, and the injury roll that it costs."""

from typing import Any

import pytest

from rules.ishmek.events import BurnDeclared, InjuryRolled, OrbControlled, SrRolled
from tests.rules.ishmek.arena import act, end_go, let_pass, man, play, react, step
from tests.rules.play import Play, all_of, names, only, rule

CONTROL = act("h1", "control", orb="home")


def mundane(**fields: Any) -> dict[str, Any]:
    """A player without magic or Reaction beside the home orb at (3,4)."""
    return man("h1", (4, 4), reaction_used=True, **fields)


def holder(**fields: Any) -> dict[str, Any]:
    return man("h1", (8, 4), reaction_used=True, **fields)


def holding(**fields: Any) -> Play:
    """h1 holds the home orb at (8,4); nobody else is near. Dexterity: maximum distance 2 + 3 = 5."""
    return play([holder(**fields)], go="h1", orbs={"home": {"holder": "h1"}})


def burn_move(squares: int) -> dict[str, Any]:
    return {"type": "burn_move", "player": "h1", "squares": squares}


@rule("ISH-BURN-01")
@pytest.mark.parametrize("burn", [2, 4, 6, 8])
def test_a_player_without_magic_may_burn_2_to_8_on_a_roll(burn: int) -> None:
    game = play([mundane()], go="h1")
    assert game.needs(CONTROL).bonus == 5
    assert game.needs({**CONTROL, "burn": burn}).bonus == 5 + burn
    events = game.do({**CONTROL, "burn": burn}, dice=[10, 1])  # injury: 1 + burn, 9 at most
    declared = only(events, BurnDeclared)
    assert (declared.player, declared.amount, declared.purpose) == ("h1", burn, "sr")
    order = names(events)
    assert order.index("burn_declared") < order.index("sr_rolled")


@rule("ISH-BURN-01")
def test_the_target_of_a_push_may_burn_too() -> None:
    game = play([man("h1", (8, 4), reaction_used=True)], [man("a1", (9, 4), reaction_used=True)], go="h1")
    game.do(act("h1", "push_pull", target="a1"))
    # h1 10 + 5 = 15; a1 10 + 5 + burn 4 = 19: lost by 4, nothing held, nothing happens. a1's injury: 5 + 4 = 9, none.
    events = game.do({"type": "defend", "player": "a1", "burn": 4}, dice=[10, 10, 5])
    assert [roll.total for roll in all_of(events, SrRolled)] == [15, 19]
    injury = only(events, InjuryRolled)
    assert (injury.player, injury.total) == ("a1", 9)


@rule("ISH-BURN-02")
@pytest.mark.parametrize("face", [1, 15])
def test_a_burn_is_paid_whether_the_roll_succeeds_or_not(face: int) -> None:
    game = play([mundane()], go="h1")
    # 1 + 5 + 2 = 8 vs 10: missed by 2. 15 + 5 + 2 = 22: made. Injury: 12 + 2 = 14, Shook.
    events = game.do({**CONTROL, "burn": 2}, dice=[face, 12])
    injury = only(events, InjuryRolled)
    assert (injury.natural, injury.total, injury.injury) == (12, 14, "shook")
    assert [injury.name for injury in game.player("h1").injuries] == ["shook"]
    assert names(events).index("sr_rolled") < names(events).index("injury_rolled")


@rule("ISH-BURN-02")
def test_the_injury_is_rolled_once_the_action_is_completely_resolved() -> None:
    game = play([mundane()], [man("a1", (5, 4))], go="h1")
    # 15 + 5 + 2 − 4 = 18: made. The window after the Control comes first: a1 may react.
    events = game.do({**CONTROL, "burn": 2}, dice=[15])
    assert only(events, OrbControlled).player == "h1"
    assert [ask.player for ask in game.asks("window")] == ["a1"]
    events = game.do(let_pass("a1"), dice=[3])  # 3 + 2 = 5: no injury
    assert only(events, InjuryRolled).total == 5


@rule("ISH-BURN-02")
def test_a_burn_on_a_reaction_is_paid_after_that_reaction() -> None:
    game = play([man("h1", (4, 4))], go="a1")
    game.do(step("a1", 13, 7))
    events = game.do(react("h1", "control", orb="home", burn=8), dice=[1, 2])  # 1 + 5 + 8 = 14 vs 10; injury 2 + 8 = 10
    assert (only(events, InjuryRolled).total, only(events, InjuryRolled).injury) == (10, "wobbly_legs")


@rule("ISH-BURN-03", "ISH-Q-53")
@pytest.mark.parametrize(("squares", "modifier"), [(1, 4), (2, 8)])
def test_a_move_burn_buys_squares_and_is_paid_when_they_have_been_walked(squares: int, modifier: int) -> None:
    game = play([man("h1", (5, 1), speed=5)], go="h1")
    events = game.do(burn_move(squares))
    assert (only(events, BurnDeclared).amount, only(events, BurnDeclared).injury_mod) == (squares, modifier)
    assert not all_of(events, InjuryRolled)
    for x in range(6, 6 + squares):
        game.do(step("h1", x, 1))
    events = game.do(step("h1", 6 + squares, 1), dice=[1])
    assert only(events, InjuryRolled).total == 1 + modifier
    game.refuses(step("h1", 7 + squares, 1), "no_movement")


@rule("ISH-Q-53")
def test_an_unused_move_burn_is_paid_at_the_end_of_the_go() -> None:
    game = play([man("h1", (5, 1))], go="h1")
    game.do(burn_move(2))
    game.do(step("h1", 6, 1))
    events = game.do(end_go("h1"), dice=[1])
    assert only(events, InjuryRolled).total == 9
    order = names(events)
    assert order.index("injury_rolled") < order.index("go_ended")


@rule("ISH-Q-53")
def test_two_move_burns_may_buy_two_squares_together_and_no_third() -> None:
    game = play([man("h1", (5, 1))], go="h1")
    game.do(burn_move(1))
    game.refuses(burn_move(2), "bad_burn")
    game.do(burn_move(1))
    game.refuses(burn_move(1), "bad_burn")
    assert game.player("h1").burn_move == 2


@rule("ISH-BURN-03", "ISH-Q-53")
def test_each_of_two_move_burns_is_paid_when_its_square_has_been_walked() -> None:
    game = play([man("h1", (5, 1), speed=5)], go="h1")
    game.do(burn_move(1))
    game.do(burn_move(1))
    game.do(step("h1", 6, 1))
    for x in (7, 8):
        assert only(game.do(step("h1", x, 1), dice=[2]), InjuryRolled).total == 2 + 4
    assert not all_of(game.do(end_go("h1")), InjuryRolled)


@rule("ISH-Q-53")
def test_a_move_burn_is_for_the_own_go_only() -> None:
    game = play(go="a1")
    game.refuses(burn_move(1), "not_your_go")


@rule("ISH-BURN-04")
@pytest.mark.parametrize(("more", "modifier"), [(1, 4), (2, 8)])
def test_a_propel_burn_reaches_farther_and_is_paid_after_the_propel(more: int, modifier: int) -> None:
    game = holding()
    far = act("h1", "propel", direction=[1, 0], distance=5 + more)
    game.refuses(far, "too_far")
    game.refuses({**far, "propel_burn": more - 1}, "too_far")
    # DC 2 × distance is 12 or 14; 18 + 5 = 23 beats it by 9 at least: the orb stays where it lands.
    events = game.do({**far, "propel_burn": more}, dice=[18, 1])
    declared = only(events, BurnDeclared)
    assert (declared.amount, declared.purpose, declared.injury_mod) == (more, "propel", modifier)
    assert only(events, SrRolled).total == 23  # it reaches farther, it adds nothing to the roll
    assert only(events, InjuryRolled).total == 1 + modifier
    assert game.orb("home").at == (13 + more, 4)


@rule("ISH-BURN-05")
def test_both_burns_on_one_propel_are_two_injury_rolls_the_one_for_the_roll_first() -> None:
    game = holding()
    # 10 + 5 + 6 = 21 vs DC 12: margin 9. Injuries: 2 + 6 = 8 for the roll, then 1 + 4 = 5 for the distance.
    far = act("h1", "propel", direction=[1, 0], distance=6, propel_burn=1, burn=6)
    events = game.do(far, dice=[10, 2, 1])
    assert [(roll.natural, roll.total) for roll in all_of(events, InjuryRolled)] == [(2, 8), (1, 5)]


@rule("ISH-Q-54")
def test_an_order_roll_may_be_burned_on_and_the_winner_pays_after_the_reaction() -> None:
    mates = [man("h1", (4, 4)), man("h2", (3, 5))]
    game = play(mates, go="a1")
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", orb="home", order_burn=8))
    # Order: h1 3 + 5 + 8 = 16, h2 10 + 5 = 15. h1's Control 5 + 5 = 10 vs 10: made. Injury 1 + 8 = 9: none.
    events = game.do(react("h2", "control", orb="home"), dice=[3, 10, 5, 1])
    injury = only(events, InjuryRolled)
    assert (injury.player, injury.total) == ("h1", 9)
    assert game.orb("home").holder == "h1"


@rule("ISH-Q-54")
def test_an_order_burn_counts_in_the_roll_off_too_and_is_paid_once() -> None:
    mates = [man("h1", (4, 4)), man("h2", (3, 5))]
    game = play(mates, go="a1")
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", orb="home", order_burn=2))
    # h1 8 + 5 + 2 = 15, h2 10 + 5 = 15; again: h1 3 + 7 = 10, h2 4 + 5 = 9. h1 takes the orb with 5 + 5; injury 1 + 2.
    events = game.do(react("h2", "control", orb="home"), dice=[8, 10, 3, 4, 5, 1])
    assert game.orb("home").holder == "h1"
    assert only(events, BurnDeclared).amount == 2
    assert only(events, InjuryRolled).total == 3


@rule("ISH-Q-54")
def test_an_order_burn_is_paid_even_if_the_reaction_lapsed() -> None:
    mates = [man("h1", (4, 4)), man("h2", (3, 5))]
    game = play(mates, go="a1")
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", orb="home"))
    # Order: h1 18 + 5 = 23, h2 10 + 5 + 2 = 17. h1 takes the orb with 5 + 5; h2 never tries, but 4 + 2 = 6 is rolled.
    events = game.do(react("h2", "control", orb="home", order_burn=2), dice=[18, 10, 5, 4])
    injury = only(events, InjuryRolled)
    assert (injury.player, injury.total) == ("h2", 6)
    assert not game.player("h2").reaction_used


@rule("ISH-Q-54")
def test_an_order_roll_is_not_boosted_by_the_spell_of_the_reaction() -> None:
    shield = {"name": "shield", "casting_time": "reaction"}
    caster = man("h1", (4, 4), cast_mod=4, slots_l1=1, spells_l1=[shield])
    game = play([caster, man("h2", (3, 5))], go="a1")
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", orb="home", spell="shield"))
    need = game.needs(react("h2", "control", orb="home"))
    assert (need.by, need.bonus) == ("h1", 5)  # prof 2 + dex 3
    need = game.needs(react("h2", "control", orb="home"), dice=[18, 10])
    assert (need.by, need.bonus) == ("h1", 10)  # prof 2 + cast 4 + spell 4
