"""The order in which an act locks rows: the campaign, then its companies by their ids, whoever gives to whom.

Whatever waits at one row holds none that comes after it; so nobody ever waits in a ring.
"""

import psycopg
import pytest
from django.db.models import F

from campaigns.models import Campaign, Company
from eventstore import api as store
from eventstore.models import Subscription
from tests.campaigns.acting import Evening
from tests.eventstore.processes import postgresql_url
from tests.matches.test_locks import WAIT_SECONDS, meanwhile

pytestmark = [pytest.mark.postgresql(only=True), pytest.mark.django_db(transaction=True)]

CAMPAIGN_ROW = "UPDATE campaigns_campaign SET title = title WHERE id = %s"
COMPANY_ROW = "UPDATE campaigns_company SET motto = motto WHERE id = %s"
COMPANY_IS_FREE = "SELECT FROM campaigns_company WHERE id = %s FOR UPDATE NOWAIT"
FIRST, SECOND, THIRD = range(3)


@pytest.fixture
def other():
    with psycopg.connect(postgresql_url(), autocommit=True) as raw:
        raw.execute("BEGIN")
        yield raw


@pytest.fixture
def evening():
    return Evening("ann", "bob", "cora")


def companies(evening):
    """Their ids, in the order of the ids."""
    return sorted(evening.companies.values())


def hand_over(evening, source, target):
    return lambda: evening.do("transfer", company=source, to=target, gold=1, reason="dice")


@pytest.mark.parametrize(("source", "target"), [(FIRST, SECOND), (SECOND, FIRST), (THIRD, FIRST), (SECOND, THIRD)])
def test_who_waits_for_the_first_company_does_not_hold_the_second(evening, other, source, target):
    ids = companies(evening)
    low, high = ids[min(source, target)], ids[max(source, target)]
    other.execute(COMPANY_ROW, (low,))
    with meanwhile(hand_over(evening, ids[source], ids[target]), other) as done:
        other.execute(COMPANY_IS_FREE, (high,))
        other.execute("COMMIT")
        done.result(WAIT_SECONDS)
    gold = dict(Company.objects.values_list("pk", "gold"))
    assert sorted(gold.values()) == [299, 300, 301]
    assert store.check("campaigns") == []


@pytest.mark.parametrize(("source", "target"), [(FIRST, SECOND), (SECOND, FIRST)])
def test_who_waits_for_the_campaign_holds_no_company(evening, other, source, target):
    ids = companies(evening)
    other.execute(CAMPAIGN_ROW, (evening.id,))
    with meanwhile(hand_over(evening, ids[source], ids[target]), other) as done:
        for company in ids:
            other.execute(COMPANY_IS_FREE, (company,))
        other.execute("COMMIT")
        done.result(WAIT_SECONDS)
    assert store.check("campaigns") == []


# The follower, which writes the rows that lag behind


@pytest.fixture
def lagging():
    """The rows of the campaign and of all companies are an event old, and the follower begins anew."""
    evening = Evening("ann", "bob", "cora")
    while list(evening.companies.values()) == companies(evening):  # founded in the order of their ids, by chance
        (evening.companies[f"cora {len(evening.companies)}"],) = evening.do(
            "found_company", by="cora", name=f"C {len(evening.companies)}", motto="On", hall="Hall"
        ).companies
    store.catch_up("campaigns")
    for model in (Campaign, Company):
        model.objects.update(version=F("version") - 1)
    Subscription.objects.update(position=0)
    return evening


def test_the_follower_comes_to_companies_in_the_order_of_their_ids(lagging, other):
    first, *rest = companies(lagging)
    other.execute(COMPANY_ROW, (first,))
    with meanwhile(lambda: store.catch_up("campaigns"), other) as done:
        for company in rest:
            other.execute(COMPANY_IS_FREE, (company,))
        other.execute("COMMIT")
        assert done.result(WAIT_SECONDS).state is store.State.CAUGHT_UP
    assert store.check("campaigns") == []


def test_the_follower_comes_to_the_campaign_before_its_companies(lagging, other):
    other.execute(CAMPAIGN_ROW, (lagging.id,))
    with meanwhile(lambda: store.catch_up("campaigns"), other) as done:
        for company in companies(lagging):
            other.execute(COMPANY_IS_FREE, (company,))
        other.execute("COMMIT")
        assert done.result(WAIT_SECONDS).state is store.State.CAUGHT_UP
    assert store.check("campaigns") == []
