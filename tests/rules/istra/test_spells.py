"""Casting: the three spells of the book, failures, fumbles, talents of magic users."""

from typing import Any

import pytest

from rules.istra import events as ev
from tests.rules.istra.battles import Json, man, wall
from tests.rules.istra.fights import Fight, found, mage, one, spell_duel
from tests.rules.play import rule


@rule("IST-CAST-01", "IST-CAST-02", "IST-CAST-04", "IST-CAST-05", "IST-CORE-01", "IST-Q-39", "IST-SPELL-03")
def test_it_works() -> None:
    fight = spell_duel({"equipment": ["light_armour"]}, {"will_max": 7, "will": 7})
    events = fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[11, 9])
    attack, defence = found(events, ev.RollMade)
    assert (attack.total, attack.stat, defence.total, defence.stat) == (18, "will", 14, "power")
    assert (fight["b"].health, fight["b"].power) == (7, 4)
    assert (fight["a"].standard_action, fight["a"].used) == (0, {"lightning_fork": 1})
    assert one(events, ev.SpellCast).usage == "once_per_battle"


@rule("IST-CAST-06", "IST-CAST-07", "IST-CAST-08", "IST-CAST-09", "IST-Q-41", "IST-Q-42")
@pytest.mark.parametrize(
    ("defence", "amount", "damage"), [(4, 1, 0), (7, 4, 0), (8, 5, 1), (12, 9, 1), (13, 10, 2), (20, 17, 2)]
)
def test_a_lost_cast_hurts_the_caster_by_the_table(defence: int, amount: int, damage: int) -> None:
    fight = spell_duel(None, {"equipment": ["heavy_armour"]})
    events = fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[3, defence])
    failed = one(events, ev.SpellFailed)
    assert (failed.amount, failed.damage) == (amount, damage)
    assert (fight["a"].health, fight["a"].will, fight["b"].health) == (20 - damage, 5, 20)


@rule("IST-CAST-10")
def test_failure_by_20_or_more() -> None:
    fight = spell_duel({"power_max": 9, "power": 9}, {"will": 1})
    assert (
        one(fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[3, 15]), ev.SpellFailed).damage == 5
    )


@rule("IST-FUM-02", "IST-FUM-03", "IST-Q-41", "IST-Q-45", "IST-Q-129")
def test_a_fumbled_spell_costs_will_and_is_answered() -> None:
    fight = spell_duel({"equipment": ["two_handed"]})
    events = fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[1, 2])
    assert one(events, ev.DamageDealt).final == 7
    assert one(events, ev.SpellFailed).damage == 0
    assert (fight["a"].will, fight["a"].health) == (3, 13)
    weak = spell_duel({"power": 0, "finesse": 1})
    events = weak.do("cast", model="a", spell="lightning_fork", target="b", dice=[1, 2])
    assert not found(events, ev.SpellFailed)


@rule("IST-ILL-26", "IST-ILL-27", "IST-CAST-12")
def test_it_refuses_spells_not_known_or_used_up() -> None:
    fight = spell_duel(None, {"standard_action": 2, "spells": ["ray_of_frost"]})
    fight.refuses("cast", "spell_not_known", model="a", spell="fireball", point=[1900, 1000])
    fight.refuses("cast", "spell_not_known", model="a", spell="wish")
    fight.do("cast", model="a", spell="ray_of_frost", direction=[0, 1])
    fight.refuses("cast", "spell_used", model="a", spell="ray_of_frost", direction=[1, 0])
    spent = spell_duel(None, {"used": {"fireball": 1}})
    spent.refuses("cast", "spell_used", model="a", spell="fireball", point=[1900, 1000])
    spell_duel(None, {"standard_action": 0}).refuses("cast", "no_standard_action", model="a", spell="fireball")


@rule("IST-ILL-20", "IST-ILL-24", "IST-ILL-25", "IST-ILL-28", "IST-Q-116")
def test_it_refuses_targets_it_cannot_have() -> None:
    fight = Fight(
        [mage(), man("a2", (1000, 1300))],
        [man("b", (1900, 1000)), man("c", (2400, 1000))],
        terrain=[wall("w", 1400, 900, 1500, 1100)],
    )
    fight.refuses("cast", "no_line_of_sight", model="a", spell="lightning_fork", target="b")
    fight.refuses("cast", "out_of_range", model="a", spell="lightning_fork", target="c")
    fight.refuses("cast", "friendly_target", model="a", spell="lightning_fork", target="a2")
    fight.refuses("cast", "no_target", model="a", spell="lightning_fork")
    fight.refuses("cast", "no_target", model="a", spell="fireball")
    fight.refuses("cast", "no_target", model="a", spell="fireball", point=[1000, 2000])
    unseen = fight.refuses("cast", "no_line_of_sight", model="a", spell="fireball", point=[1900, 1000])
    assert (unseen.rule, bool(unseen.hint)) == ("IST-SIGHT-02", True)
    fight.refuses("cast", "no_target", model="a", spell="ray_of_frost", direction=[0, 0])


