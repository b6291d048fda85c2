"""Rolls whose kept dice are chosen, rolls as unskilled by choice, and the story that Raises buy."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from tests.rules.every_game.rows import Played, asked, do, illegal, never, once, order, played, player
from tests.rules.hachigoku.dojo import (
    HIT,
    MISS,
    a,
    act,
    after,
    attack,
    b,
    condition,
    defend,
    disarm,
    fighter,
    guard,
    held_by,
    is_rolled,
    moment,
    reopens,
    rest,
)

HAND = {"manual_keep": True}
EFFECT = {"raises": {"effect": 1, "text": "Leaves fall."}}
CHOICE = {"unskilled_choice": "on"}
COMPLEX = {"type": "complex_action", "character": "a", "text": "A knot"}
THROW = attack(weapon="", maneuvers=["throw"])
ESCAPE = {"type": "escape", "character": "b"}
LAND, FALL = {"type": "landing_roll", "character": "b"}, {"type": "fall_roll", "character": "a"}


def keep(name: str, *dice: int) -> dict[str, Any]:
    return {"type": "keep_dice", "character": name, "dice": list(dice)}


def more_dice(purpose: str) -> list[dict[str, Any]]:
    """An ability that adds two rolled dice."""
    return [{"applies_to": purpose, "dice": "2k0"}]


STRUCK = after(moment(8, a(8, 2), b(3), fighter("c", "boar", 8, skills={"Athletics": 4})), act(), rest("c"),
    do(attack(), *HIT))  # fmt: skip
"""20 against B, whom C may guard by Athletics 4/Void 2 less one die."""
MISSED = after(moment(8, a(8, 2), b(8, skills={"Karate": 6})), act(), rest("b"), do(attack(), *MISS))
"""4; B may disarm by Karate 6/Fire 2 less three dice."""
HELD = after(moment(8, a(3), b(8, conditions=[held_by("a")], roll_modifiers=more_dice("escape"))), act("b"))
THROWN = after(moment(8, a(8, skills={"Karate": 5}), b(3, skills={"Athletics": 5})), act(), do(THROW, 5, 5, 1))
FALLING = after(moment(8, a(8, height=1, roll_modifiers=more_dice("fall")), b(8)),
    {"type": "fall", "character": "a", "levels": 1})  # fmt: skip
ADJUDICATED = after(moment(8, a(8, skills={"Ropes": 3}), b(3)), act(), {**COMPLEX, **HAND})
BY_ROPES = {"type": "gm_adjudicate", "skill": "Ropes", "element": "water", "tn": 15}


@pytest.mark.parametrize("case", [
    # 10 and 4, 9, 1: the highest are 23 against 20; 9 + 1 are not
    played("HAC-DICE-11 HAC-Q-08 HAC-GUARD-03", "a guard", STRUCK, do(guard(**HAND), 10, 9, 1, 4),
        asked("keep_dice", "c"), reopens, keep("c", 2, 3), once(ev.DiceKept, total=10, success=False),
        once(ev.GuardRolled, total=10, success=False), once(ev.GuardFailed, character="c")),
    played("HAC-DICE-11 HAC-GUARD-02", "a guard that stands", STRUCK, do(guard(**HAND), 10, 9, 1, 4), keep("c", 1, 2),
        once(ev.TargetChanged, character="c", target="b")),
    # 3 + 1 = 4 against 4; 1 + 1 are not enough
    played("HAC-DICE-11 HAC-DISARM-03", "a disarm", MISSED, do(disarm(**HAND), 3, 1, 1), asked("keep_dice", "b"),
        reopens, keep("b", 2, 3), never(ev.WeaponLost)),
    played("HAC-DICE-11 HAC-DISARM-03", "a disarm that does it", MISSED, do(disarm(**HAND), 3, 1, 1),
        keep("b", 1, 2), once(ev.WeaponLost, character="a", to="ground")),
    # Earth 2 and two dice, less one in the hold: 3k2; the holder has 10, and 8 + 1 are 9
    played("HAC-DICE-11 HAC-GRAP-07", "an escape", HELD, do({**ESCAPE, **HAND}, 5, 5, 9, 8, 1),
        asked("keep_dice", "b"), reopens, keep("b", 2, 3),
        once(ev.EscapeRolled, holder="a", total=9, against=10, success=False), condition("b", "partially_captured")),
    played("HAC-DICE-11 HAC-GRAP-07", "an escape that frees", HELD, do({**ESCAPE, **HAND}, 5, 5, 9, 8, 1),
        keep("b", 1, 3), once(ev.EscapeRolled, total=10, success=True), condition("b")),
    # 5k2 against 5 × 2
    played("HAC-DICE-11 HAC-THROW-04 HAC-THROW-05", "a landing", THROWN, do({**LAND, **HAND}, 9, 9, 1, 1, 1),
        asked("keep_dice", "b"), reopens, keep("b", 3, 4), once(ev.LandingRolled, total=2, tn=10, success=False),
        player("b", wounds=1), condition("b", "prone")),
    # 4k2 against 5 × 2
    played("HAC-DICE-11 HAC-FALL-02", "a fall", FALLING, do({**FALL, **HAND}, 9, 9, 1, 1), asked("keep_dice", "a"),
        reopens, keep("a", 3, 4), once(ev.FallRolled, total=2, tn=10, success=False), player("a", wounds=2)),
    # 3k2 against 15; 9 + 1 are 10
    played("HAC-DICE-11 HAC-ACT-02", "a complex Action", ADJUDICATED, do(BY_ROPES, 9, 9, 1), asked("keep_dice", "a"),
        reopens, keep("a", 1, 3), once(ev.GmRuled, success=False)),
    played("HAC-DICE-11", "where all are kept nobody is asked", THROWN,
        do({**LAND, **HAND, "raises": {"effect": 1}}, 9, 9, 1, 1, 1), asked("keep_dice", "b")),
    illegal("HAC-ILL-50 HAC-DICE-11", "too few of them", after(STRUCK, do(guard(**HAND), 10, 9, 1, 4)),
        [keep("c", 1), keep("c", 1, 1), keep("c", 1, 4), keep("c", 0, 1)], "bad_keep"),
])  # fmt: skip
def test_kept_dice_of_every_roll_can_be_chosen(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # Fire 4: Karate 1 less three dice is none; unskilled 4k4 less three is one
    played("HAC-Q-03 HAC-DICE-07", "a disarm",
        after(moment(8, a(8, 2), b(8, fire=4, skills={"Karate": 1}), rules=CHOICE), act(), rest("b"),
            do(attack(), *MISS)), is_rolled(disarm(unskilled=True), "1k1")),
    # Jujutsu 1/Earth 3 as unskilled is 3k3, less one in the hold
    played("HAC-Q-03 HAC-GRAP-07", "an escape",
        after(moment(8, a(3), b(8, earth=3, skills={"Jujutsu": 1}, conditions=[held_by("a")],
            roll_modifiers=[{"applies_to": "escape:Jujutsu"}]), rules=CHOICE), act("b"),
            do({**ESCAPE, "skill": "Jujutsu", "unskilled": True}, 1, 1, 5, 5)),
        once(ev.EscapeRolled, total=10, against=2)),
    played("HAC-Q-03 HAC-ACT-02", "a complex Action",
        after(moment(8, a(8, water=3, skills={"Ropes": 1}), b(3), rules=CHOICE), act(), {**COMPLEX, "unskilled": True}),
        is_rolled(BY_ROPES, "3k3")),
    played("HAC-Q-03", "which a rank of 3 is not", after(moment(8, a(8, water=4, skills={"Ropes": 3}), b(3),
        rules=CHOICE), act(), {**COMPLEX, "unskilled": True}), is_rolled(BY_ROPES, "3k3")),
    illegal("HAC-Q-03", "not without the house rule", MISSED, disarm(unskilled=True), "unskilled_not_allowed"),
])  # fmt: skip
def test_low_ranks_may_roll_as_unskilled(case: Played) -> None:
    case.check()


OPEN = after(moment(8, a(8, 2), b(3)), act())
WARY = after(moment(8, a(8, 2), b(8, skills={"Athletics": 4})), act(), rest("b"))


@pytest.mark.parametrize("case", [
    # 15 against 10 + 5
    played("HAC-RAISE-03 HAC-RAISE-01", "of a hit", OPEN, do(attack(**EFFECT), 5, 4, 3, 3, 1),
        order(ev.RollMade, ev.AttackHit, ev.EffectNarrated), once(ev.EffectNarrated, text="Leaves fall.")),
    played("HAC-RAISE-03 HAC-RAISE-01", "not of a miss", OPEN, do(attack(**EFFECT), 5, 4, 3, 2, 1),
        never(ev.EffectNarrated)),
    played("HAC-RAISE-03 HAC-ADEF-03", "not of what was dodged", WARY, do(attack(**EFFECT), 5, 4, 3, 3, 1),
        do(defend(), 9, 6, 1, 1), never(ev.EffectNarrated)),
    played("HAC-RAISE-03 HAC-RAISE-04", "of a guard that stands, TN 25", STRUCK, do(guard(**EFFECT), 10, 9, 1, 6),
        order(ev.GuardRolled, ev.EffectNarrated, ev.TargetChanged)),
    played("HAC-RAISE-03", "not of one that fails", STRUCK, do(guard(**EFFECT), 10, 9, 1, 5), never(ev.EffectNarrated)),
    played("HAC-RAISE-03", "of a landing", THROWN, do({**LAND, **EFFECT}, 9, 6, 1, 1, 1), once(ev.EffectNarrated)),
    played("HAC-RAISE-03", "not of a bad one", THROWN, do({**LAND, **EFFECT}, 9, 5, 1, 1, 1), never(ev.EffectNarrated)),
    played("HAC-RAISE-03", "of a fall", FALLING, do({**FALL, **EFFECT}, 9, 6, 1, 1), once(ev.EffectNarrated)),
    played("HAC-RAISE-03", "of a disarm, TN 9", MISSED, do(disarm(**EFFECT), 5, 4, 1), once(ev.EffectNarrated)),
    played("HAC-RAISE-03", "of an escape, TN 15", HELD, do({**ESCAPE, **EFFECT}, 5, 5, 9, 6, 1),
        once(ev.EffectNarrated)),
    played("HAC-RAISE-03", "of a complex Action that needs no roll",
        after(moment(8, a(8), b(3)), act(), {**COMPLEX, **EFFECT}), {"type": "gm_adjudicate"}, once(ev.EffectNarrated)),
])  # fmt: skip
def test_effects_are_told_of_what_succeeds(case: Played) -> None:
    case.check()
