"""Reaction windows: when they open, who is asked, and in which order declared reactions are settled."""

from typing import Any

import pytest

from rules.ishmek.events import (
    ControlFailed,
    OrbIntercepted,
    OrbMoved,
    OrbRedirected,
    OrderRolled,
    Pushed,
    ReactionDeclared,
    ReactionLapsed,
    ReactionSpent,
    SrRolled,
    WindowOpened,
)
from tests.rules.ishmek.arena import SHIELD, act, end_go, let_pass, man, play, react, step
from tests.rules.play import Play, all_of, names, only, rule

FAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
CONTROL: dict[str, Any] = {"orb": "home"}


def asked(game: Play) -> list[str]:
    """Who has not answered the open window."""
    return [ask.player for ask in game.asks("window")]


def propel(distance: int) -> dict[str, Any]:
    return act("h1", "propel", direction=[1, 0], distance=distance)


def launcher(x: int, y: int) -> dict[str, Any]:
    return man("h1", (x, y), reaction_used=True)


def around_the_orb(*mates: tuple[int, int]) -> Play:
    """Home players beside the home orb at (3,4); a1 has taken a step far off, and their window is open."""
    game = play([man(f"h{i}", at) for i, at in enumerate(mates, start=1)], go="a1")
    game.do(step("a1", 13, 7))
    return game


@rule("ISH-REACT-01")
def test_a_window_opens_after_a_player_has_moved() -> None:
    game = play([man("h1", (4, 4))], go="a1")
    game.refuses(react("h1", "control", **CONTROL), "no_window")
    events = game.do(step("a1", 13, 7))
    assert names(events) == ["stepped", "window_opened"]
    assert only(events, WindowOpened).players == ("h1",)
    assert game.player("a1").at == (13, 7)  # the Reaction comes after the arrival
    events = game.do(react("h1", "control", **CONTROL), dice=[10])
    assert only(events, ReactionDeclared).player == "h1"
    assert only(events, ReactionSpent).name == "control"


@rule("ISH-REACT-01")
def test_a_window_opens_after_an_orb_has_moved() -> None:
    game = play([launcher(5, 4)], [man("a1", (7, 5))], go="h1", orbs={"home": {"holder": "h1"}})
    events = game.do(propel(2), dice=[15])
    assert names(events)[-2:] == ["orb_moved", "window_opened"]
    assert asked(game) == ["a1"]


@rule("ISH-REACT-01")
@pytest.mark.parametrize(("face", "holder"), [(9, "h1"), (8, None)])
def test_a_window_opens_after_an_attempt_at_control(face: int, holder: str | None) -> None:
    game = play([man("h1", (4, 4), reaction_used=True)], [man("a1", (4, 5))], go="h1")
    # 9 + 5 − 4 = 10 vs 10: made; 8 gives 9: missed by 1.
    events = game.do(act("h1", "control", **CONTROL), dice=[face])
    assert game.orb("home").holder == holder
    assert names(events)[-1] == "window_opened"
    assert asked(game) == ["a1"]


@rule("ISH-REACT-01")
def test_no_window_opens_when_nothing_has_moved() -> None:
    game = play([man("h1", (4, 4)), man("h2", (9, 1))], [man("a1", (10, 1), prone=True)], go="a1")
    for command in ({"type": "stand", "player": "a1"}, act("a1", "dash"), end_go("a1")):
        assert not all_of(game.do(command), WindowOpened)


@rule("ISH-REACT-01")
def test_who_lets_a_window_pass_spends_nothing_and_is_asked_again() -> None:
    game = around_the_orb((4, 4))
    game.do(let_pass("h1"))
    assert not game.player("h1").reaction_used
    assert asked(game) == []
    game.do(step("a1", 13, 6))
    assert asked(game) == ["h1"]


