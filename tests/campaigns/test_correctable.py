"""What a form offers to put right: all that the command takes."""

import dataclasses
from uuid import UUID

import pytest
from msgspec.structs import replace

from campaigns.command_targets import CommandTarget
from campaigns.correctable import of_company, of_hero, value_typed
from campaigns.domain.corrections import OF_COMPANY, OF_HERO
from rules.kernel.progression import Absence, Injury
from tests.campaigns.acting import Evening
from tests.rules.play import rule
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def evening():
    return Evening("ann", "bob")


def kinds(fields):
    """Fields without what stands after the dot."""
    return {field.partition(".")[0] for field in fields}


def about(evening, hero="", **changed):
    """Ann's company, and of it the hero with these values."""
    subject = CommandTarget.find(THE_HOUSE, evening.id, UUID(evening.companies["ann"]), hero)
    company = subject.company
    if hero:
        company = replace(company, heroes={**company.heroes, hero: replace(company.heroes[hero], **changed)})
    return dataclasses.replace(subject, loaded_company=dataclasses.replace(subject.loaded_company, state=company))


@rule("KERNEL-CAMP-09")
def test_everything_of_a_company_is_offered(evening):
    evening.do("upgrade_hall", company=evening.companies["ann"], upgrade="walls")
    assert kinds(field for field, _ in of_company(about(evening))) == kinds(OF_COMPANY)


@rule("KERNEL-CAMP-09")
def test_everything_of_a_hero_is_offered(evening):
    ann = evening.companies["ann"]
    evening.do("award_xp", company=ann, hero="h1", amount=4, reason="Wit.")
    evening.do("raise_core", company=ann, hero="h1", stat="will")
    had = {
        "talents": ("toughness",),
        "spells": ("teleport",),
        "spent": {"teleport": 1},
        "item_states": {"dagger": "broken"},
    }
    ill = {"standing": "dead", "absence": Absence(why="ill", matches=1), "injuries": (Injury(name="limp"),)}
    assert kinds(field for field, _ in of_hero(about(evening, "h1", **had, **ill))) == kinds(OF_HERO)


@rule("KERNEL-CAMP-09", "KERNEL-CAMP-11")
@pytest.mark.parametrize(("typed", "leads"), [("h2", "h2"), ("", "")])
def test_a_leader_is_put_right(evening, typed, leads):
    assert evening.company("ann").leader == "h1"
    value = value_typed("leader", typed)
    evening.do("correct", company=evening.companies["ann"], field="leader", value=value, reason="The sheet says so.")
    assert evening.company("ann").leader == leads
