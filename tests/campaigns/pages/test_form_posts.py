"""Each form of the pages of campaigns, sent once as a browser sends it: never a server error, never one that cannot
be read."""

import uuid

import pytest
from django.urls import reverse

from campaigns import service
from campaigns.pages.rules import tables_of
from tests.campaigns.full import GAMES, campaign_of_stage, full_campaign
from tests.campaigns.once import written_for
from tests.campaigns.pages.conftest import client_of
from tests.campaigns.pages.filling import at, company_of, hero_of, offers
from tests.campaigns.pages.test_form_sweep import everything_offered, sent
from tests.campaigns.pages.test_undoing import sent as undoing_sent
from tests.matches.pages.test_form_sweep import values_offered
from tests.undone import undone

LIST = "campaigns:list"
REFUSED = {
    *("end_campaign", "leave", "remove"),  # a battle is open, they have companies
    *("rename", "rename_company", "rename_hero"),  # that is the name already
    *("invite", "transfer", "advance_clock"),  # Eve asks to join already; nothing was to be given, no time to pass
    "recover",  # in a game that has it, nobody has anything to recover from
}
"""What the rules refuse as it comes."""


@pytest.fixture(scope="module", params=GAMES)
def evening_once(request, django_db_setup, django_db_blocker):
    with written_for(request, django_db_blocker):
        yield full_campaign(request.param)


def answered(client, address, what, fields):
    """The answer to a form that was sent, with nothing done: its status, and the code of its refusal if it has one."""
    with undone():
        answer = client.post(address, fields)
        refusal = _refusal_in(answer)
    assert answer.status_code in (302, 403, 409, 422), f"{what}: {answer.status_code}, {refusal}"
    assert refusal is None or refusal.code not in ("malformed", "bad_ground"), f"{what}: {refusal}"
    assert (refusal is None) == (answer.status_code == 302), what
    return answer


def _refusal_in(answer):
    """The refusal that a page shows, above it or in the form that was sent."""
    if answer.status_code == 302 or not answer.context:
        return None
    context = answer.context
    shown = [one.shown.error for one in offers(answer).values()] if "offers" in context else []
    shown += [one.error for one in context["forms"].values()] if "forms" in context else []
    return next((one for one in (context.get("refusal"), *shown) if one is not None), None)


def addresses(evening):
    """The pages on which there are forms that make commands."""
    yield at(evening)
    yield reverse("campaigns:start", args=[evening.id])
    for name in evening.companies:
        yield company_of(evening, name)
        for one in evening.company(name).heroes:
            yield hero_of(evening, name, one)


def test_each_form_that_is_offered_can_be_sent(evening):
    service.invite_by_link(evening.people["gail"], evening.id)
    known = {one.form.name for one in everything_offered(evening) if list(sent(one.form))}
    tried, done = set(), set()
    others = [campaign_of_stage(stage, evening) for stage in ("draft", "ended")]
    for name in ("gail", "ann", "bob", "cora"):
        client = client_of(name)
        looked_at = [*addresses(evening), *(at(other) for other in others if name == "gail")]
        for address in looked_at:
            page = client.get(address)
            if page.status_code == 200:
                new = {uid: one for uid, one in offers(page).items() if one.shown.form.name not in tried}
                for uid, one in new.items():
                    form = one.shown.form
                    for what, filled in [*sent(form)][:1]:
                        fields = {**filled, "form": uid, "key": uuid.uuid4().hex}
                        answer = answered(client, address, f"{form.name}, {what}", fields)
                        tried.add(form.name)
                        done |= {form.name} if answer.status_code == 302 else set()
    assert known - tried == {"void_battle", "record_again", "record_battle"}  # with pages of their own: below
    assert tried - done <= REFUSED


def test_each_deed_on_a_battle_can_be_sent(evening):
    gail, tried = client_of("gail"), set()
    for battle in evening.campaign.battles:
        for deed in ("void", "again", "record"):
            address = reverse(f"campaigns:{deed}", args=[evening.id, battle])
            page = gail.get(address)
            if page.status_code == 200:
                answered(gail, address, deed, undoing_sent(page, reason="The table agreed."))
                tried.add(deed)
    assert tried == {"void", "again", "record"}


def test_the_house_rules_can_be_sent(evening):
    gail, address = client_of("gail"), reverse("campaigns:rules", args=[evening.id])
    page = gail.get(address)
    shown = [*(one for group in page.context["groups"] for one in group.fields), *page.context["reason"]]
    filled = {one.field.name: one.value for one in shown}
    select = next(one.field for one in shown if one.field.kind == "select")
    for value in values_offered(select):
        answer = answered(gail, address, value, {**filled, select.name: value, "form": "rules"})
        assert answer.status_code == 302


def test_every_choice_in_a_row_of_a_table_can_be_sent(evening):
    gail = client_of("gail")
    for name in tables_of(evening.campaign.game):
        address = reverse("campaigns:table", args=[evening.id, name])
        page = gail.get(address)
        fields = [one.field for row in page.context["rows"] for one in row.fields]
        plainly = {one.name: _typed(one) for one in fields} | {"count": page.context["count"]}
        for field in fields:
            for value in [plainly[field.name], *values_offered(field)]:
                if value or not field.required:
                    answered(gail, address, f"{field.name}={value}", {**plainly, field.name: value})


def _typed(field):
    """Something that fits: a name, a number that a hero may have, what is chosen first."""
    if field.kind == "select":
        return field.value or min(field.values - {""}, default="")
    if field.kind == "text":
        return field.value or "as agreed"
    return field.value or {"number": "3", "inches": "12"}.get(field.kind, "")


@pytest.mark.parametrize(
    ("who", "form", "fields"),
    [
        ("eve", "found", {"title": "Another winter"}),
        ("bob", "ask", {}),
        ("dan", "accept", {}),
        ("dan", "decline", {}),
        ("eve", "take_back", {}),
    ],
)
def test_each_form_of_the_list_can_be_sent(evening, who, form, fields):
    client, address = client_of(who), reverse(LIST)
    shown = client.get(address).context["forms"]
    filled = {one.field.name: one.value for one in shown[form].fields} if form in shown else {}
    about = {**filled, "campaign": str(evening.id), **fields, "form": form, "key": "k"}
    answer = answered(client, address, form, about)
    assert answer.status_code == (422 if form == "ask" else 302)  # Bob is a member already


def test_a_link_can_be_followed(evening):
    token = service.invite_by_link(evening.people["gail"], evening.id)
    client, address = client_of("dan"), reverse("campaigns:join", args=[token])
    assert client.get(address).status_code == 200
    assert answered(client, address, "join", {}).status_code == 302
