"""The arena: its squares, walls, vessels and scoring squares."""

from typing import Any

import pytest

from rules.ishmek.events import OrbScattered, Pushed
from rules.ishmek.system import ISHMEK
from rules.kernel.errors import KernelError
from tests.rules.ishmek.arena import act, let_pass, man, match, place, play, position, step, steps_open_to
from tests.rules.play import Play, only, rule

AWAY_SCORING = [((16, 3), (-1, 1)), ((16, 4), (-1, 0)), ((16, 5), (-1, -1))]
HOME_SCORING = [((1, 3), (1, 1)), ((1, 4), (1, 0)), ((1, 5), (1, -1))]


def push(game: Play, actor: str, target: str, dice: list[int], **fields: Any) -> list[Any]:
    """A push_pull up to the choice of its winner; the target defends with its best ability."""
    game.do(act(actor, "push_pull", target=target, **fields))
    return game.do(let_pass(), dice=dice)


@rule("ISH-ARENA-01", "ISH-Q-81")
@pytest.mark.parametrize(
    ("corner", "open_squares"),
    [
        ((1, 1), {(1, 2), (2, 1), (2, 2)}),
        ((16, 1), {(16, 2), (15, 1), (15, 2)}),
        ((1, 7), {(1, 6), (2, 7), (2, 6)}),
        ((16, 7), {(16, 6), (15, 7), (15, 6)}),
    ],
)
def test_the_four_corners_bound_a_grid_of_16_by_7(corner: tuple[int, int], open_squares: set[tuple[int, int]]) -> None:
    game = play([man("h1", corner)], [man("a1", (8, 4))], go="h1")
    assert steps_open_to(game, "h1") == open_squares


@rule("ISH-Q-81")
@pytest.mark.parametrize("at", [(17, 4), (8, 8), (0, 4), (8, 0)])
def test_a_player_cannot_stand_outside_16_by_7(at: tuple[int, int]) -> None:
    with pytest.raises(KernelError):
        Play.position(ISHMEK, position([man("h1", at)], go="h1"))


@rule("ISH-Q-81")
def test_no_other_size_of_arena_is_offered() -> None:
    with pytest.raises(KernelError):
        Play.position(ISHMEK, position(go="h1", columns=20, rows=9))


@rule("ISH-ARENA-02")
def test_home_starts_at_column_1_and_away_at_column_16() -> None:
    game = match()
    game.refuses(place("home", h1=(16, 2)), "bad_placement")
    game.refuses(place("away", a1=(1, 2)), "bad_placement")
    game.do(place("home", h1=(1, 7)))
    game.do(place("away", a1=(16, 1)), dice=[11, 4])
    assert game.player("h1").at == (1, 7)
    assert game.player("a1").at == (16, 1)


@rule("ISH-ARENA-02")
def test_home_attacks_toward_growing_x_and_away_toward_falling_x() -> None:
    # Str: 1 + prof 2 + str 1 = 4 vs DC 10, missed by 6: the orb scatters one square; d8 2 is forward.
    home = play([man("h1", (3, 5))], go="h1")
    event = only(home.do(act("h1", "control", orb="home", ability="str"), dice=[1, 2]), OrbScattered)
    assert (event.start, event.to) == ((3, 4), (4, 4))
    away = play(away=[man("a1", (14, 5))], go="a1")
    event = only(away.do(act("a1", "control", orb="away", ability="str"), dice=[1, 2]), OrbScattered)
    assert (event.start, event.to) == ((14, 4), (13, 4))


@rule("ISH-ARENA-03")
@pytest.mark.parametrize(
    ("vessel", "behind"),
    [((2, 4), (1, 4)), ((15, 4), (16, 4))],
)
def test_one_free_square_lies_between_a_vessel_and_its_back_wall(
    vessel: tuple[int, int], behind: tuple[int, int]
) -> None:
    game = play([man("h1", (behind[0], 5))], go="h1")
    game.refuses(step("h1", *vessel), "vessel_square")
    game.do(step("h1", *behind))
    game.refuses(step("h1", *vessel), "vessel_square")
    beyond = behind[0] + (behind[0] - vessel[0])
    game.refuses(step("h1", beyond, 4), "out_of_arena")


