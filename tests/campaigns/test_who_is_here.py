"""Nobody learns by a campaign whether a name has an account here, nor the title of a campaign that is not theirs.

Anybody may found a campaign and run it, so that what its GM is told is told to everybody. Eve tries names of people
who are here, who are here no more, and who never were.
"""

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns import service
from campaigns.access import is_key
from campaigns.loading import load_campaign
from campaigns.naming import stand_in
from tests.campaigns.acting import Evening, make_person
from tests.matches.calling import Api, refused
from web.errors import NotThere, Refusal
from web.people import person

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

NAMES = ("anna", "gone", "nemo")  # is here, is here no more, never was
KEY = re.compile("[0-9a-f]{32}")


@pytest.fixture
def evening():
    made = Evening("ann", title="Knives of the North")
    make_person("anna")
    get_user_model().objects.create_user("gone", is_active=False)
    return made


@pytest.fixture
def hers(evening):
    """A campaign that Eve has founded to try names out."""
    return service.open_campaign(evening.people["eve"], {"title": "A net", "game": "istra"}).campaign.id


@pytest.fixture
def eve(evening):
    return Api(get_user_model().objects.get(username="eve"))


def plain(answer, name):
    """An answer without the name that was sent, keys, ids, instants: what could be told apart is left."""
    text = answer.content.decode().replace(name, "NAME")
    text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[^\"]*|\d+", "#", KEY.sub("KEY", text))
    return answer.status_code, text


@pytest.mark.parametrize(
    "command",
    [
        {"type": "invite", "message": "Come."},
        {"type": "withdraw_invite"},
        {"type": "accept_request"},
        {"type": "decline_request"},
        {"type": "remove_member", "reason": "x"},
        {"type": "set_role", "role": "co_gm"},
        {"type": "found_company", "name": "Owls", "motto": "Who", "hall": "Barn"},
    ],
    ids=lambda command: command["type"],
)
def test_a_name_is_answered_alike_whether_or_not_it_has_an_account(eve, hers, command):
    answers = {
        plain(eve("POST", f"campaigns/{hers}/commands", {"command": command, "user": name}), name) for name in NAMES
    }
    assert len(answers) == 1


def test_an_invitation_of_nobody_waits_like_any_other(eve, hers, evening):
    for name in NAMES:
        eve.post(f"campaigns/{hers}/commands", {"command": {"type": "invite"}, "user": name})
    document = eve.get(f"campaigns/{hers}/")
    assert [one["name"] for one in document["invites"]] == list(NAMES)
    assert all(is_key(one["account"]) for one in document["invites"])
    # The key of a name that nobody bears looks like one, is always the same, and lets nobody in.
    nemo = next(one["account"] for one in document["invites"] if one["name"] == "nemo")
    assert nemo == stand_in("nemo")
    assert (nemo[12], nemo[16] in "89ab") == ("4", True)
    for name in NAMES:
        again = eve("POST", f"campaigns/{hers}/commands", {"command": {"type": "invite"}, "user": name})
        assert refused(again, 422, "already_invited")["message"] == f"{name} is already invited."
    for one in document["invites"]:
        eve.post(f"campaigns/{hers}/commands", {"command": {"type": "withdraw_invite", "account": one["account"]}})
    assert eve.get(f"campaigns/{hers}/")["invites"] == []


def test_it_takes_as_many_steps_for_each(eve, hers):
    counted = {}
    for name in NAMES:
        order = {"command": {"type": "invite"}, "user": name}
        with CaptureQueriesContext(connection) as asked:
            eve.post(f"campaigns/{hers}/commands", order)
        counted[name] = sum("apitoken" not in one["sql"] for one in asked)  # its last use is noted once in a while
        invited = load_campaign(hers).state.invites
        eve.post(f"campaigns/{hers}/commands", {"command": {"type": "withdraw_invite", "account": next(iter(invited))}})
    assert len(set(counted.values())) == 1, counted


def test_who_comes_to_bear_the_name_later_is_not_told_apart(eve, hers):
    eve.post(f"campaigns/{hers}/commands", {"command": {"type": "invite"}, "user": "nemo"})
    nemo = make_person("nemo")
    again = eve("POST", f"campaigns/{hers}/commands", {"command": {"type": "invite"}, "user": "nemo"})
    refused(again, 422, "already_invited")
    with pytest.raises(NotThere):
        service.see_campaign(nemo, hers)


