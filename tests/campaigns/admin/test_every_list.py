"""Every list of the admin site, as one table: with many rows no more queries than with few, and no heavy page."""

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.demo.people import RIGHTS
from campaigns.models import Campaign, Company
from eventstore.models import Seal, Subscription
from matches.models import Match
from tests.campaigns.admin.test_lists import fill as fill_campaigns
from tests.eventstore.log import write
from tests.matches.admin.conftest import client_of, staff
from tests.matches.admin.test_lists import many as fill_matches

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

# Fewer than a list shows at once, and more than that.
FEW, MANY = 8, 70
MOST_QUERIES = 18
MOST_BYTES = 500_000


def fill(count):
    """So many more rows for every list of the admin site, and in the log a stream for each of those that have one."""
    fill_campaigns(count)
    fill_matches(count)
    start = Seal.objects.count()
    Group.objects.bulk_create(Group(name=f"Group {n}") for n in range(start, start + count))
    Seal.objects.bulk_create(
        Seal(number=n, first_position=n, last_position=n, sealed_at=n, key_id="k", digest=b"d", mac=b"m")
        for n in range(start, start + count)
    )
    Subscription.objects.bulk_create(Subscription(name=f"s{n}", position=1) for n in range(start, start + count))
    newest = [model.objects.order_by("-pk")[:count] for model in (Match, Campaign, Company)]
    for rows in zip(*newest, strict=True):
        for row in rows:
            write(row.stream, 1)


def lists(client):
    """By the label of its model what each list that somebody may look at costs: its queries, its rows and its bytes."""
    found = {}
    for model in admin.site._registry:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        with CaptureQueriesContext(connection) as seen:
            answer = client.get(address)
        if answer.status_code == 200:
            found[model._meta.label] = (len(seen), answer.context["cl"].result_count, len(answer.content))
    return found


@pytest.fixture
def game_master(evening):
    gail = get_user_model().objects.get(username="gail")
    return client_of(staff(gail, *(right.partition(".")[2] for right in RIGHTS["Game masters"])))


@pytest.mark.parametrize("who", ["root", "game_master"])
def test_a_list_takes_as_many_queries_for_many_rows_as_for_few(request, browsers, who):
    client = browsers["root"] if who == "root" else request.getfixturevalue(who)
    fill(FEW)
    lists(client)  # what is asked once, and kept
    few = lists(client)
    fill(MANY)
    many = lists(client)
    expected = {model._meta.label for model in admin.site._registry}
    assert set(many) == (expected if who == "root" else expected - {"auth.User", "auth.Group"})
    assert {name: rows for name, (_, rows, _) in many.items() if rows < MANY} == {}
    assert {name: cost[0] for name, cost in many.items()} == {name: cost[0] for name, cost in few.items()}
    assert {name: cost[0] for name, cost in many.items() if cost[0] > MOST_QUERIES} == {}
    assert {name: cost[2] for name, cost in many.items() if cost[2] > MOST_BYTES} == {}
