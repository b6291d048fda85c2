"""Refusals say what is wrong, under the rule that is broken, and what to do next."""

from typing import Any

import pytest

from rules.kernel.errors import Refused
from tests.rules.ishmek.arena import act, mage, man, play, react, step
from tests.rules.play import Play, rule

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}


def lone(**fields: Any) -> Play:
    """h1's go at (4, 4), the orbs far off."""
    return play([man("h1", (4, 4), **fields)], go="h1", orbs=FAR)


def told(game: Play, command: dict[str, Any], code: str) -> tuple[str, str, str]:
    """Rule, field and message of a refusal, which has a hint."""
    refusal = game.refuses(command, code)
    assert refusal.hint
    return refusal.rule, refusal.field, refusal.message


@rule("ISH-ECON-05")
def test_a_second_bonus_action_is_refused_under_the_rule_of_bonus_actions() -> None:
    game = lone(bonus_used=True)
    assert told(game, act("h1", "dash", "bonus"), "bonus_spent")[:2] == ("ISH-ECON-05", "slot")


@rule("ISH-MOVE-05")
def test_a_crawl_says_what_it_costs() -> None:
    game = lone(prone=True, move_used=5)
    rule_id, field, message = told(game, step("h1", 5, 4), "no_movement")
    assert (rule_id, field) == ("ISH-MOVE-05", "to")
    assert "costs 2" in message
    assert "1 left" in message


@rule("ISH-MOVE-05", "ISH-Q-44")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "h1 is not prone."),
        ({"prone": True, "move_used": 4}, "Standing up costs 3 of the movement; h1 has 2 left."),
        ({"prone": True, "speed": 0}, "Standing up needs an allowance above 0."),
    ],
)
def test_who_cannot_stand_is_told_why(fields: dict[str, Any], words: str) -> None:
    assert told(lone(**fields), {"type": "stand", "player": "h1"}, "cannot_stand")[2] == words


@rule("ISH-PROPEL-01")
def test_a_propel_without_an_orb_in_the_square_is_refused_as_a_propel() -> None:
    aim = {"direction": [1, 0], "distance": 1}
    assert told(lone(), act("h1", "propel", **aim), "orb_not_in_square")[:2] == ("ISH-PROPEL-01", "orb")


@rule("ISH-PROPEL-01")
@pytest.mark.parametrize(
    ("aim", "field"),
    [
        ({}, "direction"),
        ({"direction": [1, 0]}, "distance"),
        ({"direction": [1, 0], "distance": 0}, "distance"),
        ({"direction": [2, 0], "distance": 1}, "direction"),
        ({"target_square": [5, 4], "direction": [0, 1]}, "target_square"),
        ({"target_square": [6, 5]}, "target_square"),
    ],
)
def test_a_propel_whose_aim_is_lacking_or_contradicts_itself_names_the_field(aim: dict[str, Any], field: str) -> None:
    game = play([man("h1", (4, 4))], go="h1", orbs={"home": {"holder": "h1"}})
    assert told(game, act("h1", "propel", **aim), "not_a_straight_line")[:2] == ("ISH-PROPEL-01", field)


@rule("ISH-CTRL-02")
def test_a_control_with_no_loose_orb_near_is_refused_as_a_control() -> None:
    assert told(lone(), act("h1", "control"), "out_of_reach")[:2] == ("ISH-CTRL-02", "orb")


@rule("ISH-Q-61", "ISH-Q-77")
@pytest.mark.parametrize(
    ("holder", "hint"), [("h1", "Propel or drop it."), ("h2", "Let h2 drop it first."), ("a1", "Seize it.")]
)
def test_a_control_of_a_held_orb_says_how_to_come_by_it(holder: str, hint: str) -> None:
    game = play([man("h1", (4, 4)), man("h2", (4, 5))], [man("a1", (5, 4))], go="h1", orbs={"home": {"holder": holder}})
    refusal = game.refuses(act("h1", "control", orb="home"), "orb_controlled")
    assert (refusal.message, refusal.hint) == (f"{holder} holds that orb.", hint)


