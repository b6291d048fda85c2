"""Experience, levels and what they bring; injuries and absences; heroes who leave; battles that hold a company."""

import pytest

from campaigns.domain.company.commands import COMPANY_COMMANDS
from campaigns.domain.company.decide.heroes import farewell, gain_xp
from campaigns.domain.company.events import (
    AbsenceServed,
    AbsenceSet,
    BattleLeft,
    BattleRecorded,
    Corrected,
    HeroFateSet,
    HeroRestored,
    HeroRevived,
    InjuryHealed,
    InjuryTaken,
    Undone,
)
from campaigns.domain.event_base import Change
from rules.kernel.progression import Absence, Injury
from tests.campaigns.domain.companies import ISTRA, Dealings
from tests.rules.play import rule

IDA = {"name": "Ida", "race": "halfling", "calling": "magic_user"}


@rule("IST-XP-02", "IST-Q-104")
def test_it_works():
    wolves = Dealings.with_hero()
    for _ in range(3):
        assert wolves.deed(gain_xp, "h1", 1) == ["xp_gained"]
    assert wolves.deed(gain_xp, "h1", 1) == ["xp_gained", "level_gained"]
    assert (wolves.hero().xp, wolves.hero().level) == (4, 2)
    assert wolves.deed(gain_xp, "h1", 9) == ["xp_gained", "level_gained"]  # 13 XP: two levels at once
    assert (wolves.hero().level, wolves.last.old, wolves.last.new) == (4, 2, 4)
    assert ISTRA.progression.growth.owed(ISTRA.rules, wolves.hero()) == {"core": 3, "talent": 4}


@rule("IST-XP-03")
def test_a_level_raises_one_core_stat():
    wolves = Dealings.with_hero()
    wolves.deed(gain_xp, "h1", 8)
    assert wolves.do("raise_core", hero="h1", stat="power") == ["core_raised"]
    assert (wolves.last.old, wolves.last.new) == (5, 6)
    wolves.do("raise_core", hero="h1", stat="will")
    assert (wolves.hero().stats["power"], wolves.hero().stats["will"], wolves.hero().raised) == (6, 6, 2)
    wolves.refuses("raise_core", "no_core_raise_pending", "IST-XP-03", "stat", hero="h1", stat="power")


@rule("IST-ILL-51", "IST-XP-03")
def test_it_refuses_to_raise_without_a_level_or_what_is_no_core_stat():
    wolves = Dealings.with_hero()
    wolves.refuses("raise_core", "no_core_raise_pending", "IST-XP-03", "stat", hero="h1", stat="power")
    wolves.deed(gain_xp, "h1", 4)
    for stat in ("health", "armour", "luck"):
        wolves.refuses("raise_core", "no_core_raise_pending", "IST-XP-03", "stat", hero="h1", stat=stat)


@rule("IST-XP-04", "IST-ILL-49", "IST-Q-103")
def test_talents_are_as_many_as_the_level():
    wolves = Dealings.with_hero()
    wolves.do("choose_talent", hero="h1", talent="cleave")
    wolves.refuses("choose_talent", "talent_not_allowed", field="talent", hero="h1", talent="rage")
    wolves.deed(gain_xp, "h1", 4)
    wolves.refuses("choose_talent", "talent_not_allowed", field="talent", hero="h1", talent="cleave")
    wolves.refuses("choose_talent", "talent_not_allowed", field="talent", hero="h1", talent="tumble")
    wolves.do("choose_talent", hero="h1", talent="toughness")
    assert wolves.hero().talents == ("cleave", "toughness")


@rule("IST-Q-118")
def test_toughness_raises_the_full_health():
    wolves = Dealings.with_hero()
    wolves.do("choose_talent", hero="h1", talent="toughness")
    assert wolves.hero().stats["health"] == 24
    assert wolves.last.stats == {"health": (20, 24)}


