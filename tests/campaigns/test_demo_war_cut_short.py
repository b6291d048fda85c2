"""The campaign of the demo in its small edition, cut short, told twice, and been changed by hand."""

import pytest
from django.contrib.auth.models import User

from campaigns import service
from campaigns.demo.war import OWNERS, PLAN, QUICK, BattleStep, War
from campaigns.models import Company
from eventstore import api as store
from tests.campaigns.conftest import run_demo
from web.errors import Refusal
from web.people import person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def war():
    run_demo("--quick")
    return War(lambda: None)


def test_the_quick_one_is_two_companies_and_a_battle(war):
    assert [entry.name for entry in Company.objects.order_by("name")] == ["Grey Herons", "Red Lanterns"]
    assert [battle.stage for battle in war.state.battles.values()] == ["recorded"]


def test_the_whole_goes_on_from_the_quick_one(war):
    for place in range(QUICK, len(PLAN)):
        war.run_step(place)

    assert war.stands(PLAN)
    assert Company.objects.count() == len(OWNERS)


def test_a_step_that_is_told_twice_is_done_once(war):
    places = range(QUICK, next(at for at, step in enumerate(PLAN) if at >= QUICK and isinstance(step, BattleStep)) + 1)
    for place in places:
        war.run_step(place)
    before = store.last_position()

    for place in range(places.stop):
        war.run_step(place)

    assert store.last_position() == before


def test_a_war_that_went_its_own_way_is_left_alone(war):
    service.give_command(person(User.objects.get(username="gm")), war.id, {"type": "end_campaign"})

    with pytest.raises(Refusal):
        war.run_step(QUICK)
    assert "been changed by hand" in run_demo()
