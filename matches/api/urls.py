"""The addresses of matches in the API, to be included under `api/v1/`."""

from django.urls import path

from matches.api import rulesets, seats, views

app_name = "api"

MATCH = "matches/<uuid:match_id>/"

urlpatterns = [
    path("matches/", views.MatchList.as_view(), name="match-list"),
    path("matches/import", views.MatchImport.as_view(), name="match-import"),
    path("matches/invitations/", seats.SeatInvitationList.as_view(), name="seat-invitations"),
    path(MATCH, views.MatchHead.as_view(), name="match"),
    path(f"{MATCH}state", views.MatchState.as_view(), name="match-state"),
    path(f"{MATCH}pending", views.MatchPending.as_view(), name="match-pending"),
    path(f"{MATCH}legal", views.MatchLegal.as_view(), name="match-legal"),
    path(f"{MATCH}events", views.MatchEvents.as_view(), name="match-events"),
    path(f"{MATCH}commands", views.MatchCommands.as_view(), name="match-commands"),
    path(f"{MATCH}replay", views.MatchReplay.as_view(), name="match-replay"),
    path(f"{MATCH}forks", views.MatchForks.as_view(), name="match-forks"),
    path(f"{MATCH}verify", views.MatchVerify.as_view(), name="match-verify"),
    path(f"{MATCH}export", views.MatchExport.as_view(), name="match-export"),
    path(f"{MATCH}seats/", seats.SeatList.as_view(), name="match-seats"),
    path(f"{MATCH}seats/<str:seat>/", seats.OneSeat.as_view(), name="match-seat"),
    path(f"{MATCH}seats/<str:seat>/invite", seats.SeatInvite.as_view(), name="match-seat-invite"),
    path("rulesets/", rulesets.RulesetList.as_view(), name="ruleset-list"),
    path("rulesets/<str:key>/", rulesets.OneRuleset.as_view(), name="ruleset"),
    path("rulesets/<str:key>/rules/<str:rule>", rulesets.OneRule.as_view(), name="rule"),
    path("tokens/", rulesets.OwnToken.as_view(), name="tokens"),
]
