"""What companies pay for heroes, items and their hall, and what they are paid."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import replace

from rules.istra.campaign_rules import CampaignRules
from rules.istra.progression import PROGRESSION
from rules.kernel.errors import Malformed
from rules.kernel.rulebook import read_rulebook
from rules.kernel.switches import switches_of
from tests.rules.istra.companies import BOOK, house, recruit, refused
from tests.rules.play import rule

SKAVEN = {"power": 4, "finesse": 6, "will": 4, "cost": 15}


@rule("IST-EQ-01", "IST-EQ-02", "IST-EQ-03", "IST-EQ-04", "IST-EQ-05", "IST-EQ-06")
@rule("IST-EQ-07", "IST-EQ-08", "IST-EQ-09", "IST-EQ-10", "IST-EQ-11", "IST-EQ-12")
@pytest.mark.parametrize(
    ("item", "price"),
    [
        ("dagger", 2),
        ("one_handed", 10),
        ("two_handed", 12),
        ("spear", 5),
        ("bow", 10),
        ("crossbow", 10),
        ("rifle", 50),
        ("pistol", 60),
        ("light_armour", 15),
        ("heavy_armour", 45),
        ("shield", 5),
        ("buckler", 5),
    ],
)
def test_an_item_costs_what_the_list_says(item: str, price: int) -> None:
    assert PROGRESSION.trade.price_of_item(BOOK, item) == price
    assert PROGRESSION.trade.value_of_item(BOOK, item) == price


@rule("IST-EQ-13", "IST-Q-60", "IST-ILL-47")
def test_a_helmet_is_not_for_sale_unless_the_house_gives_it_a_price() -> None:
    assert refused("item_not_for_sale", PROGRESSION.trade.price_of_item, BOOK, "helmet").field == "item"
    assert PROGRESSION.trade.value_of_item(BOOK, "helmet") == 0
    priced = house(helmet_price=10)
    trade = PROGRESSION.trade
    assert (trade.price_of_item(priced, "helmet"), trade.value_of_item(priced, "helmet")) == (10, 10)


@rule("IST-CAMP-07")
def test_what_is_on_no_list_cannot_be_bought() -> None:
    refused("unknown_item", PROGRESSION.trade.price_of_item, BOOK, "halberd")
    assert PROGRESSION.trade.value_of_item(BOOK, "halberd") == 0


@rule("IST-Q-113")
def test_the_reference_cost_is_never_charged() -> None:
    assert PROGRESSION.trade.price_of_item(BOOK, "crossbow") == 10  # the other column says 25
    assert PROGRESSION.trade.price_of_item(BOOK, "rifle") == 50  # and 30


@rule("IST-CAMP-03", "IST-RACE-08", "IST-RACE-09", "IST-RACE-10", "IST-RACE-11", "IST-Q-79")
@rule("IST-RACE-12", "IST-RACE-13", "IST-RACE-14", "IST-RACE-15", "IST-RACE-16")
@pytest.mark.parametrize(
    ("race", "price"),
    [
        ("human", 100),
        ("wood_elf", 130),
        ("steppe_elf", 90),
        ("dark_elf", 90),
        ("dwarf", 90),
        ("halfling", 90),
        ("undead", 90),
        ("beast", 90),
        ("demon", 90),
    ],
)
def test_a_hero_costs_80_and_its_race(race: str, price: int) -> None:
    assert PROGRESSION.trade.price_of_figure(BOOK, race) == price


@rule("IST-Q-80", "IST-RACE-14", "IST-RACE-15", "IST-RACE-16")
def test_the_house_may_price_the_races_that_have_no_cost() -> None:
    dear = house(race_cost=35)
    assert [PROGRESSION.trade.price_of_figure(dear, race) for race in ("undead", "beast", "demon")] == [115, 115, 115]
    assert PROGRESSION.trade.price_of_figure(dear, "dwarf") == 90


@rule("IST-RACE-17", "IST-Q-81", "IST-ILL-45", "IST-ILL-44")
def test_names_without_numbers_have_no_price_until_the_house_gives_them_a_row() -> None:
    for race in ("ratfolk", "goblin", "orc"):
        assert refused("race_has_no_stats", PROGRESSION.trade.price_of_figure, BOOK, race).rule == "IST-Q-81"
    refused("subrace_required", PROGRESSION.trade.price_of_figure, BOOK, "elf")
    refused("unknown_race", PROGRESSION.trade.price_of_figure, BOOK, "gnome")
    assert PROGRESSION.trade.price_of_figure(house(races={"ratfolk": SKAVEN}), "ratfolk") == 95


@rule("IST-CAMP-01")
def test_a_company_starts_with_500_gp() -> None:
    assert PROGRESSION.trade.starting_gold == 500


@rule("IST-Q-110")
def test_nothing_is_bought_back_unless_the_house_pays_half() -> None:
    assert refused("no_resale", PROGRESSION.trade.resale, BOOK, "rifle").rule == "IST-Q-110"
    half = house(selling="half")
    assert [PROGRESSION.trade.resale(half, item) for item in ("rifle", "spear", "light_armour")] == [25, 2, 7]
    refused("item_not_for_sale", PROGRESSION.trade.resale, half, "helmet")


@rule("IST-HALL-01", "IST-Q-105")
def test_what_a_hall_can_have() -> None:
    def offered(rules: Any) -> list[tuple[str, int, str]]:
        found = PROGRESSION.halls.upgrades(rules)
        assert [row.key for row in found.values()] == list(found)
        return [(row.title, row.price, row.rule) for row in found.values()]

    assert offered(BOOK) == [("Clear the Area", 50, "IST-HALL-03"), ("Walls", 100, "IST-HALL-04")]
    assert [price for _, price, _ in offered(house(hall_prices={"walls": 250}))] == [50, 250]


@rule("IST-Q-121")
def test_a_hall_may_be_built_with_what_is_left_of_the_first_gold_unless_the_house_says_no() -> None:
    assert PROGRESSION.halls.from_founding_gold(BOOK)
    assert not PROGRESSION.halls.from_founding_gold(house(hall_from_founding_gold="off"))


@rule("IST-Q-109", "IST-Q-108")
def test_battles_bring_no_gold_but_by_house_rule() -> None:
    trade = PROGRESSION.trade
    assert (trade.income(BOOK, won=True), trade.income(BOOK, won=False), trade.loot(BOOK)) == (0, 0, 0)
    paid = house(battle_income=10, win_income=25, invasion_loot=40)
    assert (PROGRESSION.trade.income(paid, won=True), PROGRESSION.trade.income(paid, won=False)) == (35, 10)
    assert PROGRESSION.trade.loot(paid) == 40


@rule("IST-CAMP-03", "IST-CAMP-07")
def test_a_hero_is_worth_its_price_and_what_it_carries() -> None:
    hero = recruit("Odo", "wood_elf", "expert")
    assert PROGRESSION.trade.worth(BOOK, hero) == 130
    armed = replace(hero, equipment=("bow", "light_armour", "helmet"))
    assert PROGRESSION.trade.worth(BOOK, armed) == 130 + 10 + 15
    assert PROGRESSION.trade.worth(house(helmet_price=8), armed) == 130 + 10 + 15 + 8
    rules = house(races={"ratfolk": SKAVEN})
    rat = recruit("Skrit", "ratfolk", rules=rules)
    assert PROGRESSION.trade.worth(rules, rat) == 95
    assert PROGRESSION.trade.worth(BOOK, rat) == 0  # the house took the race back


def test_every_switch_of_campaigns_is_one_of_a_ruling_that_offers_one() -> None:
    rows = {name: one.rule for name, one in switches_of(CampaignRules).items()}
    assert set(rows) == set(CampaignRules.__struct_fields__)
    rulings = {name: row for name, row in rows.items() if name not in ("races", "spells")}  # the house's own data
    book = read_rulebook("rules.istra")
    assert [name for name, row in rulings.items() if book.rulings[row].switch in ("", "–")] == []


def test_every_code_that_the_rulings_give_a_switch_of_campaigns_is_a_switch() -> None:
    codes = {"race_cost", "race_table", "fate", "carry_damage", "hall_prices", "invasion_loot", "battle_income"}
    assert codes <= set(CampaignRules.__struct_fields__)


def test_defaults_are_the_first_value_of_each_switch() -> None:
    for name, kind in get_type_hints(CampaignRules).items():
        if get_origin(kind) is Literal:
            assert getattr(BOOK, name) == get_args(kind)[0], name


@pytest.mark.parametrize(
    ("switches", "field"),
    [
        ({"race_cost": -1}, "race_cost"),
        ({"battle_income": 1_000_001}, "battle_income"),
        ({"hall_prices": {"walls": -5}}, "hall_prices.walls"),
        ({"survival": 0}, "survival"),
        ({"survival": 21}, "survival"),
        ({"races": {"dwarf": SKAVEN}}, "races.dwarf"),
        ({"races": {"ratfolk": SKAVEN | {"cost": -1}}}, "races.ratfolk.cost"),
        ({"races": {"ratfolk": SKAVEN | {"health": 0}}}, "races.ratfolk.health"),
        ({"races": {"shade": {"power": 0, "finesse": 0, "will": 0, "cost": 5}}}, "races.shade"),
        ({"races": {f"race-{number}": SKAVEN for number in range(51)}}, "races"),
        ({"spells": [{"name": "fireball", "defence": "will"}]}, "spells[0].name"),
    ],
)
def test_switches_that_no_campaign_could_be_played_by(switches: dict[str, Any], field: str) -> None:
    assert refused("bad_house_rule", lambda: house(**switches)).field == f"house_rules.{field}"


def test_a_switch_that_does_not_exist_is_named() -> None:
    with pytest.raises(Malformed) as caught:
        house(taxes=5)
    assert caught.value.field == "house_rules.taxes"
