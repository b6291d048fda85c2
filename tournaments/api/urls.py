"""The addresses of tournaments in the API, to be included under `api/v1/`."""

from django.urls import path

from tournaments.api import views

app_name = "tournaments-api"

TOURNAMENT = "tournaments/<uuid:tournament_id>/"

urlpatterns = [
    path("tournaments/", views.TournamentList.as_view(), name="tournament-list"),
    path(TOURNAMENT, views.OneTournament.as_view(), name="tournament"),
    path(f"{TOURNAMENT}commands", views.TournamentCommands.as_view(), name="tournament-commands"),
    path(f"{TOURNAMENT}stages/<str:stage>/schedule", views.StageSchedule.as_view(), name="stage-schedule"),
    path(f"{TOURNAMENT}stages/<str:stage>/schedule/check", views.ScheduleCheck.as_view(), name="schedule-check"),
    path(f"{TOURNAMENT}stages/<slug:stage>/table", views.StageTable.as_view(), name="stage-table"),
    path(f"{TOURNAMENT}fixtures", views.Fixtures.as_view(), name="fixtures"),
    path(f"{TOURNAMENT}discipline", views.Board.as_view(), name="discipline"),
    path(f"{TOURNAMENT}rosters", views.Rosters.as_view(), name="rosters"),
    path(f"{TOURNAMENT}events", views.TournamentEvents.as_view(), name="tournament-events"),
    path("tournament-commands/", views.TournamentCommandList.as_view(), name="command-list"),
]
