"""GM actions over a battle that has been settled: too late, for whoever tries it and wherever."""

import json

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from eventstore import api as store
from jobs import queue
from matches import service
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import concede, job, start
from tests.matches.admin.conftest import RIGHTS, client_of, staff
from tests.matches.calling import Api, refused

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

UNDO_ACTIONS = (
    {"type": "rewind", "to": 5, "reason": "The wrong end."},
    {"type": "pause", "reason": "Tea."},
    {"type": "abandon", "reason": "Rain."},
)


@pytest.fixture
def evening():
    """Cora is co-GM."""
    evening = Evening("ann", "bob")
    evening.join("cora")
    evening.do("set_role", account=evening.key("cora"), role="co_gm")
    return evening


@pytest.fixture
def settled(evening):
    """The match of a battle that was fought and settled, made public."""
    match_id = start(evening, "ann", "bob")
    service.set_visibility(evening.people["gail"], match_id, "public")
    concede(match_id)
    queue.run(job("settle_match", match_id).pk)
    assert evening.campaign.battles[str(match_id)].stage == "recorded"
    return match_id


def user(name):
    return get_user_model().objects.get(username=name)


@pytest.mark.parametrize("deed", UNDO_ACTIONS, ids=lambda deed: deed["type"])
def test_it_refuses_what_comes_after_the_settling(evening, settled, deed):
    before = store.last_position()
    for name in ("gail", "cora"):
        answer = Api(user(name))("POST", f"matches/{settled}/commands", {"command": deed})
        refused(answer, 409, "battle_over", rule="IST-END-01")
        page = Client()
        page.force_login(user(name))
        sent = {"command": json.dumps(deed)}
        assert page.post(reverse("pages:command", args=[settled]), sent).status_code == 409
        ctx = client_of(staff(user(name), *RIGHTS))
        address = reverse(f"admin:matches_match_{deed['type']}", args=[settled])
        form = ctx.get(address).context["form"]
        hidden = {field: form[field].value() for field in ("pending", "key")}
        assert "over" in ctx.post(address, deed | hidden).content.decode()
    assert store.last_position() == before
