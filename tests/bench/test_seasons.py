"""The campaigns of the bench: what a long one is made of, and that a battle is settled before its clock stops."""

import pytest

from bench.roles import campaigns, seasons
from campaigns import event_codec
from campaigns.models import Battle, Campaign, Company
from eventstore import api as store
from jobs.models import Job
from matches.loading import load_match

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

EVENTS = 400


@pytest.fixture(autouse=True)
def no_workers(settings):
    settings.REDIS_URL = ""


def told():
    """How many events of campaigns and companies the log has."""
    return len(store.read_all(0, 10 * EVENTS, tuple(event_codec.AGGREGATES)))


def test_a_long_campaign_has_the_events_it_tells_of_and_its_rows_come_back():
    assert seasons.long()(EVENTS) == told() >= EVENTS
    assert seasons.again()("rebuild")["seconds"] > 0
    assert Campaign.objects.get().version == store.head(Campaign.objects.get().stream).version
    assert Company.objects.count() == 2 * seasons.PAIRS
    assert Battle.objects.count() > seasons.PAIRS
    assert not Battle.objects.exclude(stage=Battle.Stage.RECORDED).exists()
    assert store.check("campaigns") == []


def test_a_long_campaign_grows():
    fill = seasons.long()
    assert fill(EVENTS) < fill(2 * EVENTS) == told()


def test_it_settles_here():
    """Each of two campaigns has its battles, all of them settled by the jobs that the clock is for."""
    answer = campaigns.settling(campaigns=2, blows=1)
    assert answer({"what": "here", "count": 3}) > 0
    assert answer({"what": "events", "count": 1}) > 0
    assert set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE}
    assert [row.battles.filter(stage=Battle.Stage.RECORDED).count() for row in Campaign.objects.all()] == [1, 3]
    assert {load_match(row.match).table.outcome().termination for row in Battle.objects.all()} == {"conceded"}
