"""How often the API may be called, by whom, and what is kept of it."""

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from rest_framework.authtoken.models import Token

from config.cache import ForgetfulCache
from config.rates import CallsByUser

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

ADDRESS = "/api/v1/matches/"
NOON = "2026-05-01T12:00:00Z"


@pytest.fixture(autouse=True)
def _three_a_minute(monkeypatch):
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    monkeypatch.setitem(rates, "anon", "2/min")
    monkeypatch.setitem(rates, "user", "3/min")


def headers(name):
    token = Token.objects.create(user=User.objects.create_user(name))
    return {"Authorization": f"Token {token.key}"}


def codes(client, times, **more):
    return [client.get(ADDRESS, **more).status_code for _ in range(times)]


@time_machine.travel(NOON, tick=False)
def test_who_calls_too_often_is_told_when_to_come_back(client):
    alice = headers("alice")
    with time_machine.travel("2026-05-01T12:00:15Z", tick=False):
        assert codes(client, 3, headers=alice) == [200, 200, 200]
        answer = client.get(ADDRESS, headers=alice)
    assert answer.status_code == 429
    assert answer.json()["code"] == "throttled"
    assert answer["Retry-After"] == "45"


def test_each_minute_counts_anew(client):
    alice = headers("alice")
    with time_machine.travel(NOON, tick=False) as clock:
        assert codes(client, 4, headers=alice) == [200, 200, 200, 429]
        clock.shift(59)
        assert codes(client, 1, headers=alice) == [429]
        clock.shift(1)
        assert codes(client, 4, headers=alice) == [200, 200, 200, 429]


@time_machine.travel(NOON, tick=False)
def test_nobody_uses_up_the_calls_of_another(client):
    alice, bob = headers("alice"), headers("bob")
    assert codes(client, 4, headers=alice)[-1] == 429
    assert codes(client, 3, headers=bob) == [200, 200, 200]


@time_machine.travel(NOON, tick=False)
def test_who_is_not_logged_in_is_counted_by_address(client):
    assert codes(client, 3, REMOTE_ADDR="192.0.2.1") == [200, 200, 429]
    assert codes(client, 1, REMOTE_ADDR="192.0.2.2") == [200]


@time_machine.travel(NOON, tick=False)
def test_one_number_is_kept_however_many_calls(client, monkeypatch):
    monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "user", "1000/min")
    alice = headers("alice")
    user = User.objects.get(username="alice")
    codes(client, 5, headers=alice)
    window = 1_777_636_800 // 60  # noon of that day in seconds since 1970
    assert cache.get(f"throttle_user_{user.pk}_{window}") == 5


@pytest.mark.redis
@time_machine.travel(NOON, tick=True)
def test_it_counts_in_redis_too(redis_url, client, monkeypatch):
    monkeypatch.setattr(ForgetfulCache, "_quiet_until", 0.0)
    monkeypatch.setattr(CallsByUser, "cache", ForgetfulCache(redis_url, {}))
    assert codes(client, 4, headers=headers("alice")) == [200, 200, 200, 429]


def test_while_redis_is_away_nobody_is_counted(tmp_path, client, monkeypatch):
    monkeypatch.setattr(ForgetfulCache, "_away", False)
    monkeypatch.setattr(ForgetfulCache, "_quiet_until", 0.0)
    monkeypatch.setattr(CallsByUser, "cache", ForgetfulCache(f"unix://{tmp_path}/nobody.sock", {}))
    assert codes(client, 5, headers=headers("alice")) == [200] * 5


def test_an_inactive_user_is_refused(client):
    alice = headers("alice")
    User.objects.update(is_active=False)
    answer = client.get(ADDRESS, headers=alice)
    assert answer.status_code == 401
    assert answer.json()["code"] == "authentication_failed"