@rule("IST-ADV-08", "IST-Q-49", "IST-Q-51")
def test_spells_mind_melee_but_neither_cover_nor_size() -> None:
    fight = Fight([mage(), man("a2", (2000, 1000))], [man("b", (1900, 1000), large=True)], engaged=[["a2", "b"]])
    events = fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[11, 9, 5])
    assert (found(events, ev.RollMade)[0].adv, found(events, ev.RollMade)[0].dis) == (
        (),
        (("Into melee", "IST-ADV-08"),),
    )
    big = spell_duel({"large": True}, rules={"spells_like_shots": "on"})
    events = big.do("cast", model="a", spell="lightning_fork", target="b", dice=[11, 9, 5])
    assert found(events, ev.RollMade)[0].adv == (("Large target", "IST-ADV-07"),)


# Fireball


def blast(*foes: Json, a: Json | None = None, **fields: Any) -> Fight:
    """Three in the blast at (2000, 1000): the foe b, the friend a2, the foe c."""
    standard = (man("b", (2000, 1000)), man("c", (2000, 1300)))
    return Fight([mage(**(a or {})), man("a2", (2200, 1000))], list(foes or standard), **fields)


@rule("IST-SPELL-01", "IST-SPELL-04", "IST-Q-69", "IST-Q-116")
def test_a_fireball_burns_friend_and_foe_with_one_casting_roll() -> None:
    fight = blast()
    events = fight.do("cast", model="a", spell="fireball", point=[2000, 1000], dice=[10, 3, 9, 14])
    assert one(events, ev.SpellCast).targets == ("a2", "b", "c")
    assert [roll.model for roll in found(events, ev.RollMade)] == ["a", "a2", "b", "c"]
    assert (fight["a2"].health, fight["b"].health, fight["c"].health) == (5, 5, 20)
    assert fight["b"].finesse == 4
    assert not found(events, ev.SpellFailed)


@rule("IST-Q-41", "IST-CAST-06")
def test_an_area_fails_only_when_it_beats_nobody_against_the_lowest() -> None:
    fight = blast()
    assert (
        one(
            fight.do("cast", model="a", spell="fireball", point=[2000, 1000], dice=[3, 10, 13, 20]), ev.SpellFailed
        ).amount
        == 7
    )
    each = blast(rules={"spell_failure_per_target": "on"})
    events = each.do("cast", model="a", spell="fireball", point=[2000, 1000], dice=[3, 10, 13, 2])
    assert [failed.amount for failed in found(events, ev.SpellFailed)] == [7, 10]


@rule("IST-Q-47")
def test_a_fumbled_fireball_is_answered_by_the_strongest_enemy_only() -> None:
    fight = blast()
    events = fight.do("cast", model="a", spell="fireball", point=[2000, 1000], dice=[1, 19, 4, 6])
    dealt = one(events, ev.DamageDealt)
    assert (dealt.source, dealt.final) == ("c", 11)
    assert fight["a"].will == 3


@rule("IST-Q-69")
def test_a_20_beats_and_doubles_against_all_and_the_caster_may_burn_itself() -> None:
    fight = Fight([mage(health_max=60, health=60)], [man("b", (1200, 1000), health_max=60, health=60)])
    events = fight.do("cast", model="a", spell="fireball", point=[1100, 1000], dice=[20, 5, 6])
    assert [(dealt.target, dealt.final) for dealt in found(events, ev.DamageDealt)] == [("a", 50), ("b", 50)]


@rule("IST-Q-69")
def test_by_house_rule_each_target_has_a_roll_of_its_own() -> None:
    fight = blast(rules={"area_roll": "per_target"})
    events = fight.do("cast", model="a", spell="fireball", point=[2000, 1000], dice=[10, 3, 4, 9, 1, 14])
    assert [roll.model for roll in found(events, ev.RollMade)] == ["a", "a2", "a", "b", "a", "c"]
    assert fight["a2"].health == 5
    assert fight["a"].will == 3


