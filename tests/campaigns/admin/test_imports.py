"""A campaign that came from a file in the admin site: marked in every list, and none of what happened here at home."""

import io

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import service, transfer
from campaigns.models import Battle, Company, Hero
from eventstore import api as store
from matches.models import Match, Seat
from tests.campaigns.acting import Evening
from tests.campaigns.elsewhere import elsewhere, exported
from tests.campaigns.fighting import start
from tests.eventstore.forged_files import Forgery
from tests.matches.admin.conftest import client_of

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

WORDS = "mported by the house on "


def another(evening):
    """Another campaign of the same people, played here: Cora's company."""
    made = Evening.__new__(Evening)
    made.people, made.companies = evening.people, {}
    order = {"title": "The Short Summer", "game": "istra"}
    made.id = service.open_campaign(made.people["gail"], order).campaign.id
    made.do("start_campaign")
    for name in ("ann", "cora"):
        made.join(name)
        made.found(name)
    return made


@pytest.fixture
def evening():
    """The Long Winter, with a battle that goes on, taken in from a file that nobody has signed."""
    evening = Evening("ann", "bob")
    start(evening, "ann", "bob")
    raw = Forgery(exported(evening)).raw()
    elsewhere()
    transfer.import_campaign(io.BytesIO(raw))
    return evening


@pytest.fixture
def ours(evening):
    """The Short Summer, with a battle of its own; it was there before."""
    ours = another(evening)
    start(ours, "ann", "cora")
    return ours


@pytest.fixture
def root():
    return client_of(get_user_model().objects.create_superuser("root", password="the-orb-is-copper"))


def changelist(client, model, **query):
    response = client.get(reverse(f"admin:{model}_changelist", query=query))
    assert response.status_code == 200
    return response


@pytest.mark.parametrize(
    ("model", "here", "brought"),
    [("campaigns_company", 2, 2), ("campaigns_hero", 4, 4), ("campaigns_battle", 1, 1), ("matches_seat", 2, 2)],
)
def test_a_list_says_what_was_imported(root, ours, model, here, brought):
    answer = changelist(root, model)
    rows = answer.context["cl"]
    told = [rows.model_admin.imported(row) for row in rows.result_list]
    assert sorted(word[: len(WORDS) + 1] for word in told) == ["i" + WORDS] * brought + ["–"] * here
    assert answer.content.decode().count(WORDS) == brought


@pytest.mark.parametrize("model", ["campaigns_company", "campaigns_hero", "campaigns_battle", "matches_seat"])
def test_a_list_asks_no_more_for_it_the_longer_it_is(root, ours, model):
    with CaptureQueriesContext(connection) as before:
        changelist(root, model)
    for name in ("bob", "eve"):
        ours.join(name)
        ours.found(name)
    start(ours, "bob", "eve")
    with CaptureQueriesContext(connection) as after:
        changelist(root, model)
    assert len(after) <= len(before)


@pytest.mark.parametrize("model", [Company, Hero, Battle, Seat])
def test_a_page_says_it(root, ours, model):
    told = {}
    for row in model.objects.all():
        text = root.get(reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk]))
        told.setdefault(WORDS in text.content.decode(), []).append(row)
    assert len(told[True]) == len(told[False])


class TestHome:
    def test_the_news_and_the_last_events_are_what_happened_here(self, root, ours):
        home = root.get(reverse("admin:index"))
        told = {one.owner for one in home.context["home"]["news"]}
        assert "The Short Summer" in told
        assert told <= {"Ann's", "Cora's", "The Short Summer"}
        companies = {str(row) for row in Company.objects.filter(campaign=ours.id)}
        battle = "Battle 1: Ann's against Cora's"
        assert {event.about for event in home.context["last_events"]} <= {battle, "The Short Summer", *companies}

    def test_nothing_is_new_of_what_was_just_imported(self, root, evening):
        home = root.get(reverse("admin:index"))
        assert home.context["home"]["news"] == []
        assert home.context["last_events"] == []

    def test_what_happens_in_it_from_then_on_is_news(self, root, evening):
        before = store.last_position()
        transfer.adopt(evening.people["cora"], evening.id)
        home = root.get(reverse("admin:index"))
        assert {one.owner for one in home.context["home"]["news"]} == {"The Long Winter"}
        positions = [event.position for event in home.context["last_events"]]
        assert positions == list(range(store.last_position(), before, -1))

    def test_matches_are_counted_apart(self, root, ours):
        statuses = root.get(reverse("admin:index")).context["statuses"]
        numbers = {one["label"]: one["number"] for one in statuses}
        assert numbers == {"Running": 0, "Waiting": 1, "Finished": 0, "Abandoned": 0, "Imported": 1}
        listed = {
            one["label"]: {row.pk for row in root.get(one["address"]).context["cl"].result_list} for one in statuses
        }
        imported = set(Match.objects.filter(from_outside=True).values_list("pk", flat=True))
        assert len(imported) == 1
        assert listed["Imported"] == imported
        assert len(listed["Waiting"]) == 1
        assert not listed["Waiting"] & imported

    def test_where_nothing_was_imported_nothing_is_said_of_it(self, root, admin_client):
        labels = [one["label"] for one in root.get(reverse("admin:index")).context["statuses"]]
        assert labels == ["Running", "Waiting", "Finished", "Abandoned"]

    def test_what_waits_in_it_is_marked_and_stands_last(self, root, ours):
        home = root.get(reverse("admin:index"))
        (battles,) = [one for one in home.context["home"]["waiting"].under_way if one.title == "Battles being fought"]
        assert [row.beside for row in battles.rows] == [
            "The Short Summer, counting",
            "The Long Winter (imported), counting",
        ]
        text = home.content.decode()
        assert "The Long Winter (imported)" in text
        assert "The Short Summer (imported)" not in text
