"""Pools, shouting dice, kept dice, difficulties and Raises."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from tests.rules.every_game.rows import Played, do, illegal, last, needs, never, once, played, player
from tests.rules.hachigoku.dojo import KATANA, a, act, after, attack, b, dice_of, moment, pooled

DUEL = moment(8, a(8), b(3))
NOVICE = moment(8, a(8, skills={}), b(3))


def against(**target: Any) -> Any:
    """A with a die of Moment 8 and Kenjutsu 3, Fire 2 and a katana, so 5k4, against such a B."""
    return moment(8, a(8), b(3, **target), rules={"auto_end": "off"})


def ruled(who: Any = None, foe: Any = None, **rules: Any) -> Any:
    return moment(8, who or a(8), foe or b(3), rules=rules)


ACT = act()
LIGHT, HEAVY = {"type": "light"}, {"type": "heavy"}


@pytest.mark.parametrize("case", [
    # Kenjutsu 3/Fire 2 is 3k2, the katana's 2k2 makes it 5k4: 7 + 6 + 5 + 4 = 22
    played("HAC-DICE-02 HAC-DICE-03 HAC-ATK-03 HAC-Q-01", "a Skill and a weapon", DUEL, ACT,
        do(attack(), 3, 4, 5, 6, 7), pooled((3, 2, "HAC-DICE-03"), (5, 4, "HAC-ATK-03")),
        once(ev.RollMade, total=22, roll="5d10!kh4", target=10, success=True, values=(3, 4, 5, 6, 7))),
    played("HAC-DICE-03", "other ranks", moment(8, a(8, fire=4, skills={"Kenjutsu": 2}), b(3)), ACT,
        do(attack(), 1, 2, 3, 4), pooled((2, 4, "HAC-DICE-03"), (4, 6, "HAC-ATK-03"), (4, 4, "HAC-DICE-08")),
        once(ev.RollMade, total=10)),
    # die 1: 10, 10 and 4 are 24; die 3: 10 and 6 are 16; with 3 and 2 they make 45
    played("HAC-DICE-05 HAC-DICE-06 HAC-Q-05 HAC-Q-07 HAC-Q-06", "all dice first, then each chain", DUEL, ACT,
        do(attack(), 10, 3, 10, 2, 1, 10, 4, 6),
        once(ev.RollMade, values=(24, 3, 16, 2, 1), total=45, exploded_kept=2, chains=(0, 0, 2))),
    played("HAC-DICE-05 HAC-Q-07", "the wanted die is named", DUEL, ACT,
        needs(attack(), 1, 10, 3, 10, 2, sides=(10,), wants="the chain of die 2"),
        needs(attack(), 1, 10, 3, 10, 2, 10, wants="the chain of die 2"),
        needs(attack(), 1, 10, 3, 10, 2, 5, wants="the chain of die 4")),
    played("HAC-Q-06", "each 10 counts by the house rule", ruled(banzai_per_ten="on"), ACT,
        do(attack(), 10, 3, 10, 2, 1, 10, 4, 6), once(ev.RollMade, exploded_kept=3)),
    # 2k1 of Kenjutsu 2 and Fire 1 without a katana's dice: 10 + 1 = 11 and 10 + 2 = 12, of which one is kept
    played("HAC-DICE-06", "an unkept banzai die counts nothing",
        moment(8, a(8, fire=1, skills={"Karate": 2}), b(3)), ACT, do(attack(weapon=""), 10, 10, 1, 2),
        once(ev.RollMade, values=(11, 12), total=12, exploded_kept=1)),
    # Fire 2 and the katana: 4k4, and a 10 is a 10
    played("HAC-DICE-07 HAC-Q-03", "unskilled", NOVICE, ACT, do(attack(), 10, 10, 1, 2),
        pooled((2, 2, "HAC-DICE-07"), (4, 4, "HAC-ATK-03")),
        once(ev.RollMade, total=23, exploded_kept=0, roll="4d10kh4"), once(ev.AttackHit, wounds=1)),
    played("HAC-Q-03", "a low rank may roll as unskilled",
        ruled(a(8, skills={"Kenjutsu": 2}), unskilled_choice="on"), ACT, do(attack(unskilled=True), 10, 1, 1, 1),
        once(ev.RollMade, total=13, exploded_kept=0)),
    # 5k4 less three dice is 2k4, so 2k2
    played("HAC-DICE-08 HAC-Q-02", "no more are kept than are rolled", against(armor=HEAVY), ACT,
        do(attack(), 9, 8), pooled((3, 2, "HAC-DICE-03"), (5, 4, "HAC-ATK-03"), (2, 4, "HAC-ARMOR-01"),
            (2, 2, "HAC-DICE-08")), once(ev.RollMade, total=17)),
    # Kenjutsu 1 and 2 of the katana are 3 dice, less 3
    played("HAC-DICE-09 HAC-Q-09", "no die is left",
        moment(8, a(8, skills={"Kenjutsu": 1}), b(3, armor=HEAVY)), ACT, attack(), never(ev.RollMade),
        once(ev.RollImpossible, character="a", tn=10, success=False), once(ev.AttackMissed, total=0),
        dice_of("a", 8, state="spent")),
    played("HAC-Q-09", "one die by the house rule",
        ruled(a(8, skills={"Kenjutsu": 1}), b(3, armor=HEAVY), min_pool="1k1"), ACT, do(attack(), 10),
        once(ev.RollMade, total=10, roll="1d10kh1", exploded_kept=0, success=True)),
    # Kenjutsu 10 and the katana: 12k4
    played("HAC-Q-10", "no cap", moment(8, a(8, skills={"Kenjutsu": 10}), b(3)), ACT,
        do(attack(), *[2] * 12), once(ev.RollMade, roll="12d10!kh4", total=8)),
    played("HAC-Q-10", "ten dice by the house rule", ruled(a(8, skills={"Kenjutsu": 10}), ten_dice_rule="on"), ACT,
        do(attack(), *[2] * 10), once(ev.RollMade, roll="10d10!kh5", total=10)),
    played("HAC-DICE-10 HAC-Q-11", "the TN is met", DUEL, ACT, do(attack(), 1, 1, 2, 3, 4),
        once(ev.RollMade, total=10, target=10, success=True)),
    played("HAC-DICE-10", "one less", DUEL, ACT, do(attack(), 1, 1, 2, 2, 4),
        once(ev.RollMade, total=9, success=False), once(ev.AttackMissed, total=9, tn=10)),
    played("HAC-Q-11", "it must be beaten by the house rule", ruled(must_beat="on"), ACT, do(attack(), 1, 1, 2, 3, 4),
        once(ev.RollMade, total=10, success=False)),
    played("HAC-DICE-11 HAC-Q-08", "the highest, and of equal ones the leftmost", DUEL, ACT,
        do(attack(), 5, 5, 5, 5, 5),
        once(ev.RollMade, dice=((10, 5, True), (10, 5, True), (10, 5, True), (10, 5, True), (10, 5, False)))),
])  # fmt: skip
def test_dice(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # light armor 2 and slight cover 1: 5k4 is 2k4
    played("HAC-DIFF-02 HAC-DIFF-04 HAC-Q-14", "difficulties add up", against(armor=LIGHT, cover="slight"), ACT,
        do(attack(), 9, 8), pooled((3, 2, "HAC-DICE-03"), (5, 4, "HAC-ATK-03"), (3, 4, "HAC-ARMOR-01"),
            (2, 4, "HAC-COVER-01"), (2, 2, "HAC-DICE-08")), once(ev.RollMade, target=10)),
    # heavy armor 3 and partial cover 2 are five steps, beyond Heroic: none of 5 dice is left
    played("HAC-DIFF-02", "beyond Heroic", against(armor=HEAVY, cover="partial"), ACT, attack(),
        once(ev.RollImpossible, character="a")),
    played("HAC-Q-14", "only the worst by the house rule",
        ruled(foe=b(3, armor=LIGHT, cover="slight"), worst_only="on"), ACT, do(attack(), 9, 8, 7),
        pooled((3, 2, "HAC-DICE-03"), (5, 4, "HAC-ATK-03"), (3, 4, "HAC-ARMOR-01"), (3, 3, "HAC-DICE-08"))),
    # two Raises: TN 20; 5 + 5 + 5 + 4 = 19
    played("HAC-RAISE-01 HAC-Q-15", "each Raise adds 5, and all is lost below", DUEL, ACT,
        do(attack(raises={"wound": 2}), 5, 5, 5, 4, 1), once(ev.RaisesDeclared, tn_added=10),
        once(ev.RollMade, target=20, total=19, success=False), player("b", wounds=0)),
    played("HAC-RAISE-01 HAC-RAISE-02 HAC-ATK-06", "a Raise is a Wound", DUEL, ACT,
        do(attack(raises={"wound": 2}), 5, 5, 5, 5, 1), once(ev.AttackHit, wounds=3, raises=2),
        player("b", wounds=3)),
    played("HAC-RAISE-03", "an Effect is a story", DUEL, ACT,
        do(attack(raises={"effect": 1, "text": "The lantern falls."}), 5, 5, 5, 5, 1), once(ev.RollMade, target=15),
        once(ev.EffectNarrated, character="a", text="The lantern falls.", raises=1), player("b", wounds=1)),
    played("HAC-Q-15", "a Raise takes a die by the house rule", ruled(raise_mode="focus"), ACT,
        do(attack(raises={"wound": 2}), 5, 5, 5), once(ev.RollMade, target=10, total=15), player("b", wounds=3)),
    played("HAC-Q-16", "no limit", DUEL, ACT, do(attack(raises={"wound": 9}), 1, 1, 1, 1, 1),
        once(ev.RollMade, target=55)),
    illegal("HAC-Q-16", "Void is the limit by the house rule", after(ruled(raise_cap="void"), ACT),
        attack(raises={"wound": 3}), "raises_not_allowed", do(attack(raises={"wound": 2}), 1, 1, 1, 1, 1)),
    illegal("HAC-Q-16 HAC-ILL-32", "Raises without end", after(DUEL, ACT),
        [attack(raises={"wound": 51}), attack(raises={"wound": 10**15})], "raises_not_allowed",
        do(attack(raises={"wound": 25, "effect": 25}), 1, 1, 1, 1, 1)),
    illegal("HAC-DICE-07 HAC-ILL-32", "an unskilled roll", after(NOVICE, ACT), attack(raises={"wound": 1}),
        "raises_not_allowed", rule="HAC-DICE-07"),
    illegal("HAC-RAISE-01 HAC-ILL-32", "below 0", after(DUEL, ACT), attack(raises={"wound": -1}),
        "raises_not_allowed"),
    illegal("HAC-Q-17 HAC-RAISE-02", "no throw, no distance", after(DUEL, ACT),
        attack(raises={"throw_range": 2}), "raises_not_allowed", rule="HAC-RAISE-04"),
])  # fmt: skip
def test_difficulties_and_raises(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # armor 1, 2, 3 of 5 dice; poor gives one back, fine takes one more
    *(played("HAC-DIFF-01 HAC-ARMOR-01 HAC-ARMOR-04 HAC-ARMOR-05", f"{kind} {quality}",
        against(armor={"type": kind, "quality": quality}), ACT, do(attack(), *[5] * rolled),
        last(ev.RollMade, total=5 * min(rolled, 4)))
      for kind, quality, rolled in [("none", "normal", 5), ("ashigaru", "normal", 4), ("light", "normal", 3),
          ("heavy", "normal", 2), ("light", "poor", 4), ("heavy", "poor", 3), ("light", "high", 2),
          ("heavy", "high", 1)]),
    *(played("HAC-COVER-01 HAC-COVER-02 HAC-DEF-04", cover, against(cover=cover), ACT, do(attack(), *[5] * rolled),
        last(ev.RollMade, total=5 * min(rolled, 4), target=10))
      for cover, rolled in [("slight", 4), ("partial", 3), ("substantial", 2)]),
    played("HAC-ATK-14 HAC-Q-62 HAC-COVER-01", "total cover fails without a roll", against(cover="total"), ACT,
        attack(), once(ev.AttackFailed, total_cover=True), never(ev.RollMade, ev.DisarmWindow),
        dice_of("a", 8, state="spent")),
    played("HAC-DEF-01", "Water × 5", against(water=4), ACT, do(attack(), 5, 5, 5, 5, 1),
        once(ev.RollMade, target=20, total=20, success=True)),
    *(played("HAC-DEF-02 HAC-DEF-03", name, against(water=4, conditions=[name], armor=LIGHT), ACT,
        do(attack(), 2, 2, 1), last(ev.RollMade, target=5, success=True, total=5))
      for name in ("prone", "immobilized", "unaware", "stunned")),
])  # fmt: skip
def test_targets(case: Played) -> None:
    case.check()


@pytest.mark.parametrize(("rank", "damage", "rolled", "kept"), [(1, "2k2", 3, 3), (5, "0k0", 5, 2), (4, "3k1", 7, 3)])
def test_a_pool_adds_skill_and_damage(rank: int, damage: str, rolled: int, kept: int) -> None:
    """Fire 2: rank + X rolled, 2 + Y kept."""
    weapons = [{**KATANA, "damage": damage}]
    game = moment(8, a(8, skills={"Kenjutsu": rank}, weapons=weapons), b(3))()
    game.do(ACT)
    assert game.needs(attack()).roll == f"{rolled}k{kept}"
