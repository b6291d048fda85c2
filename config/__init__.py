"""Wiring: settings, addresses, workers. No logic of the game lives here."""

import sys

from config.celery import app as celery_app
from config.env import print_error_line

# For whatever process this is: a command, uvicorn, Celery.
sys.excepthook = print_error_line

__all__ = ["celery_app"]
