"""The roster of a company of another campaign, copied for a tournament. [KERNEL-TOUR-18]"""

import json
import uuid

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from campaigns.domain.company.events import CompanyFounded, HeroRecruited
from campaigns.event_codec import COMPANIES, read_events
from campaigns.loading import load_company
from campaigns.models import Company
from tests.campaigns.acting import Evening
from tests.tournaments.opening import Open
from tournaments.rosters import copy_roster
from web.errors import Refusal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("KERNEL-TOUR-18")]


@pytest.fixture
def cup(db):
    """A cup in a campaign that Ann has joined without a company."""
    tournament = Open("bob")
    tournament.evening.join("ann")
    tournament.do("open_sign_up")
    return tournament


def elsewhere(*players, **order):
    return Evening(*players, title="The Short Summer", **order)


def copied(cup, other, by="ann", of="ann"):
    return copy_roster(cup.people[by], cup.id, uuid.UUID(other.companies[of]))


def test_it_is_founded_anew_with_its_heroes_and_says_where_it_came_from(cup):
    other = elsewhere("ann")
    with pytest.raises(Refusal) as no:
        cup.do("enter", by="ann", company=other.companies["ann"])
    assert (no.value.code, "copy its roster" in no.value.hint) == ("unknown_company", True)
    made = copied(cup, other)
    company = load_company(made.company).state
    assert (company.campaign, company.name, company.owner) == (str(cup.evening.id), "Ann's", cup.people["ann"].key)
    assert [(one.name, one.race, one.calling) for one in company.ready] == [
        ("Ann 1", "human", "fighter"),
        ("Ann 2", "human", "fighter"),
    ]
    told = f"Copied from Ann's of The Short Summer, company {other.companies['ann']}."
    log = list(read_events(COMPANIES, f"company-{made.company}"))
    assert {one.reason for one in log if isinstance(one, CompanyFounded | HeroRecruited)} == {told}
    cup.do("enter", by="ann", company=str(made.company))
    assert cup.now.entrants["e2"].name == "Ann's"


def test_it_is_copied_once(cup):
    other = elsewhere("ann")
    assert copied(cup, other) == copied(cup, other)
    assert Company.objects.filter(campaign=cup.evening.id, name="Ann's").count() == 1


def test_what_came_later_stays_behind(cup):
    """Gold, experience and a hero who has left; who cannot be paid for is left out, and is told."""
    other = elsewhere("ann")
    ann = other.companies["ann"]
    other.do("award_xp", company=ann, hero="h1", amount=3, reason="Bravery.")
    other.do("dismiss_hero", by="ann", company=ann, hero="h2")
    other.do("award_gold", company=ann, amount=5_000, reason="A find.")
    for number in range(3, 15):
        other.do("recruit_hero", by="ann", company=ann, name=f"Ann {number}", race="human", calling="fighter")
    made = copied(cup, other)
    company = load_company(made.company).state
    assert {one.xp for one in company.ready} == {0}
    assert "Ann 2" not in made.heroes
    assert made.left_out
    assert len(made.heroes) + len(made.left_out) == 13
    assert company.gold < 5_000


def test_rosters_of_a_game_with_sheets_are_copied_with_them(db):
    cup = Open("bob", game="ishmek")
    cup.evening.join("ann")
    other = elsewhere("ann", game="ishmek")
    made = copied(cup, other)
    assert (made.left_out, len(made.heroes)) == ((), 2)
    there, here = other.company("ann"), load_company(made.company).state
    assert [(one.stats, one.sheet) for one in here.ready] == [(one.stats, one.sheet) for one in there.ready]


@pytest.mark.parametrize(
    ("by", "of", "game", "status", "code"),
    [
        ("bob", "ann", "istra", 404, "not_found"),  # no member of the other campaign
        ("gail", "ann", "istra", 403, "not_yours"),
        ("ann", "ann", "ishmek", 422, "other_game"),
        ("cora", "cora", "istra", 404, "not_found"),  # does not see the tournament
    ],
)
def test_it_refuses_what_is_nobodys_to_copy(cup, by, of, game, status, code):
    other = elsewhere("ann", "cora", game=game)
    with pytest.raises(Refusal) as no:
        copied(cup, other, by=by, of=of)
    assert (no.value.status, no.value.code) == (status, code)


def test_it_refuses_a_company_of_the_same_campaign(cup):
    with pytest.raises(Refusal) as no:
        copied(cup, cup.evening, by="bob", of="bob")
    assert no.value.code == "same_campaign"


def test_by_the_api(cup):
    other = elsewhere("ann")
    client = Client()
    client.force_login(get_user_model().objects.get(username="ann"))

    def post(document):
        path = f"/api/v1/tournaments/{cup.id}/rosters"
        return client.post(path, json.dumps(document), content_type="application/json")

    answer = post({"company": other.companies["ann"]})
    assert (answer.status_code, answer.json()["heroes"]) == (201, ["Ann 1", "Ann 2"])
    assert post({"company": "x"}).status_code == 400
    assert post({"company": str(uuid.uuid4())}).status_code == 404
    assert Client().post(
        f"/api/v1/tournaments/{cup.id}/rosters", "{}", content_type="application/json"
    ).status_code in (
        400,
        404,
    )
