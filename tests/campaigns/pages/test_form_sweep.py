"""Every choice that pages of campaigns offer and both bounds of every number: each makes a command that can be read."""

import pytest
from django.test import RequestFactory

from campaigns import service
from campaigns.domain import acts
from campaigns.domain.campaign.commands import CAMPAIGN_COMMANDS
from campaigns.domain.company.commands import COMPANY_COMMANDS
from campaigns.pages import company, governing, hero
from campaigns.pages.request_context import at_campaign, at_company
from matches.errors import Unreadable
from matches.pages.forms import values_of
from rules.kernel.errors import Malformed
from tests.matches.pages.test_form_sweep import variants

COMMANDS = {**CAMPAIGN_COMMANDS, **COMPANY_COMMANDS}
NO_COMMAND = {"make_link", "withdraw_link"}
BESIDE = {"correct": {"value": "1"}, "invite": {"user": "eve"}}
"""What is typed where something has to stand, as in a correction to a number."""


@pytest.fixture
def forms(evening):
    """The forms of all pages, as the GM and a player are offered them."""
    ann = evening.companies["ann"]
    for item in ("dagger", "spear"):
        evening.do("buy_item", by="ann", company=ann, item=item, count=2)
    evening.do("award_xp", company=ann, hero="h1", amount=4, reason="Wit.")
    evening.do("request_join", by="eve")
    evening.do("hand_over", company=evening.companies["bob"], account=evening.key("ann"), by="bob")
    return [offer.form for name in ("gail", "ann", "bob") for offer in offers(evening, evening.people[name])]


def offers(evening, who):
    placed = [governing.offers(at_campaign(who, evening.id), RequestFactory().get("/"))]
    for key in evening.companies.values():
        desk = at_company(who, key)
        placed += [company._offers(desk), hero._offers(desk, "h1")]
    return [offer for offers in placed for some in offers.values() for offer in some]


def sent(form):
    """What may be sent of a form: as it comes, and once for each choice and bound of a field.

    Nothing of a form in which something has to be chosen and there is nothing to choose: its button is shut.
    """
    selects = [field for field in form.fields if field.kind == "select" and field.required]
    chosen = {field.name: min(field.values - {""}, default="") for field in selects}
    if "" in chosen.values():
        return
    for what, filled in variants(form):
        name, _, value = what.partition("=")
        if value or name not in chosen:
            first = {field: one for field, one in chosen.items() if not filled[field]}
            typed = {field: text for field, text in filled.items() if not field.startswith("sheet-")}
            yield what, {**typed, **first, **BESIDE.get(form.name, {})}


def whole(command):
    """A command with the ids that the server fills in."""
    command = {name: value for name, value in command.items() if name != "user"}
    filled = dict.fromkeys(service.FILLED_HERE.get(COMMANDS[command["type"]], ()), "made-here")
    return {**({"account": "somebody"} if command["type"] == "invite" else {}), **filled, **command}


def test_every_offered_choice_and_bound_can_be_read(forms):
    kinds, posts = set(), 0
    for form in forms:
        if form.name in NO_COMMAND:
            continue
        for what, filled in sent(form):
            try:
                command = whole(form.command(values_of(form, filled)))
                acts.parse(command)
            except (Malformed, Unreadable) as error:
                pytest.fail(f"{form.name}, {what}: {error}")
            kinds.add(command["type"])
            posts += 1
    assert posts > 400
    assert len(kinds) > 25, sorted(kinds)


def test_a_number_beyond_its_bounds_is_refused(forms):
    bounded = [(form, field) for form in forms for field in form.fields if field.kind == "number"]
    assert {"amount", "gold", "count"} <= {field.name for _, field in bounded}
    for form, field in bounded:
        _, filled = next(sent(form))
        for number in (None if field.low is None else field.low - 1, None if field.high is None else field.high + 1):
            if number is not None:
                with pytest.raises(Unreadable, match="must be"):
                    values_of(form, {**filled, field.name: str(number)})