@rule("ISH-REACT-02")
def test_a_window_comes_after_each_square_of_a_flight_within_reach() -> None:
    game = play([launcher(8, 4)], [man("a1", (10, 5))], go="h1", orbs={"home": {"holder": "h1"}})
    game.do(propel(5), dice=[20])  # 25 vs 10: it will land at (13, 4)
    seen = []
    while asked(game):
        seen.append(game.orb("home").at)
        game.do(let_pass("a1"))
    assert seen == [(9, 4), (10, 4), (11, 4)]
    assert [event.to[0] for event in all_of(game.events, OrbMoved)] == [9, 10, 11, 12, 13]


@rule("ISH-REACT-02")
def test_a_window_comes_after_each_square_of_a_long_shove() -> None:
    mates = [man("h1", (5, 4), reaction_used=True), man("h2", (7, 5))]
    game = play(mates, [man("a1", (6, 4), reaction_used=True)], go="h1", orbs=FAR)
    game.do(act("h1", "push_pull", target="a1"))
    game.do(let_pass(), dice=[18, 8])  # 23 against 13: margin 10, two squares
    game.do({"type": "choose", "option": "push", "squares": 2})
    assert (game.player("a1").at, asked(game)) == ((7, 4), ["h2"])
    game.do(let_pass("h2"))
    assert (game.player("a1").at, asked(game)) == ((8, 4), ["h2"])


@rule("ISH-REACT-02")
def test_a_window_comes_before_the_next_step() -> None:
    game = play([man("h1", (4, 4))], go="a1")
    game.do(step("a1", 13, 7))
    game.refuses(step("a1", 14, 7), "decision_pending")
    game.do(let_pass("h1"))
    game.do(step("a1", 14, 7))
    assert game.player("a1").at == (14, 7)


@rule("ISH-REACT-03")
def test_a_mover_who_is_shoved_goes_on_from_where_it_was_put() -> None:
    game = play([man("h1", (8, 4), reaction_used=True)], [man("a1", (9, 5))], go="h1", orbs=FAR)
    game.do(step("h1", 9, 4))
    game.do(react("a1", "push_pull", target="h1"))
    game.do(let_pass("h1"), dice=[12, 10])  # a1 17 against 15: margin 2
    events = game.do({"type": "choose", "option": "push", "squares": 1})
    assert only(events, Pushed).to == (9, 3)
    assert [ask.kind for ask in game.asks()] == ["go"]
    game.do(step("h1", 10, 3))
    assert (game.player("h1").at, game.player("h1").move_used) == ((10, 3), 2)


@rule("ISH-REACT-03")
def test_a_mover_who_is_floored_may_go_on_crawling_without_the_orb() -> None:
    game = play([man("h1", (8, 4), reaction_used=True)], [man("a1", (9, 5))], go="h1", orbs={"home": {"holder": "h1"}})
    game.do(step("h1", 9, 4))
    game.do(react("a1", "push_pull", target="h1"))
    game.do(let_pass("h1"), dice=[15, 10])  # 20 against 15: margin 5
    # Injury 1: none. No Reaction is left: the orb scatters, d8 2 is forward for away, to (8, 4).
    game.do({"type": "choose", "option": "floor"}, dice=[1, 2])
    game.pass_all()
    assert (game.player("h1").prone, game.orb("home").holder, game.orb("home").at) == (True, None, (8, 4))
    game.do(step("h1", 9, 3))
    game.pass_all()
    assert game.player("h1").move_used == 1 + 2


@rule("ISH-REACT-03")
def test_a_flight_goes_on_after_a_failed_intercept() -> None:
    game = play([launcher(8, 4)], [man("a1", (10, 5))], go="h1", orbs={"home": {"holder": "h1"}})
    game.do(propel(3), dice=[15])  # 20 vs 6
    game.do(react("a1", "intercept", **CONTROL), dice=[8])  # 8 + 5 = 13 vs 8 + 2 × 3 = 14
    assert (game.orb("home").state, game.orb("home").at) == ("loose", (11, 4))


@rule("ISH-REACT-04")
def test_of_several_who_want_control_the_highest_order_roll_tries_first() -> None:
    game = around_the_orb((4, 4), (3, 5))
    game.do(react("h1", "control", **CONTROL))
    # Order: h1 8 + 5, h2 14 + 5. h2 tries: 5 + 5 = 10 vs 10.
    events = game.do(react("h2", "control", **CONTROL), dice=[8, 14, 5])
    assert [(roll.player, roll.total) for roll in all_of(events, OrderRolled)] == [("h1", 13), ("h2", 19)]
    assert game.orb("home").holder == "h2"


