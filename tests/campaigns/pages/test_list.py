"""The list of campaigns: what stands there, what waits, the ways in."""

import pytest
from django.urls import reverse

from campaigns import service
from campaigns.models import Campaign
from tests.campaigns.fighting import start
from tests.campaigns.pages.conftest import client_of
from tests.campaigns.pages.filling import at, company_of, text, told
from tests.rules.play import rule

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

LIST = "/campaigns/"


def cards(client, **query):
    return {one.campaign.title: one for one in client.get(LIST, query).context["cards"]}


def post(client, form, key="k1", **fields):
    return client.post(LIST, {"form": form, "key": key, **fields})


def test_it_lists_ones_own_with_the_role(evening, browsers):
    assert {name: cards(browsers[name])["The Long Winter"].role for name in ("gail", "cora", "ann")} == {
        "gail": "GM",
        "cora": "co-GM",
        "ann": "player",
    }
    assert cards(browsers["eve"]) == cards(browsers["dan"]) == {}


def test_it_tells_what_waits_for_a_player(evening, ann):
    waits = cards(ann)["The Long Winter"].waits
    assert waits == [("2 open choices: Ann's", f"{company_of(evening, 'ann')}#heroes")]
    match = start(evening, "ann", "bob")  # what its heroes owe can only be chosen after it
    waits = cards(ann)["The Long Winter"].waits
    assert waits == [("Battle 1: Ann's", reverse("pages:match", args=[match]))]


def test_choices_of_a_campaign_that_is_over_do_not_wait(evening, ann):
    evening.do("end_campaign")
    assert cards(ann)["The Long Winter"].waits == []


def test_it_tells_what_waits_for_the_gm(evening, gail, ann):
    evening.do("request_join", by="eve")
    assert ("1 person asks to join", f"{at(evening)}#people") in cards(gail)["The Long Winter"].waits
    assert "asks to join" not in str(cards(ann)["The Long Winter"].waits)


def test_a_campaign_is_founded_once_however_often_the_form_is_sent(evening, browsers):
    eve = browsers["eve"]
    first = post(eve, "found", title="Summer", game="istra")
    again = post(eve, "found", title="Summer", game="istra")
    founded = Campaign.objects.get(title="Summer")
    assert first.url == again.url == reverse("campaigns:campaign", args=[founded.pk]) + "#top"
    assert founded.gm_name == "eve"


def test_it_refuses_a_campaign_without_a_title(evening, browsers):
    answer = post(browsers["eve"], "found", title=" ", game="istra")
    form = answer.context["forms"]["found"]
    assert answer.status_code == 400
    assert [one.field.name for one in form.fields if one.error] == ["title"]
    assert not Campaign.objects.filter(gm_name="eve").exists()


def test_what_was_typed_stays_where_a_campaign_is_refused(evening, browsers):
    answer = post(browsers["eve"], "found", title="T" * 150, game="ishmek")
    typed = {one.field.name: one.value for one in answer.context["forms"]["found"].fields}
    assert typed == {"title": "T" * 150, "game": "ishmek"}
    assert "1 to 120 visible characters" in text(answer)


@rule("KERNEL-CAMP-03")
def test_somebody_asks_to_be_let_in_by_address_or_id_and_takes_it_back(evening, browsers):
    eve = browsers["eve"]
    for typed in (str(evening.id), f"https://example.org{at(evening)}"):
        assert post(eve, "ask", key=typed, campaign=typed, message="I bring cake.").status_code == 302
        assert evening.campaign.requests[evening.key("eve")].message == "I bring cake."
        page = text(eve.get(LIST))
        assert f"You asked to join the campaign <code>{str(evening.id)[:8]}…</code>" in page
        assert "I bring cake." in page
        assert "The Long Winter" not in page  # its title is for who is let in
        assert post(eve, "take_back", key=f"{typed}-back", campaign=evening.id).status_code == 302
        assert evening.campaign.requests == {}


@pytest.mark.parametrize("typed", ["nonsense", "0b9d6f0e-3c52-4a5d-9a51-6c2f6f0d8e11"])
def test_it_refuses_to_ask_for_what_is_not_there(evening, browsers, typed):
    answer = post(browsers["eve"], "ask", campaign=typed)
    form = answer.context["forms"]["ask"]
    assert [one.field.name for one in form.fields if one.error] == ["campaign"]
    assert answer.status_code in (400, 422)


@rule("KERNEL-CAMP-03")
def test_an_invitation_is_accepted(evening, browsers):
    dan = browsers["dan"]
    assert "gail invites you to <b>The Long Winter</b>" in text(dan.get(LIST))
    answer = post(dan, "accept", campaign=evening.id)
    assert answer.url == at(evening)
    assert "You have joined The Long Winter." in told(answer)
    assert evening.campaign.people[evening.key("dan")].role == "player"


@rule("KERNEL-CAMP-03")
def test_an_invitation_is_declined(evening, browsers):
    assert post(browsers["dan"], "decline", campaign=evening.id).status_code == 302
    assert evening.campaign.invites == {}
    assert evening.key("dan") not in evening.campaign.people


@rule("KERNEL-CAMP-03")
def test_who_is_not_invited_cannot_accept(evening, browsers):
    answer = post(browsers["eve"], "accept", campaign=evening.id)
    assert answer.status_code == 422
    assert "You are not invited" in text(answer)
    assert evening.key("eve") not in evening.campaign.people


def test_a_form_that_is_none_of_the_page_is_refused(evening, browsers):
    assert post(browsers["eve"], "burn").status_code == 400


def test_archived_ones_stand_on_a_page_of_their_own(evening, gail):
    evening.do("end_campaign")
    evening.do("archive_campaign")
    assert cards(gail) == {}
    assert "1 archived campaign" in text(gail.get(LIST))
    assert set(cards(gail, archived="on")) == {"The Long Winter"}


def test_a_superuser_looks_on(evening, django_user_model):
    django_user_model.objects.create_superuser("root", password="the-orb-is-copper")
    assert cards(client_of("root"))["The Long Winter"].role == "spectator"


def test_the_list_has_pages(evening, browsers):
    for number in range(21):
        service.open_campaign(evening.people["eve"], {"title": f"No. {number}", "game": "istra"})
    page = browsers["eve"].get(LIST)
    assert len(page.context["cards"]) == 20
    assert "Older campaigns" in text(page)
    assert set(cards(browsers["eve"], page="2")) == {"No. 0"}


def test_as_many_queries_for_many_campaigns_as_for_one(evening, gail, django_assert_num_queries):
    evening.do("request_join", by="eve")
    start(evening, "ann", "bob")
    gail.get(LIST)

    def queries():
        with django_assert_num_queries(999, exact=False) as captured:
            gail.get(LIST)
        return len(captured)

    few = queries()
    gm = evening.people["gail"]
    for number in range(10):
        made = service.open_campaign(gm, {"title": f"No. {number}", "game": "istra"}).campaign
        order = {"type": "found_company", "name": f"Gail {number}", "motto": "On", "hall": "Hall"}
        service.give_command(gm, made.id, order)
    assert queries() == few
