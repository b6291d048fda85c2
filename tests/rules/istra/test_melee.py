"""Melee: opposed rolls, damage to whoever loses, criticals and fumbles, weapons, armour."""

from typing import Any

import pytest

from rules.istra import events as ev
from rules.kernel.errors import Refused
from tests.rules.istra.battles import Json, man
from tests.rules.istra.fights import Fight, duel, found, one
from tests.rules.play import rule


@rule("IST-MELEE-01", "IST-MELEE-02", "IST-MELEE-03", "IST-MELEE-05", "IST-MELEE-06", "IST-CORE-03")
def test_it_works() -> None:
    fight = duel()
    events = fight.do("melee", model="a", target="b", dice=[12, 8])
    attack, defence = found(events, ev.RollMade)
    assert (attack.total, attack.chance, defence.total, defence.target) == (17, (209, 400), 13, 17)
    assert attack.mods == ((5, "Power", "IST-MELEE-02"),)
    assert one(events, ev.CombatResolved).difference == 4
    assert one(events, ev.DamageDealt).final == 17
    assert (fight["b"].health, fight["b"].power, fight["a"].health) == (3, 4, 20)
    assert fight["a"].standard_action == 0
    assert len(fight.state.agenda) == 2


@rule("IST-MELEE-03")
def test_the_defender_may_win_and_damages_the_attacker() -> None:
    fight = duel({"equipment": ["one_handed", "light_armour"]})
    fight.do("melee", model="a", target="b", dice=[5, 9])
    assert (fight["a"].health, fight["a"].power, fight["b"].health) == (20 - (14 - 5), 4, 20)


@rule("IST-MELEE-04", "IST-Q-35", "IST-Q-125")
def test_a_tie_hurts_both_and_both_can_go_out() -> None:
    fight = duel({"health": 4}, {"health": 3})
    events = fight.do("melee", model="a", target="b", dice=[7, 7])
    resolved = one(events, ev.CombatResolved)
    assert resolved.tie
    assert resolved.winners == ("a", "b")
    assert [(out.model, out.by, out.cause) for out in found(events, ev.ModelOut)] == [
        ("a", "b", "health"),
        ("b", "a", "health"),
    ]
    assert fight.state.engaged == ()


@rule("IST-MELEE-05", "IST-Q-37")
def test_no_damage_costs_no_core_stat_point() -> None:
    fight = duel({"power": 1}, {"equipment": ["one_handed", "heavy_armour"]})
    events = fight.do("melee", model="a", target="b", dice=[7, 2])
    assert one(events, ev.DamageDealt).final == 0
    assert not found(events, ev.CoreLost)
    assert fight["b"].health == 20


@rule("IST-Q-38", "IST-CRIT-01", "IST-CRIT-02", "IST-Q-31", "IST-DMG-03")
def test_a_natural_20_wins_alone_and_doubles_what_armour_lets_through() -> None:
    fight = duel({"power": 1, "equipment": ["two_handed"]}, {"equipment": ["one_handed", "heavy_armour"], "power": 5})
    events = fight.do("melee", model="a", target="b", dice=[20, 19])
    dealt = one(events, ev.DamageDealt)
    assert (dealt.total, dealt.damage_mod, dealt.armour, dealt.base, dealt.doubled, dealt.final) == (
        21,
        2,
        10,
        13,
        True,
        26,
    )
    assert one(events, ev.CriticalHit).model == "a"
    assert found(events, ev.RollMade)[1].chance == (0, 20)
    assert one(events, ev.ModelOut).model == "b"


@rule("IST-FUM-01", "IST-FUM-02", "IST-FUM-03", "IST-CORE-01")
def test_a_natural_1_loses_and_costs_two_points_in_all() -> None:
    fight = duel({"power_max": 9, "power": 9}, {"power": 1})
    events = fight.do("melee", model="a", target="b", dice=[1, 2])
    assert one(events, ev.CombatResolved).winners == ("b",)
    dealt = one(events, ev.DamageDealt)
    assert (dealt.cause, dealt.final) == ("fumble", 3)
    assert (fight["a"].power, fight["a"].health) == (7, 17)


