"""Throws, landings and falls."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from rules.hachigoku.decide.falls import wounds_of
from rules.hachigoku.tables import PASSIVE
from tests.rules.every_game.rows import Played, asked, case, do, illegal, never, once, order, played, player
from tests.rules.hachigoku.dojo import (
    ACT,
    KATANA,
    a,
    act,
    after,
    attack,
    away,
    b,
    condition,
    fighter,
    held_by,
    is_rolled,
    moment,
    pooled,
    rest,
)
from tests.rules.play import Play

NET = {"name": "net", "skill": "Kenjutsu", "damage": "2k2", "entangle": True}
THROWER = {"skills": {"Karate": 6, "Kenjutsu": 3}, "weapons": [KATANA, NET]}
"""Karate 6/Fire 2 less two dice is 4k2."""
LANDS = {"type": "landing_roll", "character": "b"}
FALLS = {"type": "fall_roll", "character": "b"}
HARD = (5, 5, 1, 1)


def throw(name: str = "a", target: str = "b", weapon: str = "", **vector: Any) -> dict[str, Any]:
    raises = vector.pop("raises", {})
    there = {"throw_vector": vector} if vector else {}
    return attack(name, target, weapon, maneuvers=["throw"], raises=raises, **there)


def duel(who: Any = None, foe: Any = None, **more: Any) -> Any:
    return moment(8, who or a(8, 2, **THROWER), foe or b(3, skills={"Athletics": 4}), **more)


def thrown(*dice: int, who: Any = None, foe: Any = None, rules: Any = None, scene: Any = None, **vector: Any) -> Any:
    """Botan is in the air."""
    game = duel(who, foe, rules=rules, **({"scene": scene} if scene else {}))
    return after(game, ACT, do(throw(**vector), *(dice or HARD)))


def ranges(*pairs: tuple[str, str, int]) -> Any:
    def check(game: Play) -> None:
        assert [(one, other, game.state.ranges.between(one, other)) for one, other, _ in pairs] == list(pairs)

    return check


EARTH4 = a(8, 2, earth=4, **THROWER)
POST = {"scene": {"ranges": [["a", "b", 0], ["a", "post", 2], ["b", "post", 2]], "objects": [{"id": "post"}]}}


HAY = {**POST["scene"], "soft_landing": ["post"]}


@pytest.mark.parametrize("case", [
    # 5 + 5 meets Defense 10; Athletics 4/Water 2 against Earth 2 × 5: 5 + 5
    played("HAC-THROW-01 HAC-THROW-02 HAC-THROW-03 HAC-THROW-04 HAC-Q-63 HAC-MAN-01", "they land on their feet",
        thrown(), once(ev.Thrown, character="b", thrower="a", increments=1, toward=""), ranges(("a", "b", 1)),
        asked("landing_roll", "b"), do(LANDS, 5, 5, 1, 1),
        once(ev.LandingRolled, character="b", total=10, tn=10, success=True), player("b", wounds=0), condition("b"),
        player("b", moved=False)),
    played("HAC-THROW-05", "they crash", thrown(), do(LANDS, 5, 4, 1, 1), once(ev.LandingRolled, success=False),
        player("b", wounds=1), condition("b", "prone"), once(ev.WoundsTaken, by="a", cause="throw")),
    # a banzai die and a Raise: TN 15; 11 + 5
    played("HAC-THROW-05 HAC-ATK-06", "all its Wounds", thrown(10, 5, 1, 1, 1, raises={"wound": 1}), rest("b"),
        player("b", wounds=3), condition("b", "prone")),
    played("HAC-THROW-04", "passing counts as failed", thrown(), rest("b"), never(ev.LandingRolled),
        player("b", wounds=1)),
    played("HAC-THROW-04", "the Earth of the thrower", thrown(who=EARTH4), do(LANDS, 9, 9, 1, 1),
        once(ev.LandingRolled, total=18, tn=20, success=False)),
    played("HAC-THROW-04 HAC-Q-87", "in heavy armor",
        thrown(9, 9, foe=b(3, skills={"Athletics": 4}, armor={"type": "heavy"}),
            who=a(8, 2, skills={"Karate": 7})), is_rolled(LANDS, "3k2")),
    played("HAC-THROW-04", "who is unconscious lands badly",
        thrown(foe=b(3, conditions=["unconscious"]), rules={"auto_end": "off"}),
        never(ev.LandingRolled), player("b", wounds=1)),
    # Earth 4: two increments; TN 10 + 10
    played("HAC-THROW-02 HAC-RAISE-02 HAC-RANGE-08", "two Raises are an increment",
        thrown(10, 9, 1, 1, 1, who=EARTH4, raises={"throw_range": 2}), once(ev.Thrown, increments=2),
        ranges(("a", "b", 2)), rest("b"), player("b", wounds=2)),
    played("HAC-THROW-03 HAC-RANGE-07", "toward something",
        after(moment(8, a(8, 2, **THROWER), b(3), **POST), ACT, do(throw(toward="post"), *HARD)),
        ranges(("b", "post", 1), ("a", "b", 1), ("a", "post", 2))),
    # one increment of two: the hay is still near
    played("HAC-FALL-08", "it is soft only for who comes to it",
        after(moment(8, EARTH4, b(3), scene=HAY), ACT, do(throw(toward="post"), *HARD)), rest("b"),
        player("b", wounds=1)),
    played("HAC-FALL-08 HAC-THROW-03", "two increments lead to it",
        after(moment(8, EARTH4, b(3), scene=HAY), ACT,
            do(throw(toward="post", raises={"throw_range": 2}), 10, 9, 1, 1, 1)), rest("b"), player("b", wounds=0)),
    played("HAC-THROW-01 HAC-Q-74", "with a net by who is stronger",
        after(duel(who=a(8, 2, earth=3, **THROWER)), ACT), is_rolled(throw(weapon="net"), "3k3")),
    played("HAC-Q-75", "bare hands throw anybody", duel(foe=b(3, earth=9)), ACT, is_rolled(throw(), "4k2")),
    # captured: one die fewer of five, less two
    played("HAC-THROW-01 HAC-Q-76", "shaking off who holds one",
        after(duel(who=a(8, 2, earth=3, conditions=[held_by("b")], **THROWER)), ACT,
            do(throw(weapon="katana"), 9, 9)), once(ev.HoldEnded, holder="b", captive="a", cause="shaken_off"),
        condition("a")),
    played("HAC-GRAP-08", "who is thrown holds nobody",
        after(moment(8, a(8, 2, **THROWER), b(3), fighter("c", "crane", 2, conditions=[held_by("b")])), ACT,
            do(throw(), *HARD)), once(ev.HoldEnded, holder="b", captive="c", cause="thrown")),
    played("HAC-GRAP-08 HAC-MOVE-11", "the thrower lets go", thrown(foe=b(3, conditions=[held_by("a")])),
        once(ev.HoldEnded, holder="a", captive="b", cause="left_close")),
    played("HAC-SIM-03 HAC-THROW-05", "in a batch all happens at the end",
        moment(8, a(8, **THROWER), b(8), fighter("c", "boar", 2)), act("a"), act("b"), throw(),
        do(attack("b", "a"), 5, 5, 1, 1, 1, 1, 1, 1, 1),
        order(ev.Thrown), asked("landing_roll", "b"), rest("b"), player("b", wounds=1), condition("b", "prone"),
        once(ev.BatchResolved, characters=("a", "b"))),
    illegal("HAC-ILL-38 HAC-THROW-01 HAC-Q-76", "not strong enough",
        after(duel(), ACT), throw(weapon="net"), "throw_not_strong_enough"),
    illegal("HAC-THROW-01 HAC-ILL-37", "with a blade", after(duel(EARTH4), ACT), throw(weapon="katana"),
        "maneuver_wrong_weapon"),
    illegal("HAC-ILL-39 HAC-THROW-02 HAC-Q-74", "beyond half of Earth", after(duel(), ACT),
        throw(raises={"throw_range": 2}), "throw_too_far"),
    illegal("HAC-Q-74", "Earth 1 throws nobody", after(duel(a(8, 2, earth=1, **THROWER)), ACT), throw(),
        "throw_too_far"),
    illegal("HAC-ILL-39 HAC-THROW-02", "farther than the Raises", after(duel(EARTH4), ACT),
        [throw(increments=2), throw(increments=0), throw(fall_levels=-1)], "throw_too_far"),
    illegal("HAC-ILL-39 HAC-THROW-03", "toward what is too near",
        after(moment(8, EARTH4, b(3), **POST), ACT), [throw(toward="a"), throw(toward="nobody")],
        "throw_too_far", field="throw_vector.toward"),
    illegal("HAC-ILL-33 HAC-RAISE-04", "Raises for Wounds", thrown(), {**LANDS, "raises": {"wound": 1}},
        "raises_not_allowed"),
])  # fmt: skip
def test_throws(case: Played) -> None:
    case.check()


def falling(levels: int = 2, *, rules: Any = None, scene: Any = None, **more: Any) -> Any:
    """The GM has Botan fall."""
    game = moment(8, a(8), b(3, **{"height": levels, **more}), rules=rules, scene=scene)
    return after(game, {"type": "fall", "character": "b", "levels": levels})


@pytest.mark.parametrize("case", [
    # Earth 2 against 20: 10 and 1, and 9
    played("HAC-FALL-01 HAC-FALL-02 HAC-Q-37", "Earth takes all of it", falling(), once(ev.Fell, levels=2, wounds=4),
        asked("fall_roll", "b"), do(FALLS, 10, 9, 1), once(ev.FallRolled, tn=20, total=20, success=True),
        player("b", wounds=0, height=0), condition("b")),
    played("HAC-FALL-02 HAC-FALL-07 HAC-Q-37", "or nothing", falling(), do(FALLS, 10, 8, 1),
        once(ev.FallRolled, total=19, success=False), player("b", wounds=4), condition("b")),
    played("HAC-FALL-02", "no roll", falling(1), rest("b"), never(ev.FallRolled), player("b", wounds=2)),
    # three levels, Earth 2: a step; TN 30
    played("HAC-FALL-03", "a step for each level beyond Earth", falling(3), do(FALLS, 9),
        pooled((2, 2, "HAC-DICE-04"), (1, 2, "HAC-FALL-03"), (1, 1, "HAC-DICE-08")), once(ev.FallRolled, tn=30)),
    played("HAC-FALL-03 HAC-Q-37", "own penalties", falling(3, earth=3, wounds=4), is_rolled(FALLS, "2k2")),
    played("HAC-FALL-06", "unwillingly from one level", falling(1), once(ev.Fell, levels=1, wounds=2)),
    # 4k2 less three dice for a thrower who is not seen
    played("HAC-BLIND-02 HAC-THROW-04", "by somebody who is not seen",
        thrown(who=a(8, 2, conditions=["unseen"], **THROWER)), is_rolled(LANDS, "1k1")),
    played("HAC-FALL-08", "onto something soft", falling(scene={"soft_landing": ["b"]}),
        once(ev.Fell, soft=True, wounds=0), never(ev.FallRolled), player("b", wounds=0, height=0)),
    played("HAC-Q-37", "who is Down cannot roll",
        after(moment(8, a(8), b(3, wounds=5, height=1), fighter("c", "boar", 2)),
            {"type": "fall", "character": "b", "levels": 1}), never(ev.FallRolled), player("b", wounds=7)),
    illegal("HAC-ILL-33 HAC-RAISE-04", "Raises for Wounds", falling(), {**FALLS, "raises": {"wound": 1}},
        "raises_not_allowed"),
    # a Wound of the throw, four of the fall
    played("HAC-FALL-05 HAC-Q-38", "thrown over an edge",
        thrown(foe=b(3, height=2), who=a(8, 2, height=2, **THROWER), fall_levels=2), asked("landing_roll", "b"),
        rest("b"), player("b", wounds=1, height=0), condition("b", "prone"), asked("fall_roll", "b"), rest("b"),
        player("b", wounds=5)),
    played("HAC-FALL-05 HAC-Q-38", "Earth is for the fall only",
        thrown(foe=b(3, height=2), who=a(8, 2, height=2, **THROWER), fall_levels=2), rest("b"), do(FALLS, 10, 9, 1),
        player("b", wounds=1)),
    played("HAC-Q-38 HAC-THROW-04", "a landing cancels the fall: below the edge, on the feet",
        thrown(foe=b(3, height=2), who=a(8, 2, height=2, **THROWER), fall_levels=2), do(LANDS, 5, 5),
        never(ev.Fell), player("b", wounds=0, height=0), condition("b")),
    played("HAC-Q-38", "no Earth by the house rule",
        thrown(fall_levels=1, rules={"no_earth_roll_when_thrown": "on"}), rest("b"), player("b", wounds=3)),
    played("HAC-FALL-08", "thrown into the pond", thrown(fall_levels=1, scene={**away(0), "soft_landing": ["b"]}),
        rest("b"), once(ev.Fell, soft=True), player("b", wounds=0), condition("b", "prone")),
])  # fmt: skip
def test_falls(case: Played) -> None:
    case.check()


@pytest.mark.parametrize(("levels", "wounds", "tn"), [
    case("HAC-FALL-01 HAC-FALL-04", f"{levels} levels", levels, wounds, tn)
    for levels, wounds, tn in [(1, 2, 10), (2, 4, 20), (3, 6, 30), (4, 8, 40), (5, 10, 50), (6, 12, 60)]])  # fmt: skip
def test_the_table_of_falls(levels: int, wounds: int, tn: int) -> None:
    assert (wounds_of(levels), PASSIVE * wounds_of(levels)) == (wounds, tn)
