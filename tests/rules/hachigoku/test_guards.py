"""Guards who take the place of a target, and Disarm by who was just missed."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from tests.rules.every_game.rows import (
    PASS,
    Played,
    Step,
    asked,
    do,
    each,
    illegal,
    never,
    once,
    played,
    player,
    refused,
)
from tests.rules.hachigoku.dojo import (
    BOW,
    HIT,
    KATANA,
    MISS,
    a,
    act,
    after,
    attack,
    b,
    defend,
    dice_of,
    disarm,
    fighter,
    guard,
    held_by,
    is_rolled,
    moment,
    pooled,
    reopens,
    rest,
)
from tests.rules.play import Play

SKILLS = {"Athletics": 4, "Kenjutsu": 3, "Karate": 5}
FEINT = attack(maneuvers=["feint"])


def c(*dice: int, **more: Any) -> Any:
    """Chiyo, at Botan's side."""
    return fighter("c", "boar", *dice, **{"skills": SKILLS, **more})


def trio(*others: Any, target: Any = None, **more: Any) -> Any:
    """Aoi is about to attack Botan; the others stand by."""
    fighters = [a(8, 8), target or b(3), *(others or [c(8)])]
    waiting = [act(), *(rest(one["id"]) for one in fighters[1:] if 8 in one["dice"] or "honor_points" in one)]
    return after(moment(8, *fighters, **more), *waiting)


def struck(*others: Any, order: Any = None, dice: Any = HIT, **more: Any) -> Any:
    return after(trio(*others, **more), do(order or attack(), *dice))


READY = b(8, skills=SKILLS)


@pytest.mark.parametrize("case", [
    # Athletics 4/Void 2 less a die is 3k2: 10 and 1, and 9, are 20; 20 meets Chiyo's Defense of 10
    played("HAC-GUARD-01 HAC-GUARD-02 HAC-Q-80 HAC-ADEF-06 HAC-Q-86", "the guard is hit", struck(),
        asked("guard_window", "c"), do(guard("c"), 10, 9, 1, 1), pooled((4, 2, "HAC-DICE-03"), (3, 2, "HAC-GUARD-01")),
        once(ev.GuardRolled, character="c", target="b", total=20, against=20, success=True),
        once(ev.TargetChanged, character="c", target="b"), once(ev.AttackHit, targets=("c",)),
        player("c", wounds=1), player("b", wounds=0), dice_of("c", 8, state="spent")),
    played("HAC-GUARD-02", "it misses both", struck(c(8, water=5)), do(guard("c"), 10, 9, 1, 1),
        once(ev.AttackMissed, targets=("c",), total=20, tn=25), player("c", wounds=0), player("b", wounds=0)),
    played("HAC-GUARD-02 HAC-DISARM-01", "both whom it misses may disarm", struck(c(8, 8, water=5), target=b(8)),
        do(guard("c"), 10, 9, 1, 1), asked("disarm_window", "b", "c")),
    # Botan's 10 and two Raises are 20; Chiyo's 15 and two Raises 25
    played("HAC-GUARD-02", "Raises count against the guard",
        struck(c(8, water=3), order=attack(raises={"wound": 2})), do(guard("c"), 10, 9, 1, 1),
        once(ev.AttackMissed, targets=("c",), total=20, tn=25)),
    # 4k2: 10 and 1, and 9
    played("HAC-GUARD-02 HAC-ADEF-05", "the guard defends, too", struck(c(8, 8)), do(guard("c"), 10, 9, 1, 1),
        asked("defense_window", "c"), do(defend("c"), 10, 9, 1, 1, 1), never(ev.AttackHit), player("c", wounds=0)),
    # 9 + 9 = 18
    played("HAC-GUARD-03", "too late", struck(target=READY), do(guard("c"), 9, 9, 1),
        once(ev.GuardFailed, character="c", target="b"), asked("defense_window", "b"), PASS, player("b", wounds=1)),
    played("HAC-Q-78 HAC-ATK-08", "guards first, then the target", struck(c(8), fighter("d", "boar", 8), target=READY),
        asked("guard_window", "c", "d"), rest("d"), asked("guard_window", "c"), rest("c"),
        asked("defense_window", "b")),
    played("HAC-GUARD-01 HAC-Q-78", "the first success ends it", struck(c(8), fighter("d", "boar", 8)),
        do(guard("c"), 10, 9, 1, 1), each(ev.GuardRolled, character=["c"]), player("c", wounds=1)),
    played("HAC-Q-78", "no guard before the hit is known", after(trio(), do(attack(), *MISS)), never(ev.GuardWindow)),
    # 3k3 against 10; the guard's Wind 5 is 25
    played("HAC-Q-69", "a Feint is measured by Wind", struck(c(8, wind=5), order=FEINT, dice=(9, 9, 2)),
        do(guard("c"), 10, 9, 1, 1), once(ev.AttackMissed, targets=("c",), tn=25)),
    played("HAC-Q-69 HAC-FEINT-02", "who guards against a Feint defends no more",
        struck(c(8, 8), order=FEINT, dice=(9, 9, 2)), do(guard("c"), 10, 9, 1, 1), never(ev.DefenseWindow),
        player("c", wounds=1)),
    played("HAC-GUARD-01", "paid with Honor", struck(c(3, honor_points=1)), do(guard("c", honor=True), 9, 9, 1),
        player("c", honor_points=0)),
    played("HAC-BLIND-02", "a foe who is not seen",
        after(moment(8, a(8, conditions=["unseen"]), b(3), c(8, skills={"Athletics": 6})), act(), rest("c"),
            do(attack(), *HIT)), is_rolled(guard("c"), "2k2")),
    played("HAC-Q-87", "in heavy armor", struck(c(8, armor={"type": "heavy"})), is_rolled(guard("c"), "2k2")),
    *(played("HAC-ADEF-07 HAC-GUARD-01", f"nobody guards who is {name}", struck(c(8, conditions=[given])),
        never(ev.GuardWindow), player("b", wounds=1))
      for name, given in [("stunned", "stunned"), ("captured", held_by("a", "fully"))]),
    # Chiyo moves away in the same batch, but is there until all is done
    played("HAC-SIM-02 HAC-SIM-05 HAC-GUARD-01", "who moves away in the batch may still guard",
        after(moment(8, a(8), b(3), c(8, honor_points=1)), act("a"), act("c"), attack(),
            do({"type": "move", "character": "c", "reference": "a", "direction": "away"}, *HIT)),
        asked("guard_window", "c"), do(guard("c", honor=True), 10, 9, 1, 1), player("c", wounds=1),
        once(ev.RangeChanged, character="c")),
    illegal("HAC-ILL-46 HAC-GUARD-01", "by the attacker, or from afar",
        struck(c(8), fighter("d", "boar", 8), scene={"ranges": [["a", "b", 0], ["a", "c", 0], ["b", "c", 0],
            ["a", "d", 1], ["b", "d", 1], ["c", "d", 1]]}), [guard("a"), guard("d")], "guard_not_possible"),
    illegal("HAC-ILL-46", "when nobody is attacked", trio(), guard("c"), "guard_not_possible"),
    illegal("HAC-ILL-44 HAC-ADEF-05", "once only", after(struck(c(8, 8), fighter("d", "boar", 8)),
        do(guard("c"), 9, 9, 1)), guard("c"), "defense_already_used"),
    illegal("HAC-ILL-33 HAC-RAISE-04", "Raises for Wounds", struck(), guard("c", raises={"wound": 1}),
        "raises_not_allowed"),
])  # fmt: skip
def test_guards(case: Played) -> None:
    case.check()


