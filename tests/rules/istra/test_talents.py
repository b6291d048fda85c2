"""Talents in play, those without rules too: what is always on, declared, answered, and an action of its own."""

from __future__ import annotations

import pytest

from rules.istra import events as ev
from rules.istra.tables import NAMES_ONLY, TALENTS, class_of
from tests.rules.istra.battles import Json, man, opened, position, setup
from tests.rules.istra.fights import Fight, duel, found, mage, one, spell_duel
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import names, rule

FAR = man("z", (4500, 4500))
DRAFTS: Json = {"draft_talents": "on"}


# Fighters


@rule("IST-TAL-01", "IST-Q-118", "IST-MOR-01", "IST-Q-73")
def test_toughness_is_four_more_to_lose() -> None:
    """24 in all; struck down to 4 it checks its morale against 10 + 20."""
    assert opened(setup([man("a1", talents=["toughness"])], [man("b1")])).models[0].health == 24
    tough = man("b", (1100, 1000), talents=["toughness"], equipment=["one_handed"])
    foes = [tough, man("c", (3000, 3000))]
    fight = Skirmish(
        position([man("a", (1000, 1000), equipment=["one_handed"])], foes, active="a", engaged=[["a", "b"]])
    )
    assert fight.model("b").health_max == 24
    fight.do({"type": "melee", "model": "a", "target": "b"}, dice=[15, 2])
    assert fight.model("b").health == 4
    fight.end("a")
    events = fight.nominate("b", dice=[20, 10], by="s1")
    assert one(events, ev.MoraleRolled).target == 30


@rule("IST-TAL-02", "IST-Q-89", "IST-D-11", "IST-ILL-19")
def test_cleave_is_for_an_opponent_in_contact() -> None:
    """The first strike kills too: who strikes first with Cleave may go on against another."""
    cleaver: Json = {"talents": ["cleave"], "equipment": ["spear", "shield"]}
    others = [man("a2", (1200, 1000)), man("a3", (3000, 3000))]
    fight = duel({"health": 3}, cleaver, others, engaged=[["a2", "b"]])
    fight.do("melee", model="a", target="b")
    fight.do("react", model="b", option="first_strike", dice=[9, 8, 2])
    assert (fight["a"].status, fight.asked()) == ("out", ("cleave", "b"))
    fight.refuses("react", "not_in_contact", model="b", option="cleave", target="a3")
    fight.refuses("react", "no_target", model="b", option="cleave")
    events = fight.do("react", model="b", option="cleave", target="a2", dice=[9, 2])
    assert one(events, ev.AttackDeclared).origin == "cleave"
    assert (fight["a2"].health, fight["b"].standard_action) == (6, 0)


@rule("IST-TAL-03", "IST-Q-88", "IST-Q-72", "IST-ILL-33")
def test_a_power_attack_is_spent_win_or_lose_and_comes_twice() -> None:
    fight = duel({"talents": ["power_attack"], "standard_action": 3}, {"health_max": 60, "health": 60})
    lost = fight.do("melee", model="a", target="b", declare=["power_attack"], dice=[5, 6])
    assert one(lost, ev.TalentUsed).left == 1
    fight.do("melee", model="a", target="b", declare=["power_attack"], dice=[9, 2, 6])
    assert (fight["b"].health, fight["a"].used) == (60 - 14 - 6 + 1, {"power_attack": 2})
    fight.refuses("melee", "ability_used", model="a", target="b", declare=["power_attack"])


@rule("IST-Q-88", "IST-TAL-03", "IST-TAL-07")
@pytest.mark.parametrize(("switch", "code"), [("any_attack", ""), ("melee_only", "talent_does_not_fit")])
def test_whether_a_shot_may_be_a_smite(switch: str, code: str) -> None:
    archer = man("a", (1000, 1000), equipment=["bow"], talents=["smite"], level=2)
    fight = Fight([archer], [man("b", (1800, 1000))], rules={"declared_talents": switch})
    if code:
        fight.refuses("shoot", code, model="a", target="b", declare=["smite"])
        return
    events = fight.do("shoot", model="a", target="b", declare=["smite"], dice=[3, 9, 3])
    dealt = one(events, ev.DamageDealt)
    assert (dealt.cause, dealt.final, fight["b"].health, fight["b"].power) == ("smite", 3, 17, 5)


# Paladins


@rule("IST-TAL-08", "IST-REACT-09", "IST-ARM-04", "IST-TURN-10")
def test_bastion_shields_a_friend_once_without_a_shield() -> None:
    """9 + 5 against 2 + 5 of the Paladin, whose armour is 1: 13 damage; the Standard action is gone."""
    archer = man("a", (1000, 1000), equipment=["bow"], standard_action=2)
    guard = man("c", (2000, 1200), talents=["bastion"], standard_action=2)
    fight = Fight([archer], [man("b", (2000, 1000)), guard])
    fight.do("shoot", model="a", target="b")
    assert fight.asked() == ("shot_at", "c")
    events = fight.do("react", model="c", option="shield_friend", dice=[9, 2])
    assert one(events, ev.TalentUsed).left == 0
    assert (fight["b"].health, fight["c"].health, fight["c"].standard_action) == (20, 7, 1)
    fight.do("shoot", model="a", target="b", dice=[9, 2])
    assert fight["b"].health == 6


