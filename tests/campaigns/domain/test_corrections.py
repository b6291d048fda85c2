"""Slips that the GM mends: every field, what it leaves, and what it refuses."""

import pytest

from campaigns.domain.company.events import InjuryTaken, Undone, UsesSpent
from campaigns.domain.company.evolve import evolve
from campaigns.domain.event_base import Change
from rules.kernel.progression import Injury
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

WHY = {"reason": "a slip"}


def mend(night, field, value, hero="", company="ann"):
    """Correct one field; the names of the events."""
    return night.do("correct", company=company, hero=hero, field=field, value=value, **WHY)


def refuses(night, code, field, value, hero="", at="value"):
    """Assert that a correction is refused so."""
    return night.refuses("correct", code, company="ann", hero=hero, field=field, value=value, at=at, **WHY)


# Items


@rule("KERNEL-CAMP-09")
def test_items_come_into_the_stash_and_go_from_it():
    night = Night.running(ann=1)
    assert mend(night, "stash.dagger", 3) == ["item_received"]
    assert night.of("ann", "item_received")[0].reason == "a slip"
    assert night.companies["ann"].stash == {"dagger": 3}
    assert mend(night, "stash.dagger", 1) == ["item_lost"]
    assert night.companies["ann"].stash == {"dagger": 1}
    mend(night, "stash.dagger", 0)
    assert night.companies["ann"].stash == {}
    assert night.gold("ann") == 400


@rule("KERNEL-CAMP-09", "IST-Q-112")
def test_a_hero_finds_and_loses_items():
    night = Night.running(ann=1)
    assert mend(night, "equipment.dagger", 2, "h1") == ["item_received", "item_assigned"] * 2
    assert night.hero("ann").equipment == ("dagger", "dagger")
    assert mend(night, "equipment.dagger", 1, "h1") == ["item_lost"]
    assert (night.hero("ann").equipment, night.companies["ann"].stash) == (("dagger",), {})
    mend(night, "equipment.shield", 1, "h1")
    refuses(night, "cannot_assign", "equipment.shield", 2, "h1", at="field")


@rule("KERNEL-CAMP-11", "KERNEL-CAMP-09")
def test_it_refuses_items_that_are_not_on_the_list_and_counts_that_are_none():
    night = Night.running(ann=1)
    refuses(night, "unknown_item", "stash.moon", 1, at="field")
    refuses(night, "unknown_item", "equipment.moon", 1, "h1", at="field")
    refuses(night, "nothing_to_change", "stash.moon", 0)
    for value in (-1, 10_001, True, "two", None):
        refuses(night, "bad_value", "stash.dagger", value)
        refuses(night, "bad_value", "equipment.dagger", value, "h1")
    for field in ("stash", "stash.", "equipment"):
        hero = "h1" if field == "equipment" else ""
        assert refuses(night, "unknown_field" if field != "stash." else "unknown_item", field, 1, hero, at="field")


@rule("KERNEL-CAMP-11")
def test_who_is_gone_carries_nothing_more():
    night = Night.running(ann=2)
    night.do("dismiss_hero", company="ann", hero="h2")
    refuses(night, "hero_gone", "equipment.dagger", 1, "h2", at="hero")


# Choices


@rule("KERNEL-CAMP-09", "IST-XP-03")
def test_a_choice_is_taken_back_and_made_anew():
    night = Night.running(ann=1)
    night.do("award_xp", company="ann", hero="h1", amount=8, **WHY)
    for stat in ("power", "power"):
        night.do("raise_core", company="ann", hero="h1", stat=stat)
    assert mend(night, "raised.power", None, "h1") == ["undone"]
    hero = night.hero("ann")
    assert (hero.raised, hero.stats["power"]) == (1, 6)
    night.do("raise_core", company="ann", hero="h1", stat="will")
    mend(night, "raised.power", None, "h1")
    hero = night.hero("ann")
    assert (hero.raised, hero.stats["power"], hero.stats["will"]) == (1, 5, 6)
    refuses(night, "nothing_to_change", "raised.power", None, "h1", at="field")


@rule("KERNEL-CAMP-09", "IST-Q-103", "IST-Q-118")
def test_a_talent_goes_with_what_it_gave():
    night = Night.running(ann=1)
    night.do("choose_talent", company="ann", hero="h1", talent="toughness")
    assert night.hero("ann").stats["health"] == 24
    mend(night, "talents.toughness", None, "h1")
    assert (night.hero("ann").talents, night.hero("ann").stats["health"]) == ((), 20)
    night.do("choose_talent", company="ann", hero="h1", talent="cleave")
    assert night.hero("ann").talents == ("cleave",)
    refuses(night, "nothing_to_change", "talents.toughness", None, "h1", at="field")


