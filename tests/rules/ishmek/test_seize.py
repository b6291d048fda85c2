"""Seize: an orb out of an opponent's hands."""

from __future__ import annotations

import pytest

from rules.ishmek.events import OrbControlled, OrbScattered, SeizeFailed, SpellSpent, SrRolled
from tests.rules.ishmek.arena import Json, act, mage, play
from tests.rules.ishmek.flights import calm, calm_mage, defended, scattered, where
from tests.rules.play import Play, all_of, only, rule

HELD_BY_A1 = {"home": {"holder": "a1"}}


def facing() -> Play:
    """h1 at (5,4) beside a1 at (6,4), who holds the home orb."""
    return play([calm("h1", (5, 4))], [calm("a1", (6, 4))], orbs=HELD_BY_A1, go="h1")


def ranged(player: Json | None = None, house_rules: dict[str, str] | None = None) -> Play:
    """A mage at (4,4), two squares from a1 at (6,4), who holds the home orb."""
    return play(
        [player or calm_mage("h1", (4, 4))], [calm("a1", (6, 4))], orbs=HELD_BY_A1, go="h1", house_rules=house_rules
    )


def totals(events: list[object]) -> dict[str, int]:
    return {roll.player: roll.total for roll in all_of(events, SrRolled)}


@rule("ISH-SEIZE-01", "ISH-SEIZE-04")
@pytest.mark.parametrize("orb", ["home", "away"])
def test_seize_is_a_contest_for_either_orb(orb: str) -> None:
    game = play([calm("h1", (5, 4))], [calm("a1", (6, 4))], orbs={orb: {"holder": "a1"}}, go="h1")

    # h1: 12 + prof 2 + dex 3 − 4 (a1) = 13; a1: 3 + 2 + 3 = 8: margin 5
    events = defended(game, act("h1", "seize", target="a1"), [12, 3])

    assert [(roll.player, roll.kind, roll.opponent) for roll in all_of(events, SrRolled)] == [
        ("h1", "seize", "a1"),
        ("a1", "seize_defence", "h1"),
    ]
    assert totals(events) == {"h1": 13, "a1": 8}
    assert game.orb(orb).holder == "h1"


@rule("ISH-SEIZE-01")
def test_each_side_of_a_seize_chooses_its_ability() -> None:
    game = play([calm_mage("h1", (5, 4))], [calm_mage("a1", (6, 4))], orbs=HELD_BY_A1, go="h1")

    game.do(act("h1", "seize", target="a1", ability="str"))
    # h1: 15 + 2 + str 1 − 4 = 14; a1: 5 + 2 + cast 4 = 11: margin 3, scatters 1
    events = game.do({"type": "defend", "player": "a1", "ability": "cast"}, dice=[15, 5, 2])

    assert [(roll.ability, roll.total) for roll in all_of(events, SrRolled)] == [("str", 14), ("cast", 11)]


@rule("ISH-SEIZE-01")
def test_an_adjacent_holder_is_needed() -> None:
    game = play([calm("h1", (5, 4))], [calm("a1", (7, 4))], orbs=HELD_BY_A1, go="h1")

    game.refuses(act("h1", "seize", target="a1"), "spell_required")


@rule("ISH-SEIZE-02", "ISH-SR-05")
def test_the_seizer_pays_for_every_adjacent_opponent_and_the_holder_for_none() -> None:
    game = play(
        [calm("h1", (5, 4)), calm("h2", (6, 3))],  # both are beside a1
        [calm("a1", (6, 4)), calm("a2", (5, 5))],
        orbs=HELD_BY_A1,
        go="h1",
    )

    # h1: 16 + 5 − 2 × 4 = 13; a1: 8 + 5 = 13: no success
    events = defended(game, act("h1", "seize", target="a1"), [16, 8])

    assert totals(events) == {"h1": 13, "a1": 13}


@rule("ISH-SEIZE-03")
def test_a_spell_reaches_two_squares_at_minus_five_and_adds_nothing() -> None:
    game = ranged()

    # h1: 14 + prof 2 + cast 4 − 5 = 15; a1: 5 + 5 = 10: margin 5
    events = defended(game, act("h1", "seize", target="a1", spell="grease"), [14, 5])

    spent = only(events, SpellSpent)
    assert (spent.player, spent.spell, spent.purpose) == ("h1", "grease", "range")
    assert game.player("h1").slots_l1 == 1
    assert totals(events) == {"h1": 15, "a1": 10}
    assert (game.orb("home").holder, where(game, "home")) == ("h1", (4, 4))


@rule("ISH-SEIZE-03", "ISH-SEIZE-02")
def test_at_range_two_the_target_is_no_adjacent_opponent_but_others_are() -> None:
    game = play([calm_mage("h1", (4, 4))], [calm("a1", (6, 4)), calm("a2", (4, 5))], orbs=HELD_BY_A1, go="h1")

    # 14 + 2 + 4 − 5 − 4 (a2) = 11; a1: 6 + 5 = 11: no success
    events = defended(game, act("h1", "seize", target="a1", spell="grease"), [14, 6])

    assert totals(events) == {"h1": 11, "a1": 11}


