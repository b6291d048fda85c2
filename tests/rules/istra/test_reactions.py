"""Reactions to attacks: First strike before them; Evasive, the Dwarf, Cruel, the challenge and Cleave after them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.state import Attack
from tests.rules.every_game.rows import (
    Played,
    count,
    do,
    each,
    last,
    never,
    once,
    played,
    player,
    refused,
)
from tests.rules.istra.battles import Json, man, position
from tests.rules.istra.fights import (
    NO_WINDOW,
    STRIKE,
    Fight,
    conditions,
    duel,
    first_of,
    found,
    reacts,
    shoots,
    strikes,
    window,
)
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import rule

SPEAR: Json = {"equipment": ["spear"]}
BOW: Json = {"equipment": ["bow"]}
SHIELD: Json = {"equipment": ["shield"]}
TWO_HANDED: Json = {"equipment": ["two_handed"]}
ONE_HANDED: Json = {"equipment": ["one_handed"]}
HALFLING: Json = {"race": "halfling"}
DWARF: Json = {"race": "dwarf"}
CHALLENGE: Json = {"talents": ["challenge"]}
CLEAVE: Json = {"talents": ["cleave"]}
CHALLENGED: Json = {"conditions": [{"name": "challenged", "source": "c", "lasts": "battle"}]}
SPARING = {"winner_may_spare": "on"}
ONE_SIDED = {"flanked": "attack_only"}
PASSES = do({"type": "pass_window"})
COMES = do({"type": "move", "model": "a", "path": [[1400, 1000]]})


def tough(health: int, **fields: Any) -> Json:
    return {"health_max": health, "health": health, **fields}


def climbed(**fields: Any) -> Json:
    return {"conditions": [{"name": "climbed", "amount": 100}], **fields}


def shot(a: Json, b: Json, *friends: Json, **fields: Any) -> Fight:
    """a acts, b stands 9 inches from it, and friends of b where they like."""
    return Fight([man("a", (1000, 1000), **a)], [man("b", (2000, 1000), **b), *friends], **fields)


def cleaver(**rules: str) -> Fight:
    """a is in contact with b, b2 and b3, and any hit kills b and b2."""
    others = [man("b2", (1000, 1100), health=1), man("b3", (1000, 900))]
    pairs = [["a", "b2"], ["a", "b3"]]
    return duel(CLEAVE, {"health": 1}, [], others, engaged=pairs, rules=ONE_SIDED | rules)


def avenged(b: Json, away: int) -> Fight:
    """A priest who can avenge b stands so far from it."""
    priest = man("b2", (1100, 1000 + away), talents=["domain_justice"], **{"class": "magic_user"})
    return duel({}, b, [], [priest], rules={"draft_talents": "on"})


def net(*found: int) -> Any:
    return each(ev.RollMade, net=list(found))


def attack_is_over(fight: Fight) -> None:
    assert not any(isinstance(frame, Attack) for frame in fight.state.agenda)


@pytest.mark.parametrize("case", [
    # 10 + 5 wins 17 damage by 15 + 2; then 10 + 4
    played("IST-ILL-06 IST-REACT-10 IST-REACT-12 IST-D-05 IST-TURN-10 IST-Q-126",
        "a spear strikes first and then the attack goes on", lambda: duel(tough(40), SPEAR), strikes(),
        window("first_strike", "b"), refused(STRIKE, "window_open"), reacts("first_strike", 10, 5, 10, 3),
        each(ev.AttackDeclared, attacker=["a", "b"], origin=["action", "first_strike"]),
        each(ev.CombatResolved, attack_total=[15, 14]), player("a", health=40 - 17, power=4),
        player("b", standard_action=0, health=6)),
    played("IST-REACT-10 IST-REACT-13", "one that kills ends the attack", lambda: duel({"health": 3}, SPEAR), strikes(),
        reacts("first_strike", 10, 5), once(ev.ModelOut, by="b"), attack_is_over),
    played("IST-D-05 IST-Q-88", "it may be let pass", lambda: duel({}, SPEAR), strikes(),
        do({"type": "pass_window"}, 5, 9), player("b", standard_action=1)),
    played("IST-D-05 IST-Q-88", "it may be declared with a talent",
        lambda: duel(tough(60), SPEAR | {"talents": ["power_attack"]}), strikes(),
        reacts("first_strike", 10, 5, 6, 3, 10, declare=["power_attack"]), first_of(ev.DamageDealt, extra=(6,))),
    *(
        played("IST-REACT-11 IST-REACT-12 IST-Q-57 IST-MOVE-04", f"{name}: {asked}", lambda a=a, b=b: duel(a, b),
            strikes(*(() if asked else (5, 9))), window("first_strike", "b") if asked else NO_WINDOW)
        for name, a, b, asked in [
            ("spear against spear", SPEAR, SPEAR, False),
            ("two-handed against spear", TWO_HANDED, SPEAR, False),
            ("spear against two-handed", SPEAR, TWO_HANDED, False),
            ("one-handed against spear", ONE_HANDED, SPEAR, True),
            ("one-handed against two-handed", ONE_HANDED, TWO_HANDED, False),
            ("climbed against one-handed", climbed(), {}, True),
            ("climbed with a spear", climbed(**SPEAR), {}, False),
            ("a spear without an action", {}, SPEAR | {"standard_action": 0}, False),
        ]
    ),
    played("IST-Q-66", "none at a distance",
        lambda: Fight([man("a", (1000, 1000), talents=["whirlwind"])], [man("b", (1250, 1000), **SPEAR)]),
        do({"type": "whirlwind", "model": "a", "order": ["b"]}, 5, 9), never(ev.WindowOpened),
        each(ev.AttackDeclared, attacker=["a"], target=["b"])),
    played("IST-Q-67", "none against the attack of a reaction",
        lambda: duel(climbed(health=1, **ONE_HANDED), CLEAVE, [man("a2", (1200, 1000), **SPEAR)],
            engaged=[["a2", "b"]], rules=ONE_SIDED),
        strikes(), reacts("first_strike", 9, 3), player("a", status="out"), window("cleave", "b"),
        reacts("cleave", 9, 3, target="a2"), player("a2", health=6)),
    played("IST-D-05 IST-Q-12 IST-TURN-10 IST-RACE-18", "two Standard actions are two of them",
        lambda: duel(tough(90, standard_action=2), SPEAR | {"standard_action": 2}),
        *(step for left in (1, 0) for step in
          (strikes(), reacts("first_strike", 10, 9, 2, 3), player("b", standard_action=left)))),
])  # fmt: skip
def test_a_first_strike(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 9 + 5 − 2 against 8 + 5
    played("IST-RACE-23 IST-D-07 IST-Q-87", "a halfling evades", lambda: duel(b=HALFLING), strikes(12, 8),
        window("evasive", "b"), player("b", health=20), reacts("evasive", 9),
        last(ev.RollMade, total=12, mods=((5, "Power", "IST-MELEE-02"), (-2, "Evasive", "IST-RACE-23"))),
        count(ev.RollMade, 3), last(ev.CombatResolved, winners=("b",)), player("b", health=20, used={"evasive": 1}),
        player("a", health=7)),
    played("IST-Q-87", "it may make it worse", lambda: duel(b=HALFLING), strikes(12, 8), reacts("evasive", 20),
        once(ev.DamageDealt, doubled=True)),
    played("IST-Q-87", "an attacker cannot", lambda: duel(HALFLING), strikes(5, 9), NO_WINDOW),
    played("IST-Q-87", "once a battle", lambda: duel(b={**HALFLING, "used": {"evasive": 1}}), strikes(12, 8),
        NO_WINDOW),
    # 9 + 5 − 2 against 3 + 5
    played("IST-Q-87", "by house rule both roll again", lambda: duel(b=HALFLING, rules={"evasive": "both"}),
        strikes(12, 8), reacts("evasive", 9, 3), last(ev.CombatResolved, winners=("a",))),
    played("IST-RACE-23 IST-D-07 IST-Q-87 IST-FUM-02 IST-FUM-03", "a roll again may be a fumble",
        lambda: duel(b=HALFLING), strikes(12, 8), reacts("evasive", 1), once(ev.CriticalFumble, model="a"),
        player("a", health=20 - 13, power=3), player("b", health=20)),
    # 10 + 5 − 2 against 8 + 5: a tie again
    played("IST-RACE-23 IST-Q-87 IST-MELEE-04", "a tie is a hit that can be evaded", lambda: duel(b=HALFLING),
        strikes(8, 8), window("evasive", "b"), reacts("evasive", 10), player("a", health=7), player("b", health=7)),
    played("IST-Q-34", "by house rule a winner may spare", lambda: duel(rules=SPARING), strikes(12, 8),
        window("spare", "a"), reacts("spare", model="a"), player("b", health=20, power=5)),
    played("IST-Q-34 IST-Q-92", "who spares suffers a Smite all the same",
        lambda: duel({"talents": ["smite"]}, rules=SPARING), strikes(5, 9, declare=["smite"]), window("spare", "b"),
        reacts("spare", 3), player("a", health=20), player("b", health=17)),
    # 7 + 5 = 12
    played("IST-Q-34 IST-MELEE-04", "in a tie each decides for itself", lambda: duel(rules=SPARING), strikes(7, 7),
        reacts("spare", model="a"), window("spare", "b"), PASSES, player("a", health=8), player("b", health=20)),
])  # fmt: skip
def test_evasive_and_sparing(case: Played) -> None:
    case.check()


def cruelty(amount: int) -> Any:
    """What is added to a is an ongoing condition by b, so strong."""

    def check(fight: Fight) -> None:
        once(ev.ConditionAdded, model="a")(fight)
        [added] = fight["a"].conditions
        assert (added.name, added.amount, added.source) == ("ongoing", amount, "b")

    return check


def healed(old: int, new: int) -> Any:
    return once(ev.Healed, old=old, new=new)


@pytest.mark.parametrize("case", [
    played("IST-RACE-22 IST-D-08 IST-Q-86", "a dwarf shrugs a hit off", lambda: duel(b={**DWARF, "level": 3}),
        strikes(10, 5), reacts("all_you_got"), healed(5, 8)),
    played("IST-RACE-22", "once a battle", lambda: duel(b={**DWARF, "used": {"all_you_got": 1}}), strikes(10, 5),
        NO_WINDOW),
    played("IST-Q-86", "a dead one is not asked", lambda: duel(b={**DWARF, "health": 5}), strikes(10, 5),
        player("b", status="out")),
    played("IST-Q-86", "one that is hit for nothing is",
        lambda: duel(b={**DWARF, "health": 5, "power": 1, "equipment": ["heavy_armour"]}), strikes(5, 2),
        window("all_you_got", "b")),
    # no Health left, and then as much as its level
    played("IST-Q-86", "by house rule a dwarf heals before it would be out",
        lambda: duel(b={**DWARF, "health": 3, "level": 2}, rules={"heal_before_removal": "on"}), strikes(10, 5),
        window("all_you_got", "b"), player("b", health=3), reacts("all_you_got"),
        player("b", health=2, status="on_board"), NO_WINDOW),
    played("IST-Q-86", "by that rule one that is unhurt uses nothing",
        lambda: duel({"power": 0}, {**DWARF, "power": 0, "equipment": ["heavy_armour"]},
            rules={"heal_before_removal": "on"}), strikes(6, 5), reacts("all_you_got"), player("b", used={})),
    played("IST-RACE-22 IST-D-08 IST-Q-86 IST-SHOOT-04 IST-Q-45", "a dwarf who fumbles a shot is hit even for nothing",
        lambda: shot({**DWARF, "health": 15, "equipment": ["bow", "heavy_armour"]}, {}), shoots(1, 2),
        window("all_you_got", "a"), player("a", health=15), reacts("all_you_got", model="a"), player("a", health=16)),
    *(
        played("IST-RACE-22 IST-SHOOT-04 IST-Q-45", f"a dwarf whose shot is {name} is not",
            lambda rules=rules: shot({**DWARF, "health": 15, "equipment": ["bow", "heavy_armour"]}, {}, rules=rules),
            shoots(*dice), NO_WINDOW)
        for name, rules, dice in [
            ("defended", {}, (5, 9)),
            ("by house rule not answered", {"fumble_counter": "melee_only"}, (1, 9)),
        ]
    ),
    played("IST-RACE-20 IST-D-09 IST-Q-85", "a dark elf is cruel also when it defends",
        lambda: duel(b={"race": "dark_elf", "level": 2}), strikes(5, 9), reacts("cruel"), cruelty(2),
        player("b", used={"cruel": 1})),
    played("IST-RACE-20 IST-Q-85 IST-FUM-03", "and when it answers a fumbled shot",
        lambda: shot(BOW, {"race": "dark_elf", "level": 3}), shoots(1, 9), window("cruel", "b"), reacts("cruel"),
        cruelty(3)),
    *(
        played("IST-RACE-20", f"no cruelty without {name}",
            lambda health=health, armour=armour: duel({"race": "dark_elf", "power": 1},
                {"health": health, "equipment": [armour], "power": 1}), strikes(8, 2), NO_WINDOW)
        for name, health, armour in [("damage", 20, "heavy_armour"), ("a victim", 3, "one_handed")]
    ),
    *(
        played("IST-TAL-16", f"a priest avenges a friend that is {status}", lambda b=b: avenged(b, 300), strikes(10, 5),
            player("b", status=status), window("vengeance", "b2"), reacts("vengeance", model="b2"),
            lambda fight: source(fight, "b2", "a"))
        for status, b in [("on_board", {}), ("out", {"health": 3})]
    ),
    played("IST-TAL-16", "not from too far", lambda: avenged({"health": 3}, 801), strikes(10, 5),
        player("b", status="out"), NO_WINDOW),
    played("IST-Q-125", "windows come in their order, then by ID",
        lambda: duel({"race": "dark_elf", **CHALLENGE}, DWARF), strikes(10, 5), window("all_you_got", "b"), PASSES,
        window("cruel", "a"), PASSES, window("challenge", "a"), PASSES, NO_WINDOW),
])  # fmt: skip
def test_after_the_damage(case: Played) -> None:
    case.check()


def source(fight: Fight, model: str, other: str) -> None:
    """Whom the first condition of a model is about."""
    assert fight[model].conditions[0].source == other


def to_third(fight: Fight) -> None:
    """The attack on another than the challenger's enemy: 12 + 5 − 4."""
    assert found(fight.events, ev.RollMade)[-2].mods[-1] == (-4, "Paladin's challenge", "IST-TAL-09")