def test_it_refuses_a_name_of_its_own_for_a_key(evening):
    """Only the name that an account or a stand-in bears goes with its key."""
    evening.do("invite", account=evening.key("eve"), name="eve")
    assert evening.campaign.invites[evening.key("eve")].name == "eve"
    for key in (evening.key("bob"), stand_in("nemo")):
        with pytest.raises(Refusal) as caught:
            evening.do("invite", account=key, name="somebody else")
        assert caught.value.code == "unknown_account"


KEYS = [{"name": "other"}, {"name": ""}, {}, {"name": "NAME"}]
"""What is sent along with the key of a name; NAME is the name itself."""


class TestKeysOfNames:
    """Eve reads the key of a name from its invitation, and sends that key again with other names."""

    def answers(self, eve, hers, address, fields, withdrawn):
        found = {}
        for name in ("anna", "nemo"):
            eve("POST", f"campaigns/{hers}/commands", {"command": {"type": "invite"}, "user": name})
            told = eve.get(f"campaigns/{hers}/")["invites"]
            account = next(one["account"] for one in told if one["name"] == name)
            withdraw = {"command": {"type": "withdraw_invite", "account": account}}
            if withdrawn:
                eve.post(f"campaigns/{hers}/commands", withdraw)
            sent = {key: name if value == "NAME" else value for key, value in fields.items()}
            order = {"command": {"type": "invite", "account": account, **sent}}
            found[name] = plain(eve("POST", f"campaigns/{address or hers}/{self.at}", order), name)
            eve("POST", f"campaigns/{hers}/commands", withdraw)
        return found

    @pytest.mark.parametrize("at", ["commands", "preview"])
    @pytest.mark.parametrize("withdrawn", [False, True], ids=["waits", "withdrawn"])
    @pytest.mark.parametrize("fields", KEYS, ids=str)
    def test_they_are_answered_alike(self, eve, hers, at, withdrawn, fields):
        self.at = at
        found = self.answers(eve, hers, None, fields, withdrawn)
        assert found["anna"] == found["nemo"]

    @pytest.mark.parametrize("fields", KEYS, ids=str)
    def test_in_the_campaign_of_another_too(self, evening, eve, hers, fields):
        self.at = "commands"
        evening.do("invite", account=person(get_user_model().objects.get(username="anna")).key, name="anna")
        found = self.answers(eve, hers, evening.id, fields, withdrawn=False)
        assert found["anna"] == found["nemo"]


@pytest.mark.parametrize("name", ["", " ", "n" * 151, "a\nb"])
def test_it_refuses_what_is_no_name(evening, name):
    with pytest.raises(Refusal) as caught:
        service.account_named(evening.people["gail"], evening.id, name)
    assert (caught.value.code, caught.value.field) == ("malformed", "user")


def test_the_page_answers_alike_too(evening, hers):
    browser = Client()
    browser.force_login(get_user_model().objects.get(username="eve"))
    answers = set()
    for name in NAMES:
        sent = {"form": "invite", "user": name, "message": "", "key": f"k-{name}"}
        page = browser.post(f"/campaigns/{hers}/", sent, follow=True)
        answers.add((page.status_code, f"{name} is invited. If that" in page.content.decode()))
        assert f"Withdraw the invitation of {name}" in page.content.decode()
    assert answers == {(200, True)}


class TestTitles:
    def test_who_asks_to_be_let_in_reads_no_title(self, evening, eve):
        browser = Client()
        browser.force_login(get_user_model().objects.get(username="eve"))
        at = f"campaigns/{evening.id}"
        said = [
            eve("POST", f"{at}/commands", {"command": {"type": "request_join"}}),
            eve("POST", f"{at}/commands", {"command": {"type": "request_join"}}),
            eve("POST", f"{at}/commands", {"command": {"type": "accept_invite"}}),
            eve("GET", f"{at}/"),
            eve("GET", "campaigns/"),
            eve("GET", "invitations/"),
            browser.get("/campaigns/"),
            browser.get("/"),
            browser.get(f"/campaigns/{evening.id}/"),
        ]
        evening.do("end_campaign")
        said += [
            eve("POST", f"{at}/commands", {"command": {"type": "accept_invite"}}),
            eve("POST", f"{at}/commands", {"command": {"type": "request_join"}}),
            browser.get("/campaigns/"),
            eve("POST", f"{at}/commands", {"command": {"type": "decline_request", "account": key(evening)}}),
        ]
        assert [one.status_code for one in said if "Knives" in one.content.decode()] == []
        assert load_campaign(evening.id).state.requests == {}

    def test_who_is_invited_reads_it(self, evening, eve):
        evening.do("invite", account=key(evening))
        assert eve.get("invitations/")[0]["title"] == "Knives of the North"


def key(evening):
    return evening.key("eve")
