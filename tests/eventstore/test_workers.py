"""Real Celery workers on a real Redis: woken by appends, killed at any moment, each event counted once."""

import time

import pytest
from celery import Celery
from django.conf import settings
from django.db import connection

from config.redis_home import celery_url
from eventstore import api, wake
from tests.eventstore.counting import counts
from tests.eventstore.databases import database_file
from tests.eventstore.log import write
from tests.eventstore.processes import Processes, kill, postgresql_url

pytestmark = [pytest.mark.postgresql, pytest.mark.redis, pytest.mark.django_db(transaction=True)]

WAIT_SECONDS = 30
WORKER = ("worker", "--pool", "solo", "--loglevel", "WARNING", "--without-gossip", "--without-mingle")


@pytest.fixture
def processes(tmp_path, redis_url, monkeypatch):
    monkeypatch.setattr(settings, "REDIS_URL", redis_url)
    monkeypatch.setattr(wake, "current_app", Celery("sender", broker=celery_url(redis_url), set_as_current=False))
    environment = {"REDIS_URL": redis_url, "BROKER_URL": celery_url(redis_url)}
    api.subscriber("counts")(print)  # so that appends wake it; the one of the workers counts
    if connection.vendor == "postgresql":
        started = Processes(tmp_path, postgresql_url(), **environment)
        yield started
        started.end()
    else:
        with database_file(tmp_path / "skald.sqlite3", migrate=True):
            started = Processes(tmp_path, "", **environment)
            yield started
            started.end()
    wake.alarm.cache_clear()


def counted(stream, number):
    end = time.monotonic() + WAIT_SECONDS
    while counts().get(stream) != number and time.monotonic() < end:
        time.sleep(0.01)
    return counts().get(stream)


def test_an_append_wakes_a_worker(processes):
    write("match-1", 3)  # before any worker is there
    processes.start_celery(*WORKER)
    assert counted("match-1", 3) == 3
    for _ in range(5):
        write("match-1", 1)
    assert counted("match-1", 8) == 8


def test_killed_workers_count_each_event_once(processes, tmp_path):
    write("match-1", 1)
    for n in range(3):
        worker = processes.start_celery(*WORKER, "--beat", "--schedule", str(tmp_path / "beat"))
        assert counted("match-1", 1 + 40 * n) == 1 + 40 * n
        for _ in range(40):
            write("match-1", 1)
        kill(worker)
    processes.start_celery(*WORKER, "--beat", "--schedule", str(tmp_path / "beat"))
    assert counted("match-1", 121) == 121
    assert api.catch_up("counts").handled == 0
