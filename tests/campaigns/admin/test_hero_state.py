"""Conditions, captives and the clock in the admin site: what will change is shown first, and done the second time."""

import pytest
from django.contrib.admin.models import LogEntry

from campaigns.models import Campaign, Hero
from tests.campaigns.admin.filling import act, hidden, look, page, send, text
from tests.rules.play import rule

pytestmark = pytest.mark.django_db


def hero(evening, name="ann", key="h1"):
    return Hero.objects.get(company=evening.companies[name], hero=key)


def twice(client, address, **fields):
    """Send a form, look at what it will change, and send it again as it came back."""
    shown = look(client, address, **fields)
    assert "Nothing has happened yet." in text(shown)
    done = client.post(address, {**hidden(shown.context["form"]), "reason": "The table agreed.", **fields})
    assert done.status_code == 302
    return text(shown)


@rule("KERNEL-CAMP-16", "KERNEL-CAMP-09")
def test_a_condition_is_foreseen_then_added_and_ended(gail, evening):
    fields = {"name": "maimed", "title": "Maimed leg", "ends": "downtimes", "length": "2", "amount": "-5", "source": ""}
    foreseen = twice(gail, act(hero(evening), "add_condition"), **fields)
    assert "Maimed leg" in foreseen
    (condition,) = evening.company("ann").heroes["h1"].conditions
    assert (condition.ends, condition.amount) == ("downtime:2", -5)
    sheet = text(gail.get(page(hero(evening))))
    assert "Maimed leg (-5), until downtime 2" in sheet
    assert LogEntry.objects.get().change_message == "Add a condition: The table agreed."
    twice(gail, act(hero(evening), "end_condition"), condition="c1")
    assert evening.company("ann").heroes["h1"].conditions == ()


@rule("KERNEL-CAMP-17")
def test_captives_are_taken_and_freed(gail, evening):
    row = hero(evening, "bob")
    fields = {"holder": evening.companies["ann"], "captor": "h2", "device": "irons", "bound": "on"}
    twice(gail, act(row, "capture_hero"), **fields)
    assert evening.company("bob").heroes["h1"].captive.company == evening.companies["ann"]
    sheet = text(gail.get(page(row)))
    assert "Held captive by Ann 2 of Ann's (bound, with irons)" in sheet
    assert "capture_hero" not in sheet
    assert "What will change and why" in text(gail.get(act(row, "free_captive")))
    send(gail, act(row, "free_captive"))
    assert evening.company("bob").heroes["h1"].captive is None


def test_what_changed_since_it_was_shown_is_shown_again(gail, evening):
    address, fields = (
        act(hero(evening), "add_condition"),
        {"name": "maimed", "ends": "gm", "length": "0", "amount": "0"},
    )
    seen = hidden(look(gail, address, **fields).context["form"])
    evening.do("add_condition", company=evening.companies["ann"], hero="h1", name="cursed", reason="A witch.")
    again = gail.post(address, {**seen, "reason": "The table agreed.", **fields})
    assert again.status_code == 200
    assert [one.name for one in evening.company("ann").heroes["h1"].conditions] == ["cursed"]


def test_what_the_rules_refuse_is_told_beside_its_field(gail, evening):
    fields = {"name": "maimed", "ends": "hours", "length": "0", "amount": "0"}
    refused = send(gail, act(hero(evening), "add_condition"), **fields)
    assert refused.status_code == 200
    assert refused.context["form"].errors["length"] == ["It needs to last at least 1."]


@rule("KERNEL-CAMP-15")
def test_the_clock_is_advanced(gail, evening):
    row = Campaign.objects.get(pk=evening.id)
    assert send(gail, act(row, "advance_clock"), days="1", hours="2").status_code == 302
    assert evening.campaign.hour == 26
    assert "The clock of the campaign: day 2, 02:00" in text(gail.get(page(row)))
