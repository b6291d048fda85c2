"""Every row of the catalogue of Ring, played."""

from __future__ import annotations

import pytest

from rules.kernel.errors import Malformed, Refused
from rules.kernel.messages import tag_of
from tests.example_game.mat import BRACE, CHANGE_PLACES, REST, SETUP, YIELD, drive, grip, mat, step
from tests.example_game.ring import events as ev
from tests.example_game.ring.system import RING
from tests.rules.play import Play, all_of, names, only, rule


def squares(game: Play) -> list[int]:
    return [one.at for one in game.state.wrestlers]


def hold(by: str, worth: int) -> dict[str, object]:
    return {"frame": "hold", "by": by, "squares": worth}


@rule("RING-MAT-01", "RING-TURN-01")
def test_a_match_begins_with_reds_turn() -> None:
    game = Play.setup(RING, SETUP)
    assert squares(game) == [3, 5]
    assert [(ask.seat, ask.kind) for ask in game.asks()] == [("red", "turn")]
    assert names(game.do(step(4))) == ["stepped", "turn_began"]
    assert [(ask.seat, ask.kind) for ask in game.asks()] == [("blue", "turn")]
    game.do(REST)
    assert (game.asks()[0].seat, game.state.turn) == ("red", 3)


@rule("RING-MAT-01")
@pytest.mark.parametrize(("red", "blue"), [(4, 4), (0, 4), (4, 8)])
def test_nobody_stands_on_another_or_beside_the_mat(red: int, blue: int) -> None:
    with pytest.raises(Refused, match="bad_position"):
        mat(red, blue)


@rule("RING-TURN-01")
@pytest.mark.parametrize(
    ("blue", "frame"),
    [
        (4, {"frame": "turn", "seat": "blue"}),
        (4, {"frame": "gripping", "by": "red", "lean": 3}),
        (5, {"frame": "gripping", "by": "red", "lean": 0}),
        (4, {"frame": "hold", "by": "red", "squares": 3}),
        (4, {"frame": "bout"}),
    ],
)
def test_a_position_is_one_that_a_match_can_come_to(blue: int, frame: dict[str, object]) -> None:
    with pytest.raises(Refused, match="bad_position"):
        mat(3, blue, turn=1, frames=(frame,))


@rule("RING-MAT-01")
@pytest.mark.parametrize("name", ["", "A" * 41])
def test_it_requires_names(name: str) -> None:
    with pytest.raises(Malformed):
        Play.setup(RING, {"red": name, "blue": "Bo"})


@rule("RING-STEP-01")
@pytest.mark.parametrize("to", [1, 3])
def test_a_step_leads_to_either_side(to: int) -> None:
    game = mat(2, 6)
    game.do(step(to))
    assert squares(game) == [to, 6]


@rule("RING-STEP-01", "RING-ILL-01")
@pytest.mark.parametrize(("red", "to"), [(1, 0), (1, 3), (2, 2), (3, 4)])
def test_it_refuses_a_step_off_the_mat_or_too_far_or_onto_the_other(red: int, to: int) -> None:
    refused = mat(red, 4).refuses(step(to), "bad_step")
    assert (refused.rule, refused.field) == ("RING-STEP-01", "to")


@rule("RING-GRIP-01", "RING-LEAN-01")
@pytest.mark.parametrize(("lean", "margin", "chance"), [(0, -1, (2, 6)), (1, 0, (3, 6)), (2, 1, (4, 6))])
def test_both_roll_and_leaning_in_adds_to_the_grippers(lean: int, margin: int, chance: tuple[int, int]) -> None:
    game = mat(3, 4)
    assert names(game.do(grip(lean))) == []
    theirs, ours = all_of(game.do(YIELD, dice=[5, 4]), ev.GripRolled)  # 4 + lean against 5: 5 − lean or more is wanted
    assert (theirs.by, theirs.total, theirs.target) == ("blue", 5, None)
    assert (ours.by, ours.total, ours.margin, ours.chance) == ("red", 4 + lean, margin, chance)


