"""How a loose orb rolls: the d8 in the frame of its cause, walls and corners, and who may stop it."""

from __future__ import annotations

import pytest

from rules.ishmek.events import ControlFailed, OrbInVessel, OrbScattered, SrRolled
from tests.rules.ishmek.arena import let_pass, man, play, react
from tests.rules.ishmek.flights import (
    EAST,
    HELD_BY_H1,
    WEST,
    asked,
    calm,
    propel,
    scattered,
    where,
    whole,
    windows,
)
from tests.rules.play import Play, all_of, only, rule


def lands_at(x: int, y: int, house_rules: dict[str, str] | None = None) -> Play:
    """h1 holds the orb three squares short of (x, y): with a 1 it lands there at margin 0 and scatters once."""
    return play(
        [calm("h1", (x - 3, y))],
        [calm("a1", (2, 7))],
        orbs={"home": {"holder": "h1"}, "away": {"at": [2, 1]}},
        go="h1",
        house_rules=house_rules,
    )


@rule("ISH-SCAT-01")
def test_each_scattered_square_has_its_own_die() -> None:
    game = play([calm("h1", (5, 4))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    # 5 + 5 = 10 vs DC 2 × 4 = 8: margin 2, scatters ceil(4/3) = 2: forward to (10,4), then right to (10,5).
    events = game.do(propel("h1", EAST, 4), dice=[5, 2, 4])

    rolls = all_of(events, OrbScattered)
    assert [(roll.die, roll.start, roll.to) for roll in rolls] == [(2, (9, 4), (10, 4)), (4, (10, 4), (10, 5))]
    assert [roll.dice for roll in rolls] == [((8, 2, True),), ((8, 4, True),)]
    assert where(game, "home") == (10, 5)


@rule("ISH-SCAT-01", "ISH-SCAT-06")
def test_each_scattered_square_has_its_window() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (11, 5))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[5, 2])  # 10 vs DC 8; h2 reaches (10,4), not the target (9,4)
    assert (asked(game), where(game, "home")) == (["h2"], (10, 4))
    second = game.do(let_pass("h2"), dice=[4])
    assert windows(second) == 1
    assert (asked(game), where(game, "home")) == (["h2"], (10, 5))


DIRECTIONS = [
    # die, home cause, away cause
    (1, (1, -1), (-1, 1)),
    (2, (1, 0), (-1, 0)),
    (3, (1, 1), (-1, -1)),
    (4, (0, 1), (0, -1)),
    (5, (-1, 1), (1, -1)),
    (6, (-1, 0), (1, 0)),
    (7, (-1, -1), (1, 1)),
    (8, (0, -1), (0, 1)),
]


@rule("ISH-SCAT-02")
@pytest.mark.parametrize("team", ["home", "away"])
@pytest.mark.parametrize(("die", "of_home", "of_away"), DIRECTIONS)
def test_the_d8_runs_clockwise_from_left_forward_as_the_causing_team_looks(
    die: int, of_home: tuple[int, int], of_away: tuple[int, int], team: str
) -> None:
    player, direction, expected = ("h1", EAST, of_home) if team == "home" else ("a1", WEST, of_away)
    game = play([calm("h1", (5, 4))], [calm("a1", (11, 4))], orbs={"home": {"holder": player}}, go=player)

    # Both propel to (8,4): 1 + 5 = 6 vs DC 6, margin 0, scatters 1.
    events = game.do(propel(player, direction, 3), dice=[1, die])

    assert only(events, OrbScattered).to == (8 + expected[0], 4 + expected[1])
    assert only(events, OrbScattered).cause == player


@rule("ISH-SCAT-03")
@pytest.mark.parametrize(
    ("x", "y", "die"),
    [(8, 1, 8), (8, 7, 4), (16, 2, 2)],  # left into the upper wall, right into the lower, forward into the short one
)
def test_straight_into_a_wall_comes_back_to_the_same_square(x: int, y: int, die: int) -> None:
    game = lands_at(x, y)

    roll = only(game.do(propel("h1", EAST, 3), dice=[1, die]), OrbScattered)

    assert (roll.start, roll.to, roll.bounced) == ((x, y), (x, y), True)
    assert where(game, "home") == (x, y)


