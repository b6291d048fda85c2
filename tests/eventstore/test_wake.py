"""Waking: the live feeds hear of each append, a subscriber is sent one task, and a Redis that is down hurts nobody."""

import json
import socket
import time

import pytest
from django.conf import settings
from redis import Redis
from structlog.testing import capture_logs

from eventstore import api, tasks, wake
from eventstore.models import Seal
from tests.eventstore.log import write

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

CATCH_UP = "eventstore.tasks.catch_up"


@pytest.fixture
def seen():
    """The events that the subscriber `matches` has handled."""
    handled = []
    api.subscriber("matches", kinds=("match",))(handled.extend)
    return handled


@pytest.fixture
def sent(monkeypatch):
    """The tasks that were sent, which no worker carries out."""
    tasks_sent = []

    def send(name, args, **options):
        assert options["retry"] is False
        tasks_sent.append((name, *args))

    monkeypatch.setattr(wake.current_app, "send_task", send)
    return tasks_sent


@pytest.fixture
def redis(redis_url, monkeypatch):
    monkeypatch.setattr(settings, "REDIS_URL", redis_url)
    with Redis.from_url(redis_url) as client:
        client.flushall()
        yield client
    wake.alarm.cache_clear()


def heard(listener):
    messages = []
    while (message := listener.get_message(timeout=0.2)) is not None:
        if message["type"] == "message":
            messages.append(json.loads(message["data"]))
    return messages


@pytest.mark.redis
def test_the_live_feeds_hear_of_an_append(redis, sent):
    with redis.pubsub() as listener:
        listener.subscribe(api.CHANNEL)
        done = write("match-1", 2)
        assert heard(listener) == [{"position": done.last_position, "stream": "match-1", "version": 2}]


@pytest.mark.redis
def test_nobody_hears_of_what_was_refused(redis, sent):
    write("match-1", 1)
    with redis.pubsub() as listener:
        listener.subscribe(api.CHANNEL)
        with pytest.raises(api.Conflict):
            write("match-1", expected=0)
        with pytest.raises(ZeroDivisionError), api.writing():
            raise ZeroDivisionError
        assert heard(listener) == []


@pytest.mark.redis
def test_a_subscriber_is_sent_one_task_for_many_appends(redis, seen, sent):
    for _ in range(5):
        write("match-1", 1)
    write("company-1", 1)

    assert sent == [(CATCH_UP, "matches")]

    tasks.catch_up("matches")
    assert len(seen) == 5
    write("match-1", 1)
    assert sent == [(CATCH_UP, "matches")] * 2


@pytest.mark.redis
def test_a_subscriber_that_wants_other_kinds_is_left_alone(redis, seen, sent):
    write("company-1", 1)
    assert sent == []


@pytest.mark.redis
def test_a_busy_subscription_is_looked_at_again(redis, seen, sent, monkeypatch):
    write("match-1", 1)
    busy = api.CaughtUp("matches", 0, 0, api.State.BUSY)
    again = []
    monkeypatch.setattr(tasks.subscriptions, "catch_up", lambda name: busy)
    monkeypatch.setattr(tasks.catch_up, "apply_async", lambda **options: again.append(options))

    tasks.catch_up("matches")
    assert again == [{"args": ["matches"], "countdown": tasks.AGAIN_SECONDS}]


@pytest.fixture
def dead(tmp_path):
    """The address of a Redis that was killed: its socket is there, and nobody listens."""
    home = tmp_path / "nobody-listens.sock"
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(home))
    return f"unix://{home}"


def test_where_no_house_runs_nobody_is_told_and_nothing_is_said(sent, monkeypatch, tmp_path):
    monkeypatch.setattr(settings, "REDIS_URL", f"unix://{tmp_path}/not-there.sock")
    with capture_logs() as said:
        write("match-1", 1)
        wake.clear_flag("matches")
    assert (sent, said) == ([], [])


def test_a_redis_that_is_down_fails_nobody(seen, sent, monkeypatch, dead):
    monkeypatch.setattr(settings, "REDIS_URL", dead)
    tries = []
    connect = wake.Alarm._publish
    monkeypatch.setattr(wake.Alarm, "_publish", lambda *given: (tries.append(1), connect(*given))[1])

    for _ in range(5):
        write("match-1", 1)

    assert len(tries) == 1  # it is left alone for a while
    assert api.head("match-1").version == 5
    assert sent == []
    tasks.catch_up("matches")
    assert len(seen) == 5


def test_it_is_tried_again_after_a_while(sent, monkeypatch, dead):
    alarm = wake.Alarm(dead)
    with capture_logs() as said:
        alarm.ring([api.Appended("match-1", 1, 1, 1, bytes(32))])
    assert [line["event"] for line in said] == ["wake.failed"]
    assert alarm.quiet_until > time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: alarm.quiet_until + 1)
    before = alarm.quiet_until
    alarm.ring([api.Appended("match-1", 1, 1, 1, bytes(32))])
    assert alarm.quiet_until > before


def test_without_redis_in_the_settings_nobody_is_told(sent, monkeypatch):
    monkeypatch.setattr(settings, "REDIS_URL", "")
    write("match-1", 1)
    wake.clear_flag("matches")
    assert sent == []


def test_the_beat_polls_what_no_task_woke(seen):
    write("match-1", 2)
    tasks.poll_subscriptions()
    assert len(seen) == 2


def test_the_beat_seals():
    write("match-1", 2)
    tasks.seal_log()
    assert Seal.objects.get().last_position == api.last_position()


def test_the_tasks_bear_the_names_that_are_sent():
    assert tasks.catch_up.name == CATCH_UP
    assert tasks.poll_subscriptions.name == "eventstore.tasks.poll_subscriptions"
    assert tasks.seal_log.name == "eventstore.tasks.seal_log"