@rule("ISH-SPELL-01")
def test_the_casting_time_is_said_in_words() -> None:
    h1 = mage("h1", (4, 4), spells_l1=[{"name": "rx", "casting_time": "reaction"}])
    game = play([h1], go="h1", orbs={"home": {"at": [4, 4]}})
    assert told(game, act("h1", "control", spell="rx"), "wrong_casting_time")[2] == "rx takes 1 reaction, not 1 action."


@rule("ISH-Q-38", "ISH-Q-39", "ISH-Q-40", "ISH-PUSH-04")
@pytest.mark.parametrize(
    ("dice", "choice", "code", "cited"),
    [
        ([15, 10], {"option": "leave"}, "choice_not_available", "ISH-Q-40"),  # 5
        ([15, 10], {"option": "push", "squares": 2}, "choice_not_available", "ISH-PUSH-05"),
        ([12, 10], {"option": "floor"}, "choice_not_available", "ISH-PUSH-04"),  # 2
        ([12, 10], {"option": "push", "squares": 2}, "choice_not_available", "ISH-PUSH-02"),
        ([12, 10], {"option": "push", "path": [[9, 5]]}, "bad_destination", "ISH-Q-38"),
        ([12, 10], {"option": "pull", "path": [[10, 4]]}, "bad_destination", "ISH-Q-39"),
    ],
)
def test_a_choice_after_a_push_is_refused_under_its_own_rule(
    dice: list[int], choice: dict[str, Any], code: str, cited: str
) -> None:
    h1, a1 = man("h1", (7, 4), reaction_used=True), man("a1", (8, 4), reaction_used=True)
    game = play([h1], [a1], go="h1", orbs=FAR)
    game.do(act("h1", "push_pull", target="a1"))
    game.do({"type": "defend"}, dice=dice)
    assert told(game, {"type": "choose", **choice}, code)[0] == cited


@rule("ISH-REACT-01")
def test_who_has_answered_a_window_is_told_so() -> None:
    home, away = [man("h1", (4, 4)), man("h2", (3, 5))], [man("a1", (13, 4))]
    game = play(home, away, go="a1")
    game.do(step("a1", 13, 3))
    game.do(react("h1", "control", orb="home"))
    refusal = game.refuses(react("h1", "control", orb="home"), "decision_pending")
    assert refusal.message == "h1 has answered in this window already."
    assert refusal.hint


@rule("ISH-Q-07")
def test_a_position_with_a_speed_below_0_is_refused_as_a_position() -> None:
    with pytest.raises(Refused) as caught:
        play([man("h1", (4, 4), speed=-5)], go="h1")
    refusal = caught.value
    where = "position.teams.home.players.h1.speed"
    assert (refusal.code, refusal.rule, refusal.field) == ("bad_setup", "ISH-Q-07", where)


@rule("ISH-ECON-02", "ISH-Q-47")
def test_as_foul_on_a_first_use_changes_nothing() -> None:
    game = lone()
    game.do(act("h1", "dash", as_foul=True))
    assert game.player("h1").dash_bonus == 6


@rule("ISH-Q-33")
def test_a_bounce_elsewhere_names_the_squares_there_are() -> None:
    game = play(
        [man("h1", (7, 2), reaction_used=True)],
        [man("a1", (8, 2), reaction_used=True)],
        go="h1",
        orbs={"home": {"at": [8, 1]}, "away": {"at": [8, 7]}},
        house_rules={"diag_bounce": "gm_choice"},
    )
    game.do(act("h1", "control", orb="home"), dice=[1, 1])  # missed by 5 or more: it scatters, d8 1 is left forward
    refusal = game.refuses({"type": "choose_bounce", "square": [3, 3]}, "bad_destination")
    assert refusal.hint == "Name one of [9, 1], [7, 1]."
