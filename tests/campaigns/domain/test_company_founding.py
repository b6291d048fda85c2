"""Founding a company, its names and its leader."""

import pytest

from campaigns.domain.company.decide import found
from campaigns.domain.company.decide.heroes import gain_xp
from campaigns.domain.company.state import Hall
from campaigns.domain.event_base import Cause
from rules.kernel.errors import Refused
from tests.campaigns.domain.companies import ISTRA, WOLVES, Dealings, check_refusal, command_of
from tests.rules.play import rule


@rule("IST-CAMP-01", "IST-CAMP-02")
def test_it_works():
    wolves = Dealings.founded()
    assert [type(event).__name__ for event in wolves.events] == ["CompanyFounded", "GoldChanged"]
    company = wolves.company
    assert (company.name, company.motto, company.hall) == ("The Wolves", "Never full", Hall("The Den"))
    assert (company.campaign, company.owner, company.game) == ("k1", "ann", "istra")
    assert (company.gold, company.ledger) == (500, {"founding": 500})


@rule("IST-CAMP-02", "IST-ILL-42")
@pytest.mark.parametrize("field", ["name", "motto", "hall"])
@pytest.mark.parametrize("words", ["", "   ", "\u200b"])
def test_it_requires_a_name_a_motto_and_a_named_hall(field, words):
    with pytest.raises(Refused) as caught:
        found(command_of("found_company", **{**WOLVES, field: words}), "k1", "istra", "ann", ISTRA)
    check_refusal(caught.value, "missing_company_field", "IST-CAMP-02", field)
    assert caught.value.hint


def test_words_are_tidied():
    wolves = Dealings.founded(name="  The\n Wolves ", motto=" a  b ", hall="Den ")
    assert (wolves.company.name, wolves.company.motto, wolves.company.hall.name) == ("The Wolves", "a b", "Den")


def test_all_events_of_an_act_have_its_batch():
    told = found(command_of("found_company", **WOLVES), "k1", "istra", "ann", ISTRA._replace(batch="b1")).events
    assert [event.batch for event in told] == ["b1", "b1"]
    wolves = Dealings.founded(ISTRA._replace(batch="b2"))
    wolves.do("buy_item", item="dagger")
    assert {event.batch for event in wolves.events} == {"b2"}


# Renaming


def test_a_company_takes_another_name():
    wolves = Dealings.founded()
    assert wolves.do("rename_company", name="The Hounds") == ["company_renamed"]
    assert (wolves.company.name, wolves.company.motto) == ("The Hounds", "Never full")
    wolves.do("rename_company", motto="Fed", hall="The Kennel")
    assert (wolves.company.name, wolves.company.motto, wolves.company.hall.name) == ("The Hounds", "Fed", "The Kennel")
    assert wolves.last.old == ("The Hounds", "Never full", "The Den")


@rule("IST-CAMP-02")
def test_it_refuses_to_take_a_name_away():
    wolves = Dealings.founded()
    wolves.refuses("rename_company", "missing_company_field", "IST-CAMP-02", "motto", motto=" ")


def test_it_refuses_a_name_that_changes_nothing():
    wolves = Dealings.with_hero()
    wolves.refuses("rename_company", "nothing_to_change", name="The Wolves")
    wolves.refuses("rename_company", "nothing_to_change")
    wolves.refuses("rename_hero", "nothing_to_change", field="name", hero="h1", name=" Brand ")


def test_a_hero_takes_another_name():
    wolves = Dealings.with_hero()
    assert wolves.do("rename_hero", hero="h1", name="Brand the Tall") == ["hero_renamed"]
    assert wolves.hero().name == "Brand the Tall"
    wolves.refuses("rename_hero", "missing_hero_field", field="name", hero="h1", name="")
    wolves.refuses("rename_hero", "unknown_hero", field="hero", hero="h7", name="Osk")


# The leader


@rule("IST-CAMP-10", "IST-Q-111")
def test_the_first_recruit_leads_until_another_is_named():
    wolves = Dealings.founded()
    told = wolves.do("recruit_hero", name="Brand", race="human", calling="fighter")
    assert told == ["hero_recruited", "gold_changed", "leader_named"]
    told = wolves.do("recruit_hero", name="Osk", race="dwarf", calling="expert")
    assert told == ["hero_recruited", "gold_changed"]
    assert wolves.company.leader == "h1"
    assert wolves.do("name_leader", hero="h2") == ["leader_named"]
    assert (wolves.company.leader, wolves.last.old) == ("h2", "h1")
    wolves.refuses("name_leader", "already_leader", "IST-CAMP-10", "hero", hero="h2")
    wolves.refuses("name_leader", "unknown_hero", field="hero", hero="h3")


@rule("IST-CAMP-10", "IST-Q-111")
def test_a_leader_who_goes_leaves_nobody_in_the_lead():
    wolves = Dealings.with_hero()
    wolves.do("recruit_hero", name="Osk", race="dwarf", calling="expert")
    assert wolves.do("dismiss_hero", hero="h1") == ["hero_dismissed", "leader_named"]
    assert wolves.company.leader == ""
    wolves.do("recruit_hero", name="Una", race="dwarf", calling="expert")
    assert wolves.company.leader == ""  # Osk is there: the company has to say
    wolves.do("name_leader", hero="h2")
    assert wolves.company.leader == "h2"


# The end


def test_a_company_ends_and_nothing_more_happens_to_it():
    wolves = Dealings.with_hero()
    assert wolves.do("disband") == ["company_disbanded"]
    assert wolves.company.disbanded
    for kind, fields in {"disband": {}, "buy_item": {"item": "dagger"}, "dismiss_hero": {"hero": "h1"}}.items():
        wolves.refuses(kind, "company_disbanded", **fields)


def test_experience_names_what_it_came_from():
    wolves = Dealings.with_hero()
    wolves.deed(gain_xp, "h1", 1, because=Cause("m1", 40), reason="survived")
    assert (wolves.last.because, wolves.last.reason) == (Cause("m1", 40), "survived")
