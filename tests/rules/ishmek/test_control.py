"""Control: taking up a loose orb, and what a missed try does."""

from __future__ import annotations

import pytest

from rules.ishmek.events import ControlFailed, OrbControlled, OrbScattered, ReactionSpent, SrRolled
from tests.rules.ishmek.arena import act, cites, let_pass, man, play, react
from tests.rules.ishmek.flights import asked, calm, scattered, where, windows
from tests.rules.play import Play, all_of, only, rule

FAR = (12, 7)


def beside(at: tuple[int, int], **h1: int) -> Play:
    """h1 stands at (5,4), the home orb lies at `at`, nobody else is near."""
    return play([calm("h1", (5, 4), **h1)], [calm("a1", FAR)], orbs={"home": {"at": list(at)}}, go="h1")


@rule("ISH-CTRL-01")
@pytest.mark.parametrize(("die", "made"), [(2, False), (3, True)])
def test_in_the_own_square_the_dc_is_five(die: int, made: bool) -> None:
    game = beside((5, 4), dex_mod=0, str_mod=0)

    roll = only(game.do(act("h1", "control", orb="home"), dice=[die]), SrRolled)

    assert (roll.kind, roll.target, roll.total) == ("control", 5, die + 2)  # prof 2
    assert roll.success is made
    assert (game.orb("home").holder == "h1") is made


@rule("ISH-CTRL-02", "ISH-CTRL-04")
@pytest.mark.parametrize("at", [(4, 3), (5, 3), (6, 3), (4, 4), (6, 4), (4, 5), (5, 5), (6, 5)])
def test_from_an_adjacent_square_the_dc_is_ten_and_the_orb_is_pulled_in(at: tuple[int, int]) -> None:
    game = beside(at)

    events = game.do(act("h1", "control", orb="home"), dice=[5])  # 5 + prof 2 + dex 3 = 10 vs DC 10

    roll = only(events, SrRolled)
    assert (roll.target, roll.total, roll.success) == (10, 10, True)
    taken = only(events, OrbControlled)
    assert (taken.player, taken.at) == ("h1", (5, 4))
    assert where(game, "home") == (5, 4)
    assert game.orb("home").state == "controlled"


@rule("ISH-CTRL-03", "ISH-SR-05")
def test_each_adjacent_opponent_costs_four() -> None:
    game = play(
        [calm("h1", (5, 4)), calm("h2", (4, 4))],  # a mate beside costs nothing
        [calm("a1", (6, 4)), calm("a2", (5, 3)), calm("a3", (7, 4))],  # two are adjacent, the third is not
        orbs={"home": {"at": [5, 4]}},
        go="h1",
    )

    roll = only(game.do(act("h1", "control", orb="home"), dice=[8]), SrRolled)

    assert roll.total == 5  # 8 + prof 2 + dex 3 − 2 × 4 vs DC 5
    assert game.orb("home").holder == "h1"


@rule("ISH-CTRL-03", "ISH-CTRL-04", "ISH-Q-40")
def test_a_forced_control_counts_adjacent_opponents_too() -> None:
    game = play([man("h1", (5, 4))], [calm("a1", (6, 4))], orbs={"home": {"holder": "h1"}}, go="a1")

    game.do(act("a1", "push_pull", target="h1"))
    game.do(let_pass("h1"), dice=[10, 10])  # 15 against 15: margin 0
    game.do({"type": "choose", "option": "leave"})
    roll = only(game.do({"type": "forced_control"}, dice=[9]), SrRolled)

    assert (roll.target, roll.total) == (10, 10)  # DC 10 + 0; 9 + prof 2 + dex 3 − 4 (a1)
    assert game.orb("home").holder == "h1"


@rule("ISH-CTRL-04")
def test_control_is_taken_at_exactly_the_dc_and_spends_the_action() -> None:
    game = beside((6, 4))

    events = game.do(act("h1", "control", orb="home"), dice=[5])  # 10 vs DC 10

    assert only(events, SrRolled).margin == 0
    assert game.orb("home").holder == "h1"
    assert game.player("h1").action_used is True


@rule("ISH-CTRL-05")
@pytest.mark.parametrize(("die", "by"), [(4, 1), (1, 4)])
def test_missed_by_one_to_four_changes_nothing(die: int, by: int) -> None:
    game = beside((6, 4))

    events = game.do(act("h1", "control", orb="home"), dice=[die])  # 9 or 6 vs DC 10

    assert only(events, ControlFailed).missed_by == by
    assert all_of(events, OrbScattered) == []
    assert (game.orb("home").state, where(game, "home")) == ("loose", (6, 4))


