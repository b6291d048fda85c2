"""Rows 1 to 28 of the catalogue's Illegal inputs: what is refused, with which code, and which refusal comes first."""

from typing import Any

import pytest

from rules.kernel.errors import Refused
from tests.rules.ishmek.arena import (
    act,
    end_go,
    gm_effect,
    let_pass,
    mage,
    man,
    match,
    pick,
    place,
    play,
    react,
    step,
)
from tests.rules.play import Play, rule

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
CONTROL: dict[str, Any] = {"orb": "home"}
DOWN: dict[str, Any] = {"direction": [0, 1], "distance": 1}
STAND = {"type": "stand", "player": "h1"}
DROP = {"type": "drop", "player": "h1"}


def burn_move(player: str, squares: int) -> dict[str, Any]:
    return {"type": "burn_move", "player": player, "squares": squares}


def window_for_h1() -> Play:
    """a1's go; it has taken a step, and h1, beside the home orb, is asked."""
    game = play([man("h1", (4, 4))], go="a1")
    game.do(step("a1", 13, 7))
    assert [ask.player for ask in game.asks("window")] == ["h1"]
    return game


def opened(**fields: Any) -> str:
    """The code with which a setup is refused."""
    with pytest.raises(Refused) as caught:
        match(**fields)
    assert caught.value.rule
    return caught.value.code


# 1, 2: somebody else decides, nobody decides


@rule("ISH-ILL-01")
@pytest.mark.parametrize(
    "command",
    [
        step("a1", 14, 7),
        act("a1", "dash"),
        end_go("a1"),
        burn_move("a1", 1),
        {"type": "stand", "player": "a1"},
        pick("h1"),
    ],
)
def test_it_refuses_to_play_on_while_a_window_is_open_for_somebody_else(command: dict[str, Any]) -> None:
    window_for_h1().refuses(command, "decision_pending")


@rule("ISH-ILL-01")
def test_it_refuses_to_play_on_before_the_target_has_said_how_it_defends() -> None:
    game = play([man("h1", (8, 4))], [man("a1", (9, 4))], go="h1", orbs=FAR)
    game.do(act("h1", "push_pull", target="a1"))
    game.refuses(step("h1", 7, 4), "decision_pending")
    game.refuses(end_go("h1"), "decision_pending")


@rule("ISH-ILL-01")
def test_it_refuses_to_play_on_while_the_winner_of_a_push_chooses() -> None:
    game = play([man("h1", (8, 4))], [man("a1", (9, 4))], go="h1", orbs=FAR)
    game.do(act("h1", "push_pull", target="a1"))
    game.do(let_pass("a1"), dice=[2, 15])  # 7 against 20: lost by 13, a1 may move h1
    assert [ask.player for ask in game.asks("choose")] == ["a1"]
    game.refuses(step("h1", 7, 4), "decision_pending")


@rule("ISH-ILL-01")
def test_it_refuses_a_go_before_the_teams_have_placed_and_picked() -> None:
    game = match()
    game.refuses(pick("h1"), "decision_pending")
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[15, 3])
    game.refuses(step("h1", 2, 1), "not_your_go")  # it is nobody's go yet


@rule("ISH-ILL-02")
@pytest.mark.parametrize("command", [pick("h1"), step("h1", 6, 1), end_go("h1"), react("a1", "control"), gm_effect()])
def test_it_refuses_everything_after_the_end_of_the_match(command: dict[str, Any]) -> None:
    game = play(go="h1", picks=["a1"], turn=10, turns_total=10)
    game.do(end_go("h1"))
    assert game.outcome is not None
    game.refuses(command, "match_over")


# 3 to 5: setup


@rule("ISH-ILL-03")
def test_it_refuses_a_team_of_nobody_or_of_more_than_6() -> None:
    assert opened(home=[]) == "bad_setup"
    assert opened(away=[]) == "bad_setup"
    assert opened(home=[man(f"h{i}") for i in range(7)]) == "bad_setup"


@rule("ISH-ILL-03")
@pytest.mark.parametrize("turns", [0, -1])
def test_it_refuses_a_match_of_no_turns(turns: int) -> None:
    assert opened(turns_total=turns) == "bad_setup"


@rule("ISH-ILL-03")
def test_it_refuses_the_same_player_twice() -> None:
    assert opened(home=[man("h1"), man("h1")]) == "bad_setup"
    assert opened(home=[man("h1")], away=[man("h1")]) == "bad_setup"


@rule("ISH-ILL-04")
def test_it_refuses_another_variant() -> None:
    assert opened(variant="stone_spheres") == "unsupported_variant"


