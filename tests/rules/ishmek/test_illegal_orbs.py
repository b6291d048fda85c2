"""What may not be done with orbs, and what is said about it. Rows 29 to 40 of the catalogue's illegal inputs."""

from __future__ import annotations

import pytest

from rules.ishmek.events import OrderRolled, SrRolled
from tests.rules.ishmek.arena import Json, act, let_pass, mage, man, play, react
from tests.rules.ishmek.flights import EAST, HELD_BY_H1, calm, calm_mage, intercept, propel, redirect, where
from tests.rules.play import Play, all_of, rule

FAR = (12, 7)
UNDERFOOT = {"home": {"at": [5, 4]}}


def lone(h1: Json, **orbs: Json) -> Play:
    return play([h1], [calm("a1", FAR)], orbs=orbs, go="h1")


# Row 29: spell boosts


@rule("ISH-ILL-29")
def test_a_boost_needs_a_slot() -> None:
    game = lone(mage("h1", (5, 4), slots_l1=0), **UNDERFOOT)

    game.refuses(act("h1", "control", orb="home", spell="grease"), "no_slot")


@rule("ISH-ILL-29")
def test_a_boost_needs_a_spell_the_player_knows() -> None:
    game = lone(mage("h1", (5, 4)), **UNDERFOOT)

    game.refuses(act("h1", "control", orb="home", spell="wish"), "unknown_spell")


@rule("ISH-ILL-29")
@pytest.mark.parametrize(("slot", "spell"), [("action", "shield"), ("action", "jump"), ("reaction", "grease")])
def test_a_boost_needs_the_casting_time_of_the_slot(slot: str, spell: str) -> None:
    game = lone(mage("h1", (5, 4)), **UNDERFOOT)

    game.refuses(act("h1", "control", slot=slot, orb="home", spell=spell), "wrong_casting_time")


@rule("ISH-ILL-29", "ISH-Q-37")
@pytest.mark.parametrize("name", ["seize", "push_pull"])
def test_the_defender_of_a_contest_has_no_boost(name: str) -> None:
    game = play([calm("h1", (5, 4))], [mage("a1", (6, 4))], orbs={"home": {"holder": "a1"}}, go="h1")

    game.do(act("h1", name, target="a1"))

    game.refuses({"type": "defend", "player": "a1", "spell": "shield"}, "spell_not_allowed")


@rule("ISH-ILL-29", "ISH-Q-41")
def test_a_control_that_costs_nothing_has_no_boost() -> None:
    game = play([mage("h1", (5, 4))], [calm("a1", (6, 4))], orbs=HELD_BY_H1, go="a1")

    game.do(act("a1", "push_pull", target="h1"))
    game.do(let_pass("h1"), dice=[10, 13])  # 15 against 18: lost by 3, a free Control SR

    game.refuses({"type": "forced_control", "spell": "shield"}, "spell_not_allowed")


@rule("ISH-ILL-29", "ISH-Q-41")
def test_a_forced_control_by_reaction_wants_a_reaction_spell() -> None:
    game = play([mage("h1", (5, 4))], [calm("a1", (6, 4))], orbs=HELD_BY_H1, go="a1")

    game.do(act("a1", "push_pull", target="h1"))
    game.do(let_pass("h1"), dice=[10, 10])  # 15 against 15: margin 0
    game.do({"type": "choose", "option": "leave"})

    game.refuses({"type": "forced_control", "spell": "grease"}, "wrong_casting_time")
    game.refuses({"type": "forced_control", "spell": "wish"}, "unknown_spell")


