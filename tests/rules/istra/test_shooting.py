"""Shooting: range, height, sight, cover, size, melee in the way, loads; shields; what a fumble does."""

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.state import AllyChoice
from tests.rules.istra.battles import Json, man, piece, rect, wall
from tests.rules.istra.fights import Fight, duel, found, one
from tests.rules.play import rule


def range_of(gap: int, a: Json | None = None, b: Json | None = None, *others: list[Json], **fields: Any) -> Fight:
    """`a` with a bow acts; `b` stands so far off to the right, edge to edge."""
    shooter = man("a", (1000, 1000), **({"equipment": ["bow"]} | (a or {})))
    mine, theirs = (*others, [], [])[:2]
    return Fight([shooter, *mine], [man("b", (1100 + gap, 1000), **(b or {})), *theirs], **fields)


def sources(events: list[Any], place: int = 0) -> tuple[list[str], list[str]]:
    """The rules of advantages and disadvantages of a roll."""
    roll = found(events, ev.RollMade)[place]
    return [rule for _, rule in roll.adv], [rule for _, rule in roll.dis]


@rule("IST-SHOOT-01", "IST-SHOOT-02", "IST-SHOOT-03", "IST-SHOOT-05", "IST-WPN-08", "IST-CORE-01")
def test_it_works() -> None:
    fight = range_of(900, {"finesse_max": 7, "finesse": 7})
    events = fight.do("shoot", model="a", target="b", dice=[10, 9])
    declared = one(events, ev.AttackDeclared)
    assert (declared.kind, declared.weapon, declared.distance, declared.range) == ("shoot", "bow", 900, 2400)
    attack, defence = found(events, ev.RollMade)
    assert (attack.total, attack.stat, defence.total, defence.stat) == (17, "finesse", 14, "power")
    assert (fight["b"].health, fight["b"].power, fight["a"].standard_action) == (3, 4, 0)
    assert fight["a"].unloaded == ()


@rule("IST-SHOOT-03", "IST-SHOOT-04")
@pytest.mark.parametrize(("defence", "winner", "health"), [(10, "a", 5), (11, "b", 20)])
def test_equal_is_a_hit_and_a_won_defence_does_nothing(defence: int, winner: str, health: int) -> None:
    fight = range_of(900)
    events = fight.do("shoot", model="a", target="b", dice=[10, defence])
    assert one(events, ev.CombatResolved).winners == (winner,)
    assert (fight["b"].health, fight["a"].health) == (health, 20)
    assert found(events, ev.RollMade)[1].chance == (10, 20)


@rule("IST-ADV-10", "IST-ADV-11", "IST-ADV-12", "IST-WPN-07", "IST-WPN-10")
@pytest.mark.parametrize(
    ("weapon", "gap", "attack", "defence"),
    [
        ("bow", 600, (["IST-ADV-10"], []), ([], [])),
        ("bow", 610, ([], []), ([], [])),
        ("bow", 1500, ([], []), ([], [])),
        ("rifle", 500, (["IST-ADV-10"], []), ([], ["IST-ADV-12"])),
        ("rifle", 1190, ([], []), ([], ["IST-ADV-12"])),
        ("rifle", 1200, ([], ["IST-ADV-11"]), ([], ["IST-ADV-12"])),
    ],
)
def test_range_bands(weapon: str, gap: int, attack: Any, defence: Any) -> None:
    fight = range_of(gap, {"equipment": [weapon]})
    dice = [10] * (1 + bool(attack[0] or attack[1])) + [5] * (1 + bool(defence[1]))
    events = fight.do("shoot", model="a", target="b", dice=dice)
    assert (sources(events), sources(events, 1)) == (attack, defence)


@rule("IST-ADV-01", "IST-ADV-03", "IST-ADV-04", "IST-ADV-07", "IST-ADV-09", "IST-SIGHT-05")
def test_large_and_cover_cancel_and_cover_alone_is_two_dice_keep_low() -> None:
    hedge = piece("hedge", rect(1500, 900, 1600, 1100), height=200, los="partial")
    fight = range_of(900, {}, {"large": True}, terrain=[hedge])
    assert found(fight.do("shoot", model="a", target="b", dice=[10, 5]), ev.RollMade)[0].net == 0
    hidden = range_of(900, terrain=[hedge])
    attack = found(hidden.do("shoot", model="a", target="b", dice=[14, 6, 2]), ev.RollMade)[0]
    assert (attack.natural, attack.dis) == (6, (("Cover", "IST-ADV-09"),))


