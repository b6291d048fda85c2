"""Active Defenses: Dodge, Dive, Parry, Block, Counterstrike, and Earth against a Knockdown."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hachigoku import events as ev
from tests.rules.every_game.rows import PASS, Played, asked, do, each, illegal, never, once, played, player
from tests.rules.hachigoku.dojo import (
    BOW,
    HIT,
    KATANA,
    a,
    act,
    after,
    attack,
    away,
    b,
    condition,
    defend,
    dice_of,
    fighter,
    held_by,
    interrupt,
    is_rolled,
    moment,
    pooled,
    rest,
)

JITTE = {"name": "jitte", "skill": "Jitte", "damage": "1k1", "can_parry": True}
SPEAR = {"name": "spear", "skill": "Sojutsu", "damage": "2k2"}
HOOK = {"name": "hook", "skill": "Jitte", "damage": "1k1", "counterstrike": True}
SKILLS = {"Kenjutsu": 3, "Athletics": 4, "Karate": 4, "Jitte": 4, "Sojutsu": 3, "Bajutsu": 3, "Sailing": 5, "Ropes": 6}
READY = {"skills": SKILLS, "weapons": [KATANA, JITTE, SPEAR, HOOK, BOW]}
ARCHER = {"weapons": [BOW], "skills": {"Kyujutsu": 4}}
"""Kyujutsu 4/Wind 2 and the bow's 1k1: 5k3."""


def duel(foe: Any = None, who: Any = None, **more: Any) -> Any:
    """Botan has an Action to defend with."""
    return moment(8, who or a(8, 2), foe or b(8, **READY), **more)


def under(game: Any, *dice: int, **more: Any) -> Any:
    """An attack of Aoi's has met the Defense."""
    return after(game, act(), rest("b"), do(attack(**more), *(dice or HIT)))


STRUCK = under(duel())
COUNTER = defend(defense="counterstrike", weapon="katana")
SHOT = under(duel(b(8, nearby_cover="partial", **READY), a(8, 2, **ARCHER), scene=away(1)), weapon="bow")
MELEE_DIVE = {"scene": {"dive_melee": True}}
LANDED = once(ev.AttackHit, wounds=1)


