"""The lists of campaigns and what is in them: with how many queries, for whom, found how; and that they only show."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.admin import home
from campaigns.models import Battle, BattleSide, Campaign, Company, Hero, Job, Member
from tests.campaigns.admin.filling import MODELS, changelist, page
from tests.campaigns.fighting import start
from web.models import Account

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
# Twenty pages of any list, more than a list ever shows at once.
MANY = 1_000


def people(count):
    """More people to choose from."""
    users = get_user_model().objects.bulk_create(get_user_model()(username=f"anna{n}") for n in range(count))
    return Account.objects.bulk_create(Account(user=user) for user in users)


def campaigns(count):
    """Rows of campaigns that Gail runs; they stand in no log."""
    gail = Account.objects.get(user__username="gail")
    made = Campaign.objects.bulk_create(
        Campaign(
            id=uuid4(),
            title=f"War {n}",
            game="istra",
            stage="running",
            gm=gail,
            gm_name="gail",
            version=3,
            summary={"companies": 2, "battles": {"open": 1}},
            created_at=NOW,
            updated_at=NOW,
        )
        for n in range(count)
    )
    Member.objects.bulk_create(Member(campaign=one, person=gail.key.hex, account=gail, role="gm") for one in made)
    return made


def companies(campaigns):
    owner = Account.objects.get(user__username="ann")
    return Company.objects.bulk_create(
        Company(
            id=uuid4(),
            campaign=campaign,
            name=f"Company {n}",
            game="istra",
            owner=owner,
            gold=n,
            owed=n % 2,
            orders=n % 3,
            version=3,
            created_at=NOW,
            updated_at=NOW,
        )
        for n, campaign in enumerate(campaigns)
    )


def heroes(companies):
    return Hero.objects.bulk_create(
        Hero(company=company, hero="h1", name=f"Hero {n}", race="human", calling="fighter", owed=n % 2)
        for n, company in enumerate(companies)
    )


def battles(companies):
    made = Battle.objects.bulk_create(
        Battle(campaign=company.campaign, match=uuid4(), number=1, kind="counting") for company in companies
    )
    BattleSide.objects.bulk_create(
        BattleSide(battle=battle, company=company, seat=seat, heroes=4)
        for battle, company in zip(made, companies, strict=True)
        for seat in ("s1", "s2")
    )
    return made


def jobs(campaigns):
    states = ("waiting", "running", "parked", "done")
    return Job.objects.bulk_create(
        Job(
            id=uuid4(),
            kind="settle_match",
            scope=campaign.pk,
            subject=str(uuid4()),
            cause_stream=f"campaign-{campaign.pk}",
            cause_version=1,
            state=states[n % 4],
            due_at=NOW,
            created_at=NOW,
            updated_at=NOW,
        )
        for n, campaign in enumerate(campaigns)
    )


def fill(count):
    """So many more campaigns, each with a company, a hero, a battle and a job."""
    opened = campaigns(count)
    founded = companies(opened)
    for rows in (heroes(founded), battles(founded), jobs(opened)):
        assert len(rows) == count


def queries(client, address):
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


NARROWED = {
    "campaign": ({"q": "war"}, {"stage__exact": "running"}, {"game": "istra"}, {"gm__id__exact": "1"}, {"o": "-2"}),
    "company": ({"q": "company"}, {"owed": "some"}, {"orders": "some"}, {"disbanded__exact": "0"}, {"game": "istra"}),
    "hero": ({"q": "hero"}, {"standing__exact": "ready"}, {"absent__exact": "0"}, {"owed": "some"}, {"o": "-2"}),
    "battle": ({"q": "war"}, {"stage__exact": "open"}, {"kind__exact": "counting"}, {"o": "-1"}),
    "job": ({"q": "settle"}, {"state__exact": "parked"}, {"kind": "settle_match"}, {"done": "no"}, {"done": "yes"}),
}
"""How each list is searched, filtered and put into another order."""


CHOSEN_BY_TYPING = (
    ("company", "campaign"),
    ("hero", "company"),
    ("battleside", "company"),
    ("campaign", "gm"),
    ("company", "owner"),
)
"""What is found by typing: the row and the field that it is for."""


def lists():
    """Each list as it is and narrowed in each way: its address, and how many queries it may take."""
    return {changelist(model, **query): 14 for model in MODELS for query in ({}, *NARROWED[model])}


def choices():
    """What a field asks for while somebody types."""
    return {
        reverse(
            "admin:autocomplete",
            query={"app_label": "campaigns", "model_name": model, "field_name": field, "term": "a"},
        ): 6
        for model, field in CHOSEN_BY_TYPING
    }


def test_all_take_as_many_queries_for_a_thousand_rows_as_for_few(browsers, monkeypatch):
    monkeypatch.setattr(home, "GLANCE", timedelta(days=1))  # later than that, a visit is noted
    allowed = {**lists(), **choices(), reverse("admin:index"): 40}

    looked_at = [("gail", page) for page in allowed] + [("root", changelist(model)) for model in MODELS]

    def costs():
        return {(who, page): queries(browsers[who], page) for who, page in looked_at}

    queries(browsers["gail"], reverse("admin:index"))  # what is asked once, and kept
    fill(30)
    few = costs()
    fill(MANY)
    people(300)
    assert costs() == few
    assert [(page, count) for page, count in few.items() if count > allowed[page[1]]] == []


def found(client, model, **query):
    response = client.get(changelist(model, **query))
    assert response.status_code == 200
    return response.context["cl"].result_count


def test_rows_are_found_by_what_people_know(gail, evening):
    match = start(evening, "ann", "bob")
    for model, words, count in (
        ("campaign", "winter", 1),
        ("campaign", "cora", 1),
        ("campaign", "Ann's", 1),
        ("company", "Hall of Bob", 1),
        ("company", "winter", 2),
        ("hero", "Ann", 2),
        ("hero", "Bob's", 2),
        ("battle", "Ann's", 1),
        ("battle", str(match), 1),
        ("job", str(match), 1),
        ("job", str(evening.id), 1),
        ("job", "long winter", 1),
        *((model, "nothing of the sort", 0) for model in ("campaign", "company", "hero")),
    ):
        assert (model, words, found(gail, model, q=words)) == (model, words, count)


def test_a_list_in_which_nothing_stands_asks_for_nothing_that_cannot_be_done(gail, evening):
    empty, searched = (gail.get(changelist("job", **query)).content.decode() for query in ({}, {"q": "nothing"}))
    assert "There is nothing here yet." in empty
    assert "No results." in searched
    assert "Create a new item" not in empty + searched


def test_rows_are_filtered(gail, evening):
    start(evening, "ann", "bob")
    ann = evening.companies["ann"]
    for model, query, count in (
        ("campaign", {"stage__exact": "running"}, 1),
        ("campaign", {"stage__exact": "ended"}, 0),
        ("campaign", {"game": "istra"}, 1),
        ("campaign", {"game": "chess"}, 0),
        ("company", {"campaign__id__exact": str(evening.id)}, 2),
        ("company", {"owed": "some"}, 2),
        ("company", {"orders": "some"}, 0),
        ("company", {"orders": "none"}, 2),
        ("hero", {"company__id__exact": ann}, 2),
        ("hero", {"standing__exact": "dead"}, 0),
        ("hero", {"owed": "some"}, 4),
        ("battle", {"stage__exact": "open"}, 1),
        ("battle", {"sides__company__id__exact": ann}, 1),
        ("job", {"state__exact": "done"}, 1),
        ("job", {"kind": "open_battle"}, 1),
        ("job", {"kind": "settle_match"}, 0),
    ):
        assert (model, query, found(gail, model, **query)) == (model, query, count)


@pytest.mark.parametrize(
    "query", [{"game": "chess"}, {"p": "-3"}, {"o": "99"}, {"q": "%"}, {"campaign__id__exact": "x"}]
)
@pytest.mark.parametrize("model", MODELS)
def test_a_list_survives_what_people_type_into_addresses(gail, evening, model, query):
    assert gail.get(changelist(model, **query)).status_code in (200, 302, 400)  # 400: the list has no such filter


def test_campaigns_companies_and_people_can_be_chosen_by_typing(gail, evening):
    for field, model, part, expected in (
        ("campaign", "company", "wint", "The Long Winter"),
        ("company", "hero", "bob", "Bob's"),
        ("company", "battleside", "ann", "Ann's"),
    ):
        query = {"app_label": "campaigns", "model_name": model, "field_name": field, "term": part}
        results = gail.get(reverse("admin:autocomplete", query=query)).json()["results"]
        assert [one["text"] for one in results] == [expected]


@pytest.mark.parametrize("model", MODELS)
def test_nothing_can_be_added_changed_or_deleted_even_by_superusers(browsers, evening, model):
    start(evening, "ann", "bob")
    row = MODELS[model].objects.first()
    before = list(MODELS[model].objects.order_by("pk").values())
    root = browsers["root"]
    for address in (
        reverse(f"admin:campaigns_{model}_add"),
        page(row),
        reverse(f"admin:campaigns_{model}_delete", args=[row.pk]),
    ):
        assert root.post(address, {"title": "Mine", "name": "x", "post": "yes"}).status_code == 403
    assert list(MODELS[model].objects.order_by("pk").values()) == before