@rule("ISH-REACT-04", "ISH-Q-64")
def test_a_declaration_that_is_no_longer_legal_lapses_and_costs_nothing() -> None:
    mates = [man("h1", (4, 4)), man("h2", (3, 5), cast_mod=4, slots_l1=1, spells_l1=[SHIELD])]
    game = play(mates, go="a1")
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", **CONTROL))
    # Order: h1 18 + 5 before h2 3 + 5. h1 takes the orb with 5 + 5.
    game.do(react("h2", "control", **CONTROL, spell="shield"), dice=[18, 3, 5])
    game.pass_all()
    lapsed = only(game.events, ReactionLapsed)
    assert (lapsed.player, lapsed.name) == ("h2", "control")
    player = game.player("h2")
    assert (player.reaction_used, player.used_names, player.slots_l1) == (False, (), 1)


@rule("ISH-REACT-04", "ISH-Q-64")
def test_the_next_one_tries_if_the_orb_is_still_there() -> None:
    game = around_the_orb((4, 4), (3, 5))
    game.do(react("h1", "control", **CONTROL))
    # Order: h1 18 + 5 before h2 3 + 5. h1 4 + 5 = 9 vs 10, missed by 1. In the window after that attempt h2 lets pass:
    # what it has declared comes anyway, 5 + 5 = 10.
    events = game.do(react("h2", "control", **CONTROL), dice=[18, 3, 4])
    assert only(events, ControlFailed).player == "h1"
    game.pass_all(dice=[5])
    assert game.orb("home").holder == "h2"
    assert game.player("h1").reaction_used
    assert game.player("h2").reaction_used


@rule("ISH-REACT-04")
def test_equal_order_rolls_are_made_again_by_those_who_tied() -> None:
    game = around_the_orb((4, 4), (3, 5), (4, 3))
    game.do(react("h1", "control", **CONTROL))
    game.do(react("h2", "control", **CONTROL))
    # h1 10, h2 10, h3 3 (all + 5); then h1 5, h2 12: h2 tries first, with 5 + 5.
    events = game.do(react("h3", "control", **CONTROL), dice=[10, 10, 3, 5, 12, 5])
    rolls = all_of(events, OrderRolled)
    assert [(roll.player, roll.natural) for roll in rolls] == [("h1", 10), ("h2", 10), ("h3", 3), ("h1", 5), ("h2", 12)]
    assert all_of(events, SrRolled)[0].player == "h2"
    assert [lapsed.player for lapsed in all_of(events, ReactionLapsed)] == ["h1", "h3"]


@rule("ISH-REACT-04")
def test_one_declaration_alone_needs_no_order_roll() -> None:
    game = around_the_orb((4, 4), (3, 5))
    game.do(react("h1", "control", **CONTROL))
    events = game.do(let_pass("h2"), dice=[5])
    assert not all_of(events, OrderRolled)
    assert game.orb("home").holder == "h1"


@rule("ISH-REACT-05")
def test_the_nearest_interceptor_tries_first_without_a_roll() -> None:
    theirs = [man("a1", (7, 4)), man("a2", (8, 5))]
    game = play([launcher(5, 4)], theirs, go="h1", orbs={"home": {"holder": "h1"}})
    game.do(propel(4), dice=[15])  # 20 vs 8
    game.do(let_pass("a1"))  # at (6, 4) only a1 has it in reach
    assert game.orb("home").at == (7, 4)
    game.do(react("a2", "intercept", **CONTROL))
    # a1 stands in the orb's square and goes first: 5 + 5 = 10 vs 8 + 2 × 4 = 16. Then a2: 12 + 5 = 17.
    events = game.do(react("a1", "intercept", **CONTROL), dice=[5, 12])
    assert not all_of(events, OrderRolled)
    assert [roll.player for roll in all_of(events, SrRolled)] == ["a1", "a2"]
    assert only(events, OrbIntercepted).player == "a2"


