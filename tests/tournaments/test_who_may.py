"""Every address of a tournament for everybody who may be there, under each visibility. [KERNEL-TOUR-01]"""

import json

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.campaigns.acting import make_person
from tests.campaigns.once import written_for
from tests.tournaments.opening import Open

pytestmark = [pytest.mark.django_db, pytest.mark.rule("KERNEL-TOUR-01")]

ORGANIZERS = ("gail", "carl")  # the organizer, who was the campaign's GM, and a co-organizer
OFFICIALS = (*ORGANIZERS, "olga", "rolf")  # and an officer, and a reporter
SIDES = ("ann", "bob")  # play e1 and e2, the sides of the fixture
MEMBERS = ("cora", "mia", "greg")  # plays e3; plays nothing; the GM of the campaign by now
OUTSIDE = ("eve", "")  # a stranger, and nobody
EVERYBODY = (*OFFICIALS, *SIDES, *MEMBERS, *OUTSIDE)
VISIBILITIES = {"public": EVERYBODY, "unlisted": EVERYBODY, "members": (*OFFICIALS, *SIDES, *MEMBERS)}
FIXTURE = "s1-1-1"

READING = {
    "": None,
    "fixtures": None,
    "fixtures?format=csv": None,
    "discipline": None,
    "discipline?format=csv": None,
    "stages/s1/table": None,
    "stages/s1/table?format=csv": None,
    "events": ORGANIZERS,
}
"""By address who may read it, of those who see the tournament."""

GIVING = {
    "organizer": ({"type": "set_roles", "account": "nobody", "roles": []}, ("gail",)),
    "organizers": ({"type": "finish_stage", "stage": "s9"}, ORGANIZERS),
    "officers": ({"type": "lift_ban", "ban": "b9", "reason": "So."}, (*ORGANIZERS, "olga")),
    "reporters": (
        {"type": "record_result", "fixture": "s9", "kind": "void", "reason": "So."},
        (*ORGANIZERS, "rolf"),
    ),
    "captain": ({"type": "check_in", "entrant": "e1"}, (*ORGANIZERS, "ann")),
    "party": ({"type": "add_evidence", "fixture": FIXTURE, "text": "So."}, (*ORGANIZERS, *SIDES)),
    "account": ({"type": "enter", "company": "nobody", "reason": "So."}, tuple(one for one in EVERYBODY if one)),
    "house": ({"type": "start_game", "fixture": FIXTURE, "match": "m"}, ()),
}
"""By right a command that comes to nothing for whoever may give it (422), and who that is."""


@pytest.fixture(scope="module")
def tournament(request, django_db_setup, django_db_blocker):
    with written_for(request, django_db_blocker):
        yield set_up()


def set_up():
    """Three in a round robin, published; Ann and Bob meet in `FIXTURE`."""
    made = Open("ann", "bob", "cora", visibility="public")
    for name, roles in (("carl", ["co_organizer"]), ("olga", ["officer"]), ("rolf", ["reporter"])):
        made.do("set_roles", account=make_person(name).key, roles=roles)
    for name in ("mia", "greg"):
        made.people[name] = made.evening.people[name] = make_person(name)
        made.evening.join(name)
    made.do("add_stage", name="Main", format="round_robin")
    made.do("start_stage", stage="s1")
    fixture = made.now.fixtures[FIXTURE]
    if {*fixture.sides} != {"e1", "e2"}:
        made.do("edit_pairing", fixture=FIXTURE, sides=["e1", "e2"])
    made.do("publish_round", stage="s1")
    made.evening.do("set_role", account=made.evening.key("greg"), role="gm", reason="Greg leads it now.")
    return made


def client(name):
    client = Client()
    if name:
        client.force_login(get_user_model().objects.get(username=name))
    return client


def statuses(ask):
    return {name: ask(client(name)).status_code for name in EVERYBODY}


@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize("path", READING)
def test_who_reads(tournament, visibility, path):
    if visibility != "public":
        tournament.do("change_tournament", visibility=visibility)
    seen, may = VISIBILITIES[visibility], READING[path] or EVERYBODY
    found = statuses(lambda one: one.get(f"/api/v1/tournaments/{tournament.id}/{path}"))
    assert found == {name: 404 if name not in seen else 200 if name in may else 403 for name in EVERYBODY}


