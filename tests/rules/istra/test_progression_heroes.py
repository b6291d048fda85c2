"""Heroes between battles: how they join, what they learn, what they carry, and how they come to a battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rules.istra.campaign_rules import CampaignRules
from rules.istra.position import opened_from_setup
from rules.istra.progression import PROGRESSION
from rules.istra.tables import TALENTS
from rules.kernel.errors import Refused
from rules.kernel.progression import Absence, ChoiceKind, Figure, Roster
from rules.kernel.reading import plain
from tests.rules.every_game.rows import case
from tests.rules.istra.battles import RACE_ROWS
from tests.rules.istra.companies import BOOK, house, order, recruit, refused
from tests.rules.play import rule

GOBLIN = {"power": 3, "finesse": 6, "will": 3, "health": 12, "cost": 5}
CAP = house(race_table="cap")


def stats(figure: Figure) -> tuple[int, ...]:
    """P, F, W, H, A."""
    return tuple(figure.stats[name] for name in ("power", "finesse", "will", "health", "armour"))


def seasoned(xp: int, rules: CampaignRules = BOOK, **fields: Any) -> Figure:
    """A hero that has come to so many XP and made no choice since it joined."""
    return replace(recruit(rules=rules, **fields), xp=xp, level=PROGRESSION.growth.level(rules, xp))


def choose(figure: Figure, *choices: tuple[ChoiceKind, str], rules: CampaignRules = BOOK) -> Figure:
    for kind, value in choices:
        figure = PROGRESSION.growth.choose(rules, figure, kind, value)
    return figure


# Recruiting


@rule("IST-CAMP-04", "IST-Q-81")
def test_what_may_be_said_of_a_recruit() -> None:
    known = PROGRESSION.recruits(house(races={"goblin": GOBLIN}))
    assert list(known) == ["race", "calling"]
    assert known["calling"] == {"fighter": "Fighter", "magic_user": "Magic user", "expert": "Expert"}
    assert list(known["race"])[:2] == ["human", "wood_elf"]
    assert known["race"]["goblin"] == "goblin"
    assert not {"elf", "ratfolk", "orc"} & set(known["race"])  # names without stats


@rule("IST-Q-82")
def test_stats_are_entered_only_where_the_house_lets_them_be() -> None:
    assert PROGRESSION.entries(BOOK) == {}
    entries = PROGRESSION.entries(CAP)
    assert list(entries) == ["power", "finesse", "will", "health"]
    assert entries["power"] == ("Power", 1, 8)  # a Beast has Power 8
    assert entries["health"] == ("Health", 10, 20)


@rule("IST-EQ-13")
def test_the_goods_are_those_of_the_list() -> None:
    goods = PROGRESSION.trade.goods(BOOK)
    assert (goods[0], goods[-1], len(goods)) == ("dagger", "helmet", 13)  # IST-EQ-01 to IST-EQ-13


GOBLINS = house(races={"goblin": GOBLIN})
FRAIL = house(race_table="cap", races={"goblin": GOBLIN})
SHELLED = house(race_table="cap", races={"goblin": {**GOBLIN, "armour": 2}})
MAGE = "magic_user"


@pytest.mark.parametrize(("race", "row"), [
    case("IST-CAMP-04 IST-CAMP-05 IST-Q-82 IST-Q-83", race, race, (*row, 20, 0)) for race, *row in RACE_ROWS
])  # fmt: skip
def test_a_recruit_has_the_row_of_its_race(race: str, row: tuple[int, ...]) -> None:
    hero = recruit("Odo", race, "expert")
    assert stats(hero) == row
    assert (hero.name, hero.race, hero.calling, hero.level, hero.xp) == ("Odo", race, "expert", 1, 0)
    assert (hero.standing, hero.equipment, hero.talents, hero.spells, hero.raised) == ("ready", (), (), (), 0)


@pytest.mark.parametrize(("rules", "fields", "row"), [
    case("IST-Q-82", "the row, said", BOOK, {"stats": {"power": 5, "health": 20}}, (5, 5, 5, 20, 0)),
    case("IST-Q-82", "by house rule the row, unsaid", CAP, {}, (5, 5, 5, 20, 0)),
    case("IST-Q-82", "by house rule less", CAP, {"stats": {"power": 1, "finesse": 5, "health": 10}}, (1, 5, 5, 10, 0)),
    case("IST-Q-82", "less than a row of the house", FRAIL, {"race": "goblin", "stats": {"health": 11}},
         (3, 6, 3, 11, 0)),
    case("IST-Q-82", "armour as in the row", SHELLED, {"race": "goblin", "stats": {"armour": 2}}, (3, 6, 3, 12, 2)),
    case("IST-Q-81 IST-RACE-17", "a race of the house", GOBLINS, {"race": "goblin"}, (3, 6, 3, 12, 0)),
    case("IST-TAL-01 IST-Q-118", "toughness raises the full Health", BOOK, {"talents": ("toughness",)},
         (5, 5, 5, 24, 0)),
])  # fmt: skip
def test_the_stats_of_a_recruit(rules: CampaignRules, fields: Any, row: tuple[int, ...]) -> None:
    assert stats(recruit(rules=rules, **fields)) == row


@pytest.mark.parametrize(("rules", "fields", "code", "field"), [
    case("IST-CAMP-04", "a class that there is not", BOOK, {"calling": "bard"}, "unknown_class", "calling"),
    case("IST-CAMP-04", "a race that there is not", BOOK, {"race": "gnome"}, "unknown_race", "race"),
    case("IST-CAMP-04", "a sheet that there is not", BOOK, {"sheet": {"luck": 7}}, "bad_sheet", "sheet"),
    case("IST-Q-79 IST-ILL-44", "an elf of no people", BOOK, {"race": "elf"}, "subrace_required", "race"),
    *(
        case("IST-Q-81 IST-RACE-17 IST-ILL-45", f"{race} waits for the house", BOOK, {"race": race},
             "race_has_no_stats", "race")
        for race in ("ratfolk", "goblin", "orc")
    ),
])  # fmt: skip
def test_it_refuses_a_recruit(rules: CampaignRules, fields: Any, code: str, field: str) -> None:
    assert refused(code, PROGRESSION.recruit, rules, order(**fields)).field == field


@pytest.mark.parametrize(("rules", "race", "stat", "value"), [
    *(case("IST-Q-82 IST-ILL-46", f"by the book {stat} {value}", BOOK, "human", stat, value)
      for stat, value in (("power", 4), ("power", 6), ("health", 19), ("armour", 1), ("luck", 3))),
    *(case("IST-Q-82 IST-ILL-46", f"by house rule {stat} {value}", CAP, "human", stat, value)
      for stat, value in (("power", 0), ("power", 6), ("health", 9), ("health", 21), ("armour", 1))),
    case("IST-Q-82 IST-ILL-46", "more than a row of the house", FRAIL, "goblin", "health", 13),
    # the ruling has Armour as in the row: here 2
    *(case("IST-Q-82", f"armour {armour}", SHELLED, "goblin", "armour", armour) for armour in (0, 1, 3)),
])  # fmt: skip
def test_it_refuses_stats(rules: CampaignRules, race: str, stat: str, value: int) -> None:
    wrong = refused("bad_stats", PROGRESSION.recruit, rules, order(race=race, stats={stat: value}))
    assert (wrong.field, wrong.rule) == (f"stats.{stat}", "IST-Q-82")


@rule("IST-Q-79", "IST-ILL-44")
def test_an_elf_is_of_one_of_three_peoples() -> None:
    wrong = refused("subrace_required", PROGRESSION.recruit, BOOK, order(race="elf"))
    assert wrong.hint == "Give wood_elf, steppe_elf or dark_elf."


@rule("IST-Q-81", "IST-RACE-17", "IST-ILL-45")
@pytest.mark.parametrize(("listed", "race"), [("goblins", "goblin"), ("orcs", "orc")])
def test_races_that_the_book_lists_in_the_plural_are_known_by_both_words(listed: str, race: str) -> None:
    wrong = refused("race_has_no_stats", PROGRESSION.recruit, BOOK, order(race=listed))
    assert wrong.message.startswith(f"{race} is only a name in the book")
    assert "Known are human, wood_elf" in wrong.hint
    for word in (listed, race):
        for said in (listed, race):
            assert recruit("Nib", said, rules=house(races={word: GOBLIN})).race == word


@rule("IST-CAMP-04")
def test_a_race_that_there_is_not_is_answered_with_those_that_there_are() -> None:
    wrong = refused("unknown_race", PROGRESSION.recruit, house(races={"goblin": GOBLIN}), order(race="elves"))
    assert wrong.hint.startswith("Known are human, wood_elf, steppe_elf, dark_elf, dwarf, halfling")
    assert wrong.hint.endswith("goblin.")


@rule("IST-CAMP-06", "IST-XP-04", "IST-XP-05")
def test_a_recruit_picks_a_talent_and_a_magic_user_a_spell() -> None:
    assert PROGRESSION.growth.owed(BOOK, recruit()) == {"talent": 1}
    assert PROGRESSION.growth.owed(BOOK, recruit(calling="magic_user")) == {"talent": 1, "spell": 1}
    mage = recruit(calling="magic_user", talents=("abjuration",), spells=("fireball",))
    assert (mage.talents, mage.spells, PROGRESSION.growth.owed(BOOK, mage)) == (("abjuration",), ("fireball",), {})
    refused("talent_not_allowed", PROGRESSION.recruit, BOOK, order(talents=("rage", "cleave")))
    refused("spell_not_allowed", PROGRESSION.recruit, BOOK, order(spells=("fireball",)))


# Levels and choices


@rule("IST-XP-02", "IST-Q-104")
def test_a_level_for_every_four_xp_without_end() -> None:
    levels = [PROGRESSION.growth.level(BOOK, xp) for xp in range(13)]
    assert levels == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4]
    assert PROGRESSION.growth.level(BOOK, 400) == 101


@rule("IST-XP-03", "IST-XP-04", "IST-XP-05", "IST-Q-103", "IST-Q-104")
def test_several_levels_at_once_bring_several_choices() -> None:
    assert PROGRESSION.growth.owed(BOOK, seasoned(11)) == {"core": 2, "talent": 3}
    assert PROGRESSION.growth.owed(BOOK, seasoned(8, calling="magic_user")) == {"core": 2, "talent": 3, "spell": 3}


def level_2(*choices: tuple[ChoiceKind, str], calling: str = "fighter") -> Figure:
    return choose(seasoned(4, calling=calling), *choices)


WHIRLWIND: tuple[ChoiceKind, str] = ("talent", "whirlwind")
FIREBALL: tuple[ChoiceKind, str] = ("spell", "fireball")


@pytest.mark.parametrize(("figure", "choice", "code", "field", "rule_id"), [
    *(
        case("IST-XP-03 IST-ILL-51", f"{stat} is no Core Stat", level_2, ("core", stat), "no_core_raise_pending",
             "stat", "IST-XP-03")
        for stat in ("health", "armour", "luck")
    ),
    case("IST-XP-03 IST-ILL-51", "without a level", lambda: seasoned(3), ("core", "power"),
         "no_core_raise_pending", "stat", "IST-XP-03"),
    *(
        case("IST-Q-103 IST-ILL-49 IST-XP-04", f"{talent} is of another class, known or none",
             lambda: level_2(WHIRLWIND), ("talent", talent), "talent_not_allowed", "talent", "IST-Q-103")
        for talent in ("abjuration", "tumble", "whirlwind", "flight")
    ),
    case("IST-Q-103 IST-ILL-49 IST-XP-04", "a talent too many", lambda: level_2(WHIRLWIND, ("talent", "smite")),
         ("talent", "rage"), "talent_not_allowed", "talent", "IST-Q-103"),
    case("IST-CAST-11 IST-ILL-50 IST-CLASS-02", "a fighter's spell", level_2, FIREBALL, "spell_not_allowed", "spell",
         "IST-CAST-11"),
    *(
        case("IST-CAST-11 IST-ILL-50", f"{spell} is known or none", lambda: level_2(FIREBALL, calling=MAGE),
             ("spell", spell), "spell_not_allowed", "spell", "IST-CAST-11")
        for spell in ("fireball", "hex")
    ),
    case("IST-CAST-11 IST-ILL-50 IST-XP-05", "a spell too many",
         lambda: level_2(FIREBALL, ("spell", "ray_of_frost"), calling=MAGE), ("spell", "lightning_fork"),
         "spell_not_allowed", "spell", "IST-CAST-11"),
])  # fmt: skip
def test_it_refuses_a_choice(figure: Callable[[], Figure], choice: Any, code: str, field: str, rule_id: str) -> None:
    wrong = refused(code, choose, figure(), choice)
    assert wrong.field == field
    assert wrong.rule == rule_id


@rule("IST-TAL-01", "IST-Q-118", "IST-Q-103", "IST-XP-05", "IST-CAST-11")
def test_what_was_chosen_is_known() -> None:
    assert level_2(WHIRLWIND, ("talent", "smite")).talents == ("whirlwind", "smite")
    assert level_2(FIREBALL, ("spell", "ray_of_frost"), calling=MAGE).spells == ("fireball", "ray_of_frost")
    assert stats(choose(recruit(), ("talent", "toughness"))) == (5, 5, 5, 24, 0)
    own = house(spells=[{"name": "hex", "defence": "will"}])
    assert choose(recruit(calling=MAGE), ("spell", "hex"), rules=own).spells == ("hex",)


@rule("IST-XP-03", "IST-ILL-51", "IST-Q-82")
def test_a_level_raises_a_core_stat_for_good() -> None:
    hero = choose(seasoned(8), ("core", "power"), ("core", "power"))
    assert (stats(hero), hero.raised) == ((7, 5, 5, 20, 0), 2)
    assert "core" not in PROGRESSION.growth.owed(BOOK, hero)
    wrong = refused("no_core_raise_pending", choose, hero, ("core", "will"))
    assert (wrong.field, wrong.rule) == ("stat", "IST-XP-03")


@rule("IST-Q-82")
def test_by_house_rule_no_raise_goes_beyond_the_row() -> None:
    hero = seasoned(8, CAP, stats={"power": 4})
    assert PROGRESSION.growth.owed(CAP, hero)["core"] == 1  # there is room for no more
    assert PROGRESSION.growth.options(CAP, hero, "core") == {"power": "Power"}
    refused("bad_stats", lambda: choose(hero, ("core", "will"), rules=CAP))
    full = choose(hero, ("core", "power"), rules=CAP)
    assert "core" not in PROGRESSION.growth.owed(CAP, full)
    assert PROGRESSION.unfit(CAP, full) is None


@rule("IST-Q-104", "IST-XP-03")
def test_levels_have_no_cap_and_raises_stop_at_what_a_battle_takes() -> None:
    hero = replace(seasoned(1000), stats=recruit().stats | {"power": 98, "finesse": 99, "will": 99})
    assert PROGRESSION.growth.owed(BOOK, hero)["core"] == 1  # there is room for no more
    full = choose(hero, ("core", "power"))
    no = refused("bad_stats", choose, full, ("core", "power"))
    assert (no.field, no.hint) == ("stat", "Raise another Core Stat.")
    assert "core" not in PROGRESSION.growth.owed(BOOK, full)
    assert PROGRESSION.unfit(BOOK, full) is None


@rule("IST-TAL-11", "IST-Q-95")
def test_talents_that_are_names_may_be_chosen() -> None:
    names = [row.name for row in TALENTS.values() if row.draft]
    assert names
    callings = {"sorcerer": "magic_user", "priest": "magic_user"}
    for name in names:
        calling = callings.get(TALENTS[name].calling, "expert")
        assert recruit(calling=calling, talents=(name,)).talents == (name,)


@rule("IST-Q-97", "IST-TAL-12")
def test_a_slot_may_stay_open_and_what_cannot_be_chosen_is_not_owed() -> None:
    assert PROGRESSION.unfit(BOOK, recruit(calling="expert")) is None
    sage = seasoned(20, calling="magic_user")  # level 6: five talents and three spells are in the book
    assert PROGRESSION.growth.owed(BOOK, sage) == {"core": 5, "talent": 5, "spell": 3}


@rule("IST-XP-03", "IST-XP-04", "IST-Q-103", "IST-CLASS-03")
def test_open_to_a_hero_is_what_it_may_choose_in_the_order_of_the_book() -> None:
    assert list(PROGRESSION.growth.choices) == ["core", "talent", "spell"]
    scout = choose(seasoned(4, calling="expert"), ("talent", "tumble"))
    assert PROGRESSION.growth.options(BOOK, scout, "core") == {"power": "Power", "finesse": "Finesse", "will": "Will"}
    assert PROGRESSION.growth.options(BOOK, scout, "talent") == {
        "sneak_attack": "Sneak attack",
        "shadow_walk": "Shadow walk",
        "double_melee": "Double melee attack",
        "double_ranged": "Double ranged attack",
        "lethal_hunter": "Lethal hunter",
    }
    assert PROGRESSION.growth.options(BOOK, scout, "spell") == {}
    for kind in PROGRESSION.growth.choices:
        for value in PROGRESSION.growth.options(BOOK, scout, kind):
            choose(scout, (kind, value))
    done = choose(scout, ("talent", "lethal_hunter"), ("core", "will"))
    assert [PROGRESSION.growth.options(BOOK, done, kind) for kind in PROGRESSION.growth.choices] == [{}, {}, {}]


@rule("IST-XP-05", "IST-CAST-11")
def test_open_to_a_magic_user_are_the_spells_of_the_book_and_the_house() -> None:
    own = house(spells=[{"name": "evil_eye", "defence": "will"}])
    mage = choose(seasoned(4, own, calling="magic_user"), ("spell", "fireball"), rules=own)
    assert PROGRESSION.growth.options(own, mage, "spell") == {
        "lightning_fork": "Lightning fork",
        "ray_of_frost": "Ray of frost",
        "evil_eye": "Evil eye",
    }


# Kit


@rule("IST-Q-112", "IST-ILL-48")
def test_one_body_armour_and_one_shield_at_most() -> None:
    clad = replace(recruit(), equipment=("light_armour", "shield", "rifle"))
    for item in ("light_armour", "heavy_armour", "shield"):
        assert refused("cannot_assign", PROGRESSION.trade.check_kit, BOOK, clad, item).field == "item"
    for item in ("rifle", "two_handed", "buckler", "helmet"):
        PROGRESSION.trade.check_kit(BOOK, clad, item)


@rule("IST-Q-112")
def test_any_class_may_carry_any_item_up_to_what_a_roster_holds() -> None:
    mage = recruit(calling="magic_user")
    for item in ("heavy_armour", "shield", "pistol"):
        PROGRESSION.trade.check_kit(BOOK, mage, item)
    refused("unknown_item", PROGRESSION.trade.check_kit, BOOK, mage, "halberd")
    laden = replace(mage, equipment=("dagger",) * 40)
    refused("cannot_assign", PROGRESSION.trade.check_kit, BOOK, laden, "dagger")


# Who may be fielded


def why_not(figure: Figure, rules: CampaignRules = BOOK) -> tuple[str, str]:
    refusal = PROGRESSION.unfit(rules, figure)
    assert isinstance(refusal, Refused)
    assert refusal.message
    return refusal.code, refusal.rule


@rule("IST-D-16", "IST-ILL-52")
def test_a_hero_with_a_raise_to_come_is_not_fielded_but_other_slots_may_stay_open() -> None:
    hero = seasoned(4)
    assert why_not(hero) == ("hero_not_ready", "IST-D-16")
    assert PROGRESSION.unfit(BOOK, choose(hero, ("core", "will"))) is None


@rule("IST-D-16", "IST-ILL-52")
def test_the_dead_the_gone_and_the_absent_are_not_fielded() -> None:
    for standing in ("dead", "dismissed", "retired"):
        assert why_not(replace(recruit(), standing=standing)) == ("hero_not_ready", "IST-D-16")
    assert why_not(replace(recruit(), absence=Absence(why="captured", matches=1))) == ("hero_not_ready", "IST-D-16")


@rule("IST-Q-101", "IST-Q-81")
def test_nobody_is_fielded_with_nothing_left_or_without_a_race() -> None:
    stays = house(carry_damage="on")
    assert PROGRESSION.unfit(stays, replace(recruit(), carried={"health": 19})) is None
    assert why_not(replace(recruit(), carried={"health": 20}), stays) == ("hero_not_ready", "IST-Q-101")
    drained = replace(recruit(), carried={"power": 5, "finesse": 5, "will": 5})
    assert why_not(drained, stays) == ("hero_not_ready", "IST-Q-101")
    assert PROGRESSION.unfit(BOOK, drained) is None
    goblin = recruit("Nib", "goblin", rules=house(races={"goblin": GOBLIN}))
    assert why_not(goblin) == ("hero_not_ready", "IST-Q-81")


@rule("IST-CAMP-11", "IST-CAST-01", "IST-RACE-01")
def test_nobody_is_fielded_whom_no_battle_would_take() -> None:
    spark = {"name": "spark", "school": "house", "defence": "will", "effect": "damage", "range": 1200}
    mage = recruit("Mo", calling="magic_user", spells=("spark",), rules=house(spells=[spark]))
    assert why_not(mage) == ("bad_setup", "IST-CAST-01")
    giant = replace(recruit(), stats=recruit().stats | {"power": 100})
    assert why_not(giant) == ("bad_setup", "IST-RACE-01")


# Into a battle


def roster(*figures: Figure, leader: str = "", **fields: Any) -> Roster:
    words = {"name": "Grey Herons", "motto": "Stand still.", "hall": "The Weir"}
    return Roster(company="c1", figures=figures, leader=leader, **{**words, **fields})


@rule("IST-CAMP-11", "IST-FATE-03", "IST-XP-06", "IST-Q-111", "IST-Q-118")
def test_a_battle_begins_with_what_heroes_are_and_carry() -> None:
    hero = choose(seasoned(4), ("core", "power"), ("talent", "toughness"), ("talent", "bastion"))
    ilse = replace(hero, id="s1-ilse", equipment=("one_handed", "shield", "heavy_armour"))
    tam = recruit("Tam", "dark_elf", "magic_user", talents=("abjuration",), spells=("fireball",))
    rosters = {"s1": roster(ilse, replace(tam, id="s1-tam"), leader="s1-tam"), "s2": roster(recruit("Bo"))}
    opened = opened_from_setup(PROGRESSION.setup(BOOK, rosters), {})

    assert [(side.id, side.name, side.company, side.motto, side.hall) for side in opened.sides] == [
        (seat, "Grey Herons", "Grey Herons", "Stand still.", "The Weir") for seat in ("s1", "s2")
    ]
    one, other, bo = (next(m for m in opened.models if m.id == name) for name in ("s1-ilse", "s1-tam", "bo"))
    assert (one.name, one.race, one.class_, one.level) == ("Ilse", "human", "fighter", 2)
    assert (one.power_max, one.power, one.finesse, one.will, one.health_max, one.health) == (6, 6, 5, 5, 24, 24)
    assert (one.equipment, one.talents) == (("one_handed", "shield", "heavy_armour"), ("toughness", "bastion"))
    assert (other.race, other.class_, other.spells, other.talents) == (
        "dark_elf",
        "magic_user",
        ("fireball",),
        ("abjuration",),
    )
    assert [model.leader for model in (one, other, bo)] == [False, True, False]
    assert [model.kind for model in opened.models] == ["hero"] * 3
    assert (one.used, one.unloaded, one.conditions) == ({}, (), ())


@rule("IST-Q-81", "IST-CAST-11")
def test_a_battle_knows_the_races_and_spells_of_the_house() -> None:
    own = house(races={"goblin": GOBLIN}, spells=[{"name": "hex", "defence": "will"}])
    nib = recruit("Nib", "goblin", "magic_user", rules=own, spells=("hex",))
    opened = opened_from_setup(PROGRESSION.setup(own, {"s1": roster(nib), "s2": roster(recruit("Bo"))}), {})
    model = next(model for model in opened.models if model.id == "nib")
    assert (model.power, model.finesse, model.will, model.health, model.spells) == (3, 6, 3, 12, ("hex",))
    assert [spell.name for spell in opened.spells] == ["hex"]


@rule("IST-HALL-02", "IST-HALL-05")
def test_only_an_invasion_brings_the_upgrades_of_the_hall() -> None:
    rosters = {
        "s1": roster(recruit("Ilse"), upgrades=("walls",)),
        "s2": roster(recruit("Bo"), upgrades=("walls", "clear_the_area")),
    }
    assert "invasion" not in PROGRESSION.setup(BOOK, rosters)
    invaded = opened_from_setup(PROGRESSION.setup(BOOK, rosters, "s2"), {}).invasion
    assert plain(invaded) == {"defender": "s2", "upgrades": ["clear_the_area", "walls"]}


@rule("IST-Q-101")
@pytest.mark.parametrize(("switch", "power", "health"), [("on", 3, 5), ("off", 5, 20)])
def test_who_is_hurt_comes_with_what_is_left_where_damage_stays(switch: str, power: int, health: int) -> None:
    rosters = {"s1": roster(replace(recruit("Ilse"), carried={"power": 2, "health": 15})), "s2": roster(recruit("Bo"))}
    opened = opened_from_setup(PROGRESSION.setup(house(carry_damage=switch), rosters), {})
    ilse = next(model for model in opened.models if model.id == "ilse")
    assert (ilse.power, ilse.power_max, ilse.will, ilse.health, ilse.health_max) == (power, 5, 5, health, 20)


# Light armour 5, shield 1; heavy armour 10; Bastion 1. A buckler does nothing, and neither does a sword.
@rule("IST-ARM-04", "IST-ARM-01", "IST-ARM-02", "IST-ARM-03", "IST-TAL-08")
@pytest.mark.parametrize(
    ("equipment", "talents", "worn"),
    [
        (("light_armour", "shield", "one_handed"), (), {"armour": 6}),
        (("heavy_armour", "buckler"), ("bastion",), {"armour": 11}),
        (("one_handed",), ("cleave",), {}),
    ],
)
def test_what_a_hero_wears_adds_to_its_armour(
    equipment: tuple[str, ...], talents: tuple[str, ...], worn: dict[str, int]
) -> None:
    assert PROGRESSION.trade.worn(BOOK, replace(recruit("Ilse"), equipment=equipment, talents=talents)) == worn


@pytest.mark.parametrize(
    ("equipment", "states", "lacks"),
    [
        ((), {}, True),
        (("shield", "light_armour"), {}, True),
        (("dagger",), {}, False),
        (("bow",), {}, False),
        (("dagger",), {"dagger": "lost"}, True),
        (("dagger", "dagger"), {"dagger": "lost"}, False),
    ],
)
@rule("IST-WPN-01", "IST-D-16")
def test_a_hero_without_a_weapon_at_hand_lacks_one(equipment, states, lacks):
    hero = Figure(id="h1", name="Tosti", race="human", calling="fighter", equipment=equipment, item_states=states)
    lacking = PROGRESSION.lacks(CampaignRules(), hero)
    assert (lacking is not None and lacking.what == "a weapon" and lacking.rule == "IST-WPN-01") == lacks