@rule("ISH-REACT-05")
def test_equally_near_interceptors_roll_for_the_order() -> None:
    theirs = [man("a1", (9, 3)), man("a2", (9, 5))]
    game = play([launcher(7, 4)], theirs, go="h1", orbs={"home": {"holder": "h1"}})
    game.do(propel(4), dice=[15])
    assert game.orb("home").at == (8, 4)
    game.do(react("a1", "intercept", **CONTROL))
    # Order: a1 3 + 5, a2 9 + 5. a2 tries: 11 + 5 = 16 vs 16.
    events = game.do(react("a2", "intercept", **CONTROL), dice=[3, 9, 11])
    assert [roll.player for roll in all_of(events, OrderRolled)] == ["a1", "a2"]
    assert only(events, OrbIntercepted).player == "a2"


@rule("ISH-REACT-06")
def test_reactions_of_different_kinds_roll_for_the_order() -> None:
    theirs = [man("a1", (12, 7)), man("a2", (5, 4))]
    game = play([man("h1", (4, 4))], theirs, go="a1")
    game.do(step("a1", 13, 7))
    game.do(react("h1", "control", **CONTROL))
    events = game.do(react("a2", "push_pull", target="h1"), dice=[10, 15])  # a2 20 before h1 15
    assert [roll.player for roll in all_of(events, OrderRolled)] == ["h1", "a2"]
    assert [ask.player for ask in game.asks("defend")] == ["h1"]
    # a2 10 + 5 against 12 + 5: lost by 2, nothing. Then h1's Control: 10 + 5 − 4 = 11 vs 10.
    game.do(let_pass("h1"), dice=[10, 12, 10])
    assert game.orb("home").holder == "h1"


@rule("ISH-REACT-06")
def test_a_redirecting_propel_goes_before_an_intercept_from_beside_it() -> None:
    mates = [launcher(5, 4), man("h2", (7, 4))]
    game = play(mates, [man("a1", (8, 5))], go="h1", orbs={"home": {"holder": "h1"}})
    game.do(propel(4), dice=[15])
    while game.orb("home").at != (7, 4):
        game.do(let_pass())
    game.do(react("a1", "intercept", **CONTROL))
    # h2 stands in the orb's square: distance 0. DC 4 × 2 = 8 for (7, 2); 20 + 5 = 25: margin 17.
    events = game.do(react("h2", "propel", **CONTROL, direction=[0, -1], distance=2), dice=[20])
    assert not all_of(events, OrderRolled)
    assert only(events, OrbRedirected).player == "h2"
    assert [roll.player for roll in all_of(events, SrRolled)] == ["h2"]


@rule("ISH-REACT-07")
def test_a_seized_orb_has_moved_and_opens_one_window() -> None:
    game = play([launcher(8, 4)], [man("a1", (9, 4))], go="h1", orbs={"away": {"holder": "a1"}})
    game.do(act("h1", "seize", target="a1"))
    # h1 19 + 5 − 4 = 20 against 10 + 5 = 15: margin 5.
    events = game.do(let_pass("a1"), dice=[19, 10])
    assert (game.orb("away").holder, game.orb("away").at) == ("h1", (8, 4))
    assert len(all_of(events, WindowOpened)) == 1
    assert asked(game) == ["a1"]
    game.do(let_pass("a1"))
    assert [ask.kind for ask in game.asks()] == ["go"]


@rule("ISH-REACT-07")
def test_an_orb_seized_from_range_2_opens_a_window_too() -> None:
    grease = {"name": "grease", "casting_time": "action"}
    caster = man("h1", (7, 4), cast_mod=9, slots_l1=1, spells_l1=[grease], reaction_used=True)
    mates = [caster, man("h2", (10, 4), reaction_used=True)]
    game = play(mates, [man("a1", (9, 4))], go="h1", orbs={"away": {"holder": "a1"}})
    game.do(act("h1", "seize", target="a1", spell="grease"))
    events = game.do(let_pass("a1"), dice=[19, 5])  # 19 + 2 + 9 − 5 = 25 against 10
    assert game.orb("away").at == (7, 4)
    assert only(events, WindowOpened).players == ("a1",)  # it could push h2


