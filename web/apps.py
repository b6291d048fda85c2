"""The app of what all pages and APIs share. It knows no match and no campaign."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Registers the web app."""

    name = "web"
    verbose_name = "Web"
