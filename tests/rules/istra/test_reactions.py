"""Reactions to attacks: First strike before them; Evasive, the Dwarf, Cruel, the challenge and Cleave after them."""

import pytest

from rules.istra import events as ev
from rules.istra.state import Attack
from tests.rules.istra.battles import Json, man, position
from tests.rules.istra.fights import Fight, duel, found, one
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import rule

SPEAR: Json = {"equipment": ["spear"]}

# First strike


@rule("IST-ILL-06", "IST-REACT-10", "IST-REACT-12", "IST-D-05", "IST-TURN-10", "IST-Q-126")
def test_a_spear_strikes_first_and_then_the_attack_goes_on() -> None:
    fight = duel({"health_max": 40, "health": 40}, SPEAR)
    fight.do("melee", model="a", target="b")
    assert fight.asked() == ("first_strike", "b")
    fight.refuses("melee", "window_open", model="a", target="b")
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
    events = fight.do("whirlwind", model="a", order=["b"], dice=[5, 9])
    assert found(events, ev.WindowOpened) == []
    assert [(attack.attacker, attack.target) for attack in found(events, ev.AttackDeclared)] == [("a", "b")]


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


@rule("IST-Q-34", "IST-MELEE-04", "IST-Q-92")
def test_by_house_rule_each_winner_decides_for_itself() -> None:
    fight = duel({"talents": ["smite"]}, rules={"winner_may_spare": "on"})
    fight.do("melee", model="a", target="b", declare=["smite"], dice=[5, 9])
    assert fight.asked() == ("spare", "b")
    fight.do("react", model="b", option="spare", dice=[3])
    assert (fight["a"].health, fight["b"].health) == (20, 17)
    tie = duel(rules={"winner_may_spare": "on"})
    tie.do("melee", model="a", target="b", dice=[7, 7])
    tie.do("react", model="a", option="spare")
    assert tie.asked() == ("spare", "b")
    tie.do("pass_window")
    assert (tie["a"].health, tie["b"].health) == (8, 20)


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
    fight.refuses("react", "not_in_contact", model="a", option="cleave", target="b")
    fight.refuses("react", "no_target", model="a", option="cleave")
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
    killed = duel({}, {"health": 3}, [], [priest], rules={"draft_talents": "on"})
    killed.do("melee", model="a", target="b", dice=[10, 5])
    assert (killed["b"].status, killed.asked()) == ("out", ("vengeance", "b2"))
    killed.do("react", model="b2", option="vengeance")
    assert killed["b2"].conditions[0].source == "a"
    far = man("b2", (1100, 1801), talents=["domain_justice"], **{"class": "magic_user"})
    alone = duel({}, {"health": 3}, [], [far], rules={"draft_talents": "on"})
    alone.do("melee", model="a", target="b", dice=[10, 5])
    assert (alone["b"].status, alone.asked()) == ("out", ("", ""))


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


@rule("IST-RACE-23", "IST-D-07", "IST-Q-87", "IST-FUM-02", "IST-FUM-03")
def test_a_reroll_may_be_a_fumble() -> None:
    fight = duel(b={"race": "halfling"})
    fight.do("melee", model="a", target="b", dice=[12, 8])
    events = fight.do("react", model="b", option="evasive", dice=[1])
    assert one(events, ev.CriticalFumble).model == "a"
    assert (fight["a"].health, fight["a"].power, fight["b"].health) == (20 - 13, 3, 20)


@rule("IST-RACE-23", "IST-Q-87", "IST-MELEE-04")
def test_a_tie_is_a_hit_that_can_be_evaded() -> None:
    fight = duel(b={"race": "halfling"})
    fight.do("melee", model="a", target="b", dice=[8, 8])
    assert fight.asked() == ("evasive", "b")
    fight.do("react", model="b", option="evasive", dice=[10])
    assert (fight["a"].health, fight["b"].health) == (7, 7)