@rule("RING-GRIP-01", "RING-ILL-02")
@pytest.mark.parametrize(("red", "blue"), [(3, 5), (1, 7)])
def test_it_refuses_a_grip_out_of_reach(red: int, blue: int) -> None:
    mat(red, blue).refuses(grip(), "out_of_reach")


@rule("RING-LEAN-01")
@pytest.mark.parametrize(("lean", "dice", "winded"), [(2, [5, 2], True), (2, [4, 2], False), (1, [5, 2], False)])
def test_leaning_in_by_two_and_losing_costs_breath(lean: int, dice: list[int], winded: bool) -> None:
    game = mat(3, 4)  # margins 2 + 2 − 5 = −1, 2 + 2 − 4 = 0, 2 + 1 − 5 = −2
    game.do(grip(lean))
    game.do(YIELD, dice=dice)
    assert game.state.wrestler("red").winded == winded


@rule("RING-LEAN-01", "RING-DRIVE-01", "RING-ILL-03")
def test_it_refuses_numbers_that_are_out_of_bounds() -> None:
    for lean in (-1, 3):
        refused = mat(3, 4).refuses(grip(lean), "out_of_bounds")
        assert (refused.rule, refused.field) == ("RING-LEAN-01", "lean")
    for worth in (1, 2):
        for number in (0, worth + 1):
            refused = mat(3, 4, turn=1, frames=(hold("red", worth),)).refuses(drive(number), "out_of_bounds")
            assert (refused.rule, refused.field) == ("RING-DRIVE-01", "squares")


@rule("RING-BRACE-01")
def test_who_is_gripped_may_brace() -> None:
    game = mat(3, 4)
    game.do(grip())
    (ask,) = game.asks("brace")
    assert (ask.seat, ask.window, ask.default) == ("blue", True, YIELD)
    happened = game.do(BRACE, dice=[1, 4])  # 1 + 2 = 3 against 4: not winded yet when the dice fall
    assert [roll.total for roll in all_of(happened, ev.GripRolled)] == [3, 4]
    assert names(happened) == ["braced", "grip_rolled", "grip_rolled", "winded"]
    assert game.state.wrestler("blue").winded


@rule("RING-BRACE-01", "RING-Q-02")
@pytest.mark.parametrize(("switch", "asked"), [("off", "hold"), ("on", "brace")])
def test_a_winded_wrestler_cannot_brace_unless_the_switch_is_on(switch: str, asked: str) -> None:
    game = mat(3, 4, winded="blue", winded_brace=switch)
    game.do(grip(), dice=[1, 6] if asked == "hold" else [])
    assert [ask.kind for ask in game.asks()] == [asked]


@rule("RING-Q-01")
def test_a_winded_wrestler_who_braces_is_not_winded_twice() -> None:
    game = mat(3, 4, winded="blue", winded_brace="on")
    game.do(grip())
    happened = game.do(BRACE, dice=[3, 3])  # 3 + 2 − 1 = 4 against 3: −1, nobody has a hold
    assert names(happened) == ["braced", "grip_rolled", "grip_rolled", "turn_began"]
    assert all_of(happened, ev.GripRolled)[1].margin == -1


@rule("RING-HOLD-01")
@pytest.mark.parametrize(
    ("dice", "by", "worth"),
    [([1, 6], "red", 2), ([1, 4], "red", 2), ([2, 4], "red", 1), ([4, 4], "red", 1), ([5, 1], "blue", 1)],
)
def test_the_margin_says_who_has_a_hold(dice: list[int], by: str, worth: int) -> None:
    game = mat(3, 4)
    game.do(grip())
    game.do(YIELD, dice=dice)
    (ask,) = game.asks("hold")
    assert ask.seat == by
    assert sum(tag_of(order) == "drive" for order in RING.legal(game.state)) == worth


@rule("RING-HOLD-01")
@pytest.mark.parametrize("dice", [[2, 1], [4, 1]])
def test_by_a_small_margin_nobody_has_a_hold(dice: list[int]) -> None:
    game = mat(3, 4)
    game.do(grip())
    game.do(YIELD, dice=dice)
    assert [(ask.seat, ask.kind) for ask in game.asks()] == [("blue", "turn")]


