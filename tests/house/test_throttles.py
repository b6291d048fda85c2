"""How often the API may be called, by whom, and what is kept of it."""

from types import SimpleNamespace

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import cache
from rest_framework.throttling import SimpleRateThrottle

from config.cache import ForgetfulCache
from config.throttles import CallsByScope, CallsByUser
from web.tokens import give_token

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

ADDRESS = "/api/v1/matches/"
NOON = "2026-05-01T12:00:00Z"


@pytest.fixture(autouse=True)
def _three_a_minute(monkeypatch):
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    monkeypatch.setitem(rates, "anon", "2/min")
    monkeypatch.setitem(rates, "user", "3/min")


def without_redis(tmp_path, monkeypatch):
    """Let everything be counted in a Redis that nobody started."""
    monkeypatch.setattr(ForgetfulCache, "_away", False)
    monkeypatch.setattr(ForgetfulCache, "_quiet_until", 0.0)
    monkeypatch.setattr(SimpleRateThrottle, "cache", ForgetfulCache(f"unix://{tmp_path}/nobody.sock", {}))


def headers(name):
    token = give_token(User.objects.create_user(name)).secret
    return {"Authorization": f"Token {token}"}


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


@time_machine.travel(NOON, tick=False)
def test_while_redis_is_away_the_process_counts(tmp_path, client, monkeypatch):
    without_redis(tmp_path, monkeypatch)
    assert codes(client, 4, headers=headers("alice")) == [200, 200, 200, 429]
    assert codes(client, 3, headers=headers("bob")) == [200, 200, 200]


class TestImports:
    """Files that an account brings; they are counted when they come, whatever is in them."""

    @pytest.fixture(autouse=True)
    def _two_an_hour(self, monkeypatch):
        rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
        monkeypatch.setitem(rates, "user", "1000/min")
        monkeypatch.setitem(rates, "import", "2/hour")

    def brought(self, client, name, times):
        given, kind = headers(name), "application/x-ndjson"
        at = f"{ADDRESS}import"
        return [client.post(at, b"no file", content_type=kind, headers=given).status_code for _ in range(times)]

    @time_machine.travel(NOON, tick=False)
    def test_an_account_brings_so_many_in_an_hour(self, client):
        assert self.brought(client, "alice", 3) == [400, 400, 429]
        assert self.brought(client, "bob", 1) == [400]
        assert codes(client, 1, headers=headers("carol")) == [200]

    def test_each_hour_counts_anew(self, client):
        given = headers("alice")
        with time_machine.travel(NOON, tick=False) as clock:
            answers = []
            for seconds in (0, 1, 3_598, 1):
                clock.shift(seconds)
                sent = client.post(f"{ADDRESS}import", b"", content_type="application/x-ndjson", headers=given)
                answers.append(sent.status_code)
        assert answers == [400, 400, 429, 400]

    @time_machine.travel(NOON, tick=False)
    def test_while_redis_is_away_the_process_counts(self, tmp_path, client, monkeypatch):
        without_redis(tmp_path, monkeypatch)
        assert self.brought(client, "alice", 3) == [400, 400, 429]
        assert self.brought(client, "bob", 1) == [400]

    def test_who_is_not_logged_in_is_counted_by_address_as_everywhere(self, rf):
        """An address of IPv6 by its network."""
        view, answers = SimpleNamespace(throttle_scope="import"), []
        for address in ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"):
            request = rf.post(f"{ADDRESS}import", REMOTE_ADDR=address)
            request.user = AnonymousUser()
            answers.append(CallsByScope().allow_request(request, view))
        assert answers == [True, True, False, True]

    def test_a_view_without_a_scope_has_no_limit(self, rf):
        assert all(CallsByScope().allow_request(rf.get(ADDRESS), SimpleNamespace()) for _ in range(3))


def test_an_inactive_user_is_refused(client):
    alice = headers("alice")
    User.objects.update(is_active=False)
    answer = client.get(ADDRESS, headers=alice)
    assert answer.status_code == 401
    assert answer.json()["code"] == "authentication_failed"


class TestPages:
    """Pages for who is not logged in; the API is counted apart from them."""

    @pytest.fixture(autouse=True)
    def _two_a_minute(self, monkeypatch):
        monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "pages", "2/min")

    @time_machine.travel(NOON, tick=False)
    def test_who_opens_too_many_is_told_when_to_go_on(self, client):
        assert [client.get("/").status_code for _ in range(3)] == [200, 200, 429]
        answer = client.get("/campaigns/")
        assert (answer.status_code, answer["Retry-After"]) == (429, "60")
        assert "Continue in 60 seconds" in answer.content.decode()
        assert client.get("/", REMOTE_ADDR="192.0.2.2").status_code == 200

    @time_machine.travel(NOON, tick=False)
    def test_a_page_too_many_asks_the_database_nothing(self, client, django_assert_num_queries):
        for _ in range(2):
            client.get("/")
        with django_assert_num_queries(0):
            assert client.get("/").status_code == 429

    @time_machine.travel(NOON, tick=False)
    def test_a_made_up_session_does_not_help(self, client):
        for _ in range(3):
            client.cookies["sessionid"] = "x" * 32
            answer = client.get("/")
        assert answer.status_code == 429

    @time_machine.travel(NOON, tick=False)
    def test_it_counts_without_redis_too(self, tmp_path, client, monkeypatch):
        without_redis(tmp_path, monkeypatch)
        assert [client.get("/").status_code for _ in range(3)] == [200, 200, 429]

    def test_who_is_logged_in_and_who_watches_over_us_may_go_on(self, client):
        assert [client.get("/healthz").status_code for _ in range(4)] == [200] * 4
        assert [client.head("/static/web/skald.css").status_code for _ in range(4)] == [200] * 4
        client.force_login(User.objects.create_user("alice"))
        assert [client.get("/").status_code for _ in range(4)] == [200] * 4
