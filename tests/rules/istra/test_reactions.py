"""Reactions to attacks: First strike before them; Evasive, the Dwarf, Cruel, the challenge and Cleave after them."""

import pytest

from rules.istra import events as ev
from rules.istra.state import Attack
from tests.rules.istra.battles import Json, man
from tests.rules.istra.fights import Fight, duel, found, one
from tests.rules.play import rule

SPEAR: Json = {"equipment": ["spear"]}

# First strike


@rule("IST-ILL-06", "IST-REACT-10", "IST-REACT-12", "IST-D-05", "IST-TURN-10", "IST-Q-126")
def test_a_spear_strikes_first_and_then_the_attack_goes_on() -> None:
    fight = duel({"health_max": 40, "health": 40}, SPEAR)
    fight.do("melee", model="a", target="b")
    assert fight.asked() == ("first_strike", "b")
    fight.refuses("window_open", "melee", model="a", target="b")
    events = fight.do("react", model="b", option="first_strike", dice=[10, 5, 10, 3])
    assert [(one.attacker, one.origin) for one in found(events, ev.AttackDeclared)] == [("b", "first_strike")]
    assert [resolved.attack_total for resolved in found(events, ev.CombatResolved)] == [15, 14]
    assert (fight["a"].health, fight["a"].power) == (40 - 17, 4)
    assert (fight["b"].standard_action, fight["b"].health) == (0, 6)


@rule("IST-REACT-10", "IST-REACT-13")
def test_a_first_strike_that_kills_ends_the_attack() -> None:
    fight = duel({"health": 3}, SPEAR)
    fight.do("melee", model="a", target="b")
    events = fight.do("react", model="b", option="first_strike", dice=[10, 5])
    assert one(events, ev.ModelOut).by == "b"
    assert not any(isinstance(frame, Attack) for frame in fight.state.agenda)


@rule("IST-D-05", "IST-Q-88")
def test_it_may_be_let_pass_or_declared_with_a_talent() -> None:
    fight = duel({}, SPEAR)
    fight.do("melee", model="a", target="b")
    fight.do("pass_window", dice=[5, 9])
    assert fight["b"].standard_action == 1
    mighty = duel({"health_max": 60, "health": 60}, SPEAR | {"talents": ["power_attack"]})
    mighty.do("melee", model="a", target="b")
    events = mighty.do("react", model="b", option="first_strike", declare=["power_attack"], dice=[10, 5, 6, 3, 10])
    assert found(events, ev.DamageDealt)[0].extra == (6,)


@rule("IST-REACT-11", "IST-REACT-12", "IST-Q-57", "IST-MOVE-04")
@pytest.mark.parametrize(
    ("a", "b", "asked"),
    [
        (SPEAR, SPEAR, False),
        ({"equipment": ["two_handed"]}, SPEAR, False),
        (SPEAR, {"equipment": ["two_handed"]}, False),
        ({"equipment": ["one_handed"]}, SPEAR, True),
        ({"equipment": ["one_handed"]}, {"equipment": ["two_handed"]}, False),
        ({"conditions": [{"name": "climbed", "amount": 100}]}, {}, True),
        (SPEAR | {"conditions": [{"name": "climbed", "amount": 100}]}, {}, False),
        ({}, SPEAR | {"standard_action": 0}, False),
    ],
)
def test_who_strikes_first(a: Json, b: Json, asked: bool) -> None:
    fight = duel(a, b)
    fight.do("melee", model="a", target="b", dice=[] if asked else [5, 9])
    assert fight.asked() == (("first_strike", "b") if asked else ("", ""))


@rule("IST-Q-66")
def test_no_first_strike_at_a_distance() -> None:
    whirl = man("a", (1000, 1000), talents=["whirlwind"])
    fight = Fight([whirl], [man("b", (1250, 1000), equipment=["spear"])])
    fight.do("whirlwind", model="a", order=["b"], dice=[5, 9])


# Evasive


@rule("IST-RACE-23", "IST-D-07", "IST-Q-87")
def test_a_halfling_evades_the_attack() -> None:
    fight = duel(b={"race": "halfling"})
    fight.do("melee", model="a", target="b", dice=[12, 8])
    assert (fight.asked(), fight["b"].health) == (("evasive", "b"), 20)
    events = fight.do("react", model="b", option="evasive", dice=[9])
    again = one(events, ev.RollMade)
    assert (again.total, again.mods[-1]) == (12, (-2, "Evasive", "IST-RACE-23"))
    assert one(events, ev.CombatResolved).winners == ("b",)
    assert (fight["b"].health, fight["a"].health, fight["b"].used) == (20, 7, {"evasive": 1})


@rule("IST-Q-87")
def test_evasive_may_make_it_worse_and_is_not_for_attackers() -> None:
    fight = duel(b={"race": "halfling"})
    fight.do("melee", model="a", target="b", dice=[12, 8])
    assert one(fight.do("react", model="b", option="evasive", dice=[20]), ev.DamageDealt).doubled
    duel({"race": "halfling"}).do("melee", model="a", target="b", dice=[5, 9])
    used = duel(b={"race": "halfling", "used": {"evasive": 1}})
    used.do("melee", model="a", target="b", dice=[12, 8])


