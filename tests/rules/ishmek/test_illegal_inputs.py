"""Rows 1 to 28 of the catalogue's Illegal inputs: what is refused, with which code, and which refusal comes first."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.kernel.errors import Refused
from tests.rules.every_game.rows import Played, case, illegal
from tests.rules.ishmek.arena import act, end_go, gm_effect, let_pass, mage, man, match, pick, place, play, react, step
from tests.rules.play import Play, rule

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
HELD = {"home": {"holder": "h1"}}
CONTROL: dict[str, Any] = {"orb": "home"}
DOWN: dict[str, Any] = {"direction": [0, 1], "distance": 1}
STAND = {"type": "stand", "player": "h1"}
DROP = {"type": "drop", "player": "h1"}
SLOTS = ("action", "reaction", "bonus")
AWAY_SITS: list[dict[str, Any]] = [
    man("a1", (12, 7)),
    man("a2", (12, 5)),
    man("a3", status="sitting_out", sit_out={"kind": "point"}),
    man("a4", status="out_match"),
]


def burn_move(player: str, squares: int) -> dict[str, Any]:
    return {"type": "burn_move", "player": player, "squares": squares}


def control(slot: str = "action", **fields: Any) -> dict[str, Any]:
    return act("h1", "control", slot, **CONTROL, **fields)


def lone(x: int = 4, y: int = 4, **fields: Any) -> Play:
    """h1's go; where it stands unless told, it is beside the home orb."""
    return play([man("h1", (x, y), **fields)], go="h1")


def quick(*actions: str, uses: int | None = None, **fields: Any) -> Play:
    """h1's go beside the home orb, with a source of bonus Actions."""
    return lone(bonus_sources=[{"name": "Cunning Action", "actions": list(actions), "uses": uses}], **fields)


def window_for_h1() -> Play:
    """a1's go; it has taken a step, and h1, beside the home orb, is asked."""
    game = play([man("h1", (4, 4))], go="a1")
    game.do(step("a1", 13, 7))
    assert [ask.player for ask in game.asks("window")] == ["h1"]
    return game


def contest(name: str = "push_pull", held: bool = False, **h1: Any) -> Play:
    """h1 has declared a contest with a1 beside it, and a1 is asked how it defends; it may hold an orb."""
    orbs = {"away": {"holder": "a1"}} if held else FAR
    game = play([man("h1", (8, 4), **h1)], [man("a1", (9, 4))], go="h1", orbs=orbs)
    game.do(act("h1", name, "reaction" if h1 else "action", target="a1"))
    return game


def lost_push(dice: list[int], *, held: bool = False) -> Play:
    game = contest(held=held)
    game.do(let_pass("a1"), dice=dice)
    return game


def over() -> Play:
    """The last go of the match has ended."""
    game = play(go="h1", picks=["a1"], turn=10, turns_total=10)
    game.do(end_go("h1"))
    assert game.outcome is not None
    return game


def placed() -> Play:
    """Both teams have placed, and none has picked."""
    game = match()
    game.do(place("home", h1=(1, 1)))
    game.do(place("away", a1=(16, 1)), dice=[15, 3])
    return game


# 1, 2: somebody else decides, nobody decides


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-01", "a window is open for somebody else", window_for_h1,
        [step("a1", 14, 7), act("a1", "dash"), end_go("a1"), burn_move("a1", 1), {"type": "stand", "player": "a1"},
        pick("h1")], "decision_pending"),
    illegal("ISH-ILL-01", "the target defends", contest, [step("h1", 7, 4), end_go("h1")], "decision_pending"),
    # 7 against 20: lost by 13, a1 may move h1
    illegal("ISH-ILL-01", "a1 chooses", lambda: lost_push([2, 15]), step("h1", 7, 4), "decision_pending"),
    illegal("ISH-ILL-01", "teams have yet to place", match, pick("h1"), "decision_pending"),
    illegal("ISH-ILL-01", "it is nobody's go yet", placed, step("h1", 2, 1), "not_your_go"),
    illegal("ISH-ILL-02", "the match is over", over, [pick("h1"), step("h1", 6, 1), end_go("h1"), react("a1",
        "control"), gm_effect()], "match_over"),
])  # fmt: skip
def test_it_refuses_to_play_on_when_something_else_is_to_be_decided(case: Played) -> None:
    case.check()


# 3 to 5: setup