@rule("KERNEL-CAMP-09", "IST-XP-05")
def test_a_spell_is_taken_back():
    night = Night.running(ann=0)
    mage = {"name": "Mo", "race": "human", "calling": "magic_user", "talents": ["gather_power"], "spells": ["fireball"]}
    night.do("recruit_hero", company="ann", **mage)
    mend(night, "spells.fireball", None, "h1")
    hero = night.hero("ann")
    assert (hero.spells, hero.talents) == ((), ("gather_power",))
    night.do("choose_spell", company="ann", hero="h1", spell="ray_of_frost")


@rule("KERNEL-CAMP-09")
def test_what_can_only_be_taken_away_takes_no_value():
    night = Night.running(ann=1)
    for field in ("raised.power", "talents.cleave", "spells.fireball", "injuries.limp", "absence"):
        refuses(night, "bad_value", field, 1, "h1")
    refuses(night, "bad_value", "upgrades.walls", 0)


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09")
@pytest.mark.parametrize(("by_hand", "after"), [(5, 5), (0, 0), (9, 9), (None, 5)])
def test_a_raise_that_goes_leaves_what_the_gm_has_set_by_hand(by_hand, after):
    """Power 5, raised to 6 at level 2. What was set since is what it is; left alone it is the 5 of the race."""
    night = Night.running(ann=1)
    night.do("award_xp", company="ann", hero="h1", amount=4, **WHY)
    night.do("raise_core", company="ann", hero="h1", stat="power")
    if by_hand is not None:
        mend(night, "stats.power", by_hand, "h1")
    mend(night, "xp", 3, "h1")
    hero = night.hero("ann")
    assert (hero.level, hero.raised, hero.stats["power"]) == (1, 0, after)


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09")
def test_a_raise_from_a_value_set_by_hand_goes_back_to_it():
    night = Night.running(ann=1)
    mend(night, "stats.power", 3, "h1")
    night.do("award_xp", company="ann", hero="h1", amount=4, **WHY)
    night.do("raise_core", company="ann", hero="h1", stat="power")
    assert night.hero("ann").stats["power"] == 4
    mend(night, "xp", 0, "h1")
    assert night.hero("ann").stats["power"] == 3


# Injuries, hall, leader


@rule("KERNEL-CAMP-09")
def test_an_injury_is_healed():
    night = Night.running(ann=1)
    for name in ("limp", "scar"):
        hurt = InjuryTaken(hero="h1", injury=Injury(name=name, until="season"))
        night.logs["company-ann"].append(hurt)
        night.companies["ann"] = evolve(night.companies["ann"], hurt)
    assert mend(night, "injuries.limp", None, "h1") == ["injury_healed"]
    assert [one.name for one in night.hero("ann").injuries] == ["scar"]
    refuses(night, "nothing_to_change", "injuries.limp", None, "h1", at="field")


@rule("KERNEL-CAMP-09", "IST-Q-72")
def test_uses_of_the_campaign_are_given_back():
    night = Night.running(ann=1)
    used = UsesSpent(hero="h1", uses={"teleport": 2})
    night.logs["company-ann"].append(used)
    night.companies["ann"] = evolve(night.companies["ann"], used)
    mend(night, "spent.teleport", 1, "h1")
    assert night.hero("ann").spent == {"teleport": 1}
    refuses(night, "nothing_to_change", "spent.teleport", 1, "h1")
    for value in (-1, 2):
        refuses(night, "bad_value", "spent.teleport", value, "h1")
    refuses(night, "unknown_field", "spent.grace", 1, "h1", at="field")


@rule("KERNEL-CAMP-09", "IST-CAMP-02")
def test_the_hall_gets_another_name():
    night = Night.running(ann=1)
    assert mend(night, "hall", "  The  Den ") == ["corrected"]
    assert (night.companies["ann"].hall.name, night.companies["ann"].name) == ("The Den", "Ann's")
    refuses(night, "missing_company_field", "hall", " ")
    refuses(night, "missing_company_field", "name", "")
    refuses(night, "missing_hero_field", "name", "", "h1")


@rule("KERNEL-CAMP-09", "IST-HALL-01", "IST-Q-105")
def test_an_upgrade_bought_by_mistake_goes_and_its_price_comes_back():
    night = Night.running(ann=1)
    for upgrade in ("clear_the_area", "walls"):
        night.do("upgrade_hall", company="ann", upgrade=upgrade)
    paid = 500 - 100 - night.gold("ann")
    mend(night, "upgrades.clear_the_area", None)
    assert night.companies["ann"].hall.upgrades == ("walls",)
    assert night.gold("ann") == 400 - paid + 50
    assert night.companies["ann"].ledger["correction"] == 50
    refuses(night, "nothing_to_change", "upgrades.clear_the_area", None, at="field")
    refuses(night, "unknown_upgrade", "upgrades.moat", None, at="field")
    night.do("upgrade_hall", company="ann", upgrade="clear_the_area")
    assert night.companies["ann"].hall.upgrades == ("walls", "clear_the_area")


