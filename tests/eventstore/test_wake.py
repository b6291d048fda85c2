"""Waking: the live feeds hear of each append, a subscriber is sent one task, and a Redis that is down hurts nobody."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.db import InterfaceError, OperationalError
from redis import Redis
from structlog.testing import capture_logs

from eventstore import api, tasks, wake
from eventstore.models import Seal
from tests.eventstore.log import write

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

CATCH_UP = "eventstore.tasks.catch_up"
ROOT = Path(__file__).parents[2]
WAIT_SECONDS = 10


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


def told():
    """Wait until the thread that speaks to Redis has said all it had to say."""
    assert wake.settle(WAIT_SECONDS)


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
        told()
        assert heard(listener) == [{"position": done.last_position, "stream": "match-1", "version": 2}]


@pytest.mark.redis
def test_nobody_hears_of_what_was_refused(redis, sent):
    write("match-1", 1)
    told()
    with redis.pubsub() as listener:
        listener.subscribe(api.CHANNEL)
        with pytest.raises(api.Conflict):
            write("match-1", expected=0)
        with pytest.raises(ZeroDivisionError), api.writing():
            raise ZeroDivisionError
        told()
        assert heard(listener) == []


@pytest.mark.redis
def test_a_subscriber_is_sent_one_task_for_many_appends(redis, seen, sent):
    for _ in range(5):
        write("match-1", 1)
        told()
    write("company-1", 1)
    told()

    assert sent == [(CATCH_UP, "matches")]

    tasks.catch_up("matches")
    assert len(seen) == 5
    write("match-1", 1)
    told()
    assert sent == [(CATCH_UP, "matches")] * 2


@pytest.mark.redis
def test_a_subscriber_that_wants_other_kinds_is_left_alone(redis, seen, sent):
    write("company-1", 1)
    told()
    assert sent == []


@pytest.fixture
def busy(monkeypatch):
    """A subscription that another worker is at all the while; the tasks that are sent to look at it again."""
    again = []
    state = api.CatchUpResult("matches", 0, 0, api.State.BUSY)
    monkeypatch.setattr(tasks.subscriptions, "catch_up", lambda name: state)
    monkeypatch.setattr(tasks.catch_up, "apply_async", lambda **options: again.append(options))
    return again


LATER = {"args": ["matches"], "countdown": tasks.AGAIN_SECONDS}


@pytest.mark.redis
def test_a_busy_subscription_is_looked_at_again(redis, seen, sent, busy):
    write("match-1", 1)
    told()
    tasks.catch_up("matches")
    assert busy == [LATER]


@pytest.mark.redis
def test_one_that_is_busy_and_not_behind_is_left_alone(redis, seen, sent, busy):
    tasks.catch_up("matches")
    assert busy == []


@pytest.mark.redis
def test_the_tasks_of_a_busy_subscription_do_not_become_more(redis, seen, sent, busy):
    """However many are appended while it is busy, each task that is carried out leaves one other."""
    write("match-1", 1)
    told()
    for round_ in range(1, 6):
        tasks.catch_up("matches")
        assert busy == [LATER] * round_
        write("match-1", 1)
        told()
    assert sent == [(CATCH_UP, "matches")]


@pytest.mark.redis
def test_an_append_during_a_busy_task_sends_the_only_next_one(redis, seen, sent, busy, monkeypatch):
    def append_meanwhile(name):
        write("match-1", 1)
        told()
        return api.CatchUpResult(name, 0, 0, api.State.BUSY)

    monkeypatch.setattr(tasks.subscriptions, "catch_up", append_meanwhile)
    tasks.catch_up("matches")
    assert (sent, busy) == ([(CATCH_UP, "matches")], [])


def test_without_redis_a_busy_subscription_is_left_to_the_beat(seen, sent, busy, monkeypatch, dead):
    for url in ("", dead):
        monkeypatch.setattr(settings, "REDIS_URL", url)
        write("match-1", 1)
        tasks.catch_up("matches")
    assert busy == []
    told()


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.parametrize("task", ["catch_up", "poll_subscriptions", "seal_log"])
def test_a_database_that_is_away_is_one_line_in_the_log(seen, monkeypatch, task, error):
    def fail(*_given):
        raise error("server closed the connection\n")

    monkeypatch.setattr(tasks.subscriptions, "catch_up", fail)
    monkeypatch.setattr(tasks.seals, "seal_log", fail)
    with capture_logs() as said:
        getattr(tasks, task)(*(["matches"] if task == "catch_up" else []))
    assert said == [{"event": "follow.database_away", "log_level": "warning", "error": "server closed the connection"}]


def test_another_error_of_a_task_is_not_hushed_up(seen, monkeypatch):
    monkeypatch.setattr(tasks.seals, "seal_log", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tasks.seal_log()


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
        told()
        wake.clear_flag("matches")
    assert (sent, said) == ([], [])


def test_a_redis_that_is_down_fails_nobody(seen, sent, monkeypatch, dead):
    monkeypatch.setattr(settings, "REDIS_URL", dead)
    tries = []
    connect = wake.Alarm._publish
    monkeypatch.setattr(wake.Alarm, "_publish", lambda *given: (tries.append(1), connect(*given))[1])

    for _ in range(5):
        write("match-1", 1)
        told()

    assert len(tries) == 1  # it is left alone for a while
    assert api.head("match-1").version == 5
    assert sent == []
    tasks.catch_up("matches")
    assert len(seen) == 5


def test_it_is_tried_again_after_a_while(sent, monkeypatch, dead):
    alarm = wake.Alarm(dead)
    with capture_logs() as said:
        alarm.ring([api.AppendResult("match-1", 1, 1, 1, bytes(32))])
    assert [line["event"] for line in said] == ["wake.failed"]
    assert alarm.quiet_until > time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: alarm.quiet_until + 1)
    before = alarm.quiet_until
    alarm.ring([api.AppendResult("match-1", 1, 1, 1, bytes(32))])
    assert alarm.quiet_until > before


@pytest.fixture
def stuck(monkeypatch):
    """A Redis that answers only when it is let; what it was told, a list for each time that it was spoken to."""
    answering, calls = threading.Event(), []

    def publish(_alarm, appended):
        assert answering.wait(WAIT_SECONDS)
        calls.append([(one.stream, one.last_version) for one in appended])
        return []

    monkeypatch.setattr(wake.Alarm, "_publish", publish)
    monkeypatch.setattr(wake.Alarm, "_socket_is_missing", lambda _alarm: False)
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///stuck.sock")
    yield answering, calls
    answering.set()
    told()
    wake.alarm.cache_clear()


def test_nobody_waits_for_a_redis_that_does_not_answer(stuck):
    answering, calls = stuck
    for _ in range(3):
        write("match-1", 1)
    write("match-2", 2)

    assert (api.head("match-1").version, calls) == (3, [])
    assert not wake.settle(0)

    answering.set()
    told()
    latest = {}
    for call in calls:
        latest.update(call)
    assert latest == {"match-1": 3, "match-2": 2}


def test_what_comes_at_once_is_told_at_once(stuck):
    """While Redis is spoken to, the mailbox fills: then the last append of each stream goes out in one call."""
    answering, calls = stuck
    alarm = wake.alarm(settings.REDIS_URL)
    write("match-1", 1)
    wait_until(lambda: alarm._ringing)
    for _ in range(3):
        write("match-1", 1)
    write("match-2", 2)

    answering.set()
    told()
    assert calls == [[("match-1", 1)], [("match-1", 4), ("match-2", 2)]]


def wait_until(reached):
    end = time.monotonic() + WAIT_SECONDS
    while not reached():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.001)


def test_a_forked_process_tells_by_itself(stuck):
    """It has none of its parent's threads, and must not fill a mailbox that nobody empties."""
    answering, _calls = stuck
    answering.set()
    write("match-1", 1)
    told()
    child = os.fork()
    if child == 0:
        wake.wake([api.AppendResult("match-1", 2, 2, 2, bytes(32))])
        os._exit(0 if wake.settle(WAIT_SECONDS) else 1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.redis
def test_a_command_that_ends_at_once_has_told_before(redis_url):
    words = "from eventstore import api, wake; wake.wake([api.AppendResult('match-1', 1, 1, 1, bytes(32))])"
    script = f"import django; django.setup(); {words}"
    with Redis.from_url(redis_url) as client, client.pubsub() as listener:
        listener.subscribe(api.CHANNEL)
        environment = {**os.environ, "REDIS_URL": redis_url, "DJANGO_SETTINGS_MODULE": "tests.eventstore.settings"}
        subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=True)
        assert heard(listener) == [{"position": 1, "stream": "match-1", "version": 1}]


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
