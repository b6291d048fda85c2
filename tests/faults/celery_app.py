"""Skald's own Celery app with our follower beside its subscribers: `celery -A tests.faults.celery_app worker`."""

import django

django.setup()

from config.celery import app  # noqa: E402  # models want Django to be set up
from eventstore import api  # noqa: E402
from tests.faults.follower import NAME, Follower  # noqa: E402

api.subscriber(NAME)(Follower)

__all__ = ["app"]