def all_for_the_turn(fight: Fight) -> None:
    assert {one.lasts for one in (*fight["a"].conditions, *fight["b"].conditions)} == {"turn"}


@pytest.mark.parametrize("case", [
    # 9 + 5 against its enemy, which has 10 + 4 after the loss of a point
    played("IST-TAL-09 IST-D-10 IST-Q-93", "draws both to each other",
        lambda: duel({**CHALLENGE, **ONE_HANDED, "standard_action": 3}, tough(60), [],
            [man("b2", (1000, 1100), **ONE_HANDED)], engaged=[["a", "b2"]], rules=ONE_SIDED),
        strikes(10, 5), reacts("challenge", model="a"), conditions("a", "challenging"), conditions("b", "challenged"),
        strikes(9, 10), each(ev.RollMade, total=[15, 10, 14, 14]), strikes(12, 3, target="b2"), to_third,
        reacts("challenge", model="a"), conditions("b"), lambda fight: source(fight, "a", "b2")),
    played("IST-Q-93", "ends with either model",
        lambda: duel({"conditions": [{"name": "challenging", "source": "b", "lasts": "battle"}], **CHALLENGE},
            {"health": 2, "conditions": [{"name": "challenged", "source": "a", "lasts": "battle"}]}),
        strikes(10, 5), conditions("a")),
    played("IST-Q-93", "by house rule lasts one turn", lambda: duel(CHALLENGE, rules={"challenge_lasts": "turn"}),
        strikes(10, 5), reacts("challenge", model="a"), all_for_the_turn),
    # 10 + 5 − 4
    played("IST-TAL-09 IST-Q-93", "counts on shots",
        lambda: shot({**BOW, **CHALLENGED}, {}, man("c", (3000, 3000), **CHALLENGE)), shoots(10, 9),
        first_of(ev.RollMade, total=11,
            mods=((5, "Finesse", "IST-SHOOT-02"), (-4, "Paladin's challenge", "IST-TAL-09")))),
    # 9 + 5
    played("IST-TAL-09 IST-Q-93", "does not count on defences",
        lambda: duel({}, CHALLENGED | ONE_HANDED, [man("c", (3000, 3000))]), strikes(5, 9),
        last(ev.RollMade, total=14)),
])  # fmt: skip
def test_a_challenge(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("IST-TAL-02 IST-D-11 IST-Q-89", "goes on from kill to kill", cleaver, strikes(10, 5), window("cleave", "a"),
        refused({"type": "react", "model": "a", "option": "cleave", "target": "b"}, "not_in_contact"),
        refused({"type": "react", "model": "a", "option": "cleave"}, "no_target"),
        reacts("cleave", 10, 5, model="a", target="b2"), window("cleave", "a"),
        reacts("cleave", 5, 9, model="a", target="b3"), NO_WINDOW, player("a", standard_action=0)),
    played("IST-Q-89", "by house rule comes once a turn", lambda: cleaver(cleave_limit="once_per_turn"), strikes(10, 5),
        reacts("cleave", 10, 5, model="a", target="b2"), NO_WINDOW),
    played("IST-Q-89", "never comes from a defence",
        lambda: duel({"health": 1}, CLEAVE, [man("a2", (1200, 1000))], engaged=[["a2", "b"]], rules=ONE_SIDED),
        strikes(2, 4, 9), NO_WINDOW),
])  # fmt: skip
def test_cleave(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("IST-Q-62 IST-Q-131", "by house rule a block is used up though a friend takes the shot",
        lambda: shot(BOW, SHIELD, man("c", (2000, 1200), **SHIELD), rules={"arrow_block": "attack"}), shoots(),
        reacts("arrow_block"), reacts("shield_friend", 10, 3, model="c"), net(0, 0), conditions("b"),
        player("b", standard_action=0)),
    played("IST-Q-131 IST-REACT-08 IST-REACT-09", "the first by ID is asked first; its block helps it to shield",
        lambda: Fight([man("a", (1000, 1000), **BOW)], [man("b2", (2000, 1000), **SHIELD), man("b1", (2000, 1200),
            conditions=[{"name": "arrow_block", "lasts": "turn"}], **SHIELD)]),
        shoots(target="b2"), window("shot_at", "b1"), reacts("shield_friend", 10, 3, 12, model="b1"),
        last(ev.RollMade, adv=(("Arrow block", "IST-ADV-13"),)), NO_WINDOW, player("b2", standard_action=1)),
    *(
        played("IST-REACT-09 IST-Q-63", f"a shield {gap / 100} inches off: {asked[0]}",
            lambda gap=gap: shot(BOW, {}, man("c", (2000, 1100 + gap), **SHIELD)), shoots(*dice), window(*asked))
        for gap, asked, dice in [(200, ("shot_at", "c"), ()), (202, ("", ""), (10, 9))]
    ),
])  # fmt: skip
def test_shields_of_friends(case: Played) -> None:
    case.check()