@rule("ISH-ILL-05")
@pytest.mark.parametrize("status", ["dead", "out_tournament"])
def test_it_refuses_a_player_who_is_dead_or_out_of_the_tournament(status: str) -> None:
    assert opened(home=[man("h1"), man("h2", status=status)]) == "player_barred"


@rule("ISH-ILL-05")
def test_it_refuses_a_player_who_was_ejected_in_an_earlier_match() -> None:
    game = play([man("h1", (5, 1))], [man("a1", (12, 7)), man("a2", (12, 1))], go="h1")
    game.do({"type": "dismiss", "player": "a1", "reason": "fireball"}, by="gm")
    status = game.player("a1").status
    assert opened(away=[man("a1", status=status), man("a2")]) == "player_barred"


# 6 and 7: placement


@rule("ISH-ILL-06")
@pytest.mark.parametrize("at", [(2, 1), (16, 1), (1, 0), (1, 8), (0, 1)])
def test_it_refuses_a_placement_off_the_own_back_wall(at: tuple[int, int]) -> None:
    match().refuses(place("home", h1=at), "bad_placement")


@rule("ISH-ILL-06")
def test_it_refuses_a_placement_on_a_taken_square() -> None:
    match([man("h1"), man("h2")]).refuses(place("home", h1=(1, 1), h2=(1, 1)), "bad_placement")
    theirs = [man("a1", (16, 1)), man("a2", status="sitting_out", sit_out={"kind": "rounds", "back": 2})]
    game = play([man("h1", (5, 1))], theirs, go="h1", picks=["a1"], turn=1)
    game.do(end_go("h1"))  # turn 2: a2 comes back
    game.refuses(place("away", a2=(16, 1)), "bad_placement")
    game.do(place("away", a2=(16, 2)), dice=[15, 3])


@rule("ISH-ILL-06")
def test_it_refuses_to_place_a_player_who_sits_out() -> None:
    theirs = [man("a1", (12, 7)), man("a2", status="sitting_out", sit_out={"kind": "rounds", "back": 9})]
    game = play([man("h1", (16, 4))], theirs, go="h1", orbs={"home": {"holder": "h1"}})
    game.do(act("h1", "propel", direction=[-1, 0], distance=1), dice=[6])  # a point: start positions
    game.refuses(place("away", a1=(16, 1), a2=(16, 2)), "bad_placement")


@rule("ISH-ILL-07")
def test_it_refuses_a_placement_or_a_step_that_fills_the_scoring_squares() -> None:
    game = match([man("h1"), man("h2"), man("h3")])
    game.refuses(place("home", h1=(1, 3), h2=(1, 4), h3=(1, 5)), "three_in_scoring_squares")
    mates = [man("h1", (16, 3)), man("h2", (16, 4)), man("h3", (16, 6))]
    play(mates, [man("a1", (8, 1))], go="h3").refuses(step("h3", 16, 5), "three_in_scoring_squares")


# 8 to 10: whose pick, whose go


@rule("ISH-ILL-08")
def test_it_refuses_a_pick_by_the_wrong_team() -> None:
    game = play([man("h1", (5, 1))], [man("a1", (12, 7))], pick="away")
    game.refuses(pick("h1"), "not_your_pick")
    game.do(pick("a1"))


@rule("ISH-ILL-09")
def test_it_refuses_to_pick_who_has_gone_or_is_off_the_field() -> None:
    theirs = [
        man("a1", (12, 7)),
        man("a2", (12, 5)),
        man("a3", status="sitting_out", sit_out={"kind": "point"}),
        man("a4", status="out_match"),
    ]
    game = play([man("h1", (5, 1))], theirs, pick="away", picks=["a1"])
    for player in ("a1", "a3", "a4"):
        game.refuses(pick(player), "player_not_available")
    game.do(pick("a2"))


@rule("ISH-ILL-10")
@pytest.mark.parametrize(
    "command",
    [step("h1", 9, 4), act("h1", "dash"), act("h1", "propel", **DOWN), DROP, end_go("h1"), STAND, burn_move("h1", 1)],
)
def test_it_refuses_what_belongs_to_a_go_from_a_player_whose_go_it_is_not(command: dict[str, Any]) -> None:
    game = play([man("h1", (8, 4))], go="a1", orbs={"home": {"holder": "h1"}})
    game.refuses(command, "not_your_go")


# 11 to 17: steps


