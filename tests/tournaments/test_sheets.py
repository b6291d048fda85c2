"""Tables, fixtures and the board as of then, and as files that spreadsheets open. [KERNEL-TOUR-17]"""

import csv
import io
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from eventstore import api as store
from tests.tournaments.opening import Open

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("KERNEL-TOUR-17")]


def get(path, status=200, **headers):
    client = Client()
    client.force_login(get_user_model().objects.get(username="gail"))
    answer = client.get(f"/api/v1/tournaments/{path}", headers=headers)
    assert answer.status_code == status, answer.content
    return answer


def rows(answer):
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


@pytest.fixture
def league(db):
    """Ann, Bob and Cora; the first of two who meet has won the first round, and Ann the second."""
    tournament = Open("ann", "bob", "cora")
    tournament.stage()
    return tournament


def win(tournament, number):
    (fixture,) = (one for one in tournament.now.fixtures_of("s1", number) if one.bye is None)
    one, other = sorted(fixture.sides)
    places = {one: 1, other: 2}
    order = {"fixture": fixture.id, "kind": "played", "places": places, "reason": "As played."}
    return tournament.do("record_result", **order).tournament.version


def table(tournament, query=""):
    return get(f"{tournament.id}/stages/s1/table{query}").json()


def test_a_table_of_an_event_a_time_or_a_round_is_what_was_shown_then(league):
    """And a correction later changes what is shown as after a round, but not what was shown then."""
    first = win(league, 1)
    shown = table(league)
    moment = next(store.read(f"tournament-{league.id}", first - 1, first)).recorded
    win(league, 2)
    assert table(league)["tables"] != shown["tables"]
    assert table(league, f"?at={first}") == shown
    assert table(league, f"?at={moment.isoformat().replace('+00:00', 'Z')}") == shown
    assert table(league, "?round=1")["tables"] == shown["tables"]
    (fixture,) = (one for one in league.now.fixtures_of("s1", 1) if one.bye is None)
    one, other = sorted(fixture.sides)
    league.do("record_result", fixture=fixture.id, kind="played", places={one: 2, other: 1}, reason="Mixed up.")
    assert table(league, f"?at={first}") == shown
    assert table(league, "?round=1")["tables"] != shown["tables"]


def test_a_date_is_the_end_of_that_day(league):
    version = win(league, 1)
    today = timezone.localdate()
    assert table(league, f"?at={today}")["version"] == version
    get(f"{league.id}/stages/s1/table?at={today - timedelta(days=1)}", 404)
    assert table(league, f"?at={today + timedelta(days=1)}")["version"] == version


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("stages/s1/table?round=9", 422, "unknown_round"),
        ("stages/s1/table?round=0", 422, "unknown_round"),
        ("stages/s1/table?round=x", 400, "malformed"),
        ("stages/s1/table?at=soon", 400, "malformed"),
        ("stages/s1/table?at=2026-13-45", 400, "malformed"),
        ("stages/s1/table?at=0", 400, "malformed"),
        ("stages/s1/table?at=9999", 404, "not_found"),
        ("stages/s1/table?speed=1", 400, "malformed"),
        ("stages/s9/table", 422, "unknown_stage"),
        ("stages/s9/table?format=csv", 422, "unknown_stage"),
        ("fixtures?at=-1", 400, "malformed"),
        ("discipline?at=", 200, ""),
    ],
)
def test_it_refuses_what_was_never(league, path, status, code):
    answer = get(f"{league.id}/{path}", status)
    if code:
        assert (answer["Content-Type"], answer.json()["code"]) == ("application/problem+json", code)


def test_a_table_as_csv(league):
    win(league, 1)
    league.do("adjust_points", stage="s1", entrant="e1", points=-150, reason="=cmd|' /C calc'!A0")
    found = rows(get(f"{league.id}/stages/s1/table?format=csv"))
    (ann,) = (row for row in found if row["entrant"] == "e1")
    assert ann["footnotes"] == "1.5 points taken: =cmd|' /C calc'!A0"
    assert {row["entrant"]: row["points"] for row in found} == points_of(league)
    assert rows(get(f"{league.id}/stages/s1/table", accept="text/csv")) == found


def points_of(league):
    (table_now,) = table(league)["tables"].values()
    return {row["entrant"]: f"{row['points'] / 100:g}" for row in table_now["rows"]}


def test_no_cell_is_a_formula(league):
    """A reason that begins as a formula would."""
    league.do("record_offence", entrant="e1", hero="h1", rule="4.2", reason="@SUM(A1)", matches=1)
    (row,) = rows(get(f"{league.id}/discipline?format=csv"))
    assert (row["why"], row["matches_left"], row["name"]) == ("'@SUM(A1)", "1", "Ann's")


def test_fixtures_as_csv(league):
    league.do("set_date", fixture="s1-1-1", slot={"date": "2026-12-04", "time": "19:00", "venue": "Hall", "table": 2})
    win(league, 1)
    found = {row["fixture"]: row for row in rows(get(f"{league.id}/fixtures?format=csv"))}
    (over,) = (row for row in found.values() if row["kind"] == "played")
    assert (over["status"], over["places"] in ("1:2", "2:1")) == ("over", True)
    assert (found["s1-1-1"]["date"], found["s1-1-1"]["venue"], found["s1-1-1"]["table"]) == ("2026-12-04", "Hall", "2")
    byes = [row for row in found.values() if row["kind"] == "zero_bye"]
    assert [row["away"] for row in byes] == ["", "", ""]