ARCHER = {"weapons": [BOW], "skills": {"Kyujutsu": 4}}
NODACHI = {**KATANA, "name": "nodachi", "size": 3}
DISARMER = {"skills": SKILLS, "weapons": [KATANA, NODACHI]}


def state_of_weapons(name: str, **lost: str) -> Step:
    """Where somebody's weapons are that are lost; those at hand are lost to nobody."""

    def check(game: Play) -> None:
        assert {each.name: each.lost for each in game.player(name).weapons} == lost

    return check


def missed(foe: Any = None, who: Any = None, order: Any = None, dice: Any = MISS, **more: Any) -> Any:
    """Aoi's attack comes to 4, below Botan's Defense."""
    game = moment(8, who or a(8, 8, skills=SKILLS), foe or b(8, **DISARMER), **more)
    return after(game, act(), rest("b"), do(order or attack(), *dice))


@pytest.mark.parametrize("case", [
    # Kenjutsu 3/Fire 2 less two dice against 4
    played("HAC-DISARM-01 HAC-DISARM-02 HAC-DISARM-03 HAC-Q-81 HAC-ATK-07", "to the ground", missed(),
        asked("disarm_window", "b"), do(disarm(weapon="katana"), 4),
        pooled((3, 2, "HAC-DICE-03"), (1, 2, "HAC-DISARM-02"), (1, 1, "HAC-DICE-08")),
        once(ev.WeaponLost, character="a", weapon="katana", to="ground"), dice_of("b", 8, state="spent"),
        act("a"), refused(attack(), "weapon_not_ready")),
    played("HAC-DISARM-03", "one too few", missed(), do(disarm(weapon="katana"), 3), never(ev.WeaponLost)),
    # Karate 5/Fire 2
    played("HAC-DISARM-02", "bare-handed", missed(), is_rolled(disarm(), "2k2")),
    played("HAC-DISARM-02 HAC-DISARM-03", "into one's own hands", missed(), is_rolled(disarm(take=True), "1k1"),
        do(disarm(take=True), 4), once(ev.WeaponLost, weapon="katana", to="b"),
        once(ev.WeaponTaken, character="b", owner="a", weapon="katana", name="katana (2)"), reopens, act("a"),
        refused(attack(), "weapon_not_ready")),
    # Kenjutsu 3/Fire 2 and 2k2
    played("HAC-DISARM-03", "and struck with", after(missed(b(8, 8, skills=SKILLS, weapons=[])),
        do(disarm(take=True), 4), rest("a"), act("b")), is_rolled(attack("b", "a"), "5k4")),
    played("HAC-DISARM-03", "and back again",
        after(moment(8, a(8, 7, 1, skills=SKILLS), b(8, 8, 3, skills=SKILLS, weapons=[])), PASS, act(), rest("b"),
            do(attack(), *MISS), do(disarm(take=True), 4), act("b"), do(attack("b", "a"), *MISS)),
        do(disarm("a", take=True, interrupt=[7, 1]), 4), each(ev.WeaponTaken, name=["katana", "katana"]),
        state_of_weapons("a", katana=""), state_of_weapons("b", katana="a")),
    played("HAC-DISARM-03", "the GM gives it back", after(missed(b(8, skills=SKILLS, weapons=[])),
        do(disarm(take=True), 4)), {"type": "return_weapon", "character": "a", "weapon": "katana"},
        once(ev.WeaponReturned, character="a", weapon="katana"), state_of_weapons("a", katana=""),
        state_of_weapons("b", katana="ground"), act("a"), is_rolled(attack(), "5k4")),
    played("HAC-DISARM-02 HAC-Q-82", "with a bigger weapon", missed(), is_rolled(disarm(weapon="nodachi"), "2k2")),
    played("HAC-DISARM-01", "after a Dodge", missed(b(8, 8, **DISARMER), dice=HIT), do(defend(), 10, 9, 1, 1, 1),
        asked("disarm_window", "b")),
    played("HAC-DISARM-01 HAC-ATK-07", "let pass", missed(), rest("b"), never(ev.WeaponLost), dice_of("b", 8)),
    played("HAC-Q-83", "paid by an interruption",
        after(moment(8, a(8, 8), b(5, 4, **DISARMER)), PASS, act(), do(attack(), *MISS)),
        do(disarm(weapon="katana", interrupt=[5, 4]), 4), once(ev.WeaponLost, to="ground")),
    played("HAC-Q-83", "paid with Honor", missed(b(8, honor_points=1, **DISARMER)),
        do(disarm(weapon="katana", honor=True), 3), dice_of("b", 8), player("b", honor_points=0)),
    # Aoi rolls 3k2: 3 + 2; Botan equals it
    played("HAC-Q-81", "against the foe's own roll by the house rule", missed(rules={"disarm_tn": "opposed"}),
        do(disarm(weapon="katana"), 3, 2, 1, 5), once(ev.WeaponLost, to="ground")),
    played("HAC-Q-81", "below the foe's own roll", missed(rules={"disarm_tn": "opposed"}),
        do(disarm(weapon="katana"), 3, 2, 1, 4), never(ev.WeaponLost)),
    played("HAC-BLIND-02 HAC-Q-87", "a foe who is not seen", missed(who=a(8, 8, conditions=["unseen"])),
        disarm(), once(ev.RollImpossible, purpose="disarm")),
    # Kenjutsu 6/Fire 2 less three dice for who clings to it; the attack was 8k4 less three
    played("HAC-BLIND-02 HAC-Q-81", "by somebody who is not seen, by the house rule",
        missed(b(8, conditions=["unseen"], **DISARMER), a(8, 8, skills={"Kenjutsu": 6}),
            rules={"disarm_tn": "opposed"}), is_rolled(disarm(weapon="katana"), "3k2")),
    # 12 by 3k3 with two Heavy Wounds; the answer has to come to 12 + 10 and deals three: Earth 2 is dead at 7
    played("HAC-DISARM-01 HAC-WOUND-07", "nobody disarms the dead",
        missed(b(8, 8, **DISARMER), who=a(8, 8, skills=SKILLS, wounds=4), dice=(4, 4, 4)),
        do(defend(defense="counterstrike", weapon="katana", raises={"wound": 2}), 9, 9, 4), player("a", wounds=7),
        never(ev.DisarmWindow)),
    played("HAC-DISARM-01", "after bare hands", missed(order=attack(weapon=""), dice=(1, 1, 1, 1, 1)),
        never(ev.DisarmWindow)),
    illegal("HAC-ILL-47 HAC-DISARM-01", "after bare hands", missed(order=attack(weapon=""), dice=(1, 1, 1, 1, 1)),
        disarm(), "disarm_not_possible"),
    illegal("HAC-ILL-47 HAC-DISARM-01", "after a hit", after(missed(dice=HIT), PASS), disarm(), "disarm_not_possible"),
    illegal("HAC-ILL-47 HAC-DISARM-01", "after an arrow",
        missed(who=a(8, 8, **ARCHER), order=attack(weapon="bow"), dice=(1, 1, 1, 1, 1),
            scene={"ranges": [["a", "b", 1]]}), disarm(), "disarm_not_possible"),
    illegal("HAC-DISARM-02", "a full hand takes nothing", missed(), disarm(weapon="katana", take=True),
        "disarm_not_possible", field="take"),
    illegal("HAC-ILL-33 HAC-RAISE-04", "Raises for Wounds", missed(), disarm(raises={"wound": 1}),
        "raises_not_allowed"),
])  # fmt: skip
def test_disarms(case: Played) -> None:
    case.check()
