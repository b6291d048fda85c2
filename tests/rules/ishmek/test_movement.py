"""Steps, prone players, Dash, and what cuts movement short; the arena: its squares, walls, vessels, scoring squares."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek.events import ConcussionRolled, Dashed, InjuryRolled, OrbScattered, Pushed, Stepped, Stood
from rules.ishmek.system import ISHMEK
from rules.kernel.errors import KernelError
from tests.rules.every_game.rows import (
    PASS,
    Played,
    Step,
    by_gm,
    do,
    each,
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
from tests.rules.ishmek.arena import (
    Json,
    act,
    end_go,
    gm_effect,
    let_pass,
    man,
    match,
    pick,
    place,
    play,
    position,
    step,
    steps_open_to,
)
from tests.rules.play import Play, rule

NEIGHBOURS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
FAR = {"home": {"at": [1, 1]}}
HELD = {"home": {"holder": "h1"}}
STAND = {"type": "stand", "player": "h1"}
DROP = {"type": "drop", "player": "h1"}
CONTROL = act("h1", "control", orb="home")
CONTROL_AS_REACTION = act("h1", "control", "reaction", orb="home")
DASHER = [{"name": "Cunning Action", "actions": ["dash"]}]
QUIET: dict[str, Any] = {"reaction_used": True}


def h1(x: int = 8, y: int = 1, orbs: dict[str, Any] = FAR, **fields: Any) -> Callable[[], Play]:
    """h1's go, far from everybody; nothing is within reach unless `orbs` say so."""
    return lambda: play([man("h1", (x, y), **fields)], go="h1", picks=["a1"], orbs=orbs)


def among(home: list[Any], away: list[Any] | None = None, go: str = "h1", **more: Any) -> Callable[[], Play]:
    return lambda: play(home, away, go=go, **more)


def walks(squares: int) -> Step:
    """How many squares h1 can still walk along its row, found by walking to and fro."""

    def check(game: Play) -> None:
        for count in range(40):
            x, y = game.player("h1").at
            to = (x + (-1 if count % 2 else 1), y)
            if to not in steps_open_to(game, "h1"):
                assert count == squares
                return
            game.do(step("h1", *to))
        raise AssertionError("it never tires")

    return check


def injure(injury: str) -> Step:
    return by_gm(gm_effect(player="h1", add_injury=injury))


LEFT = [
    ({}, 6),
    ({"speed": 40}, 8),
    ({"move_used": 4}, 2),
    ({"move_used": 6, "dash_bonus": 6}, 6),
    ({"move_used": 5, "injuries": ["wobbly_legs"]}, 0),
    ({"move_used": 6, "injuries": ["wobbly_legs"]}, 0),  # 5 − 6 is still nothing
    ({"injuries": ["wobbly_legs", "noodly_legs"]}, 4),
    ({"speed_mod": -10}, 4),
    ({"speed": 0}, 0),
]
DASHED = [({}, 6), ({"injuries": ["wobbly_legs"]}, 5), ({"speed": 40, "speed_mod": -15}, 5), ({"speed": 33}, 6)]
ROUNDED = [({"speed": 33}, 6), ({"speed": 34, "injuries": ["wobbly_legs"]}, 5), ({"speed": 32, "speed_mod": -3}, 5)]
BARRED = [("out_of_arena", (16, 0)), ("occupied", (15, 2)), ("occupied", (16, 2)), ("not_adjacent", (14, 1))]


