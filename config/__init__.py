"""Wiring: settings, addresses, workers. No logic of the game lives here."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