@rule("IST-XP-05", "IST-ILL-50", "IST-CAST-11")
def test_spells_are_as_many_as_the_level():
    wolves = Dealings.with_hero(**IDA)
    wolves.do("choose_spell", hero="h1", spell="fireball")
    wolves.refuses("choose_spell", "spell_not_allowed", field="spell", hero="h1", spell="ray_of_frost")
    wolves.deed(gain_xp, "h1", 4)
    wolves.refuses("choose_spell", "spell_not_allowed", field="spell", hero="h1", spell="fireball")
    wolves.do("choose_spell", hero="h1", spell="ray_of_frost")
    assert wolves.hero().spells == ("fireball", "ray_of_frost")
    fighters = Dealings.with_hero()
    fighters.refuses("choose_spell", "spell_not_allowed", "IST-CAST-11", "spell", hero="h1", spell="fireball")


# Heroes who leave


@rule("IST-Q-110")
@pytest.mark.parametrize(("command", "standing"), [("dismiss_hero", "dismissed"), ("retire_hero", "retired")])
def test_who_leaves_leaves_its_items_and_gets_no_refund(command, standing):
    wolves = Dealings.with_hero()
    for item in ("spear", "shield"):
        wolves.do("buy_item", item=item)
        wolves.do("assign_item", hero="h1", item=item)
    told = wolves.do(command, hero="h1")
    assert told == [f"hero_{standing}", "item_returned", "item_returned", "leader_named"]
    assert (wolves.hero().standing, wolves.hero().equipment) == (standing, ())
    assert wolves.company.stash == {"spear": 1, "shield": 1}
    assert wolves.company.gold == 390
    assert wolves.company.ready == ()
    for kind in ("dismiss_hero", "retire_hero"):
        wolves.refuses(kind, "hero_gone", field="hero", hero="h1")


@rule("IST-Q-110")
def test_who_dies_leaves_its_items():
    wolves = Dealings.with_hero()
    wolves.do("buy_item", item="spear")
    wolves.do("assign_item", hero="h1", item="spear")
    wolves.happen(HeroFateSet(hero="h1", fate="dead", rule="IST-Q-100", faces=(3,), target=6))
    assert wolves.deed(farewell, "h1") == ["item_returned", "leader_named"]
    assert (wolves.hero().standing, wolves.company.stash, wolves.company.leader) == ("dead", {"spear": 1}, "")
    wolves.refuses("name_leader", "hero_gone", field="hero", hero="h1")
    wolves.refuses("choose_talent", "hero_gone", field="hero", hero="h1", talent="cleave")
    wolves.happen(HeroRevived(hero="h1", old="dead"))
    assert wolves.hero().standing == "ready"


def test_only_death_ends_a_hero():
    wolves = Dealings.with_hero()
    wolves.happen(HeroFateSet(hero="h1", fate="taken_out", rule="IST-FATE-02"))
    assert wolves.hero().standing == "ready"


# What is carried over


def test_injuries_and_absences_last_until_they_are_over():
    wolves = Dealings.with_hero()
    knee, eye = Injury(name="knee", until="tournament"), Injury(name="eye")
    wolves.happen(InjuryTaken(hero="h1", injury=knee), InjuryTaken(hero="h1", injury=eye))
    wolves.happen(InjuryTaken(hero="h1", injury=Injury(name="nose", until="match")))
    assert wolves.hero().injuries == (knee, eye)
    wolves.happen(InjuryHealed(hero="h1", injury="knee"), InjuryHealed(hero="h1", injury="knee"))
    assert wolves.hero().injuries == (eye,)
    two, one = Absence(why="ejected", matches=2), Absence(why="ejected", matches=1)
    wolves.happen(AbsenceSet(hero="h1", absence=two))
    assert wolves.hero().absence == two
    wolves.happen(AbsenceServed(hero="h1", left=one))
    assert wolves.hero().absence == one
    wolves.happen(AbsenceServed(hero="h1"))
    assert wolves.hero().absence is None


@rule("IST-FATE-03")
def test_a_hero_is_restored():
    wolves = Dealings.with_hero()
    wolves.happen(HeroRestored(hero="h1", carried={"health": 7}))
    assert wolves.hero().carried == {"health": 7}
    wolves.happen(HeroRestored(hero="h1"))
    assert wolves.hero().carried == {}