@rule("ISH-ILL-11")
@pytest.mark.parametrize("to", [(7, 4), (5, 6), (5, 4), (3, 2), (16, 4)])
def test_it_refuses_a_step_to_what_is_no_neighbour(to: tuple[int, int]) -> None:
    play([man("h1", (5, 4))], go="h1").refuses(step("h1", *to), "not_adjacent")


@rule("ISH-ILL-12")
@pytest.mark.parametrize(
    ("at", "to"),
    [((1, 1), (0, 1)), ((1, 1), (0, 0)), ((5, 1), (5, 0)), ((16, 7), (17, 7)), ((9, 7), (10, 8))],
)
def test_it_refuses_a_step_through_a_wall(at: tuple[int, int], to: tuple[int, int]) -> None:
    play([man("h1", at)], [man("a1", (12, 4))], go="h1").refuses(step("h1", *to), "out_of_arena")


@rule("ISH-ILL-13")
@pytest.mark.parametrize(("at", "vessel"), [((1, 4), (2, 4)), ((3, 3), (2, 4)), ((16, 4), (15, 4)), ((14, 5), (15, 4))])
def test_it_refuses_a_step_into_either_vessel(at: tuple[int, int], vessel: tuple[int, int]) -> None:
    play([man("h1", at)], go="h1", orbs=FAR).refuses(step("h1", *vessel), "vessel_square")


@rule("ISH-ILL-14")
def test_it_refuses_a_step_onto_a_mate_or_an_opponent() -> None:
    mates = [man("h1", (5, 4)), man("h2", (6, 4), prone=True)]
    game = play(mates, [man("a1", (5, 5))], go="h1")
    game.refuses(step("h1", 6, 4), "occupied")
    game.refuses(step("h1", 5, 5), "occupied")


@rule("ISH-ILL-15")
@pytest.mark.parametrize(
    "fields",
    [{"move_used": 6}, {"speed": 4}, {"prone": True, "move_used": 5}, {"prone": True, "speed": 5}],
)
def test_it_refuses_a_step_without_the_movement_for_it(fields: dict[str, Any]) -> None:
    play([man("h1", (5, 1), **fields)], go="h1").refuses(step("h1", 6, 1), "no_movement")


@rule("ISH-ILL-16")
@pytest.mark.parametrize(
    "fields",
    [{}, {"prone": True, "move_used": 4}, {"prone": True, "speed": 0}],
    ids=["not prone", "2 of the 3 squares left", "no allowance"],
)
def test_it_refuses_to_stand_up_who_is_up_or_cannot_pay(fields: dict[str, Any]) -> None:
    play([man("h1", (5, 1), **fields)], go="h1").refuses(STAND, "cannot_stand")


@rule("ISH-ILL-17")
def test_it_refuses_to_move_once_concussion_took_the_movement() -> None:
    game = play([man("h1", (5, 1), injuries=["concussed"], prone=True)], go="h1")
    game.do(STAND, dice=[10])
    game.refuses(step("h1", 6, 1), "movement_lost")
    game.refuses(STAND, "movement_lost")


# 18 and 19: Burn


@rule("ISH-ILL-18")
def test_it_refuses_a_move_burn_of_anything_but_1_or_2_squares_a_turn() -> None:
    game = play([man("h1", (5, 1))], go="h1")
    for squares in (0, 3, -1):
        game.refuses(burn_move("h1", squares), "bad_burn")
    game.do(burn_move("h1", 2))
    game.refuses(burn_move("h1", 1), "bad_burn")


@rule("ISH-ILL-19")
@pytest.mark.parametrize("burn", [1, 3, 10, -2])
def test_it_refuses_an_uneven_too_high_or_negative_burn_on_any_roll(burn: int) -> None:
    game = play([man("h1", (4, 4))], go="h1")
    game.refuses(act("h1", "control", **CONTROL, burn=burn), "bad_burn")
    window = window_for_h1()
    window.refuses(react("h1", "control", **CONTROL, burn=burn), "bad_burn")
    window.refuses(react("h1", "control", **CONTROL, order_burn=burn), "bad_burn")
    contest = play([man("h1", (8, 4))], [man("a1", (9, 4))], go="h1", orbs={"away": {"holder": "a1"}})
    contest.do(act("h1", "push_pull", target="a1"))
    contest.refuses({"type": "defend", "player": "a1", "burn": burn}, "bad_burn")
    contest.do(let_pass("a1"), dice=[10, 11])  # lost by 1: a1 must hold on to its orb
    contest.refuses({"type": "forced_control", "player": "a1", "burn": burn}, "bad_burn")