@rule("IST-FUM-03", "IST-Q-127")
def test_who_goes_out_by_the_fumble_still_takes_the_counter_damage() -> None:
    fight = duel({"power": 1, "finesse": 0, "will": 0})
    events = fight.do("melee", model="a", target="b", dice=[1, 10])
    assert one(events, ev.HealthChanged).new == 5
    assert one(events, ev.ModelOut).cause == "core"


@rule("IST-Q-43", "IST-Q-44")
def test_the_defenders_20_and_1_mean_nothing() -> None:
    fight = duel()
    assert one(fight.do("melee", model="a", target="b", dice=[19, 1]), ev.DamageDealt).final == 24
    again = duel()
    assert not one(again.do("melee", model="a", target="b", dice=[2, 20]), ev.DamageDealt).doubled


@rule("IST-Q-43")
def test_by_house_rule_the_defender_crits_and_fumbles_too() -> None:
    fight = duel(rules={"criticals": "both"})
    events = fight.do("melee", model="a", target="b", dice=[2, 20])
    assert one(events, ev.CriticalHit).model == "b"
    assert one(events, ev.DamageDealt).final == 50
    fumbled = duel(b={"health_max": 40, "health": 40}, rules={"criticals": "both"})
    events = fumbled.do("melee", model="a", target="b", dice=[2, 1])
    assert one(events, ev.CriticalFumble).model == "b"
    assert (fumbled["b"].power, fumbled["b"].health) == (3, 33)


@rule("IST-CORE-02", "IST-Q-36", "IST-DMG-02")
def test_core_losses_go_down_the_line_until_the_model_is_out() -> None:
    fight = duel(b={"power": 0, "finesse": 0, "will": 1, "health_max": 60, "health": 60})
    events = fight.do("melee", model="a", target="b", dice=[10, 3])
    lost = one(events, ev.CoreLost)
    assert (lost.rolled, lost.stat, lost.new) == ("power", "will", 0)
    assert one(events, ev.ModelOut).cause == "core"


@rule("IST-WPN-01", "IST-WPN-02", "IST-WPN-03", "IST-WPN-04", "IST-WPN-05", "IST-WPN-06", "IST-Q-29", "IST-Q-33")
@pytest.mark.parametrize(
    ("equipment", "bonus", "mod", "armour"),
    [
        ([], 3, -2, 5),
        (["dagger"], 3, 0, 3),
        (["one_handed"], 5, 0, 5),
        (["two_handed"], 5, 2, 5),
        (["spear"], 5, 2, 5),
        (["spear", "shield"], 5, 0, 5),
        (["bow"], 3, -2, 5),
    ],
)
def test_weapons_in_melee(equipment: list[str], bonus: int, mod: int, armour: int) -> None:
    fight = duel({"equipment": equipment}, {"equipment": ["light_armour"]})
    events = fight.do("melee", model="a", target="b", dice=[15, 2])
    dealt = one(events, ev.DamageDealt)
    assert (dealt.total, dealt.damage_mod, dealt.armour) == (15 + bonus, mod, armour)


@rule("IST-Q-33")
def test_a_dagger_finds_no_armour_below_none() -> None:
    for switch, armour in (("off", 0), ("on", -2)):
        fight = duel({"equipment": ["dagger"]}, rules={"armour_below_zero": switch})
        assert one(fight.do("melee", model="a", target="b", dice=[15, 2]), ev.DamageDealt).armour == armour


@rule("IST-Q-30")
def test_a_defenders_weapon_counts_for_damage_but_not_on_its_roll() -> None:
    for switch, total in (("off", 20), ("on", 18)):
        fight = duel(b={"equipment": ["dagger"]}, rules={"weapon_mod_both_ways": switch})
        assert found(fight.do("melee", model="a", target="b", dice=[2, 15]), ev.RollMade)[1].total == total
    fight = duel(b={"equipment": ["two_handed"]})
    assert one(fight.do("melee", model="a", target="b", dice=[2, 15]), ev.DamageDealt).damage_mod == 2


