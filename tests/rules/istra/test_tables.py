"""The book's tables, row by row, against the catalogue."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.istra.commands import Declarable
from rules.istra.house_rules import HouseRules
from rules.istra.tables import (
    ABILITIES,
    ARMOURS,
    CALLINGS,
    DIFFICULTIES,
    EQUIPMENT,
    RACES,
    RANGED,
    SAVE,
    SKILLS,
    SPELL_FAILURE,
    SPELLS,
    STATLESS,
    TALENTS,
    UNARMED,
    WARBANDS,
    WEAPONS,
    class_of,
    in_melee,
    spell_failure,
)
from rules.kernel.rulebook import Rulebook, read_rulebook
from rules.kernel.switches import switches_of
from tests.rules.play import rule

BOOK: Rulebook = read_rulebook("rules.istra")


def test_every_row_cites_a_rule_of_the_book() -> None:
    tables: tuple[Iterable[Any], ...] = (WEAPONS.values(), ARMOURS.values(), ABILITIES.values(), SPELL_FAILURE)
    cited = [row.rule for table in tables for row in table]
    cited += [row.rule for row in EQUIPMENT.values()] + [row.rule for row in SPELLS.values()]
    cited += [rule_id for row in RACES.values() for rule_id in (row.rule, row.price_rule)]
    cited += [rule_id for row in TALENTS.values() for rule_id in (row.rule, row.draft) if rule_id]
    assert [rule_id for rule_id in cited if rule_id not in BOOK] == []


def test_rows_are_named_by_their_key() -> None:
    tables: tuple[Mapping[str, Any], ...] = (WEAPONS, ARMOURS, EQUIPMENT, RACES, ABILITIES, TALENTS, SPELLS)
    for table in tables:
        assert all(row.name == key for key, row in table.items())


# Weapons and armour


def test_what_weapons_add_to_attack_and_damage_and_pierce() -> None:
    rows = {name: (row.attack, row.damage, row.piercing) for name, row in WEAPONS.items() if name != "spear"}
    assert rows == {
        "dagger": (-2, 0, 2),
        "one_handed": (0, 0, 0),
        "two_handed": (0, 2, 0),
        "bow": (0, 0, 0),
        "crossbow": (0, 2, 0),
        "rifle": (0, 6, 0),
        "pistol": (0, 6, 0),
    }


def test_a_one_handed_weapon_has_no_modifier() -> None:
    row = in_melee("one_handed", shield=False)
    assert (row.attack, row.damage, row.piercing, row.first_strike, row.two_handed) == (0, 0, 0, False, False)


def test_a_spear_is_one_handed_with_a_shield_and_two_handed_without() -> None:
    with_shield, alone = in_melee("spear", shield=True), in_melee("spear", shield=False)
    assert (with_shield.damage, with_shield.two_handed, with_shield.against_spears) == (0, False, False)
    assert (alone.damage, alone.two_handed, alone.against_spears) == (2, True, True)
    assert with_shield.first_strike
    assert alone.first_strike


def test_only_what_is_two_handed_strikes_first_at_spears() -> None:
    assert [name for name, row in WEAPONS.items() if row.against_spears] == ["two_handed", "spear"]
    assert [name for name, row in WEAPONS.items() if row.first_strike] == ["spear"]


def test_no_weapon_and_ranged_weapons_count_as_unarmed_in_melee() -> None:
    assert (UNARMED.attack, UNARMED.damage) == (-2, -2)
    assert [in_melee(name, shield=False) for name in ("unarmed", *RANGED)] == [UNARMED] * 5


def test_how_ranged_weapons_shoot_and_load() -> None:
    rows = {name: WEAPONS[name] for name in RANGED}
    assert {name: (row.range, row.near, row.far, row.stuns, row.loading) for name, row in rows.items()} == {
        "bow": (2400, 600, None, False, "none"),
        "crossbow": (3000, 600, None, False, "one_action"),
        "rifle": (2400, 600, 1200, True, "two_turns"),
        "pistol": (1200, 600, 1200, True, "two_turns"),
    }
    rules = HouseRules()
    assert {name: getattr(rules, f"{name}_range") for name in RANGED} == {name: WEAPONS[name].range for name in RANGED}


def test_armour_adds_and_slows() -> None:
    assert {name: (row.armour, row.slows, row.body) for name, row in ARMOURS.items()} == {
        "light_armour": (5, 0, True),
        "heavy_armour": (10, 200, True),
        "shield": (1, 0, False),
        "buckler": (0, 0, False),
        "helmet": (0, 0, False),
    }


PRICES = [
    ("IST-EQ-01", "dagger", 2, 1),
    ("IST-EQ-02", "one_handed", 10, 10),
    ("IST-EQ-03", "two_handed", 12, 15),
    ("IST-EQ-04", "spear", 5, None),
    ("IST-EQ-05", "bow", 10, 10),
    ("IST-EQ-06", "crossbow", 10, 25),
    ("IST-EQ-07", "rifle", 50, 30),
    ("IST-EQ-08", "pistol", 60, 35),
    ("IST-EQ-09", "light_armour", 15, 20),
    ("IST-EQ-10", "heavy_armour", 45, 50),
    ("IST-EQ-11", "shield", 5, 5),
    ("IST-EQ-12", "buckler", 5, 5),
    ("IST-EQ-13", "helmet", None, 5),
]


def test_the_equipment_list() -> None:
    assert [(row.rule, row.name, row.cost, row.ref_cost_gc) for row in EQUIPMENT.values()] == PRICES
    assert set(EQUIPMENT) == {*WEAPONS, *ARMOURS}


# Races


def test_the_race_table_and_what_heroes_cost() -> None:
    assert {
        name: (row.rule[-2:], row.power, row.finesse, row.will, row.health, row.armour, row.ability)
        for name, row in RACES.items()
    } == {
        "human": ("01", 5, 5, 5, 20, 0, ""),
        "wood_elf": ("02", 4, 7, 5, 20, 0, "elven_grace"),
        "steppe_elf": ("02", 4, 7, 5, 20, 0, "teleport"),
        "dark_elf": ("02", 4, 7, 5, 20, 0, "cruel"),
        "dwarf": ("03", 7, 5, 5, 20, 0, "all_you_got"),
        "halfling": ("04", 5, 6, 5, 20, 0, "evasive"),
        "undead": ("05", 5, 3, 4, 20, 0, ""),
        "beast": ("06", 8, 5, 4, 20, 0, ""),
        "demon": ("07", 6, 6, 6, 20, 0, ""),
    }
    numbers = [*range(8, 17)]
    assert [row.price_rule for row in RACES.values()] == [f"IST-RACE-{number:02}" for number in numbers]
    assert [row.cost for row in RACES.values()] == [20, 50, 10, 10, 10, 10, 10, 10, 10]
    assert [row.price for row in RACES.values()] == [100, 130, 90, 90, 90, 90, 90, 90, 90]
    assert {row.ability for row in RACES.values() if row.ability} == set(ABILITIES)
    assert WARBANDS["human"][0] == "Pirates"
    assert "halfling" not in WARBANDS


def test_names_without_stats_have_no_row() -> None:
    assert STATLESS == ("ratfolk", "goblin", "orc")
    assert not set(STATLESS) & set(RACES)


def test_all_abilities_but_grace_are_for_once_a_battle() -> None:
    assert [name for name, row in ABILITIES.items() if row.limit == "none"] == ["elven_grace"]


# Classes and talents


@rule("IST-TAL-12")
def test_a_class_opens_the_talents_of_its_callings() -> None:
    assert CALLINGS == {
        "fighter": ("fighter", "barbarian", "paladin"),
        "magic_user": ("sorcerer", "wizard", "priest", "bard"),
        "expert": ("rogue", "ranger"),
    }
    own: dict[str, list[str]] = {calling: [] for callings in CALLINGS.values() for calling in callings}
    for row in TALENTS.values():
        own[row.calling].append(row.name)
    assert own == {
        "fighter": ["toughness", "cleave", "power_attack"],
        "barbarian": ["rage", "whirlwind", "relentless"],
        "paladin": ["smite", "bastion", "challenge"],
        "sorcerer": ["gather_power", "spell_fist"],
        "wizard": ["abjuration"],
        "priest": ["domain_healing", "domain_justice"],
        "bard": [],
        "rogue": ["sneak_attack", "shadow_walk", "tumble"],
        "ranger": ["double_melee", "double_ranged", "lethal_hunter"],
    }
    assert [class_of(name) for name in ("smite", "abjuration", "tumble")] == ["fighter", "magic_user", "expert"]


def test_ten_talents_are_names_with_a_draft() -> None:
    drafts = {row.name: row.draft for row in TALENTS.values() if row.rule == "IST-TAL-11"}
    assert list(drafts.values()) == [f"IST-TAL-{number}" for number in range(13, 23)]
    assert all(not row.draft for row in TALENTS.values() if row.name not in drafts)


def test_how_often_talents_may_be_used() -> None:
    assert {row.name: row.uses for row in TALENTS.values() if row.limit == "battle" and not row.draft} == {
        "power_attack": 2,
        "whirlwind": 1,
        "smite": 1,
        "bastion": 1,
    }
    assert [row.name for row in TALENTS.values() if row.limit == "turn"] == ["sneak_attack"]


def test_what_can_be_declared_with_an_attack() -> None:
    assert {row.name for row in TALENTS.values() if row.use == "declared"} == set(get_args(Declarable))


# Spells and skills


def test_the_spells_of_the_book() -> None:
    rows = {
        name: (row.school, row.usage, row.range, row.shape, row.radius, row.defence, row.effect, row.chained)
        for name, row in SPELLS.items()
    }
    assert rows == {
        "fireball": ("fire", "once_per_battle", 1800, "point", 300, "finesse", "damage", False),
        "ray_of_frost": ("frost", "once_per_turn", 1200, "line", 0, "finesse", "damage", False),
        "lightning_fork": ("lightning", "once_per_battle", 1200, "target", 0, "power", "damage", True),
    }


def test_the_spell_failure_table() -> None:
    rows = {amount: spell_failure(amount) for amount in (1, 4, 5, 9, 10, 19, 20, 45)}
    damage = {amount: (row.damage, row.rule[-2:]) for amount, row in rows.items() if row is not None}
    seven, eight, nine, ten = (0, "07"), (1, "08"), (2, "09"), (5, "10")
    assert damage == {1: seven, 4: seven, 5: eight, 9: eight, 10: nine, 19: nine, 20: ten, 45: ten}
    assert (spell_failure(0), spell_failure(-3)) == (None, None)


def test_difficulties_and_skills() -> None:
    assert DIFFICULTIES == {"easy": 6, "normal": 11, "hard": 16}
    assert SKILLS == {"spot_hidden": "finesse", "leadership": "will"}
    assert SAVE == 11


# House rules


def test_every_switch_is_one_of_a_ruling_that_offers_one() -> None:
    rules = {name: one.rule for name, one in switches_of(HouseRules).items()}
    assert set(rules) == set(HouseRules.__struct_fields__)
    assert [name for name, ruling in rules.items() if BOOK.rulings[ruling].switch in ("", "–")] == []


def test_every_code_that_the_rulings_give_a_switch_of_battles_is_a_switch() -> None:
    codes = ["zone_depth", "order_3plus", "keep_unspent_for_reactions", "weapon_mod_both_ways", "crit_doubles_extra"]
    codes += ["core_loss_all_damage", "spell_failure_per_target", "fumble_counter", "fumble_into_melee_replaces"]
    codes += [
        "no_shooting_engaged",
        "morale_tn",
        "draft_talents",
        "skills_add_stat",
        "fumble_into_melee_spells",
        "sight",
    ]
    assert set(codes) <= set(HouseRules.__struct_fields__)


def test_defaults_are_the_first_value_of_each_switch() -> None:
    rules = HouseRules()
    for name, kind in get_type_hints(HouseRules).items():
        if get_origin(kind) is Literal:
            assert getattr(rules, name) == get_args(kind)[0], name