@rule("IST-ILL-22", "IST-WPN-09", "IST-WPN-11", "IST-Q-31", "IST-Q-52")
def test_a_crossbow_hits_harder_and_is_empty_then() -> None:
    fight = range_of(2900, {"equipment": ["crossbow"], "standard_action": 2})
    events = fight.do("shoot", model="a", target="b", dice=[10, 5])
    assert one(events, ev.DamageDealt).damage_mod == 2
    assert fight["a"].unloaded[0].weapon == "crossbow"
    fight.refuses("shoot", "not_loaded", model="a", target="b")


@rule("IST-ILL-24", "IST-SIGHT-02", "IST-SIGHT-07", "IST-Q-53")
def test_from_above_a_weapon_carries_farther() -> None:
    tower = wall("tower", 900, 900, 1100, 1100, height=300)
    range_of(2600).refuses("shoot", "out_of_range", model="a", target="b")
    shooter = man("a", (1000, 1000, 300), equipment=["bow"])
    fight = Fight([shooter], [man("b", (3650, 1000))], terrain=[tower])
    assert one(fight.do("shoot", model="a", target="b", dice=[10, 5]), ev.AttackDeclared).range == 2700


@rule("IST-ILL-20", "IST-ILL-21", "IST-ILL-25", "IST-SIGHT-02", "IST-Q-116")
def test_it_refuses_what_cannot_be_shot_at() -> None:
    fight = range_of(900, {}, {}, [man("a2", (1000, 2000))], terrain=[wall("wall", 1500, 500, 1600, 1500)])
    fight.refuses("shoot", "no_line_of_sight", model="a", target="b")
    fight.refuses("shoot", "friendly_target", model="a", target="a2")
    range_of(900, {"equipment": ["one_handed"]}).refuses("shoot", "no_ranged_weapon", model="a", target="b")
    spent = range_of(900, {"standard_action": 0, "equipment": []})
    spent.refuses("shoot", "no_standard_action", model="a", target="b")
    gone = range_of(900, {}, {}, [], [man("c", status="out", health=0)])
    gone.refuses("shoot", "model_not_in_play", model="a", target="c")


@rule("IST-SIGHT-06", "IST-D-15")
def test_what_the_gm_says_of_sight_holds_for_one_attack() -> None:
    word = {"attacker": "a", "target": "b", "los": True, "cover": True}
    fight = range_of(900, terrain=[wall("wall", 1500, 500, 1600, 1500)], sight=[word])
    events = fight.do("shoot", model="a", target="b", dice=[10, 4, 5])
    assert one(events, ev.SightResolved).source == "gm"
    assert sources(events)[1] == ["IST-ADV-09"]
    assert fight.state.sight == ()


@rule("IST-ADV-08", "IST-Q-49", "IST-Q-50")
def test_shooting_into_melee_and_while_engaged() -> None:
    friend, foe = man("a2", (2100, 1000)), man("c", (1000, 1100))
    fight = range_of(900, {}, {}, [friend], [foe], engaged=[["a2", "b"], ["a", "c"]])
    assert sources(fight.do("shoot", model="a", target="b", dice=[10, 4, 5]))[1] == ["IST-ADV-08"]
    strict = range_of(900, {}, {}, [friend], [foe], engaged=[["a", "c"]], rules={"no_shooting_engaged": "on"})
    strict.refuses("shoot", "engaged", model="a", target="b")
    alone = range_of(0, engaged=[["a", "b"]], rules={"into_melee": "with_friend"})
    assert sources(alone.do("shoot", model="a", target="b", dice=[10, 4, 5])) == (["IST-ADV-10"], [])


# Fumbles


@rule("IST-FUM-02", "IST-FUM-03", "IST-CORE-01", "IST-Q-45")
def test_a_fumbled_shot_costs_finesse_and_is_answered_without_damage_mod() -> None:
    fight = range_of(900, {}, {"equipment": ["two_handed"]})
    events = fight.do("shoot", model="a", target="b", dice=[1, 4])
    assert one(events, ev.DamageDealt).damage_mod == 0
    assert (fight["a"].finesse, fight["a"].health) == (3, 11)
    mild = range_of(900, rules={"fumble_counter": "melee_only"})
    mild.do("shoot", model="a", target="b", dice=[1, 4])
    assert (mild["a"].finesse, mild["a"].health) == (4, 20)