@rule("KERNEL-CAMP-09", "KERNEL-CAMP-10")
@pytest.mark.parametrize("built", [False, True])
def test_an_upgrade_on_order_and_one_that_was_built_since_go_too(built):
    night = Night.running({"hall_downtimes": 1}, ann=1)
    night.do("upgrade_hall", company="ann", upgrade="walls")
    if built:
        night.do("start_downtime")
        night.do("finish_upgrades", company="ann")
    mend(night, "upgrades.walls", None)
    hall = night.companies["ann"].hall
    assert (hall.orders, hall.upgrades, night.gold("ann")) == ((), (), 400)


@rule("KERNEL-CAMP-09", "IST-CAMP-10")
def test_a_leader_is_set_and_taken_away():
    night = Night.running(ann=2)
    assert mend(night, "leader", None) == ["leader_named"]
    assert night.companies["ann"].leader == ""
    mend(night, "leader", "h2")
    assert night.companies["ann"].leader == "h2"
    refuses(night, "nothing_to_change", "leader", "h2")
    refuses(night, "unknown_hero", "leader", "h9")
    refuses(night, "bad_value", "leader", 2)


# Numbers


@rule("KERNEL-CAMP-09", "IST-RACE-01")
@pytest.mark.parametrize(
    ("field", "low", "high"),
    [
        ("stats.power", 0, 99),
        ("stats.armour", 0, 99),
        ("stats.health", 1, 999),
        ("xp", 0, 39_999),
        ("carried.will", 0, 5),
    ],
)
def test_a_number_is_one_that_a_battle_takes(field, low, high):
    """A model has 0 to 99 in each Core Stat and in Armour, 1 to 999 Health, level 1 to 10,000; 4 XP make a level."""
    night = Night.running(ann=1)
    for value in (low - 1, high + 1, 10**9):
        assert f"from {low} to {high}" in refuses(night, "bad_value", field, value, "h1").hint
    for value in (high, low):
        mend(night, field, value, "h1")


@rule("IST-CAMP-11", "KERNEL-CAMP-09")
@pytest.mark.parametrize("value", [0, 99])
def test_a_hero_with_a_corrected_stat_can_be_fielded(value):
    night = Night.running(ann=1, bob=1)
    mend(night, "stats.power", value, "h1")
    model = night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")}).player("s1-h1")
    assert (model.power, model.power_max) == (value, value)
    assert (model.finesse, model.will, model.health) == (5, 5, 20)  # a human's, IST-RACE-01
    assert night.companies["ann"].in_battle == "m1"


@rule("IST-Q-101", "KERNEL-CAMP-09")
def test_who_has_lost_more_of_a_stat_than_it_has_now_has_none_of_it_left():
    night = Night.running({"carry_damage": "on"}, ann=1, bob=1)
    mend(night, "carried.power", 4, "h1")
    mend(night, "stats.power", 3, "h1")
    game = night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")})
    assert next(model.power for model in game.state.models if model.id == "s1-h1") == 0


@rule("KERNEL-CAMP-09", "IST-XP-02")
def test_it_refuses_more_xp_than_the_highest_level_has():
    night = Night.running(ann=1)
    mend(night, "xp", 39_998, "h1")
    night.refuses("award_xp", "bad_value", company="ann", hero="h1", amount=2, at="amount", **WHY)
    night.do("award_xp", company="ann", hero="h1", amount=1, **WHY)
    assert night.hero("ann").level == 10_000


@rule("KERNEL-CAMP-08")
def test_no_deed_brings_more_gold_or_debt_than_a_company_can_have():
    night = Night.running({"debt": "on"}, ann=1, bob=1)
    most = 1_000_000_000
    night.refuses("award_gold", "bad_value", company="ann", amount=most - 399, at="amount", **WHY)
    night.do("award_gold", company="ann", amount=most - 400, **WHY)
    night.refuses("transfer", "bad_value", company="bob", to="ann", gold=1, at="gold", **WHY)
    refuses(night, "bad_value", "gold", most + 1)
    mend(night, "gold", -most)
    night.refuses("fine", "bad_value", company="ann", amount=1, at="amount", **WHY)
    night.refuses("transfer", "bad_value", company="ann", to="bob", gold=1, at="gold", **WHY)


@rule("KERNEL-CAMP-09", "KERNEL-ILL-28")
@pytest.mark.parametrize("reason", ["", "  ", "\u200b", " \u200b\n\u2060 ", "\u2800", "\u3164", "..."])
def test_what_cannot_be_seen_is_no_reason(reason):
    night = Night.running(ann=1)
    night.refuses("award_gold", "reason_wanted", company="ann", amount=1, reason=reason, at="reason")


def test_an_undoing_from_before_several_fates_were_kept_is_folded():
    company = Night.running(ann=1).companies["ann"]
    change = Change(field="undecided.h1", old="m2", new="m1")
    company = evolve(company, Undone(event=1, changes=(change,)))
    assert company.undecided == {"h1": ("m1",)}
    gone = Change(field="undecided.h1", old="m1")
    assert evolve(company, Undone(event=2, changes=(gone,))).undecided == {}