@rule("ISH-SEIZE-03")
def test_a_ranged_seize_by_reaction_wants_a_reaction_spell() -> None:
    game = ranged(mage("h1", (4, 4)))

    game.refuses(act("h1", "seize", slot="reaction", target="a1", spell="grease"), "wrong_casting_time")
    # 14 + 6 − 5 = 15 against 5 + 5 = 10
    events = defended(game, act("h1", "seize", slot="reaction", target="a1", spell="shield"), [14, 5])

    assert only(events, SpellSpent).spell == "shield"
    assert game.orb("home").holder == "h1"


@rule("ISH-SEIZE-04")
@pytest.mark.parametrize("die", [12, 20])
def test_won_by_five_or_more_the_orb_is_in_the_seizers_square(die: int) -> None:
    game = facing()

    # 13 or 21 against 3 + 5 = 8: margin 5 or 13
    events = defended(game, act("h1", "seize", target="a1"), [die, 3])

    taken = only(events, OrbControlled)
    assert (taken.player, taken.at) == ("h1", (5, 4))
    assert where(game, "home") == (5, 4)
    assert all_of(events, OrbScattered) == []


@rule("ISH-SEIZE-05")
@pytest.mark.parametrize("holders_die", [7, 4])
def test_won_by_one_to_four_the_orb_scatters_one_square_from_the_holder(holders_die: int) -> None:
    game = facing()

    # 12 + 5 − 4 = 13 against 12 or 9: margin 1 or 4. Forward as the seizer looks.
    events = defended(game, act("h1", "seize", target="a1"), [12, holders_die, 2])

    roll = only(events, OrbScattered)
    assert (roll.start, roll.to, roll.cause) == ((6, 4), (7, 4), "h1")
    assert game.orb("home").state == "loose"


@rule("ISH-SEIZE-06")
@pytest.mark.parametrize("holders_die", [9, 6])
def test_won_by_one_to_four_from_range_two_it_scatters_two_squares(holders_die: int) -> None:
    game = ranged()

    # 14 + 6 − 5 = 15 against 14 or 11: margin 1 or 4
    events = defended(game, act("h1", "seize", target="a1", spell="grease"), [14, holders_die, 2, 4])

    assert scattered(events) == [(7, 4), (7, 5)]
    assert game.orb("home").state == "loose"


@rule("ISH-SEIZE-07")
@pytest.mark.parametrize("holders_die", [9, 20])
def test_a_lost_seize_changes_nothing(holders_die: int) -> None:
    game = facing()

    events = defended(game, act("h1", "seize", target="a1"), [12, holders_die])  # 13 against 14 or 25

    failed = only(events, SeizeFailed)
    assert (failed.player, failed.target) == ("h1", "a1")
    assert game.orb("home").holder == "a1"
    assert game.player("h1").action_used is True


@rule("ISH-Q-35", "ISH-SEIZE-07")
def test_in_a_tie_the_holder_keeps_the_orb() -> None:
    game = facing()

    events = defended(game, act("h1", "seize", target="a1"), [12, 8])  # 13 against 13

    assert only(events, SeizeFailed).target == "a1"
    assert game.orb("home").holder == "a1"


@rule("ISH-Q-36")
def test_a_spell_for_range_gives_no_four() -> None:
    game = ranged()

    events = defended(game, act("h1", "seize", target="a1", spell="grease"), [10, 6])  # 10 + 6 − 5 = 11 against 11

    assert totals(events) == {"h1": 11, "a1": 11}


@rule("ISH-Q-36")
def test_by_house_rule_a_spell_for_range_gives_its_four_too() -> None:
    game = ranged(house_rules={"seize_spell_bonus": "on"})

    # 10 + 6 − 5 + 4 = 15 against 5 + 5 = 10: margin 5
    events = defended(game, act("h1", "seize", target="a1", spell="grease"), [10, 5])

    assert totals(events) == {"h1": 15, "a1": 10}
    assert game.player("h1").slots_l1 == 1
    assert game.orb("home").holder == "h1"


@rule("ISH-Q-36", "ISH-SPELL-01")
def test_beside_the_holder_a_spell_is_a_boost_and_needs_no_range() -> None:
    game = play([calm_mage("h1", (5, 4))], [calm("a1", (6, 4))], orbs=HELD_BY_A1, go="h1")

    # 10 + prof 2 + cast 4 + spell 4 − 4 (a1) = 16 against 6 + 5 = 11: margin 5; no −5
    events = defended(game, act("h1", "seize", target="a1", spell="grease"), [10, 6])

    assert only(events, SpellSpent).purpose == "boost"
    assert totals(events) == {"h1": 16, "a1": 11}


@rule("ISH-Q-36")
@pytest.mark.parametrize("at", [(3, 4), (3, 1)])
def test_a_spell_reaches_exactly_two_squares(at: tuple[int, int]) -> None:
    game = ranged(calm_mage("h1", at))  # three squares away

    game.refuses(act("h1", "seize", target="a1", spell="grease"), "out_of_reach")
