"""Steps, prone players, Dash, and what cuts movement short."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.ishmek.events import ConcussionRolled, Dashed, InjuryRolled, Stepped, Stood
from rules.kernel.errors import KernelError
from tests.rules.every_game.rows import (
    PASS,
    Played,
    Step,
    by_gm,
    do,
    each,
    illegal,
    needs,
    never,
    once,
    orb,
    played,
    player,
    refused,
)
from tests.rules.ishmek.arena import act, end_go, gm_effect, let_pass, man, pick, play, step, steps_open_to
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