@rule("IST-TAL-09", "IST-Q-93")
def test_a_challenge_weighs_on_attacks_but_on_no_defence() -> None:
    """The Paladin is challenging c: −4 against b. Its defence, 3 + 4 after the point it has lost, is as ever."""
    bound = [{"name": "challenging", "source": "c", "lasts": "battle"}]
    paladin: Json = {"talents": ["challenge"], "conditions": bound, "health_max": 60, "health": 60}
    other = man("c", (3000, 3000), conditions=[{"name": "challenged", "source": "a", "lasts": "battle"}])
    fight = duel(paladin, {"health_max": 60, "health": 60, "standard_action": 1}, [], [other])
    attack, defence = found(fight.do("melee", model="a", target="b", dice=[9, 6]), ev.RollMade)
    assert (attack.total, attack.mods[-1], defence.total) == (10, (-4, "Paladin's challenge", "IST-TAL-09"), 11)
    fight.do("end_activation", model="a")
    fight.do("nominate", model="b", by="s1")
    attack, defence = found(fight.do("melee", model="b", target="a", dice=[9, 3]), ev.RollMade)
    assert (attack.total, defence.total) == (14, 7)


# Magic users


@rule("IST-TAL-10", "IST-Q-94")
@pytest.mark.parametrize(("switch", "kept"), [("own_activation", True), ("turn", False)])
def test_abjuration_lasts_until_the_next_activation_or_by_house_rule_the_turn(switch: str, kept: bool) -> None:
    wizard = mage(talents=["abjuration"])
    fight = Skirmish(
        position([wizard], [man("b", (1900, 1000))], active="a", nominations=["b"]), {"abjuration_lasts": switch}
    )
    cast = {"type": "cast", "model": "a", "spell": "lightning_fork", "target": "b"}
    assert names(fight.do(cast, dice=[5, 5]))[:3] == ["action_spent", "condition_added", "spell_cast"]
    fight.end("a")
    assert bool(fight.model("a").conditions) is kept
    events = fight.nominate("a")
    assert fight.model("a").conditions == ()
    removed = ["condition_removed"] if kept else []
    assert names(events) == ["model_nominated", "activation_started", *removed]


@rule("IST-TAL-10", "IST-Q-94", "IST-ARM-04")
def test_abjuration_is_armour_of_four_and_not_cumulative() -> None:
    """Two spells of the battle in one activation; a foe's 9 + 4 (a point of Finesse has burnt) then finds armour 4."""
    wizard: Json = {"talents": ["abjuration"], "standard_action": 2, "health_max": 60, "health": 60}
    fight = spell_duel({"equipment": ["bow"], "health_max": 60, "health": 60}, wizard)
    fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[5, 5])
    fight.do("cast", model="a", spell="fireball", point=[1900, 1000], dice=[5, 5])
    assert [one.name for one in fight["a"].conditions] == ["abjured"]
    fight.do("end_activation", model="a")
    fight.do("nominate", model="b", by="s1")
    events = fight.do("shoot", model="b", target="a", dice=[9, 2])
    dealt = one(events, ev.DamageDealt)
    assert (dealt.armour, dealt.final) == (4, 9)


@rule("IST-TAL-13")
def test_gathered_power_waits_for_an_attack() -> None:
    """A spell against a number rolls no attack, and a ray that hits nobody rolls nothing."""
    song: Json = {"name": "song", "usage": "at_will", "effect": "gm"}
    sorcerer: Json = {"talents": ["gather_power"], "standard_action": 4, "spells": ["song", "ray_of_frost"]}
    fight = spell_duel(None, sorcerer, spells=[song], rules=DRAFTS)
    fight.do("use_talent", model="a", talent="gather_power")
    fight.do("cast", model="a", spell="song", dice=[11])
    fight.do("cast", model="a", spell="ray_of_frost", direction=[0, 1])
    assert [one.name for one in fight["a"].conditions] == ["gathered_power"]


# Names without rules


@rule("IST-TAL-11", "IST-Q-95", "IST-ILL-34")
@pytest.mark.parametrize("talent", [row.name for row in TALENTS.values() if row.rule == NAMES_ONLY])
def test_a_name_without_rules_is_carried_shown_and_refused(talent: str) -> None:
    """With actions left and without, and declared with an attack as well."""
    for actions in (1, 0):
        owner: Json = {
            "talents": [talent],
            "class": class_of(talent),
            "standard_action": actions,
            "move_action": actions,
        }
        fight = duel(owner)
        assert fight["a"].talents == (talent,)
        fight.refuses("use_talent", "talent_has_no_rules", model="a", talent=talent, target="b", pos=[1000, 1200])
    if talent in ("spell_fist", "lethal_hunter"):
        fight = duel({"talents": [talent], "class": class_of(talent)})
        fight.refuses("melee", "talent_has_no_rules", model="a", target="b", declare=[talent])


