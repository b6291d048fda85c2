"""The list of matches and the form for a new one."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches import service
from matches.loading import load_match
from matches.models import Match
from matches.pages.boards import board_of
from matches.pages.rosters import offered_teams
from tests.matches.conftest import new
from tests.matches.pages.conftest import play_on
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def titles(html):
    return re.findall(r'<h2><a href="/matches/[0-9a-f-]+">([^<]*)</a></h2>', html)


def listing(client, **query):
    answer = client.get("/", query)
    assert answer.status_code == 200
    return answer.content.decode()


class TestList:
    def test_it_works(self, client, a_go, over):
        html = listing(client)
        assert titles(html) == ["Ravens at dusk", "Ravens at dusk"]
        assert "Watch the replay" in html
        assert "Open the match" in html
        assert "Ravens (bob)" in html
        assert "Ishmêk · turn 1 of 10 · GM alice" in html

    def test_an_empty_list_says_what_to_do(self, client, users):
        assert "Log in" in listing(client)
        client.force_login(users["dora"])
        assert "Create one: choose two teams" in listing(client)
        assert "No matches found" in listing(client, q="nobody")

    def test_own_matches_come_first_and_running_ones_before_others(self, client, users, alice, eve, a_go):
        service.create_match(eve, new(title="Eve's own", visibility="public"))
        service.set_title(alice, a_go, "Alice's running")
        client.force_login(users["eve"])
        assert titles(listing(client)) == ["Eve&#x27;s own", "Alice&#x27;s running"]
        client.force_login(users["bob"])
        html = listing(client)
        assert titles(html) == ["Alice&#x27;s running", "Eve&#x27;s own"]
        assert "You must decide" in html

    def test_private_matches_are_for_their_own_people(self, client, users, alice, a_go):
        service.set_visibility(alice, a_go, "private")
        assert titles(listing(client)) == []
        client.force_login(users["charlie"])
        assert titles(listing(client)) == ["Ravens at dusk"]

    def test_filters(self, client, users, alice, a_go, over):
        service.set_title(alice, over, "Long ago")
        assert titles(listing(client, status="finished")) == ["Long ago"]
        assert titles(listing(client, status="sideways")) != []
        assert titles(listing(client, q="long AGO")) == ["Long ago"]
        assert titles(listing(client, q="ravens")) != []
        assert titles(listing(client, q="nobody")) == []
        assert titles(listing(client, game="istra")) == []
        assert titles(listing(client, game="ishmek")) != []
        client.force_login(users["eve"])
        assert titles(listing(client, mine="on")) == []

    def test_pages_keep_the_filter(self, client, alice):
        for number in range(23):
            service.create_match(alice, new(title=f"Match {number}", visibility="public"))
        html = listing(client, status="waiting")
        assert len(titles(html)) == 20
        assert 'href="?status=waiting&amp;page=2"' in html
        assert len(titles(listing(client, status="waiting", page="2"))) == 3
        assert len(titles(listing(client, page="many"))) == 20

    def test_the_number_of_queries_does_not_grow(self, client, users, alice):
        client.force_login(users["alice"])

        def queries():
            with CaptureQueriesContext(
                connection,
            ) as caught:
                listing(client)
            return len(caught)

        service.create_match(alice, new(visibility="public"))
        few = queries()
        for _ in range(15):
            service.create_match(alice, new(visibility="public"))
        assert queries() == few


class TestNew:
    FORM = {
        "ruleset": "ishmek",
        "turns": "3",
        "umpire-1": "6",
        "umpire-2": "7",
        "who-title": "A new one",
        "who-visibility": "unlisted",
        "dice-home": "table",
        "dice-away": "house",
        "dice-gm": "house",
    }

    @pytest.fixture
    def form(self):
        teams = list(offered_teams("ishmek"))
        rules = {"rules-foul_dc": "15", "rules-foul_dc_holder": "10"}
        return {**self.FORM, **rules, "team-home": teams[0], "team-away": teams[1]}

    def test_it_wants_a_login(self, client, db):
        assert client.get("/matches/new")["Location"] == "/login/?next=/matches/new"

    def test_it_shows_every_house_rule_with_its_ruling(self, client, users):
        client.force_login(users["dora"])
        html = client.get("/matches/new").content.decode()
        assert html.count('name="rules-') == 30
        assert "<b>ISH-Q-14</b> Tie at the end. By default: draw.</span>" in html
        assert html.count("<b>ISH-Q-27</b>") == 1

    def test_it_works(self, client, users, form):
        client.force_login(users["dora"])
        answer = client.post("/matches/new", {**form, "rules-bounce": "mirror"})
        row = Match.objects.get()
        assert answer["Location"] == f"/matches/{row.pk}"
        assert (row.title, row.visibility, row.gm_name) == ("A new one", "unlisted", "dora")
        match = load_match(row.pk)
        assert match.state.turns_total == 3
        assert match.state.rules.bounce == "mirror"
        assert match.table.dice_kinds == {"home": "table", "away": "house", "gm": "house"}
        service.assign_seat(THE_HOUSE, row.pk, "home", users["dora"])
        assert play_on(row.pk, until=lambda m: m.table.opened is not None).table.opened is not None

    def test_a_roster_may_be_pasted(self, client, users, form):
        client.force_login(users["dora"])
        roster = {"name": "Paper Kites", "players": [{"id": "k1", "name": "Kite"}]}
        client.post("/matches/new", {**form, "roster-away": json.dumps(roster)})
        assert Match.objects.get().summary["headline"]["teams"]["away"]["name"] == "Paper Kites"

    @pytest.mark.parametrize(
        ("field", "value", "words"),
        [
            ("roster-home", "{", "is not valid JSON"),
            ("roster-home", '{"players": []}', "1 to 6"),
            ("roster-home", '{"players": [{"id": "x", "prof": 99}]}', "Prof is 99"),
            ("roster-home", '{"players": 7}', "players"),
            ("turns", "0", "at least 1|1 to"),
            ("turns", "many", "not a whole number"),
            ("team-away", "nobody", "not one of the choices"),
            ("rules-bounce", "sideways", "not one of the choices"),
            ("who-visibility", "", "missing"),
            ("who-title", "x" * 200, "one line"),
        ],
    )
    def test_it_refuses_and_keeps_what_was_typed(self, client, users, form, field, value, words):
        client.force_login(users["dora"])
        answer = client.post("/matches/new", {**form, "who-title": "Kept", field: value})
        html = answer.content.decode()
        assert answer.status_code in (400, 422)
        assert re.search(words, html)
        assert 'class="refusal"' in html
        assert field == "who-title" or 'value="Kept"' in html
        assert not Match.objects.exists()

    def test_it_refuses_a_team_against_itself(self, client, users, form):
        client.force_login(users["dora"])
        answer = client.post("/matches/new", {**form, "team-away": form["team-home"]})
        assert answer.status_code == 400
        assert "Choose two different teams." in answer.content.decode()
        assert not Match.objects.exists()

    def test_a_game_that_nobody_knows(self, client, users):
        client.force_login(users["dora"])
        assert client.get("/matches/new?ruleset=chess").status_code == 404

    def test_every_field_of_a_setup_is_read_back(self):
        board = board_of("ishmek")
        values = {field.name: field.value for field in board.setup_fields()} | {
            "turns": 4,
            "umpire-1": 1,
            "umpire-2": 2,
        }
        setup = board.setup_of(values)
        assert (setup["turns_total"], setup["umpires"], set(setup["teams"])) == (4, [1, 2], {"home", "away"})

    @pytest.mark.parametrize(
        ("game", "filled", "ground"),
        [
            ("ishmek", {"turns": 4, "umpire-1": 1, "umpire-2": 2}, {"turns_total": 4, "umpires": [1, 2]}),
            ("ishmek", {"turns": 4, "umpire-1": 1}, {"turns_total": 4}),
            ("ishmek", {}, {}),
            ("istra", {}, {}),
            ("istra", {"table-scenario": "last_stand", "table-turns": 5}, {"scenario": "last_stand", "turn_limit": 5}),
            ("hachigoku", {}, {}),
            (
                "hachigoku",
                {"table-max_height": 2, "table-uneven": True, "table-duel": True},
                {"scene": {"max_height": 2, "uneven": True, "duel": True}},
            ),
            ("chess", {}, {}),
        ],
    )
    def test_the_ground_of_a_battle_is_what_was_filled_in(self, game, filled, ground):
        board = board_of(game)
        fields = board.ground_fields()
        assert not [field.name for field in fields if field.required]
        assert board.ground_of({field.name: None for field in fields} | filled) == ground
