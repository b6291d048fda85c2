"""The hall of a company and its upgrades."""

from campaigns.domain.company.decide.trade import change_gold, finish_upgrades
from campaigns.domain.company.state import Order
from tests.campaigns.domain.companies import Dealings, istra
from tests.rules.play import rule


@rule("IST-HALL-01", "IST-Q-105", "IST-Q-121")
def test_it_works():
    wolves = Dealings.founded()
    assert wolves.do("upgrade_hall", upgrade="clear_the_area") == ["hall_upgraded", "gold_changed"]
    assert wolves.company.gold == 450
    wolves.do("upgrade_hall", upgrade="walls")
    assert wolves.company.gold == 350
    assert wolves.company.hall.upgrades == ("clear_the_area", "walls")
    assert wolves.company.ledger == {"founding": 500, "hall": -150}


@rule("IST-Q-105")
def test_prices_are_a_house_rule():
    wolves = Dealings.founded(istra(hall_prices={"walls": 30}))
    wolves.do("upgrade_hall", upgrade="walls")
    assert wolves.company.gold == 470


@rule("IST-ILL-53", "IST-HALL-01")
def test_it_refuses_an_upgrade_twice():
    wolves = Dealings.founded()
    wolves.do("upgrade_hall", upgrade="walls")
    wolves.refuses("upgrade_hall", "upgrade_owned", "IST-HALL-01", "upgrade", upgrade="walls")


def test_it_refuses_what_nobody_builds():
    Dealings.founded().refuses("upgrade_hall", "unknown_upgrade", field="upgrade", upgrade="moat")


@rule("IST-HALL-01")
def test_it_refuses_what_costs_more_than_there_is():
    wolves = Dealings.founded()
    wolves.do("buy_item", item="pistol", count=7)
    wolves.refuses("upgrade_hall", "not_enough_gold", "IST-CAMP-07", "upgrade", upgrade="walls")  # 80 of 100 gp
    wolves.do("upgrade_hall", upgrade="clear_the_area")


@rule("IST-Q-132")
def test_gold_is_the_last_reason():
    wolves = Dealings.founded()
    wolves.do("upgrade_hall", upgrade="walls")
    wolves.do("buy_item", item="pistol", count=6)
    assert wolves.company.gold == 40
    wolves.refuses("upgrade_hall", "upgrade_owned", upgrade="walls")
    wolves.refuses("upgrade_hall", "not_enough_gold", upgrade="clear_the_area")


@rule("IST-Q-121", "KERNEL-ILL-32")
def test_by_house_rule_the_founding_gold_builds_no_hall():
    wolves = Dealings.founded(istra(hall_from_founding_gold="off"))
    wolves.refuses("upgrade_hall", "hall_wants_earned_gold", "IST-Q-121", "upgrade", upgrade="walls")
    wolves.deed(change_gold, 120, "award")
    wolves.do("upgrade_hall", upgrade="walls")
    refused = wolves.refuses("upgrade_hall", "hall_wants_earned_gold", "IST-Q-121", "upgrade", upgrade="clear_the_area")
    assert "has earned 20 gold since its founding." in refused.message
    wolves.deed(change_gold, 30, "loot")
    wolves.do("upgrade_hall", upgrade="clear_the_area")
    assert (wolves.company.gold, wolves.company.earned) == (500, 0)


@rule("IST-Q-121")
def test_earned_gold_that_went_elsewhere_is_not_there_for_the_hall():
    wolves = Dealings.founded(istra(hall_from_founding_gold="off"))
    wolves.deed(change_gold, 60, "award")
    wolves.do("buy_item", item="pistol", count=9)
    assert wolves.company.gold == 20
    wolves.refuses("upgrade_hall", "not_enough_gold", upgrade="clear_the_area")


@rule("KERNEL-CAMP-10")
def test_an_order_stands_after_its_downtimes():
    wolves = Dealings.founded(istra(hall_downtimes=2, downtime=3))
    assert wolves.do("upgrade_hall", upgrade="walls") == ["upgrade_ordered", "gold_changed"]
    assert wolves.company.hall.orders == (Order("walls", 100, 5),)
    assert wolves.company.hall.upgrades == ()
    assert wolves.company.gold == 400
    assert "until downtime 5" in wolves.refuses("upgrade_hall", "upgrade_owned", upgrade="walls").message
    wolves.terms = wolves.terms._replace(downtime=4)
    assert wolves.deed(finish_upgrades) == []
    wolves.do("upgrade_hall", upgrade="clear_the_area")
    wolves.terms = wolves.terms._replace(downtime=5)
    assert wolves.deed(finish_upgrades) == ["hall_upgraded"]
    assert (wolves.company.hall.upgrades, wolves.last.price) == (("walls",), 100)
    assert wolves.company.hall.orders == (Order("clear_the_area", 50, 6),)
    assert wolves.company.gold == 350


@rule("IST-Q-121", "IST-Q-110")
def test_what_is_sold_is_no_gold_that_was_earned_since():
    """A pistol of 60 gp brings 30; of the 50 gp for Clear the Area 45 were awarded."""
    wolves = Dealings.founded(istra(hall_from_founding_gold="off", selling="half"))
    wolves.deed(change_gold, 45, "award")
    wolves.do("buy_item", item="pistol", count=1)
    before = wolves.company.gold
    wolves.do("sell_item", item="pistol")
    assert (wolves.company.gold - before, wolves.company.earned) == (30, 45)
    wolves.refuses("upgrade_hall", "hall_wants_earned_gold", upgrade="clear_the_area")
    wolves.deed(change_gold, 5, "award")
    wolves.do("upgrade_hall", upgrade="clear_the_area")
