"""Items and gold: bought, given out, put back, sold."""

import pytest

from campaigns.domain.company.decide.trade import change_gold
from campaigns.domain.company.events import ItemGiven, ItemLost, ItemReceived
from rules.kernel.errors import Refused
from tests.campaigns.domain.companies import Dealings, istra
from tests.rules.play import rule

PRICES = {
    "dagger": 2,
    "one_handed": 10,
    "two_handed": 12,
    "spear": 5,
    "bow": 10,
    "crossbow": 10,
    "rifle": 50,
    "pistol": 60,
    "light_armour": 15,
    "heavy_armour": 45,
    "shield": 5,
    "buckler": 5,
}


@rule("IST-CAMP-07", "IST-CAMP-08")
def test_it_works():
    wolves = Dealings.with_hero()
    assert wolves.do("buy_item", item="spear", count=2) == ["item_bought", "gold_changed"]
    assert wolves.company.stash == {"spear": 2}
    assert wolves.company.gold == 400 - 10
    assert wolves.do("assign_item", hero="h1", item="spear") == ["item_assigned"]
    assert wolves.hero().equipment == ("spear",)
    assert wolves.company.stash == {"spear": 1}
    assert wolves.do("return_item", hero="h1", item="spear") == ["item_returned"]
    assert (wolves.hero().equipment, wolves.company.stash) == ((), {"spear": 2})


@rule("IST-CAMP-07", "IST-CAMP-08", "IST-CAMP-09")
@rule("IST-EQ-01", "IST-EQ-02", "IST-EQ-03", "IST-EQ-04", "IST-EQ-05", "IST-EQ-06")
@rule("IST-EQ-07", "IST-EQ-08", "IST-EQ-09", "IST-EQ-10", "IST-EQ-11", "IST-EQ-12")
def test_every_item_has_its_price():
    wolves = Dealings.with_hero()
    for item, price in PRICES.items():
        before = wolves.company.gold
        wolves.do("buy_item", item=item)
        assert wolves.company.gold == before - price
    assert wolves.company.gold == 500 - 100 - sum(PRICES.values())
    assert wolves.company.ledger == {"founding": 500, "recruit": -100, "item": -229}


@rule("IST-ILL-43", "IST-CAMP-07")
def test_it_refuses_what_costs_more_than_there_is():
    wolves = Dealings.founded()
    wolves.refuses("buy_item", "not_enough_gold", "IST-CAMP-07", "item", item="pistol", count=9)
    wolves.do("buy_item", item="pistol", count=8)
    wolves.do("buy_item", item="dagger", count=10)
    assert wolves.company.gold == 0
    wolves.refuses("buy_item", "not_enough_gold", "IST-CAMP-07", "item", item="dagger")


@rule("IST-ILL-47", "IST-Q-60", "IST-EQ-13")
def test_it_refuses_to_sell_a_helmet():
    Dealings.founded().refuses("buy_item", "item_not_for_sale", "IST-Q-60", "item", item="helmet")


def test_it_refuses_what_is_not_on_the_list():
    wolves = Dealings.founded()
    wolves.refuses("buy_item", "unknown_item", field="item", item="halo")
    wolves.refuses("buy_item", "unknown_item", field="item", item="")


# Giving it out


@rule("IST-ILL-48", "IST-Q-112")
def test_it_refuses_a_second_armour_or_shield_and_what_is_not_there():
    wolves = Dealings.with_hero()
    wolves.refuses("assign_item", "cannot_assign", "IST-Q-112", "item", hero="h1", item="spear")
    for item in ("light_armour", "heavy_armour"):
        wolves.do("buy_item", item=item)
    wolves.do("buy_item", item="shield", count=2)
    wolves.do("assign_item", hero="h1", item="light_armour")
    wolves.do("assign_item", hero="h1", item="shield")
    wolves.refuses("assign_item", "cannot_assign", "IST-Q-112", "item", hero="h1", item="heavy_armour")
    wolves.refuses("assign_item", "cannot_assign", "IST-Q-112", "item", hero="h1", item="shield")
    wolves.refuses("assign_item", "cannot_assign", "IST-Q-112", "item", hero="h1", item="light_armour")
    assert wolves.company.stash == {"heavy_armour": 1, "shield": 1}


@rule("KERNEL-CAMP-08", "KERNEL-CAMP-11")
def test_it_refuses_foreign_hands():
    wolves = Dealings.with_hero()
    wolves.do("buy_item", item="spear")
    wolves.refuses("assign_item", "unknown_hero", "KERNEL-CAMP-11", "hero", hero="h9", item="spear")
    wolves.refuses("return_item", "not_carried", "KERNEL-CAMP-08", "item", hero="h1", item="spear")
    wolves.do("dismiss_hero", hero="h1")
    wolves.refuses("assign_item", "hero_gone", "KERNEL-CAMP-11", "hero", hero="h1", item="spear")


def test_a_hero_may_carry_two_of_a_kind():
    wolves = Dealings.with_hero()
    wolves.do("buy_item", item="dagger", count=2)
    wolves.do("assign_item", hero="h1", item="dagger")
    wolves.do("assign_item", hero="h1", item="dagger")
    wolves.do("return_item", hero="h1", item="dagger")
    assert (wolves.hero().equipment, wolves.company.stash) == (("dagger",), {"dagger": 1})


# Selling


@rule("IST-Q-110")
def test_nothing_is_bought_back():
    wolves = Dealings.founded()
    wolves.do("buy_item", item="rifle")
    wolves.refuses("sell_item", "no_resale", "IST-Q-110", "item", item="rifle")


@rule("IST-Q-110")
def test_by_house_rule_half_the_price_comes_back():
    wolves = Dealings.founded(istra(selling="half"))
    wolves.do("buy_item", item="spear", count=3)
    assert wolves.do("sell_item", item="spear", count=2) == ["item_sold", "gold_changed"]
    assert wolves.company.gold == 500 - 15 + 4  # 2 each: half of 5, rounded down
    assert wolves.company.stash == {"spear": 1}
    wolves.refuses("sell_item", "not_in_stash", field="count", item="spear", count=2)
    wolves.refuses("sell_item", "not_in_stash", field="item", item="bow")


def test_what_a_hero_carries_is_not_sold():
    wolves = Dealings.with_hero(istra(selling="half"))
    wolves.do("buy_item", item="spear")
    wolves.do("assign_item", hero="h1", item="spear")
    wolves.refuses("sell_item", "not_in_stash", field="item", item="spear")


# Gold


@rule("IST-CAMP-08", "KERNEL-CAMP-08")
def test_gold_is_the_fold_of_its_changes():
    wolves = Dealings.founded()
    assert wolves.deed(change_gold, 30, "award", reason="a hard day") == ["gold_changed"]
    assert wolves.deed(change_gold, -530, "fine") == ["gold_changed"]
    assert wolves.deed(change_gold, 0, "award") == []
    assert (wolves.company.gold, wolves.last.balance) == (0, 0)
    with pytest.raises(Refused, match="not_enough_gold"):
        wolves.deed(change_gold, -1, "fine")


def test_items_come_and_go_by_other_hands():
    wolves = Dealings.with_hero()
    wolves.happen(ItemReceived(item="bow", count=2, source="c2"))
    wolves.do("assign_item", hero="h1", item="bow")
    wolves.happen(ItemLost(item="bow", hero="h1"), ItemGiven(item="bow", count=1, to="c2"))
    assert (wolves.hero().equipment, wolves.company.stash) == ((), {})
    wolves.happen(ItemReceived(item="bow", count=1), ItemLost(item="bow"))
    assert wolves.company.stash == {}
