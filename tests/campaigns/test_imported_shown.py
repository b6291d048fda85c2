"""Where a campaign from a file is shown, each page, list and command says where it comes from."""

import io
import json
import re
import time
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns import service, transfer
from campaigns.models import Campaign
from eventstore import api as store
from tests.campaigns.acting import Evening
from tests.campaigns.elsewhere import elsewhere, exported, taken_in, told
from tests.campaigns.fighting import start
from tests.eventstore.forged_files import Forgery
from tests.matches.calling import Api
from tests.matches.conftest import make_user
from web.people import person

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def evening():
    return Evening("ann", "bob")


@pytest.fixture
def taken(evening):
    """The match of the battle that goes on."""
    return taken_in(evening)


def test_it_is_told_in_the_terminal(evening, taken):
    assert "origin    Imported by the house on " in told("show", evening.id)
    assert json.loads(told("show", evening.id, "--json"))["campaign"]["imported"][0]["trusted"] is False


def test_it_is_told_by_the_api_and_on_the_pages(evening, taken, client):
    user = make_user("gertrud")
    transfer.adopt(person(user), evening.id)
    api = Api(user)
    (told_here,) = api.get(f"campaigns/{evening.id}/")["imported"]
    assert told_here["words"].endswith("not sealed by this server")
    (row,) = api.get("campaigns/")["results"]
    assert row["imported"]["by"] == "the house"
    company = evening.companies["ann"]
    for address in (f"companies/{company}/", f"companies/{company}/heroes/h1/"):
        (told_there,) = api.get(address)["imported"]
        assert told_there["words"] == told_here["words"]
    client.force_login(user)
    for page, where in (
        ("campaign", [evening.id]),
        ("company", [company]),
        ("hero", [company, "h1"]),
        ("battle", [evening.id, taken]),
    ):
        text = client.get(reverse(f"campaigns:{page}", args=where)).content.decode()
        assert "not sealed by this server" in text, page
        assert "Skald cannot confirm who played them" in text, page
    assert "not sealed by this server" in client.get(reverse("campaigns:list")).content.decode()


def test_the_api_lists_imports_alone_or_leaves_them_out(evening, taken):
    user = make_user("gertrud")
    transfer.adopt(person(user), evening.id)
    own = service.open_campaign(person(user), {"title": "Ashgate", "game": "istra"}).campaign.id
    api = Api(user)
    for wanted, found in (("true", evening.id), ("false", own)):
        assert [one["id"] for one in api.get("campaigns/", imported=wanted)["results"]] == [str(found)]
    assert api.get(f"campaigns/{own}/")["imported"] == []


class TestBattles:
    """A battle whose match came from a file says so, where battles are listed."""

    @pytest.fixture
    def api(self, evening, taken):
        """Gertrud runs the campaign now; its battle is made void, and another one has begun."""
        user = make_user("gertrud")
        transfer.adopt(person(user), evening.id)
        evening.people["gail"] = person(user)
        evening.do("void_battle", match=str(taken), reason="rain")
        start(evening, "ann", "bob")
        return Api(user)

    def test_by_the_api(self, evening, taken, api):
        battles = {one["number"]: one["imported"] for one in api.get(f"campaigns/{evening.id}/battles/")["results"]}
        assert battles[2] is None
        assert battles[1]["by"] == "the house"
        (going_on,) = api.get(f"campaigns/{evening.id}/")["battles"]
        assert (going_on["number"], going_on["imported"]) == (2, None)
        (before,) = api.get(f"campaigns/{evening.id}/", at=self.version_of(evening, taken))["battles"]
        assert (before["number"], before["imported"]) == (1, battles[1])

    def test_on_the_page(self, evening, taken, api, client):
        client.force_login(get_user_model().objects.get(username="gertrud"))
        text = client.get(reverse("campaigns:campaign", args=[evening.id])).content.decode()
        first, second = (re.search(rf"<li><a[^>]*>Battle {number}: .*?</li>", text)[0] for number in (1, 2))
        assert " · imported</span>" in first
        assert "imported" not in second

    def test_in_the_terminal(self, evening, taken, api):
        lines = [line for line in told("show", evening.id).splitlines() if "counting" in line]
        assert [line.endswith("(imported by the house)") for line in lines] == [True, False]
        shown = json.loads(told("show", evening.id, "--json"))["battles"]
        assert [one["imported"] is not None for one in shown] == [True, False]

    @staticmethod
    def version_of(evening, match_id):
        """The event that began the battle."""
        recorded = store.read(f"campaign-{evening.id}")
        return next(one.version for one in recorded if one.type == "campaign.battle_started")


class TestOrder:
    """An import stands after what was played here, also where its file says that it was founded a moment ago."""

    @pytest.fixture
    def order(self, evening):
        forgery = Forgery(exported(evening))
        elsewhere()
        own = service.open_campaign(evening.people["gail"], {"title": "Ashgate", "game": "istra"}).campaign.id
        now = time.time_ns() // 1000
        for stream, events in zip(forgery.streams, forgery.events, strict=True):
            stream["opened_at"] = now
            for event in events:
                event["at"] = now
        transfer.import_campaign(io.BytesIO(forgery.raw()))
        transfer.adopt(evening.people["gail"], evening.id)
        return [own, evening.id]

    def test_of_the_api(self, order):
        api = Api(get_user_model().objects.get(username="gail"))
        first = api.get("campaigns/", limit=1)
        assert [row["id"] for row in first["results"]] == [str(order[0])]
        second = api.get(first["next"].partition("/api/v1/")[2])
        assert [row["id"] for row in second["results"]] == [str(order[1])]
        assert second["next"] is None

    def test_of_the_pages(self, order, client):
        client.force_login(get_user_model().objects.get(username="gail"))
        text = client.get(reverse("campaigns:list")).content.decode()
        assert text.index(str(order[0])) < text.index(str(order[1]))

    def test_of_the_admin_site(self, order, admin_client):
        rows = admin_client.get(reverse("admin:campaigns_campaign_changelist")).context["cl"].result_list
        assert [row.pk for row in rows] == order

    def test_of_the_terminal_which_marks_it(self, order):
        lines = told("list").splitlines()[1:]
        assert [line[:36] for line in lines] == [*map(str, order)]
        assert [line.endswith(" (imported by the house)") for line in lines] == [False, True]
        documents = [json.loads(line) for line in told("list", "--json").splitlines()]
        assert [one["imported"] for one in documents] == [None, "the house"]

    def test_rows_made_again_keep_it(self, order):
        store.rebuild("campaigns")
        assert store.check("campaigns") == []
        assert list(Campaign.objects.values_list("pk", flat=True)) == order

    def test_the_migration_gives_rows_of_before_their_keys(self, order):
        Campaign.objects.update(sort_key=0)
        import_module("campaigns.migrations.0008_sort_keys").key_rows(apps, None)
        assert list(Campaign.objects.values_list("pk", flat=True)) == order
        assert store.check("campaigns") == []


def test_the_admin_site_says_so(evening, taken, admin_client):
    for model, row in (("campaigns_campaign", evening.id), ("matches_match", taken)):
        for page in (
            reverse(f"admin:{model}_changelist"),
            reverse(f"admin:{model}_change", args=[row]),
        ):
            text = admin_client.get(page).content.decode()
            assert "mported by the house on " in text, page
            assert "not sealed by this server" in text, page