@rule("IST-TAL-11", "IST-Q-95", "IST-Q-96")
def test_without_the_drafts_the_names_change_nothing() -> None:
    """A Rogue who flanks has no Sneak attack; a priest is not asked for vengeance."""
    rogue: Json = {"talents": ["sneak_attack"], "class": "expert"}
    priest = man("p", (1200, 1200), talents=["domain_justice"], **{"class": "magic_user"})
    fight = duel(rogue, {"health_max": 60, "health": 60}, [man("a2", (1100, 1100))], [priest], engaged=[["a2", "b"]])
    fight.do("melee", model="a", target="b", dice=[9, 3, 2])
    assert (fight["b"].health, fight.asked()) == (46, ("", ""))


@rule("IST-Q-96", "IST-ILL-09", "IST-TURN-08", "IST-ILL-31")
def test_a_draft_costs_its_action() -> None:
    rogue: Json = {"talents": ["shadow_walk", "tumble"], "class": "expert", "level": 2, "move_action": 0}
    fight = duel(rogue, rules=DRAFTS)
    fight.refuses("use_talent", "no_move_action", model="a", talent="shadow_walk", pos=[1000, 1200])
    assert fight.refuses("use_talent", "talent_does_not_fit", model="a", talent="tumble").rule == "IST-TAL-19"
    strong = duel({"talents": ["power_attack"]})
    assert strong.refuses("use_talent", "talent_does_not_fit", model="a", talent="power_attack").rule == "IST-TAL-03"
    fight.refuses("use_talent", "ability_not_owned", model="a", talent="gather_power")
    fight.refuses("use_talent", "ability_not_owned", model="a", talent="juggling")
    priest: Json = {"talents": ["domain_healing"], "class": "magic_user", "standard_action": 0}
    duel(priest, rules=DRAFTS).refuses("use_talent", "no_standard_action", model="a", talent="domain_healing")


@rule("IST-ILL-31", "IST-ILL-33", "IST-TAL-14", "IST-TAL-20", "IST-TAL-22", "IST-Q-132")
def test_a_refused_draft_cites_its_own_rule() -> None:
    """Where drafts count; a name without text otherwise."""
    hunter: Json = {"talents": ["lethal_hunter"], "class": "expert"}
    attack = {"model": "a", "target": "b"}
    fight = duel(hunter, rules=DRAFTS)
    missing = fight.refuses("melee", "ability_not_owned", **attack, second="b")
    assert (missing.rule, missing.message) == ("IST-TAL-20", "a does not have Double melee attack.")
    assert fight.refuses("melee", "ability_not_owned", **attack, declare=["spell_fist"]).rule == "IST-TAL-14"
    assert fight.refuses("melee", "talent_does_not_fit", **attack, declare=["lethal_hunter"]).rule == "IST-TAL-22"
    used = duel({"talents": ["double_melee"], "class": "expert", "used": {"double_melee": 1}}, rules=DRAFTS)
    assert used.refuses("melee", "ability_used", **attack, second="b").rule == "IST-TAL-20"
    assert duel(hunter).refuses("melee", "ability_not_owned", **attack, second="b").rule == "IST-TAL-11"


@rule("IST-TAL-22", "IST-Q-88")
def test_a_lethal_hunter_shoots_for_more() -> None:
    """9 + 5 = 14 and a 6; once in a battle."""
    archer = man("a", (1000, 1000), equipment=["bow"], talents=["lethal_hunter"], **{"class": "expert"})
    foe = man("b", (1800, 1000), health_max=60, health=60)
    fight = Fight([archer | {"standard_action": 2}], [foe], rules=DRAFTS)
    fight.do("shoot", model="a", target="b", declare=["lethal_hunter"], dice=[9, 2, 6])
    assert fight["b"].health == 40
    fight.refuses("shoot", "ability_used", model="a", target="b", declare=["lethal_hunter"])


@rule("IST-TAL-21")
def test_a_ranger_shoots_twice_with_a_bow() -> None:
    archer = man("a", (1000, 1000), equipment=["bow", "crossbow"], talents=["double_ranged"], **{"class": "expert"})
    foes = [man("b", (1800, 1000)), man("c", (1800, 1400))]
    fight = Fight([archer], foes, rules=DRAFTS)
    fight.do("shoot", model="a", target="b", second="c", dice=[9, 2, 8, 2])
    assert (fight["b"].health, fight["c"].health, fight["a"].standard_action) == (6, 7, 0)
    other = Fight([archer | {"active_weapon": "crossbow"}], foes, rules=DRAFTS)
    other.refuses("shoot", "no_ranged_weapon", model="a", target="b", second="c")


@rule("IST-TAL-15", "IST-ILL-32")
def test_a_prayer_reaches_an_inch() -> None:
    priest = mage(talents=["domain_healing"])
    for at, refused in ((1202, True), (1200, False)):
        fight = Fight([priest, man("a2", (at, 1000), health=19)], [FAR], rules=DRAFTS)
        if refused:
            fight.refuses("use_talent", "out_of_range", model="a", talent="domain_healing", target="a2")
        else:
            fight.do("use_talent", model="a", talent="domain_healing", target="a2", dice=[6, 6])
            assert fight["a2"].health == 20