@pytest.mark.parametrize(("fields", "code"), [
    case("ISH-ILL-03", "nobody at home", {"home": []}, "bad_setup"),
    case("ISH-ILL-03", "nobody away", {"away": []}, "bad_setup"),
    case("ISH-ILL-03", "more than 6", {"home": [man(f"h{i}") for i in range(7)]}, "bad_setup"),
    case("ISH-ILL-03", "no turns", {"turns_total": 0}, "bad_setup"),
    case("ISH-ILL-03", "fewer", {"turns_total": -1}, "bad_setup"),
    case("ISH-ILL-03", "a player twice", {"home": [man("h1"), man("h1")]}, "bad_setup"),
    case("ISH-ILL-03", "a player in both teams", {"home": [man("h1")], "away": [man("h1")]}, "bad_setup"),
    case("ISH-ILL-04", "another variant", {"variant": "stone_spheres"}, "unsupported_variant"),
    case("ISH-ILL-05", "dead", {"home": [man("h1"), man("h2", status="dead")]}, "player_barred"),
    case("ISH-ILL-05", "ejected", {"home": [man("h1"), man("h2", status="out_tournament")]}, "player_barred"),
])  # fmt: skip
def test_it_refuses_a_setup(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as caught:
        match(**fields)
    assert caught.value.rule
    assert caught.value.hint
    assert caught.value.code == code


@rule("ISH-ILL-05")
def test_it_refuses_a_player_who_was_ejected_in_an_earlier_match() -> None:
    game = play([man("h1", (5, 1))], [man("a1", (12, 7)), man("a2", (12, 1))], go="h1")
    game.do({"type": "dismiss", "player": "a1", "reason": "fireball"}, by="gm")
    with pytest.raises(Refused) as caught:
        match(away=[man("a1", status=game.player("a1").status), man("a2")])
    assert (caught.value.code, bool(caught.value.rule)) == ("player_barred", True)


# 6 and 7: placement


def back_in_turn_2() -> Play:
    """a2 comes back, and a1 is at (16, 1)."""
    theirs = [man("a1", (16, 1)), man("a2", status="sitting_out", sit_out={"kind": "rounds", "back": 2})]
    game = play([man("h1", (5, 1))], theirs, go="h1", picks=["a1"], turn=1)
    game.do(end_go("h1"))
    return game


def scored() -> Play:
    """A point, so that all but a2 take their start positions."""
    theirs = [man("a1", (12, 7)), man("a2", status="sitting_out", sit_out={"kind": "rounds", "back": 9})]
    game = play([man("h1", (16, 4))], theirs, go="h1", orbs=HELD)
    game.do(act("h1", "propel", direction=[-1, 0], distance=1), dice=[6])
    return game


OFF_THE_WALL = [place("home", h1=at) for at in [(2, 1), (16, 1), (1, 0), (1, 8), (0, 1)]]
TWO_ON_ONE = place("home", h1=(1, 1), h2=(1, 1))
THREE = place("home", h1=(1, 3), h2=(1, 4), h3=(1, 5))
THREE_AT_THE_VESSEL = [man("h1", (16, 3)), man("h2", (16, 4)), man("h3", (16, 6))]


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-06", "off the own back wall", match, OFF_THE_WALL, "bad_placement"),
    illegal("ISH-ILL-06", "two on a square", lambda: match([man("h1"), man("h2")]), TWO_ON_ONE, "bad_placement"),
    illegal("ISH-ILL-06", "where a mate stands", back_in_turn_2, place("away", a2=(16, 1)), "bad_placement"),
    illegal("ISH-ILL-06", "who sits out", scored, place("away", a1=(16, 1), a2=(16, 2)), "bad_placement"),
    illegal("ISH-ILL-07", "three in the scoring squares", lambda: match([man("h1"), man("h2"), man("h3")]), THREE,
        "three_in_scoring_squares"),
    illegal("ISH-ILL-07", "a step of the third into them",
        lambda: play(THREE_AT_THE_VESSEL, [man("a1", (8, 1))], go="h3"), step("h3", 16, 5), "three_in_scoring_squares"),
])  # fmt: skip
def test_it_refuses_a_placement(case: Played) -> None:
    case.check()


@rule("ISH-ILL-06")
def test_who_comes_back_may_be_placed_beside_a_mate() -> None:
    back_in_turn_2().do(place("away", a2=(16, 2)), dice=[15, 3])


