"""Nobody learns the title of a campaign by the address of one of its battles."""

import json

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from matches import service
from matches.loading import load_match, recent_folds
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import concede, start
from tests.matches.calling import Api

pytestmark = pytest.mark.django_db

CAMPAIGN = "The Long Winter"
OF_OLD = f"{CAMPAIGN}, battle 1: Ann's against Bob's"
"""What a battle was called before."""
PAGES = ("match", "replay", "verify", "dice", "fork")
API = ("", "state", "events", "replay", "pending", "seats/", "verify")


@pytest.fixture
def evening():
    return Evening("ann", "bob", title=CAMPAIGN)


@pytest.fixture
def battle(evening):
    return start(evening, "ann", "bob")


@pytest.fixture
def of_old(evening, battle):
    """A battle whose log has titles with the campaign's."""
    service.set_title(evening.people["gail"], battle, OF_OLD)
    service.set_title(evening.people["gail"], battle, OF_OLD.replace("Bob", "Ilse"))
    concede(battle)
    return battle


def user(name):
    return get_user_model().objects.get(username=name)


def answers(name, match, client):
    """All that somebody can read of a match, by address; nobody is not logged in."""
    found = {part: json.dumps(Api(user(name) if name else None).get(f"matches/{match}/{part}")) for part in API}
    if name:
        client.force_login(user(name))
    for page in PAGES:
        answer = client.get(reverse(f"pages:{page}", args=[match]))
        found[page] = answer.content.decode() if answer.status_code == 200 else ""
    found["replay.json"] = client.get(f"/matches/{match}/replay.json").content.decode()
    return found


def telling(found):
    return sorted(address for address, text in found.items() if CAMPAIGN in text)


@pytest.mark.parametrize("name", ["eve", ""])
def test_a_new_battle_does_not_tell_it(battle, client, name):
    assert telling(answers(name, battle, client)) == []


@pytest.mark.parametrize("name", ["eve", ""])
def test_strangers_do_not_read_it_in_one_of_old(of_old, client, name):
    found = answers(name, of_old, client)
    assert telling(found) == []
    assert "Battle 1: Ann's against Ilse's" in found[""]
    assert "Battle 1: Ann's against Bob's" in found["events"]


def test_a_fold_that_a_stranger_looked_at_is_nobody_elses(of_old, evening, client):
    answers("eve", of_old, client)
    recent_folds.forget(of_old)
    answers("eve", of_old, client)
    assert load_match(of_old).roster.title == OF_OLD.replace("Bob", "Ilse")
    for name in ("gail", "ann"):
        assert Api(user(name)).get(f"matches/{of_old}/")["title"] == OF_OLD.replace("Bob", "Ilse")
        assert OF_OLD in json.dumps(Api(user(name)).get(f"matches/{of_old}/events"))