@rule("ISH-ILL-19")
@pytest.mark.parametrize("burn", [3, -1])
def test_it_refuses_a_propel_burn_of_anything_but_1_or_2(burn: int) -> None:
    game = play([man("h1", (8, 4))], go="h1", orbs={"home": {"holder": "h1"}})
    game.refuses(act("h1", "propel", **DOWN, propel_burn=burn), "bad_burn")


# 20 to 24: slots and names


@rule("ISH-ILL-20")
@pytest.mark.parametrize("slot", ["action", "reaction", "bonus"])
def test_it_refuses_a_slot_that_is_spent(slot: str) -> None:
    source = {"name": "Cunning Action", "actions": ["control"]}
    game = play([man("h1", (4, 4), bonus_sources=[source], **{f"{slot}_used": True})], go="h1")
    game.refuses(act("h1", "control", slot, **CONTROL), f"{slot}_spent")


@rule("ISH-ILL-20")
def test_it_refuses_a_second_reaction_in_a_later_window() -> None:
    game = play([man("h1", (4, 4)), man("h2", (4, 5))], go="a1", orbs={"home": {"at": [3, 4]}})
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", **CONTROL))
    game.do(let_pass("h2"), dice=[4])  # 4 + 5 = 9 vs 10
    game.pass_all()
    game.do(step("a1", 14, 7))
    assert [ask.player for ask in game.asks("window")] == ["h2"]
    game.refuses(react("h1", "control", **CONTROL), "reaction_spent")


@rule("ISH-ILL-21")
@pytest.mark.parametrize("slot", ["action", "reaction", "bonus"])
def test_it_refuses_the_same_action_twice(slot: str) -> None:
    source = {"name": "Cunning Action", "actions": ["control"]}
    game = play([man("h1", (4, 4), bonus_sources=[source], used_names=["control"])], go="h1")
    refused = game.refuses(act("h1", "control", slot, **CONTROL), "same_action_twice")
    assert refused.hint


@rule("ISH-ILL-22")
def test_it_refuses_dash_as_a_reaction() -> None:
    play([man("h1", (4, 4))], go="h1").refuses(act("h1", "dash", "reaction"), "dash_not_as_reaction")
    window_for_h1().refuses(react("h1", "dash"), "dash_not_as_reaction")


@rule("ISH-ILL-23")
@pytest.mark.parametrize("slot", ["action", "bonus"])
def test_it_refuses_to_intercept_with_anything_but_the_reaction(slot: str) -> None:
    source = {"name": "Cunning Action", "actions": ["intercept"]}
    game = play([man("h1", (4, 4), bonus_sources=[source])], go="h1")
    game.refuses(act("h1", "intercept", slot, **CONTROL), "intercept_reaction_only")


@rule("ISH-ILL-23")
def test_it_refuses_to_intercept_when_nothing_flies() -> None:
    game = play([man("h1", (4, 4))], go="h1")
    game.refuses(act("h1", "intercept", "reaction", **CONTROL), "no_orb_in_flight")
    window_for_h1().refuses(react("h1", "intercept", **CONTROL), "no_orb_in_flight")


@rule("ISH-ILL-24")
@pytest.mark.parametrize(
    "sources",
    [[], [{"name": "Cunning Action", "actions": ["dash"]}], [{"name": "Ring", "actions": ["control"], "uses": 0}]],
    ids=["no source", "it names another action", "used up"],
)
def test_it_refuses_a_bonus_action_that_no_source_gives(sources: list[dict[str, Any]]) -> None:
    game = play([man("h1", (4, 4), bonus_sources=sources)], go="h1")
    game.refuses(act("h1", "control", "bonus", **CONTROL), "no_bonus_source")


# 25 and 26: reactions


@rule("ISH-ILL-25")
def test_it_refuses_to_react_when_nothing_has_happened() -> None:
    game = play([man("h1", (4, 4))], go="a1")
    game.refuses(react("h1", "control", **CONTROL), "no_window")
    waiting = play([man("h1", (4, 4))], pick="away")
    waiting.refuses(react("h1", "control", **CONTROL), "no_window")


@rule("ISH-ILL-25")
def test_it_refuses_to_react_once_the_window_has_closed() -> None:
    game = window_for_h1()
    game.do(let_pass("h1"))
    game.refuses(react("h1", "control", **CONTROL), "no_window")