# 8 to 10: whose pick, whose go


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-08", "by the wrong team", lambda: play(pick="away"), pick("h1"), "not_your_pick", pick("a1")),
    illegal("ISH-ILL-09", "who has gone or is off the field",
        lambda: play([man("h1", (5, 1))], AWAY_SITS, pick="away", picks=["a1"]), [pick("a1"), pick("a3"), pick("a4")],
        "player_not_available", pick("a2")),
    illegal("ISH-ILL-10", "in somebody else's go", lambda: play([man("h1", (8, 4))], go="a1", orbs=HELD),
        [step("h1", 9, 4), act("h1", "dash"), act("h1", "propel", **DOWN), DROP, end_go("h1"), STAND,
        burn_move("h1", 1)], "not_your_go"),
])  # fmt: skip
def test_it_refuses_a_pick_and_what_belongs_to_a_go(case: Played) -> None:
    case.check()


# 11 to 17: steps


def stepping(at: tuple[int, int], orbs: dict[str, Any] | None = None, **fields: Any) -> Callable[[], Play]:
    """h1's go at that square."""
    return lambda: play([man("h1", at, **fields)], [man("a1", (12, 4))], go="h1", orbs=orbs)


def to(*squares: tuple[int, int]) -> list[dict[str, Any]]:
    return [step("h1", x, y) for x, y in squares]


def dazed() -> Play:
    """h1 lies prone, and its concussion has taken its movement: 10 or less."""
    game = lone(5, 1, injuries=["concussed"], prone=True)
    game.do(STAND, dice=[10])
    return game


def crowded() -> Play:
    return play([man("h1", (5, 4)), man("h2", (6, 4), prone=True)], [man("a1", (5, 5))], go="h1")


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-11", "far", stepping((5, 4)), to((7, 4), (5, 6), (5, 4), (3, 2), (16, 4)), "not_adjacent"),
    illegal("ISH-ILL-12", "through two walls", stepping((1, 1)), to((0, 1), (0, 0)), "out_of_arena"),
    illegal("ISH-ILL-12", "through the wall of row 1", stepping((5, 1)), to((5, 0)), "out_of_arena"),
    illegal("ISH-ILL-12", "through away's wall", stepping((16, 7)), to((17, 7)), "out_of_arena"),
    illegal("ISH-ILL-12", "through the wall of row 7", stepping((9, 7)), to((10, 8)), "out_of_arena"),
    illegal("ISH-ILL-13", "into home's vessel from behind", stepping((1, 4), FAR), to((2, 4)), "vessel_square"),
    illegal("ISH-ILL-13", "into home's vessel", stepping((3, 3), FAR), to((2, 4)), "vessel_square"),
    illegal("ISH-ILL-13", "into away's vessel from behind", stepping((16, 4), FAR), to((15, 4)), "vessel_square"),
    illegal("ISH-ILL-13", "into away's vessel", stepping((14, 5), FAR), to((15, 4)), "vessel_square"),
    illegal("ISH-ILL-14", "onto a mate who lies, or an opponent", crowded, to((6, 4), (5, 5)), "occupied"),
    illegal("ISH-ILL-15", "all six squares gone", stepping((5, 1), move_used=6), to((6, 1)), "no_movement"),
    illegal("ISH-ILL-15", "less than a square", stepping((5, 1), speed=4), to((6, 1)), "no_movement"),
    illegal("ISH-ILL-15", "a crawl for 1", stepping((5, 1), prone=True, move_used=5), to((6, 1)), "no_movement"),
    illegal("ISH-ILL-15", "a crawl at 5 feet", stepping((5, 1), prone=True, speed=5), to((6, 1)), "no_movement"),
    illegal("ISH-ILL-16", "not prone", stepping((5, 1)), STAND, "cannot_stand"),
    illegal("ISH-ILL-16", "2 of 3 left", stepping((5, 1), prone=True, move_used=4), STAND, "cannot_stand"),
    illegal("ISH-ILL-16", "no allowance", stepping((5, 1), prone=True, speed=0), STAND, "cannot_stand"),
    illegal("ISH-ILL-17", "lost to a concussion", dazed, [step("h1", 6, 1), STAND], "movement_lost"),
])  # fmt: skip
def test_it_refuses_a_step_or_to_stand_up(case: Played) -> None:
    case.check()


# 18 and 19: Burn


def burnt_all() -> Play:
    game = lone(5, 1)
    game.do(burn_move("h1", 2))
    return game


