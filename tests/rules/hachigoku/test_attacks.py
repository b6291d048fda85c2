"""Attacks: reach, weapons, what makes them harder, what they do."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from tests.rules.every_game.rows import PASS, Played, case, count, do, each, illegal, never, once, order, played, player
from tests.rules.hachigoku.dojo import (
    ACT,
    BOW,
    HIT,
    KATANA,
    MISS,
    a,
    after,
    attack,
    away,
    b,
    dice_of,
    fighter,
    is_rolled,
    moment,
    pooled,
    rest,
)
from tests.rules.play import Play, rule

SKILLS = {"Kenjutsu": 3, "Kyujutsu": 3, "Shuriken": 3}
LONGBOW = {**BOW, "name": "longbow", "max_range": "extreme"}
SHURIKEN = {"name": "shuriken", "skill": "Shuriken", "kind": "thrown", "damage": "1k1"}
GUN = {**BOW, "name": "gun", "reload": "heavy"}
ARCHER = a(8, 8, skills=SKILLS, weapons=[KATANA, BOW, LONGBOW, SHURIKEN, GUN])


def shot(target: str = "b", **more: Any) -> dict[str, Any]:
    """With the longbow: Kyujutsu 3/Wind 2 and 1k1 are 4k3."""
    return attack(target=target, weapon="longbow", **more)


def at(*ranges: Any, foe: Any = None, **more: Any) -> Any:
    return moment(8, ARCHER, foe or b(3), scene=away(*ranges), **more)


MULTIPLE = moment(8, a(8, attacks_per_action=2), b(3))
HORSED, AFOOT = moment(8, a(8, mounted=True), b(3)), moment(8, a(8), b(3, mounted=True))


@pytest.mark.parametrize("case", [
    played("HAC-ATK-01 HAC-ACT-01", "declared and paid, hit or miss", moment(8, a(8), b(3)), ACT, do(attack(), *MISS),
        once(ev.AttackDeclared, attacker="a", targets=("b",), weapon="katana", maneuvers=(), off_hand=False),
        order(ev.DieSpent, ev.AttackDeclared, ev.RollMade, ev.AttackMissed), dice_of("a", 8, state="spent")),
    played("HAC-ATK-02", "several attacks for one die", MULTIPLE, ACT,
        do(attack(further=[attack(raises={"wound": 1})]), *MISS, *HIT), count(ev.DieSpent, 1),
        each(ev.RollMade, target=[10, 15], total=[4, 20]), player("b", wounds=2)),
    played("HAC-ATK-02", "the second finds nobody", MULTIPLE, ACT,
        do(attack(raises={"wound": 6}, further=[attack()]), 10, 10, 10, 5, 5, 5, 5, 5), count(ev.RollMade, 1),
        once(ev.AttackFailed, cause="no target")),
    played("HAC-ATK-07", "a miss asks nobody", moment(8, a(8), b(8)), ACT, rest("b"), do(attack(), *MISS),
        once(ev.AttackMissed, targets=("b",), total=4, tn=10), never(ev.GuardWindow, ev.DefenseWindow),
        player("b", wounds=0)),
    # one Wound from intention, two kept banzai dice, one Raise: 4
    played("HAC-ATK-06 HAC-ATK-05", "Wounds from three sources", moment(8, a(8), b(3)), ACT,
        do(attack(raises={"wound": 1}), 10, 10, 2, 2, 1, 1, 1), once(ev.RollMade, target=15, total=26),
        once(ev.AttackHit, wounds=4, intention=1, banzai=2, raises=1), player("b", wounds=4)),
    # Fire 3, Wind 4: the katana rolls 3k3 + 2k2, the longbow 3k4 + 1k1, the shuriken 3k3 + 1k1
    played("HAC-ATK-04 HAC-ATK-03", "Fire in melee", moment(8, {**ARCHER, "elements": {"fire": 3, "wind": 4}}, b(3)),
        ACT, is_rolled(attack(), "5k5")),
    played("HAC-ATK-04", "Wind for bows, Fire for what is thrown",
        moment(8, {**ARCHER, "elements": {"fire": 3, "wind": 5}}, b(3), scene=away(1)), ACT,
        is_rolled(shot(), "4k4"), do(shot(), *MISS[:4]), pooled((3, 5, "HAC-DICE-03"), (4, 6, "HAC-ATK-03"),
        (4, 4, "HAC-DICE-08")), ACT, is_rolled(attack(weapon="shuriken"), "4k4")),
    *(played("HAC-ATK-10 HAC-RANGE-01 HAC-DIFF-01", f"a shot at Range {step}", at(step), ACT, is_rolled(shot(), roll))
      for step, roll in [(1, "4k3"), (2, "3k3"), (3, "2k2"), (4, "1k1")]),
    played("HAC-ATK-12", "a bow is reloaded in the attack", at(1), ACT, do(shot(), *MISS[:4]), ACT,
        do(shot(), *MISS[:4]), count(ev.RollMade, 2)),
    *(played("HAC-ATK-12", f"a {weapon['name']} that comes unloaded",
        moment(8, a(8, skills=SKILLS, weapons=[{**weapon, "loaded": False}]), b(3), scene=away(1)), ACT,
        is_rolled(attack(weapon=weapon["name"]), "4k3"))
      for weapon in (BOW, SHURIKEN)),
    played("HAC-ATK-16 HAC-Q-101", "other Damage at another Range",
        moment(8, a(8, skills=SKILLS, weapons=[{**LONGBOW, "damage_by_range": {"long": "3k0"}}]), b(3), scene=away(2)),
        ACT, do(shot(), 3, 3, 3, 3, 3), pooled((3, 2, "HAC-DICE-03"), (6, 2, "HAC-ATK-03"), (5, 2, "HAC-ATK-10"))),
    played("HAC-ATK-16 HAC-Q-47", "the same elsewhere",
        moment(8, a(8, skills=SKILLS, weapons=[{**LONGBOW, "damage_by_range": {"long": "3k0"}}]), b(3), scene=away(1)),
        ACT, is_rolled(shot(), "4k3")),
    played("HAC-Q-46", "an ability shoots at close Range",
        moment(8, a(8, skills=SKILLS, weapons=[LONGBOW], roll_modifiers=[{"applies_to": "close_shot"}]), b(3)), ACT,
        is_rolled(shot(), "4k3")),
    # 4 dice: one less for long Range, one for ashigaru armor, one for slight cover
    played("HAC-ATK-15 HAC-DIFF-02 HAC-DIFF-03", "all that makes it harder adds up",
        at(2, foe=b(3, armor={"type": "ashigaru"}, cover="slight")), ACT, is_rolled(shot(), "1k1")),
    # 5 dice: a Heavy Wound, heavy armor and a hold take one each
    played("HAC-ATK-15 HAC-WOUND-04 HAC-ARMOR-03 HAC-GRAP-03", "one’s own state",
        moment(8, a(8, wounds=3, armor={"type": "heavy"}, conditions=[{"name": "partially_captured", "source": "b"}]),
            b(3)), ACT, do(attack(), 5, 5), pooled((3, 2, "HAC-DICE-03"), (5, 4, "HAC-ATK-03"),
            (4, 4, "HAC-ARMOR-03"), (3, 4, "HAC-WOUND-04"), (2, 4, "HAC-GRAP-03"), (2, 2, "HAC-DICE-08"))),
    played("HAC-ATK-15 HAC-DICE-03", "data modifiers",
        moment(8, a(8, roll_modifiers=[{"applies_to": "attack", "dice": "1k1"}, {"applies_to": "Kenjutsu", "steps": 2},
            {"applies_to": "dodge", "steps": 5}]), b(3)), ACT, is_rolled(attack(), "4k4")),
    # 3k2 + 2k2, in a duel one step harder
    *(played("HAC-SCOPE-04", f"a modifier of duels {name}",
        moment(8, a(8, roll_modifiers=[{"applies_to": f"duel:{what}", "steps": 1} for what in ("attack", "dodge")]),
            b(3), scene=scene), ACT, is_rolled(attack(), roll))
      for name, scene, roll in [("in one", {"duel": True}, "4k4"), ("elsewhere", {}, "5k4")]),
    played("HAC-ATK-15 HAC-BLIND-01", "an unseen target", moment(8, a(8), b(3, conditions=["unseen"])), ACT,
        is_rolled(attack(), "2k2")),
    played("HAC-MINOR-01 HAC-Q-89", "from higher ground", moment(8, {**ARCHER, "height": 1}, b(3), scene=away(1)), ACT,
        is_rolled(shot(), "5k3")),
    played("HAC-MINOR-02", "at higher ground", at(1, foe=b(3, height=1)), ACT, is_rolled(shot(), "3k3")),
    played("HAC-MINOR-03 HAC-MINOR-01", "mounted against foot", HORSED, ACT, is_rolled(attack(), "6k4")),
    played("HAC-MINOR-03 HAC-MINOR-02", "on foot against mounted", AFOOT, ACT, is_rolled(attack(), "4k4")),
    played("HAC-MINOR-03", "both mounted", moment(8, a(8, mounted=True), b(3, mounted=True)), ACT,
        is_rolled(attack(), "5k4")),
    played("HAC-MINOR-04 HAC-Q-96", "the off hand", moment(8, a(8), b(3)), ACT,
        is_rolled(attack(off_hand=True), "4k4")),
    played("HAC-MINOR-05 HAC-Q-90", "uneven terrain for all", moment(8, a(8), b(3), scene={"uneven": True}), ACT,
        is_rolled(attack(), "4k4")),
    played("HAC-MINOR-05 HAC-Q-90", "for who stands on it", moment(8, a(8, on_uneven_terrain=True), b(3)), ACT,
        is_rolled(attack(), "4k4")),
    played("HAC-MINOR-05", "not for who does not", moment(8, a(8), b(3, on_uneven_terrain=True)), ACT,
        is_rolled(attack(), "5k4")),
    played("HAC-Q-100", "helpless, but higher", at(1, foe=b(3, height=1, conditions=["prone"])), ACT,
        is_rolled(shot(), "3k3")),
    played("HAC-Q-100", "not by the house rule",
        at(1, foe=b(3, height=1, conditions=["prone"]), rules={"helpless_loses_ground": "on"}), ACT,
        is_rolled(shot(), "4k3")),
    played("HAC-Q-45", "what is thrown far is no longbow",
        moment(8, a(8, skills=SKILLS, weapons=[{**SHURIKEN, "max_range": "extreme"}]), b(3), scene=away(4),
            rules={"longbow_max": "far"}), ACT, is_rolled(attack(weapon="shuriken"), "1k1")),
    played("HAC-Q-45", "longbows reach far by the house rule", at(3, rules={"longbow_max": "far"}), ACT,
        is_rolled(shot(), "2k2")),
])  # fmt: skip
def test_attacks(case: Played) -> None:
    case.check()


MOOKS = [fighter(name, "boar", kind="mook", group_id=group) for name, group in [("m1", "g"), ("m2", "g"), ("m3", "h")]]


@pytest.mark.parametrize("case", [
    illegal("HAC-ATK-09 HAC-ILL-26", "melee at near Range", after(at(1), ACT), attack(), "out_of_reach",
        rule="HAC-ATK-09"),
    illegal("HAC-ATK-10 HAC-ILL-27 HAC-Q-46", "a shot at close Range", after(at(0), ACT),
        [shot(), attack(weapon="shuriken")], "too_close"),
    illegal("HAC-ATK-11 HAC-ILL-28 HAC-Q-45", "beyond reach", after(at(3), ACT),
        [attack(weapon="bow"), attack(weapon="shuriken")], "out_of_range", rule="HAC-ATK-11"),
    illegal("HAC-ATK-11 HAC-Q-45", "thrown at long Range", after(at(2), ACT), attack(weapon="shuriken"),
        "out_of_range", is_rolled(attack(weapon="bow"), "3k3")),
    illegal("HAC-Q-45 HAC-ILL-28", "a longbow by the house rule", after(at(4, rules={"longbow_max": "far"}), ACT),
        shot(), "out_of_range"),
    illegal("HAC-ATK-13 HAC-ILL-29", "a heavy weapon after its shot",
        after(at(1), ACT, do(attack(weapon="gun"), *MISS[:4]), ACT), attack(weapon="gun"), "weapon_not_ready",
        do(shot(), *MISS[:4]), rule="HAC-ATK-13"),
    illegal("HAC-ATK-13 HAC-ILL-29", "a heavy weapon that comes unloaded",
        after(moment(8, a(8, skills=SKILLS, weapons=[{**GUN, "loaded": False}]), b(3), scene=away(1)), ACT),
        attack(weapon="gun"), "weapon_not_ready"),
    illegal("HAC-ILL-29", "not drawn", after(moment(8, a(8, weapons=[{**KATANA, "ready": False}]), b(3)), ACT),
        attack(), "weapon_not_ready"),
    illegal("HAC-KAO-02 HAC-ILL-30", "two at once that cannot be",
        after(moment(8, a(8), b(3), *MOOKS, fighter("c", "boar", group_id="g")), ACT),
        [attack(target="b", targets=names) for names in (["b", "c"], ["b", "m1"], ["c", "m1"], ["m1", "m3"], [],
            ["m1", "m1"])],
        "illegal_targets", rule="HAC-KAO-02"),
    illegal("HAC-ILL-31", "oneself, the dead, who has left",
        after(moment(8, a(8), b(3), fighter("c", "boar", wounds=7), fighter("d", "boar", left=True)), ACT),
        [attack(target=name) for name in "acd"], "illegal_targets"),
    illegal("HAC-ATK-02 HAC-Q-96", "two attacks of one Action", after(moment(8, a(8), b(3)), ACT),
        attack(further=[attack()]), "too_many_attacks"),
    illegal("HAC-ATK-01", "a weapon that nobody has", after(moment(8, a(8), b(3)), ACT), attack(weapon="naginata"),
        "unknown_weapon"),
    illegal("HAC-Q-03", "who is skilled rolls the Skill", after(moment(8, a(8), b(3)), ACT), attack(unskilled=True),
        "unskilled_not_allowed"),
])  # fmt: skip
def test_it_refuses_attacks(case: Played) -> None:
    case.check()


@rule("HAC-DICE-07")
@pytest.mark.parametrize(("rank", "rolled"), [case("HAC-Q-03", "rank 1", 1, 3), case("HAC-Q-03", "rank 2", 2, 4)])
def test_a_low_rank_rolls_its_skill_where_no_house_rule_lets_it_choose(rank: int, rolled: int) -> None:
    game: Play = moment(8, a(8, skills={"Kenjutsu": rank}), b(3))()
    game.do(ACT)
    assert game.needs(attack()).roll == f"{rolled}k{min(rolled, 4)}"


@rule("HAC-ATK-08")
def test_the_windows_of_a_hit_come_before_its_wounds() -> None:
    game: Play = moment(8, a(8), b(8))()
    game.do(ACT)
    game.do(rest("b"))
    game.do(attack(), HIT)
    assert [ask.kind for ask in game.asks()] == ["defense_window"]
    game.pass_all()
    PASS(game)
    order(ev.DefenseWindow, ev.AttackHit, ev.WoundsTaken)(game)
