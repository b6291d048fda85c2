"""The addresses of matches outside the API, to be included at the root."""

from django.urls import URLPattern, path

from matches.live import live

app_name = "feed"

urlpatterns: list[URLPattern] = [
    path("matches/<uuid:match_id>/live", live, name="live"),
]