def burns(*commands: dict[str, Any]) -> list[dict[str, Any]]:
    """The commands with an uneven, a too high and a negative Burn."""
    return [
        {**command, "order_burn" if "order_burn" in command else "burn": burn}
        for command in commands
        for burn in (1, 3, 10, -2)
    ]


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-18", "for 0, 3 or −1", lambda: lone(5, 1), [burn_move("h1", n) for n in (0, 3, -1)], "bad_burn"),
    illegal("ISH-ILL-18", "for a third square", burnt_all, burn_move("h1", 1), "bad_burn"),
    illegal("ISH-ILL-19", "in a go", lone, burns(control()), "bad_burn"),
    illegal("ISH-ILL-19", "in a window, or for the order", window_for_h1,
        burns(react("h1", "control", **CONTROL), react("h1", "control", **CONTROL, order_burn=0)), "bad_burn"),
    illegal("ISH-ILL-19", "in defence", lambda: contest(held=True), burns({"type": "defend", "player": "a1"}),
        "bad_burn"),
    # lost by 1: a1 must hold on to its orb
    illegal("ISH-ILL-19", "to hold on to an orb", lambda: lost_push([10, 11], held=True),
        burns({"type": "forced_control", "player": "a1"}), "bad_burn"),
    illegal("ISH-ILL-19", "a propel for anything but 1 or 2", lambda: play([man("h1", (8, 4))], go="h1", orbs=HELD),
        [act("h1", "propel", **DOWN, propel_burn=burn) for burn in (3, -1)], "bad_burn"),
])  # fmt: skip
def test_it_refuses_a_burn(case: Played) -> None:
    case.check()


# 20 to 24: slots and names


def h2_is_asked() -> Play:
    """h1 has reacted in an earlier window; in this one h2 alone is asked."""
    game = play([man("h1", (4, 4)), man("h2", (4, 5))], go="a1", orbs={"home": {"at": [3, 4]}})
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", **CONTROL))
    game.do(let_pass("h2"), dice=[4])  # 4 + 5 = 9 vs 10
    game.pass_all()
    game.do(step("a1", 14, 7))
    assert [ask.player for ask in game.asks("window")] == ["h2"]
    return game


AGAIN = {"used_names": ["control"]}


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-20", "Action spent", lambda: lone(action_used=True), control(), "action_spent"),
    illegal("ISH-ILL-20", "no Reaction", lambda: lone(reaction_used=True), control("reaction"), "reaction_spent"),
    illegal("ISH-ILL-20", "no bonus", lambda: quick("control", bonus_used=True), control("bonus"), "bonus_spent"),
    illegal("ISH-ILL-20", "a second reaction in a later window", h2_is_asked, react("h1", "control", **CONTROL),
        "reaction_spent"),
    illegal("ISH-ILL-21", "the same action twice", lambda: quick("control", **AGAIN), [control(slot) for slot in SLOTS],
        "same_action_twice"),
    illegal("ISH-ILL-22", "dash as a reaction", lone, act("h1", "dash", "reaction"), "dash_not_as_reaction"),
    illegal("ISH-ILL-22", "in a window", window_for_h1, react("h1", "dash"), "dash_not_as_reaction"),
    illegal("ISH-ILL-23", "intercept with anything but the reaction", lambda: quick("intercept"),
        [act("h1", "intercept", slot, **CONTROL) for slot in ("action", "bonus")], "intercept_reaction_only"),
    illegal("ISH-ILL-23", "nothing flies", lone, act("h1", "intercept", "reaction", **CONTROL), "no_orb_in_flight"),
    illegal("ISH-ILL-23", "nothing flies in a window", window_for_h1, react("h1", "intercept", **CONTROL),
        "no_orb_in_flight"),
    illegal("ISH-ILL-24", "no source", lone, control("bonus"), "no_bonus_source"),
    illegal("ISH-ILL-24", "of another action", lambda: quick("dash"), control("bonus"), "no_bonus_source"),
    illegal("ISH-ILL-24", "used up", lambda: quick("control", uses=0), control("bonus"), "no_bonus_source"),
])  # fmt: skip
def test_it_refuses_an_action(case: Played) -> None:
    case.check()


# 25 and 26: reactions


def closed() -> Play:
    game = window_for_h1()
    game.do(let_pass("h1"))
    return game