@rule("IST-Q-87")
def test_by_house_rule_both_roll_again() -> None:
    fight = duel(b={"race": "halfling"}, rules={"evasive": "both"})
    fight.do("melee", model="a", target="b", dice=[12, 8])
    events = fight.do("react", model="b", option="evasive", dice=[9, 3])
    assert one(events, ev.CombatResolved).winners == ("a",)


@rule("IST-Q-34")
def test_by_house_rule_a_winner_may_spare() -> None:
    fight = duel(rules={"winner_may_spare": "on"})
    fight.do("melee", model="a", target="b", dice=[12, 8])
    assert fight.asked() == ("spare", "a")
    fight.do("react", model="a", option="spare")
    assert (fight["b"].health, fight["b"].power) == (20, 5)


# After the damage


@rule("IST-RACE-22", "IST-D-08", "IST-Q-86")
def test_a_dwarf_shrugs_a_hit_off_once() -> None:
    fight = duel(b={"race": "dwarf", "level": 3})
    fight.do("melee", model="a", target="b", dice=[10, 5])
    events = fight.do("react", model="b", option="all_you_got")
    assert (one(events, ev.Healed).old, one(events, ev.Healed).new) == (5, 8)
    again = duel(b={"race": "dwarf", "used": {"all_you_got": 1}})
    again.do("melee", model="a", target="b", dice=[10, 5])
    assert again.asked() == ("", "")


@rule("IST-Q-86")
def test_a_dead_dwarf_is_not_asked_but_one_hit_for_nothing_is() -> None:
    dead = duel(b={"race": "dwarf", "health": 5})
    dead.do("melee", model="a", target="b", dice=[10, 5])
    assert dead["b"].status == "out"
    scratched = duel(b={"race": "dwarf", "health": 5, "power": 1, "equipment": ["heavy_armour"]})
    scratched.do("melee", model="a", target="b", dice=[5, 2])
    assert scratched.asked() == ("all_you_got", "b")


@rule("IST-RACE-20", "IST-D-09", "IST-Q-85")
def test_a_dark_elf_is_cruel_also_when_it_defends() -> None:
    fight = duel(b={"race": "dark_elf", "level": 2})
    fight.do("melee", model="a", target="b", dice=[5, 9])
    events = fight.do("react", model="b", option="cruel")
    added = one(events, ev.ConditionAdded)
    assert (added.model, added.condition.name, added.condition.amount, added.condition.source) == (
        "a",
        "ongoing",
        2,
        "b",
    )
    assert fight["b"].used == {"cruel": 1}


@rule("IST-RACE-20")
def test_no_cruelty_without_damage_or_victim() -> None:
    for health, armour in ((20, "heavy_armour"), (3, "one_handed")):
        fight = duel({"race": "dark_elf", "power": 1}, {"health": health, "equipment": [armour], "power": 1})
        fight.do("melee", model="a", target="b", dice=[8, 2])
        assert fight.asked() == ("", "")


@rule("IST-TAL-09", "IST-D-10", "IST-Q-93")
def test_a_challenge_draws_both_to_each_other() -> None:
    third = man("b2", (1000, 1100), equipment=["one_handed"])
    knight: Json = {"talents": ["challenge"], "standard_action": 3, "equipment": ["one_handed"]}
    fight = duel(
        knight, {"health_max": 60, "health": 60}, [], [third], engaged=[["a", "b2"]], rules={"flanked": "attack_only"}
    )
    fight.do("melee", model="a", target="b", dice=[10, 5])
    fight.do("react", model="a", option="challenge")
    assert [one.name for one in (*fight["a"].conditions, *fight["b"].conditions)] == ["challenging", "challenged"]
    assert found(fight.do("melee", model="a", target="b", dice=[9, 10]), ev.RollMade)[0].total == 14
    events = fight.do("melee", model="a", target="b2", dice=[12, 3])
    assert found(events, ev.RollMade)[0].mods[-1] == (-4, "Paladin's challenge", "IST-TAL-09")
    fight.do("react", model="a", option="challenge")
    assert fight["b"].conditions == ()
    assert fight["a"].conditions[0].source == "b2"


@rule("IST-Q-93")
def test_a_challenge_ends_with_either_model() -> None:
    bound: Json = {"conditions": [{"name": "challenging", "source": "b", "lasts": "battle"}], "talents": ["challenge"]}
    fight = duel(bound, {"health": 2, "conditions": [{"name": "challenged", "source": "a", "lasts": "battle"}]})
    fight.do("melee", model="a", target="b", dice=[10, 5])
    assert fight["a"].conditions == ()


