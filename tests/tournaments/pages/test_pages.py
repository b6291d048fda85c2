"""The pages of tournaments as people come to them: who sees what, nothing breaks, lists stay quick."""

import uuid
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.campaigns.pages.filling import offers, text
from tests.tournaments.pages.conftest import at, between, client_of, won
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db
rule = pytest.mark.rule
PAGES = ("home", "table", "fixtures", "calendar", "leaders", "discipline", "entrants", "rules")


def everything(tournament):
    """The addresses of all pages of a tournament but the desk."""
    yield from (at(tournament, name) for name in PAGES)
    yield from (at(tournament, "fixture", name) for name in tournament.now.fixtures)
    yield from (at(tournament, "entrant", name) for name in tournament.now.entrants)


@rule("KERNEL-TOUR-01")
def test_everybody_sees_a_public_tournament(league, browsers):
    for address in everything(league):
        assert {who: one.get(address).status_code for who, one in browsers.items()} == dict.fromkeys(browsers, 200), (
            address
        )


@rule("KERNEL-TOUR-01")
def test_one_for_members_is_not_there_for_others(league, browsers):
    league.do("change_tournament", visibility="members")
    for address in everything(league):
        found = {who: one.get(address).status_code for who, one in browsers.items()}
        assert found == {"gail": 200, "ann": 200, "bob": 200, "cora": 200, "eve": 404, "": 302}, address
    assert league.now.title not in text(browsers["eve"].get("/tournaments/"))
    assert league.now.title in text(browsers["ann"].get("/tournaments/"))


@rule("KERNEL-TOUR-01")
def test_an_unlisted_one_is_seen_by_its_address_alone(league, browsers):
    league.do("change_tournament", visibility="unlisted")
    assert browsers[""].get(at(league)).status_code == 200
    assert league.now.title not in text(browsers[""].get("/tournaments/"))


@rule("KERNEL-TOUR-01")
def test_the_desk_is_for_officials(league, browsers):
    found = {who: one.get(at(league, "desk")).status_code for who, one in browsers.items()}
    assert found == {"gail": 200, "ann": 403, "bob": 403, "cora": 403, "eve": 403, "": 302}


def test_strangers_see_no_drafts_and_no_forms(league, browsers):
    league.do("add_stage", name="Second", format="swiss")
    for who in ("eve", ""):
        for address in everything(league):
            assert offers(browsers[who].get(address)) == {}, address
            assert (
                'name="csrfmiddlewaretoken" value'
                not in browsers[who].get(address).content.decode().partition("<main")[2]
            )


QUERIES = (
    "stage=s9", "stage=%00", "round=0", "round=99", "round=x", "round=-1", "round=99999999999999", "version=7",
    "why=lot&of=e9", "why=%00", "of=e1", "entrant=e99", "entrant=%00", "show=x", "view=x", "page=x", "stage=&round=",
    "stage=s1&round=1&why=buchholz&of=e1", "view=grid&stage=s1", "q=%00", "status=x", "game=x", "page=99",
)  # fmt: skip


@pytest.mark.parametrize("page", [*PAGES, "list"])
def test_no_query_breaks_a_page(league, browsers, page):
    address = "/tournaments/" if page == "list" else at(league, page)
    for query in QUERIES:
        assert browsers["ann"].get(f"{address}?{query}").status_code in (200, 400, 404), query


def test_what_is_not_there_is_not_there(league, browsers):
    for address in (at(league, "fixture", "s9-1-1"), at(league, "entrant", "e9"), at(league, "bracket")):
        assert browsers["ann"].get(address).status_code == 404


# The table


@rule("KERNEL-TOUR-43")
def test_the_table_says_what_decided_with_its_numbers(league, browsers):
    """Ann beats Bob, Bob beats Cora: both have 3 points, and Ann has 3 of their one meeting, Bob none."""
    won(league, between(league, "e1", "e2").id, "e1")
    won(league, between(league, "e2", "e3").id, "e2")
    page = browsers[""].get(at(league, "table"))
    (shown,) = page.context["tables"]
    assert [(line.row.place, line.name, line.zone) for line in shown.lines] == [
        (1, "Ann's", 1),
        (2, "Bob's", 0),
        (3, "Cora's", 0),
    ]
    assert "Ann's is above Bob's on head-to-head: 3 to 0." in text(page)
    assert "Goes on: place 1" in text(page)