def crowd(**fields: Any) -> Fight:
    friends = [man("a2", (2100, 1000)), man("a3", (2000, 1100))]
    return range_of(900, {}, {}, friends, engaged=[["a2", "b"], ["a3", "b"]], **fields)


@rule("IST-FUM-04", "IST-Q-46")
def test_a_fumble_into_melee_goes_on_against_an_ally() -> None:
    fight = crowd()
    events = fight.do("shoot", model="a", target="b", dice=[1, 9, 4, 2, 15, 12, 3])
    _, again = found(events, ev.AttackDeclared)
    assert (again.target, again.origin, again.into_melee) == ("a3", "into_melee", True)
    assert one(events, ev.DieRolled).use == "fumble_ally"
    assert (fight["a"].health, fight["a"].finesse) == (11, 3)
    assert fight["a3"].health == 20 - (12 + 3)


@rule("IST-Q-46")
def test_a_second_natural_1_ends_it() -> None:
    fight = crowd()
    events = fight.do("shoot", model="a", target="b", dice=[1, 9, 4, 1, 1, 12, 3])
    assert len(found(events, ev.AttackDeclared)) == 2
    assert (fight["a"].health, fight["a"].finesse) == (11, 2)


@rule("IST-Q-46")
def test_by_house_rule_the_ally_is_instead_of_the_fumble_or_chosen_by_the_opponent() -> None:
    fight = crowd(rules={"fumble_into_melee_replaces": "on"})
    fight.do("shoot", model="a", target="b", dice=[1, 9, 4, 1, 15, 12, 3])
    assert (fight["a"].health, fight["a"].finesse) == (20, 5)
    chosen = crowd(rules={"fumble_ally": "opponent_chooses"})
    chosen.do("shoot", model="a", target="b", dice=[1, 9, 4])
    top = chosen.state.agenda[-1]
    assert isinstance(top, AllyChoice)
    assert top.seat == "s2"
    chosen.refuses("react", "no_target", model="b", option="fumble_ally", target="a")
    events = chosen.do("react", model="b", option="fumble_ally", target="a3", dice=[15, 12, 3])
    assert one(events, ev.AttackDeclared).target == "a3"


# Shields


@rule("IST-REACT-08", "IST-ADV-13", "IST-Q-61", "IST-Q-62", "IST-D-06")
def test_an_arrow_block_lasts_for_the_turn() -> None:
    fight = range_of(900, {"standard_action": 2}, {"equipment": ["shield"]})
    fight.do("shoot", model="a", target="b")
    assert fight.asked() == ("shot_at", "b")
    events = fight.do("react", model="b", option="arrow_block", dice=[10, 3, 12])
    assert sources(events, 1)[0] == ["IST-ADV-13"]
    assert fight["b"].standard_action == 0
    events = fight.do("shoot", model="a", target="b", dice=[10, 3, 12])
    assert sources(events, 1)[0] == ["IST-ADV-13"]


@rule("IST-Q-62")
def test_by_house_rule_an_arrow_block_is_for_one_attack() -> None:
    fight = range_of(900, {}, {"equipment": ["shield"]}, rules={"arrow_block": "attack"})
    fight.do("shoot", model="a", target="b")
    fight.do("react", model="b", option="arrow_block", dice=[10, 3, 12])
    assert fight["b"].conditions == ()


@rule("IST-ILL-07", "IST-D-06", "IST-Q-58", "IST-Q-67")
def test_the_window_may_pass_and_is_not_opened_without_a_use() -> None:
    fight = range_of(900, {}, {"equipment": ["shield"]})
    fight.do("shoot", model="a", target="b")
    fight.refuses("react", "no_such_window", model="a", option="arrow_block")
    fight.refuses("react", "no_such_window", model="b", option="shield_friend")
    events = fight.do("pass_window", model="b", dice=[10, 3])
    assert one(events, ev.WindowAnswered).choice is None
    assert fight["b"].standard_action == 1
    for kit in (["two_handed", "shield"], ["buckler"]):
        range_of(900, {}, {"equipment": kit}).do("shoot", model="a", target="b", dice=[10, 3])
    range_of(900, {}, {"equipment": ["shield"], "standard_action": 0}).do("shoot", model="a", target="b", dice=[10, 3])