@rule("IST-RACE-22", "IST-D-08", "IST-Q-86", "IST-SHOOT-04", "IST-Q-45")
def test_a_dwarf_who_fumbles_a_shot_is_hit_even_for_nothing() -> None:
    archer = man("a", (1000, 1000), race="dwarf", health=15, equipment=["bow", "heavy_armour"])
    fight = Fight([archer], [man("b", (2000, 1000))])
    fight.do("shoot", model="a", target="b", dice=[1, 2])
    assert (fight.asked(), fight["a"].health) == (("all_you_got", "a"), 15)
    fight.do("react", model="a", option="all_you_got")
    assert fight["a"].health == 16
    for rules, dice in (({}, [5, 9]), ({"fumble_counter": "melee_only"}, [1, 9])):
        other = Fight([archer], [man("b", (2000, 1000))], rules=rules)
        other.do("shoot", model="a", target="b", dice=dice)
        assert other.asked() == ("", "")


@rule("IST-Q-62", "IST-Q-131")
def test_by_house_rule_a_block_is_used_up_though_a_friend_takes_the_shot() -> None:
    guard = man("c", (2000, 1200), equipment=["shield"])
    archer = man("a", (1000, 1000), equipment=["bow"])
    fight = Fight([archer], [man("b", (2000, 1000), equipment=["shield"]), guard], rules={"arrow_block": "attack"})
    fight.do("shoot", model="a", target="b")
    fight.do("react", model="b", option="arrow_block")
    events = fight.do("react", model="c", option="shield_friend", dice=[10, 3])
    assert found(events, ev.RollMade)[1].net == 0
    assert (fight["b"].conditions, fight["b"].standard_action) == ((), 0)


@rule("IST-Q-131", "IST-REACT-08", "IST-REACT-09")
def test_the_first_by_id_is_asked_first_and_a_running_block_helps_who_shields() -> None:
    block = [{"name": "arrow_block", "lasts": "turn"}]
    guard = man("b1", (2000, 1200), equipment=["shield"], conditions=block)
    shot = man("b2", (2000, 1000), equipment=["shield"])
    fight = Fight([man("a", (1000, 1000), equipment=["bow"])], [guard, shot])
    fight.do("shoot", model="a", target="b2")
    assert fight.asked() == ("shot_at", "b1")
    events = fight.do("react", model="b1", option="shield_friend", dice=[10, 3, 12])
    assert found(events, ev.RollMade)[1].adv == (("Arrow block", "IST-ADV-13"),)
    assert (fight.asked(), fight["b2"].standard_action) == (("", ""), 1)


@rule("IST-REACT-09", "IST-Q-63")
def test_a_shield_helps_up_to_2_inches_off() -> None:
    for gap, asked in ((200, ("shot_at", "c")), (202, ("", ""))):
        guard = man("c", (2000, 1100 + gap), equipment=["shield"])
        fight = Fight([man("a", (1000, 1000), equipment=["bow"])], [man("b", (2000, 1000)), guard])
        fight.do("shoot", model="a", target="b", dice=[] if asked[0] else [10, 9])
        assert fight.asked() == asked


@rule("IST-ILL-35", "IST-REACT-02", "IST-ILL-07")
def test_who_lacks_an_action_or_a_load_hears_why_it_cannot_shoot_at_who_has_come() -> None:
    empty: Json = {"equipment": ["crossbow"], "unloaded": [{"weapon": "crossbow"}]}
    cases: list[tuple[Json, str]] = [
        (empty, "reaction_not_available"),
        ({"equipment": ["bow"], "standard_action": 0}, "reaction_not_available"),
        ({"equipment": ["bow"], "move_action": 0}, "reaction_not_available"),
        ({"equipment": ["one_handed"]}, "no_such_window"),
    ]
    for fields, code in cases:
        fight = Fight([man("a", (1000, 1000))], [man("b", (1500, 1000), **fields)])
        shot = {"model": "b", "option": "charged_shot", "range": 100}
        fight.refuses("react", "no_such_window", **shot)
        fight.do("move", model="a", path=[[1400, 1000]])
        fight.refuses("react", code, **shot)
    ready = Fight([man("a", (1000, 1000))], [man("b", (1500, 1000), equipment=["bow"])])
    ready.do("move", model="a", path=[[1400, 1000]])
    ready.do("pass_window")
    ready.refuses("react", "no_such_window", model="b", option="charged_shot", range=100)