@rule("IST-Q-87")
def test_evasive_against_a_fireball_is_for_that_halfling_alone() -> None:
    fight = blast(man("b", (2000, 1000), race="halfling"), man("c", (2000, 1300)))
    fight.do("cast", model="a", spell="fireball", point=[2000, 1000], dice=[10, 3, 9, 2])
    assert fight.asked() == ("evasive", "b")
    fight.do("react", model="b", option="evasive", dice=[4])
    assert (fight["a2"].health, fight["b"].health, fight["c"].health) == (5, 20, 5)


# Ray of Frost


@rule("IST-SPELL-02", "IST-SPELL-05", "IST-Q-70")
def test_a_ray_hits_the_first_on_its_line_or_nobody() -> None:
    fight = Fight([mage(standard_action=2), man("a2", (1500, 1000))], [man("b", (1900, 1000))])
    events = fight.do("cast", model="a", spell="ray_of_frost", direction=[1, 0], dice=[11, 5])
    assert one(events, ev.SpellCast).targets == ("a2",)
    assert fight["a2"].finesse == 4
    nobody = spell_duel()
    events = nobody.do("cast", model="a", spell="ray_of_frost", direction=[0, 1])
    assert one(events, ev.SpellCast).targets == ()
    assert (nobody["a"].used_this_turn, nobody["a"].standard_action) == ({"ray_of_frost": 1}, 0)


# Lightning Fork


@rule("IST-ILL-29", "IST-SPELL-06", "IST-Q-68", "IST-D-12")
def test_lightning_leaps_on_an_even_roll_hit_or_miss() -> None:
    fight = spell_duel(None, None, man("c", (1900, 1300)), man("d", (4000, 4000)))
    fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[2, 5])
    assert fight.asked() == ("chain", "a")
    fight.refuses("react", "target_already_chained", model="a", option="chain", target="b")
    assert "out of range" in fight.refuses("react", "out_of_range", model="a", option="chain", target="d").message
    fight.refuses("react", "friendly_target", model="a", option="chain", target="a")
    events = fight.do("react", model="a", option="chain", target="c", dice=[12, 5])
    assert one(events, ev.SpellCast).chained
    assert (fight["c"].health, fight["a"].used, fight.asked()) == (3, {"lightning_fork": 1}, ("", ""))


@rule("IST-SPELL-06", "IST-Q-68")
def test_an_odd_roll_ends_the_chain_and_a_caster_may_let_it_end() -> None:
    odd = spell_duel(None, None, man("c", (1900, 1300)))
    odd.do("cast", model="a", spell="lightning_fork", target="b", dice=[11, 5])
    assert odd.asked() == ("", "")
    even = spell_duel(None, None, man("c", (1900, 1300)))
    even.do("cast", model="a", spell="lightning_fork", target="b", dice=[12, 5])
    even.do("pass_window")
    assert even["c"].health == 20


@rule("IST-Q-68")
def test_by_house_rule_the_lightning_starts_from_its_last_target() -> None:
    far = man("c", (2900, 1000))
    stays = spell_duel({"health_max": 60, "health": 60}, None, far)
    stays.do("cast", model="a", spell="lightning_fork", target="b", dice=[12, 5])
    assert stays.asked() == ("", "")
    leaps = spell_duel({"health_max": 60, "health": 60}, None, far, rules={"chain_from": "last_target"})
    leaps.do("cast", model="a", spell="lightning_fork", target="b", dice=[12, 5])
    assert leaps.asked() == ("chain", "a")


# Other spells, talents


WARD: Json = {"name": "ward", "usage": "at_will", "tn": 12, "effect": "gm", "text": "A light that comforts."}


@rule("IST-CAST-03", "IST-CAST-04", "IST-Q-40", "IST-Q-43")
def test_a_spell_against_a_target_number() -> None:
    caster: Json = {"spells": ["ward"], "standard_action": 2}
    fight = spell_duel(None, caster, spells=[WARD])
    roll = one(fight.do("cast", model="a", spell="ward", target="b", dice=[7]), ev.RollMade)
    assert (roll.target, roll.compare, roll.success, roll.chance, roll.role) == (12, ">=", True, (14, 20), "cast")
    events = fight.do("cast", model="a", spell="ward", dice=[1])
    assert (one(events, ev.SpellFailed).amount, fight["a"].health, fight["a"].will) == (6, 19, 5)


