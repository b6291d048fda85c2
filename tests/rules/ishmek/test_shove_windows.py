"""Shoves that are crossed on their way, and the windows that open along it."""

from __future__ import annotations

import pytest

from rules.ishmek import events as ev
from tests.rules.ishmek.arena import let_pass, man, react
from tests.rules.ishmek.scrum import HELD, at, choose, defend, duel, forced, push
from tests.rules.play import Play, all_of, only, rule

QUIET = {"reaction_used": True}


def moves(game: Play) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [(moved.start, moved.to) for moved in all_of(game.events, ev.Pushed)]


# Shoves crossed on their way


@rule("ISH-PUSH-12", "ISH-PROPEL-07")
def test_shoved_holder_may_propel_the_orb_away_in_passing_and_owes_no_roll() -> None:
    game = duel(orbs=HELD)
    push(game, 11, 3)  # won by 10: two squares
    game.do(let_pass("h1"))

    # in (10,4): 20 + 3 = 23 against 4, down to (10,6)
    game.do(react("a1", "propel", orb="away", ability="str", direction=[0, 1], distance=2), dice=[20])

    assert (game.orb("away").state, game.orb("away").at) == ("loose", (10, 6))
    assert at(game, "a1") == (11, 4)
    assert all_of(game.events, ev.ForcedControlled) == []
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]


@rule("ISH-REACT-03", "ISH-PUSH-12")
@pytest.mark.parametrize(
    ("mine", "theirs", "option"), [(10, 10, {"option": "push"}), (19, 4, {"option": "push", "squares": 2})]
)
def test_shove_crossed_by_another_push_goes_on_square_by_square_or_not_at_all(
    mine: int, theirs: int, option: dict[str, object]
) -> None:
    game = duel(a1=QUIET, home=[man("h2", (10, 5), str_mod=3)])
    push(game, 16, 3)  # won by 15: three squares
    game.do(let_pass("h1"))  # a1 at (10,4), below it h2
    game.do(react("h2", "push_pull", target="a1", ability="str"))
    game.do(defend("a1", ability="str"), dice=[mine, theirs])  # won by 2 or by 17
    game.do({"type": "choose", "player": "h2", **option})
    game.pass_all()

    for start, to in moves(game):
        assert max(abs(start[0] - to[0]), abs(start[1] - to[1])) == 1
    assert (10, 4) in [start for start, _ in moves(game)]
    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]


@rule("ISH-Q-40", "ISH-PUSH-06")
def test_shorter_shove_shakes_the_orb_less() -> None:
    game = duel(orbs=HELD)
    push(game, 16, 3)  # three squares earned

    game.do(choose("push", squares=1))
    game.do(forced(), dice=[12])  # 12 + 3 = 15 against 10 + 5

    assert game.orb("away").holder == "a1"


@rule("ISH-PUSH-06", "ISH-Q-39")
def test_pull_of_two_squares_counts_ten_feet() -> None:
    game = duel(orbs=HELD)
    push(game, 11, 3)  # two squares

    game.do(choose("pull", path=[[9, 5], [8, 5]]))
    game.pass_all()
    game.do(forced(), dice=[20, 4])  # 20 + 3 − 4 for h1 beside (8,5) = 19 against 10 + 10; one square, right
    game.pass_all()

    assert only(game.events, ev.ForcedControlled).dc == 20
    assert game.orb("away").at == (8, 6)


@rule("ISH-PUSH-09", "ISH-Q-45", "ISH-Q-40")
def test_actor_pushed_back_against_a_wall_stays_and_stumbles_all_the_same() -> None:
    game = duel({"at": [8, 7]}, {"at": [8, 6]})
    push(game, 5, 12)  # lost by 5

    game.do(choose("push"), dice=[19])

    assert (at(game, "h1"), game.player("h1").prone) == ((8, 7), True)
    assert moves(game) == []


# The window of a forced roll that was not made


@rule("ISH-PUSH-07", "ISH-CTRL-07", "ISH-Q-41")
def test_orb_loose_in_the_square_after_a_free_forced_roll_opens_a_window() -> None:
    game = duel(home=[man("h2", (10, 5))], orbs=HELD)
    push(game, 10, 15)  # lost by 3: 10 − 3 is needed

    game.do(forced(), dice=[11])  # 11 + 3 − 4 × 2 = 6, one less
    assert {ask.player for ask in game.asks("window")} == {"h2", "a1"}
    game.do(let_pass("a1"))
    game.do(react("h2", "control", orb="away", ability="dex"), dice=[9])  # 9 + 5 − 4 = 10 against 10

    assert game.orb("away").holder == "h2"


@rule("ISH-Q-40", "ISH-PUSH-06", "ISH-CTRL-07")
def test_orb_loose_in_the_square_after_a_shove_that_moved_nobody_opens_a_window() -> None:
    game = duel({"at": [15, 2]}, {"at": [16, 2]}, home=[man("h2", (16, 1))], orbs=HELD)
    push(game, 6, 3)  # won by 5, against the wall
    game.do(let_pass("h1"))

    game.do(forced(), dice=[14])  # 14 + 3 − 4 × 2 = 9 against 10

    assert (game.orb("away").state, game.orb("away").at) == ("loose", (16, 2))
    assert [ask.player for ask in game.asks("window")] == ["h2"]


@rule("ISH-PUSH-02", "ISH-PUSH-12", "ISH-REACT-01")
def test_last_square_of_a_push_has_its_window_too() -> None:
    game = duel(home=[man("h2", (11, 5))])
    push(game, 13, 12)  # won by 3

    game.do(let_pass("h1"))

    assert at(game, "a1") == (10, 4)
    assert {ask.player for ask in game.asks("window")} == {"h2", "a1"}


@rule("ISH-PUSH-12", "ISH-Q-41")
def test_last_square_has_its_window_also_when_the_orb_was_lost_without_a_roll() -> None:
    game = duel(a1=QUIET, home=[man("h2", (11, 5))], orbs=HELD)
    push(game, 13, 12)

    game.do(let_pass("h1"), dice=[8])  # left of home: the orb rolls to (10,3)
    assert [ask.player for ask in game.asks("window")] == ["h2"]  # beside a1, not beside the orb
    game.do(let_pass("h2"))
    assert [ask.player for ask in game.asks("window")] == ["h2"]  # first the scattered square, then a1's
    game.do(let_pass("h2"))

    assert [(ask.kind, ask.player) for ask in game.pending.asks] == [("go", "h1")]