@pytest.mark.parametrize("case", [
    # Athletics 4/Water 2 is 4k2: 10 and 1 are 11, with 9 that is 20
    played("HAC-ADEF-01 HAC-ADEF-02 HAC-ADEF-03 HAC-DODGE-01 HAC-DICE-10 HAC-Q-12 HAC-ATK-08", "a Dodge that equals it",
        STRUCK, asked("defense_window", "b"), do(defend(), 10, 9, 1, 1, 1), pooled((4, 2, "HAC-DICE-03")),
        once(ev.DefenseRolled, character="b", defense="dodge", total=20, against=20, success=True),
        never(ev.AttackHit), player("b", wounds=0), dice_of("b", 8, state="spent")),
    # 9 + 9 = 18
    played("HAC-ADEF-04", "a Dodge that fails", STRUCK, do(defend(), 9, 9, 1, 1), LANDED, player("b", wounds=1),
        once(ev.DefenseRolled, total=18, success=False)),
    played("HAC-DODGE-01", "mounted by Bajutsu", under(duel(b(8, mounted=True, **READY)), 5, 5, 5, 5),
        is_rolled(defend(), "3k2")),
    played("HAC-DODGE-01", "on a boat by Sailing", under(duel(b(8, on_boat=True, **READY))),
        is_rolled(defend(), "5k2")),
    played("HAC-DODGE-01", "by another Skill", STRUCK, is_rolled(defend(skill="Ropes"), "6k2")),
    # Bare hands against a sword: 2 steps less than Jujutsu 6
    played("HAC-PARRY-02", "a Block by another Skill of Bujutsu",
        under(duel(b(8, skills={"Jujutsu": 6}, skill_groups={"Jujutsu": "Bujutsu"}))),
        is_rolled(defend(defense="block", skill="Jujutsu"), "4k2")),
    illegal("HAC-PARRY-02", "a Block by a Skill of another group",
        under(duel(b(8, skills={"Calligraphy": 6}, skill_groups={"Calligraphy": "Jutsugaku"}))),
        defend(defense="block", skill="Calligraphy"), "defense_not_applicable"),
    played("HAC-ADEF-01", "paid with Honor", under(moment(8, a(8, 2), b(3, honor_points=1, **READY))),
        do(defend(honor=True), 9, 9, 1, 1), player("b", honor_points=0), dice_of("b", 3)),
    played("HAC-ADEF-07", "without an Action", after(moment(8, a(8, 2), b(3, **READY)), act(), do(attack(), *HIT)),
        never(ev.DefenseWindow), player("b", wounds=1)),
    played("HAC-Q-77", "prone", under(duel(b(8, conditions=["prone"], **READY))), is_rolled(defend(), "4k2")),
    # each takes a die of four: 3k2
    *(played("HAC-ADEF-06 HAC-Q-87", name, under(duel(b(8, **READY, **more), **rest_of), *dice),
        is_rolled(defend(), "3k2"))
      for name, more, rest_of, dice in [
          ("heavy armor", {"armor": {"type": "heavy"}}, {}, (9, 8)),
          ("a Heavy Wound", {"wounds": 3}, {}, HIT),
          ("captured", {"conditions": [held_by("a")]}, {}, HIT),
          ("uneven ground", {"on_uneven_terrain": True}, {}, HIT)]),
    played("HAC-ADEF-06", "with the off hand", STRUCK,
        is_rolled(defend(defense="parry", weapon="jitte", off_hand=True), "3k2")),
    played("HAC-BLIND-02", "against a foe who is not seen", under(duel(who=a(8, conditions=["unseen"]))),
        is_rolled(defend(), "1k1")),
    *(played("HAC-ADEF-07", name, under(duel(b(8, conditions=[name], **READY))), never(ev.DefenseWindow),
        player("b", wounds=1)) for name in ("unaware", "stunned")),
    played("HAC-ADEF-07 HAC-GRAP-04", "fully captured", under(duel(b(8, conditions=[held_by("a", "fully")], **READY))),
        never(ev.DefenseWindow), player("b", wounds=1)),
])  # fmt: skip
def test_defenses(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # the arrow comes to 15; Athletics 4/Void 2 less one die is 3k2: 8 + 7 = 15
    played("HAC-DIVE-01 HAC-DIVE-02 HAC-Q-61", "in time", SHOT, do(defend(defense="dive"), 8, 7, 1),
        pooled((4, 2, "HAC-DICE-03"), (3, 2, "HAC-DIVE-01")), player("b", wounds=0, cover="partial"),
        condition("b", "prone")),
    # 8 + 6 = 14
    played("HAC-DIVE-02", "too late", SHOT, do(defend(defense="dive"), 8, 6, 1), LANDED,
        player("b", wounds=1, cover="partial"), condition("b", "prone")),
    played("HAC-Q-84", "from a blade where the scene allows it",
        under(moment(8, a(8, 2), b(8, nearby_cover="slight", **READY), scene={"dive_melee": True})),
        do(defend(defense="dive"), 9, 9, 2), player("b", cover="slight")),
    # 4k2 without the jitte's 1k1
    played("HAC-PARRY-01 HAC-Q-85", "a Parry without Damage", STRUCK,
        do(defend(defense="parry", weapon="jitte"), 9, 9, 1, 1), pooled((4, 2, "HAC-DICE-03")),
        once(ev.DefenseRolled, defense="parry", total=18)),
    played("HAC-PARRY-02", "a Block against a blade", STRUCK, is_rolled(defend(defense="block"), "2k2")),
    # Karate 3/Fire 2: 8 + 7
    played("HAC-PARRY-02", "a Block against a fist",
        under(duel(who=a(8, skills={"Karate": 3})), 8, 7, 1, weapon=""),
        is_rolled(defend(defense="block"), "4k2")),
    illegal("HAC-ILL-41 HAC-DODGE-01 HAC-PARRY-01 HAC-PARRY-02", "melee only", SHOT,
        [defend(), defend(defense="parry", weapon="jitte"), defend(defense="block")], "defense_not_applicable",
        field="defense"),
    illegal("HAC-DODGE-01", "a Dodge with a weapon that is not there", STRUCK, defend(weapon="axe"),
        "unknown_weapon", field="weapon"),
    illegal("HAC-ILL-41 HAC-PARRY-01 HAC-Q-85", "a weapon that cannot parry", STRUCK,
        [defend(defense="parry", weapon="katana"), defend(defense="parry")], "defense_not_applicable", field="weapon"),
    *(illegal("HAC-GRAP-08 HAC-ILL-41", name,
        after(moment(8, a(8, 2), b(8, **READY), fighter("c", "crane", conditions=[held])), act(), rest("b"),
            do(attack(), *HIT)), defend(defense=defense, weapon=weapon), "defense_not_applicable",
        is_rolled(defend(), "4k2"))
      for name, held, defense, weapon in [("a Block by hands that hold", held_by("b", "fully"), "block", ""),
          ("a Parry by what holds", held_by("b", weapon="jitte"), "parry", "jitte")]),
    illegal("HAC-GRAP-08 HAC-ILL-41", "a Block by hands that hold one each",
        after(moment(8, a(8, 2), b(8, **READY), *(fighter(name, "crane", conditions=[held_by("b")]) for name in "cd")),
            act(), rest("b"), do(attack(), *HIT)), defend(defense="block"), "defense_not_applicable",
        is_rolled(defend(), "4k2"), rule="HAC-GRAP-08"),
    *(illegal(f"HAC-ILL-41 {row}", f"another Skill for a {order['defense']}", game, order, "defense_not_applicable",
        rule=row, field="skill")
      for row, game, order in [("HAC-DIVE-01", SHOT, defend(defense="dive", skill="Ropes")),
          ("HAC-PARRY-01", STRUCK, defend(defense="parry", weapon="jitte", skill="Ropes"))]),
    illegal("HAC-ILL-42 HAC-DIVE-01", "no Dive from a blade", under(duel(b(8, nearby_cover="slight", **READY))),
        defend(defense="dive"), "defense_not_applicable", rule="HAC-DIVE-01"),
    *(illegal("HAC-ILL-42 HAC-DIVE-01 HAC-Q-77", name, under(duel(b(8, **READY, **more), **MELEE_DIVE)),
        defend(defense="dive"), "defense_not_applicable", rule="HAC-DIVE-01")
      for name, more in [("no cover", {}), ("prone", {"nearby_cover": "slight", "conditions": ["prone"]}),
          ("held", {"nearby_cover": "slight", "conditions": [held_by("a")]})]),
    *(illegal("HAC-ILL-33 HAC-RAISE-04", name, game, {**command, "raises": {"wound": 1}}, "raises_not_allowed",
        rule="HAC-RAISE-04")
      for name, game, command in [("Dodge", STRUCK, defend()), ("Dive", SHOT, defend(defense="dive")),
          ("Parry", STRUCK, defend(defense="parry", weapon="jitte"))]),
    # TN 20 and a Raise: 9 + 9 + 5, kept two of four
    played("HAC-RAISE-04", "an Effect", STRUCK, do(defend(raises={"effect": 1, "text": "A bow."}), 10, 10, 1, 1, 5, 5),
        once(ev.EffectNarrated, character="b"), once(ev.DefenseRolled, total=30, success=True)),
    illegal("HAC-ILL-43 HAC-FEINT-02", "against a Feint",
        after(duel(), act(), rest("b"), do(attack(maneuvers=["feint"]), 9, 9, 2)), defend(),
        "defense_not_allowed", never(ev.DefenseWindow)),
    *(illegal("HAC-ILL-43 HAC-ADEF-07", f"by one {name}", under(duel(b(8, conditions=[name], **READY))), defend(),
        "defense_not_allowed", rule="HAC-ADEF-07") for name in ("unaware", "stunned")),
])  # fmt: skip
def test_dives_parries_and_what_does_not_fit(case: Played) -> None:
    case.check()


