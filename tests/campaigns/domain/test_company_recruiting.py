"""Recruiting heroes."""

import pytest

from campaigns.domain.company.decide.trade import change_gold
from tests.campaigns.domain.companies import Dealings, istra
from tests.rules.play import rule

BRAND = {"name": "Brand", "race": "human", "calling": "fighter"}
IDA = {"name": "Ida", "race": "wood_elf", "calling": "magic_user"}


@rule("IST-CAMP-03", "IST-CAMP-04", "IST-CAMP-05", "IST-CAMP-08")
def test_it_works():
    wolves = Dealings.founded()
    assert wolves.do("recruit_hero", **BRAND) == ["hero_recruited", "gold_changed", "leader_named"]
    brand = wolves.hero()
    assert (brand.name, brand.race, brand.calling, brand.level, brand.xp) == ("Brand", "human", "fighter", 1, 0)
    assert brand.stats == {"power": 5, "finesse": 5, "will": 5, "health": 20, "armour": 0}
    assert wolves.company.gold == 500 - 80 - 20
    assert wolves.events[-2].about == "h1"
    assert (wolves.events[-2].delta, wolves.events[-2].purpose) == (-100, "recruit")


@rule("IST-CAMP-06")
def test_a_recruit_picks_a_talent_and_a_spell():
    wolves = Dealings.founded()
    told = wolves.do("recruit_hero", **IDA, talents=["abjuration"], spells=["fireball"])
    assert told == ["hero_recruited", "gold_changed", "talent_chosen", "spell_chosen", "leader_named"]
    assert (wolves.hero().talents, wolves.hero().spells) == (("abjuration",), ("fireball",))
    assert wolves.events[2].figure.talents == ()


@rule("IST-CAMP-06", "IST-TAL-01")
def test_what_a_talent_changes_is_told_with_it():
    wolves = Dealings.founded()
    wolves.do("recruit_hero", **BRAND, talents=["toughness"])
    chosen = next(event for event in wolves.events if type(event).__name__ == "TalentChosen")
    assert chosen.stats == {"health": (20, 24)}
    assert wolves.hero().stats["health"] == 24


@rule("IST-CAMP-06", "IST-Q-97")
def test_picks_may_wait():
    wolves = Dealings.with_hero(**IDA)
    assert wolves.do("choose_spell", hero="h1", spell="fireball") == ["spell_chosen"]
    assert wolves.do("choose_talent", hero="h1", talent="abjuration") == ["talent_chosen"]
    wolves.refuses("choose_spell", "spell_not_allowed", field="spell", hero="h1", spell="fireball")


@rule("IST-CAMP-09")
def test_heroes_join_later_at_the_same_price():
    wolves = Dealings.with_hero()
    wolves.do("buy_item", item="dagger")
    wolves.do("recruit_hero", name="Osk", race="dwarf", calling="expert")
    wolves.do("recruit_hero", **{**BRAND, "name": "Bolt"})
    assert wolves.company.gold == 500 - 100 - 2 - 90 - 100
    assert list(wolves.company.heroes) == ["h1", "h2", "h3"]


@rule("IST-ILL-43", "IST-CAMP-07")
def test_it_refuses_a_hero_above_the_balance():
    wolves = Dealings.founded()
    for name in ("Ana", "Bea", "Cor", "Dan"):
        wolves.do("recruit_hero", **{**BRAND, "name": name})
    wolves.do("buy_item", item="dagger")
    wolves.refuses("recruit_hero", "not_enough_gold", "IST-CAMP-07", "race", **BRAND)  # 98 of 100 gp
    wolves.do("recruit_hero", name="Osk", race="dwarf", calling="expert")
    assert wolves.company.gold == 8


@rule("IST-CAMP-07", "KERNEL-CAMP-08")
@pytest.mark.parametrize("debt", [0, 20])
def test_nobody_buys_on_credit_where_debts_are_allowed(debt):
    """Five humans cost the 500 gp of the founding."""
    wolves = Dealings.founded(istra(debt=True))
    for name in ("Ana", "Bea", "Cor", "Dan", "Eve"):
        wolves.do("recruit_hero", **{**BRAND, "name": name})
    wolves.deed(change_gold, -debt, "fine")
    wolves.refuses("recruit_hero", "not_enough_gold", "IST-CAMP-07", "race", **BRAND)
    wolves.refuses("buy_item", "not_enough_gold", "IST-CAMP-07", item="dagger")
    wolves.refuses("upgrade_hall", "not_enough_gold", "IST-CAMP-07", "upgrade", upgrade="walls")
    assert wolves.company.gold == -debt


