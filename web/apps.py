"""The app of what all pages and APIs share, and of people. It knows no match and no campaign."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Registers the web app."""

    name = "web"
    verbose_name = "Web"

    def ready(self) -> None:
        """Let new users have accounts."""
        import_module("web.accounts")