@rule("ISH-ILL-29", "ISH-Q-54")
def test_an_order_roll_takes_no_boost() -> None:
    game = play(
        [calm("h1", (5, 4), dex_mod=0, str_mod=0), mage("h2", (8, 4))],
        [man("a1", (8, 6))],
        orbs={"home": {"at": [6, 5]}},
        go="h1",
    )
    game.do(act("h1", "control", orb="home"), dice=[3, 2])  # 3 + 2 = 5 vs DC 10: scatters to (7,5), in reach of both

    declared = react("h2", "control", orb="home", spell="shield")
    game.cannot_read({**declared, "order_spell": "shield"})
    game.do(react("a1", "control", orb="home"))
    # Order, Dexterity only: a1 10 + 5 = 15, h2 11 + 5 = 16. Then h2: 1 + 2 + cast 4 + spell 4 = 11 vs DC 10.
    events = game.do(declared, dice=[10, 11, 1])

    assert [(roll.player, roll.total) for roll in all_of(events, OrderRolled)] == [("a1", 15), ("h2", 16)]
    assert [(roll.player, roll.total) for roll in all_of(events, SrRolled)] == [("h2", 11)]
    assert game.orb("home").holder == "h2"


# Rows 30 to 34: control


@rule("ISH-ILL-30")
@pytest.mark.parametrize("at", [(7, 4), (5, 6), (3, 2)])
def test_control_out_of_reach(at: tuple[int, int]) -> None:
    game = lone(man("h1", (5, 4)), home={"at": list(at)})

    game.refuses(act("h1", "control", orb="home"), "out_of_reach")


@rule("ISH-ILL-31", "ISH-Q-61")
@pytest.mark.parametrize("holder", ["h2", "a2"])
def test_control_of_an_orb_that_somebody_holds(holder: str) -> None:
    game = play(
        [calm("h1", (5, 4)), calm("h2", (4, 4))],
        [calm("a1", FAR), calm("a2", (6, 4))],
        orbs={"home": {"holder": holder}},
        go="h1",
    )

    game.refuses(act("h1", "control", orb="home"), "orb_controlled")


@rule("ISH-ILL-32")
def test_control_of_an_orb_in_flight() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (6, 5))], [calm("a1", FAR)], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 3), dice=[20])

    assert game.orb("home").state == "in_flight"
    game.refuses(react("h2", "control", orb="home"), "orb_in_flight")


@rule("ISH-ILL-33", "ISH-SCORE-05")
@pytest.mark.parametrize("name", ["control", "propel"])
def test_any_action_on_a_lost_orb(name: str) -> None:
    game = lone(man("h1", (16, 4)), home={"at": [15, 4], "state": "lost"}, away={"at": [8, 1]})
    more: Json = {"direction": [-1, 0], "distance": 1} if name == "propel" else {}

    game.refuses(act("h1", name, orb="home", **more), "orb_lost")


@rule("ISH-ILL-33")
def test_intercept_of_a_lost_orb_while_the_other_flies() -> None:
    game = play(
        [calm("h1", (16, 3)), man("h2", (16, 4))],
        [calm("a1", FAR)],
        orbs={"home": {"at": [15, 4], "state": "lost"}, "away": {"holder": "h1"}},
        go="h1",
    )

    game.do(propel("h1", (0, -1), 1, orb="away"), dice=[20])  # h2 is asked at the launch square

    game.refuses(intercept("h2"), "orb_lost")


@rule("ISH-ILL-34", "ISH-Q-60")
def test_control_and_seize_with_full_hands() -> None:
    game = play(
        [calm("h1", (5, 4))], [calm("a1", (6, 4))], orbs={"home": {"holder": "h1"}, "away": {"holder": "a1"}}, go="h1"
    )
    game.refuses(act("h1", "seize", target="a1"), "already_holding")

    game = lone(man("h1", (5, 4)), home={"holder": "h1"}, away={"at": [6, 4]})
    game.refuses(act("h1", "control", orb="away"), "already_holding")


@rule("ISH-ILL-34", "ISH-Q-60")
def test_intercept_with_full_hands() -> None:
    game = play(
        [calm("h1", (5, 4))],
        [man("a1", (6, 5))],  # holds the other orb, and is asked because it might propel that one
        orbs={"home": {"holder": "h1"}, "away": {"holder": "a1"}},
        go="h1",
    )

    game.do(propel("h1", EAST, 3), dice=[20])

    game.refuses(intercept("a1"), "already_holding")


