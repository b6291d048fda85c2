"""The addresses of the pages, to be included at the root."""

from django.urls import path
from django.views.generic import RedirectView

from matches.pages import checking, creating, listing, people, playing, replaying

app_name = "pages"

MATCH = "matches/<uuid:match_id>"

urlpatterns = [
    path("", listing.matches, name="matches"),
    path("matches/", RedirectView.as_view(pattern_name="pages:matches", query_string=True)),
    path("matches/new", creating.new_match, name="new"),
    path("matches/invitations", people.answer, name="invitations"),
    path(MATCH, playing.match_page, name="match"),
    path(f"{MATCH}/commands", playing.command, name="command"),
    path(f"{MATCH}/try", playing.try_out, name="try"),
    path(f"{MATCH}/seats", people.seats, name="seats"),
    path(f"{MATCH}/settings", people.settings, name="settings"),
    path(f"{MATCH}/join", people.join, name="join"),
    path(f"{MATCH}/fork", creating.fork, name="fork"),
    path(f"{MATCH}/replay", replaying.replay_page, name="replay"),
    path(f"{MATCH}/replay.json", replaying.replay_json, name="replay-json"),
    path(f"{MATCH}/dice", checking.dice_page, name="dice"),
    path(f"{MATCH}/verify", checking.verify_page, name="verify"),
    path(f"{MATCH}/export", checking.export_file, name="export"),
]