@rule("IST-TAL-10", "IST-Q-94")
def test_abjuration_shields_whoever_casts_a_spell_of_the_battle() -> None:
    for switch, lasts in (("own_activation", "next_activation"), ("turn", "turn")):
        fight = spell_duel(None, {"talents": ["abjuration"]}, rules={"abjuration_lasts": switch})
        fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[1, 15])
        assert fight["a"].conditions[0].lasts == lasts
        assert fight["a"].health == 20 - (20 - 4) - 2
    frost = spell_duel(None, {"talents": ["abjuration"]})
    frost.do("cast", model="a", spell="ray_of_frost", direction=[0, 1])
    assert frost["a"].conditions == ()


@rule("IST-ILL-34", "IST-Q-96", "IST-TAL-11", "IST-Q-95", "IST-TAL-13")
def test_gathered_power_is_for_one_spell() -> None:
    sorcerer: Json = {"talents": ["gather_power"], "standard_action": 3}
    spell_duel(None, sorcerer).refuses("use_talent", "talent_has_no_rules", model="a", talent="gather_power")
    fight = spell_duel(None, sorcerer, rules={"draft_talents": "on"})
    fight.do("use_talent", model="a", talent="gather_power")
    fight.refuses("use_talent", "ability_used", model="a", talent="gather_power")
    events = fight.do("cast", model="a", spell="ray_of_frost", direction=[1, 0], dice=[3, 11, 5])
    assert found(events, ev.RollMade)[0].adv == (("Gather power", "IST-TAL-13"),)
    assert fight["a"].conditions == ()


@rule("IST-TAL-15")
def test_a_priest_heals_a_friend() -> None:
    friend = man("a2", (1000, 1200), health=5)
    fight = Fight([mage(talents=["domain_healing"]), friend], [man("b", (1900, 1000))], rules={"draft_talents": "on"})
    fight.refuses("use_talent", "no_target", model="a", talent="domain_healing", target="b")
    fight.do("use_talent", model="a", talent="domain_healing", target="a2", dice=[6, 4])
    assert fight["a2"].health == 9
    fight.refuses("use_talent", "no_standard_action", model="a", talent="domain_healing", target="a2")
    poor = Fight([mage(talents=["domain_healing"]), friend], [man("b", (1900, 1000))], rules={"draft_talents": "on"})
    poor.do("use_talent", model="a", talent="domain_healing", target="a2", dice=[5])
    assert poor["a2"].health == 5


@rule("IST-TAL-18")
def test_a_rogue_walks_in_shadow() -> None:
    rogue = man("a", (1000, 1000), talents=["shadow_walk"], **{"class": "expert"})
    hide = wall("w", 1200, 700, 1300, 1300, height=500)
    fight = Fight(
        [rogue], [man("b", (900, 1000)), man("c", (700, 1000))], terrain=[hide], rules={"draft_talents": "on"}
    )
    fight.refuses("use_talent", "illegal_teleport", model="a", talent="shadow_walk", pos=[1000, 1300])
    fight.refuses("use_talent", "illegal_teleport", model="a", talent="shadow_walk", pos=[1700, 1000])
    fight.do("use_talent", model="a", talent="shadow_walk", pos=[1400, 1000])
    assert (fight["a"].pos, fight["a"].move_action) == ((1400, 1000, 0), 0)


@rule("IST-Q-129")
def test_by_house_rule_a_fumbled_spell_into_melee_goes_on_against_an_ally() -> None:
    fight = Fight(
        [mage(), man("a2", (2000, 1000))],
        [man("b", (1900, 1000))],
        engaged=[["a2", "b"]],
        rules={"fumble_into_melee_spells": "on"},
    )
    events = fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[1, 9, 3, 15, 12, 4])
    assert [resolved.defender for resolved in found(events, ev.CombatResolved)] == ["b", "a2"]
    assert fight["a2"].power == 4


@rule("IST-Q-50", "IST-Q-51", "IST-SIGHT-07")
def test_by_house_rule_no_casting_while_engaged_and_farther_from_above() -> None:
    strict = Fight([mage()], [man("b", (1100, 1000))], engaged=[["a", "b"]], rules={"no_shooting_engaged": "on"})
    strict.refuses("cast", "engaged", model="a", spell="lightning_fork", target="b")
    tower = wall("tower", 900, 900, 1100, 1100, height=300)
    caster = mage() | {"pos": [1000, 1000, 300]}
    far = man("b", (2320, 1000))
    plain = Fight([caster], [far], terrain=[tower])
    plain.refuses("cast", "out_of_range", model="a", spell="lightning_fork", target="b")
    high = Fight([caster], [far], terrain=[tower], rules={"spells_like_shots": "on"})
    high.do("cast", model="a", spell="lightning_fork", target="b", dice=[11, 5])