@rule("IST-TAL-02", "IST-D-11", "IST-Q-89")
def test_cleave_goes_on_from_kill_to_kill() -> None:
    others = [man("b2", (1000, 1100), health=1), man("b3", (1000, 900))]
    fight = duel(
        {"talents": ["cleave"]},
        {"health": 1},
        [],
        others,
        engaged=[["a", "b2"], ["a", "b3"]],
        rules={"flanked": "attack_only"},
    )
    fight.do("melee", model="a", target="b", dice=[10, 5])
    assert fight.asked() == ("cleave", "a")
    fight.refuses("not_in_contact", "react", model="a", option="cleave", target="b")
    fight.refuses("no_target", "react", model="a", option="cleave")
    fight.do("react", model="a", option="cleave", target="b2", dice=[10, 5])
    assert fight.asked() == ("cleave", "a")
    fight.do("react", model="a", option="cleave", target="b3", dice=[5, 9])
    assert (fight.asked(), fight["a"].standard_action) == (("", ""), 0)


@rule("IST-Q-89")
def test_by_house_rule_cleave_comes_once_a_turn_and_never_from_a_defence() -> None:
    others = [man("b2", (1000, 1100), health=1), man("b3", (1000, 900))]
    fight = duel(
        {"talents": ["cleave"]},
        {"health": 1},
        [],
        others,
        engaged=[["a", "b2"], ["a", "b3"]],
        rules={"cleave_limit": "once_per_turn", "flanked": "attack_only"},
    )
    fight.do("melee", model="a", target="b", dice=[10, 5])
    fight.do("react", model="a", option="cleave", target="b2", dice=[10, 5])
    assert fight.asked() == ("", "")
    defender = duel(
        {"health": 1},
        {"talents": ["cleave"]},
        [man("a2", (1200, 1000))],
        engaged=[["a2", "b"]],
        rules={"flanked": "attack_only"},
    )
    defender.do("melee", model="a", target="b", dice=[2, 4, 9])
    assert defender.asked() == ("", "")


@rule("IST-Q-125")
def test_windows_come_in_their_order_then_by_id() -> None:
    fight = duel({"race": "dark_elf", "talents": ["challenge"]}, {"race": "dwarf"})
    fight.do("melee", model="a", target="b", dice=[10, 5])
    order = []
    while fight.asked()[0]:
        order.append(fight.asked())
        fight.do("pass_window")
    assert order == [("all_you_got", "b"), ("cruel", "a"), ("challenge", "a")]


@rule("IST-TAL-16")
def test_a_priest_avenges_a_friend() -> None:
    priest = man("b2", (1100, 1300), talents=["domain_justice"], **{"class": "magic_user"})
    fight = duel({}, {}, [], [priest], rules={"draft_talents": "on"})
    fight.do("melee", model="a", target="b", dice=[10, 5])
    assert fight.asked() == ("vengeance", "b2")
    fight.do("react", model="b2", option="vengeance")
    assert fight["b2"].conditions[0].source == "a"


@rule("IST-Q-86")
def test_by_house_rule_a_dwarf_heals_before_it_would_be_out() -> None:
    fight = duel(b={"race": "dwarf", "health": 3, "level": 2}, rules={"heal_before_removal": "on"})
    fight.do("melee", model="a", target="b", dice=[10, 5])
    assert (fight.asked(), fight["b"].health) == (("all_you_got", "b"), 3)
    fight.do("react", model="b", option="all_you_got")
    assert (fight["b"].health, fight["b"].status, fight.asked()) == (2, "on_board", ("", ""))
    unhurt = duel(
        {"power": 0}, {"race": "dwarf", "power": 0, "equipment": ["heavy_armour"]}, rules={"heal_before_removal": "on"}
    )
    unhurt.do("melee", model="a", target="b", dice=[6, 5])
    unhurt.do("react", model="b", option="all_you_got")
    assert unhurt["b"].used == {}


@rule("IST-Q-93")
def test_by_house_rule_a_challenge_lasts_one_turn() -> None:
    fight = duel({"talents": ["challenge"]}, rules={"challenge_lasts": "turn"})
    fight.do("melee", model="a", target="b", dice=[10, 5])
    fight.do("react", model="a", option="challenge")
    assert {one.lasts for one in (*fight["a"].conditions, *fight["b"].conditions)} == {"turn"}


@rule("IST-Q-67")
def test_a_reaction_attack_is_not_answered_by_a_first_strike() -> None:
    climbed: Json = {"conditions": [{"name": "climbed", "amount": 100}], "health": 1, "equipment": ["one_handed"]}
    spearman = man("a2", (1200, 1000), equipment=["spear"])
    fight = duel(climbed, {"talents": ["cleave"]}, [spearman], engaged=[["a2", "b"]], rules={"flanked": "attack_only"})
    fight.do("melee", model="a", target="b")
    fight.do("react", model="b", option="first_strike", dice=[9, 3])
    assert (fight["a"].status, fight.asked()) == ("out", ("cleave", "b"))
    fight.do("react", model="b", option="cleave", target="a2", dice=[9, 3])
    assert fight["a2"].health == 6