@rule("IST-Q-12", "IST-REACT-08", "IST-REACT-10", "IST-REACT-12")
def test_who_was_nominated_this_turn_is_not_asked() -> None:
    """Whatever a position says of its actions; by house rule they still count."""
    acted: Json = {"equipment": ["spear", "shield"], "standard_action": 1}
    for kept in ("off", "on"):
        rules = {"keep_unspent_for_reactions": kept}
        fight = range_of(900, {}, acted, rules=rules, nominations=["b"])
        fight.do("shoot", model="a", target="b", dice=[10, 3] if kept == "off" else [])
        assert fight.asked() == (("shot_at", "b") if kept == "on" else ("", ""))
        fight = duel({}, acted, rules=rules, nominations=["b"])
        fight.do("melee", model="a", target="b", dice=[10, 3] if kept == "off" else [])
        assert fight.asked() == (("first_strike", "b") if kept == "on" else ("", ""))


def guarded(b: Json | None = None, **fields: Any) -> Fight:
    guard = man("c", (2000, 1200), equipment=["shield"], power_max=8, power=8)
    return range_of(900, {}, b or {}, [], [guard], **fields)


@rule("IST-REACT-09", "IST-Q-63", "IST-Q-131", "IST-Q-125")
def test_a_friend_with_a_shield_takes_the_shot() -> None:
    fight = guarded({"equipment": ["shield"]})
    fight.do("shoot", model="a", target="b")
    assert fight.asked() == ("shot_at", "b")
    fight.do("pass_window")
    assert fight.asked() == ("shot_at", "c")
    events = fight.do("react", model="c", option="shield_friend", dice=[15, 3])
    assert found(events, ev.RollMade)[1].total == 11
    assert (fight["b"].health, fight["c"].health, fight["c"].power) == (20, 1, 7)


@rule("IST-Q-63")
def test_by_house_rule_the_target_suffers_though_shielded() -> None:
    fight = guarded(rules={"shield_friend": "target_suffers"})
    fight.do("shoot", model="a", target="b")
    fight.do("react", model="c", option="shield_friend", dice=[14, 3])
    assert (fight["b"].health, fight["c"].health) == (1, 20)


@rule("IST-TAL-08")
def test_bastion_shields_once_without_a_shield() -> None:
    guard = man("c", (2000, 1200), talents=["bastion"])
    fight = range_of(900, {}, {}, [], [guard])
    fight.do("shoot", model="a", target="b")
    fight.do("react", model="c", option="shield_friend", dice=[5, 9])
    assert (fight["c"].used, fight["c"].standard_action) == ({"bastion": 1}, 0)
    used = man("c", (2000, 1200), talents=["bastion"], used={"bastion": 1})
    range_of(900, {}, {}, [], [used]).do("shoot", model="a", target="b", dice=[5, 9])


@rule("IST-Q-61")
def test_by_house_rule_any_action_pays_for_a_shield() -> None:
    fight = range_of(900, {}, {"equipment": ["shield"], "standard_action": 0}, rules={"shield_action": "any"})
    fight.do("shoot", model="a", target="b")
    fight.do("react", model="b", option="arrow_block", dice=[5, 9, 2])
    assert fight["b"].move_action == 0


# Charged shot


@rule(
    "IST-ILL-36", "IST-REACT-03", "IST-REACT-04", "IST-REACT-05", "IST-REACT-07", "IST-ADV-14", "IST-Q-64", "IST-WPN-07"
)
def test_a_charged_shot_at_the_range_chosen_then_a_poor_defence() -> None:
    gunner = man("b", (1500, 1000), equipment=["rifle"])
    fight = Fight([man("a", (1000, 1000), equipment=["one_handed"], health_max=60, health=60)], [gunner])
    fight.do("move", model="a", path=[[1400, 1000]])
    assert fight.asked() == ("charged_shot", "b")
    fight.refuses("react", "bad_range", model="b", option="charged_shot", range=401)
    fight.refuses("react", "ability_not_owned", model="b", option="charged_shot", range=401, declare=["smite"])
    events = fight.do("react", model="b", option="charged_shot", range=400, dice=[3, 9, 4, 2])
    assert (sources(events), sources(events, 1)) == ((["IST-ADV-10"], []), ([], ["IST-ADV-12"]))
    assert one(events, ev.SightResolved).source == "given"
    assert (fight["b"].move_action, fight["b"].standard_action, fight["b"].unloaded[0].weapon) == (0, 0, "rifle")
    struck = fight.do("melee", model="a", target="b", dice=[5, 18, 12])
    assert sources(struck, 1)[1] == ["IST-ADV-14"]
    assert found(struck, ev.RollMade)[1].natural == 12


