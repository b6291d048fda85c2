"""Who may open which page: members all of them, staff those of the GM; for others there is nothing, or a login."""

import pytest
from django.urls import reverse

from jobs import queue
from tests.campaigns.fighting import concede, start
from tests.campaigns.pages.filling import at, company_of, hero_of, offers
from tests.rules.play import rule

pytestmark = pytest.mark.django_db

MEMBERS = ("gail", "cora", "ann", "bob")
STAFF = ("gail", "cora")
GM_ACTIONS = {"add_condition", "award_xp", "capture_hero", "correct", "declare_fate"}


@pytest.fixture
def pages(evening):
    """Every page of a campaign, by name."""
    match = start(evening, "ann", "bob")
    concede(match)
    queue.sweep(60)
    return {
        "campaign": at(evening),
        "rules": reverse("campaigns:rules", args=[evening.id]),
        "table": reverse("campaigns:table", args=[evening.id, "races"]),
        "battle": reverse("campaigns:battle", args=[evening.id, match]),
        "company": company_of(evening, "ann"),
        "hero": hero_of(evening, "ann"),
        "why": f"{hero_of(evening, 'ann')}?why=stats.power",
    }


@rule("KERNEL-CAMP-01")
def test_members_see_every_page_and_others_none(browsers, pages):
    for name, address in pages.items():
        found = {who: client.get(address).status_code for who, client in browsers.items() if who}
        members = dict.fromkeys(MEMBERS, 200)
        assert found == {**members, "dan": 404, "eve": 404}, name


def test_who_is_not_logged_in_logs_in_and_comes_back(browsers, pages):
    for address in (*pages.values(), reverse("campaigns:list"), reverse("campaigns:join", args=["x"])):
        answer = browsers[""].get(address)
        assert answer.status_code == 302
        assert answer.url.startswith("/login/?next=/")
        assert address.partition("?")[0] in answer.url


def test_who_sends_a_form_and_is_no_longer_logged_in_logs_in_first(browsers, pages):
    answer = browsers[""].post(pages["company"], {"form": "buy_item:dagger", "count": "1"})
    assert answer.url == f"/login/?next={pages['company']}"


@rule("KERNEL-CAMP-01")
def test_only_who_runs_it_starts_battles(evening, browsers):
    address = reverse("campaigns:start", args=[evening.id])
    found = {who: client.get(address).status_code for who, client in browsers.items() if who}
    assert found == {"gail": 200, "cora": 200, "ann": 403, "bob": 403, "dan": 404, "eve": 404}


@rule("KERNEL-CAMP-01")
def test_what_a_campaign_offers_to_whom(evening, browsers):
    offered = {who: set(offers(browsers[who].get(at(evening)))) for who in MEMBERS}
    assert offered["ann"] == offered["bob"] == {"found", "leave"}
    ann, cora = evening.key("ann"), evening.key("cora")
    dan = evening.key("dan")
    staff = {"found", "invite", "make_link", "start_downtime", "advance_clock", "end_campaign", "rename"}
    staff |= {f"withdraw_invite:{dan}"}
    players = {f"remove:{evening.key(one)}" for one in ("ann", "bob")}
    assert offered["cora"] == {*staff, *players, "leave"}
    assert offered["gail"] == {
        *staff,
        *players,
        f"remove:{cora}",
        *(f"role:{key}" for key in (ann, evening.key("bob"), cora)),
    }


@rule("KERNEL-CAMP-01")
def test_what_a_company_offers_to_whom(evening, browsers):
    offered = {who: set(offers(browsers[who].get(company_of(evening, "ann")))) for who in MEMBERS}
    assert offered["bob"] == set()
    by_hand = {"award_gold", "fine", "transfer", "correct"}
    assert offered["ann"] | by_hand == offered["gail"] == offered["cora"]
    assert not by_hand & offered["ann"]
    assert {"recruit_hero", "buy_item:dagger", "upgrade_hall:walls", "declare_invasion", "disband"} <= offered["ann"]


@rule("KERNEL-CAMP-01")
def test_what_a_hero_offers_to_whom(evening, browsers):
    offered = {who: set(offers(browsers[who].get(hero_of(evening, "ann", "h2")))) for who in MEMBERS}
    assert offered["bob"] == set()
    own = {"choose_talent", "name_leader", "rename_hero", "retire_hero", "dismiss_hero"}
    assert offered["ann"] == own
    assert offered["gail"] == offered["cora"] == {*own, *GM_ACTIONS}


@rule("KERNEL-CAMP-01")
@pytest.mark.parametrize("who", ["bob", "dan", "eve"])
def test_it_refuses_a_form_that_is_not_offered(evening, browsers, who):
    before = evening.company("ann")
    answer = browsers[who].post(company_of(evening, "ann"), {"form": "buy_item:dagger", "count": "1", "key": "k"})
    assert answer.status_code == (422 if who == "bob" else 404)
    assert evening.company("ann") == before


def test_there_is_no_page_of_a_hero_that_nobody_recruited(evening, ann):
    assert ann.get(hero_of(evening, "ann", "h9")).status_code == 404


def test_there_is_no_page_of_a_match_that_is_no_battle_of_it(evening, ann):
    assert ann.get(reverse("campaigns:battle", args=[evening.id, evening.id])).status_code == 404