@rule("ISH-ARENA-04")
@pytest.mark.parametrize(("at", "direction"), AWAY_SCORING)
def test_the_away_vessel_opens_to_the_three_squares_at_its_back_wall(
    at: tuple[int, int], direction: tuple[int, int]
) -> None:
    game = play([man("h1", at)], [man("a1", (8, 1))], go="h1", orbs={"home": {"holder": "h1"}})
    # Score Shot at distance 1: 10 + 1 × 1 = 11; an ordinary propel would be 2 × 1 = 2.
    assert game.needs(act("h1", "propel", direction=list(direction), distance=1)).target == 11


@rule("ISH-ARENA-04")
@pytest.mark.parametrize(("at", "direction"), HOME_SCORING)
def test_the_home_vessel_opens_to_the_three_squares_at_its_back_wall(
    at: tuple[int, int], direction: tuple[int, int]
) -> None:
    game = play([man("h1", (8, 1))], [man("a1", at)], go="a1", orbs={"away": {"holder": "a1"}})
    assert game.needs(act("a1", "propel", direction=list(direction), distance=1)).target == 11


@rule("ISH-ARENA-04")
@pytest.mark.parametrize(
    ("at", "direction"),
    [((15, 3), (0, 1)), ((15, 5), (0, -1)), ((14, 3), (1, 1)), ((14, 4), (1, 0)), ((14, 5), (1, -1))],
)
def test_the_other_five_neighbours_are_no_scoring_squares(at: tuple[int, int], direction: tuple[int, int]) -> None:
    game = play([man("h1", at)], [man("a1", (8, 1))], go="h1", orbs={"home": {"holder": "h1"}})
    assert game.needs(act("h1", "propel", direction=list(direction), distance=1)).target == 2


@rule("ISH-ARENA-05")
def test_a_step_into_a_vessel_square_is_refused() -> None:
    game = play([man("h1", (14, 3))], go="h1")
    game.refuses(step("h1", 15, 4), "vessel_square")
    assert (15, 4) not in steps_open_to(game, "h1")