@rule("ISH-SCAT-03")
def test_a_scattered_square_that_bounced_is_used_up() -> None:
    game = play([calm("h1", (5, 1))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    # 5 + 5 = 10 vs DC 8: scatters 2: left into the wall, then forward.
    events = game.do(propel("h1", EAST, 4), dice=[5, 8, 2])

    assert scattered(events) == [(9, 1), (10, 1)]


@rule("ISH-SCAT-04", "ISH-Q-33")
@pytest.mark.parametrize(
    ("x", "y", "die", "to"),
    [
        (8, 1, 1, (9, 1)),  # (+1,−1): the −1 drops out
        (8, 1, 7, (7, 1)),  # (−1,−1)
        (8, 7, 3, (9, 7)),  # (+1,+1)
        (8, 7, 5, (7, 7)),  # (−1,+1)
        (16, 2, 1, (16, 1)),  # (+1,−1): the +1 drops out
        (16, 2, 3, (16, 3)),  # (+1,+1)
        (16, 1, 3, (16, 2)),  # in the corner square, but out over one wall only
    ],
)
def test_diagonally_into_one_wall_slides_along_it(x: int, y: int, die: int, to: tuple[int, int]) -> None:
    game = lands_at(x, y)

    roll = only(game.do(propel("h1", EAST, 3), dice=[1, die]), OrbScattered)

    assert (roll.to, roll.bounced) == (to, True)
    assert where(game, "home") == to


@rule("ISH-SCAT-05", "ISH-Q-33")
@pytest.mark.parametrize(("y", "die"), [(1, 1), (7, 3)])
def test_diagonally_into_a_corner_stays(y: int, die: int) -> None:
    game = lands_at(16, y)

    roll = only(game.do(propel("h1", EAST, 3), dice=[1, die]), OrbScattered)

    assert (roll.to, roll.bounced) == ((16, y), True)


@rule("ISH-Q-33")
def test_by_house_rule_the_gm_says_where_a_diagonal_bounce_ends() -> None:
    game = lands_at(8, 1, {"diag_bounce": "gm_choice"})

    game.do(propel("h1", EAST, 3), dice=[1, 1])  # left forward into the upper wall
    assert [ask.seat for ask in game.asks()] == ["gm"]
    game.refuses({"type": "choose_bounce", "square": [7, 1]}, "gm_only", by="home")
    game.refuses({"type": "choose_bounce", "square": [8, 3]}, "bad_destination", by="gm")
    game.do({"type": "choose_bounce", "square": [7, 1]}, by="gm")

    assert where(game, "home") == (7, 1)
    assert [ask.kind for ask in game.asks()] == ["go"]


@rule("ISH-SCAT-06")
def test_a_made_control_ends_the_scatter() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (11, 5))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[5, 2])  # 10 vs DC 8: the first of two squares, (10,4)
    events = game.do(react("h2", "control", orb="home"), dice=[5])  # 5 + 5 = 10 vs DC 10; no second d8

    assert only(events, SrRolled).total == 10
    assert scattered(events) == []
    assert game.orb("home").holder == "h2"


@rule("ISH-SCAT-06", "ISH-CTRL-05")
def test_a_control_missed_by_less_than_five_lets_the_scatter_go_on() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (11, 5))], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[5, 2])
    events = game.do(react("h2", "control", orb="home"), dice=[4, 8])  # 4 + 5 = 9 vs DC 10: missed by 1; then left

    assert only(events, ControlFailed).missed_by == 1
    assert scattered(events) == [(10, 3)]
    assert game.orb("home").state == "loose"


@rule("ISH-SCAT-06", "ISH-SEIZE-05")
def test_a_scatter_that_was_ended_does_not_go_on_when_the_orb_is_lost_again() -> None:
    game = play([calm("h1", (5, 4)), man("h2", (11, 5))], [man("a1", (12, 6))], orbs=HELD_BY_H1, go="h1")

    game.do(propel("h1", EAST, 4), dice=[5])  # 10 vs DC 8: two squares of scatter
    for dice in ([], [], [], [], [2]):  # h2 and a1 could push each other at (5,4) … (9,4); then the first square
        game.do(let_pass("a1"))
        game.do(let_pass("h2"), dice=dice)
    assert where(game, "home") == (10, 4)
    game.do(let_pass("a1"))
    game.do(react("h2", "control", orb="home"), dice=[9])  # 9 + 5 − 4 (a1) = 10 vs DC 10
    assert (game.orb("home").holder, asked(game)) == ("h2", ["a1"])
    game.do(react("a1", "seize", target="h2"))
    # a1: 12 + 5 − 4 = 13, h2: 4 + 5 = 9: margin 4, scatters 1, forward as away looks. h1's second square is void.
    events = game.do(let_pass("h2"), dice=[12, 4, 2])

    assert scattered(events) == [(10, 5)]
    assert game.orb("home").state == "loose"
    assert [ask.kind for ask in game.asks()] == ["go"]