@rule("KERNEL-TOUR-15")
def test_points_taken_are_a_footnote(league, browsers):
    league.do("adjust_points", stage="s1", entrant="e1", points=-100, reason="Late twice.")
    page = browsers[""].get(at(league, "table"))
    assert "1 point taken: Late twice." in text(page)


def test_the_table_as_of_a_round(league, browsers):
    """After round 1 nothing of round 2 counts."""
    for fixture in list(league.now.fixtures.values()):
        if fixture.round <= 2 and fixture.bye is None:
            won(league, fixture.id, fixture.sides[0])
    played = {
        query: sum(line.row.played for line in browsers[""].get(at(league, "table") + query).context["tables"][0].lines)
        for query in ("?round=1", "?round=2", "")
    }
    assert played == {"?round=1": 2, "?round=2": 4, "": 4}


def test_a_value_of_a_tie_break_is_explained(league, browsers):
    page = browsers[""].get(at(league, "table", stage="s1", why="points", of="e1"))
    assert page.context["why"].who == "Ann's"


@rule("KERNEL-TOUR-48")
def test_who_has_left_is_struck_out_with_the_reason(league, browsers):
    league.do("withdraw", by="cora", entrant="e3", reason="Moved away.")
    page = browsers[""].get(at(league, "table"))
    assert "<s>Cora&#x27;s</s>" in page.content.decode()
    assert "Moved away." in text(page)


# Fixtures in words


@pytest.mark.parametrize(
    ("kind", "places", "words"),
    [
        ("played", (1, 2), "Bob's won"),
        ("draw_agreed", (1, 1), "drawn, agreed without a match"),
        ("forfeit", (1, 2), "Bob's won by forfeit"),
        ("double_forfeit", (), "double forfeit: neither side played"),
        ("void", (), "void: it counts for nobody"),
        ("abandoned", (), "abandoned: broken off"),
    ],
)
@rule("KERNEL-TOUR-10")
def test_what_came_of_a_fixture_is_said_in_words(league, browsers, kind, places, words):
    fixture = between(league, "e2", "e3")
    order = sorted(fixture.sides)
    league.do(
        "record_result", fixture=fixture.id, kind=kind, reason="So.", places=dict(zip(order, places, strict=False))
    )
    page = browsers[""].get(at(league, "fixture", fixture.id))
    assert page.context["line"].words == words


def test_a_bye_and_an_overdue_fixture_are_said_in_words(league, browsers):
    bye = next(one for one in league.now.fixtures.values() if one.bye)
    open_one = next(one for one in league.now.fixtures.values() if not one.bye)
    league.do("set_date", fixture=open_one.id, deadline="2020-01-01")
    assert browsers[""].get(at(league, "fixture", bye.id)).context["line"].words == "bye, no points"
    assert browsers[""].get(at(league, "fixture", open_one.id)).context["line"].words == "overdue since 2020-01-01"
    waits = [one.words for one in browsers["gail"].get(at(league, "desk")).context["waits"]]
    assert any(one.startswith("Overdue: ") for one in waits)


@rule("KERNEL-TOUR-08")
def test_a_captain_sees_the_other_line_up_once_the_own_is_named(league, browsers):
    fixture = between(league, "e1", "e2")
    address = at(league, "fixture", fixture.id)
    league.do("name_lineup", by="bob", fixture=fixture.id, entrant="e2", heroes=["h1"])

    def seen(who):
        return {one.side: list(one.heroes) for one in browsers[who].get(address).context["lineups"]}

    assert [seen(who)["e2"] for who in ("ann", "bob", "cora", "gail", "")] == [[], ["Bob 1"], [], ["Bob 1"], []]
    league.do("name_lineup", by="ann", fixture=fixture.id, entrant="e1", heroes=["h2"])
    assert seen("ann")["e2"] == ["Bob 1"]


