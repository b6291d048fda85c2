"""The arena: its squares, walls, vessels and scoring squares."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek.events import OrbScattered, Pushed
from rules.ishmek.system import ISHMEK
from rules.kernel.errors import KernelError
from tests.rules.every_game.rows import (
    Played,
    Step,
    do,
    finds,
    illegal,
    needs,
    never,
    once,
    orb,
    played,
    player,
    refused,
    state,
)
from tests.rules.ishmek.arena import Json, act, let_pass, man, match, place, play, position, step, steps_open_to
from tests.rules.play import Play, rule

Square = tuple[int, int]
AWAY_SCORING = [((16, 3), (-1, 1)), ((16, 4), (-1, 0)), ((16, 5), (-1, -1))]
HOME_SCORING = [((1, 3), (1, 1)), ((1, 4), (1, 0)), ((1, 5), (1, -1))]
NO_SCORING = [((15, 3), (0, 1)), ((15, 5), (0, -1)), ((14, 3), (1, 1)), ((14, 4), (1, 0)), ((14, 5), (1, -1))]
CORNERS = [
    ((1, 1), {(1, 2), (2, 1), (2, 2)}),
    ((16, 1), {(16, 2), (15, 1), (15, 2)}),
    ((1, 7), {(1, 6), (2, 7), (2, 6)}),
    ((16, 7), {(16, 6), (15, 7), (15, 6)}),
]
THE_LAST_OF_THREE = [
    ([(16, 3), (16, 5)], (15, 3), (16, 4)),
    ([(16, 4), (16, 5)], (16, 2), (16, 3)),
    ([(1, 3), (1, 5)], (2, 5), (1, 4)),
    ([(1, 3), (1, 4)], (1, 6), (1, 5)),
]
CLEAR = {"home": {"at": [8, 1]}, "away": {"at": [8, 7]}}
A1 = [man("a1", (8, 1))]
BEHIND_A1 = [man("a1", (15, 3)), man("a2", (16, 3)), man("a3", (16, 5))]


def h1(*at: int, away: list[Json] | None = None, orbs: Any = None) -> Callable[[], Play]:
    return lambda: play([man("h1", at)], away, go="h1", orbs=orbs)


def shot(team: str, at: Square, way: Square, dc: int) -> list[Any]:
    """A propel of its own orb by a player of that team from there, and its DC."""
    me, orbs = f"{team[0]}1", {team: {"holder": f"{team[0]}1"}}
    home, away = [man("h1", at if team == "home" else (8, 1))], [man("a1", at if team == "away" else (8, 1))]
    order = act(me, "propel", direction=list(way), distance=1)
    return [lambda: play(home, away, go=me, orbs=orbs), needs(order, target=dc)]


def scatter(player: str, team: str, face: int) -> Step:
    return do(act(player, "control", orb=team, ability="str"), 1, face)


def push(mine: int, theirs: int) -> list[Step]:
    """h1 pushes a1 with Strength, +3, against Dexterity, +5, up to the choice."""
    return [do(act("h1", "push_pull", target="a1", ability="str")), do(let_pass(), mine, theirs)]


def open_to(player: str, *squares: Square) -> Step:
    return finds(set(squares), lambda game: steps_open_to(game, player))


@pytest.mark.parametrize("case", [
    *(played("ISH-ARENA-01 ISH-Q-81", f"16 by 7: the corner {corner}", h1(*corner, away=[man("a1", (8, 4))]),
        open_to("h1", *squares)) for corner, squares in CORNERS),
    illegal("ISH-ARENA-02", "home starts at column 1, away at 16", match,
        [place("home", h1=(16, 2)), place("away", a1=(1, 2))], "bad_placement", place("home", h1=(1, 7)),
        do(place("away", a1=(16, 1)), 11, 4), player("h1", at=(1, 7)), player("a1", at=(16, 1))),
    # d8 2 is forward
    played("ISH-ARENA-02", "home attacks toward growing x", h1(3, 5), scatter("h1", "home", 2),
        once(OrbScattered, start=(3, 4), to=(4, 4))),
    played("ISH-ARENA-02", "away toward falling x", lambda: play(away=[man("a1", (14, 5))], go="a1"),
        scatter("a1", "away", 2), once(OrbScattered, start=(14, 4), to=(13, 4))),
    *(played("ISH-ARENA-03", f"one square behind the vessel {vessel}", h1(x, 5),
        refused(step("h1", *vessel), "vessel_square"), step("h1", x, 4), refused(step("h1", *vessel), "vessel_square"),
        refused(step("h1", 2 * x - vessel[0], 4), "out_of_arena")) for vessel, x in [((2, 4), 1), ((15, 4), 16)]),
    *(played("ISH-ARENA-04", f"the away vessel opens to {at}", *shot("home", at, way, 11)) for at, way in AWAY_SCORING),
    *(played("ISH-ARENA-04", f"the home vessel opens to {at}", *shot("away", at, way, 11)) for at, way in HOME_SCORING),
    *(played("ISH-ARENA-04", f"but not to {at}", *shot("home", at, way, 2)) for at, way in NO_SCORING),
    illegal("ISH-ARENA-05", "a step into a vessel", h1(14, 3), step("h1", 15, 4), "vessel_square",
        finds(False, lambda game: (15, 4) in steps_open_to(game, "h1"))),
    # 18 against 15: margin 3, one square straight on would be (15, 4)
    played("ISH-ARENA-05", "nobody is pushed into a vessel", h1(13, 4, away=[man("a1", (14, 4))], orbs=CLEAR),
        *push(15, 10), let_pass(), never(Pushed), player("a1", at=(14, 4))),
    # forward from (14,4), which is no scoring square
    played("ISH-ARENA-06", "an orb from the side lies in it, loose",
        h1(14, 5, orbs={**CLEAR, "home": {"at": [14, 4]}}), scatter("h1", "home", 2), once(OrbScattered, to=(15, 4)),
        orb("home", state="loose", at=(15, 4)), state(score=(0, 0))),
    # 5 + prof 2 + dex 3 = 10
    played("ISH-ARENA-06", "it is had by Control from beside alone",
        h1(14, 4, orbs={**CLEAR, "home": {"at": [15, 4]}}),
        refused(act("h1", "propel", orb="home", direction=[1, 0], distance=1), "orb_not_in_square"),
        needs(act("h1", "control", orb="home"), target=10), do(act("h1", "control", orb="home"), 5),
        orb("home", state="controlled", holder="h1")),
    *(illegal("ISH-ARENA-07", f"no step through the wall at {x}, {y}", h1(x, y, away=[man("a1", (12, 4))]),
        step("h1", x, beyond), "out_of_arena") for x in (1, 8, 16) for y, beyond in [(1, 0), (7, 8)]),
    played("ISH-ARENA-07", "no push through a wall", h1(8, 2, away=A1), *push(15, 10), let_pass(),
        player("a1", at=(8, 1))),
    # d8 8 is left, for home toward y = 0
    played("ISH-ARENA-07", "no scatter through a wall", h1(9, 2, orbs={"home": {"at": [9, 1]}}),
        scatter("h1", "home", 8), once(OrbScattered, to=(9, 1), bounced=True)),
    *(illegal("ISH-ARENA-08", f"the third on {to}",
        lambda two=two, third=third: play([man("h1", two[0]), man("h2", two[1]), man("h3", third)], A1, go="h3"),
        step("h3", *to), "three_in_scoring_squares",
        finds(False, lambda game, to=to: to in steps_open_to(game, "h3"))) for two, third, to in THE_LAST_OF_THREE),
    played("ISH-ARENA-08", "an opponent may",
        lambda: play([man(f"h{y}", (16, y), reaction_used=True) for y in (3, 5)], [man("a1", (15, 3))], go="a1"),
        step("a1", 16, 4), player("a1", at=(16, 4))),
    illegal("ISH-ARENA-08", "not by a placement", lambda: match([man("h1"), man("h2"), man("h3")]),
        place("home", h1=(1, 3), h2=(1, 4), h3=(1, 5)), "three_in_scoring_squares",
        place("home", h1=(1, 3), h2=(1, 4), h3=(1, 6))),
    # 23 against 10: margin 13
    played("ISH-ARENA-08", "nobody is floored there", h1(14, 4, away=BEHIND_A1, orbs=CLEAR), *push(20, 5),
        refused({"type": "choose", "option": "floor", "path": [[16, 4]]}, "bad_destination")),
    # 18 against 15: one square straight on would be (16, 4), the third for away
    played("ISH-Q-62 ISH-ARENA-08", "a shove stops before it", h1(14, 2, away=BEHIND_A1, orbs=CLEAR), *push(15, 10),
        let_pass(), player("a1", at=(15, 3))),
])  # fmt: skip
def test_squares(case: Played) -> None:
    case.check()


@rule("ISH-Q-81")
@pytest.mark.parametrize("at", [(17, 4), (8, 8), (0, 4), (8, 0), None])
def test_no_square_lies_outside_and_no_other_arena_is_offered(at: Square | None) -> None:
    wrong = position(go="h1", columns=20, rows=9) if at is None else position([man("h1", at)], go="h1")
    with pytest.raises(KernelError):
        Play.position(ISHMEK, wrong)
