"""Combinations, mounted Actions, equal totals that move, and Actions whose outcome is the GM's."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from tests.rules.every_game.rows import (
    Played,
    asked,
    count,
    do,
    each,
    illegal,
    last,
    never,
    once,
    order,
    passing,
    played,
    player,
    refused,
)
from tests.rules.hachigoku.dojo import (
    ACT,
    BOW,
    HIT,
    KATANA,
    MISS,
    a,
    act,
    after,
    attack,
    away,
    b,
    condition,
    dice_of,
    fighter,
    held_by,
    interrupt,
    is_rolled,
    moment,
    pooled,
    rest,
)


def move(reference: str = "b", direction: str = "toward", name: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": "move", "character": name, "reference": reference, "direction": direction, **more}


def combine(*parts: dict[str, Any], name: str = "a") -> dict[str, Any]:
    return {"type": "combine", "character": name, "parts": list(parts)}


def mounted(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "mounted_action", "character": "a", "parts": list(parts), **more}


RIDER = {"mounted": True, "skills": {"Kenjutsu": 3, "Kyujutsu": 3}, "weapons": [KATANA, BOW]}
ARCHER = {"skills": {"Kyujutsu": 4}, "weapons": [BOW]}
PRAY = {"type": "magic", "character": "a", "text": "A prayer to the wind."}
THIRD = fighter("c", "boar", 2)


@pytest.mark.parametrize("case", [
    played("HAC-MOVE-08 HAC-Q-98", "in and a blow, a die for each", moment(8, a(8, 8), b(3), scene=away(1)), ACT,
        do(combine(move(), attack()), *HIT), once(ev.CombinedAction, actions=("move", "attack")),
        order(ev.DieSpent, ev.DieSpent, ev.RangeChanged, ev.AttackDeclared), player("b", wounds=1),
        dice_of("a", 8, 8, state="spent")),
    played("HAC-MOVE-08", "a blow and away", moment(8, a(9, 8), b(3)), ACT,
        do(combine(attack(die=9), move(direction="away", die=8)), *HIT), player("b", wounds=1),
        once(ev.RangeChanged, changes=(("a", "b", 1),)), order(ev.AttackDeclared, ev.RangeChanged)),
    played("HAC-Q-98 HAC-MOVE-08", "three parts", moment(8, a(9, 8, 8), b(3), scene=away(1)), ACT,
        do(combine(move(), attack(), attack()), *MISS, *MISS), count(ev.DieSpent, 3), count(ev.RollMade, 2)),
    played("HAC-Q-98", "two parts by the house rule",
        moment(8, a(9, 8, 8), b(3), scene=away(1), rules={"combination_parts": 2}), ACT,
        refused(combine(move(), attack(), attack()), "bad_combination", rule="HAC-Q-98"),
        do(combine(move(), attack()), *MISS)),
    # two dice of 3 and 2 pay the move, the 8 the attack
    played("HAC-INT-08 HAC-Q-20", "an interruption pays the movement", moment(8, a(8, 3, 2), b(4), scene=away(1)),
        interrupt("a", [3, 2], movement=True), ACT, do(combine(move(), attack()), *MISS),
        each(ev.DieSpent, face=[8, 8], mark=["movement", ""], purpose=["movement", "attack"])),
    played("HAC-HONOR-03 HAC-HONOR-01", "Honor pays the movement", moment(8, a(8, honor_points=1), b(3), scene=away(1)),
        ACT, do(combine(move(honor=True), attack()), *MISS), once(ev.HonorSpent, character="a", left=0, number=8),
        count(ev.DieSpent, 1)),
    played("HAC-MOVE-08", "a part that has become impossible is lost", moment(8, a(8, 8, 8), b(3), THIRD,
        scene=away(1, ["a", "c", 1], ["b", "c", 0])), ACT,
        do(combine(move(), attack(raises={"wound": 6}), attack()), 10, 10, 10, 5, 5, 5, 5, 5), count(ev.RollMade, 1)),
    # mounted is higher ground: 6k4
    played("HAC-MOVE-09", "a ride and a blow for one die", moment(8, a(8, **RIDER), b(3), scene=away(1)), ACT,
        do(mounted(move(), attack()), *MISS, 1), once(ev.MountedActionDone, actions=("move", "attack")),
        count(ev.DieSpent, 1), player("a", moved=True)),
    played("HAC-MOVE-09", "magic, too", moment(8, a(8, **RIDER), b(3), scene=away(1)), ACT, mounted(move(), PRAY),
        asked("gm_adjudicate", "")),
    played("HAC-Q-48 HAC-MOVE-10", "a galloping mount takes two dice",
        moment(8, a(8, 8, mount_gait="gallop", **RIDER), b(3), scene=away(1)), ACT,
        do(combine(move(), attack()), *MISS, 1), count(ev.DieSpent, 2)),
    # judged while A was close
    played("HAC-SIM-05 HAC-SIM-03", "a blow at who moves away", moment(8, a(8), b(8)), act("a"), act("b"),
        move(direction="away"), do(attack("b", "a"), *HIT, 9, 9, 9, 9), player("a", wounds=1),
        once(ev.RangeChanged, changes=(("a", "b", 1),)),
        order(ev.SimultaneousBatch, ev.RollMade, ev.RangeChanged, ev.WoundsTaken, ev.BatchResolved)),
    played("HAC-SIM-02 HAC-SIM-05", "one’s own Charge counts for one’s own blow",
        moment(8, a(8), b(8), scene=away(1)), act("a"), act("b"), attack(maneuvers=["charge"]),
        do(move("a", "away", "b"), *HIT[:4], 9, 9, 9, 9), player("b", wounds=1),
        each(ev.RangeChanged, character=["a", "b"])),
    # both blows come at Defense 5
    played("HAC-SIM-02 HAC-Q-95", "who is unaware is so of the whole batch",
        moment(8, a(8), b(3, conditions=["unaware"]), fighter("c", "crane", 8)), act("a"), act("c"), attack(),
        do(attack("c", "b"), *MISS, *MISS), each(ev.RollMade, target=[5, 5]), condition("b"),
        order(ev.RollMade, ev.RollMade, ev.ConditionCleared, ev.BatchResolved)),
    # Defense 5 and no window, though A acts in the same batch
    played("HAC-SIM-02 HAC-Q-72 HAC-STUN-03", "who is stunned is so until the batch is over",
        moment(8, a(8, 8, conditions=["stunned"]), b(8, 8)), act("a"), act("b"), attack(),
        do(attack("b", "a"), *MISS), passing(2, 2, 1, 1, 1), never(ev.DefenseWindow),
        each(ev.RollMade, target=[10, 5]), player("a", wounds=1), condition("a"),
        order(ev.RollMade, ev.RollMade, ev.ConditionCleared, ev.WoundsTaken, ev.BatchResolved)),
    # each 4k2 and 1k1; A has no cover before the batch, nor after it
    played("HAC-SIM-02 HAC-Q-59", "lost cover is lost for the batch",
        moment(8, a(8, cover="substantial", cover_lost=True, **ARCHER), b(8, **ARCHER), scene=away(1)), act("a"),
        act("b"), attack(weapon="bow"), do(attack("b", "a", weapon="bow"), *MISS, *MISS, 9, 9, 9, 9),
        each(ev.RollMade, roll=["5d10!kh3", "5d10!kh3"]), each(ev.CoverChanged, suspended=[False, True]),
        player("a", cover_lost=True)),
    played("HAC-SIM-03 HAC-Q-72", "a stun waits for the batch", moment(8, a(8, 8), b(8, 8, earth=1)), act("a"),
        act("b"), attack(maneuvers=["stun"]), do(attack("b", "a"), 5, 5, 1), passing(*HIT),
        order(ev.SimultaneousBatch, ev.RollMade, ev.RollMade, ev.DiceLost, ev.WoundsTaken, ev.BatchResolved),
        player("a", wounds=1), condition("b", "stunned")),
])  # fmt: skip
def test_combinations(case: Played) -> None:
    case.check()


SHARED = after(moment(8, a(8, 8, 3), b(3), scene=away(1)), ACT)


@pytest.mark.parametrize("case", [
    illegal("HAC-MOVE-08 HAC-ILL-23", "a die of another Moment", SHARED, combine(move(), attack(die=3)),
        "die_not_ready"),
    illegal("HAC-MOVE-08", "one die for two", after(moment(8, a(8), b(3), scene=away(1)), ACT),
        combine(move(), attack()), "no_action_available"),
    illegal("HAC-MOVE-08", "no movement in it", after(moment(8, a(8, 8), b(3)), ACT),
        [combine(attack(), attack()), combine(move(direction="away")), combine(move(), attack("b", "a"))],
        "bad_combination"),
    illegal("HAC-ILL-18 HAC-MOVE-01 HAC-Q-33", "two changes of Range", SHARED,
        [combine(move(), move()), combine(move(direction="away"), attack(maneuvers=["charge"]))], "already_moved"),
    illegal("HAC-MOVE-08", "a blow that the move puts out of reach", after(moment(8, a(8, 8), b(3)), ACT),
        combine(move(direction="away"), attack()), "out_of_reach"),
    illegal("HAC-HONOR-03 HAC-ILL-16", "Honor for the attack",
        after(moment(8, a(8, 8, honor_points=1), b(3), scene=away(1)), ACT), combine(move(), attack(honor=True)),
        "honor_no_attack"),
    illegal("HAC-MOVE-10 HAC-ILL-24", "galloping",
        after(moment(8, a(8, mount_gait="gallop", **RIDER), b(3), scene=away(1)), ACT), mounted(move(), attack()),
        "galloping", rule="HAC-MOVE-10"),
    illegal("HAC-MOVE-09", "on foot", SHARED, mounted(move(), attack()), "not_mounted"),
    illegal("HAC-MOVE-09", "other parts", after(moment(8, a(8, **RIDER), b(3), scene=away(1)), ACT),
        [mounted(move()), mounted(attack(weapon="bow"), attack(weapon="bow")), mounted(move(), move())],
        "bad_combination"),
    illegal("HAC-Q-42 HAC-ILL-51", "a spell that works by itself", after(moment(8, a(8), b(3)), ACT),
        {**PRAY, "automated": True}, "not_supported", PRAY),
    illegal("HAC-RAISE-04", "Raises of a complex Action", after(moment(8, a(8), b(3)), ACT),
        {"type": "complex_action", "character": "a", "text": "Signal.", "raises": {"wound": 1}},
        "raises_not_allowed"),
])  # fmt: skip
def test_it_refuses_combinations(case: Played) -> None:
    case.check()


SIGNAL = {"type": "complex_action", "character": "a", "text": "A signal with the fan."}
SNEAK = {"type": "sneak", "character": "a", "targets": ["b"]}
SLY = {"skills": {"Kenjutsu": 3, "Stealth": 4, "Senjotsu": 2}}


def ruling(**more: Any) -> dict[str, Any]:
    return {"type": "gm_adjudicate", **more}


@pytest.mark.parametrize("case", [
    played("HAC-ACT-02 HAC-Q-41", "without a roll it succeeds", moment(8, a(8), b(3)), ACT, SIGNAL,
        once(ev.ComplexActionDone, character="a", text="A signal with the fan."), asked("gm_adjudicate", ""),
        ruling(text="They see it."), once(ev.GmRuled, text="They see it.", success=True), never(ev.RollMade),
        dice_of("a", 8, state="spent")),
    # Senjotsu 2/Wind 2, Hard: nothing is left; Moderate: 1k1
    played("HAC-ACT-02 HAC-DIFF-01", "a Skill, a TN and a difficulty", moment(8, a(8, **SLY), b(3)), ACT, SIGNAL,
        do(ruling(skill="Senjotsu", element="wind", tn=10, difficulty="moderate"), 9),
        once(ev.RollMade, target=10, total=9, success=False, purpose="complex"), once(ev.GmRuled, success=False)),
    played("HAC-ACT-02 HAC-DICE-04", "a raw Element", moment(8, a(8, **SLY), b(3)), ACT, SIGNAL,
        do(ruling(element="void", tn=10, difficulty="simple"), 5, 5, 1), once(ev.RollMade, total=10, success=True)),
    # heavy armor is a step where the GM calls it physical; social groups suffer by the armor
    played("HAC-Q-87 HAC-ARMOR-03", "it is physical", moment(8, a(8, armor={"type": "heavy"}, **SLY), b(3)), ACT,
        SIGNAL, do(ruling(skill="Stealth", element="wind", tn=5, physical=True), 5, 5, 1),
        pooled((4, 2, "HAC-DICE-03"), (3, 2, "HAC-ARMOR-03"))),
    *(played("HAC-ARMOR-02 HAC-ARMOR-04 HAC-ARMOR-05", f"a {group} Skill in {kind} armor, {quality}",
        moment(8, a(8, skills={"Sadane": 6}, skill_groups={"Sadane": group},
            armor={"type": kind, "quality": quality}), b(3)), ACT, SIGNAL,
        is_rolled(ruling(skill="Sadane", element="wind", tn=5), roll))
      for group, kind, quality, roll in [("Jutsugaku", "ashigaru", "normal", "5k2"),
          ("Jutsugaku", "light", "normal", "4k2"), ("Chonin", "light", "normal", "4k2"),
          ("Hinin", "light", "normal", "6k2"), ("Hinin", "heavy", "normal", "3k2"),
          ("Chonin", "ashigaru", "normal", "6k2"), ("Bujutsu", "heavy", "normal", "6k2"),
          ("Chonin", "light", "poor", "3k2"), ("Chonin", "light", "high", "5k2")]),
    played("HAC-RAISE-04", "Raises for an Effect", moment(8, a(8, **SLY), b(3)), ACT,
        {**SIGNAL, "raises": {"effect": 1, "text": "With style."}},
        do(ruling(skill="Stealth", element="wind", tn=5), 9, 8, 1, 1), once(ev.RollMade, target=10),
        once(ev.EffectNarrated, text="With style.")),
    played("HAC-ACT-03 HAC-Q-42", "magic", moment(8, a(8), b(3)), ACT, PRAY, once(ev.MagicAction, character="a"),
        ruling(text="The wind turns.", condition="prone", targets=["b"]), condition("b", "prone"),
        once(ev.GmRuled, text="The wind turns.", success=True, character="a")),
    played("HAC-ACT-03 HAC-GRAP-02", "magic that holds", moment(8, a(8), b(3), fighter("c", "boar", 2),
        scene={"ranges": [["a", "b", 0], ["a", "c", 1], ["b", "c", 1]]}), ACT, PRAY,
        refused(ruling(condition="fully_captured", targets=["a"]), "no_holder"),
        refused(ruling(condition="partially_captured", targets=["c"]), "no_holder"),
        ruling(condition="fully_captured", targets=["b"]), once(ev.HoldStarted, holder="a", captive="b", hold="full"),
        condition("b", "fully_captured")),
    played("HAC-ACT-03 HAC-HONOR-01", "by Honor", moment(8, a(honor_points=1), b(8)), rest("b"), act("a"),
        {**PRAY, "honor": True}, once(ev.HonorSpent, character="a", left=0), player("a", honor_points=0)),
    # Stealth 4/Wind 2; B is unaware of A's next attack, and of no other's
    played("HAC-ACT-04 HAC-AMB-01 HAC-Q-95 HAC-Q-86", "come upon unseen",
        moment(8, a(8, 8, **SLY), b(4, water=4), fighter("c", "crane", 8), fighter("d", "boar", 2)), rest("c"),
        act("a"), SNEAK, do(ruling(element="wind", tn=15), 9, 8, 1, 1), once(ev.RollMade, roll="4d10!kh2", total=17),
        condition("b", "unaware"), last(ev.ConditionSet, condition="unaware", source="a"), act("c"), rest("a"),
        do(attack("c", "b"), *MISS), last(ev.RollMade, target=20), act("a"), do(attack(), 2, 2, 1, 1, 1),
        last(ev.RollMade, target=5, success=True), condition("b")),
    # the next attack is on B: D is not unaware of the one after it
    played("HAC-ACT-04 HAC-Q-95", "of the next attack only, whoever it is on",
        moment(8, a(8, 8), b(3, conditions=[{"name": "unaware", "source": "a"}]),
            fighter("d", "boar", 2, conditions=[{"name": "unaware", "source": "a"}])), ACT, do(attack(), *MISS),
        condition("b"), condition("d"), ACT, do(attack(target="d"), *MISS), each(ev.RollMade, target=[5, 10])),
    played("HAC-ACT-04", "seen", moment(8, a(8, **SLY), b(3)), ACT, SNEAK, ruling(success=False), condition("b")),
    played("HAC-GRAP-04 HAC-ACT-05", "who is held fast may still pray",
        moment(8, a(8, conditions=[held_by("b", "fully")]), b(3)), ACT, refused(SNEAK, "held_fast"), PRAY,
        asked("gm_adjudicate", "")),
])  # fmt: skip
def test_the_gm_decides(case: Played) -> None:
    case.check()
