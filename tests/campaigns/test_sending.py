"""How the workers are told: soon, by the id alone, and never at the cost of who asks for something."""

import base64
import json
import time
import uuid

import pytest
from celery import Celery
from redis import Redis

from campaigns import sending
from config.redis_home import celery_url

pytestmark = pytest.mark.redis

JOB = uuid.UUID("0b0e2a52-6a3f-5a60-8f4e-1c6a4d1f0001")


@pytest.fixture
def letters(redis_url, settings, monkeypatch):
    """What lies in the queue of the workers: the arguments of each task."""
    settings.REDIS_URL = redis_url
    monkeypatch.setattr(sending, "_mailboxes", [sending.Mailbox()])
    monkeypatch.setattr(sending, "current_app", Celery("sender", broker=celery_url(redis_url), set_as_current=False))
    redis = Redis.from_url(redis_url)
    redis.delete("celery")
    yield lambda: [json.loads(letter) for letter in redis.lrange("celery", 0, -1)]
    redis.close()


def test_it_works(letters):
    sending.send([JOB])
    assert sending.settle(5)
    (letter,) = letters()
    assert letter["headers"]["task"] == "campaigns.tasks.run_job"
    arguments, *_ = json.loads(base64.b64decode(letter["body"]))
    assert arguments == [str(JOB)]


def test_what_is_to_wait_bears_its_time(letters):
    sending.send([JOB], 4)
    assert sending.settle(5)
    (letter,) = letters()
    assert letter["headers"]["eta"]


def test_a_redis_that_has_hung_up_is_called_again(letters, redis_url):
    sending.send([JOB])
    assert sending.settle(5)
    with Redis.from_url(redis_url) as redis:
        assert redis.client_kill_filter(_type="normal", skipme=True)
    sending.send([JOB])
    assert sending.settle(5)
    assert len(letters()) == 2


def test_a_redis_that_answers_nobody_is_left_alone(letters, settings, tmp_path):
    nobody = tmp_path / "redis.sock"
    nobody.touch()
    settings.REDIS_URL = f"unix://{nobody}"
    begun = time.monotonic()
    for _ in range(100):
        sending.send([JOB])
    assert time.monotonic() - begun < 1
    assert sending.settle(5)
    assert letters() == []


def test_without_a_house_nobody_is_told(letters, settings, tmp_path):
    settings.REDIS_URL = f"unix://{tmp_path}/redis.sock"
    sending.send([JOB])
    assert sending.settle(0)
    assert letters() == []
