"""Ambushes and the surprise round; Honor Points in place of dice."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from tests.rules.every_game.rows import (
    PASS,
    Played,
    asked,
    do,
    each,
    illegal,
    last,
    never,
    once,
    played,
    player,
    refused,
    state,
)
from tests.rules.hachigoku.dojo import (
    START,
    a,
    act,
    after,
    attack,
    b,
    defend,
    dice_of,
    fighter,
    in_moment,
    moment,
    move,
    rest,
    setup,
)
from tests.rules.play import Play, rule

HIT, MISS = (5, 5, 5, 5, 5), (1, 1, 1, 1, 1)
AMBUSH = {"type": "set_ambush", "ambushers": ["a"]}
NOTICED = {**AMBUSH, "detected_by": ["c"]}
NEAR = {"ranges": [["a", "b", 1]]}


def c(*dice: int, **more: Any) -> dict[str, Any]:
    return fighter("c", "boar", *dice, **more)


def surprise(number: int, *who: Any, **more: Any) -> Any:
    """A Moment of the surprise round; A is the ambusher."""
    close = [[one["id"], other["id"], 0] for one in who for other in who if one["id"] < other["id"]]
    scene = {"ranges": close, "ambush": {"ambushers": ["a"], "detected_by": ["c"] if len(who) > 2 else []}}
    return moment(number, *who, scene=scene, surprise=True, **more)


def sprung(times: int) -> Any:
    """How many key moments of the match are ambushes."""

    def check(game: Any) -> None:
        assert [event.key_moment() for event in game.events].count("ambush") == times

    return check


@pytest.mark.parametrize("case", [
    played("HAC-AMB-01 HAC-AMB-02 HAC-AMB-03 HAC-Q-44", "ambushers and who has noticed them roll",
        setup(a(), b(), c()), NOTICED, once(ev.AmbushSet, ambushers=("a",), detected_by=("c",)), do(START, 9, 8, 7, 6),
        once(ev.RoundStarted, round=1, rolling=("a", "c"), surprise=True),
        each(ev.ActionDiceRolled, character=["a", "c"]), dice_of("b"), in_moment(10),
        asked("interrupt", "a", "c")),
    played("HAC-AMB-02", "from the setup", setup(a(), b(), ambush={"ambushers": ["b"]}), do(START, 5, 4),
        once(ev.RoundStarted, rolling=("b",), surprise=True), dice_of("a"), sprung(1)),
    played("HAC-AMB-02", "without one", setup(a(), b()), do(START, 5, 4, 3, 2), sprung(0)),
    # B is not unaware: Defense 10, but has nothing to defend with
    played("HAC-AMB-04 HAC-DEF-01", "the ambushed have their Defense", surprise(8, a(8, 2), b()), act(),
        do(attack(), 2, 2, 2, 1, 1), once(ev.AttackMissed, tn=10, total=7), never(ev.DefenseWindow)),
    played("HAC-AMB-04 HAC-HONOR-01 HAC-HONOR-02", "an Active Defense by Honor alone",
        surprise(8, a(8, 2), b(honor_points=1, skills={"Athletics": 3})), act("a"), rest("b"), do(attack(), *HIT),
        asked("defense_window", "b"), do(defend(honor=True), 9, 9, 9), once(ev.HonorSpent, character="b", left=0)),
    played("HAC-AMB-05 HAC-HONOR-01", "an Action by Honor, and no attack", surprise(8, a(8, 2), b(honor_points=2)),
        act("a"), act("b"), do(attack(), *MISS), PASS, act("b"), refused(attack("b", "a", honor=True),
        "honor_no_attack"),
        move("b", "a", "away", honor=True), once(ev.HonorSpent, character="b", left=1)),
    # nobody has acted in the surprise round: it does not end the Skirmish
    played("HAC-AMB-06 HAC-Q-26", "from the second round on everybody rolls", surprise(1, a(1), b()),
        do(rest("a"), 9, 8, 7, 6), never(ev.SkirmishEnded), last(ev.RoundStarted, round=2, rolling=("a", "b"),
        surprise=False),
        state(surprise=False), dice_of("b", 7, 6)),
    illegal("HAC-AMB-03 HAC-ILL-06", "the ambushed act", surprise(8, a(8), b()), [act("b"), attack("b", "a")],
        "surprised_no_dice", rule="HAC-AMB-03"),
    illegal("HAC-AMB-01 HAC-ILL-07", "an ambush in the midst of it", moment(8, a(8), b(8)), AMBUSH, "ambush_too_late"),
    illegal("HAC-AMB-01", "by strangers", setup(a(), b()), [{**AMBUSH, "ambushers": ["x"]}, {**AMBUSH,
        "detected_by": ["x"]}],
        "unknown_character"),
    illegal("HAC-AMB-01", "by nobody", setup(a(), b()), {**AMBUSH, "ambushers": []}, "nothing_to_do",
        field="ambushers"),
])  # fmt: skip
def test_ambushes(case: Played) -> None:
    case.check()


@rule("HAC-AMB-03", "HAC-ILL-06")
def test_no_position_gives_dice_to_who_is_surprised() -> None:
    with pytest.raises(Exception, match="surprised_no_dice"):
        surprise(8, a(8), b(5))()


@rule("HAC-Q-94", "HAC-INIT-04")
def test_the_count_begins_at_ten() -> None:
    game: Play = setup(a(), b())()
    game.do(START, (10, 10, 10, 10))
    assert game.state.moment == 10


def down(**rules: Any) -> Any:
    return moment(8, a(8), b(8), fighter("c", "crane", 3, wounds=5, honor_points=1), rules=rules)


@pytest.mark.parametrize("case", [
    # no dice at all: a total of 0 against 8
    played("HAC-HONOR-01 HAC-HONOR-02", "declared with no dice", moment(8, a(8), b(honor_points=1), scene=NEAR),
        asked("declare", "a", "b"), act("a"), act("b"), once(ev.InitiativeCompared, totals={"a": 8, "b": 0})),
    played("HAC-HONOR-01", "a simple action", after(moment(8, a(8, honor_points=1), b(3)), act()),
        {"type": "simple_action", "character": "a", "what": "drop_prone", "honor": True},
        once(ev.HonorSpent, character="a", left=0), dice_of("a", 8), player("a", honor_spent=1)),
    played("HAC-HONOR-02 HAC-Q-43", "one a Moment", moment(8, a(8, honor_points=2), b(3), scene=NEAR), act(),
        move(honor=True), act(), refused({"type": "simple_action", "character": "a", "what": "drop_prone",
        "honor": True},
            "honor_limit", rule="HAC-HONOR-02")),
    played("HAC-Q-43", "anew in the next", moment(8, a(8, honor_points=2), b(3), scene=NEAR), act(), move(honor=True),
        rest("a"), in_moment(7), act(), {"type": "simple_action", "character": "a", "what": "drop_prone",
        "honor": True},
        player("a", honor_points=0)),
    played("HAC-Q-43", "any number by the house rule",
        moment(8, a(8, honor_points=2), b(3), scene=NEAR, rules={"honor_per_moment": "unlimited"}), act(),
        move(honor=True), act(), {"type": "simple_action", "character": "a", "what": "drop_prone", "honor": True},
        player("a", honor_points=0), dice_of("a", 8)),
    # unskilled, two 10s that do not shout meet a total of 20
    played("HAC-HONOR-02", "in a reaction no totals count", moment(8, a(8), b(3, honor_points=1)), act("a"),
        rest("b"), do(attack(), *HIT), asked("defense_window", "b"), do(defend(honor=True), 10, 10),
        once(ev.DefenseRolled, character="b", success=True), never(ev.InitiativeCompared)),
    played("HAC-HONOR-03 HAC-INT-08", "the movement of a combination",
        moment(8, a(8, honor_points=1), b(3), scene=NEAR), act(),
        do({"type": "combine", "character": "a", "parts": [move(honor=True), attack(die=8)]}, *MISS),
        once(ev.HonorSpent, character="a"), dice_of("a", 8, state="spent")),
    illegal("HAC-HONOR-03 HAC-ILL-16", "an attack by Honor", after(moment(8, a(8, honor_points=1), b(3)), act()),
        attack(honor=True), "honor_no_attack"),
    illegal("HAC-HONOR-01 HAC-ILL-17", "no point", after(moment(8, a(8), b(3), scene=NEAR), act()), move(honor=True),
        "no_honor_points"),
    illegal("HAC-HONOR-02 HAC-ILL-17", "a second one in the Moment",
        after(moment(8, a(8, honor_points=1, honored=True), b(3), scene=NEAR), act()), move(honor=True), "honor_limit"),
    played("HAC-Q-49", "Down, an Honor Point does not help", down(), asked("declare", "a", "b")),
    played("HAC-Q-49", "it does by the house rule", down(down_honor="on"), asked("declare", "a", "b", "c"), act("c"),
        rest("a"), rest("b"), refused(attack("c", "b", honor=True), "honor_no_attack")),
])  # fmt: skip
def test_honor_points(case: Played) -> None:
    case.check()