# Battles


@rule("IST-CAMP-11", "IST-ILL-56")
def test_a_company_in_a_battle_does_not_change():
    wolves = Dealings.with_hero()
    wolves.do("buy_item", item="spear")
    wolves.deed(gain_xp, "h1", 4)
    wolves.join_battle("m1")
    asked = {
        "rename_company": {"name": "The Hounds"},
        "recruit_hero": {"name": "Osk", "race": "dwarf", "calling": "expert"},
        "rename_hero": {"hero": "h1", "name": "Bo"},
        "name_leader": {"hero": "h1"},
        "buy_item": {"item": "dagger"},
        "sell_item": {"item": "spear"},
        "assign_item": {"hero": "h1", "item": "spear"},
        "return_item": {"hero": "h1", "item": "spear"},
        "choose_talent": {"hero": "h1", "talent": "cleave"},
        "choose_spell": {"hero": "h1", "spell": "fireball"},
        "raise_core": {"hero": "h1", "stat": "power"},
        "upgrade_hall": {"upgrade": "walls"},
        "dismiss_hero": {"hero": "h1"},
        "retire_hero": {"hero": "h1"},
        "disband": {},
    }
    assert {"found_company", *asked} == set(COMPANY_COMMANDS)
    for kind, fields in asked.items():
        assert "m1" in wolves.refuses(kind, "company_in_battle", "IST-CAMP-11", **fields).hint
    wolves.happen(BattleRecorded(match="m1", result="won"))
    wolves.do("raise_core", hero="h1", stat="power")
    wolves.join_battle("m2")
    wolves.happen(BattleLeft(match="m2"))
    wolves.do("choose_talent", hero="h1", talent="cleave")


# Put right


def test_corrections_put_values_right():
    wolves = Dealings.with_hero()
    wolves.happen(
        Corrected(
            changes=(
                Change(hero="h1", field="xp", old=0, new=8),
                Change(hero="h1", field="level", old=1, new=3),
                Change(hero="h1", field="stats.power", old=5, new=7),
                Change(hero="h1", field="talents", old=[], new=["cleave"]),
                Change(hero="h1", field="absence", old=None, new={"why": "ill", "matches": 1}),
                Change(hero="h1", field="carried.health", old=None, new=3),
                Change(field="owner", old="ann", new="bob"),
                Change(field="stash.bow", old=0, new=2),
                Change(field="hall.upgrades", old=[], new=["walls"]),
            ),
            reason="the paper sheet says so",
        )
    )
    brand, company = wolves.hero(), wolves.company
    assert (brand.xp, brand.level, brand.stats["power"], brand.talents) == (8, 3, 7, ("cleave",))
    assert (brand.absence, brand.carried) == (Absence(why="ill", matches=1), {"health": 3})
    assert (company.owner, company.stash, company.hall.upgrades) == ("bob", {"bow": 2}, ("walls",))


def test_what_was_put_right_can_be_taken_back():
    wolves = Dealings.with_hero()
    away = {"why": "ill", "matches": 1}
    wolves.happen(
        Corrected(
            changes=(
                Change(hero="h1", field="carried.health", old=None, new=3),
                Change(hero="h1", field="absence", old=None, new=away),
                Change(field="stash.bow", old=0, new=2),
            ),
        ),
        Undone(
            event=len(wolves.events) + 1,
            changes=(
                Change(hero="h1", field="carried.health", old=3),
                Change(hero="h1", field="absence", old=away),
                Change(field="stash.bow", old=2, new=0),
            ),
        ),
    )
    assert (wolves.hero().carried, wolves.hero().absence, wolves.company.stash) == ({}, None, {})


def test_a_correction_of_what_is_not_there_changes_nothing():
    wolves = Dealings.with_hero()
    before = wolves.company
    wolves.happen(Corrected(changes=(Change(field="wings", new=2), Change(hero="h9", field="xp", new=2))))
    assert wolves.company == before