@rule("IST-TAL-04", "IST-ADV-01", "IST-ADV-02", "IST-ADV-05", "IST-ADV-06", "IST-ADV-15", "IST-Q-48")
def test_flanking_and_rage_are_two_advantages_and_still_two_dice() -> None:
    friend = man("a2", (1100, 1100))
    fight = duel({"talents": ["rage"]}, None, [friend], engaged=[["a2", "b"]])
    events = fight.do("melee", model="a", target="b", dice=[3, 16, 4])
    attack = found(events, ev.RollMade)[0]
    assert attack.adv == (("Flanked", "IST-ADV-06"), ("Rage", "IST-ADV-15"))
    assert (attack.roll, attack.natural, attack.net) == ("2d20kh1", 16, 2)


@rule("IST-ADV-06", "IST-Q-48")
def test_a_flanking_defender_has_advantage_too_but_by_house_rule() -> None:
    helper = man("b2", (1000, 1100))
    fight = duel(None, None, [], [helper], engaged=[["a", "b2"]])
    assert found(fight.do("melee", model="a", target="b", dice=[10, 4, 9]), ev.RollMade)[1].net == 1
    plain = duel(None, None, [], [helper], engaged=[["a", "b2"]], rules={"flanked": "attack_only"})
    assert found(plain.do("melee", model="a", target="b", dice=[10, 9]), ev.RollMade)[1].net == 0


@rule("IST-TAL-06", "IST-Q-91", "IST-DMG-03")
@pytest.mark.parametrize(("natural", "final"), [(11, 8), (12, 17)])
def test_relentless_halves_what_a_natural_below_12_deals(natural: int, final: int) -> None:
    fight = duel(b={"talents": ["relentless"]})
    dealt = one(fight.do("melee", model="a", target="b", dice=[natural, 2]), ev.DamageDealt)
    assert (dealt.final, dealt.halved) == (final, natural < 12)


@rule("IST-TAL-06", "IST-Q-91")
def test_relentless_does_not_help_the_one_who_attacks() -> None:
    fight = duel({"talents": ["relentless"]})
    assert not one(fight.do("melee", model="a", target="b", dice=[2, 8]), ev.DamageDealt).halved


@rule("IST-DMG-01", "IST-Q-28")
def test_who_goes_out_drops_what_it_carried() -> None:
    fight = duel(b={"health": 1}, items=[{"id": "gem", "carrier": "b"}])
    fight.do("melee", model="a", target="b", dice=[12, 8])
    assert fight.state.items[0].pos == (1100, 1000, 0)
    assert fight["b"].out_by == "a"


# Refusals


@rule("IST-ILL-05", "IST-ILL-09", "IST-ILL-19", "IST-TURN-09")
def test_it_requires_an_action_contact_and_an_own_activation() -> None:
    far = man("b2", (3000, 3000))
    fight = duel({}, {}, [], [far])
    fight.refuses("melee", "not_in_contact", model="a", target="b2")
    fight.refuses("melee", "unknown_model", model="a", target="nobody")
    fight.refuses("melee", "not_active_model", model="b", target="a")
    fight.do("melee", model="a", target="b", dice=[12, 8])
    fight.refuses("melee", "no_standard_action", model="a", target="b")


# Talents declared with the attack


@rule("IST-TAL-03", "IST-TAL-07", "IST-Q-32", "IST-Q-88")
def test_extra_dice_fall_in_the_order_declared_and_are_not_doubled() -> None:
    fight = duel({"talents": ["power_attack", "smite"], "level": 2}, {"health_max": 90, "health": 90})
    events = fight.do("melee", model="a", target="b", declare=["smite", "power_attack"], dice=[20, 8, 3, 5])
    dealt = one(events, ev.DamageDealt)
    assert (dealt.base, dealt.extra, dealt.final) == (25, (3, 5), 58)
    assert [(used.talent, used.left) for used in found(events, ev.TalentUsed)] == [("smite", 0), ("power_attack", 1)]