@rule("ISH-ARENA-05")
def test_nobody_is_pushed_into_a_vessel_square() -> None:
    game = play(
        [man("h1", (13, 4))], [man("a1", (14, 4))], go="h1", orbs={"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
    )
    # Str 15 + 2 + 1 = 18 against Dex 10 + 2 + 3 = 15: margin 3, one square straight on would be (15, 4).
    push(game, "h1", "a1", [15, 10], ability="str")
    events = game.do(let_pass())
    assert not [event for event in events if isinstance(event, Pushed)]
    assert game.player("a1").at == (14, 4)


@rule("ISH-ARENA-06")
def test_an_orb_that_scatters_into_a_vessel_square_from_the_side_lies_there_loose() -> None:
    game = play([man("h1", (14, 5))], go="h1", orbs={"home": {"at": [14, 4]}, "away": {"at": [8, 7]}})
    # Str 1 + 3 = 4 vs 10, missed by 6; d8 2: forward, from (14, 4), which is no scoring square.
    event = only(game.do(act("h1", "control", orb="home", ability="str"), dice=[1, 2]), OrbScattered)
    assert event.to == (15, 4)
    assert (game.orb("home").state, game.orb("home").at) == ("loose", (15, 4))
    assert game.state.score == (0, 0)


@rule("ISH-ARENA-06")
def test_an_orb_in_a_vessel_square_is_had_only_by_control_from_beside_it() -> None:
    game = play([man("h1", (14, 4))], go="h1", orbs={"home": {"at": [15, 4]}, "away": {"at": [8, 7]}})
    game.refuses(act("h1", "propel", orb="home", direction=[1, 0], distance=1), "orb_not_in_square")
    assert game.needs(act("h1", "control", orb="home")).target == 10
    game.do(act("h1", "control", orb="home"), dice=[5])  # 5 + prof 2 + dex 3 = 10 vs DC 10
    assert (game.orb("home").state, game.orb("home").holder) == ("controlled", "h1")


@rule("ISH-ARENA-07")
@pytest.mark.parametrize("x", [1, 8, 16])
@pytest.mark.parametrize(("y", "beyond"), [(1, 0), (7, 8)])
def test_nobody_steps_through_a_long_wall(x: int, y: int, beyond: int) -> None:
    game = play([man("h1", (x, y))], [man("a1", (12, 4))], go="h1")
    game.refuses(step("h1", x, beyond), "out_of_arena")


@rule("ISH-ARENA-07")
def test_nobody_is_pushed_through_a_wall() -> None:
    game = play([man("h1", (8, 2))], [man("a1", (8, 1))], go="h1")
    push(game, "h1", "a1", [15, 10], ability="str")  # 18 against 15, margin 3
    game.do(let_pass())
    assert game.player("a1").at == (8, 1)


@rule("ISH-ARENA-07")
def test_no_orb_scatters_through_a_wall() -> None:
    game = play([man("h1", (9, 2))], go="h1", orbs={"home": {"at": [9, 1]}})
    # Str 1 + 3 = 4 vs 10, missed by 6; d8 8 is left, for home toward y = 0.
    event = only(game.do(act("h1", "control", orb="home", ability="str"), dice=[1, 8]), OrbScattered)
    assert (event.to, event.bounced) == ((9, 1), True)


@rule("ISH-ARENA-08")
@pytest.mark.parametrize(
    ("two", "third", "to"),
    [
        ([(16, 3), (16, 5)], (15, 3), (16, 4)),
        ([(16, 4), (16, 5)], (16, 2), (16, 3)),
        ([(1, 3), (1, 5)], (2, 5), (1, 4)),
        ([(1, 3), (1, 4)], (1, 6), (1, 5)),
    ],
)
def test_the_third_mate_may_not_step_on_the_last_scoring_square(
    two: list[tuple[int, int]], third: tuple[int, int], to: tuple[int, int]
) -> None:
    mates = [man("h1", two[0]), man("h2", two[1]), man("h3", third)]
    game = play(mates, [man("a1", (8, 1))], go="h3")
    game.refuses(step("h3", *to), "three_in_scoring_squares")
    assert to not in steps_open_to(game, "h3")


@rule("ISH-ARENA-08")
def test_an_opponent_may_take_the_last_scoring_square() -> None:
    mates = [man("h1", (16, 3), reaction_used=True), man("h2", (16, 5), reaction_used=True)]
    game = play(mates, [man("a1", (15, 3))], go="a1")
    game.do(step("a1", 16, 4))
    assert game.player("a1").at == (16, 4)


@rule("ISH-ARENA-08")
def test_a_placement_on_all_three_scoring_squares_is_refused() -> None:
    game = match([man("h1"), man("h2"), man("h3")])
    game.refuses(place("home", h1=(1, 3), h2=(1, 4), h3=(1, 5)), "three_in_scoring_squares")
    game.do(place("home", h1=(1, 3), h2=(1, 4), h3=(1, 6)))


@rule("ISH-ARENA-08")
def test_a_floored_opponent_may_not_be_put_on_the_last_scoring_square() -> None:
    theirs = [man("a1", (15, 3)), man("a2", (16, 3)), man("a3", (16, 5))]
    game = play([man("h1", (14, 4))], theirs, go="h1", orbs={"home": {"at": [8, 1]}, "away": {"at": [8, 7]}})
    push(game, "h1", "a1", [20, 5], ability="str")  # 23 against 10, margin 13
    game.refuses({"type": "choose", "option": "floor", "path": [[16, 4]]}, "bad_destination")


@rule("ISH-Q-62", "ISH-ARENA-08")
def test_a_shove_stops_before_the_last_scoring_square() -> None:
    theirs = [man("a1", (15, 3)), man("a2", (16, 3)), man("a3", (16, 5))]
    game = play([man("h1", (14, 2))], theirs, go="h1", orbs={"home": {"at": [8, 1]}, "away": {"at": [8, 7]}})
    # Str 15 + 3 = 18 against Dex 10 + 5 = 15: one square straight on would be (16, 4), the third for away.
    push(game, "h1", "a1", [15, 10], ability="str")
    game.do(let_pass())
    assert game.player("a1").at == (15, 3)
