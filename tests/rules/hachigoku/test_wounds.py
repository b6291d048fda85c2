"""Wounds by the track, Kaonashi and the division of Wounds, and dice that are kept by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from rules.hachigoku.questions import heavy_wounds, level
from rules.hachigoku.roster import Elements, WoundTrack
from rules.hachigoku.state import Character
from tests.rules.every_game.rows import PASS, Played, asked, case, do, each, illegal, never, once, order, played, player
from tests.rules.hachigoku.dojo import (
    ACT,
    HIT,
    a,
    act,
    after,
    attack,
    b,
    condition,
    defend,
    dice_of,
    fighter,
    held_by,
    is_rolled,
    moment,
    move,
    rest,
)


@pytest.mark.parametrize(("earth", "light", "heavy", "down", "out", "dead"), [
    case("HAC-WOUND-01 HAC-WOUND-02", f"Earth {earth}", earth, light, heavy, 2 * earth + 1, 2 * earth + 2, dead)
    for earth, light, heavy, dead in [(1, 1, 2, 5), (2, 2, 4, 7), (3, 3, 6, 9), (4, 4, 8, 11), (5, 5, 10, 13)]
])  # fmt: skip
def test_the_track_of_the_named(earth: int, light: int, heavy: int, down: int, out: int, dead: int) -> None:
    def at(wounds: int) -> tuple[str, int]:
        one = Character(id="a", side="s", elements=Elements(earth=earth), wounds=wounds)
        return level(one), heavy_wounds(one)

    assert [at(0), at(light)] == [("light", 0), ("light", 0)]
    assert [at(light + 1), at(heavy)] == [("heavy", 1), ("heavy", earth)]
    assert [at(wounds)[0] for wounds in (down, out, dead)] == ["down", "out", "dead"]


@pytest.mark.parametrize(("track", "levels"), [
    case("HAC-KAO-01 HAC-Q-52", "typical", None, ["light", "down", "out", "dead"]),
    case("HAC-KAO-01", "by the roster", WoundTrack(1, 1), ["light", "light", "heavy", "down", "out", "dead"]),
])  # fmt: skip
def test_the_track_of_kaonashi(track: Any, levels: list[str]) -> None:
    def at(wounds: int) -> str:
        return level(Character(id="m", side="s", kind="mook", wound_track=track, wounds=wounds))

    assert [at(wounds) for wounds in range(len(levels))] == levels


def hit(raises: int, **target: Any) -> Any:
    """Botan is about to take one Wound and the Raises; five dice of which four are kept, 10 at first."""
    fighters = [a(8, 2), b(3, 2, **target), fighter("c", "boar", 2, 1)]
    return after(moment(8, *fighters), PASS, ACT, do(attack(raises={"wound": raises}), *RAISED[raises]), PASS)


RAISED = {0: HIT, 1: HIT, 2: HIT, 3: (9, 9, 5, 5, 5), 4: (9, 9, 9, 5, 5), 5: (9, 9, 9, 9, 5),
    6: (10, 9, 9, 9, 5, 5)}  # fmt: skip
"""Dice that meet 10 and so many Raises: 20, then 28, 32, 36, and 15 + 27 = 42 with a banzai die."""


@pytest.mark.parametrize("case", [
    played("HAC-WOUND-01 HAC-WOUND-03", "Light is no other level", hit(0), player("b", wounds=1),
        never(ev.WoundLevelChanged)),
    played("HAC-WOUND-01 HAC-WOUND-03", "Heavy", hit(2), player("b", wounds=3),
        once(ev.WoundLevelChanged, before="light", after="heavy"), dice_of("b", 3, 2)),
    played("HAC-WOUND-03 HAC-WOUND-05 HAC-Q-49 HAC-INIT-17", "levels are skipped: Down", hit(4),
        once(ev.WoundLevelChanged, before="light", after="down"), once(ev.WoundsTaken, wounds=5, before=0, after=5),
        condition("b", "prone"), once(ev.DiceLost, character="b", faces=(3, 2), cause="down"),
        never(ev.CharacterDied)),
    played("HAC-WOUND-06 HAC-Q-50", "Out", hit(5), once(ev.WoundLevelChanged, after="out"), player("b", wounds=6)),
    # seven Wounds and a banzai die: 8 of Earth 2's 7
    played("HAC-WOUND-07 HAC-Q-51", "Dead, and one beyond", hit(6),
        once(ev.WoundsTaken, wounds=8, before=0, after=7, surplus=1), once(ev.CharacterDied, character="b")),
    played("HAC-WOUND-08", "who is Down holds nobody",
        after(moment(8, a(8, 2), b(3), fighter("c", "crane", 2, conditions=[held_by("b")]), fighter("d", "boar", 2)),
            ACT, do(attack(raises={"wound": 4}), 9, 9, 9, 5, 5)),
        once(ev.HoldEnded, holder="b", captive="c", cause="holder_unable"), condition("c")),
    # Earth 2 and 4 Wounds: two of five dice
    played("HAC-WOUND-04", "Heavy Wounds take dice", after(moment(8, a(8, wounds=4), b(3)), ACT),
        is_rolled(attack(), "3k3")),
    played("HAC-WOUND-04", "they leave the Defense alone", after(moment(8, a(8), b(3, wounds=4, water=4)), ACT),
        do(attack(), 5, 5, 5, 4, 1), once(ev.AttackMissed, tn=20)),
    *(played("HAC-WOUND-05 HAC-WOUND-06 HAC-Q-49 HAC-Q-50", f"with {wounds} Wounds Defense is 5",
        after(moment(8, a(8), b(wounds=wounds, water=4), fighter("c", "boar", 2)), ACT), do(attack(), 2, 1, 1, 1, 1),
        once(ev.AttackHit, total=5), player("b", wounds=wounds + 1)) for wounds in (5, 6)),
    illegal("HAC-WOUND-07 HAC-ILL-31", "the dead are left alone",
        after(moment(8, a(8), b(wounds=7), fighter("c", "boar", 2)), ACT), attack(), "illegal_targets"),
    played("HAC-Q-49", "who is Down does nothing",
        moment(8, a(8), b(wounds=5, honor_points=1), fighter("c", "boar", 2)), asked("declare", "a")),
    played("HAC-Q-49", "by the house rule an Honor Point lets them act",
        moment(8, a(8), b(wounds=5, honor_points=1), fighter("c", "boar", 2), rules={"down_honor": "on"}),
        asked("declare", "a", "b"), act("b"), rest("a"), asked("choose_action", "b"),
        {"type": "complex_action", "character": "b", "text": "He crawls.", "honor": True},
        once(ev.HonorSpent, character="b", left=0), asked("gm_adjudicate", "")),
    illegal("HAC-MOVE-12 HAC-Q-49 HAC-ILL-22", "Down, nobody moves by Honor, either",
        after(moment(8, a(8), b(wounds=5, honor_points=1, height=1, conditions=["prone"]), fighter("c", "boar", 2),
            rules={"down_honor": "on"}), act("b"), rest("a")),
        [move("b", "a", "away", honor=True), {"type": "stand_up", "character": "b", "honor": True},
         {"type": "climb", "character": "b", "levels": -1, "honor": True}], "cannot_act",
        {"type": "simple_action", "character": "b", "what": "other", "honor": True}, rule="HAC-MOVE-12"),
])  # fmt: skip
def test_wounds(case: Played) -> None:
    case.check()


def mook(name: str, *dice: int, **more: Any) -> Any:
    return fighter(name, "boar", *dice, kind="mook", group_id="g", **more)


def group(*dice: int, maneuvers: Any = (), rules: Any = None, mooks: Any = None, who: Any = None, **more: Any) -> Any:
    """Aoi attacks three Kaonashi at once; a fourth stays out of it."""
    three = mooks or [mook("m1"), mook("m2"), mook("m3")]
    game = moment(8, who or a(8, 2), *three, mook("m4"), rules=rules)
    waiting = [rest(one["id"]) for one in three if 8 in one["dice"]]
    order = {**attack(maneuvers=list(maneuvers), **more), "targets": [one["id"] for one in three]}
    return after(game, PASS, ACT, *waiting, do(order, *(dice or HIT)))


def divide(*affected: str, **wounds: int) -> dict[str, Any]:
    return {"type": "divide_wounds", "character": "a", "wounds": wounds, "affected": list(affected)}


THREE = {"raises": {"wound": 2}}
"""Three Wounds at TN 20."""


@pytest.mark.parametrize("case", [
    played("HAC-KAO-02 HAC-KAO-03 HAC-KAO-04 HAC-Q-55", "one roll, all Wounds divided", group(**THREE),
        asked("divide_wounds", "a"), divide(m1=2, m2=1), once(ev.WoundsDivided, wounds={"m1": 2, "m2": 1}),
        once(ev.AttackHit, wounds=3, targets=("m1", "m2", "m3")), each(ev.RollMade, by=["a"]),
        player("m1", wounds=2), player("m2", wounds=1), player("m3", wounds=0), player("m4", wounds=0)),
    played("HAC-KAO-01 HAC-Q-52", "Down, Out, Dead", group(**THREE), divide(m1=3),
        once(ev.WoundLevelChanged, character="m1", before="light", after="dead"), once(ev.CharacterDied)),
    played("HAC-KAO-03 HAC-Q-53", "the highest Defense and the worst armor",
        after(moment(8, a(8, 2), mook("m1", water=4),
            mook("m2", armor={"type": "light"}), mook("m3", cover="slight")), ACT),
        is_rolled({**attack(), "targets": ["m1", "m2", "m3"]}, "2k2")),
    # poor light armor is one step, no worse than ashigaru armor: 4k4
    played("HAC-KAO-03 HAC-ARMOR-04 HAC-ATK-15", "armor counts with its quality",
        after(moment(8, a(8, 2), mook("m1", armor={"type": "light", "quality": "poor"}),
            mook("m2", armor={"type": "ashigaru"}), mook("m3")), ACT),
        is_rolled({**attack(), "targets": ["m1", "m2", "m3"]}, "4k4")),
    played("HAC-KAO-05 HAC-Q-54", "each defends for itself",
        group(mooks=[mook("m1", 8, skills={"Athletics": 4}), mook("m2", 8), mook("m3")], **THREE),
        asked("defense_window", "m1"), do(defend("m1"), 10, 9, 1, 1, 1), asked("defense_window", "m2"), rest("m2"),
        asked("divide_wounds", "a"), divide(m2=1, m3=2), player("m1", wounds=0), player("m3", wounds=2)),
    played("HAC-KAO-05", "all defend",
        group(mooks=[mook("m1", 8, skills={"Athletics": 4}), mook("m2", 8, skills={"Athletics": 4})]),
        do(defend("m1"), 10, 9, 1, 1, 1), do(defend("m2"), 10, 9, 1, 1, 1), never(ev.AttackHit, ev.WoundsDivided)),
    played("HAC-KAO-05", "one is left",
        group(mooks=[mook("m1", 8, skills={"Athletics": 4}), mook("m2")]), do(defend("m1"), 10, 9, 1, 1, 1),
        never(ev.WoundsDivided), player("m2", wounds=1)),
    # the guard's Defense of 10 is met: they stand in the division
    played("HAC-Q-102 HAC-GUARD-02", "a guard for one of them",
        after(moment(8, a(8, 2), mook("m1"), mook("m2"), b(8, skills={"Athletics": 4})), ACT, rest("b"),
            do({**attack(), "targets": ["m1", "m2"]}, *HIT)),
        asked("guard_window", "b"), do({"type": "guard", "character": "b"}, 10, 9, 1, 1), divide(b=1),
        player("b", wounds=1), player("m1", wounds=0), player("m2", wounds=0)),
    played("HAC-Q-102", "a guard who is missed drops out for that one",
        after(moment(8, a(8, 2), mook("m1"), mook("m2"), b(8, water=5, skills={"Athletics": 4})), ACT, rest("b"),
            do({**attack(), "targets": ["m1", "m2"]}, *HIT)),
        do({"type": "guard", "character": "b"}, 10, 9, 1, 1), never(ev.WoundsDivided), player("m2", wounds=1),
        player("m1", wounds=0)),
    played("HAC-KAO-07 HAC-Q-56", "a maneuver reaches 1 and the Raises",
        group(5, 5, 5, 5, maneuvers=["knockdown"], raises={"wound": 1}), divide("m1", "m3", m2=2),
        condition("m1", "prone"), condition("m3", "prone"), player("m2", wounds=2),
        each(ev.ManeuverEffect, target=["m1", "m3"])),
    # a banzai die is a Wound, but reaches nobody
    illegal("HAC-Q-56 HAC-KAO-07 HAC-ILL-48", "banzai dice reach no more",
        group(10, 5, 5, 5, 5, maneuvers=["knockdown"]), divide("m1", "m2", m1=2), "bad_wound_division",
        field="affected"),
    illegal("HAC-KO-03", "nobody is knocked out without a Wound",
        group(10, 10, 1, 1, maneuvers=["knockout"], raises={"wound": 1}), divide("m1", "m2", m1=4),
        "bad_wound_division", divide("m1", "m2", m1=3, m2=1), player("m2", wounds=1), field="affected"),
    # 3k3 against Wind 10: a Feint does nothing to choose for
    played("HAC-KAO-07 HAC-FEINT-01", "a Feint is divided like any attack", group(9, 9, 2, maneuvers=["feint"]),
        divide(m2=1), player("m1", wounds=0), player("m2", wounds=1), never(ev.ManeuverEffect)),
    # a Stun deals no Wounds: each loses as many Actions as it is given
    played("HAC-Q-73 HAC-KAO-07", "lost Actions are divided",
        group(9, 9, 9, maneuvers=["stun"], mooks=[mook("m1", 5, 4), mook("m2", 3), mook("m3", 2)], raises={"wound": 1}),
        PASS, divide(m1=1, m3=1), dice_of("m1", 4), dice_of("m3"), dice_of("m2", 3), condition("m1", "stunned"),
        condition("m2"), condition("m3", "stunned")),
    illegal("HAC-Q-73", "no more than it reaches",
        group(10, 10, 9, 1, 1, maneuvers=["stun"]), divide(m1=2, m2=1), "bad_wound_division", field="affected"),
    illegal("HAC-ILL-48 HAC-KAO-04 HAC-Q-55", "more, fewer, or below 0", group(**THREE),
        [divide(m1=4), divide(m1=2), divide(m1=4, m2=-1), divide()], "bad_wound_division", field="wounds"),
    illegal("HAC-ILL-48 HAC-Q-54", "to somebody who has defended, or was not named",
        after(group(mooks=[mook("m1", 8, skills={"Athletics": 4}), mook("m2"), mook("m3")], **THREE),
            do(defend("m1"), 10, 9, 1, 1, 1)), [divide(m1=3), divide(m4=3)], "bad_wound_division", field="wounds"),
    illegal("HAC-KAO-07", "no maneuver, nobody affected", group(), divide("m1", m1=1), "bad_wound_division",
        field="affected"),
    illegal("HAC-KAO-04", "it cannot be passed", group(), rest("a"), "cannot_pass"),
    played("HAC-KAO-06", "they act for themselves", moment(8, a(5), mook("m1", 8), mook("m2", 8)),
        asked("declare", "m1", "m2")),
])  # fmt: skip
def test_kaonashi(case: Played) -> None:
    case.check()


def by_hand(*dice: int, **more: Any) -> Any:
    return after(moment(8, a(8, 2), b(3)), ACT, do(attack(manual_keep=True, **more), *dice))


def keep(*dice: int, name: str = "a") -> dict[str, Any]:
    return {"type": "keep_dice", "character": name, "dice": list(dice)}


COUNTER = {"type": "defend", "character": "b", "defense": "counterstrike", "weapon": "katana", "manual_keep": True}


@pytest.mark.parametrize("case", [
    # 5k4: without the banzai die 5 + 5 + 5 + 5
    played("HAC-DICE-11 HAC-Q-08 HAC-DICE-06", "the banzai die is left out", by_hand(5, 10, 5, 5, 5, 3),
        asked("keep_dice", "a"), keep(1, 3, 4, 5), once(ev.DiceKept, dice=(1, 3, 4, 5), total=20, exploded_kept=0,
            tn=10, success=True), once(ev.AttackHit, total=20, wounds=1),
        order(ev.RollMade, ev.DiceKept, ev.AttackHit)),
    played("HAC-DICE-11 HAC-Q-08", "the highest where nobody chooses", by_hand(5, 10, 5, 5, 5, 3), rest("a"),
        once(ev.DiceKept, dice=(1, 2, 3, 4), total=28, exploded_kept=1), once(ev.AttackHit, wounds=2)),
    # TN 15: 9 + 2 + 2 + 1
    played("HAC-Q-08 HAC-RAISE-01", "too low a choice misses", by_hand(9, 9, 2, 2, 1, raises={"wound": 1}),
        keep(1, 3, 4, 5), once(ev.DiceKept, total=14, tn=15, success=False), once(ev.AttackMissed, total=14)),
    played("HAC-Q-08", "nothing to choose",
        after(moment(8, a(8, 2), b(3, armor={"type": "heavy"})), ACT, do(attack(manual_keep=True), 9, 9)),
        never(ev.DiceKept), once(ev.AttackHit)),
    # Kenjutsu 5: 5k4 after two steps; 10 and 1, 5, 5, 5, 5 against 20
    played("HAC-DICE-11 HAC-CSTRIKE-02", "a Counterstrike",
        after(moment(8, a(8, 2), b(8, skills={"Kenjutsu": 5})), act(), rest("b"), do(attack(), *HIT),
            do(COUNTER, 10, 5, 5, 5, 5, 1)), asked("keep_dice", "b"), keep(2, 3, 4, 5, name="b"),
        once(ev.DiceKept, purpose="counterstrike", total=20, tn=20, success=True, exploded_kept=0),
        player("a", wounds=1)),
    illegal("HAC-ILL-49 HAC-DICE-11", "another number, or no such dice", by_hand(*HIT),
        [keep(1, 2, 3), keep(1, 2, 3, 4, 5), keep(1, 1, 2, 3), keep(0, 1, 2, 3), keep(2, 3, 4, 6)], "bad_keep"),
])  # fmt: skip
def test_dice_kept_by_hand(case: Played) -> None:
    case.check()