@rule("IST-Q-88", "IST-TAL-03", "IST-TAL-07")
@pytest.mark.parametrize("declared", [["smite", "power_attack"], ["power_attack", "smite"]])
def test_each_declared_talent_has_its_die_in_the_order_declared(declared: list[str]) -> None:
    fight = duel({"talents": ["power_attack", "smite"], "level": 2}, {"health_max": 90, "health": 90})
    events = fight.do("melee", model="a", target="b", declare=declared, dice=[15, 8, 3, 5])
    assert [(die.use, die.natural) for die in found(events, ev.DieRolled)] == list(zip(declared, (3, 5), strict=True))


@rule("IST-Q-32")
def test_by_house_rule_a_critical_doubles_the_extra_dice() -> None:
    fight = duel({"talents": ["power_attack"]}, {"health_max": 90, "health": 90}, rules={"crit_doubles_extra": "on"})
    events = fight.do("melee", model="a", target="b", declare=["power_attack"], dice=[20, 8, 4])
    assert one(events, ev.DamageDealt).final == 58


@rule("IST-Q-32", "IST-Q-37")
def test_extra_dice_hurt_through_armour_and_cost_a_point() -> None:
    fight = duel({"power": 0, "talents": ["power_attack"]}, {"equipment": ["heavy_armour"], "power": 0, "finesse": 3})
    fight.do("melee", model="a", target="b", declare=["power_attack"], dice=[9, 2, 4])
    assert (fight["b"].health, fight["b"].finesse) == (16, 2)


@rule("IST-TAL-07", "IST-Q-92")
def test_a_lost_smite_still_hurts() -> None:
    fight = duel({"talents": ["smite"]}, {"equipment": ["heavy_armour"]})
    events = fight.do("melee", model="a", target="b", declare=["smite"], dice=[2, 8, 3])
    assert [dealt.cause for dealt in found(events, ev.DamageDealt)] == ["smite", "attack"]
    assert (fight["b"].health, fight["b"].power) == (17, 5)


@rule("IST-Q-37")
def test_by_house_rule_all_damage_costs_a_point() -> None:
    fight = duel({"talents": ["smite"]}, rules={"core_loss_all_damage": "on"})
    fight.do("melee", model="a", target="b", declare=["smite"], dice=[2, 8, 3])
    assert fight["b"].power == 4


@rule("IST-ILL-31", "IST-ILL-33", "IST-ILL-34", "IST-Q-72")
@pytest.mark.parametrize(
    ("fields", "declare", "code"),
    [
        ({}, ["smite"], "ability_not_owned"),
        ({"talents": ["power_attack"], "used": {"power_attack": 2}}, ["power_attack"], "ability_used"),
        ({"talents": ["smite"]}, ["smite", "smite"], "ability_used"),
        ({"class": "magic_user", "talents": ["spell_fist"]}, ["spell_fist"], "talent_has_no_rules"),
    ],
)
def test_it_refuses_talents_that_cannot_be_declared(fields: Json, declare: list[str], code: str) -> None:
    duel(fields).refuses("melee", code, model="a", target="b", declare=declare)


@rule("IST-TAL-14")
def test_a_spell_fist_strikes_and_suffers_by_will() -> None:
    magic: Json = {"class": "magic_user", "talents": ["spell_fist"], "will": 4, "power": 2}
    fight = duel(magic, rules={"draft_talents": "on"})
    events = fight.do("melee", model="a", target="b", declare=["spell_fist"], dice=[2, 8])
    assert found(events, ev.RollMade)[0].total == 6
    assert (fight["a"].will, fight["a"].power) == (3, 2)