@rule("ISH-REACT-07")
def test_an_orb_intercepted_from_beside_has_moved_and_opens_a_window() -> None:
    mates = [launcher(5, 4), man("h2", (8, 4))]
    game = play(mates, [man("a1", (7, 4))], go="h1", orbs={"home": {"holder": "h1"}})
    game.do(propel(2), dice=[15])  # 20 vs 4
    game.do(let_pass())  # launch square: a1 and h2 could push each other
    assert game.orb("home").at == (6, 4)
    game.do(let_pass("h2"))
    # 20 + 5 − 4 × 1 = 21 vs 8 + 2 × 2 = 12; h1 at (5,4) is not beside a1.
    events = game.do(react("a1", "intercept", **CONTROL), dice=[20])
    assert (game.orb("home").holder, game.orb("home").at) == ("a1", (7, 4))
    assert only(events, WindowOpened).players == ("h2",)


@rule("ISH-REACT-07")
def test_an_orb_intercepted_in_the_own_square_has_not_moved() -> None:
    mates = [launcher(5, 4), man("h2", (8, 4))]
    game = play(mates, [man("a1", (7, 4))], go="h1", orbs={"home": {"holder": "h1"}})
    game.do(propel(2), dice=[15])
    game.do(let_pass())
    game.do(let_pass())
    assert game.orb("home").at == (7, 4)
    game.do(let_pass("h2"))
    # The target square, reached as intended: the better of two dice, 16 + 5 − 4 = 17 vs 12.
    events = game.do(react("a1", "intercept", **CONTROL), dice=[2, 16])
    assert game.orb("home").holder == "a1"
    assert not all_of(events, WindowOpened)
    assert [ask.kind for ask in game.asks()] == ["go"]


@rule("ISH-Q-55")
def test_a_reaction_need_not_concern_what_moved() -> None:
    game = around_the_orb((4, 4))  # a1 stepped far from the orb and from h1
    game.do(react("h1", "control", **CONTROL), dice=[10])
    assert game.orb("home").holder == "h1"


@rule("ISH-Q-55")
def test_where_reactions_must_be_related_only_what_moved_gives_occasion() -> None:
    related = {"reaction_scope": "related"}
    game = play([man("h1", (4, 4))], [man("a1", (6, 6), reaction_used=True)], go="a1", house_rules=related)
    assert not all_of(game.do(step("a1", 6, 7)), WindowOpened)
    game.refuses(react("h1", "control", **CONTROL), "no_window")
    game.do(step("a1", 5, 6))
    game.do(step("a1", 5, 5))  # beside h1: that concerns it
    assert asked(game) == ["h1"]
    game.do(react("h1", "push_pull", target="a1"))
    assert [ask.player for ask in game.asks("defend")] == ["a1"]


@rule("ISH-Q-56")
@pytest.mark.parametrize(("switch", "first"), [("current_square", "a2"), ("launch_square", "a1")])
def test_who_is_nearest_is_measured_to_the_orb_or_by_house_rule_to_the_launch_square(switch: str, first: str) -> None:
    theirs = [man("a1", (7, 4)), man("a2", (8, 4))]
    game = play(
        [launcher(5, 4)],
        theirs,
        go="h1",
        orbs={"home": {"holder": "h1"}},
        house_rules={"intercept_order": switch},
    )
    game.do(propel(4), dice=[15])
    while game.orb("home").at != (8, 4):
        game.do(let_pass())
    # The orb at (8,4): a2 stands there, a1 beside it; from the launch square (5,4) a1 is 2 and a2 3 squares off.
    game.do(react("a1", "intercept", **CONTROL))
    events = game.do(react("a2", "intercept", **CONTROL), dice=[12])  # 12 + 5 = 17 vs 16
    assert not all_of(events, OrderRolled)
    assert only(events, OrbIntercepted).player == first
