"""The API of campaigns: its lists, their filters and pages, and the queries they take."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.models import Battle, BattleSide, Campaign, Company, Hero, Member
from jobs.models import Job
from web.models import Account

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


class TestLists:
    def test_filters_of_campaigns(self, api, evening):
        for query, found in (
            ("stage=running", 1),
            ("stage=draft", 0),
            ("game=istra", 1),
            ("title=long", 1),
            ("gm=gail", 1),
            ("gm=ann", 0),
            ("created_after=2999-01-01T00:00:00Z", 0),
        ):
            assert len(api["ann"]("GET", f"campaigns/?{query}").json()["results"]) == found, query

    def test_filters_of_companies(self, api, evening):
        for query, found in (
            ("name=ann", ["Ann's"]),
            (f"owner={evening.key('bob')}", ["Bob's"]),
            ("disbanded=true", []),
            ("owed=true", ["Ann's", "Bob's"]),
            ("owed=false", []),
            ("building=true", []),
            ("in_battle=true", []),
            ("in_battle=false", ["Ann's", "Bob's"]),
        ):
            listed = api["ann"]("GET", f"campaigns/{evening.id}/companies/?{query}").json()["results"]
            assert [row["name"] for row in listed] == found, query

    def test_filters_of_battles_and_jobs(self, api, evening, fought):
        for query, found in (
            (f"battles/?company={evening.companies['ann']}", 1),
            (f"battles/?match={fought}", 1),
            (f"battles/?match={uuid.uuid4()}", 0),
            ("battles/?stage=open", 0),
            ("battles/?kind=counting", 1),
            ("jobs/?state=done", 2),
            ("jobs/?kind=settle_match", 1),
            (f"jobs/?subject={fought}", 2),
        ):
            assert len(api["ann"]("GET", f"campaigns/{evening.id}/{query}").json()["results"]) == found, query

    @pytest.mark.parametrize(
        "query",
        [
            *(f"companies/?{name}=zzz" for name in ("disbanded", "owed", "building", "in_battle")),
            "jobs/?kind=zz",
            "jobs/?state=zz",
            "battles/?kind=zz",
        ],
    )
    def test_filters_refuse_what_they_do_not_know(self, api, evening, query):
        assert api["ann"]("GET", f"campaigns/{evening.id}/{query}").status_code == 400

    def test_pages_of_battles(self, api, evening):
        furnish(evening, 1, 12)
        first = api["ann"].get(f"campaigns/{evening.id}/battles/", limit=7)
        answer = api["ann"].client.get(first["next"], headers=api["ann"].headers).json()
        numbers = [battle["number"] for battle in first["results"] + answer["results"]]
        assert numbers == [*range(12, 0, -1)]


def furnish(evening, first, last):
    """Campaigns of Ann's with these numbers, and in this one companies with a hero, battles and jobs."""
    numbers = range(first, last + 1)
    now = timezone.now()
    stamps = {"created_at": now, "updated_at": now}
    ann = Account.objects.get(user__username="ann")
    campaigns = [Campaign(id=uuid.uuid4(), title="x", game="istra", version=1, **stamps) for _ in numbers]
    Campaign.objects.bulk_create(campaigns)
    Member.objects.bulk_create(Member(campaign=one, person=ann.key.hex, account=ann) for one in campaigns)
    fields = {"campaign_id": evening.id, "game": "istra", "gold": 1, "version": 1, **stamps}
    companies = [Company(id=uuid.uuid4(), name=f"Company {number}", **fields) for number in numbers]
    Company.objects.bulk_create(companies)
    Hero.objects.bulk_create(Hero(company=one, hero="h1", name="x", owed=1, xp=2) for one in companies)
    battles = Battle.objects.bulk_create(
        Battle(campaign_id=evening.id, match=uuid.uuid4(), number=number, kind="counting") for number in numbers
    )
    BattleSide.objects.bulk_create(
        BattleSide(battle=battle, company=company, seat="s1", heroes=1)
        for battle, company in zip(battles, companies, strict=True)
    )
    Job.objects.bulk_create(
        Job(
            id=uuid.uuid4(),
            kind="x",
            scope=evening.id,
            cause_stream="x",
            cause_version=1,
            due_at=now,
            **stamps,
        )
        for _ in numbers
    )


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("campaigns/?limit=200", 3),
        ("campaigns/{campaign}/", 9),
        ("campaigns/{campaign}/companies/?limit=200", 4),
        ("campaigns/{campaign}/battles/?limit=200", 5),
        ("campaigns/{campaign}/standings", 4),
        ("campaigns/{campaign}/jobs/?limit=200", 4),
    ],
)
def test_many_rows_take_as_few_queries_as_few(api, evening, address, most):
    address = address.format(campaign=evening.id)
    counts = []
    for first, last in ((1, 3), (4, 200)):
        furnish(evening, first, last)
        api["ann"]("GET", address)
        with CaptureQueriesContext(connection) as seen:
            assert api["ann"]("GET", address).status_code == 200
        counts.append(len(seen.captured_queries))
    assert counts[0] == counts[1] <= most, [query["sql"][:200] for query in seen.captured_queries]