@rule("ISH-SCAT-07")
def test_the_vessel_ends_the_scatter() -> None:
    game = play([calm("h1", (14, 4))], [calm("a1", (10, 7))], orbs=HELD_BY_H1, go="h1")

    # Off the wall into the vessel: distance 4, DC 26; 20 + 5 = 25: missed by 1. From (15,4) forward to (16,4),
    # then 2 squares of scatter: the first, back, enters the vessel; the second is not rolled.
    events = game.do(propel("h1", EAST, 4), dice=[20, 2, 6])

    assert len(all_of(events, OrbScattered)) == 1
    assert only(events, OrbInVessel).means == "scatter"
    assert game.orb("home").state == "lost"


@rule("ISH-Q-34", "ISH-CTRL-06", "ISH-Q-05")
def test_a_control_missed_by_five_scatters_an_extra_square_before_the_rest() -> None:
    game = play(
        [calm("h1", (5, 4))],
        [man("a1", (11, 5), dex_mod=0, str_mod=0)],
        orbs=HELD_BY_H1,
        go="h1",
    )

    game.do(propel("h1", EAST, 4), dice=[5, 2])  # 10 vs DC 8: 2 squares, the first forward to (10,4)
    # 3 + prof 2 = 5 vs DC 10: missed by 5. Extra square forward as away looks: (9,4). Then h1's second: forward (10,4).
    events = game.do(react("a1", "control", orb="home"), dice=[3, 2, 2])

    assert [(roll.to, roll.cause) for roll in all_of(events, OrbScattered)] == [((9, 4), "a1"), ((10, 4), "h1")]
    assert where(game, "home") == (10, 4)


@rule("ISH-Q-34", "ISH-CTRL-07")
def test_the_extra_square_has_a_window_of_its_own() -> None:
    game = play(
        [calm("h1", (5, 4)), man("h2", (8, 5))],
        [man("a1", (11, 5), dex_mod=0, str_mod=0)],
        orbs=HELD_BY_H1,
        go="h1",
    )

    # h2 reaches (7,4), (8,4) and (9,4) of the flight and lets them pass; a1 is asked at (10,4) only.
    start = game.do(propel("h1", EAST, 4), dice=[5])
    assert windows(start) == 1
    game.do(let_pass("h2"))
    game.do(let_pass("h2"))
    game.do(let_pass("h2"), dice=[2])
    assert (asked(game), where(game, "home")) == (["a1"], (10, 4))
    extra = game.do(react("a1", "control", orb="home"), dice=[3, 2])

    assert windows(extra) == 1
    assert (asked(game), where(game, "home")) == (["h2"], (9, 4))
    game.do(let_pass("h2"), dice=[2])
    assert where(game, "home") == (10, 4)


@rule("ISH-SCAT-01", "ISH-PROPEL-08")
@pytest.mark.parametrize(
    ("distance", "die", "squares"),  # prof 2 + dex 5 = 7 vs DC 2 × distance
    [
        (3, 1, 1),  # 8 vs DC 6: margin 2, ceil(3/3)
        (4, 3, 2),  # 10 vs DC 8, ceil(4/3)
        (6, 7, 2),  # 14 vs DC 12, ceil(6/3)
        (7, 9, 3),  # 16 vs DC 14, ceil(7/3)
    ],
)
def test_a_propel_scatters_a_third_of_its_distance_rounded_up(distance: int, die: int, squares: int) -> None:
    game = play([calm("h1", (3, 2), dex_mod=5)], [calm("a1", (12, 7))], orbs=HELD_BY_H1, go="h1")

    events = whole(game, propel("h1", EAST, distance), [die, *[2] * squares])

    assert len(all_of(events, OrbScattered)) == squares
    assert where(game, "home") == (3 + distance + squares, 2)