@pytest.mark.parametrize("case", [
    *(played("ISH-MOVE-01 ISH-Q-09", f"a step by {dx}, {dy} costs 1", h1(8, 4), step("h1", 8 + dx, 4 + dy),
        once(Stepped, start=(8, 4), to=(8 + dx, 4 + dy), cost=1), player("h1", move_used=1)) for dx, dy in NEIGHBOURS),
    played("ISH-Q-09", "corners of players do not hinder a diagonal step",
        among([man("h1", (8, 4), **QUIET)], [man("a1", (8, 3), **QUIET), man("a2", (9, 4), **QUIET)]),
        step("h1", 9, 3), player("h1", at=(9, 3))),
    played("ISH-Q-09", "nor do corners of vessels", h1(15, 3), step("h1", 16, 4), player("h1", at=(16, 4))),
    *(illegal("ISH-MOVE-02", f"{code} at {to}",
        among([man("h1", (16, 1)), man("h2", (15, 2))], [man("a1", (16, 2), **QUIET)]), step("h1", *to), code)
        for code, to in BARRED),
    illegal("ISH-MOVE-02", "the third scoring square",
        among([man("h1", (1, 3)), man("h2", (1, 4)), man("h3", (1, 6))], go="h3"), step("h3", 1, 5),
        "three_in_scoring_squares"),
    illegal("ISH-MOVE-02", "a vessel", h1(2, 5), step("h1", 2, 4), "vessel_square"),
    illegal("ISH-Q-08", "through a mate", among([man("h1", (8, 4)), man("h2", (9, 4), prone=True)]), step("h1", 9, 4),
        "occupied"),
    played("ISH-MOVE-03", "an orb goes along", h1(8, 4, HELD), step("h1", 9, 5), once(Stepped, orbs=("home",)),
        orb("home", at=(9, 5), holder="h1")),
    played("ISH-MOVE-03", "an orb that was dropped stays", h1(8, 4, HELD, **QUIET), DROP, step("h1", 9, 4),
        once(Stepped, orbs=()), orb("home", at=(8, 4), state="loose")),
    *(played("ISH-MOVE-04", f"{squares} left with {fields}", h1(**fields), walks(squares),
        refused(step("h1", 8, 2), "no_movement")) for fields, squares in LEFT),
    # 1 + 2 squares; the injury roll 1 + 8 = 9 does no harm
    played("ISH-MOVE-04", "bought squares count", h1(speed=5), {"type": "burn_move", "player": "h1", "squares": 2},
        step("h1", 9, 1), step("h1", 10, 1), do(step("h1", 11, 1), 1), refused(step("h1", 12, 1), "no_movement")),
    # 5 − 4
    played("ISH-MOVE-04", "an injury lowers it at once", h1(move_used=4), injure("jelly_legs"), walks(1)),
    *(played("ISH-MOVE-05", f"standing up costs {cost} at speed {speed}", h1(speed=speed, prone=True), STAND,
        once(Stood, cost=cost), player("h1", prone=False), walks(speed // 5 - cost))
        for speed, cost in [(30, 3), (35, 3), (25, 2), (10, 1), (5, 0)]),
    # half of 5, rounded down
    played("ISH-MOVE-05", "standing up is cheaper with a leg injury", h1(prone=True, injuries=["wobbly_legs"]), STAND,
        once(Stood, cost=2), walks(3)),
    # one square is left after two steps
    played("ISH-MOVE-05", "prone, a step costs 2", h1(prone=True, speed=25), step("h1", 9, 1), step("h1", 10, 1),
        each(Stepped, cost=[2, 2]), refused(step("h1", 11, 1), "no_movement"), player("h1", prone=True)),
    *(played("ISH-MOVE-05", f"prone changes no skill roll: {prone}", h1(4, 4, {}, prone=prone),
        needs(CONTROL, bonus=5, target=10, sides=(20,))) for prone in (False, True)),
    *(played("ISH-DASH-01", f"Dash adds {bonus} with {fields}", h1(**fields), act("h1", "dash"),
        once(Dashed, squares=bonus), walks(2 * bonus)) for fields, bonus in DASHED),
    played("ISH-DASH-01", "Dash as Bonus Action", h1(bonus_sources=DASHER), act("h1", "dash", "bonus"),
        once(Dashed, squares=6), player("h1", action_used=False)),
    # 5 + 6
    played("ISH-Q-72", "a leg injury takes nothing from a Dash", h1(), act("h1", "dash"), injure("wobbly_legs"),
        player("h1", dash_bonus=6), walks(11)),
    *(played("ISH-Q-70", f"rounded down last: {fields}", h1(**fields), walks(squares)) for fields, squares in ROUNDED),
    # adjacency is flat: −4 for a1
    played("ISH-Q-06", "one layer",
        among([man("h1", (8, 4))], [man("a1", (9, 5), **QUIET)], orbs={"home": {"at": [9, 4]}}),
        needs(CONTROL, bonus=5 - 4, target=10)),
    played("ISH-Q-07", "one speed all the match", h1(speed=20), walks(4), do(end_go("h1"), 15, 3), pick("h1"),
        walks(4)),
    # not even for the second injury
    played("ISH-Q-52", "concussed: one roll before the first movement",
        h1(injuries=["concussed", "major_head_trauma"]), do(step("h1", 9, 1), 11),
        once(ConcussionRolled, before="movement", lost=False), step("h1", 10, 1), player("h1", at=(10, 1))),
    # the Action has its own roll
    played("ISH-Q-52", "10 or less loses the movement, Dash included", h1(injuries=["concussed"]),
        do(step("h1", 9, 1), 10), once(ConcussionRolled, lost=True), player("h1", at=(8, 1)),
        refused(step("h1", 9, 1), "movement_lost"), do(act("h1", "dash"), 15),
        refused(step("h1", 9, 1), "movement_lost")),
    played("ISH-Q-52", "standing up is a movement", h1(injuries=["concussed"], prone=True), do(STAND, 3),
        once(ConcussionRolled, lost=True), player("h1", prone=True), refused(STAND, "movement_lost")),
    played("ISH-Q-52", "no roll before Reaction, Bonus Action or drop",
        h1(8, 4, HELD, injuries=["concussed"], bonus_sources=DASHER), act("h1", "dash", "bonus"), DROP,
        do(CONTROL_AS_REACTION, 10), never(ConcussionRolled)),
    # 17 against 15
    played("ISH-Q-52", "no roll for a forced move",
        among([man("h1", (8, 4))], [man("a1", (9, 4), injuries=["concussed"], **QUIET)]),
        act("h1", "push_pull", target="a1"), do(let_pass(), 12, 10), let_pass(), never(ConcussionRolled),
        player("a1", at=(10, 4))),
    played("ISH-Q-52", "concussed on the way", h1(), step("h1", 9, 1), injure("concussed"), do(step("h1", 10, 1), 5),
        once(ConcussionRolled, lost=True), player("h1", at=(9, 1))),
    # the name is free: 4 + 6 = 10 against 10
    played("ISH-Q-71", "an Action lost to concussion costs the slot alone",
        h1(4, 4, {}, cast_mod=4, slots_l1=1, spells_l1=[{"name": "grease", "casting_time": "action"}],
            injuries=["concussed"]),
        do({**CONTROL, "spell": "grease", "burn": 8}, 10), once(ConcussionRolled, before="action"), never(InjuryRolled),
        player("h1", action_used=True, used_names=(), slots_l1=1), do(CONTROL_AS_REACTION, 4),
        orb("home", holder="h1"), PASS),
])  # fmt: skip
def test_movement(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("field", [
    pytest.param({"height": 20}, marks=rule("ISH-Q-06")),
    pytest.param({"flying": True}, marks=rule("ISH-Q-06")),
    pytest.param({"fly_speed": 60}, marks=rule("ISH-Q-07")),
])  # fmt: skip
def test_it_cannot_read_players_who_fly(field: dict[str, Any]) -> None:
    with pytest.raises(KernelError):
        play([man("h1", (8, 4), **field)], go="h1")


# The arena


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


def h1_at(*at: int, away: list[Json] | None = None, orbs: Any = None) -> Callable[[], Play]:
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
    *(played("ISH-ARENA-01 ISH-Q-81", f"16 by 7: the corner {corner}", h1_at(*corner, away=[man("a1", (8, 4))]),
        open_to("h1", *squares)) for corner, squares in CORNERS),
    illegal("ISH-ARENA-02", "home starts at column 1, away at 16", match,
        [place("home", h1=(16, 2)), place("away", a1=(1, 2))], "bad_placement", place("home", h1=(1, 7)),
        do(place("away", a1=(16, 1)), 11, 4), player("h1", at=(1, 7)), player("a1", at=(16, 1))),
    # d8 2 is forward
    played("ISH-ARENA-02", "home attacks toward growing x", h1_at(3, 5), scatter("h1", "home", 2),
        once(OrbScattered, start=(3, 4), to=(4, 4))),
    played("ISH-ARENA-02", "away toward falling x", lambda: play(away=[man("a1", (14, 5))], go="a1"),
        scatter("a1", "away", 2), once(OrbScattered, start=(14, 4), to=(13, 4))),
    *(played("ISH-ARENA-03", f"one square behind the vessel {vessel}", h1_at(x, 5),
        refused(step("h1", *vessel), "vessel_square"), step("h1", x, 4), refused(step("h1", *vessel), "vessel_square"),
        refused(step("h1", 2 * x - vessel[0], 4), "out_of_arena")) for vessel, x in [((2, 4), 1), ((15, 4), 16)]),
    *(played("ISH-ARENA-04", f"the away vessel opens to {at}", *shot("home", at, way, 11)) for at, way in AWAY_SCORING),
    *(played("ISH-ARENA-04", f"the home vessel opens to {at}", *shot("away", at, way, 11)) for at, way in HOME_SCORING),
    *(played("ISH-ARENA-04", f"but not to {at}", *shot("home", at, way, 2)) for at, way in NO_SCORING),
    illegal("ISH-ARENA-05", "a step into a vessel", h1_at(14, 3), step("h1", 15, 4), "vessel_square",
        finds(False, lambda game: (15, 4) in steps_open_to(game, "h1"))),
    # 18 against 15: margin 3, one square straight on would be (15, 4)
    played("ISH-ARENA-05", "nobody is pushed into a vessel", h1_at(13, 4, away=[man("a1", (14, 4))], orbs=CLEAR),
        *push(15, 10), let_pass(), never(Pushed), player("a1", at=(14, 4))),
    # forward from (14,4), which is no scoring square
    played("ISH-ARENA-06", "an orb from the side lies in it, loose",
        h1_at(14, 5, orbs={**CLEAR, "home": {"at": [14, 4]}}), scatter("h1", "home", 2), once(OrbScattered, to=(15, 4)),
        orb("home", state="loose", at=(15, 4)), state(score=(0, 0))),
    # 5 + prof 2 + dex 3 = 10
    played("ISH-ARENA-06", "it is had by Control from beside alone",
        h1_at(14, 4, orbs={**CLEAR, "home": {"at": [15, 4]}}),
        refused(act("h1", "propel", orb="home", direction=[1, 0], distance=1), "orb_not_in_square"),
        needs(act("h1", "control", orb="home"), target=10), do(act("h1", "control", orb="home"), 5),
        orb("home", state="controlled", holder="h1")),
    *(illegal("ISH-ARENA-07", f"no step through the wall at {x}, {y}", h1_at(x, y, away=[man("a1", (12, 4))]),
        step("h1", x, beyond), "out_of_arena") for x in (1, 8, 16) for y, beyond in [(1, 0), (7, 8)]),
    played("ISH-ARENA-07", "no push through a wall", h1_at(8, 2, away=A1), *push(15, 10), let_pass(),
        player("a1", at=(8, 1))),
    # d8 8 is left, for home toward y = 0
    played("ISH-ARENA-07", "no scatter through a wall", h1_at(9, 2, orbs={"home": {"at": [9, 1]}}),
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
    played("ISH-ARENA-08", "nobody is floored there", h1_at(14, 4, away=BEHIND_A1, orbs=CLEAR), *push(20, 5),
        refused({"type": "choose", "option": "floor", "path": [[16, 4]]}, "bad_destination")),
    # 18 against 15: one square straight on would be (16, 4), the third for away
    played("ISH-Q-62 ISH-ARENA-08", "a shove stops before it", h1_at(14, 2, away=BEHIND_A1, orbs=CLEAR), *push(15, 10),
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