@rule("ISH-ILL-26")
@pytest.mark.parametrize(
    "fields",
    [{"status": "sitting_out", "sit_out": {"kind": "point"}}, {"status": "out_match"}, {"status": "dead"}],
)
def test_it_refuses_a_reaction_by_who_is_off_the_field(fields: dict[str, Any]) -> None:
    game = play([man("h1", (4, 4)), man("h2", **fields)], go="a1")
    game.do(step("a1", 13, 7))
    game.refuses(react("h2", "control", **CONTROL), "player_not_available")


# 27 and 28: abilities


@rule("ISH-ILL-27")
def test_it_refuses_spellcasting_without_magic() -> None:
    play([man("h1", (4, 4))], go="h1").refuses(act("h1", "control", **CONTROL, ability="cast"), "no_spellcasting")
    window_for_h1().refuses(react("h1", "control", **CONTROL, ability="cast"), "no_spellcasting")
    contest = play([man("h1", (8, 4))], [man("a1", (9, 4))], go="h1", orbs={"away": {"holder": "a1"}})
    contest.do(act("h1", "seize", target="a1"))
    contest.refuses({"type": "defend", "player": "a1", "ability": "cast"}, "no_spellcasting")


@rule("ISH-ILL-28")
def test_it_refuses_spellcasting_in_a_push_on_either_side() -> None:
    game = play([mage("h1", (8, 4))], [mage("a1", (9, 4))], go="h1", orbs=FAR)
    game.refuses(act("h1", "push_pull", target="a1", ability="cast"), "ability_not_allowed")
    game.do(act("h1", "push_pull", target="a1"))
    game.refuses({"type": "defend", "player": "a1", "ability": "cast"}, "ability_not_allowed")


@rule("ISH-ILL-28")
def test_an_order_roll_has_no_ability_to_choose() -> None:
    # The order roll is always Dexterity: a field that would say otherwise cannot be read.
    game = window_for_h1()
    for field in ("order_ability", "order_spell"):
        game.cannot_read(react("h1", "control", **CONTROL, **{field: "str"}))


# Which refusal comes first: whose decision, slot, same action, ability and Burn, target


@rule("ISH-ILL-01", "ISH-ILL-10", "ISH-ILL-20")
def test_whose_decision_it_is_comes_before_everything_else() -> None:
    game = play([man("h1", (8, 4), action_used=True, used_names=["control"])], go="a1")
    game.refuses(act("h1", "control", **CONTROL, ability="cast", burn=3), "not_your_go")
    contest = play([man("h1", (8, 4), action_used=True)], [man("a1", (9, 4))], go="h1", orbs=FAR)
    contest.do(act("h1", "push_pull", "reaction", target="a1"))
    contest.refuses(act("h1", "push_pull", target="a1", burn=3), "decision_pending")


@rule("ISH-ILL-20", "ISH-ILL-21")
def test_a_spent_slot_comes_before_the_same_action_twice() -> None:
    game = play([man("h1", (8, 4), action_used=True, used_names=["control"])], go="h1")
    game.refuses(act("h1", "control", **CONTROL, ability="cast", burn=3), "action_spent")


@rule("ISH-ILL-21", "ISH-ILL-27")
def test_the_same_action_twice_comes_before_ability_and_burn() -> None:
    game = play([man("h1", (8, 4), used_names=["control"])], go="h1")
    game.refuses(act("h1", "control", **CONTROL, ability="cast", burn=3), "same_action_twice")


@rule("ISH-ILL-19", "ISH-ILL-27")
def test_ability_and_burn_come_before_the_target() -> None:
    game = play([man("h1", (8, 4))], go="h1")  # the home orb at (3,4) is out of reach
    game.refuses(act("h1", "control", **CONTROL, ability="cast"), "no_spellcasting")
    game.refuses(act("h1", "control", **CONTROL, burn=3), "bad_burn")
    game.refuses(act("h1", "control", **CONTROL), "out_of_reach")


@pytest.mark.parametrize(
    "command",
    [
        {"type": "step", "player": "h1"},
        {"type": "step", "player": "h1", "to": [6]},
        {"type": "step", "player": "h1", "to": ["6", 1]},
        {"type": "step", "player": "h1", "to": [6, 1], "fast": True},
        {"type": "act", "player": "h1", "name": "fly"},
        {"type": "act", "player": "h1", "name": "control", "ability": "wis"},
        {"type": "act", "player": "h1", "name": "control", "slot": "minor"},
        {"type": "burn_move", "player": "h1", "squares": 1.5},
        {"type": "fly"},
        {},
    ],
)
def test_what_cannot_be_read_is_malformed_and_changes_nothing(command: dict[str, Any]) -> None:
    play([man("h1", (5, 1))], go="h1").cannot_read(command)
