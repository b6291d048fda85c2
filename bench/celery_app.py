"""Skald's own Celery app with a task that does nothing but arrive: `celery -A bench.celery_app worker`."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from redis import Redis

from config.celery import app

ARRIVE = "bench.arrive"


@app.task(name=ARRIVE)
def arrive(place: str) -> None:
    """Say in Redis that the task has come to a worker."""
    redis().rpush(place, 1)


@cache
def redis() -> Redis:
    """The Redis of the home that this process is in."""
    return Redis.from_url(settings.REDIS_URL)


__all__ = ["app"]
