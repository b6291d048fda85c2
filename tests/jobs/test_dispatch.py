"""How the workers are told: soon, by the id alone, and never at the cost of who asks for something."""

import base64
import json
import uuid
from threading import Event

import pytest
from celery import Celery
from redis import Redis
from redis.exceptions import TimeoutError as RedisTimeout

from config.redis_home import celery_url
from jobs import dispatch

pytestmark = pytest.mark.redis

WAIT_SECONDS = 10
JOB = uuid.UUID("0b0e2a52-6a3f-5a60-8f4e-1c6a4d1f0001")


@pytest.fixture
def letters(redis_url, settings, monkeypatch):
    """What lies in the queue of the workers: the arguments of each task."""
    settings.REDIS_URL = redis_url
    monkeypatch.setattr(dispatch, "_mailboxes", [dispatch.Mailbox()])
    monkeypatch.setattr(dispatch, "current_app", Celery("sender", broker=celery_url(redis_url), set_as_current=False))
    redis = Redis.from_url(redis_url)
    redis.delete("celery")
    yield lambda: [json.loads(letter) for letter in redis.lrange("celery", 0, -1)]
    redis.close()


def test_it_works(letters):
    dispatch.send([JOB])
    assert dispatch.settle(WAIT_SECONDS)
    (letter,) = letters()
    assert letter["headers"]["task"] == "campaigns.tasks.run_job"
    arguments, *_ = json.loads(base64.b64decode(letter["body"]))
    assert arguments == [str(JOB)]


def test_what_is_to_wait_bears_its_time(letters):
    dispatch.send([JOB], 4)
    assert dispatch.settle(WAIT_SECONDS)
    (letter,) = letters()
    assert letter["headers"]["eta"]


def test_a_redis_that_has_hung_up_is_called_again(letters, redis_url):
    dispatch.send([JOB])
    assert dispatch.settle(WAIT_SECONDS)
    with Redis.from_url(redis_url) as redis:
        assert redis.client_kill_filter(_type="normal", skipme=True)
    dispatch.send([JOB])
    assert dispatch.settle(WAIT_SECONDS)
    assert len(letters()) == 2


class Deaf:
    """A Redis that keeps whoever asks waiting until it may `answer`, and then says nothing of use."""

    def __init__(self):
        self.asked, self.answer, self.times = Event(), Event(), 0

    def ping(self):
        self.times += 1
        self.asked.set()
        assert self.answer.wait(WAIT_SECONDS)
        raise RedisTimeout


def test_who_asks_for_something_waits_for_no_redis(letters, monkeypatch):
    deaf = Deaf()
    monkeypatch.setattr(dispatch, "_redis", lambda _url: deaf)
    for _ in range(100):
        dispatch.send([JOB])  # each returns, though Redis has not answered
    assert deaf.asked.wait(WAIT_SECONDS)
    assert not dispatch.settle(0)

    deaf.answer.set()
    assert dispatch.settle(WAIT_SECONDS)
    assert (letters(), deaf.times) == ([], 1)


def test_a_redis_that_answers_nobody_is_left_alone(letters, settings, tmp_path, monkeypatch):
    nobody = tmp_path / "redis.sock"
    nobody.touch()
    settings.REDIS_URL = f"unix://{nobody}"
    calls, redis_at = [], dispatch._redis
    monkeypatch.setattr(dispatch, "_redis", lambda url: calls.append(url) or redis_at(url))
    for _ in range(5):
        dispatch.send([JOB])
        assert dispatch.settle(WAIT_SECONDS)
    assert letters() == []
    assert calls == [settings.REDIS_URL]


def test_without_a_house_nobody_is_told(letters, settings, tmp_path):
    settings.REDIS_URL = f"unix://{tmp_path}/redis.sock"
    dispatch.send([JOB])
    assert dispatch.settle(0)
    assert letters() == []