@rule("IST-Q-96", "IST-TAL-21", "IST-TAL-22")
def test_draft_shots() -> None:
    hunter: Json = {"class": "expert", "talents": ["double_ranged", "lethal_hunter"], "level": 2}
    fight = range_of(
        900, hunter, {"health_max": 60, "health": 60}, [], [man("c", (2000, 1300))], rules={"draft_talents": "on"}
    )
    events = fight.do("shoot", model="a", target="b", second="c", declare=["lethal_hunter"], dice=[10, 5, 6, 8, 3])
    assert [dealt.extra for dealt in found(events, ev.DamageDealt)] == [(6,), ()]
    assert fight["a"].used == {"double_ranged": 1, "lethal_hunter": 1}


@rule("IST-Q-88")
def test_by_house_rule_smite_is_for_melee_only() -> None:
    paladin: Json = {"talents": ["smite"]}
    range_of(900, paladin).do("shoot", model="a", target="b", declare=["smite"], dice=[10, 5, 6])
    strict = range_of(900, paladin, rules={"declared_talents": "melee_only"})
    strict.refuses("shoot", "talent_does_not_fit", model="a", target="b", declare=["smite"])


@rule("IST-D-15", "IST-SIGHT-06")
@pytest.mark.parametrize(("los", "dice"), [(True, [10, 4, 5]), (False, [])])
def test_the_gm_may_speak_while_a_window_is_open(los: bool, dice: list[int]) -> None:
    fight = range_of(900, {}, {"equipment": ["shield"]})
    fight.do("shoot", model="a", target="b")
    fight.do("gm_sight", attacker="a", target="b", los=los, cover=True, reason="smoke")
    events = fight.do("pass_window", dice=dice)
    assert one(events, ev.SightResolved).cover is los
    assert fight.state.sight == ()


@rule("IST-Q-04")
def test_by_house_rule_the_gm_says_what_is_seen_of_each_target() -> None:
    fight = range_of(900, rules={"sight": "declared"}, gm=True)
    fight.do("shoot", model="a", target="b")
    assert fight["a"].standard_action == 1
    events = fight.do("gm_sight", attacker="a", target="b", cover=True, dice=[10, 4, 5])
    assert sources(events)[1] == ["IST-ADV-09"]
    assert fight["a"].standard_action == 0


@rule("IST-Q-03")
def test_by_house_rule_distances_are_from_centre_to_centre() -> None:
    fight = range_of(550, rules={"measure": "centres"})
    events = fight.do("shoot", model="a", target="b", dice=[10, 5])
    assert one(events, ev.AttackDeclared).distance == 650
    range_of(2350, rules={"measure": "centres"}).refuses("shoot", "out_of_range", model="a", target="b")


@rule("IST-Q-05")
def test_by_house_rule_cover_takes_two_lines() -> None:
    post = piece("post", rect(1500, 1010, 1520, 1100), height=200, los="partial")
    events = range_of(900, terrain=[post]).do("shoot", model="a", target="b", dice=[10, 5, 4])
    assert sources(events)[1] == ["IST-ADV-09"]
    range_of(900, terrain=[post], rules={"cover": "two_lines"}).do("shoot", model="a", target="b", dice=[10, 4])


@rule("IST-Q-58")
def test_by_house_rule_no_shield_beside_a_ranged_weapon() -> None:
    archer: Json = {"equipment": ["bow", "shield"]}
    fight = range_of(900, {}, archer)
    fight.do("shoot", model="a", target="b")
    assert fight.asked() == ("shot_at", "b")
    range_of(900, {}, archer, rules={"shield_with_ranged": "off"}).do("shoot", model="a", target="b", dice=[10, 4])


@rule("IST-REACT-06", "IST-REACT-13")
def test_a_charged_shot_that_kills_ends_the_activation() -> None:
    gunner = man("b", (1500, 1000), equipment=["bow"])
    fight = Fight([man("a", (1000, 1000), health=3), man("a2", (4000, 4000))], [gunner])
    fight.do("move", model="a", path=[[1400, 1000]])
    fight.do("react", model="b", option="charged_shot", range=400, dice=[15, 9, 4])
    assert (fight["a"].status, len(fight.state.agenda)) == ("out", 1)