@rule("IST-ILL-06", "IST-D-13")
def test_nothing_else_is_done_while_a_window_is_open() -> None:
    fight = duel({}, SPEAR)
    fight.do("melee", model="a", target="b")
    for kind, fields in (
        ("flee_path", {"model": "a", "waypoints": [[500, 500]]}),
        ("end_activation", {"model": "a"}),
        ("nominate", {"model": "b"}),
        ("skill_check", {"model": "a", "skill": "leadership"}),
    ):
        fight.refuses(kind, "window_open", **fields)


@rule("IST-D-05", "IST-Q-12", "IST-TURN-10", "IST-RACE-18")
def test_two_standard_actions_are_two_first_strikes() -> None:
    fight = duel({"health_max": 90, "health": 90, "standard_action": 2}, SPEAR | {"standard_action": 2})
    for left in (1, 0):
        fight.do("melee", model="a", target="b")
        fight.do("react", model="b", option="first_strike", dice=[10, 9, 2, 3])
        assert fight["b"].standard_action == left


@rule("IST-TAL-09", "IST-Q-93")
def test_a_challenge_counts_on_shots_and_not_on_defence_rolls() -> None:
    bound: Json = {"conditions": [{"name": "challenged", "source": "c", "lasts": "battle"}]}
    third = man("c", (3000, 3000), talents=["challenge"])
    archer = man("a", (1000, 1000), equipment=["bow"], **bound)
    fight = Fight([archer], [man("b", (2000, 1000)), third])
    attack = found(fight.do("shoot", model="a", target="b", dice=[10, 9]), ev.RollMade)[0]
    assert (attack.total, attack.mods[-1]) == (11, (-4, "Paladin's challenge", "IST-TAL-09"))
    defender = duel({}, bound | {"equipment": ["one_handed"]}, [man("c", (3000, 3000))])
    assert found(defender.do("melee", model="a", target="b", dice=[5, 9]), ev.RollMade)[1].total == 14


@rule("IST-RACE-20", "IST-Q-85", "IST-FUM-03")
def test_a_dark_elf_who_answers_a_fumbled_shot_is_cruel() -> None:
    fight = Fight([man("a", (1000, 1000), equipment=["bow"])], [man("b", (2000, 1000), race="dark_elf", level=3)])
    fight.do("shoot", model="a", target="b", dice=[1, 9])
    assert fight.asked() == ("cruel", "b")
    fight.do("react", model="b", option="cruel")
    assert fight["a"].conditions[0].amount == 3


@rule("IST-Q-115", "IST-ADV-06", "IST-REACT-09", "IST-FUM-04")
def test_allied_sides_shield_flank_and_are_hit_by_a_fumble() -> None:
    ally = man("c", (2000, 1100), equipment=["shield"])
    document = position(
        [man("a", (1000, 1000), equipment=["bow"])],
        [man("b", (2100, 1100), equipment=["one_handed"])],
        [ally, man("c2", (2200, 1100), equipment=["one_handed"])],
        engaged=[["b", "c"], ["b", "c2"]],
        active="a",
    )
    document["sides"]["s1"]["alliance"] = document["sides"]["s3"]["alliance"] = "north"
    fight = Skirmish(document)
    events = fight.do({"type": "shoot", "model": "a", "target": "b"}, dice=[1, 9, 4, 2, 10, 8, 9])
    assert [shot.target for shot in found(events, ev.AttackDeclared)] == ["b", "c2"]
    fight.end("a")
    fight.nominate("c")
    events = fight.do({"type": "melee", "model": "c", "target": "b"}, dice=[3, 12, 6])
    assert found(events, ev.RollMade)[0].adv == (("Flanked", "IST-ADV-06"),)
    document["active"] = "b"
    document["sides"]["s2"]["models"][0] |= {"equipment": ["bow"]}
    document["sides"]["s1"]["models"][0] |= {"pos": [2000, 1300]}
    shot = Skirmish(document)
    shot.do({"type": "shoot", "model": "b", "target": "a"})
    assert shot.top.waiting == ("c",)