def counter(**more: Any) -> Any:
    return defend(defense="counterstrike", weapon="katana", **more)


@pytest.mark.parametrize("case", [
    # Kenjutsu 3/Fire 2 and 2k2 less two dice: 3k3; 9 + 9 + 2 = 20
    played("HAC-CSTRIKE-01 HAC-CSTRIKE-02 HAC-CSTRIKE-03 HAC-Q-79", "it strikes first", under(duel(who=a(8, 8, 2))),
        do(counter(), 9, 9, 2), pooled((3, 2, "HAC-DICE-03"), (5, 4, "HAC-ATK-03"), (3, 4, "HAC-CSTRIKE-02"),
            (3, 3, "HAC-DICE-08")), player("a", wounds=1), player("b", wounds=0),
        each(ev.DefenseWindow, character=["b"]), once(ev.WoundsTaken, character="a", by="b", cause="counterstrike")),
    played("HAC-CSTRIKE-03", "it fails", STRUCK, do(counter(), 9, 9, 1), player("a", wounds=0), player("b", wounds=1)),
    # TN 25: 10 and 1, 9, 5 are 25; a banzai die and a Raise
    played("HAC-CSTRIKE-02 HAC-CSTRIKE-03 HAC-RAISE-04", "with a Raise", STRUCK,
        do(counter(raises={"wound": 1}), 10, 9, 5, 1), once(ev.RaisesDeclared, tn_added=5), player("a", wounds=3)),
    played("HAC-CSTRIKE-02", "one below the raised TN", STRUCK, do(counter(raises={"wound": 1}), 9, 9, 6),
        player("a", wounds=0), player("b", wounds=1)),
    played("HAC-CSTRIKE-02", "armor of the foe", under(duel(who=a(8, armor={"type": "ashigaru"}))),
        is_rolled(counter(), "2k2")),
    # the attacker on foot has a die fewer: 4k4
    played("HAC-CSTRIKE-02", "from horseback", under(duel(b(8, mounted=True, **READY)), 5, 5, 5, 5),
        is_rolled(counter(), "4k4")),
    played("HAC-CSTRIKE-02 HAC-BLIND-02", "a foe who is not seen counts once",
        under(duel(b(8, **{**READY, "skills": {"Kenjutsu": 6}}), a(8, conditions=["unseen"]))),
        is_rolled(counter(), "3k3")),
    *(played("HAC-CSTRIKE-01", weapon, STRUCK, is_rolled({**counter(), "weapon": weapon}, roll))
      for weapon, roll in [("spear", "3k3"), ("hook", "3k3")]),
    played("HAC-Q-79", "answered by the house rule",
        under(duel(who=a(8, 8, 2), rules={"counterstrike_answerable": "on"})), do(counter(), 9, 9, 2),
        asked("defense_window", "a"), do(defend("a"), 10, 10), player("a", wounds=0), player("b", wounds=0)),
    played("HAC-Q-79", "answered in vain", under(duel(who=a(8, 8, 2), rules={"counterstrike_answerable": "on"})),
        do(counter(), 9, 9, 2), do(defend("a"), 10, 9), player("a", wounds=1), player("b", wounds=0)),
    played("HAC-Q-21 HAC-INT-06", "paid by an interruption",
        after(moment(8, a(8, 2), b(5, 4, **READY)), PASS, act(), do(attack(), *HIT)),
        do(counter(interrupt=[5, 4]), 9, 9, 2), player("a", wounds=1)),
    illegal("HAC-Q-21", "not by the house rule",
        after(moment(8, a(8, 2), b(5, 4, **READY), rules={"counterstrike_interrupt": "off"}), PASS, act(),
            do(attack(), *HIT)), counter(interrupt=[5, 4]), "interrupt_no_attack", rule="HAC-Q-21"),
    played("HAC-INT-06 HAC-Q-21", "paid by a die that came in as the Moment opened",
        after(moment(8, a(8, 2), b(5, 4, **READY)), interrupt("b", [5, 4]), act(), rest("b"), do(attack(), *HIT)),
        do(counter(), 9, 9, 2), player("a", wounds=1)),
    illegal("HAC-Q-21", "nor by the die of one, by the house rule",
        after(moment(8, a(8, 2), b(5, 4, **READY), rules={"counterstrike_interrupt": "off"}), interrupt("b", [5, 4]),
            act(), rest("b"), do(attack(), *HIT)), counter(), "interrupt_no_attack", is_rolled(defend(), "4k2"),
        rule="HAC-Q-21", field="die"),
    # mounted and charging with two Heavy Wounds: 3k3 and 15; the answer from below is 2k2 and equals it
    played("HAC-CHARGE-02 HAC-MOVE-12 HAC-WOUND-05", "who is struck Down in a Charge rides on no more",
        after(moment(8, a(8, mounted=True, wounds=4), b(8, **READY), fighter("c", "crane", 2),
            scene=away(1, ["a", "c", 0], ["b", "c", 1])), act(), rest("b"),
            do(attack(maneuvers=["charge"], finish=True), 5, 5, 5)),
        do(counter(), 9, 6), player("a", wounds=5), each(ev.RangeChanged, cause=["charge"])),
    illegal("HAC-HONOR-03 HAC-Q-43 HAC-ILL-16", "Honor does not pay",
        after(moment(8, a(8, 2), b(3, honor_points=1, **READY)), act(), rest("b"), do(attack(), *HIT)),
        counter(honor=True), "honor_no_attack"),
    illegal("HAC-ILL-45 HAC-CSTRIKE-01", "untrained",
        under(duel(b(8, **{**READY, "skills": {"Athletics": 4}}))), counter(), "counterstrike_not_possible"),
    illegal("HAC-ILL-45 HAC-CSTRIKE-01", "with an unsuitable weapon", STRUCK,
        [{**counter(), "weapon": weapon} for weapon in ("", "jitte", "bow")], "counterstrike_not_possible",
        field="weapon"),
    illegal("HAC-CSTRIKE-02 HAC-ATK-14 HAC-COVER-01", "against who is in total cover",
        under(duel(who=a(8, 2, cover="total"))), counter(), "counterstrike_not_possible",
        is_rolled(defend(), "4k2"), field="defense"),
    illegal("HAC-ILL-45 HAC-CSTRIKE-01", "against an arrow", SHOT, counter(), "counterstrike_not_possible",
        field="defense"),
])  # fmt: skip
def test_counterstrikes(case: Played) -> None:
    case.check()