@rule("IST-Q-52")
@pytest.mark.parametrize("weapon", ["bow", "crossbow", "rifle", "pistol"])
def test_by_house_rule_a_weapon_carries_as_far_as_the_house_says(weapon: str) -> None:
    armed: Json = {"equipment": [weapon]}
    range_of(900, armed, rules={f"{weapon}_range": 800}).refuses("shoot", "out_of_range", model="a", target="b")
    fight = range_of(3500, armed, rules={f"{weapon}_range": 3500})
    dice = [10, 9, 5, 4] if weapon in ("rifle", "pistol") else [10, 5]
    assert one(fight.do("shoot", model="a", target="b", dice=dice), ev.AttackDeclared).range == 3500


@rule("IST-Q-62", "IST-Q-67")
def test_who_acts_cannot_block_a_charged_shot_but_its_friends_can_shield_it() -> None:
    mover = man("a", (1000, 1000), equipment=["shield"])
    friend = man("a2", (1300, 1200), equipment=["shield"])
    fight = Fight([mover, friend], [man("b", (1500, 1000), equipment=["bow"])])
    fight.do("move", model="a", path=[[1400, 1000]])
    fight.do("react", model="b", option="charged_shot", range=400)
    assert fight.asked() == ("shot_at", "a2")
    fight.do("react", model="a2", option="shield_friend", dice=[15, 9, 4])
    assert (fight["a"].health, fight["a2"].health) == (20, 1)


@rule("IST-TAL-21", "IST-ILL-21", "IST-Q-132")
def test_two_shots_take_a_bow_and_are_refused_before_anything_is_spent() -> None:
    hunter: Json = {"class": "expert", "talents": ["double_ranged"]}
    for kit, code in ((["crossbow"], "no_ranged_weapon"), (["one_handed"], "no_ranged_weapon")):
        fight = range_of(900, hunter | {"equipment": kit}, rules={"draft_talents": "on"})
        fight.refuses("shoot", code, model="a", target="b", second="b")
        assert (fight["a"].standard_action, fight["a"].used, fight["a"].unloaded) == (1, {}, ())
    range_of(900, hunter).refuses("shoot", "talent_has_no_rules", model="a", target="b", second="b")
    range_of(900, rules={"draft_talents": "on"}).refuses(
        "shoot", "ability_not_owned", model="a", target="b", second="b"
    )


@rule("IST-WPN-10", "IST-WPN-11", "IST-ADV-11", "IST-SIGHT-07", "IST-Q-53")
def test_a_pistol_at_12_inches_is_in_range_and_far() -> None:
    fight = range_of(1200, {"equipment": ["pistol"]})
    events = fight.do("shoot", model="a", target="b", dice=[11, 10, 5, 7])
    assert (sources(events)[1], sources(events, 1)[1]) == (["IST-ADV-11"], ["IST-ADV-12"])
    dealt = one(events, ev.DamageDealt)
    assert (dealt.total, dealt.damage_mod, dealt.final) == (15, 6, 21)
    range_of(1202, {"equipment": ["pistol"]}).refuses("shoot", "out_of_range", model="a", target="b")
    tower = wall("tower", 2200, 900, 2400, 1100, height=100)
    upward = Fight([man("a", (1000, 1000), equipment=["pistol"])], [man("b", (2290, 1000, 100))], terrain=[tower])
    assert one(upward.do("shoot", model="a", target="b", dice=[11, 5, 7]), ev.AttackDeclared).range == 1200


@rule("IST-SHOOT-01", "IST-SHOOT-05", "IST-CORE-01", "IST-CORE-02", "IST-DMG-02")
def test_a_shot_costs_power_first_and_who_has_nothing_left_is_out() -> None:
    fight = range_of(900, {"standard_action": 2}, {"power": 0, "finesse": 1, "health_max": 60, "will": 0, "health": 60})
    events = fight.do("shoot", model="a", target="b", dice=[10, 15])
    lost = one(events, ev.CoreLost)
    assert (lost.rolled, lost.stat, lost.new) == ("power", "finesse", 0)
    out = one(events, ev.ModelOut)
    assert (out.cause, out.by, fight["b"].health) == ("core", "a", 45)