@rule("IST-TAL-17")
def test_a_sneak_attack_takes_flanking_and_comes_once_a_turn() -> None:
    rogue: Json = {"class": "expert", "talents": ["sneak_attack"], "standard_action": 2}
    friend = man("a2", (1100, 1100))
    tough: Json = {"health_max": 90, "health": 90}
    fight = duel(rogue, tough, [friend], engaged=[["a2", "b"]], rules={"draft_talents": "on"})
    assert one(fight.do("melee", model="a", target="b", dice=[9, 9, 2, 6]), ev.DamageDealt).extra == (6,)
    assert one(fight.do("melee", model="a", target="b", dice=[9, 9, 2]), ev.DamageDealt).extra == ()


@rule("IST-TAL-20")
def test_a_double_melee_attack_is_two_attacks_for_one_action() -> None:
    ranger: Json = {"class": "expert", "talents": ["double_melee"]}
    other = man("b2", (1000, 1100), equipment=["one_handed"])
    fight = duel(
        ranger, {}, [], [other], engaged=[["a", "b2"]], rules={"draft_talents": "on", "flanked": "attack_only"}
    )
    events = fight.do("melee", model="a", target="b", second="b2", dice=[9, 2, 9, 3])
    assert [(one.target, one.origin) for one in found(events, ev.AttackDeclared)] == [("b", "action"), ("b2", "double")]
    assert len(found(events, ev.ActionSpent)) == 1


# Whirlwind


def storm(**fields: Any) -> Fight:
    foes = [man("b1", (1250, 1000)), man("b2", (1000, 1290)), man("b3", (1000, 2000))]
    whirl = man("a", (1000, 1000), talents=["whirlwind", "power_attack"], level=2, equipment=["one_handed"])
    return Fight([whirl], foes, **fields)


@rule("IST-TAL-05", "IST-Q-88", "IST-Q-90")
def test_a_whirlwind_strikes_everybody_near_in_the_order_named() -> None:
    fight = storm()
    events = fight.do("whirlwind", model="a", order=["b2", "b1"], declare=["power_attack"], dice=[9, 2, 5, 8, 3])
    assert [one.target for one in found(events, ev.AttackDeclared)] == ["b2", "b1"]
    assert [dealt.extra for dealt in found(events, ev.DamageDealt)] == [(5,), ()]
    assert fight.state.engaged == ()
    assert fight["a"].used == {"whirlwind": 1, "power_attack": 1}


@rule("IST-Q-90")
def test_a_whirlwind_stops_when_its_model_goes_out_and_may_share_one_roll() -> None:
    foes = [man("b1", (1250, 1000)), man("b2", (1000, 1290))]
    fight = Fight([man("a", (1000, 1000), talents=["whirlwind"], health=2)], foes)
    fight.do("whirlwind", model="a", order=["b2", "b1"], dice=[2, 9])
    assert fight["a"].status == "out"
    shared = storm(rules={"whirlwind_roll": "one"})
    events = shared.do("whirlwind", model="a", order=["b2", "b1"], dice=[9, 2, 3])
    assert [resolved.attack_total for resolved in found(events, ev.CombatResolved)] == [14, 14]


@rule("IST-ILL-32", "IST-ILL-33", "IST-TAL-05")
def test_it_refuses_a_whirlwind_that_reaches_too_far_or_leaves_somebody_out() -> None:
    fight = storm()
    fight.refuses("whirlwind", "out_of_range", model="a", order=["b1", "b2", "b3"])
    fight.refuses("whirlwind", "bad_order", model="a", order=["b1"])
    duel().refuses("whirlwind", "ability_not_owned", model="a", order=["b"])
    used = duel({"talents": ["whirlwind"], "used": {"whirlwind": 1}})
    used.refuses("whirlwind", "ability_used", model="a", order=["b"])


@rule("IST-ILL-37", "IST-DICE-01")
def test_it_refuses_a_die_that_cannot_be() -> None:
    fight = duel()
    with pytest.raises(Refused) as caught:
        fight.do("melee", model="a", target="b", dice=[21, 3])
    assert caught.value.code == "bad_die"
    assert fight.needs({"type": "melee", "model": "a", "target": "b"}, [10]).by == "b"


