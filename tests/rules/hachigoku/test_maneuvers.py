"""Maneuvers: their difficulty, the weapons that carry them, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from rules.hachigoku.commands import Attack, SimpleAction
from rules.hachigoku.decide import actions
from tests.rules.every_game.rows import (
    PASS,
    Played,
    count,
    do,
    each,
    illegal,
    never,
    once,
    order,
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
    disarm,
    fighter,
    held_by,
    is_rolled,
    moment,
    move,
    rest,
)
from tests.rules.play import rule

CLUB = {"name": "club", "skill": "Kenjutsu", "damage": "2k2", "blunt": True}
NET = {"name": "net", "skill": "Kenjutsu", "damage": "2k2", "entangle": True}
STONE = {"name": "stone", "skill": "Kenjutsu", "damage": "2k2", "kind": "thrown", "blunt": True, "entangle": True}
ARMED = {"skills": {"Kenjutsu": 3, "Karate": 5, "Kyujutsu": 4}, "weapons": [KATANA, CLUB, NET, STONE, BOW]}
"""Each weapon rolls 5k4, bare hands 5k2, the bow 5k3."""
DUEL = moment(8, a(8, **ARMED), b(3))
THIRD = fighter("c", "boar", 2)


def mook(name: str, **more: Any) -> dict[str, Any]:
    """One of a band."""
    return fighter(name, "boar", 3, kind="mook", group_id="band", **more)


def by(*maneuvers: str, weapon: str = "katana", **more: Any) -> dict[str, Any]:
    return attack(weapon=weapon, maneuvers=list(maneuvers), **more)


def squeeze(wounds: int, **more: Any) -> dict[str, Any]:
    return {"type": "squeeze", "character": "a", "captive": "b", "wounds": wounds, **more}


GRAPPLE = by("grapple", weapon="")
FULL = by("grapple", weapon="", hold="full")
PIN = by("grapple", "knockdown", weapon="", hold="full")
FIVE = (5, 5, 5, 5)
HELD_TWICE = moment(8, a(8, **ARMED), b(3, conditions=[held_by("a")]),
    fighter("c", "boar", 2, conditions=[held_by("a")]), fighter("d", "boar", 2))  # fmt: skip
LET_GO = {"type": "release", "character": "a", "captive": "b"}
SHEATHE = {"type": "simple_action", "character": "a", "what": "sheathe", "weapon": "net"}


@pytest.mark.parametrize("case", [
    *(played("HAC-MAN-01 HAC-Q-13", " ".join([*command["maneuvers"], command["weapon"], command.get("hold", "")]), DUEL,
        ACT, is_rolled(command, roll))
      for command, roll in [(by("blind"), "2k2"), (by("feint"), "3k3"), (by("knockdown"), "4k4"),
          (by("knockout"), "2k2"), (by("knockout", weapon="club"), "3k3"), (by("stun"), "3k3"),
          (by("stun", weapon="club"), "4k4"), (by("knockout", weapon=""), "2k2"),
          (by("stun", weapon=""), "3k2"), (GRAPPLE, "4k2"), (FULL, "3k2"), (PIN, "2k2"),
          (by("grapple", weapon="net"), "4k4"), (by("blind", "knockdown"), "1k1")]),
    *(played("HAC-MAN-01 HAC-COVER-SHOT-02", f"a Cover Shot from {cover}",
        moment(8, a(8, cover=cover, **ARMED), b(3), scene=away(1)), ACT,
        is_rolled(by("cover_shot", weapon="bow"), roll))
      for cover, roll in [("none", "5k3"), ("slight", "5k3"), ("partial", "4k3"),
          ("substantial", "3k3"), ("total", "2k2")]),
    played("HAC-MAN-02 HAC-Q-57", "any together by the house rule",
        moment(8, a(8, **ARMED), b(3), rules={"free_combination": "on"}), ACT,
        is_rolled(by("feint", "knockdown"), "2k2")),
    # Blind stands in place of the three steps for an unseen target
    played("HAC-BLIND-01", "in place of what an unseen target costs",
        moment(8, a(8, **ARMED), b(3, conditions=["unseen"])), ACT, is_rolled(by("blind"), "2k2")),
    played("HAC-BLIND-03", "total cover is cover still", moment(8, a(8, **ARMED), b(3, cover="total")), ACT,
        by("blind"), once(ev.AttackFailed, total_cover=True)),
    played("HAC-BLIND-03", "and so is slight", moment(8, a(8, **ARMED), b(3, cover="slight")), ACT,
        is_rolled(by("blind"), "1k1")),
    played("HAC-CHARGE-01 HAC-Q-58 HAC-MAN-01", "in and at once", moment(8, a(8), b(3), scene=away(1)), ACT,
        do(by("charge"), *FIVE), order(ev.RangeChanged, ev.AttackDeclared, ev.RollMade),
        once(ev.RangeChanged, changes=(("a", "b", 0),), cause="charge", allowance=True), player("a", moved=True),
        player("b", wounds=1)),
    played("HAC-CHARGE-01", "closer for a shot", moment(8, a(8, **ARMED), b(3), scene=away(3)), ACT,
        is_rolled(by("charge", weapon="bow"), "3k3")),
    # mounted is higher ground: 5 + 1 − 1 dice
    played("HAC-CHARGE-02", "a mount goes on", moment(8, a(8, mounted=True), b(3), scene=away(1)), ACT,
        do(by("charge", finish=True), *MISS), each(ev.RangeChanged, changes=[(("a", "b", 0),), (("a", "b", 1),)],
            cause=["charge", "ride"])),
    # one step harder once: 4k4, then 5k4
    played("HAC-CHARGE-01 HAC-ATK-02 HAC-Q-58", "in once, then each attack of the Action",
        moment(8, a(8, attacks_per_action=2), b(3), scene=away(1)), ACT,
        do(by("charge", further=[attack()]), *FIVE, *HIT), each(ev.RollMade, roll=["4d10!kh4", "5d10!kh4"]),
        once(ev.RangeChanged, cause="charge"), player("b", wounds=2)),
    # who rides past B stays as far from C; from C it would be long Range
    played("HAC-CHARGE-02 HAC-ATK-02", "a mount goes on after the last attack, away from the first foe",
        moment(8, a(8, mounted=True, attacks_per_action=2, **ARMED), b(3), THIRD, scene=away(1, ["a", "c", 1],
            ["b", "c", 1])), ACT,
        do(by("charge", finish=True, further=[attack(target="c", weapon="bow")]), *MISS, *MISS, 1),
        order(ev.RangeChanged, ev.AttackMissed, ev.AttackMissed, ev.RangeChanged),
        each(ev.RangeChanged, changes=[(("a", "b", 0),), (("a", "b", 1),)], cause=["charge", "ride"])),
    # 15 + 15 + 15 + 5 meets 10 and six Raises: 1, three banzai dice and six Raises are 10 Wounds, and seven kill
    played("HAC-CHARGE-02 HAC-ATK-02", "and where the second finds nobody",
        moment(8, a(8, mounted=True, attacks_per_action=2), b(3), THIRD, scene=away(1, ["a", "c", 1], ["b", "c", 0])),
        ACT, do(by("charge", finish=True, raises={"wound": 6}, further=[attack()]), 10, 10, 10, 5, 5, 5, 5, 5),
        order(ev.RangeChanged, ev.AttackHit, ev.AttackFailed, ev.RangeChanged), count(ev.RollMade, 1),
        each(ev.RangeChanged, cause=["charge", "ride"])),
    played("HAC-COVER-SHOT-01 HAC-Q-59", "a shot costs the cover until the next own Action",
        moment(8, a(8, 7, cover="partial", **ARMED), b(8, 7, **ARMED), scene=away(1)), act("a"), rest("b"),
        do(by(weapon="bow"), *MISS), player("a", cover_lost=True), act("b"),
        is_rolled(attack("b", "a", weapon="bow"), "5k3"), do(attack("b", "a", weapon="bow"), *MISS), act("a"),
        rest("b"), do(by(weapon="bow"), *MISS), each(ev.CoverChanged, suspended=[True, False, True])),
    played("HAC-COVER-SHOT-01 HAC-Q-59", "from total cover, too",
        moment(8, a(8, cover="total", **ARMED), b(3), scene=away(1)), ACT, do(by(weapon="bow"), *MISS),
        player("a", cover_lost=True)),
    played("HAC-COVER-SHOT-02", "slight cover is never lost",
        moment(8, a(8, cover="slight", **ARMED), b(3), scene=away(1)), ACT, do(by(weapon="bow"), *MISS),
        player("a", cover_lost=False), never(ev.CoverChanged)),
    played("HAC-COVER-SHOT-02", "a Cover Shot keeps it",
        moment(8, a(8, cover="partial", **ARMED), b(3), scene=away(1)), ACT,
        do(by("cover_shot", weapon="bow"), *MISS[:4]), player("a", cover_lost=False, cover="partial")),
    # Wind 4: TN 20, though Water 2
    played("HAC-FEINT-01", "against Wind", moment(8, a(8, **ARMED), b(3, wind=4)), ACT, do(by("feint"), 6, 6, 7),
        once(ev.RollMade, target=20, total=19, success=False)),
    played("HAC-Q-70 HAC-FEINT-01", "5 when prone", moment(8, a(8, **ARMED), b(3, wind=4, conditions=["prone"])), ACT,
        do(by("feint"), 2, 2, 1), once(ev.RollMade, target=5, success=True)),
    played("HAC-FEINT-02", "no Active Defense", moment(8, a(8, **ARMED), b(8, skills={"Athletics": 5})), act("a"),
        rest("b"), do(by("feint"), 6, 6, 7), never(ev.DefenseWindow), player("b", wounds=1),
        refused({"type": "defend", "character": "b", "defense": "dodge"}, "defense_not_allowed")),
    # Earth 4 in place of Fire 2: 3k4 and 2k2 less one die
    played("HAC-KD-01 HAC-ATK-04 HAC-Q-63", "Earth, Wounds and prone", moment(8, a(8, earth=4, **ARMED), b(3)), ACT,
        do(by("knockdown"), *FIVE), once(ev.RollMade, roll="4d10!kh4"), player("b", wounds=1), condition("b", "prone"),
        once(ev.ManeuverEffect, attacker="a", target="b", maneuver="knockdown")),
    played("HAC-KO-01 HAC-Q-70", "against Earth × 5, prone or not",
        moment(8, a(8, **ARMED), b(3, earth=3, conditions=["prone"])), ACT, do(by("knockout", weapon="club"), 4, 4, 4),
        once(ev.RollMade, target=15, total=12, success=False)),
    played("HAC-KO-02 HAC-Q-50", "normal Wounds, and unconscious", moment(8, a(8, **ARMED), b(3), THIRD), ACT,
        do(by("knockout", weapon="club"), 5, 5, 5), player("b", wounds=1), condition("b", "unconscious"),
        dice_of("b", 3, state="lost"), once(ev.ConditionSet, condition="unconscious", until="scene")),
    # one from intention, a kept banzai die, a Raise: three of 7, 5, 3, 2
    played("HAC-STUN-01 HAC-STUN-02 HAC-Q-72", "lost Actions in place of Wounds, the highest first",
        moment(2, a(8, **ARMED), b(7, 5, 3, 2, earth=1)), act("a"), rest("b"),
        do(by("stun", weapon="club", raises={"wound": 1}), 10, 5, 1, 1, 1), PASS, player("b", wounds=0),
        dice_of("b", 7, 5, 3, state="lost"), condition("b", "stunned"), never(ev.WoundsTaken)),
    played("HAC-STUN-02", "excess is not carried over", moment(8, a(8, **ARMED), b(3, earth=1), THIRD), ACT,
        do(by("stun", weapon="club", raises={"wound": 1}), 5, 5, 1, 1), dice_of("b", 3, state="lost")),
    # B has a die left and is stunned: Defense 5, no window; acting ends it
    played("HAC-STUN-03 HAC-DEF-02", "helpless until the next own Action",
        moment(8, a(8, 8, **ARMED), b(8, 8, earth=1, conditions=["stunned"])), rest("b"), act("a"),
        do(attack(), 2, 2, 1, 1, 1), once(ev.RollMade, target=5), never(ev.DefenseWindow), act("b"), rest("a"),
        do(attack("b", "a"), *MISS), condition("b"), once(ev.ConditionCleared, character="b", condition="stunned")),
    played("HAC-STUN-03", "into a later round", moment(1, a(1, **ARMED), b(earth=1)), ACT,
        do(by("stun", weapon="club"), 5, 5, 1, 1, 3, 3, 2, 2), condition("b", "stunned"), dice_of("b", 2, 2)),
    played("HAC-Q-99", "thrown weapons by the house rule",
        moment(8, a(8, **ARMED), b(3), scene=away(1), rules={"ranged_maneuvers": "on"}), ACT,
        is_rolled(by("knockdown", weapon="stone"), "4k4"), is_rolled(by("grapple", weapon="stone"), "4k4"),
        is_rolled(by("knockout", weapon="stone"), "3k3"),
        refused(by("feint", weapon="stone"), "maneuver_wrong_weapon"),
        refused(by("stun", weapon="stone"), "maneuver_wrong_weapon")),
])  # fmt: skip
def test_maneuvers(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # intention deals none; 5 + 5 = 10 is the Defense
    played("HAC-GRAP-01 HAC-GRAP-02 HAC-Q-65", "a partial hold", DUEL, ACT, do(GRAPPLE, 5, 5, 1, 1),
        once(ev.HoldStarted, holder="a", captive="b", hold="partial", weapon=""), player("b", wounds=0),
        once(ev.AttackHit, wounds=0), condition("b", "partially_captured")),
    played("HAC-GRAP-02", "Wounds of banzai dice and Raises", moment(8, a(8, **ARMED), b(3, earth=5)), ACT,
        do(by("grapple", weapon="net", raises={"wound": 2}), 10, 5, 5, 5, 1), once(ev.AttackHit, wounds=3),
        player("b", wounds=3)),
    played("HAC-GRAP-04 HAC-Q-66 HAC-DEF-02", "a full hold: Defense 5 and no defense",
        moment(8, a(8, 8, **ARMED), b(8, skills={"Athletics": 5})), act("a"), rest("b"), do(FULL, 5, 5, 1), PASS,
        act("a"), rest("b"), do(attack(), 2, 2, 1, 1, 1), never(ev.HoldEnded), each(ev.RollMade, target=[10, 5])),
    played("HAC-GRAP-01 HAC-MAN-02", "held and on the ground", DUEL, ACT, do(PIN, 5, 5),
        condition("b", "fully_captured", "prone")),
    # 5k4 less one die
    played("HAC-GRAP-03", "a step on all rolls", moment(8, a(8, conditions=[held_by("b")]), b(3)), ACT,
        is_rolled(attack(), "4k4")),
    played("HAC-GRAP-05 HAC-Q-64 HAC-Q-68", "released", moment(8, a(8), b(3, conditions=[held_by("a")])), ACT,
        {"type": "release", "character": "a", "captive": "b"}, once(ev.HoldReleased, holder="a", captive="b"),
        condition("b"), never(ev.RollMade)),
    played("HAC-GRAP-05", "tightened", moment(8, a(8), b(3, conditions=[held_by("a")])), ACT,
        {"type": "tighten", "character": "a", "captive": "b"}, once(ev.HoldChanged, hold="full"),
        condition("b", "fully_captured")),
    played("HAC-GRAP-06 HAC-Q-64", "squeezed, up to Earth each time",
        moment(8, a(8, 8, earth=3), b(3, earth=4, conditions=[held_by("a")])), ACT,
        {"type": "squeeze", "character": "a", "captive": "b", "wounds": 3}, player("b", wounds=3), ACT,
        {"type": "squeeze", "character": "a", "captive": "b", "wounds": 1}, player("b", wounds=4),
        each(ev.WoundsTaken, cause=["squeeze", "squeeze"])),
    # Earth 3 rolls 3k3 and 12; Water 4, one step for the hold: 3k3 and 12 meets it
    played("HAC-GRAP-07 HAC-Q-67 HAC-DICE-04 HAC-Q-04", "an escape that meets the holder's roll",
        moment(8, a(8, water=4, conditions=[held_by("b", "fully")]), b(3, earth=3)), ACT,
        do({"type": "escape", "character": "a", "element": "water"}, 4, 4, 4, 4, 4, 4),
        each(ev.RollMade, by=["b", "a"], roll=["3d10!kh3", "3d10!kh3"], purpose=["hold", "escape"], target=[None, 12]),
        once(ev.EscapeRolled, character="a", holder="b", total=12, against=12, success=True),
        once(ev.HoldEnded, cause="escaped"), condition("a")),
    played("HAC-GRAP-07", "one that does not", moment(8, a(8, conditions=[held_by("b")]), b(3)), ACT,
        do({"type": "escape", "character": "a"}, 4, 4, 7), once(ev.EscapeRolled, total=7, against=8, success=False),
        condition("a", "partially_captured")),
    played("HAC-GRAP-07", "a Skill that an ability names",
        moment(8, a(8, skills={"Jiujutsu": 4}, conditions=[held_by("b")],
            roll_modifiers=[{"applies_to": "escape:Jiujutsu"}]), b(3)), ACT,
        do({"type": "escape", "character": "a", "skill": "Jiujutsu"}, 4, 4, 7, 1, 1),
        once(ev.EscapeRolled, total=8, success=True)),
    # B becomes Down at five Wounds
    played("HAC-GRAP-08 HAC-WOUND-08", "the holder goes Down",
        moment(8, a(8, conditions=[held_by("b")]), b(3, wounds=4), THIRD), ACT, do(attack(), *HIT[:4]),
        once(ev.HoldEnded, holder="b", captive="a", cause="holder_unable"), condition("a")),
    played("HAC-GRAP-08 HAC-STUN-03", "the holder is stunned",
        moment(8, a(8, conditions=[held_by("b")], **ARMED), b(3), THIRD), ACT, do(by("stun", weapon="club"), 5, 5, 1),
        once(ev.HoldEnded, holder="b", captive="a")),
    played("HAC-Q-99 HAC-GRAP-02 HAC-GRAP-08", "entangled from afar by the house rule, and so for as long",
        moment(8, a(8, 8, **ARMED), b(3), THIRD, scene=away(1, ["a", "c", 1], ["b", "c", 0]),
            rules={"ranged_maneuvers": "on"}), ACT, do(by("grapple", weapon="stone"), *FIVE),
        once(ev.HoldStarted, holder="a", captive="b", hold="partial", weapon="stone"), ACT,
        refused(squeeze(1), "out_of_reach", rule="HAC-GRAP-05"), move(direction="away"), never(ev.HoldEnded),
        condition("b", "partially_captured")),
    # Earth 2: the seventh Wound; Karate 5/Fire 2 less two dice
    played("HAC-WOUND-07 HAC-GRAP-08", "the dead are held no more",
        moment(8, a(8, 8, **ARMED), b(wounds=6, conditions=[held_by("a", "fully")]), THIRD), ACT, squeeze(1),
        once(ev.CharacterDied, character="b"), once(ev.HoldEnded, holder="a", captive="b", cause="captive_gone"),
        condition("b"), ACT, is_rolled(by("grapple", weapon="", hold="full", targets=["c"]), "3k2")),
    # Kenjutsu 6 and Fire 2, less two dice and one for the hold: 3k2, and 5 beats the 4
    played("HAC-Q-68 HAC-DISARM-03", "free of a weapon that is lost, and of no other",
        moment(8, a(8, **ARMED), b(8, skills={"Kenjutsu": 6}, conditions=[held_by("a", weapon="net")]),
            fighter("c", "boar", 2, conditions=[held_by("a")])), act("a"), rest("b"), do(attack(weapon="net"), *MISS),
        do(disarm(weapon="katana"), 4, 1, 1), order(ev.WeaponLost, ev.HoldEnded),
        once(ev.HoldEnded, holder="a", captive="b", cause="holder_unable"), condition("b"),
        condition("c", "partially_captured")),
    played("HAC-GRAP-08", "a partial hold leaves a bare hand free", HELD_TWICE, ACT,
        is_rolled(by(weapon=""), "5k2"), is_rolled(by(weapon="", targets=["c"]), "5k2"),
        is_rolled(by(targets=["d"]), "5k4")),
    played("HAC-GRAP-08", "one bare hand grabs another",
        moment(8, a(8, **ARMED), b(3, conditions=[held_by("a")]), THIRD), ACT,
        do(by("grapple", weapon="", targets=["c"]), *FIVE), condition("c", "partially_captured"),
        condition("b", "partially_captured")),
    # the move ends the hold before the net is put away
    played("HAC-GRAP-08 HAC-Q-39", "a net that the move frees is sheathed",
        moment(8, a(8, **ARMED), b(3, conditions=[held_by("a", weapon="net")])), ACT,
        move(direction="away", simple=[{"what": "sheathe", "weapon": "net"}]),
        order(ev.HoldEnded, ev.SimpleActionDone), condition("b")),
    played("HAC-GRAP-05 HAC-Q-68 HAC-MOVE-08", "released, and sheathed in the same combination",
        moment(8, a(8, 8, **ARMED), b(3, conditions=[held_by("a", weapon="net")])), ACT,
        {"type": "combine", "character": "a", "parts": [LET_GO, SHEATHE]}, order(ev.HoldReleased, ev.SimpleActionDone),
        condition("b")),
    played("HAC-GRAP-08", "another weapon is free",
        moment(8, a(8, **ARMED), b(3, conditions=[held_by("a")]), THIRD), ACT,
        is_rolled(by("grapple", weapon="net", hold="full", targets=["c"]), "3k3")),
])  # fmt: skip
def test_holds(case: Played) -> None:
    case.check()


SQUEEZED = after(moment(8, a(8, 8), b(3, earth=4, conditions=[held_by("a")]), rules={"squeeze_cap": "per_hold"}), ACT,
    {"type": "squeeze", "character": "a", "captive": "b", "wounds": 2}, ACT)  # fmt: skip


@pytest.mark.parametrize("case", [
    illegal("HAC-MAN-02 HAC-ILL-34 HAC-Q-57", "two effects", after(DUEL, ACT),
        [by("feint", "knockdown"), by("stun", "knockout", weapon="club"),
         by("grapple", "knockdown", weapon="", hold="partial")], "maneuver_conflict", rule="HAC-MAN-02"),
    illegal("HAC-MAN-02 HAC-ILL-35 HAC-Q-99", "effects by a bow or a thrown weapon",
        after(moment(8, a(8, **ARMED), b(3), scene=away(1)), ACT),
        [by(name, weapon=weapon) for name in ("feint", "knockdown", "knockout", "stun") for weapon in ("bow", "stone")],
        "maneuver_wrong_weapon", rule="HAC-MAN-02"),
    illegal("HAC-COVER-SHOT-01 HAC-ILL-35", "a Cover Shot in melee", after(DUEL, ACT), by("cover_shot"),
        "maneuver_wrong_weapon"),
    illegal("HAC-KO-01 HAC-STUN-01 HAC-ILL-36", "a blade as a blunt weapon", after(DUEL, ACT),
        [by("knockout", blunt=True), by("stun", blunt=True), by("stun", weapon="", blunt=True)],
        "maneuver_wrong_weapon", is_rolled(by("stun", weapon="club", blunt=True), "4k4")),
    illegal("HAC-GRAP-01 HAC-ILL-37", "a blade that entangles nobody", after(DUEL, ACT), by("grapple"),
        "maneuver_wrong_weapon"),
    illegal("HAC-GRAP-08 HAC-ILL-40", "hands that hold somebody",
        after(moment(8, a(8, **ARMED), b(3, conditions=[held_by("a")]), THIRD), ACT),
        by("grapple", weapon="", hold="full", targets=["c"]), "hands_occupied"),
    # a full hold takes both hands; the katana is free, and so is the captive to be thrown
    illegal("HAC-GRAP-08 HAC-ILL-40", "both hands hold somebody",
        after(moment(8, a(8, **ARMED), b(3, conditions=[held_by("a", "fully")]), THIRD), ACT),
        [by(weapon="", targets=["c"]), by("grapple", weapon="", targets=["c"])], "hands_occupied",
        is_rolled(by(targets=["c"]), "5k4"), is_rolled(by("throw", weapon=""), "3k2"), field="targets"),
    illegal("HAC-GRAP-08 HAC-ILL-40", "a hand for each of two", after(HELD_TWICE, ACT),
        [by(weapon="", targets=["d"]), by("grapple", weapon="", targets=["d"])], "hands_occupied", field="targets"),
    *(illegal("HAC-GRAP-08 HAC-KAO-07 HAC-ILL-40", f"a group with somebody who is held by {name}",
        after(moment(8, a(8, **ARMED), *(mook(each, conditions=held) for each, held in groups.items())), ACT),
        by("grapple", weapon="", hold=hold, targets=[*groups]), "hands_occupied", field="targets")
      for name, hold, groups in [
          ("one hand", "full", {"m1": [held_by("a")], "m2": []}), ("one hand, named last", "full", {"m1": [],
              "m2": [held_by("a")]}), ("both hands", "partial", {"m1": [held_by("a", "fully")], "m2": []})]),
    illegal("HAC-GRAP-08 HAC-Q-68", "sheathing what holds somebody",
        after(moment(8, a(8, **ARMED), b(3, conditions=[held_by("a", weapon="net")])), ACT), SHEATHE,
        "hands_occupied", {**SHEATHE, "weapon": "katana"}, rule="HAC-GRAP-08", field="weapon"),
    illegal("HAC-GRAP-08 HAC-Q-68", "sheathing it with a movement",
        after(moment(8, a(8, conditions=["prone"], **ARMED), b(3, conditions=[held_by("a", weapon="net")])), ACT),
        {"type": "stand_up", "character": "a", "simple": [{"what": "sheathe", "weapon": "net"}]}, "hands_occupied",
        rule="HAC-GRAP-08", field="simple[0].weapon"),
    illegal("HAC-GRAP-08 HAC-ILL-40", "a net that holds somebody",
        after(moment(8, a(8, **ARMED), b(3, conditions=[held_by("a", weapon="net")]), THIRD), ACT),
        [by(weapon="net", targets=["c"]), by("grapple", weapon="net", targets=["c"])], "hands_occupied",
        is_rolled(by(weapon="", targets=["c"]), "5k2"), field="targets"),
    illegal("HAC-GRAP-06 HAC-ILL-20 HAC-Q-64", "none, or more than Earth",
        after(moment(8, a(8, earth=3), b(3, conditions=[held_by("a")])), ACT), [squeeze(0), squeeze(4), squeeze(-1)],
        "squeeze_too_strong", squeeze(3)),
    illegal("HAC-Q-64", "over the whole hold by the house rule", SQUEEZED, squeeze(1), "squeeze_too_strong"),
    illegal("HAC-GRAP-06 HAC-ILL-16", "a squeeze by Honor",
        after(moment(8, a(8, honor_points=1), b(3, conditions=[held_by("a")])), ACT), squeeze(1, honor=True),
        "honor_no_attack"),
    illegal("HAC-HONOR-03 HAC-ILL-16", "an attack by Honor", after(moment(8, a(8, honor_points=1), b(3)), ACT),
        attack(honor=True), "honor_no_attack", rule="HAC-HONOR-03"),
    illegal("HAC-GRAP-05 HAC-ILL-50", "nobody is held", after(DUEL, ACT),
        [squeeze(1), {"type": "release", "character": "a", "captive": "b"}, {"type": "escape", "character": "a"}],
        "nothing_to_do"),
    illegal("HAC-GRAP-04 HAC-ILL-19", "who is held fast does nothing but escape",
        after(moment(8, a(8, conditions=[held_by("b", "fully")]), b(3)), ACT), attack(), "held_fast",
        do({"type": "escape", "character": "a"}, 9, 9, 1)),
    illegal("HAC-CHARGE-01 HAC-ILL-18 HAC-Q-33", "a Charge after a move",
        after(moment(8, a(8, moved=True), b(3), scene=away(1)), ACT), by("charge"), "already_moved"),
    illegal("HAC-CHARGE-01 HAC-ILL-19 HAC-Q-65", "a Charge out of a hold",
        after(moment(8, a(8, conditions=[held_by("c")]), b(3), fighter("c", "boar"), scene=away(1, ["a", "c", 0],
            ["b", "c", 1])), ACT), by("charge"), "held_fast"),
    illegal("HAC-CHARGE-01", "too far to reach", after(moment(8, a(8), b(3), scene=away(2)), ACT), by("charge"),
        "out_of_reach"),
    illegal("HAC-Q-32 HAC-CHARGE-01", "from far Range by the house rule",
        after(moment(8, a(8, **ARMED), b(3), scene=away(3), rules={"far_needs_conveyance": "on"}), ACT),
        by("charge", weapon="bow"), "too_far", field="targets"),
    illegal("HAC-CHARGE-02", "on foot nobody goes on", after(moment(8, a(8), b(3), scene=away(1)), ACT),
        by("charge", finish=True), "not_mounted"),
])  # fmt: skip
def test_it_refuses_maneuvers(case: Played) -> None:
    case.check()


@rule("HAC-CHARGE-01", "HAC-ATK-10")
def test_no_charge_is_offered_that_brings_a_bow_too_close() -> None:
    """Near is a shot, and one increment nearer is close."""
    game = after(moment(8, a(8, **ARMED), b(3), scene=away(1)), ACT)()
    found = [order for order in actions.offers(game.state, "a") if isinstance(order, Attack) and order.weapon == "bow"]
    assert found
    assert not [order for order in found if "charge" in order.maneuvers]


@rule("HAC-GRAP-08")
def test_no_weapon_that_holds_somebody_is_offered_to_be_sheathed() -> None:
    game = after(moment(8, a(8, **ARMED), b(3, conditions=[held_by("a", weapon="net")])), ACT)()
    offered = [order for order in actions.offers(game.state, "a") if isinstance(order, SimpleAction)]
    assert [one.weapon for one in offered if one.what == "sheathe"] == ["katana", "club", "stone", "bow"]