MOOKS = [fighter(name, "boar", 8, kind="mook", group_id="g", **READY) for name in ("m1", "m2")]
KNOCKDOWN = attack(maneuvers=["knockdown"])
GROUP = after(moment(8, a(8), *MOOKS), act(), rest("m1"), rest("m2"))
FIVE = (5, 5, 5, 5)
RESIST = defend(defense="resist_knockdown")
DOWNED = after(duel(), act(), rest("b"), do(KNOCKDOWN, *FIVE))


def both(**more: Any) -> Any:
    return {**attack(**more), "targets": ["m1", "m2"]}


@pytest.mark.parametrize("case", [
    # 2k2 against 5 × 2
    played("HAC-KD-02 HAC-Q-71", "steady", DOWNED, do(RESIST, 5, 5),
        once(ev.KnockdownResisted, character="b", total=10, tn=10, success=True), never(ev.DefenseRolled),
        player("b", wounds=1), condition("b"), dice_of("b", 8, state="spent")),
    played("HAC-KD-02", "down", DOWNED, do(RESIST, 5, 4), once(ev.KnockdownResisted, total=9, success=False),
        player("b", wounds=1), condition("b", "prone")),
    played("HAC-KD-02", "the Earth of the attacker",
        after(duel(who=a(8, 2, earth=3)), act(), rest("b"), do(KNOCKDOWN, *FIVE)), do(RESIST, 8, 6),
        once(ev.KnockdownResisted, tn=15, total=14, success=False)),
    illegal("HAC-KD-02", "no Knockdown", STRUCK, RESIST, "defense_not_applicable", rule="HAC-KD-02"),
    illegal("HAC-ILL-33 HAC-RAISE-04", "no Wounds by it", DOWNED, {**RESIST, "raises": {"wound": 1}},
        "raises_not_allowed"),
    illegal("HAC-KD-03 HAC-ILL-44", "a Dodge after it",
        after(GROUP, do(both(maneuvers=["knockdown"]), *FIVE), do(defend("m1", "resist_knockdown"), 5, 4)),
        defend("m1"), "defense_already_used", asked("defense_window", "m2")),
    illegal("HAC-ADEF-05 HAC-ILL-44", "a second defense",
        after(GROUP, do(both(), *HIT), do(defend("m1"), 9, 9, 1, 1)), defend("m1", "block"), "defense_already_used",
        rule="HAC-ADEF-05"),
])  # fmt: skip
def test_resisting_a_knockdown_and_defending_once(case: Played) -> None:
    case.check()