@rule("RING-DRIVE-01")
@pytest.mark.parametrize(
    ("red", "blue", "by", "number", "then"),
    [(3, 4, "red", 1, [3, 5]), (3, 4, "red", 2, [3, 6]), (4, 3, "red", 2, [4, 1]), (3, 4, "blue", 1, [2, 4])],
)
def test_who_has_a_hold_drives_the_other_away(red: int, blue: int, by: str, number: int, then: list[int]) -> None:
    game = mat(red, blue, turn=1, frames=(hold(by, number),))
    game.do(drive(number))
    assert squares(game) == then


@rule("RING-DRIVE-01")
def test_or_changes_places() -> None:
    game = mat(3, 4, turn=1, frames=(hold("red", 1),))
    game.do(CHANGE_PLACES)
    assert squares(game) == [4, 3]


@rule("RING-WIND-01")
def test_who_is_winded_has_less_on_every_roll_until_they_rest() -> None:
    game = mat(3, 4, winded="red")
    game.do(grip(1))
    ours = all_of(game.do(YIELD, dice=[4, 3]), ev.GripRolled)[1]  # 3 + 1 − 1 = 3 against 4
    assert (ours.total, [mod[2] for mod in ours.mods]) == (3, ["RING-LEAN-01", "RING-WIND-01"])
    theirs = all_of(game.do(grip(), dice=[3, 3]), ev.GripRolled)[0]  # red cannot brace: 3 − 1 = 2 against 3
    assert (theirs.by, theirs.total) == ("red", 2)
    game.do(CHANGE_PLACES)
    game.do(REST)
    assert not game.state.wrestler("red").winded


@rule("RING-END-01")
@pytest.mark.parametrize(("red", "blue", "number", "at"), [(5, 6, 2, 8), (6, 7, 1, 8), (6, 7, 2, 9), (3, 2, 2, 0)])
def test_who_is_driven_off_the_mat_loses(red: int, blue: int, number: int, at: int) -> None:
    game = mat(red, blue, turn=1, frames=(hold("red", 2),))
    assert names(game.do(drive(number))) == ["driven", "match_ended"]
    assert (game.state.wrestler("blue").at, game.pending.asks) == (at, ())
    assert (game.outcome.termination, game.outcome.winner) == ("off_the_mat", "red")
    game.refuses(REST, "match_over")


@rule("RING-END-01")
@pytest.mark.parametrize(("red", "blue", "winner"), [(3, 6, "red"), (2, 5, "blue"), (2, 6, None)])
def test_after_turn_20_the_one_closer_to_the_middle_wins(red: int, blue: int, winner: str | None) -> None:
    game = mat(red, blue, turn=18)
    game.do(REST)
    ended = only(game.do(REST), ev.MatchEnded)
    assert (ended.termination, ended.winner) == ("last_turn", winner)


@rule("RING-Q-03")
def test_the_gm_corrects_what_is_wrong() -> None:
    game = mat(3, 5)
    game.do({"type": "correct", "seat": "blue", "at": 7, "winded": True, "reason": "It was a foul."})
    blue = game.state.wrestler("blue")
    assert (blue.at, blue.winded) == (7, True)
    game.do({"type": "correct", "seat": "blue", "winded": False})
    assert (game.state.wrestler("blue").at, game.state.wrestler("blue").winded) == (7, False)
    game.refuses({"type": "correct", "seat": "blue", "at": 6}, "gm_only", by="red")


@rule("RING-Q-03", "RING-ILL-03")
@pytest.mark.parametrize("at", [0, 3, 8])
def test_it_refuses_to_correct_onto_a_square_that_is_taken_or_off_the_mat(at: int) -> None:
    refused = mat(3, 5).refuses({"type": "correct", "seat": "blue", "at": at}, "out_of_bounds")
    assert (refused.rule, refused.field) == ("RING-Q-03", "at")
