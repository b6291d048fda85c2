"""The campaign of Hachigoku in the demo: a treated fighter, one under incense, a captive, and a clock that goes on."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns import service
from campaigns.admin.waiting import waiting
from campaigns.demo.moon_gate import FEUD, MoonGate
from campaigns.models import Campaign, Company, Hero
from tests.campaigns.conftest import run_demo
from tests.rules.play import rule
from web.people import person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(scope="module")
def feud(furnished):
    return Campaign.objects.get(title=FEUD)


def told(kind):
    """The events of a kind of its companies."""
    gm = person(User.objects.get(username="gm"))
    rows = Company.objects.filter(campaign__title=FEUD)
    seen = [one.event for row in rows for one in service.history_of(service.see_company(gm, row.pk))]
    return [one for one in seen if type(one).__struct_config__.tag == kind]


@rule("KERNEL-CAMP-15")
def test_nineteen_hours_have_passed(furnished, feud):
    """Nine of the night, ten of the day."""
    state = service.see_campaign(person(User.objects.get(username="gm")), feud.pk).state
    assert (state.hour, state.title, len(state.companies)) == (19, FEUD, 2)
    assert [battle.stage for battle in state.battles.values()] == ["recorded"]


@rule("HAC-Q-97")
def test_somebody_was_treated_and_sleeps(furnished, feud):
    assert len(told("recovered")) in (1, 2)
    titles = [one.condition.title for one in told("condition_gained")]
    assert titles.count("asleep from a draught") == len(told("recovered"))
    assert titles.count("overcome by incense") == 1


def test_one_is_held_captive_with_a_rope(furnished, feud):
    (captive,) = Hero.objects.filter(captive=True)
    assert captive.company.campaign == feud
    (taken,) = told("hero_captured")
    assert taken.captive.device == "rope"


def test_it_waits_for_the_gm_in_the_admin(furnished, feud):
    """Both conditions run out by the clock: the incense 20 hours after the ninth, the draught 48."""
    found = waiting(User.objects.get(username="gm"))
    (captives,) = [one for one in found.for_gm if one.title == "Captives"]
    assert captives.count == 1
    (running,) = [one for one in found.under_way if one.title == "Conditions that run out"]
    assert "overcome by incense until day 2, 05:00" in running.rows[0].text
    assert {row.text.partition(": ")[2] for row in running.rows[1:]} == {"asleep from a draught until day 3, 09:00"}


def test_the_page_of_a_company_and_of_a_hero_tell_of_it(furnished, feud):
    player = Client()
    player.force_login(User.objects.get(username="player"))
    captive = Hero.objects.get(captive=True)
    hero = player.get(reverse("campaigns:hero", args=[captive.company_id, captive.hero])).content.decode()
    company = player.get(reverse("campaigns:company", args=[captive.company_id])).content.decode()
    assert "captive" in hero
    assert "captive" in company


def test_told_again_it_changes_nothing(furnished, feud):
    before = Campaign.objects.get(pk=feud.pk).version
    run_demo()
    assert Campaign.objects.get(pk=feud.pk).version == before


def test_a_step_that_is_told_twice_is_done_once(furnished, feud):
    before = Campaign.objects.get(pk=feud.pk).version
    for step in MoonGate(lambda: None).steps:
        step()
    assert Campaign.objects.get(pk=feud.pk).version == before
