"""Founding a campaign in the admin site, as on the list of campaigns: with a reason and a preview."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns.models import Campaign
from eventstore import api as store
from tests.campaigns.admin.filling import confirm, hidden, look, page, send, text
from tests.matches.admin.conftest import client_of, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def address():
    return reverse("admin:campaigns_campaign_found")


def founded():
    return Campaign.objects.exclude(title="The Long Winter")


def test_it_works(gail, address):
    shown = look(gail, address, title="The Thaw", game="ishmek")
    rows = [(row.field, row.old, row.new) for row in shown.context["form"].preview.rows]
    assert rows == [("Title", "–", "The Thaw"), ("Game", "–", "Ishmêk"), ("Stage", "–", "draft"), ("GM", "–", "gail")]
    assert not founded()
    answer = send(gail, address, title="The Thaw", game="ishmek", reason="Spring has come.")
    campaign = founded().get()
    assert (campaign.title, campaign.game, campaign.stage, campaign.gm_name) == ("The Thaw", "ishmek", "draft", "gail")
    assert answer.url == page(campaign)
    assert "Spring has come." in text(gail.get(page(campaign)))
    assert LogEntry.objects.filter(object_id=str(campaign.pk)).count() == 1


def test_the_reason_may_be_left_out(gail, address):
    send(gail, address, title="The Thaw", game="istra", reason="")
    assert [one.type for one in store.read(founded().get().stream)] == ["campaign.campaign_opened"]


def test_sent_twice_it_is_founded_once(gail, address):
    form = gail.get(address).context["form"]
    sent = {**hidden(form), "title": "The Thaw", "game": "istra", "reason": ""}
    answers = [confirm(gail, address, sent) for _ in range(2)]
    assert [one.url for one in answers] == [page(founded().get())] * 2


@pytest.mark.parametrize(
    ("title", "game", "field"), [("", "istra", "title"), ("x" * 2_001, "istra", "title"), ("The Thaw", "chess", "game")]
)
def test_it_refuses_what_is_no_campaign_at_its_field(gail, address, title, game, field):
    shown = look(gail, address, title=title, game=game)
    assert field in shown.context["form"].errors
    assert not founded()


def test_it_is_offered_on_the_list_and_on_the_home_to_who_may(gail, evening, browsers, address):
    for place in ("admin:index", "admin:campaigns_campaign_changelist"):
        assert f'href="{address}"' in text(gail.get(reverse(place)))
    looker = client_of(staff(evening_user("ann"), "view_campaign"))
    assert address not in text(looker.get(reverse("admin:campaigns_campaign_changelist")))
    assert looker.get(address).status_code == 403
    assert looker.post(address, {"title": "The Thaw", "game": "istra"}).status_code == 403
    assert not founded()


def evening_user(name):
    user = get_user_model().objects.get(username=name)
    user.user_permissions.clear()
    return user