@rule("ISH-CTRL-06")
@pytest.mark.parametrize("die", [3, 1])
def test_missed_by_five_or_more_scatters_one_square_from_where_it_lies(die: int) -> None:
    game = beside((6, 4), dex_mod=0, str_mod=0)

    events = game.do(act("h1", "control", orb="home"), dice=[die, 2])  # 5 or 3 vs DC 10; forward

    roll = only(events, OrbScattered)
    assert (roll.start, roll.to, roll.cause) == ((6, 4), (7, 4), "h1")
    assert only(events, ControlFailed).missed_by == 8 - die


@rule("ISH-CTRL-06")
def test_the_scatter_of_a_missed_control_is_read_as_the_taker_looks() -> None:
    game = play([calm("h1", FAR)], [calm("a1", (5, 4), dex_mod=0, str_mod=0)], orbs={"home": {"at": [6, 4]}}, go="a1")

    events = game.do(act("a1", "control", orb="home"), dice=[3, 2])  # 5 vs DC 10; forward for away is −x

    assert scattered(events) == [(5, 4)]


@rule("ISH-CTRL-07")
def test_a_made_attempt_opens_one_window() -> None:
    game = play(
        [calm("h1", (5, 4))],
        [man("a1", (6, 5))],
        orbs={"home": {"at": [5, 4]}},
        go="h1",
    )

    events = game.do(act("h1", "control", orb="home"), dice=[4])  # 4 + 5 − 4 (a1) = 5 vs DC 5

    assert game.orb("home").holder == "h1"
    assert windows(events) == 1
    assert asked(game) == ["a1"]
    game.do(let_pass("a1"))
    assert [ask.kind for ask in game.asks()] == ["go"]


@rule("ISH-CTRL-07", "ISH-CTRL-05")
def test_an_attempt_missed_by_less_than_five_opens_a_window() -> None:
    game = play([calm("h1", (5, 4))], [man("a1", (6, 5))], orbs={"home": {"at": [5, 4]}}, go="h1")

    events = game.do(act("h1", "control", orb="home"), dice=[3])  # 3 + 5 − 4 = 4 vs DC 5

    assert only(events, ControlFailed).missed_by == 1
    assert windows(events) == 1
    game.do(react("a1", "control", orb="home"), dice=[9])  # 9 + 5 − 4 (h1) = 10 vs DC 10
    assert game.orb("home").holder == "a1"


@rule("ISH-CTRL-07", "ISH-CTRL-06")
def test_the_window_of_a_bad_miss_is_that_of_the_scattered_square() -> None:
    game = play([calm("h1", (5, 4), dex_mod=0, str_mod=0)], [man("a1", (7, 4))], orbs={"home": {"at": [6, 5]}}, go="h1")

    # 3 + 2 = 5 vs DC 10: missed by 5; left: (6,4), which a1 reaches.
    events = game.do(act("h1", "control", orb="home"), dice=[3, 8])

    assert scattered(events) == [(6, 4)]
    assert windows(events) == 1
    game.do(let_pass("a1"))
    assert [ask.kind for ask in game.asks()] == ["go"]


@rule("ISH-CTRL-07", "ISH-SCAT-06")
def test_a_control_by_reaction_spends_it_and_opens_a_window_too() -> None:
    game = play(
        [calm("h1", (5, 4), dex_mod=0, str_mod=0), man("h2", (7, 5))],
        [man("a1", (8, 5))],
        orbs={"home": {"at": [6, 4]}},
        go="h1",
    )

    game.do(act("h1", "control", orb="home"), dice=[3, 2])  # 5 vs DC 10: scatters forward to (7,4), in reach of both
    assert asked(game) == ["a1", "h2"]
    game.do(let_pass("a1"))
    events = game.do(react("h2", "control", orb="home"), dice=[9])  # 9 + 5 − 4 (a1) = 10 vs DC 10

    assert only(events, ReactionSpent).player == "h2"
    assert game.orb("home").holder == "h2"
    assert windows(events) == 1
    assert asked(game) == ["a1"]  # may seize or push now


@rule("ISH-CTRL-04", "ISH-SR-01")
def test_the_parts_of_a_control_roll_add_up() -> None:
    game = play(
        [calm("h1", (5, 4), injuries=["shook"])],
        [calm("a1", (6, 4))],
        orbs={"home": {"at": [5, 4]}},
        go="h1",
    )

    # 10 + prof 2 + dex 3 + burn 2 − 4 (a1) − 2 (shook) = 11; then the injury roll 1 + 2 = 3: none
    events = game.do(act("h1", "control", orb="home", burn=2), dice=[10, 1])

    roll = only(events, SrRolled)
    assert roll.total == 11
    assert sum(value for value in cites(roll).values()) == 1