CHARGED = {"type": "react", "model": "b", "option": "charged_shot", "range": 100}


@pytest.mark.parametrize("case", [
    *(
        played("IST-ILL-35 IST-REACT-02 IST-ILL-07", f"a Charged shot with {name}",
            lambda fields=fields: Fight([man("a", (1000, 1000))], [man("b", (1500, 1000), **fields)]),
            refused(CHARGED, "no_such_window"), COMES, refused(CHARGED, code))
        for name, fields, code in [
            ("nothing loaded", {"equipment": ["crossbow"], "unloaded": [{"weapon": "crossbow"}]},
             "reaction_not_available"),
            ("no Standard action", {**BOW, "standard_action": 0}, "reaction_not_available"),
            ("no Move action", {**BOW, "move_action": 0}, "reaction_not_available"),
            ("a sword", ONE_HANDED, "no_such_window"),
        ]
    ),
    played("IST-ILL-07", "a Charged shot that was let pass",
        lambda: Fight([man("a", (1000, 1000))], [man("b", (1500, 1000), **BOW)]), COMES, PASSES,
        refused(CHARGED, "no_such_window")),
    played("IST-ILL-06 IST-D-13", "anything else while a window is open", lambda: duel({}, SPEAR), strikes(),
        *(refused({"type": kind, **fields}, "window_open") for kind, fields in [
            ("flee_path", {"model": "a", "waypoints": [[500, 500]]}),
            ("end_activation", {"model": "a"}),
            ("nominate", {"model": "b"}),
            ("skill_check", {"model": "a", "skill": "leadership"}),
        ])),
])  # fmt: skip
def test_it_refuses(case: Played) -> None:
    case.check()