@rule("IST-Q-120", "IST-DICE-02")
def test_flat_modifiers_add_up_and_totals_may_be_negative() -> None:
    poor: Json = {"equipment": [], "power": 0, "conditions": [{"name": "challenged", "source": "c", "lasts": "battle"}]}
    fight = duel(poor, {"equipment": ["heavy_armour"]}, [], [man("c", (3000, 3000))])
    attack = found(fight.do("melee", model="a", target="b", dice=[2, 3]), ev.RollMade)[0]
    assert (attack.total, [value for value, _, _ in attack.mods]) == (-4, [0, -2, -4])


@rule("IST-Q-132")
def test_the_first_of_several_refusals_is_given() -> None:
    far = man("b2", (3000, 3000))
    spent = duel({"standard_action": 0}, {}, [], [far])
    spent.refuses("melee", "no_standard_action", model="a", target="b2", declare=["smite"])
    duel({}, {}, [], [far]).refuses("melee", "not_in_contact", model="a", target="b2", declare=["smite"])


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


@rule("IST-Q-29")
def test_by_house_rule_a_ranged_weapon_strikes_as_a_one_handed_one() -> None:
    fight = duel({"equipment": ["bow"]}, rules={"ranged_in_melee": "one_handed"})
    dealt = one(fight.do("melee", model="a", target="b", dice=[10, 3]), ev.DamageDealt)
    assert (dealt.total, dealt.damage_mod) == (15, 0)


@rule("IST-Q-91")
def test_by_house_rule_relentless_looks_at_the_total() -> None:
    fight = duel(b={"talents": ["relentless"]}, rules={"relentless": "total"})
    assert not one(fight.do("melee", model="a", target="b", dice=[8, 2]), ev.DamageDealt).halved
    weak = duel(b={"talents": ["relentless"]}, rules={"relentless": "total"})
    assert one(weak.do("melee", model="a", target="b", dice=[6, 2]), ev.DamageDealt).final == 5


@rule("IST-Q-91", "IST-Q-92")
def test_relentless_halves_a_lost_smite_to_nothing() -> None:
    fight = duel({"talents": ["smite"]}, {"talents": ["relentless"]})
    events = fight.do("melee", model="a", target="b", declare=["smite"], dice=[2, 8, 1])
    assert found(events, ev.DamageDealt)[0].final == 0
    assert fight["b"].health == 20


@rule("IST-Q-127", "IST-FUM-03")
def test_nobody_has_taken_out_who_fumbled_itself_out() -> None:
    fight = duel({"power": 1, "finesse": 0, "will": 0, "equipment": ["heavy_armour"]}, {"power": 1})
    events = fight.do("melee", model="a", target="b", dice=[1, 2])
    out = one(events, ev.ModelOut)
    assert (out.model, out.cause, out.by) == ("a", "core", "")


@rule("IST-CORE-02", "IST-DMG-02")
def test_the_books_example_of_core_losses() -> None:
    """P1 F2 W1: two Finesse losses, the third on Will, the fourth on Power, and the model is out."""
    fight = Fight(
        [man("a", (1000, 1000), equipment=["bow"], power_max=1, finesse_max=2, will_max=1, standard_action=4)],
        [man("b", (2000, 1000), equipment=["one_handed"], power_max=1)],
        rules={"fumble_counter": "melee_only"},
    )
    lost = []
    for _ in range(4):
        lost += found(fight.do("shoot", model="a", target="b", dice=[1, 5]), ev.CoreLost)
    assert [(one.rolled, one.stat, one.new) for one in lost] == [
        ("finesse", "finesse", 1),
        ("finesse", "finesse", 0),
        ("finesse", "will", 0),
        ("finesse", "power", 0),
    ]
    assert (fight["a"].status, fight["a"].health) == ("out", 20)