def window_past(h2: dict[str, Any]) -> Callable[[], Play]:
    """The window for h1, h2 off the field."""

    def game() -> Play:
        here = play([man("h1", (4, 4)), man("h2", **h2)], go="a1")
        here.do(step("a1", 13, 7))
        return here

    return game


REACT = react("h1", "control", **CONTROL)
REACT_2 = react("h2", "control", **CONTROL)
SITS = {"status": "sitting_out", "sit_out": {"kind": "point"}}


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-25", "nothing has happened", lambda: play([man("h1", (4, 4))], go="a1"), REACT, "no_window"),
    illegal("ISH-ILL-25", "nobody's go", lambda: play([man("h1", (4, 4))], pick="away"), REACT, "no_window"),
    illegal("ISH-ILL-25", "the window has closed", closed, REACT, "no_window"),
    illegal("ISH-ILL-26", "sits out", window_past(SITS), REACT_2, "player_not_available"),
    illegal("ISH-ILL-26", "is out", window_past({"status": "out_match"}), REACT_2, "player_not_available"),
    illegal("ISH-ILL-26", "is dead", window_past({"status": "dead"}), REACT_2, "player_not_available"),
])  # fmt: skip
def test_it_refuses_a_reaction(case: Played) -> None:
    case.check()


# 27 and 28: abilities


def mages() -> Play:
    return play([mage("h1", (8, 4))], [mage("a1", (9, 4))], go="h1", orbs=FAR)


def mages_contest() -> Play:
    game = mages()
    game.do(act("h1", "push_pull", target="a1"))
    return game


CAST = {"ability": "cast"}
DEFEND_BY_MAGIC = {"type": "defend", "player": "a1", **CAST}
PUSH_BY_MAGIC = act("h1", "push_pull", target="a1", **CAST)


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-27", "no magic", lone, control(**CAST), "no_spellcasting"),
    illegal("ISH-ILL-27", "no magic in a window", window_for_h1, {**REACT, **CAST}, "no_spellcasting"),
    illegal("ISH-ILL-27", "none in defence", lambda: contest("seize", held=True), DEFEND_BY_MAGIC, "no_spellcasting"),
    illegal("ISH-ILL-28", "magic to push", mages, PUSH_BY_MAGIC, "ability_not_allowed"),
    illegal("ISH-ILL-28", "magic against a push", mages_contest, DEFEND_BY_MAGIC, "ability_not_allowed"),
])  # fmt: skip
def test_it_refuses_an_ability(case: Played) -> None:
    case.check()


@rule("ISH-ILL-28", "ISH-SR-03")
def test_an_order_roll_has_no_ability_to_choose() -> None:
    # The order roll is always Dexterity: a field that would say otherwise cannot be read.
    game = window_for_h1()
    for field in ("order_ability", "order_spell"):
        game.cannot_read(react("h1", "control", **CONTROL, **{field: "str"}))


# Which refusal comes first: whose decision, slot, same action, ability and Burn, target

WRONG = control(ability="cast", burn=3)
SPENT = {"action_used": True, **AGAIN}


@pytest.mark.parametrize("case", [
    illegal("ISH-ILL-01 ISH-ILL-10 ISH-ILL-20", "whose go it is comes first",
        lambda: play([man("h1", (8, 4), **SPENT)], go="a1"), WRONG, "not_your_go"),
    illegal("ISH-ILL-01 ISH-ILL-10 ISH-ILL-20", "then what is to be decided", lambda: contest(action_used=True),
        act("h1", "push_pull", target="a1", burn=3), "decision_pending"),
    illegal("ISH-ILL-20 ISH-ILL-21", "then the slot", lambda: lone(8, **SPENT), WRONG, "action_spent"),
    illegal("ISH-ILL-21 ISH-ILL-27", "then the name", lambda: lone(8, **AGAIN), WRONG, "same_action_twice"),
    # the home orb at (3,4) is out of reach
    illegal("ISH-ILL-19 ISH-ILL-27", "then the ability", lambda: lone(8), control(**CAST), "no_spellcasting"),
    illegal("ISH-ILL-19 ISH-ILL-27", "then Burn", lambda: lone(8), control(burn=3), "bad_burn"),
    illegal("ISH-ILL-19 ISH-ILL-27", "then the target", lambda: lone(8), control(), "out_of_reach"),
])  # fmt: skip
def test_of_several_refusals(case: Played) -> None:
    case.check()


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
    lone(5, 1).cannot_read(command)