@rule("IST-CAMP-10", "IST-Q-111")
@pytest.mark.parametrize("leaving", ["dismiss_hero", "retire_hero"])
def test_the_first_who_joins_once_all_are_gone_leads(leaving):
    wolves = Dealings.with_hero()
    wolves.do(leaving, hero="h1")
    assert wolves.company.leader == ""
    wolves.do("recruit_hero", **BRAND)
    wolves.do("recruit_hero", **BRAND)
    assert wolves.company.leader == "h2"


@rule("IST-ILL-44", "IST-Q-79")
def test_it_requires_an_elfs_people():
    Dealings.founded().refuses(
        "recruit_hero", "subrace_required", "IST-Q-79", "race", name="Ida", race="elf", calling="expert"
    )


@rule("IST-ILL-45", "IST-Q-81")
@pytest.mark.parametrize("race", ["ratfolk", "goblin", "orc"])
def test_it_refuses_races_that_are_only_names(race):
    Dealings.founded().refuses(
        "recruit_hero", "race_has_no_stats", "IST-Q-81", "race", name="Gob", race=race, calling="expert"
    )


@rule("IST-ILL-46", "IST-Q-82")
def test_it_refuses_stats_other_than_the_races():
    wolves = Dealings.founded()
    wolves.refuses("recruit_hero", "bad_stats", "IST-Q-82", "stats.power", **BRAND, stats={"power": 4})
    low = Dealings.founded(istra(race_table="cap"))
    low.refuses("recruit_hero", "bad_stats", "IST-Q-82", "stats.power", **BRAND, stats={"power": 6})
    low.do("recruit_hero", **BRAND, stats={"power": 4, "health": 15})
    assert (low.hero().stats["power"], low.hero().stats["health"]) == (4, 15)


def test_it_requires_a_name():
    Dealings.founded().refuses("recruit_hero", "missing_hero_field", field="name", race="human", calling="fighter")


def test_it_refuses_bad_picks_and_nobody_joins():
    wolves = Dealings.founded()
    wolves.refuses("recruit_hero", "talent_not_allowed", "IST-Q-103", "talents[0]", **BRAND, talents=["abjuration"])
    wolves.refuses(
        "recruit_hero", "talent_not_allowed", "IST-Q-103", "talents[1]", **BRAND, talents=["cleave", "toughness"]
    )
    wolves.refuses("recruit_hero", "spell_not_allowed", "IST-CAST-11", "spells[0]", **BRAND, spells=["fireball"])
    assert wolves.company.heroes == {}
    assert wolves.company.gold == 500


@rule("IST-Q-132")
def test_of_several_reasons_the_first_is_given():
    """A missing field, then the battle, then what is not to be had, gold last."""
    wolves = Dealings.with_hero()
    broke = Dealings.founded()
    broke.do("buy_item", item="pistol", count=8)
    assert broke.company.gold == 20
    broke.refuses("recruit_hero", "missing_hero_field", race="orc", calling="fighter")
    broke.refuses("recruit_hero", "race_has_no_stats", name="Gob", race="orc", calling="fighter")
    broke.refuses("recruit_hero", "not_enough_gold", **BRAND)
    wolves.join_battle("m1")
    wolves.refuses("recruit_hero", "missing_hero_field", race="orc", calling="fighter")
    wolves.refuses("recruit_hero", "company_in_battle", name="Gob", race="orc", calling="fighter")
    wolves.refuses("rename_company", "missing_company_field", name="")


@rule("IST-Q-132", "IST-CAMP-04")
@pytest.mark.parametrize("field", ["name", "race", "calling"])
def test_what_is_missing_is_said_before_that_the_company_is_in_a_battle(field):
    wolves = Dealings.with_hero()
    wolves.join_battle("m1")
    wolves.refuses("recruit_hero", "missing_hero_field", "IST-CAMP-04", field, **BRAND | {field: " "})
    wolves.refuses("recruit_hero", "company_in_battle", "IST-CAMP-11", **BRAND | {"race": "orc"})
