"""Walks: how far a player comes, by which squares, and who may react on the way."""

import pytest

from rules.ishmek.events import WindowOpened
from rules.ishmek.questions import get
from rules.ishmek.walks import walks, why_no_walk, windows_on
from tests.rules.ishmek.arena import man, play, step
from tests.rules.play import all_of

SPENT = {"reaction_used": True}


def walks_of(game, player="h1"):
    return walks(game.state, get(game.state, player))


def test_six_squares_reach_every_square_of_the_square_around():
    game = play([man("h1", (8, 4))], [man("a1", (16, 7))], go="h1")
    found = walks_of(game)
    # 13 columns of 7 squares, less the own one and the home vessel in (2, 4)
    assert len(found) == 13 * 7 - 2
    assert {square: walk.cost for square, walk in found.items()} == {
        square: max(abs(square[0] - 8), abs(square[1] - 4)) for square in found
    }


def test_every_walk_is_made_of_steps_that_are_taken():
    mates = [man("h1", (2, 3), **SPENT), man("h2", (3, 3), **SPENT), man("h3", (3, 2), **SPENT)]
    for square, walk in walks_of(play(mates, [man("a1", (16, 7), **SPENT)], go="h1")).items():
        game = play(mates, [man("a1", (16, 7), **SPENT)], go="h1")
        for at in walk.cells:
            game.do(step("h1", *at))
        assert game.player("h1").at == square
        assert game.player("h1").move_used == walk.cost


@pytest.mark.parametrize("ruling", ["off", "on"])
def test_over_a_team_mate_where_the_house_rule_has_it(ruling):
    walls = [man("h2", (1, 2)), man("h3", (2, 2)), man("h4", (2, 1))]
    game = play([man("h1", (1, 1)), *walls], go="h1", house_rules={"pass_allies": ruling})
    # Shut in by three; over one of them is a step of two squares.
    assert walks_of(game).get((3, 1)) == ((((3, 1),), 2) if ruling == "on" else None)


def test_a_walk_past_a_team_mate_is_not_dearer_than_one_over_it():
    """To (5, 6) from (4, 4): (4, 5) and there, 2 squares; from (5, 4) over h2 it would be 3."""
    game = play([man("h1", (4, 4)), man("h2", (5, 5))], go="h1", house_rules={"pass_allies": "on"})
    assert walks_of(game)[(5, 6)] == (((4, 5), (5, 6)), 2)


def test_who_has_lost_the_movement_walks_nowhere():
    assert walks_of(play([man("h1", (8, 4), move_roll="lost")], go="h1")) == {}


def test_the_windows_of_a_walk_are_those_that_open():
    orbs = {"home": {"holder": "h1"}, "away": {"at": [1, 1]}}
    game = play([man("h1", (8, 4), **SPENT)], [man("a1", (12, 4))], go="h1", orbs=orbs)
    walk = walks_of(game)[(11, 4)]
    assert (walk.cost, walk.cells[-1]) == (3, (11, 4))
    # Beside her at last, a1 could push or seize; before, nobody is near enough.
    assert windows_on(game.state, "h1", walk) == [((11, 4), ("a1",))]
    opened = [all_of(game.do(step("h1", *at)), WindowOpened) for at in walk.cells]
    assert [bool(one) for one in opened] == [False, False, True]


@pytest.mark.parametrize(
    ("square", "rule", "message", "hint"),
    [
        ((16, 4), "ISH-MOVE-04", "The way there costs 8 of the movement; h1 has 6 left.", "Dash or burn first"),
        ((12, 4), "ISH-Q-08", "That square is occupied.", "another square"),
        ((2, 4), "ISH-ARENA-05", "No player may be in a vessel square.", "another square"),
        ((18, 4), "ISH-ARENA-07", "That square is outside the arena.", "another square"),
        ((8, 4), "ISH-MOVE-01", "h1 already stands there.", "another square"),
    ],
)
def test_a_square_that_is_not_walked_to_says_why(square, rule, message, hint):
    game = play([man("h1", (8, 4))], [man("a1", (12, 4))], go="h1")
    why = why_no_walk(game.state, get(game.state, "h1"), square)
    assert (why.rule, why.message) == (rule, message)
    assert hint in why.hint


def test_a_square_that_is_shut_in_says_so():
    mates = [man("h2", (1, 2)), man("h3", (2, 2)), man("h4", (2, 1))]
    game = play([man("h1", (1, 1)), *mates], go="h1")
    assert why_no_walk(game.state, get(game.state, "h1"), (5, 5)).message == "No way leads to (5, 5)."