@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize("right", GIVING)
def test_who_gives_commands(tournament, visibility, right):
    if visibility != "public":
        tournament.do("change_tournament", visibility=visibility)
    order, may = GIVING[right]
    sees, version = VISIBILITIES[visibility], tournament.now
    path = f"/api/v1/tournaments/{tournament.id}/commands"
    found = statuses(lambda one: one.post(path, json.dumps({"command": order}), content_type="application/json"))
    refused = {name: 401 if not name else 422 if name in may else 403 for name in EVERYBODY}
    assert found == {name: refused[name] if name in sees else 404 for name in EVERYBODY}
    assert tournament.now == version


@pytest.mark.parametrize(
    ("visibility", "listed"),
    [("public", EVERYBODY), ("unlisted", (*OFFICIALS, *SIDES, *MEMBERS)), ("members", (*OFFICIALS, *SIDES, *MEMBERS))],
)
def test_who_is_shown_it_in_the_list(tournament, visibility, listed):
    if visibility != "public":
        tournament.do("change_tournament", visibility=visibility)
    shown = {name: len(client(name).get("/api/v1/tournaments/").json()["results"]) for name in EVERYBODY}
    assert shown == {name: int(name in listed) for name in EVERYBODY}


def test_only_the_gm_founds_one_in_the_campaign(tournament):
    order = {"campaign": str(tournament.evening.id), "title": " "}
    found = statuses(lambda one: one.post("/api/v1/tournaments/", json.dumps(order), content_type="application/json"))
    assert found == {name: 422 if name == "greg" else 403 if name else 401 for name in EVERYBODY}


def test_organizers_have_no_rights_in_the_campaign_by_it(tournament):
    """What only the campaign's GM may do, and its log, stay as they were for officials."""
    path = f"/api/v1/campaigns/{tournament.evening.id}/commands"
    order = {"command": {"type": "pass_time", "hours": 1, "reason": "So."}}
    for name in ("carl", "olga", "rolf"):
        answer = client(name).post(path, json.dumps(order), content_type="application/json")
        assert answer.status_code in (400, 403, 404), answer.content
        assert client(name).get(f"/api/v1/campaigns/{tournament.evening.id}/").status_code == 404


@pytest.mark.parametrize("name", EVERYBODY)
def test_nobody_is_told_of_gold_choices_or_sheets(tournament, name):
    """Whatever is answered about a tournament says nothing that a company keeps to itself."""
    for path in READING:
        answer = client(name).get(f"/api/v1/tournaments/{tournament.id}/{path}").content.decode()
        assert not [word for word in ('"gold"', '"choices"', '"stash"', '"sheet"', '"ledger"') if word in answer]


@pytest.mark.parametrize("name", EVERYBODY)
def test_a_side_sees_who_plays_against_it_once_it_has_named_its_own(tournament, name):
    def lineups():
        listed = client(name).get(f"/api/v1/tournaments/{tournament.id}/fixtures").json()
        return sorted(next(one for one in listed if one["id"] == FIXTURE).get("lineups", {}))

    tournament.do("name_lineup", by="ann", fixture=FIXTURE, entrant="e1", heroes=["h1"])
    assert lineups() == (["e1"] if name in (*ORGANIZERS, "ann") else [])
    tournament.do("name_lineup", by="bob", fixture=FIXTURE, entrant="e2", heroes=["h1"])
    assert lineups() == (["e1", "e2"] if name in (*ORGANIZERS, *SIDES) else [])


@pytest.mark.parametrize("name", EVERYBODY)
def test_reports_are_for_the_sides_and_organizers(tournament, name):
    report = {"entrant": "e1", "places": {"e1": 1, "e2": 2}, "note": "Between us."}
    tournament.do("report_result", by="ann", fixture=FIXTURE, **report)
    told = "Between us." in client(name).get(f"/api/v1/tournaments/{tournament.id}/").content.decode()
    assert told == (name in (*ORGANIZERS, *SIDES))