@rule("IST-Q-115", "IST-ADV-06", "IST-REACT-09", "IST-FUM-04")
def test_allied_sides_shield_flank_and_are_hit_by_a_fumble() -> None:
    ally = man("c", (2000, 1100), equipment=["shield"])
    document = position(
        [man("a", (1000, 1000), **BOW)],
        [man("b", (2100, 1100), **ONE_HANDED)],
        [ally, man("c2", (2200, 1100), **ONE_HANDED)],
        engaged=[["b", "c"], ["b", "c2"]],
        active="a",
    )
    document["sides"]["s1"]["alliance"] = document["sides"]["s3"]["alliance"] = "north"
    fight = Skirmish(document)
    events = fight.do("shoot", model="a", target="b", dice=[1, 9, 4, 2, 10, 8, 9])
    assert [shot.target for shot in found(events, ev.AttackDeclared)] == ["b", "c2"]
    fight.end("a")
    fight.nominate("c")
    events = fight.do("melee", model="c", target="b", dice=[3, 12, 6])
    assert found(events, ev.RollMade)[0].adv == (("Flanked", "IST-ADV-06"),)
    document["active"] = "b"
    document["sides"]["s2"]["models"][0] |= BOW
    document["sides"]["s1"]["models"][0] |= {"pos": [2000, 1300]}
    again = Skirmish(document)
    again.do("shoot", model="b", target="a")
    assert again.top.waiting == ("c",)