# Row 35: seize


@rule("ISH-ILL-35", "ISH-Q-77")
def test_seize_from_a_mate_or_from_nobody() -> None:
    game = play(
        [calm_mage("h1", (5, 4)), calm("h2", (4, 4))], [calm("a1", (6, 4))], orbs={"home": {"holder": "h2"}}, go="h1"
    )

    game.refuses(act("h1", "seize", target="h2"), "bad_target")
    game.refuses(act("h1", "seize", target="a1"), "bad_target")  # holds nothing
    game.refuses(act("h1", "seize"), "bad_target")


@rule("ISH-ILL-35")
@pytest.mark.parametrize("spell", [None, "grease"])
def test_seize_from_farther_than_two_squares(spell: str | None) -> None:
    game = play([calm_mage("h1", (3, 4))], [calm("a1", (6, 4))], orbs={"home": {"holder": "a1"}}, go="h1")

    game.refuses(act("h1", "seize", target="a1", spell=spell), "out_of_reach")


@rule("ISH-ILL-35", "ISH-SEIZE-03")
@pytest.mark.parametrize("at", [(4, 4), (4, 2), (6, 6)])
def test_seize_from_two_squares_without_a_spell(at: tuple[int, int]) -> None:
    game = play([calm_mage("h1", at)], [calm("a1", (6, 4))], orbs={"home": {"holder": "a1"}}, go="h1")

    game.refuses(act("h1", "seize", target="a1"), "spell_required")


# Rows 36 to 39: propel


@rule("ISH-ILL-36", "ISH-PROPEL-01")
def test_propel_of_an_orb_that_lies_elsewhere() -> None:
    game = lone(man("h1", (5, 4)), home={"at": [6, 4]})

    game.refuses(propel("h1", EAST, 2), "orb_not_in_square")


@rule("ISH-ILL-36", "ISH-PROPEL-01")
@pytest.mark.parametrize("holder", ["h2", "a2"])
def test_propel_of_an_orb_that_somebody_else_holds(holder: str) -> None:
    game = play(
        [calm("h1", (5, 4)), calm("h2", (4, 4))],
        [calm("a1", FAR), calm("a2", (6, 4))],
        orbs={"home": {"holder": holder}},
        go="h1",
    )

    game.refuses(propel("h1", EAST, 2), "orb_not_in_square")


@rule("ISH-ILL-36", "ISH-PROPEL-04")
def test_propel_of_a_flying_orb_that_is_beside() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (6, 5))], [calm("a1", FAR)], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 3), dice=[20])

    game.refuses(redirect("h2", EAST, 1), "orb_not_in_square")


@rule("ISH-ILL-37", "ISH-PROPEL-01")
@pytest.mark.parametrize(
    "aim",
    [
        {"target_square": [7, 5]},
        {"target_square": [6, 2]},
        {"target_square": [5, 4]},  # its own square
        {"direction": [2, 1], "distance": 2},
        {"direction": [0, 0], "distance": 2},
        {"direction": [1, 0], "distance": 0},
        {"direction": [1, 0], "distance": -1},
    ],
)
def test_propel_off_the_eight_lines_or_nowhere(aim: Json) -> None:
    game = lone(man("h1", (5, 4)), home={"holder": "h1"})

    game.refuses(act("h1", "propel", orb="home", **aim), "not_a_straight_line")


@rule("ISH-ILL-38", "ISH-PROPEL-06", "ISH-LOB-01")
@pytest.mark.parametrize(("distance", "lob"), [(6, False), (100, False), (3, True)])
def test_propel_farther_than_the_maximum(distance: int, *, lob: bool) -> None:
    game = lone(man("h1", (5, 4)), home={"holder": "h1"})  # maximum 5; three squares of a lob spend 6

    game.refuses(propel("h1", EAST, distance, lob=lob), "too_far")


