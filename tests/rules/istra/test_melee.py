"""Melee: opposed rolls, damage to whoever loses, criticals and fumbles, weapons, armour."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istra import events as ev
from tests.rules.every_game.rows import (
    Played,
    count,
    do,
    each,
    illegal,
    last,
    needs,
    never,
    once,
    played,
    player,
    refused,
)
from tests.rules.istra.battles import Json, man
from tests.rules.istra.fights import NO_WINDOW, STRIKE, Fight, duel, engaged, first_of, found, one, strikes, window
from tests.rules.play import rule

ONE_HAND, LIGHT, HEAVY = (["one_handed", *more] for more in ([], ["light_armour"], ["heavy_armour"]))
TOUGH: Json = {"health_max": 90, "health": 90}
TWO_TALENTS: Json = {"talents": ["power_attack", "smite"], "level": 2}
POWER_ATTACK, SMITE, RELENTLESS, WHIRLWIND = (
    {"talents": [talent]} for talent in ("power_attack", "smite", "relentless", "whirlwind")
)
DRAFT = {"draft_talents": "on"}
FAR = man("b2", (3000, 3000))


def declared(*dice: int, talents: tuple[str, ...]) -> Any:
    """a attacks b with these talents."""
    return strikes(*dice, declare=list(talents))


def dealt(**fields: Any) -> Any:
    return once(ev.DamageDealt, **fields)


def out(**fields: Any) -> Any:
    return once(ev.ModelOut, **fields)


def whirls(*dice: int, order: list[str], **fields: Any) -> Any:
    return do({"type": "whirlwind", "model": "a", "order": order, **fields}, *dice)


def flanked(a: Json | None = None, b: Json | None = None, **fields: Any) -> Fight:
    """A friend of a is in contact with b, too."""
    return duel(a, b, [man("a2", (1100, 1100))], engaged=[["a2", "b"]], **fields)


def flanked_attacker(**rules: str) -> Fight:
    """A friend of b is in contact with a, too."""
    return duel(None, None, [], [man("b2", (1000, 1100))], engaged=[["a", "b2"]], rules=rules)


def storm(**fields: Any) -> Fight:
    foes = [man("b1", (1250, 1000)), man("b2", (1000, 1290)), man("b3", (1000, 2000))]
    whirl = man("a", (1000, 1000), talents=["whirlwind", "power_attack"], level=2, equipment=["one_handed"])
    return Fight([whirl], foes, **fields)


def first_roll(**fields: Any) -> Any:
    return first_of(ev.RollMade, **fields)


def first_damage(**fields: Any) -> Any:
    return first_of(ev.DamageDealt, **fields)


def agenda(frames: int) -> Any:
    def check(fight: Fight) -> None:
        assert len(fight.state.agenda) == frames

    return check


def gem_at(*spot: int) -> Any:
    def check(fight: Fight) -> None:
        assert fight.state.items[0].pos == spot

    return check


def chances(fight: Fight, chance: tuple[int, int], target: int) -> None:
    attack, defence = found(fight.events, ev.RollMade)
    assert (attack.chance, defence.target) == (chance, target)


def attack_roll(fight: Fight, total: int, mods: list[int]) -> None:
    attack = found(fight.events, ev.RollMade)[0]
    assert (attack.total, [value for value, _, _ in attack.mods]) == (total, mods)


@pytest.mark.parametrize("case", [
    # 12 + 5 against 8 + 5; 4 and 12 + 5
    played("IST-MELEE-01 IST-MELEE-02 IST-MELEE-03 IST-MELEE-05 IST-MELEE-06 IST-CORE-03", "it works", duel,
        strikes(12, 8),
        each(ev.RollMade, total=[17, 13], mods=[((5, "Power", "IST-MELEE-02"),), ((5, "Power", "IST-MELEE-02"),)]),
        lambda fight: chances(fight, (209, 400), 17), once(ev.CombatResolved, difference=4), dealt(final=17),
        player("b", health=3, power=4), player("a", health=20, standard_action=0), agenda(2)),
    played("IST-MELEE-03", "the defender may win and damages the attacker",
        lambda: duel({"equipment": LIGHT}), strikes(5, 9), player("a", health=20 - (14 - 5), power=4),
        player("b", health=20)),
    played("IST-MELEE-04 IST-Q-35 IST-Q-125", "a tie hurts both and both can go out",
        lambda: duel({"health": 4}, {"health": 3}), strikes(7, 7),
        once(ev.CombatResolved, tie=True, winners=("a", "b")),
        each(ev.ModelOut, model=["a", "b"], by=["b", "a"], cause=["health", "health"]), engaged()),
    played("IST-MELEE-05 IST-Q-37", "no damage costs no Core Stat point",
        lambda: duel({"power": 1}, {"equipment": HEAVY}), strikes(7, 2), dealt(final=0), never(ev.CoreLost),
        player("b", health=20)),
    # 20 + 1 + 2 − 10 = 13
    played("IST-Q-38 IST-CRIT-01 IST-CRIT-02 IST-Q-31 IST-DMG-03",
        "a natural 20 wins alone and doubles what armour lets through",
        lambda: duel({"power": 1, "equipment": ["two_handed"]}, {"equipment": HEAVY, "power": 5}), strikes(20, 19),
        dealt(total=21, damage_mod=2, armour=10, base=13, doubled=True, final=26), once(ev.CriticalHit, model="a"),
        last(ev.RollMade, chance=(0, 20)), out(model="b")),
    played("IST-FUM-01 IST-FUM-02 IST-FUM-03 IST-CORE-01", "a natural 1 loses and costs two points in all",
        lambda: duel({"power_max": 9, "power": 9}, {"power": 1}), strikes(1, 2),
        once(ev.CombatResolved, winners=("b",)), dealt(cause="fumble", final=3), player("a", power=7, health=17)),
    played("IST-FUM-03 IST-Q-127", "who goes out by the fumble still takes the counter damage",
        lambda: duel({"power": 1, "finesse": 0, "will": 0}), strikes(1, 10), once(ev.HealthChanged, new=5),
        out(cause="core")),
    played("IST-Q-127 IST-FUM-03", "nobody has taken out who fumbled itself out",
        lambda: duel({"power": 1, "finesse": 0, "will": 0, "equipment": ["heavy_armour"]}, {"power": 1}), strikes(1, 2),
        out(model="a", cause="core", by="")),
    played("IST-Q-43 IST-Q-44", "the defender's 1 means nothing", duel, strikes(19, 1), dealt(final=24)),
    played("IST-Q-43 IST-Q-44", "nor does its 20", duel, strikes(2, 20), dealt(doubled=False)),
    played("IST-Q-43", "by house rule the defender crits too", lambda: duel(rules={"criticals": "both"}),
        strikes(2, 20), once(ev.CriticalHit, model="b"), dealt(final=50)),
    played("IST-Q-43", "by house rule it fumbles too",
        lambda: duel(b={"health_max": 40, "health": 40}, rules={"criticals": "both"}), strikes(2, 1),
        once(ev.CriticalFumble, model="b"), player("b", power=3, health=33)),
    played("IST-CORE-02 IST-Q-36 IST-DMG-02", "core losses go down the line until the model is out",
        lambda: duel(b={"power": 0, "finesse": 0, "will": 1, "health_max": 60, "health": 60}), strikes(10, 3),
        once(ev.CoreLost, rolled="power", stat="will", new=0), out(cause="core")),
    played("IST-DMG-01 IST-Q-28", "who goes out drops what it carried",
        lambda: duel(b={"health": 1}, items=[{"id": "gem", "carrier": "b"}]), strikes(12, 8), gem_at(1100, 1000, 0),
        player("b", out_by="a")),
    # 2 + 0 − 2 − 4
    played("IST-Q-120 IST-DICE-02", "modifiers add up and totals may be negative",
        lambda: duel({"equipment": [], "power": 0,
            "conditions": [{"name": "challenged", "source": "c", "lasts": "battle"}]},
            {"equipment": ["heavy_armour"]}, [], [man("c", (3000, 3000))]),
        strikes(2, 3), lambda fight: attack_roll(fight, -4, [0, -2, -4])),
])  # fmt: skip
def test_an_attack(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    *(
        played("IST-WPN-01 IST-WPN-02 IST-WPN-03 IST-WPN-04 IST-WPN-05 IST-WPN-06 IST-Q-29 IST-Q-33",
            f"{' and '.join(kit) or 'nothing'} against light armour",
            lambda kit=kit: duel({"equipment": kit}, {"equipment": ["light_armour"]}), strikes(15, 2),
            dealt(total=15 + bonus, damage_mod=mod, armour=armour))
        for kit, bonus, mod, armour in [
            ([], 3, -2, 5),
            (["dagger"], 3, 0, 3),
            (["one_handed"], 5, 0, 5),
            (["two_handed"], 5, 2, 5),
            (["spear"], 5, 2, 5),
            (["spear", "shield"], 5, 0, 5),
            (["bow"], 3, -2, 5),
        ]
    ),
    *(
        played("IST-Q-33", f"a dagger finds armour {armour} on none",
            lambda switch=switch: duel({"equipment": ["dagger"]}, rules={"armour_below_zero": switch}), strikes(15, 2),
            dealt(armour=armour))
        for switch, armour in (("off", 0), ("on", -2))
    ),
    *(
        played("IST-Q-30", f"a defender's dagger on its roll: {switch}",
            lambda switch=switch: duel(b={"equipment": ["dagger"]}, rules={"weapon_mod_both_ways": switch}),
            strikes(2, 15), last(ev.RollMade, total=total))
        for switch, total in (("off", 20), ("on", 18))
    ),
    played("IST-Q-30", "a defender's weapon counts for damage", lambda: duel(b={"equipment": ["two_handed"]}),
        strikes(2, 15), dealt(damage_mod=2)),
    *(
        played("IST-Q-30 IST-WPN-01 IST-WPN-02", f"what a defender holds when it wins: {' '.join(kit) or 'nothing'}",
            lambda kit=kit: duel({"equipment": LIGHT}, {"equipment": kit}), strikes(2, 15),
            dealt(total=20, damage_mod=mod, armour=armour, final=final))
        for kit, mod, armour, final in ((["dagger"], 0, 3, 17), ([], -2, 5, 13))
    ),
    played("IST-Q-29", "by house rule a ranged weapon strikes as a one-handed one",
        lambda: duel({"equipment": ["bow"]}, rules={"ranged_in_melee": "one_handed"}), strikes(10, 3),
        dealt(total=15, damage_mod=0)),
    played("IST-TAL-04 IST-ADV-01 IST-ADV-02 IST-ADV-05 IST-ADV-06 IST-ADV-15 IST-Q-48",
        "flanking and Rage are two advantages and still two dice", lambda: flanked({"talents": ["rage"]}),
        strikes(3, 16, 4), first_roll(adv=(("Flanked", "IST-ADV-06"), ("Rage", "IST-ADV-15")), roll="2d20kh1",
            natural=16, net=2)),
    played("IST-ADV-06 IST-Q-48", "a flanking defender has advantage too", flanked_attacker, strikes(10, 4, 9),
        last(ev.RollMade, net=1)),
    played("IST-ADV-06 IST-Q-48", "by house rule it has none", lambda: flanked_attacker(flanked="attack_only"),
        strikes(10, 9), last(ev.RollMade, net=0)),
])  # fmt: skip
def test_weapons_and_advantage(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    *(
        played("IST-TAL-06 IST-Q-91 IST-DMG-03", f"halves what a natural {natural} deals: {natural < 12}",
            lambda: duel(b=RELENTLESS), strikes(natural, 2), dealt(final=final, halved=natural < 12))
        for natural, final in [(11, 8), (12, 17)]
    ),
    played("IST-TAL-06 IST-Q-91", "does not help who attacks", lambda: duel(RELENTLESS), strikes(2, 8),
        dealt(halved=False)),
    played("IST-Q-91", "by house rule looks at a total of 13",
        lambda: duel(b=RELENTLESS, rules={"relentless": "total"}), strikes(8, 2), dealt(halved=False)),
    played("IST-Q-91", "by house rule halves a total of 11",
        lambda: duel(b=RELENTLESS, rules={"relentless": "total"}), strikes(6, 2), dealt(final=5)),
    played("IST-Q-91 IST-Q-92", "halves a lost Smite to nothing", lambda: duel(SMITE, RELENTLESS),
        declared(2, 8, 1, talents=("smite",)), first_damage(final=0), player("b", health=20)),
    # 2 × 25 + 3
    played("IST-TAL-06 IST-Q-91 IST-CRIT-02", "does not halve a critical",
        lambda: duel(POWER_ATTACK, {**RELENTLESS, **TOUGH}), declared(20, 2, 3, talents=("power_attack",)),
        dealt(final=53)),
    played("IST-TAL-06 IST-Q-91 IST-CRIT-02", "halves extra dice",
        lambda: duel(POWER_ATTACK, {**RELENTLESS, **TOUGH}), declared(8, 2, 4, talents=("power_attack",)),
        dealt(final=8)),
])  # fmt: skip
def test_relentless(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    # 2 × 25 + 3 + 5
    played("IST-TAL-03 IST-TAL-07 IST-Q-32 IST-Q-88", "dice fall in the order declared and are not doubled",
        lambda: duel(TWO_TALENTS, TOUGH), declared(20, 8, 3, 5, talents=("smite", "power_attack")),
        dealt(base=25, extra=(3, 5), final=58), each(ev.TalentUsed, talent=["smite", "power_attack"], left=[0, 1])),
    *(
        played("IST-Q-88 IST-TAL-03 IST-TAL-07", f"{names[0]} first", lambda: duel(TWO_TALENTS, TOUGH),
            declared(15, 8, 3, 5, talents=names), each(ev.DieRolled, use=list(names), natural=[3, 5]))
        for names in (("smite", "power_attack"), ("power_attack", "smite"))
    ),
    # 2 × (25 + 4)
    played("IST-Q-32", "by house rule a critical doubles the extra dice",
        lambda: duel(POWER_ATTACK, TOUGH, rules={"crit_doubles_extra": "on"}),
        declared(20, 8, 4, talents=("power_attack",)), dealt(final=58)),
    played("IST-Q-32 IST-Q-37", "extra dice hurt through armour and cost a point",
        lambda: duel({"power": 0, **POWER_ATTACK}, {"equipment": ["heavy_armour"], "power": 0, "finesse": 3}),
        declared(9, 2, 4, talents=("power_attack",)), player("b", health=16, finesse=2)),
    played("IST-TAL-07 IST-Q-92", "a lost Smite still hurts", lambda: duel(SMITE, {"equipment": ["heavy_armour"]}),
        declared(2, 8, 3, talents=("smite",)), each(ev.DamageDealt, cause=["smite", "attack"]),
        player("b", health=17, power=5)),
    played("IST-Q-37", "by house rule all damage costs a point",
        lambda: duel(SMITE, rules={"core_loss_all_damage": "on"}), declared(2, 8, 3, talents=("smite",)),
        player("b", power=4)),
    played("IST-MELEE-04 IST-TAL-07 IST-Q-92", "a Smite in a tie is a won one",
        lambda: duel(SMITE, {"equipment": LIGHT}), declared(7, 7, 6, talents=("smite",)),
        once(ev.DieRolled, dice=((6, 6, True),)), each(ev.DamageDealt, source=["a", "b"], final=[13, 12])),
    # 9 − 2
    played("IST-FUM-01 IST-TAL-07 IST-Q-92 IST-Q-46", "a fumbled Smite still hurts and costs no point",
        lambda: duel(SMITE, {"equipment": ["heavy_armour"]}), declared(1, 4, 3, talents=("smite",)),
        player("b", health=17, power=5), player("a", health=20 - (9 - 2), power=3)),
    played("IST-TAL-14", "a Spell Fist strikes and suffers by Will",
        lambda: duel({"class": "magic_user", "talents": ["spell_fist"], "will": 4, "power": 2}, rules=DRAFT),
        declared(2, 8, talents=("spell_fist",)), first_roll(total=6), player("a", will=3, power=2)),
    played("IST-TAL-17", "a sneak attack takes flanking and comes once a turn",
        lambda: flanked({"class": "expert", "talents": ["sneak_attack"], "standard_action": 2}, TOUGH, rules=DRAFT),
        strikes(9, 9, 2, 6), strikes(9, 9, 2), each(ev.DamageDealt, extra=[(6,), ()])),
    played("IST-TAL-20", "a double melee attack is two attacks for one action",
        lambda: duel({"class": "expert", "talents": ["double_melee"]}, {}, [],
            [man("b2", (1000, 1100), equipment=["one_handed"])], engaged=[["a", "b2"]],
            rules={**DRAFT, "flanked": "attack_only"}),
        strikes(9, 2, 9, 3, second="b2"), each(ev.AttackDeclared, target=["b", "b2"], origin=["action", "double"]),
        count(ev.ActionSpent, 1)),
    *(
        illegal("IST-ILL-31 IST-ILL-33 IST-ILL-34 IST-Q-72", f"{code}: {' '.join(names)}",
            lambda fields=fields: duel(fields), {**STRIKE, "declare": names}, code)
        for fields, names, code in [
            ({}, ["smite"], "ability_not_owned"),
            ({"talents": ["power_attack"], "used": {"power_attack": 2}}, ["power_attack"], "ability_used"),
            ({"talents": ["smite"]}, ["smite", "smite"], "ability_used"),
            ({"class": "magic_user", "talents": ["spell_fist"]}, ["spell_fist"], "talent_has_no_rules"),
        ]
    ),
])  # fmt: skip
def test_talents_declared_with_the_attack(case: Played) -> None:
    case.check()


@pytest.mark.parametrize("case", [
    played("IST-TAL-05 IST-Q-88 IST-Q-90", "strikes everybody near in the order named", storm,
        whirls(9, 2, 5, 8, 3, order=["b2", "b1"], declare=["power_attack"]),
        each(ev.AttackDeclared, target=["b2", "b1"]), each(ev.DamageDealt, extra=[(5,), ()]), engaged(),
        player("a", used={"whirlwind": 1, "power_attack": 1})),
    played("IST-Q-90", "stops when its model goes out",
        lambda: Fight([man("a", (1000, 1000), **WHIRLWIND, health=2)],
            [man("b1", (1250, 1000)), man("b2", (1000, 1290))]),
        whirls(2, 9, order=["b2", "b1"]), player("a", status="out")),
    played("IST-Q-90", "by house rule shares one roll", lambda: storm(rules={"whirlwind_roll": "one"}),
        whirls(9, 2, 3, order=["b2", "b1"]), each(ev.CombatResolved, attack_total=[14, 14])),
    played("IST-TAL-05 IST-TAL-02 IST-Q-89 IST-Q-90", "that kills cleaves only whom it is engaged with",
        lambda: Fight([man("a", (1000, 1000), talents=["whirlwind", "cleave"], level=2, equipment=["one_handed"],
            health_max=60)], [man("b1", (1250, 1000), health=1), man("b2", (1000, 1100))], engaged=[["a", "b2"]]),
        whirls(10, 4, 3, order=["b1", "b2"]), window("cleave", "a"),
        do({"type": "react", "model": "a", "option": "cleave", "target": "b2"}, 5, 9, 5, 9),
        player("a", health=60 - 12 - 12), NO_WINDOW),
    *(
        illegal(rules, code, game, {"type": "whirlwind", "model": "a", "order": order}, code)
        for rules, code, game, order in [
            ("IST-ILL-32 IST-TAL-05", "out_of_range", storm, ["b1", "b2", "b3"]),
            ("IST-ILL-32 IST-TAL-05", "bad_order", storm, ["b1"]),
            ("IST-ILL-33 IST-TAL-05", "ability_not_owned", duel, ["b"]),
            ("IST-ILL-33 IST-TAL-05", "ability_used", lambda: duel({**WHIRLWIND, "used": {"whirlwind": 1}}), ["b"]),
            ("IST-Q-116 IST-Q-132", "friendly_target", lambda: duel(WHIRLWIND, {}, [man("a2", (1000, 1100))]),
             ["a2", "b"]),
            ("IST-Q-116 IST-Q-132", "no_target",
             lambda: Fight([man("a", (1000, 1000), **WHIRLWIND)], [man("b", (3000, 3000))]), []),
        ]
    ),
])  # fmt: skip
@rule("IST-ILL-32", "IST-ILL-33", "IST-Q-116", "IST-Q-132")
def test_whirlwind(case: Played) -> None:
    case.check()


WITH_SMITE = {**STRIKE, "target": "b2", "declare": ["smite"]}


@pytest.mark.parametrize("case", [
    played("IST-ILL-05 IST-ILL-09 IST-ILL-19 IST-TURN-09", "no contact, no such model, another's turn, no action left",
        lambda: duel({}, {}, [], [FAR]), refused({**STRIKE, "target": "b2"}, "not_in_contact"),
        refused({**STRIKE, "target": "nobody"}, "unknown_model"),
        refused({**STRIKE, "model": "b", "target": "a"}, "not_active_model"), strikes(12, 8),
        refused(STRIKE, "no_standard_action")),
    illegal("IST-Q-132", "the first of several is given: no action",
        lambda: duel({"standard_action": 0}, {}, [], [FAR]), WITH_SMITE, "no_standard_action"),
    illegal("IST-Q-132", "then no contact", lambda: duel({}, {}, [], [FAR]), WITH_SMITE, "not_in_contact"),
    played("IST-ILL-37 IST-DICE-01", "a die that cannot be", duel,
        lambda fight: fight.refuses(STRIKE, "bad_die", dice=[21, 3]), needs(STRIKE, 10, by="b")),
])  # fmt: skip
def test_it_refuses(case: Played) -> None:
    case.check()


@rule("IST-Q-116", "IST-Q-132")
def test_a_friend_is_not_in_contact() -> None:
    fight = duel({}, {}, [man("a2", (1000, 1100))])
    assert "friend" in fight.refuses("melee", "not_in_contact", model="a", target="a2").hint


@rule("IST-Q-43", "IST-CRIT-01", "IST-FUM-01")
@pytest.mark.parametrize("switch", ["attacker", "both"])
def test_the_chances_are_those_of_every_way_the_dice_can_fall(switch: str) -> None:
    wins = 0
    for mine in range(1, 21):
        withstands, chance = 0, None
        for theirs in range(1, 21):
            fight = duel({"power": 2}, {"equipment": ["heavy_armour"]}, rules={"criticals": switch})
            events = fight.do("melee", model="a", target="b", dice=[mine, theirs])
            winners = one(events, ev.CombatResolved).winners
            wins += "a" in winners
            withstands += "b" in winners
            attack, defence = found(events, ev.RollMade)
            chance = defence.chance
        assert chance == (withstands, 20)
    assert attack.chance == (wins, 400)


@rule("IST-CORE-02", "IST-DMG-02")
def test_the_books_example_of_core_losses() -> None:
    """P1 F2 W1: two Finesse losses, the third on Will, the fourth on Power, and the model is out."""
    fight = Fight(
        [man("a", (1000, 1000), equipment=["bow"], power_max=1, finesse_max=2, will_max=1, standard_action=4)],
        [man("b", (2000, 1000), equipment=["one_handed"], power_max=1)],
        rules={"fumble_counter": "melee_only"},
    )
    for _ in range(4):
        fight.do("shoot", model="a", target="b", dice=[1, 5])
    stats, left = ["finesse", "finesse", "will", "power"], [1, 0, 0, 0]
    each(ev.CoreLost, rolled=["finesse"] * 4, stat=stats, new=left)(fight)
    assert (fight["a"].status, fight["a"].health) == ("out", 20)
