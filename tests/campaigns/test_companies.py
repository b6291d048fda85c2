"""The companies of the war of Ashgate can fight: the game itself reads every battle, and none has spent too much."""

from itertools import combinations

import pytest

from campaigns.demo.battles import BATTLES
from campaigns.demo.companies import COMPANIES, MONSTERS, TABLES
from rules.istra.system import ISTRA
from rules.istra.tables import EQUIPMENT, RACES
from rules.kernel.dice import TableDice

PURSE = 500


def test_there_are_six_companies_with_name_motto_hall_and_colour_of_their_own():
    for told in ("name", "motto", "hall", "colour"):
        assert len({getattr(company, told) for company in COMPANIES.values()}) == len(COMPANIES) == 6


def test_no_two_models_share_an_id_or_a_name():
    models = [hero.as_setup(leader=False) for company in COMPANIES.values() for hero in company.heroes]
    models += MONSTERS["models"]
    assert len({model["id"] for model in models}) == len({model["name"] for model in models}) == len(models)


@pytest.mark.parametrize("company", COMPANIES.values(), ids=COMPANIES)
def test_a_new_company_could_have_bought_it(company):
    spent = sum(
        RACES[hero.race].price + sum(EQUIPMENT[item].cost for item in hero.equipment) for hero in company.heroes
    )
    assert 400 <= spent <= PURSE


@pytest.mark.parametrize(("one", "other"), list(combinations(COMPANIES, 2)))
@pytest.mark.parametrize("table", TABLES)
def test_any_two_companies_can_meet_anywhere(one, other, table):
    sides = {"s1": COMPANIES[one].as_setup(), "s2": COMPANIES[other].as_setup()}

    opened = ISTRA.open({**TABLES[table], "sides": sides}, {}, TableDice())[0]

    assert [side.company for side in opened.sides] == [COMPANIES[one].name, COMPANIES[other].name]
    assert sum(model.leader for model in opened.models) == 2


@pytest.mark.parametrize("battle", BATTLES, ids=lambda battle: battle.key)
def test_every_battle_can_be_opened(battle):
    order = battle.order()

    opened = ISTRA.open(order.setup, {}, TableDice())[0]

    assert opened.scenario.name == battle.scenario
    assert all(COMPANIES[key].name in order.title for key in battle.companies)