def test_the_cross_table_has_each_meeting_for_both_sides(league, browsers):
    fixture = between(league, "e1", "e2")
    won(league, fixture.id, "e1")
    (grid,) = browsers[""].get(at(league, "fixtures", view="grid")).context["grids"]
    marks = {
        (row[0], place): [met[0] for met in cell.meetings] for row in grid.rows for place, cell in enumerate(row[2], 1)
    }
    entrants = [row[0] for row in grid.rows]
    assert marks["e1", entrants.index("e2") + 1] == ["W"]
    assert marks["e2", entrants.index("e1") + 1] == ["L"]
    assert all(cell.own for number, row in enumerate(grid.rows) for cell in row[2][number : number + 1])


@pytest.mark.parametrize(("show", "count"), [("won", 1), ("lost", 0), ("drawn", 0), ("played", 1), ("open", 1)])
def test_numbers_of_the_table_lead_to_their_fixtures(league, browsers, show, count):
    """Ann has won against Bob; her match against Cora is open, her bye is neither."""
    fixture = between(league, "e1", "e2")
    won(league, fixture.id, "e1")
    rounds = browsers[""].get(at(league, "fixtures", stage="s1", entrant="e1", show=show)).context["rounds"]
    assert sum(len(one.lines) for one in rounds) == count


# Lists


def test_own_tournaments_come_first(league, browsers):
    cards = {who: browsers[who].get("/tournaments/").context["cards"] for who in ("gail", "ann", "eve", "")}
    assert [card.roles for card in cards["gail"]] == [["organizer"]]
    assert [(card.companies, card.row.own) for card in cards["ann"]] == [(["Ann's"], True)]
    assert [(card.companies, card.row.own) for card in cards["eve"]] == [([], False)]


def test_the_list_asks_the_same_number_of_queries_of_a_thousand(league, browsers):
    with CaptureQueriesContext(connection) as few:
        browsers["ann"].get("/tournaments/")
    now = datetime(2026, 1, 1, tzinfo=UTC)
    rows = [
        Tournament(
            id=uuid.uuid4(), campaign_id=league.evening.id, title=f"Open {number}", game="istra", status="running",
            visibility="public", version=1, summary={}, created_at=now, updated_at=now,
        )
        for number in range(1_000)
    ]  # fmt: skip
    Tournament.objects.bulk_create(rows)
    company = uuid.UUID(league.evening.companies["ann"])
    Entrant.objects.bulk_create(Entrant(tournament=one, entrant="e1", company=company, name="Ann's") for one in rows)
    with CaptureQueriesContext(connection) as many:
        page = browsers["ann"].get("/tournaments/")
    assert len(page.context["cards"]) == 20
    assert len(many) == len(few)


def test_a_page_of_a_tournament_asks_no_more_queries_for_more_fixtures(league, browsers):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            browsers["ann"].get(at(league))
        return len(queries)

    before = asked()
    for fixture in list(league.now.fixtures.values()):
        if fixture.bye is None:
            won(league, fixture.id, fixture.sides[0])
    assert asked() <= before


def test_a_campaign_leads_to_its_tournaments(league, browsers):
    page = browsers["ann"].get(f"/campaigns/{league.evening.id}/")
    assert at(league) in page.content.decode()


def test_navigation_leads_to_the_list(db):
    assert 'href="/tournaments/"' in client_of("").get("/").content.decode()


# The calendar


def test_the_calendar_has_dates_and_what_is_kept_free(league, browsers):
    fixture = between(league, "e1", "e2")
    league.do("set_date", fixture=fixture.id, slot={"date": "2030-12-07", "time": "19:30"})
    league.do("add_blackout", kind="tournament", first="2030-12-24", title="Yule")
    page = browsers[""].get(at(league, "calendar"))
    days = {day.date: [line.fixture.id for line in day.played] for day in page.context["days"]}
    assert days["2030-12-07"] == [fixture.id]
    assert "Tuesday, 24 December 2030 Yule" in " ".join(" ".join(one) for one in page.context["free"])
    assert browsers["gail"].get(at(league, "desk")).status_code == 200