@rule("IST-Q-30", "IST-WPN-01", "IST-WPN-02")
def test_what_a_defender_holds_pierces_and_weakens_when_it_wins() -> None:
    for kit, mod, armour, final in ((["dagger"], 0, 3, 17), ([], -2, 5, 13)):
        fight = duel({"equipment": ["one_handed", "light_armour"]}, {"equipment": kit})
        dealt = one(fight.do("melee", model="a", target="b", dice=[2, 15]), ev.DamageDealt)
        assert (dealt.total, dealt.damage_mod, dealt.armour, dealt.final) == (20, mod, armour, final)


@rule("IST-MELEE-04", "IST-TAL-07", "IST-Q-92")
def test_a_smite_in_a_tie_is_a_won_one() -> None:
    fight = duel({"talents": ["smite"]}, {"equipment": ["one_handed", "light_armour"]})
    events = fight.do("melee", model="a", target="b", declare=["smite"], dice=[7, 7, 6])
    assert one(events, ev.DieRolled).dice == ((6, 6, True),)
    assert [(dealt.source, dealt.final) for dealt in found(events, ev.DamageDealt)] == [("a", 13), ("b", 12)]


@rule("IST-FUM-01", "IST-TAL-07", "IST-Q-92", "IST-Q-46")
def test_a_fumbled_smite_still_hurts_and_costs_no_point() -> None:
    fight = duel({"talents": ["smite"]}, {"equipment": ["heavy_armour"]})
    fight.do("melee", model="a", target="b", declare=["smite"], dice=[1, 4, 3])
    assert (fight["b"].health, fight["b"].power) == (17, 5)
    assert (fight["a"].health, fight["a"].power) == (20 - (9 - 2), 3)


@rule("IST-TAL-06", "IST-Q-91", "IST-CRIT-02")
def test_a_critical_is_not_halved_and_extra_dice_are() -> None:
    tough: Json = {"talents": ["relentless"], "health_max": 90, "health": 90}
    whole = duel({"talents": ["power_attack"]}, tough)
    events = whole.do("melee", model="a", target="b", declare=["power_attack"], dice=[20, 2, 3])
    assert one(events, ev.DamageDealt).final == 53
    half = duel({"talents": ["power_attack"]}, tough)
    events = half.do("melee", model="a", target="b", declare=["power_attack"], dice=[8, 2, 4])
    assert one(events, ev.DamageDealt).final == 8


@rule("IST-Q-116", "IST-Q-132")
def test_a_friend_is_not_in_contact() -> None:
    fight = duel({}, {}, [man("a2", (1000, 1100))])
    assert "friend" in fight.refuses("melee", "not_in_contact", model="a", target="a2").hint
    whirl = duel({"talents": ["whirlwind"]}, {}, [man("a2", (1000, 1100))])
    whirl.refuses("whirlwind", "friendly_target", model="a", order=["a2", "b"])
    alone = Fight([man("a", (1000, 1000), talents=["whirlwind"])], [man("b", (3000, 3000))])
    alone.refuses("whirlwind", "no_target", model="a", order=[])


@rule("IST-TAL-05", "IST-TAL-02", "IST-Q-89", "IST-Q-90")
def test_a_whirlwind_that_kills_cleaves_only_whom_it_is_engaged_with() -> None:
    foes = [man("b1", (1250, 1000), health=1), man("b2", (1000, 1100))]
    whirl = man("a", (1000, 1000), talents=["whirlwind", "cleave"], level=2, equipment=["one_handed"], health_max=60)
    fight = Fight([whirl], foes, engaged=[["a", "b2"]])
    fight.do("whirlwind", model="a", order=["b1", "b2"], dice=[10, 4, 3])
    assert fight.asked() == ("cleave", "a")
    fight.do("react", model="a", option="cleave", target="b2", dice=[5, 9, 5, 9])
    assert (fight["a"].health, fight.asked()) == (60 - 12 - 12, ("", ""))
