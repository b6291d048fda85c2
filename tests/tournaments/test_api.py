"""Tournaments over HTTP: founded, led, seen by whoever may. [KERNEL-TOUR-01]"""

import json
import uuid

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.tournaments.opening import Open
from tournaments.domain.commands import TOURNAMENT_COMMANDS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("KERNEL-TOUR-01")]
F = "s1-1-1"


def client(name):
    client = Client()
    if name:
        client.force_login(get_user_model().objects.get(username=name))
    return client


def get(name, path, status=200):
    answer = client(name).get(f"/api/v1/{path}")
    assert answer.status_code == status, answer.content
    return answer.json()


def post(name, path, document, status, **headers):
    answer = client(name).post(
        f"/api/v1/{path}", json.dumps(document), content_type="application/json", headers=headers
    )
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_tournament_from_its_founding_to_its_table():
    evening = Open("ann", "bob").evening
    made = post("gail", "tournaments/", {"title": "Cup", "campaign": str(evening.id)}, 201)
    path = f"tournaments/{made['id']}/"
    for order in (
        {"type": "enter", "company": evening.companies["ann"], "reason": "Both."},
        {"type": "enter", "company": evening.companies["bob"], "reason": "Both."},
        {"type": "add_stage", "name": "League", "format": "round_robin"},
        {"type": "start_stage", "stage": "s1"},
        {"type": "publish_round", "stage": "s1"},
        {"type": "record_result", "fixture": F, "kind": "played", "places": {"e1": 2, "e2": 1}, "reason": "By hand."},
    ):
        answer = post("gail", f"{path}commands", {"command": order}, 200)
    assert [event["type"] for event in answer["events"]] == ["result_recorded"]
    seen = get("ann", path)
    (table,) = seen["stages"][0]["tables"].values()
    assert [(row["place"], row["entrant"], row["points"]) for row in table["rows"]] == [(1, "e2", 300), (2, "e1", 0)]
    assert seen["version"] == answer["version"]
    before = get("ann", f"{path}?at={answer['version'] - 1}")
    assert {row["points"] for table in before["stages"][0]["tables"].values() for row in table["rows"]} == {0}


def test_the_list_narrows_and_shows_what_one_may_see():
    tournament = Open("ann", "bob", visibility="public")
    assert [one["title"] for one in get("", "tournaments/")["results"]] == ["Banak Open"]
    assert get("", "tournaments/?status=ended")["results"] == []
    assert get("eve", f"tournaments/?campaign={tournament.evening.id}")["results"][0]["summary"]["entrants"] == {
        "entered": 2
    }
    tournament.do("change_tournament", visibility="members")
    assert get("", "tournaments/")["results"] == []
    get("", f"tournaments/{tournament.id}/", 404)
    get("eve", f"tournaments/{uuid.uuid4()}/", 404)


def test_drafts_are_for_organizers_and_line_ups_for_the_sides():
    tournament = Open("ann", "bob", "cora", visibility="public")
    tournament.do("add_stage", name="Main", format="round_robin")
    tournament.do("start_stage", stage="s1")
    path = f"tournaments/{tournament.id}/"
    assert get("ann", path)["fixtures"] == []
    assert len(get("gail", path)["fixtures"]) == 6
    tournament.do("publish_round", stage="s1")
    fixture = next(one["id"] for one in get("gail", path)["fixtures"] if one["sides"] == ["e1", "e2"])
    tournament.do("name_lineup", by="ann", fixture=fixture, entrant="e1", heroes=["h1"])

    def lineups(name):
        return next(one for one in get(name, path)["fixtures"] if one["id"] == fixture).get("lineups", {})

    everybody = ("gail", "ann", "bob", "cora", "eve", "")
    assert [sorted(lineups(name)) for name in everybody] == [["e1"], ["e1"], [], [], [], []]
    tournament.do("name_lineup", by="bob", fixture=fixture, entrant="e2", heroes=["h1"])
    both = ["e1", "e2"]
    assert [sorted(lineups(name)) for name in everybody] == [both, both, both, [], [], []]
    assert {one["account"] for one in get("", path)["officials"]} == {""}


def test_the_log_is_for_organizers():
    tournament = Open("ann", "bob", visibility="public")
    path = f"tournaments/{tournament.id}/events"
    assert [one["type"] for one in get("gail", path)["events"]][:1] == ["tournament_opened"]
    assert get("eve", path, 403)["code"] == "officials_only"


@pytest.mark.parametrize(
    ("order", "status", "code", "field"),
    [
        ({}, 400, "malformed", "type"),
        ({"type": "fly"}, 400, "malformed", "type"),
        ({"type": "open_tournament", "title": "Me"}, 400, "malformed", "tournament"),
        ({"type": "enter"}, 400, "malformed", "company"),
        ({"type": "enter", "company": "x" * 81}, 400, "malformed", "company"),
        ({"type": "enter", "company": "nobody", "reason": "Why not."}, 422, "unknown_company", "company"),
        ({"type": "add_stage", "name": "A", "format": "knockabout"}, 400, "malformed", "format"),
        (
            {"type": "add_stage", "name": "A", "format": "swiss", "rules": {"rounds": -1}},
            400,
            "malformed",
            "rules.rounds",
        ),
        ({"type": "add_stage", "name": "A", "format": "swiss", "rules": {"speed": 1}}, 400, "malformed", "rules.speed"),
        ({"type": "close_sign_up"}, 422, "wrong_status", ""),
        ({"type": "start_game", "fixture": F, "match": "m"}, 403, "server_only", ""),
    ],
)
def test_it_refuses_nonsense_with_its_field(order, status, code, field):
    tournament = Open("ann", "bob")
    answer = post("gail", f"tournaments/{tournament.id}/commands", {"command": order}, status)
    assert (answer["code"], answer.get("field", "") or next(iter(answer.get("errors", {})), "")) == (code, field)


def test_the_vocabulary_names_every_command():
    listed = get("", "tournament-commands/")
    assert {one["type"] for one in listed} == TOURNAMENT_COMMANDS.keys()
    opening = next(one for one in listed if one["type"] == "open_tournament")
    assert "tournament" not in opening["json_schema"]["$defs"]["OpenTournament"]["properties"]
