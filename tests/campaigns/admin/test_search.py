"""The search on the home of the admin site: heroes, companies, battles, campaigns, matches and events by a word."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns.demo.people import RIGHTS
from campaigns.models import Battle, Campaign, Company, Hero
from config import finding
from matches.models import Match
from tests.campaigns.admin.filling import page, text
from tests.campaigns.admin.test_lists import fill, queries
from tests.campaigns.fighting import start
from tests.matches.admin.conftest import client_of, staff

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

RIGHTS_OF_A_GM = [right.partition(".")[2] for right in RIGHTS["Game masters"]]


@pytest.fixture
def browsers(evening, browsers):
    """The browsers of all of them, each with the rights of a Game master; and of a superuser."""
    users = get_user_model().objects.filter(username__in=evening.people)
    return {user.username: client_of(staff(user, *RIGHTS_OF_A_GM)) for user in users} | {"root": browsers["root"]}


def search(client, words):
    """By the heading of each group what stands in it."""
    response = client.get(reverse("admin:index"), {"q": words})
    assert response.status_code == 200
    return {group.title: [row.text for row in group.rows] for group in response.context["search"].groups}


FOUND = (
    ("winter", "Campaigns", ["The Long Winter"]),
    ("THE LONG", "Campaigns", ["The Long Winter"]),
    ("ann's", "Companies", ["Ann's"]),
    ("hall of bob", "Companies", ["Bob's"]),
    ("Ann 2", "Heroes", ["Ann 2"]),
    ("battle 1", "Battles", ["Battle 1: Ann's against Bob's"]),
    ("#1", "Battles", ["Battle 1: Ann's against Bob's"]),
    ("bob's", "Battles", ["Battle 1: Ann's against Bob's"]),
    ("battle 1 winter", "Battles", ["Battle 1: Ann's against Bob's"]),
    ("battle 1", "Matches", ["Battle 1: Ann's against Bob's"]),
    ("campaign started", "Events", ["Campaign started"]),
    ("Company founded", "Events", ["Company founded", "Company founded"]),
    ("found", "Events", ["Company founded", "Company founded"]),
    ("campaign.campaign_started", "Events", ["Campaign started"]),
)


@pytest.mark.parametrize(("words", "group", "expected"), FOUND)
def test_each_is_found_by_what_people_know(gail, evening, words, group, expected):
    start(evening, "ann", "bob")
    assert search(gail, words)[group] == expected


@pytest.mark.parametrize("words", ["battle 2", "#2", "battle 1 summer"])
def test_a_battle_of_another_number_or_campaign_is_not_found(gail, evening, words):
    start(evening, "ann", "bob")
    assert "Battles" not in search(gail, words)


def test_ids_are_found(gail, evening):
    match = start(evening, "ann", "bob")
    assert search(gail, str(match)).keys() == {"Battles", "Matches"}


def test_what_is_called_by_the_words_stands_first(gail, evening):
    assert search(gail, "ann")["Heroes"] == ["Ann 1", "Ann 2"]
    evening.do(
        "recruit_hero", by="bob", company=evening.companies["bob"], name="Joanna", race="human", calling="fighter"
    )
    evening.do("recruit_hero", by="ann", company=evening.companies["ann"], name="Zed", race="human", calling="fighter")
    # Zed is found by the company, Ann's.
    assert search(gail, "ann")["Heroes"] == ["Ann 1", "Ann 2", "Joanna", "Zed"]


def test_each_leads_to_its_page_in_the_admin_site(gail, evening):
    start(evening, "ann", "bob")
    shown = text(gail.get(reverse("admin:index"), {"q": "ann"}))
    rows = [Company.objects.get(name="Ann's"), *Hero.objects.filter(name__startswith="Ann"), Battle.objects.get()]
    for row in rows:
        assert f'href="{page(row)}"' in shown
    assert f'href="{reverse("admin:matches_match_change", args=[Match.objects.get().pk])}"' in shown


@pytest.mark.parametrize("who", ["eve", "ann"])
@pytest.mark.parametrize("words", ["winter", "Bob", "battle 1", "campaign started"])
def test_others_find_nothing_of_it(browsers, evening, who, words):
    """Eve is a stranger, Ann plays; both work in the admin site. Ann sits in the match, and finds that."""
    start(evening, "ann", "bob")
    found = search(browsers[who], words)
    assert found.keys() <= ({"Matches", "Events"} if who == "ann" else set())
    assert "Events" not in found or words == "battle 1"


def test_nobody_finds_what_they_may_not_look_at(evening):
    users = get_user_model().objects
    start(evening, "ann", "bob")
    looker = client_of(staff(users.get(username="gail"), "view_hero"))
    assert search(looker, "ann").keys() == {"Heroes"}
    nobody = client_of(staff(users.get(username="gail")))
    assert "search" not in nobody.get(reverse("admin:index"), {"q": "ann"}).context


def test_a_game_master_may_look_at_all_that_is_searched():
    searched = {f"{model._meta.app_label}.view_{model._meta.model_name}" for model in finding.SEARCHED}
    assert searched <= set(RIGHTS["Game masters"])


def test_secrets_are_not_found_by_their_type(browsers, evening, monkeypatch):
    """Which events may be secret, the log says; only superusers look for them by type."""
    start(evening, "ann", "bob")
    monkeypatch.setattr("eventstore.admin.kinds.may_hide", lambda name: name == "campaign.campaign_started")
    assert "Events" not in search(browsers["gail"], "campaign started")
    assert search(browsers["root"], "campaign started")["Events"] == ["Campaign started"]


def test_nothing_is_said_so(gail, evening):
    shown = text(gail.get(reverse("admin:index"), {"q": "a unicorn"}))
    assert "Nothing found for “a unicorn”" in shown
    assert search(gail, "a unicorn") == {}


@pytest.mark.parametrize("words", ["", "   "])
def test_an_empty_search_is_the_home(gail, evening, words):
    assert "search" not in gail.get(reverse("admin:index"), {"q": words}).context


@pytest.mark.parametrize("words", ["\x00", "%", "'", '"', "9" * 40, "1e999", "<script>", "ß", "match-", "\u2028"])
def test_a_search_survives_what_people_type(gail, evening, words):
    assert gail.get(reverse("admin:index"), {"q": words}).status_code == (400 if words == "\x00" else 200)


def test_a_search_that_nobody_types_is_refused(gail, evening):
    assert gail.get(reverse("admin:index"), {"q": "x" * 201}).status_code == 400


def test_a_search_takes_as_many_queries_for_a_thousand_rows_as_for_few_and_shows_a_few(gail, evening):
    start(evening, "ann", "bob")
    # Found in all groups that many rows can be in: a campaign "War n" with "Company n", "Hero n" and a battle.
    addresses = [reverse("admin:index", query={"q": words}) for words in ("war", "company", "hero", "1", "battle")]
    fill(30)
    few = [queries(gail, address) for address in addresses]
    fill(300)
    assert [queries(gail, address) for address in addresses] == few
    assert max(few) <= 30
    shown = search(gail, "war")
    assert len(shown["Campaigns"]) == finding.MOST_SHOWN < Campaign.objects.count()
    everything = reverse("admin:campaigns_campaign_changelist", query={"q": "war"})
    assert f'href="{everything}"' in text(gail.get(addresses[0]))
