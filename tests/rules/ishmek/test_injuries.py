"""The injury table, row by row, and what an injury does."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ishmek import events as ev
from rules.kernel.errors import Refused
from tests.rules.every_game.rows import (
    PASS,
    Played,
    do,
    each,
    illegal,
    last,
    never,
    once,
    orb,
    passing,
    played,
    player,
    refused,
)
from tests.rules.ishmek.arena import Json, act, end_go, gm_effect, let_pass, man, pick, play, react, step
from tests.rules.ishmek.scrum import HELD, UNSEEN, choose, duel, forced, fouls, pushes
from tests.rules.play import Play, rule

LEGS = ["wobbly_legs", "jelly_legs", "noodly_legs"]
MORALE = [
    ("demoralized", -2),
    ("quite_demoralized", -4),
    ("shook", -2),
    ("badly_shook", -4),
    ("unnerved", -2),
    ("seriously_unnerved", -4),
]
HEAD = ["concussed", "major_head_trauma"]
TABLE = [
    (10, "wobbly_legs", 3),
    (11, "demoralized", 3),
    (12, "quite_demoralized", 3),
    (13, "jelly_legs", 5),
    (14, "shook", 5),
    (15, "badly_shook", 5),
    (16, "concussed", 5),
    (17, "noodly_legs", None),
    (18, "unnerved", None),
    (19, "seriously_unnerved", None),
    (20, "major_head_trauma", None),
]
"""Total, injury, the turn whose end it lasts to when it is taken in turn 3. [ISH-INJ-01]"""
SHAKEN = {"injuries": ["shook"]}
EVERY_D20 = {"penalty_scope": "every_d20_of_player"}
WON_BY_5, LOST_BY_5 = pushes(6, 3), pushes(5, 12)
CONTROL = act("h1", "control", orb="home", ability="dex")
STAND = {"type": "stand", "player": "h1"}


def alone(*injuries: Any, rules: Any = None, orb: Any = None, **fields: Any) -> Play:
    """h1 at (5,1) with nobody near, hurt, its go."""
    hurt = man("h1", (5, 1), injuries=list(injuries), **fields)
    return play([hurt], go="h1", house_rules=rules, orbs={"home": {"at": orb}} if orb else None)


def walks(*xs: int) -> list[Json]:
    """Steps along row 1."""
    return [step("h1", x, 1) for x in xs]


def hurt(name: str, *injuries: tuple[str, int | None]) -> Any:
    """What a player suffers from now, and until the end of which turn."""

    def check(game: Play) -> None:
        assert [(injury.name, injury.until) for injury in game.player(name).injuries] == list(injuries)

    return check


def turn(number: int) -> Any:
    def check(game: Play) -> None:
        assert game.state.turn == number

    return check


def third() -> Play:
    """The duel in turn 3."""
    return duel(turn=3)


@pytest.mark.parametrize("case", [
    *(played("ISH-INJ-01", f"{total} is none", third, WON_BY_5, do(choose("floor"), total), PASS,
        once(ev.InjuryRolled, total=total), never(ev.InjuryApplied), player("a1", injuries=()))
        for total in range(1, 10)),
    *(played("ISH-INJ-01 ISH-INJ-05", f"{total} is {name}", third, WON_BY_5, do(choose("floor"), total), PASS,
        once(ev.InjuryRolled, injury=name, table="injury"),
        once(ev.InjuryApplied, player="a1", injury=name, until=until), hurt("a1", (name, until)))
        for total, name, until in TABLE),
    # 13 + 8 = 21; its square is free at once
    *(played("ISH-INJ-07 ISH-INJ-01", f"21 and more, then {die}: {status}", lambda: duel(away=[man("a2", (1, 7))]),
        fouls(6, 3), do(choose("floor"), 13, die, *UNSEEN),
        each(ev.InjuryRolled, total=[21, die], table=["injury", "removal"]), once(ev.PlayerRemoved, status=status),
        player("a1", status=status, at=None), step("h1", 9, 4))
        for die, status in [(1, "out_match"), (10, "out_match"), (11, "out_tournament"), (19, "out_tournament"),
                        (20, "dead")]),
    played("ISH-INJ-07", "28 is still the row 21 and more", duel, fouls(6, 3), do(choose("floor"), 20, 1, *UNSEEN),
        each(ev.InjuryRolled, total=[28, 1]), player("a1", status="out_match")),
])  # fmt: skip
def test_injury_table(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # speed 30 − 5: five squares
    *(played("ISH-INJ-02", f"{name} costs a square", lambda name=name: alone(name), *walks(6, 7, 8, 9, 10),
        refused(step("h1", 11, 1), "no_movement"))
        for name in LEGS),
    *(played("ISH-INJ-02 ISH-DASH-01", f"{name} counts before Dash", lambda name=name: alone(name), act("h1", "dash"),
        once(ev.Dashed, squares=5))
        for name in LEGS),
    # falls: wobbly legs, so 1 square is left, and a crawl costs 2
    played("ISH-INJ-02 ISH-MOVE-04", "taken during the go it lowers what is left at once",
        lambda: duel({"speed": 10}), LOST_BY_5, do(let_pass("a1"), 20, 10), refused(step("h1", 7, 4), "no_movement")),
])  # fmt: skip
def test_legs(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 10 + 5 and the penalty
    *(played("ISH-INJ-03", name, lambda name=name: alone(name, orb=[5, 1]), do(CONTROL, 10),
        once(ev.SrRolled, total=15 + penalty, parts=[2, 3, penalty]))
        for name, penalty in MORALE),
    # 18 + 3 − 2 = 19 against 20: the injury of the same fall costs the orb
    played("ISH-INJ-03 ISH-PUSH-04", "from the moment it is taken", lambda: duel(orbs=HELD), WON_BY_5,
        do(choose("floor", path=[[10, 5]]), 14), do(forced(), 18, 4), PASS, once(ev.ForcedControlled, made=False)),
    # 15 against 12 + 3 − 2 = 13: won by 2; 11 + 3 − 2 = 12 against 12
    played("ISH-Q-51", "in defence and in a forced roll", lambda: duel(a1=SHAKEN, orbs=HELD), pushes(10, 12),
        let_pass("h1"), do(forced(), 11), PASS, once(ev.ContestSettled, margin=2),
        last(ev.SrRolled, total=12, success=True)),
    # 12 + 5 − 4 and 9 + 5: a1 tries first, 5 + 5 against 10
    played("ISH-Q-51", "in an order roll",
        lambda: play([man("h1", (5, 1)), man("h2", (10, 3), injuries=["badly_shook"])], [man("a1", (10, 5))],
            orbs={"home": {"at": [10, 4]}}, go="h1"),
        step("h1", 6, 1), react("h2", "control", orb="home", ability="dex"),
        do(react("a1", "control", orb="home", ability="dex"), 12, 9, 5),
        lambda game: orders(game, h2=13, a1=14), orb("home", holder="a1")),
    # 7 + 5 − 2 = 10 against 15: lost by 5
    played("ISH-Q-51", "not on injury and stumble", lambda: duel(SHAKEN), pushes(7, 12), do(let_pass("a1"), 20, 10),
        once(ev.StumbleRolled, total=20), once(ev.InjuryRolled, total=10)),
    played("ISH-Q-51", "not on concussion", lambda: alone("concussed", "shook"), do(step("h1", 6, 1), 11),
        once(ev.ConcussionRolled, lost=False)),
    # 2 + 5 − 2 = 5 against 10: scatters to (6,3)
    played("ISH-Q-51", "not on initiative and the direction of a scatter",
        lambda: play([man("h1", (5, 1), injuries=["unnerved"])], [man("a1", (12, 7))], orbs={"home": {"at": [6, 2]}},
            go="h1", picks=["a1"]),
        do(CONTROL, 2, 4), do(end_go("h1"), 7, 6), orb("home", at=(6, 3)),
        each(ev.InitiativeRolled, team=["home", "away"], total=[7, 6])),
    # 13 against 15
    played("ISH-Q-51", "not on the umpires' dice", lambda: duel(SHAKEN), fouls(10, 12, 9, 1),
        each(ev.UmpireRolled, total=[15, 8])),
    # 20 − 2 = 18: stands
    played("ISH-Q-51", "by house rule on stumbles", lambda: duel(SHAKEN, house_rules=EVERY_D20), pushes(7, 12),
        do(let_pass("a1"), 20), once(ev.StumbleRolled, total=18), player("h1", prone=False)),
    # 11 against 6; 12 − 2: wobbly legs
    played("ISH-Q-51", "by house rule on injuries", lambda: duel(a1=SHAKEN, house_rules=EVERY_D20), pushes(6, 5),
        do(choose("floor"), 12), once(ev.InjuryRolled, injury="wobbly_legs")),
    # 12 − 2 = 10
    played("ISH-Q-51", "by house rule on concussion", lambda: alone("concussed", "shook", rules=EVERY_D20),
        do(step("h1", 6, 1), 12), once(ev.ConcussionRolled, lost=True)),
])  # fmt: skip
def test_morale_lowers_a_skill_roll(case: Played) -> None:
    case.check()


def orders(game: Play, **totals: int) -> None:
    assert {roll.player: roll.total for roll in game.events if isinstance(roll, ev.OrderRolled)} == totals


@pytest.mark.parametrize("case", [
    row
    for name in HEAD
    for row in [
        played("ISH-INJ-04", f"{name}: 10 loses the movement", lambda name=name: alone(name), do(step("h1", 6, 1), 10),
            once(ev.ConcussionRolled, player="h1", before="movement", lost=True), player("h1", at=(5, 1)),
            refused(step("h1", 6, 1), "movement_lost")),
        # once a go
        played("ISH-INJ-04", f"{name}: 11 does not", lambda name=name: alone(name), do(step("h1", 6, 1), 11),
            once(ev.ConcussionRolled, player="h1", before="movement", lost=False), player("h1", at=(6, 1)),
            step("h1", 7, 1)),
        played("ISH-INJ-04", f"{name}: 10 loses the action", lambda name=name: alone(name), do(act("h1", "dash"), 10),
            once(ev.ConcussionRolled, before="action", lost=True), never(ev.Dashed),
            refused(act("h1", "dash"), "action_spent")),
        played("ISH-INJ-04", f"{name}: 11 keeps it", lambda name=name: alone(name), do(act("h1", "dash"), 11),
            once(ev.ConcussionRolled, before="action", lost=False), once(ev.Dashed),
            refused(act("h1", "dash"), "action_spent")),
    ]
])  # fmt: skip
def test_head(case: Played) -> None:
    case.check()


# How long it lasts


def third_turn(name: str, until: int | None) -> Play:
    return play([man("h1", (5, 1), injuries=[{"name": name, "until": until}])], go="h1", picks=["a1"], turn=3)


@pytest.mark.parametrize("case", [
    played("ISH-INJ-05", "it goes at the end of its turn", lambda: third_turn("jelly_legs", 3), do(end_go("h1"), 12, 5),
        once(ev.InjuryExpired), hurt("h1"), turn(4)),
    *(played("ISH-INJ-05", f"not of another ({until})", lambda name=name, until=until: third_turn(name, until),
        do(end_go("h1"), 12, 5), never(ev.InjuryExpired), hurt("h1", (name, until)), turn(4))
        for name, until in [("jelly_legs", 4), ("noodly_legs", None)]),
    # shook in turn 3; home begins each turn
    played("ISH-INJ-05", "three turns count the present one", third, WON_BY_5, do(choose("floor"), 14), PASS,
        end_go("h1"),
        *(part for n in (3, 4, 5) for part in [turn(n), hurt("a1", ("shook", 5)), pick("a1"), do(end_go("a1"), 12, 5),
            pick("h1"), end_go("h1")]),
        turn(6), hurt("a1")),
    # 11 against 11
    played("ISH-INJ-05", "also while sitting out and in a turn that a point cut short",
        lambda: play(
            [man("h1", (16, 4)), man("h2", status="sitting_out", sit_out={"kind": "match"},
                injuries=[{"name": "shook", "until": 3}])],
            [man("a1", (5, 7), injuries=[{"name": "shook", "until": 3}])],
            orbs={"home": {"holder": "h1"}, "away": {"at": [8, 4]}}, go="h1", turn=3),
        do(act("h1", "propel", orb="home", ability="dex", direction=[-1, 0], distance=1), 6),
        each(ev.InjuryExpired, player=["h2", "a1"]), hurt("h2"), hurt("a1")),
    played("ISH-INJ-06", "no magic removes one, but a slip of the table may be mended", lambda: alone("unnerved"),
        refused(gm_effect(player="h1", remove_injury="unnerved"), "injury_not_healable", by="gm"),
        do(gm_effect(player="h1", remove_injury="unnerved", magic=False), by="gm"), hurt("h1")),
])  # fmt: skip
def test_how_long_it_lasts(case: Played) -> None:
    case.check()


@rule("ISH-INJ-05")
@pytest.mark.parametrize(
    ("name", "until"),
    [
        ("wobbly_legs", None),  # this turn
        ("wobbly_legs", 4),
        ("jelly_legs", None),  # three turns: 3, 4 and 5
        ("jelly_legs", 2),
        ("jelly_legs", 6),
        ("concussed", None),
        ("noodly_legs", 3),  # the match
        ("major_head_trauma", 5),
    ],
)
def test_it_refuses_an_injury_that_lasts_otherwise_than_its_row_says(name: str, until: int | None) -> None:
    with pytest.raises(Refused) as caught:
        third_turn(name, until)
    assert (caught.value.code, caught.value.rule) == ("bad_position", "ISH-INJ-05")
    assert caught.value.field == "position.teams.home.players.h1.injuries"


@rule("ISH-INJ-05")
@pytest.mark.parametrize(
    ("name", "until"),
    [("wobbly_legs", 3), ("jelly_legs", 3), ("jelly_legs", 4), ("jelly_legs", 5), ("noodly_legs", None)],
)
def test_a_position_may_have_what_the_row_allows(name: str, until: int | None) -> None:
    hurt("h1", (name, until))(third_turn(name, until))


# Several at once, and prone

FOUR = ("shook", "badly_shook", "jelly_legs", "noodly_legs")


def pained(**rules: str) -> Play:
    """h1 on the orb with four injuries, which it has no Reaction to take up."""
    return alone(*FOUR, rules=rules, orb=[5, 1], reaction_used=True)


@pytest.mark.parametrize("case", [
    # 10 + 5 − 2 − 4; 30 − 10: four squares
    played("ISH-Q-50", "they add up", pained, do(CONTROL, 10), once(ev.SrRolled, total=9), *walks(6, 7, 8, 9),
        refused(step("h1", 10, 1), "no_movement")),
    # 10 + 5 − 4; 30 − 5: five squares
    played("ISH-Q-50", "by house rule the worst of each kind", lambda: pained(injury_stack="worst"), do(CONTROL, 10),
        once(ev.SrRolled, total=11), *walks(6, 7, 8, 9, 10), refused(step("h1", 11, 1), "no_movement")),
    played("ISH-Q-50", "the same twice counts twice", lambda: alone("shook", "shook", orb=[5, 1]), do(CONTROL, 10),
        once(ev.SrRolled, total=11)),
    # 0 + 1, not −5 + 5: the bought square is there to be walked
    played("ISH-Q-50", "the allowance does not fall below 0", lambda: alone("jelly_legs", "noodly_legs", speed=5),
        refused(step("h1", 6, 1), "no_movement"), {"type": "burn_move", "player": "h1", "squares": 1},
        do(step("h1", 6, 1), 1), player("h1", at=(6, 1))),
])  # fmt: skip
def test_several_injuries(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    *(played("ISH-Q-44", f"standing up at {speed} feet costs half",
        lambda speed=speed: alone(prone=True, speed=speed), STAND, once(ev.Stood, cost=cost),
        player("h1", prone=False, move_used=cost))
        for speed, cost in [(30, 3), (25, 2), (5, 0)]),
    illegal("ISH-Q-44", "nobody stands up without an allowance", lambda: alone(prone=True, speed=0), STAND,
        "cannot_stand"),
    played("ISH-Q-44", "crawls at 2 a square and rolls as ever", lambda: alone(prone=True, orb=[6, 1]),
        step("h1", 6, 1), passing(), do(CONTROL, 10), player("h1", move_used=2, prone=True),
        once(ev.SrRolled, total=15)),
    played("ISH-Q-44", "lasts into the next turn",
        lambda: play([man("h1", (5, 1), prone=True)], go="h1", picks=["a1"]), do(end_go("h1"), 12, 5), turn(2),
        player("h1", prone=True)),
    played("ISH-Q-44", "by house rule keeps the lower of two dice",
        lambda: alone(prone=True, orb=[5, 1], rules={"prone_sr": "disadvantage"}), do(CONTROL, 15, 4),
        once(ev.SrRolled, dice=((20, 15, False), (20, 4, True)), total=9)),
])  # fmt: skip
def test_prone(case: Played) -> None:
    case.check()