@rule("IST-Q-03", "IST-Q-70", "IST-SPELL-05", "IST-REACT-04")
def test_by_house_rule_a_ray_and_a_charged_shot_are_measured_between_centres() -> None:
    caster = man("a", (1000, 1000), spells=["ray_of_frost"], **{"class": "magic_user"})
    for at, rules, dice in ((2200, "centres", [10, 5]), (2210, "centres", []), (2210, "edges", [10, 5])):
        fight = Fight([caster], [man("b", (at, 1000))], rules={"measure": rules})
        fight.do("cast", model="a", spell="ray_of_frost", direction=[1, 0], dice=dice)
    gunner = man("b", (1500, 1000), equipment=["bow"])
    fight = Fight([man("a", (1000, 1000))], [gunner], rules={"measure": "centres"})
    fight.do("move", model="a", path=[[1400, 1000]])
    fight.refuses("react", "bad_range", model="b", option="charged_shot", range=501)
    events = fight.do("react", model="b", option="charged_shot", range=500, dice=[3, 9, 12])
    assert one(events, ev.AttackDeclared).distance == 500


@rule("IST-Q-46", "IST-Q-129")
def test_by_both_house_rules_the_opponent_sends_a_spell_on_to_an_ally() -> None:
    caster = man("a", (1000, 1000), spells=["lightning_fork"], **{"class": "magic_user"})
    friends = [man("a2", (2100, 1000)), man("a3", (2000, 1100))]
    rules = {"fumble_ally": "opponent_chooses", "fumble_into_melee_spells": "on"}
    pairs = [["a2", "b"], ["a3", "b"]]
    fight = Fight([caster, *friends], [man("b", (2000, 1000))], engaged=pairs, rules=rules)
    fight.do("cast", model="a", spell="lightning_fork", target="b", dice=[1, 9, 4])
    events = fight.do("react", model="b", option="fumble_ally", target="a3", dice=[15, 12, 3])
    assert [roll.kind for roll in found(events, ev.RollMade)] == ["spell", "spell"]
    assert fight["a3"].health == 20 - (12 + 3)


@rule("IST-CRIT-01", "IST-CRIT-02", "IST-Q-44", "IST-DICE-02")
def test_a_critical_shot_hits_whatever_the_totals() -> None:
    fight = range_of(900, {"finesse": 0}, {"power_max": 9, "equipment": ["light_armour"], "health_max": 60})
    events = fight.do("shoot", model="a", target="b", dice=[20, 19])
    dealt = one(events, ev.DamageDealt)
    assert (dealt.total, dealt.base, dealt.final, dealt.doubled) == (20, 15, 30, True)
    defence = found(events, ev.RollMade)[1]
    assert (defence.total, defence.chance, defence.target, defence.success) == (28, (0, 20), None, None)


@rule("IST-REACT-05", "IST-ADV-07")
def test_a_charged_shot_knows_size_but_no_cover_and_no_melee() -> None:
    hedge = piece("hedge", rect(1250, 900, 1300, 1100), height=200, los="partial")
    mover, third = man("a", (1000, 1000), large=True), man("a2", (1600, 1000))
    gunner = man("b", (1500, 1000), equipment=["bow"])
    fight = Fight([mover, third], [gunner], terrain=[hedge], engaged=[["a2", "b"]])
    fight.do("move", model="a", path=[[1400, 1000]])
    fight.do("gm_sight", attacker="b", target="a", los=False)
    events = fight.do("react", model="b", option="charged_shot", range=400, dice=[3, 2, 18])
    assert sources(events)[0] == ["IST-ADV-10", "IST-ADV-07"]
    assert (sources(events)[1], one(events, ev.AttackDeclared).into_melee) == ([], False)


@rule("IST-Q-62", "IST-REACT-08", "IST-Q-93")
def test_what_lasts_for_the_turn_ends_with_it() -> None:
    shield: Json = {"equipment": ["shield"], "conditions": [{"name": "challenged", "source": "a", "lasts": "turn"}]}
    fight = range_of(900, {}, shield)
    fight.do("shoot", model="a", target="b")
    fight.do("react", model="b", option="arrow_block", dice=[5, 9, 9])
    fight.do("end_activation", model="a")
    fight.do("nominate", model="b")
    assert [one.name for one in fight["b"].conditions] == ["challenged", "arrow_block"]
    fight.do("end_activation", model="b")
    assert (fight.state.turn, fight["b"].conditions) == (2, ())
