"""Who sees a campaign in the admin site, and who may act there: its GM, its co-GMs and superusers, and nobody else."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns.models import Battle, Campaign, Company, Hero, Job
from eventstore.models import Event, Stream
from jobs import queue
from tests.campaigns.admin.filling import MODELS, act, changelist, page, text
from tests.campaigns.fighting import concede, start
from tests.matches.admin.conftest import client_of, staff

pytestmark = pytest.mark.django_db

UNDO_ACTIONS = {
    Campaign: ("start_battle", "start_downtime", "end_campaign"),
    Company: ("award_gold", "fine", "transfer", "correct"),
    Hero: ("award_xp", "correct", "declare_fate"),
    Battle: ("aftermath", "void_battle", "record_again"),
    Job: ("retry", "cancel"),
}
MAY = {"gail": True, "cora": True, "root": True, "ann": False, "eve": False}
"""Ann plays in the campaign, Eve is a stranger; both work in the admin site with every right."""


@pytest.fixture
def rows(evening):
    """One of each: a campaign, a company, a hero, a battle on record, a job."""
    concede(start(evening, "ann", "bob"))
    queue.sweep(60)
    return [kind.objects.first() for kind in MODELS.values()]


@pytest.mark.parametrize(("who", "may"), MAY.items())
def test_lists(browsers, rows, who, may):
    for model in MODELS:
        shown = browsers[who].get(changelist(model)).context["cl"].result_count
        assert (model, shown > 0) == (model, may)


@pytest.mark.parametrize(("who", "may"), MAY.items())
def test_sheets(browsers, rows, who, may):
    for row in rows:
        # Django sends home whoever asks for a row that is not for them.
        assert (type(row), browsers[who].get(page(row)).status_code) == (type(row), 200 if may else 302)


@pytest.mark.parametrize(("who", "may"), MAY.items())
def test_deeds(browsers, rows, who, may):
    for row in rows:
        for deed in UNDO_ACTIONS[type(row)]:
            status = browsers[who].get(act(row, deed)).status_code
            assert (type(row), deed, status) == (type(row), deed, 200 if may else 404)


@pytest.mark.parametrize("who", [who for who, may in MAY.items() if not may])
def test_a_form_that_others_send_does_nothing(browsers, evening, rows, who):
    company = Company.objects.get(pk=evening.companies["ann"])
    sent = {"amount": "5", "reason": "Mine.", "key": "b1a7d6f0-0000-4000-8000-000000000001"}
    before = evening.company("ann")
    assert browsers[who].post(act(company, "award_gold"), sent).status_code == 404
    assert evening.company("ann") == before


@pytest.mark.parametrize("who", [who for who, may in MAY.items() if not may])
def test_nothing_can_be_chosen_by_typing(browsers, evening, who):
    query = {"app_label": "campaigns", "model_name": "hero", "field_name": "company", "term": "a"}
    assert browsers[who].get(reverse("admin:autocomplete", query=query)).json()["results"] == []


@pytest.mark.parametrize("who", [who for who, may in MAY.items() if not may])
def test_the_home_tells_nothing(browsers, rows, who):
    home = browsers[who].get(reverse("admin:index")).context["home"]
    assert (home["waiting"].for_gm, home["waiting"].under_way) == ([], [])
    assert home["news"] == []


@pytest.mark.parametrize(("who", "may"), MAY.items())
def test_events_are_read_by_who_runs_the_campaign(browsers, evening, who, may):
    event = Event.objects.filter(stream__name=f"company-{evening.companies['ann']}").first()
    shown = browsers[who].get(reverse("admin:eventstore_event_change", args=[event.pk]))
    assert shown.status_code == (200 if may else 302)
    assert ("Hall of Ann" in shown.content.decode()) == may


@pytest.mark.postgresql
@pytest.mark.parametrize(("who", "may"), MAY.items())
def test_streams_and_events_are_listed_for_who_runs_the_campaign(browsers, rows, who, may):
    """With them the match of its battle, which is unlisted."""
    for model in (Stream, Event):
        address = reverse(f"admin:eventstore_{model._meta.model_name}_changelist")
        for kind in ("campaign", "company", "match"):
            shown = browsers[who].get(address, {"kind": kind}).context["cl"]
            of_kind = {"kind" if model is Stream else "stream__kind": kind}
            expected = model.objects.filter(**of_kind).count() if may else 0
            # Ann sits in the match; she runs neither it nor the campaign.
            if (who, kind) != ("ann", "match"):
                assert (model, kind, shown.result_count) == (model, kind, expected)
            else:
                assert shown.result_count > 0


@pytest.mark.postgresql
@pytest.mark.parametrize(("who", "may"), MAY.items())
def test_a_filter_calls_no_campaign_of_others_by_its_title(browsers, evening, who, may):
    title = Campaign.objects.get().title
    shown = browsers[who].get(changelist("company"), {"campaign__id__exact": evening.id}).content.decode()
    assert (title in shown) == may


def test_a_gm_who_may_only_look_sees_no_deed(evening, rows):
    users = get_user_model().objects
    looker = client_of(staff(users.get(username="gail"), *(f"view_{model}" for model in MODELS)))
    for row in rows:
        assert looker.get(page(row)).status_code == 200
        for deed in UNDO_ACTIONS[type(row)]:
            assert looker.get(act(row, deed)).status_code == 403


def test_staff_without_the_right_see_no_list(evening, rows):
    client = client_of(staff(get_user_model().objects.get(username="gail")))
    for model in MODELS:
        assert client.get(changelist(model)).status_code == 403
    assert "home" not in client.get(reverse("admin:index")).context


def test_whoever_is_no_staff_is_told_so_at_the_login(client, evening):
    somebody = client_of(get_user_model().objects.get(username="ann"))
    told = "You are logged in as ann, who may not use the admin site."
    assert told in text(somebody.get(reverse("admin:login")))
    assert "You are logged in" not in text(client.get(reverse("admin:login")))


def test_whoever_is_no_staff_is_sent_to_the_login(client, evening, rows):
    for browser in (client, client_of(get_user_model().objects.get(username="gail"))):
        for row in rows:
            assert browser.get(page(row)).url.startswith(reverse("admin:login"))
