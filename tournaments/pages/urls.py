"""The addresses of the pages of tournaments, to be included at the root."""

from django.urls import path

from tournaments.pages import (
    bracket,
    calendar,
    desk,
    discipline,
    entrants,
    fixtures,
    home,
    leaders,
    listing,
    rules,
    table,
)

app_name = "tournaments"

TOURNAMENT = "tournaments/<uuid:tournament_id>/"

urlpatterns = [
    path("tournaments/", listing.tournaments, name="list"),
    path(TOURNAMENT, home.home_page, name="home"),
    path(f"{TOURNAMENT}table/", table.table_page, name="table"),
    path(f"{TOURNAMENT}fixtures/", fixtures.fixtures_page, name="fixtures"),
    path(f"{TOURNAMENT}fixtures/<str:fixture>/", fixtures.fixture_page, name="fixture"),
    path(f"{TOURNAMENT}bracket/", bracket.bracket_page, name="bracket"),
    path(f"{TOURNAMENT}calendar/", calendar.calendar_page, name="calendar"),
    path(f"{TOURNAMENT}leaders/", leaders.leaders_page, name="leaders"),
    path(f"{TOURNAMENT}discipline/", discipline.discipline_page, name="discipline"),
    path(f"{TOURNAMENT}entrants/", entrants.entrants_page, name="entrants"),
    path(f"{TOURNAMENT}entrants/<str:entrant>/", entrants.entrant_page, name="entrant"),
    path(f"{TOURNAMENT}rules/", rules.rules_page, name="rules"),
    path(f"{TOURNAMENT}desk/", desk.desk_page, name="desk"),
]