@rule("ISH-ILL-39", "ISH-Q-28")
def test_propel_that_ends_with_its_bounce() -> None:
    game = lone(man("h1", (14, 2)), home={"holder": "h1"}, away={"at": [8, 1]})

    game.refuses(propel("h1", EAST, 3), "wasted_bounce")


# Row 40: intercept


@rule("ISH-ILL-40", "ISH-Q-57")
def test_intercept_of_the_own_propel() -> None:
    game = lone(man("h1", (5, 4)), home={"holder": "h1"}, away={"at": [6, 5]})  # h1 may take up the other orb

    game.do(propel("h1", EAST, 3), dice=[20])

    game.refuses(intercept("h1"), "own_propel")


@rule("ISH-ILL-40", "ISH-INT-01")
def test_intercept_out_of_reach_of_the_path_square() -> None:
    game = play(
        [calm("h1", (5, 4))],
        [man("a1", (7, 6))],  # may take up the other orb at any time, and never reaches row 4
        orbs={"home": {"holder": "h1"}, "away": {"at": [7, 7]}},
        go="h1",
    )

    game.do(propel("h1", EAST, 3), dice=[20])
    for square in [(5, 4), (6, 4), (7, 4), (8, 4)]:
        assert where(game, "home") == square
        game.refuses(intercept("a1"), "out_of_reach")
        game.do(let_pass("a1"))


@rule("ISH-ILL-40", "ISH-LOB-03")
def test_intercept_in_the_middle_of_a_lob() -> None:
    game = play(
        [calm("h1", (5, 4), dex_mod=4)],
        [man("a1", (7, 5))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [7, 6]}},
        go="h1",
    )

    game.do(propel("h1", EAST, 3, lob=True), dice=[20])
    game.do(let_pass("a1"))  # at the launch square

    assert where(game, "home") == (6, 4)
    game.refuses(intercept("a1"), "lob_overhead")


# Which of several is reported


@rule("ISH-ILL-20", "ISH-ILL-21", "ISH-ILL-29", "ISH-ILL-38")
@pytest.mark.parametrize(
    ("state", "faults", "code"),
    [
        ({"action_used": True, "used_names": ["propel"]}, {"spell": "wish"}, "action_spent"),
        ({"used_names": ["propel"]}, {"spell": "wish"}, "same_action_twice"),
        ({}, {"spell": "wish"}, "unknown_spell"),
        ({}, {}, "too_far"),
    ],
)
def test_slot_comes_before_repetition_before_the_roll_before_geometry(state: Json, faults: Json, code: str) -> None:
    game = lone(mage("h1", (5, 4), **state), home={"holder": "h1"})

    game.refuses(propel("h1", EAST, 20, **faults), code)


@rule("ISH-ILL-01", "ISH-ILL-20", "ISH-ILL-30")
def test_whose_decision_it_is_comes_before_everything() -> None:
    game = play(
        [mage("h1", (5, 4), action_used=True, reaction_used=True), calm("h2", (8, 4))],
        [man("a1", (6, 5))],
        orbs={"home": {"holder": "h1"}},
        go="h1",
    )
    game.do({"type": "step", "player": "h1", "to": [5, 5]})  # a1, beside, is asked

    game.refuses(act("h1", "control", orb="away", spell="wish"), "decision_pending")
    game.do(let_pass("a1"))
    game.refuses(act("h1", "control", orb="away", spell="wish"), "action_spent")


@rule("ISH-ILL-29", "ISH-ILL-30")
def test_a_bad_spell_is_reported_before_a_bad_target() -> None:
    game = lone(mage("h1", (5, 4)), home={"at": [9, 4]})

    game.refuses(act("h1", "control", orb="home", spell="wish"), "unknown_spell")
    game.refuses(act("h1", "control", orb="home"), "out_of_reach")
