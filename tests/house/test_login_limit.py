"""Who guesses passwords is stopped, and nobody is locked out by the guesses of others."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from config import threads
from config.cache import ForgetfulCache
from config.slow_answers import held_seconds, hold_back

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

RIGHT, WRONG = "the-orb-is-copper", "x"
TOKEN = "/api/v1/token/"
FORMS = ["/login/", "/admin/login/"]
NOON = "2026-05-01T12:00:00Z"


@pytest.fixture(autouse=True)
def _two_a_minute(settings, monkeypatch):
    monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "login", "2/min")
    settings.PROXIES = 1
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def alice(db):
    return User.objects.create_superuser("alice", password=RIGHT)


def tries(address, name, password, *, to="/login/"):
    """Somebody at an address tries to log in."""
    fields, headers = {"username": name, "password": password}, {"X-Forwarded-For": address}
    more = {"content_type": "application/json"} if to == TOKEN else {}
    return Client().post(to, fields, headers=headers, **more)


@pytest.mark.parametrize("form", FORMS)
def test_guesses_from_elsewhere_lock_nobody_out(alice, form):
    names = ["alice", " alice", "\uff41lice", "ALICE"]  # all of them alice to the form
    for number, name in enumerate(names * 3):
        assert tries(f"192.0.2.{number}", name, WRONG, to=form).status_code == 200
    assert tries("203.0.113.1", "alice", RIGHT, to=form).status_code == 302
    assert tries("203.0.113.1", "alice", RIGHT, to=TOKEN).status_code == 200


def test_they_make_answers_slower_for_right_and_wrong_alike(alice):
    held = [held_seconds(tries(f"192.0.2.{number}", "alice", WRONG)) for number in range(6)]
    assert held == [0, 0, 1, 2, 4, 4]
    for to in ("/login/", TOKEN):
        assert held_seconds(tries("203.0.113.1", "alice", RIGHT, to=to)) == 4
    assert held_seconds(tries("203.0.113.1", "bob", WRONG)) == 0


def test_right_passwords_make_nothing_slower(alice):
    assert [held_seconds(tries("203.0.113.1", "alice", RIGHT)) for _ in range(6)] == [0] * 6


@pytest.mark.parametrize("form", FORMS)
def test_it_refuses_one_name_from_one_address(alice, form):
    assert [tries("192.0.2.1", "alice", WRONG, to=form).status_code for _ in range(3)] == [200, 200, 429]
    assert tries("192.0.2.1", "alice", RIGHT, to=form).status_code == 429
    assert tries("192.0.2.1", "alice", RIGHT, to=TOKEN).status_code == 429
    assert tries("192.0.2.1", "bob", WRONG, to=form).status_code == 200


def test_it_refuses_many_names_from_one_address(db):
    codes = [tries("192.0.2.1", f"somebody-{number}", WRONG).status_code for number in range(11)]
    assert codes == [200] * 10 + [429]


def test_it_refuses_who_claims_to_be_elsewhere(settings, alice):
    settings.PROXIES = 0
    codes = [tries(f"192.0.2.{number}", "alice", WRONG).status_code for number in range(3)]
    assert codes == [200, 200, 429]


@pytest.mark.parametrize("to", [*FORMS, TOKEN])
def test_it_refuses_guessing_while_redis_is_away(tmp_path, alice, monkeypatch, to):
    monkeypatch.setattr(ForgetfulCache, "_away", False)
    monkeypatch.setattr(ForgetfulCache, "_quiet_until", 0.0)
    monkeypatch.setattr(SimpleRateThrottle, "cache", ForgetfulCache(f"unix://{tmp_path}/nobody.sock", {}))
    wrong = 400 if to == TOKEN else 200
    assert [tries("192.0.2.1", "alice", WRONG, to=to).status_code for _ in range(3)] == [wrong, wrong, 429]


def test_right_passwords_do_not_count_while_redis_is_away(tmp_path, alice, monkeypatch):
    monkeypatch.setattr(ForgetfulCache, "_quiet_until", 0.0)
    monkeypatch.setattr(SimpleRateThrottle, "cache", ForgetfulCache(f"unix://{tmp_path}/nobody.sock", {}))
    assert [tries("192.0.2.1", "alice", RIGHT).status_code for _ in range(4)] == [302] * 4


def test_the_event_loop_waits_and_no_thread_does(monkeypatch):
    """Else who guesses would hold up everybody."""
    waited, sent = [], []

    async def sleep(seconds):
        waited.append((threading.current_thread().name, seconds))

    def application(_environ, start_response):
        held = HttpResponse(threading.current_thread().name)
        hold_back(held, 2.0)
        start_response("200 OK", [])
        return held

    async def receive():
        return {"type": "http.request"}

    async def send(message):
        sent.append(message)

    async def loop():
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/login/",
            "root_path": "",
            "query_string": b"",
            "headers": [],
        }
        await threads.Threads(application, 2)(scope, receive, send)
        return threading.current_thread().name

    monkeypatch.setattr(threads.asyncio, "sleep", sleep)
    with ThreadPoolExecutor(1, thread_name_prefix="loop") as pool:  # this thread may have a browser's loop
        name = pool.submit(asyncio.run, loop()).result()
    assert waited == [(name, 2.0)]
    assert sent[1]["body"].startswith(b"web-writing")
