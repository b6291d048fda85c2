"""The API: each address for each kind of person, and the refusals."""

import json
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from eventstore import api as store
from matches import service
from matches.loading import load_match
from matches.models import Match, stream_of
from rules.kernel.errors import RunawayLoop
from tests.matches.calling import refused
from tests.matches.conftest import ROSTERS, TABLE, make_user, new
from web.people import THE_HOUSE

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db,
]

SPARK = {"command": {"type": "spark", "seat": "home"}}
PASS = {"command": {"type": "pass", "player": "away"}}


def test_a_match_from_beginning_to_end(api, users):
    order = {"ruleset": "toy", "setup": ROSTERS, "title": "Lamps", "dice": TABLE, "visibility": "public"}
    match = api["alice"].post("matches/", order, 201)["id"]
    api["alice"]("PUT", f"matches/{match}/seats/home/", {"user": "bob"})
    assert [one["match"] for one in api["bob"].get("matches/invitations/")] == [match]
    api["bob"].post(f"matches/{match}/seats/home/", {})
    invite = api["alice"].post(f"matches/{match}/seats/away/invite", status=201)["invite"]
    api["charlie"].post(f"matches/{match}/seats/away/", {"invite": invite})
    asked = api["bob"].get(f"matches/{match}/pending")
    assert asked["asks"][0]["yours"]
    legal = api["bob"].get(f"matches/{match}/legal")["commands"]
    answer = api["bob"].post(f"matches/{match}/commands", {"command": legal[0]["command"], "pending": asked["id"]})
    wanted = refused(api["charlie"]("POST", f"matches/{match}/commands", PASS), 409, "dice_wanted")
    assert wanted["need"]["roll"] == "1d20"
    assert wanted["need"]["mods"][0]["rule_text"].startswith("A spark is")
    dice = {"command": {"type": "dice", "faces": [17]}, "pending": wanted["pending"]}
    answer = api["charlie"].post(f"matches/{match}/commands", dice)
    assert [event["type"] for event in answer["events"]] == [
        "dice_entered",
        "spark_rolled",
        "dimmed",
        "turn_passed",
        "decided",
    ]
    assert api["anonymous"].get(f"matches/{match}/state", version=2)["version"] == 2
    events = api["anonymous"].get(f"matches/{match}/events", after=2, limit=3, texts="true")
    assert [event["n"] for event in events["events"]] == [3, 4, 5]
    assert api["anonymous"].get(f"matches/{match}/replay")["format"] == "skald-replay/1"
    assert api["anonymous"].get(f"matches/{match}/verify")["ok"]
    fork = api["eve"].post(f"matches/{match}/forks", {"version": answer["version"]}, 201)["id"]
    assert api["eve"].get(f"matches/{match}/forks")["results"][0]["id"] == fork
    file = api["alice"]("GET", f"matches/{match}/export").content
    answer = api["alice"]("POST", "matches/import", raw=file, content_type="application/x-ndjson")
    assert answer.json() == {"id": match}
    changed = api["alice"]("PATCH", f"matches/{match}/", {"title": "Dark", "visibility": "private", "gm": "bob"}).json()
    assert (changed["title"], changed["gm"], changed["gm_invited"]) == ("Dark", "alice", "bob")
    api["bob"].post(f"matches/{match}/seats/gm/", {})
    assert api["bob"].get(f"matches/{match}/")["gm"] == "bob"
    api["charlie"]("DELETE", f"matches/{match}/seats/away/")
    assert api["charlie"]("GET", f"matches/{match}/").status_code == 404


# What each kind of person is answered, by visibility: (gm, seat, other seat, spectator who is logged in, anonymous).
READ = {"private": (200, 200, 200, 404, 404), "unlisted": (200,) * 5, "public": (200,) * 5}
INVITED = dict.fromkeys(READ, (204, 404, 404, 404, 404))  # nobody is
GM_ONLY = {
    "private": (200, 403, 403, 404, 404),
    "unlisted": (200, 403, 403, 403, 403),
    "public": (200, 403, 403, 403, 403),
}
OWN_SEAT = {
    "private": (200, 200, 403, 404, 404),
    "unlisted": (200, 200, 403, 403, 403),
    "public": (200, 200, 403, 403, 403),
}


def to_log_in(wanted):
    """The same, but who is not logged in is told so where the match may be seen."""
    return {seen: (*statuses[:4], 401 if seen != "private" else 404) for seen, statuses in wanted.items()}


FORK = {
    "private": (201, 201, 201, 404, 401),
    "unlisted": (201, 201, 201, 201, 401),
    "public": (201, 201, 201, 201, 401),
}
FORK["private"] = (201, 201, 201, 404, 401)

ENDPOINTS = [
    ("GET", "matches/{id}/", None, READ),
    ("GET", "matches/{id}/state", None, READ),
    ("GET", "matches/{id}/state?version=2", None, READ),
    ("GET", "matches/{id}/pending", None, READ),
    ("GET", "matches/{id}/legal", None, READ),
    ("GET", "matches/{id}/events", None, READ),
    ("GET", "matches/{id}/replay", None, READ),
    ("GET", "matches/{id}/forks", None, READ),
    ("GET", "matches/{id}/verify", None, READ),
    ("GET", "matches/{id}/export", None, READ),
    ("GET", "matches/{id}/seats/", None, READ),
    ("POST", "matches/{id}/commands", SPARK, to_log_in(OWN_SEAT)),
    ("POST", "matches/{id}/commands", {"command": {"type": "pause", "reason": "tea"}}, to_log_in(GM_ONLY)),
    ("POST", "matches/{id}/commands", {"command": {"type": "rewind", "to": 2, "reason": "x"}}, to_log_in(GM_ONLY)),
    ("POST", "matches/{id}/commands", {"command": {"type": "dim", "lamp": "home", "dimness": 1}}, to_log_in(GM_ONLY)),
    ("POST", "matches/{id}/commands", SPARK | {"by": "home"}, to_log_in(OWN_SEAT)),
    ("PATCH", "matches/{id}/", {"title": "x"}, GM_ONLY),
    ("PATCH", "matches/{id}/", {"visibility": "public"}, GM_ONLY),
    ("PUT", "matches/{id}/seats/away/", {"user": "charlie"}, GM_ONLY),
    ("DELETE", "matches/{id}/seats/home/", None, OWN_SEAT),
    ("POST", "matches/{id}/seats/home/invite", None, {v: (201, *r[1:]) for v, r in GM_ONLY.items()}),
    ("DELETE", "matches/{id}/seats/home/invite", None, INVITED),
    ("POST", "matches/{id}/forks", {"version": 2}, FORK),
]


@pytest.mark.parametrize(("method", "address", "content", "wanted"), ENDPOINTS)
def test_who_may_do_what(api, match, alice, method, address, content, wanted):
    for visibility, statuses in wanted.items():
        service.set_visibility(alice, match, visibility)
        for name, status in zip(
            ("eve", "anonymous", "charlie", "bob", "alice"), (*statuses[3:], *statuses[2::-1]), strict=True
        ):
            before = store.head(stream_of(match)).version
            answer = api[name](method, address.format(id=match), content)
            assert answer.status_code == status, (visibility, name, answer.content)
            if status >= 400:
                assert answer["Content-Type"] == "application/problem+json"
                assert store.head(stream_of(match)).version == before
            undo(match, alice, before)


def undo(match, alice, version):
    """Make the next one find the match as the last one did."""
    loaded = load_match(match)
    if loaded.version == version:
        return
    if loaded.table.paused:
        service.give_command(alice, match, {"type": "resume"})
    for name in ("home", "away"):
        user = get_user_model().objects.get(username={"home": "bob", "away": "charlie"}[name])
        service.assign_seat(THE_HOUSE, match, name, user)
    if load_match(match).state != load_match(match, 2).state:
        service.give_command(alice, match, {"type": "rewind", "to": 2, "reason": "again"})


def test_a_command_asks_who_gives_it_with_one_question(api, house_match):
    """Token, user and account together, and no session."""
    api["bob"].post(f"matches/{house_match}/commands", SPARK)
    api["charlie"].get("matches/")  # the first use of a token is noted
    with CaptureQueriesContext(connection) as seen:
        api["charlie"].post(f"matches/{house_match}/commands", PASS)
    tables = ("matches_apitoken", "auth_user", "django_session")
    asked = [query["sql"] for query in seen.captured_queries if any(table in query["sql"] for table in tables)]
    assert len(asked) == 1
    assert "matches_account" in asked[0]


class TestStrangers:
    def test_a_private_match_looks_like_none(self, api, match):
        there = api["eve"]("GET", f"matches/{match}/").json()
        nowhere = api["eve"]("GET", f"matches/{uuid4()}/").json()
        assert there == nowhere

    def test_lists_hold_what_one_may_see(self, api, match, house_match, alice):
        service.set_visibility(alice, match, "public")
        assert [row["id"] for row in api["anonymous"].get("matches/")["results"]] == [str(match)]
        assert {row["id"] for row in api["bob"].get("matches/")["results"]} == {str(match), str(house_match)}

    def test_wrong_credentials(self, api, match):
        for header in ("Token nonsense", "Token a b", "Token", "Token \xff"):
            answer = api["anonymous"]("GET", "matches/", Authorization=header)
            assert answer.status_code in (401, 403)
            assert answer["Content-Type"] == "application/problem+json"

    def test_sessions_want_their_csrf_token(self, match, users):
        client = Client(enforce_csrf_checks=True)
        client.force_login(users["bob"])
        answer = client.post(f"/api/v1/matches/{match}/commands", json.dumps(SPARK), content_type="application/json")
        assert answer.status_code == 403

    def test_closed_accounts(self, api, match, users):
        users["bob"].is_active = False
        users["bob"].save()
        assert api["bob"]("GET", f"matches/{match}/").status_code in (401, 403)


BAD_BODIES = [
    (b"{", "malformed"),
    (b"[]", "malformed"),
    (b'"x"', "malformed"),
    (b"null", "malformed"),
    (b"", "malformed"),
    (b"\x00", "malformed"),
    (b"\xff\xfe", "malformed"),
    (b"[" * 100_000, "malformed"),
    (b'{"a":' * 5_000 + b"1" + b"}" * 5_000, "malformed"),
    (b'{"command": {"type": "spark", "seat": "home"}, "extra": 1}', "malformed"),
    (b'{"command": "spark"}', "malformed"),
    (b'{"command": {"type": "spark", "seat": "home", "n": 1e999}}', "malformed"),
    (b'{"command": {"type": "spark", "seat": "home", "n": NaN}}', "malformed"),
    (b'{"command": {"type": "spark", "seat": "home", "n": 1' + b"0" * 5_000 + b"}}", "malformed"),
    (b'{"command": {"type": "spark", "seat": "home"}, "pending": 1e5}', "malformed"),
    (b'{"command": {"type": "spark", "seat": "home"}, "pending": "4"}', "malformed"),
    (b'{"command": {"type": "spark", "seat": "home"}, "dice": {"0": 4}}', "malformed"),
    (b'{"command": {"type": "spark", "seat": "home"}, "dice": [99999999999999999999999]}', "malformed"),
    (b'{"command": {"type": "spark", "seat": "home"}, "by": "attic"}', "unknown_seat"),
    (b'{"command": {"type": "spark", "seat": "home\\u0000"}}', "malformed"),
    (b'{"command": {"type": "spark", "seat": "\\ud800"}}', "malformed"),
    (b'{"command": {"type": "spark", "seat": "away", "seat": "home"}}', "malformed"),
    (b'{"command": {"type": "spark", "seat": "home"}, "by": "home", "by": "away"}', "malformed"),
    (b'{"command": {"type": "add_salt", "seat": "home", "salt": "' + b"x" * 30_000 + b'"}}', "malformed"),
]


@pytest.mark.parametrize(("body", "code"), BAD_BODIES)
def test_what_cannot_be_read_changes_nothing(api, match, body, code):
    before = store.head(stream_of(match))
    refused(api["bob"]("POST", f"matches/{match}/commands", raw=body), 400, code)
    assert store.head(stream_of(match)) == before


class TestCommands:
    def test_a_key_is_good_for_one_request(self, api, match):
        first = api["bob"].post(f"matches/{match}/commands", SPARK, Idempotency_Key="one")
        again = api["bob"].post(f"matches/{match}/commands", SPARK, Idempotency_Key="one")
        assert again == first | {"repeated": True}
        answer = api["bob"]("POST", f"matches/{match}/commands", SPARK | {"dice": [4]}, Idempotency_Key="one")
        refused(answer, 409, "key_reused", field="Idempotency-Key")

    def test_an_old_question(self, api, match):
        refused(
            api["bob"]("POST", f"matches/{match}/commands", SPARK | {"pending": 1}),
            409,
            "stale_pending",
            pending=load_match(match).version,
        )

    def test_what_the_rules_forbid_comes_with_the_rule(self, api, match):
        answer = api["charlie"]("POST", f"matches/{match}/commands", {"command": {"type": "spark", "seat": "away"}})
        refused(answer, 422, "not_your_turn", rule="TOY-TURN-01", rule_text="The lamps take turns.")

    def test_dice(self, api, match):
        api["bob"].post(f"matches/{match}/commands", SPARK)
        for dice in ([21], [0], [15, 15]):
            refused(api["charlie"]("POST", f"matches/{match}/commands", PASS | {"dice": dice}), 422, "bad_die")
        assert not load_match(match).table.opened

    def test_a_finished_match(self, api, match):
        api["alice"].post(f"matches/{match}/commands", {"command": {"type": "dim", "lamp": "home", "dimness": 13}})
        refused(api["bob"]("POST", f"matches/{match}/commands", SPARK), 409, "match_over")

    def test_other_content_types(self, api, match):
        answer = api["bob"](
            "POST", f"matches/{match}/commands", raw=b"a=b", content_type="application/x-www-form-urlencoded"
        )
        refused(answer, 415, "unsupported_media_type")
        refused(api["bob"]("DELETE", f"matches/{match}/commands"), 405, "method_not_allowed")

    def test_a_body_that_is_too_long(self, api, match):
        refused(api["bob"]("POST", f"matches/{match}/commands", raw=b" " * (1024 * 1024 + 1)), 413, "too_long")

    def test_rules_that_do_not_end_are_no_crash(self, api, match, toy, monkeypatch):
        def endless(self, state, command, dice, by="gm"):
            raise RunawayLoop("no decision within 2000 steps")

        monkeypatch.setattr(type(toy), "decide", endless)
        before = store.head(stream_of(match))
        refused(api["bob"]("POST", f"matches/{match}/commands", SPARK), 422, "rules_stuck")
        assert store.head(stream_of(match)) == before

    @pytest.mark.parametrize("address", ["matches/", "matches/import", "rulesets/", "tokens/"])
    def test_asking_what_is_possible(self, api, address):
        for method in ("OPTIONS", "HEAD", "TRACE"):
            assert api["bob"](method, address).status_code in (200, 405)


class TestQueries:
    @pytest.mark.parametrize(
        ("address", "field"),
        [
            ("events?after=x", "after"),
            ("events?after=-1", "after"),
            ("events?limit=0", "limit"),
            ("events?limit=99999999999999999999999", "limit"),
            ("events?limit=१", "limit"),
            ("events?texts=maybe", "texts"),
            ("state?version=1.5", "version"),
            ("legal?limit=-4", "limit"),
        ],
    )
    def test_it_refuses_numbers_that_are_none(self, api, match, address, field):
        refused(api["bob"]("GET", f"matches/{match}/{address}"), 400, "malformed", field=field)

    def test_a_version_that_is_not_there_yet(self, api, match):
        for version in (0, 1, 99_999):
            refused(api["bob"]("GET", f"matches/{match}/state?version={version}"), 404, "not_found")

    def test_in_the_midst_of_a_command_nobody_is_asked(self, api, match):
        version = api["bob"].post(f"matches/{match}/commands", SPARK)["version"]
        assert api["bob"].get(f"matches/{match}/state", version=version - 1)["pending"]["asks"] == []

    @pytest.mark.parametrize(
        "query", ["cursor=x", "cursor=cD1ub25zZW5zZQ==", "status=lost", "forked_from=x", "created_after=x", "title=%00"]
    )
    def test_lists_refuse_what_is_nonsense(self, api, query):
        assert api["bob"]("GET", f"matches/?{query}").status_code in (400, 404)

    @pytest.mark.parametrize("limit", ["x", "-1", "0", "201", "1" * 5_000, "१"])
    def test_pages_refuse_a_length_that_is_none(self, api, match, limit):
        for address in ("matches/", f"matches/{match}/forks"):
            refused(api["bob"]("GET", f"{address}?limit={limit}"), 400, "malformed", field="limit")

    def test_lists_can_be_narrowed(self, api, match, house_match):
        def found(**query):
            return {row["id"] for row in api["bob"].get("matches/", **query)["results"]}

        api["bob"].post(f"matches/{match}/commands", SPARK)
        assert found(status="running") == {str(match)}
        assert found(status="waiting") == {str(house_match)}
        assert found(title="DUSK", ruleset="toy", gm="alice", mine="true") == {str(match), str(house_match)}
        assert found(mine="false") == found(title="dawn") == found(ruleset="ishmek") == set()

    def test_pages_of_lists(self, api, match, house_match):
        first = api["bob"].get("matches/", limit=1)
        second = api["bob"].client.get(first["next"], headers=api["bob"].headers).json()
        assert [row["id"] for page in (first, second) for row in page["results"]] == [str(house_match), str(match)]
        assert second["next"] is None

    def test_a_long_list_asks_no_more_often(self, api, alice, users, django_assert_max_num_queries):
        for _ in range(12):
            service.assign_seat(THE_HOUSE, service.create_match(alice, new()), "home", users["bob"])
        with django_assert_max_num_queries(5):
            assert len(api["bob"].get("matches/")["results"]) == 12
        with django_assert_max_num_queries(5):
            assert len(api["bob"].get("matches/", mine="true", limit=6)["results"]) == 6


class TestImport:
    def test_it_refuses_what_does_not_verify(self, api, match):
        file = api["alice"]("GET", f"matches/{match}/export").content
        for raw in (b"", b"\x00" * 100, file[:-5], file.replace(b"Lamps at dusk", b"Lamps at dawn")):
            answer = api["alice"]("POST", "matches/import", raw=raw, content_type="application/octet-stream")
            document = refused(answer, 400, "bad_export" if raw else "malformed")
            if raw:
                assert document["line"] >= 1

    def test_not_for_who_is_not_logged_in(self, api):
        refused(
            api["anonymous"]("POST", "matches/import", raw=b"x", content_type="application/x-ndjson"),
            401,
            "not_authenticated",
        )
        refused(api["anonymous"]("POST", "matches/", {"ruleset": "toy", "setup": ROSTERS}), 401, "not_authenticated")


class TestRulesets:
    def test_they_say_what_they_read(self, api):
        assert "toy" in {game["key"] for game in api["anonymous"].get("rulesets/")}
        game = api["anonymous"].get("rulesets/toy/")
        assert game["seats"] == ["home", "away"]
        assert "spark" in game["commands"]
        assert "rewind" in game["table_commands"]
        refused(api["anonymous"]("GET", "rulesets/chess/"), 404, "not_found")

    def test_the_words_of_a_rule(self, api):
        assert api["anonymous"].get("rulesets/toy/rules/TOY-TURN-01") == {
            "id": "TOY-TURN-01",
            "text": "The lamps take turns.",
        }
        assert "dice" in api["anonymous"].get("rulesets/toy/rules/KERNEL-DICE-01")["text"]
        refused(api["anonymous"]("GET", "rulesets/toy/rules/TOY-99"), 404, "not_found")
        refused(api["anonymous"]("GET", "rulesets/chess/rules/X-1"), 404, "not_found")

    def test_real_games_describe_themselves(self, api):
        game = api["anonymous"].get("rulesets/ishmek/")
        assert game["setup"] is not None
        assert game["position"] is not None
        assert api["anonymous"].get("rulesets/ishmek/rules/ISH-PROPEL-03")["text"]


class TestTokens:
    def test_come_and_go(self, users):
        client = Client()
        client.force_login(users["dora"])
        token = client.post("/api/v1/tokens/").json()["token"]
        assert Client().get("/api/v1/matches/", headers={"Authorization": f"Token {token}"}).status_code == 200
        assert client.delete("/api/v1/tokens/").status_code == 204
        assert Client().get("/api/v1/matches/", headers={"Authorization": f"Token {token}"}).status_code in (401, 403)

    def test_not_for_who_is_not_logged_in(self, api):
        refused(api["anonymous"]("POST", "tokens/"), 401, "not_authenticated")


@time_machine.travel("2026-05-01T12:00:00Z", tick=False)
def test_too_many_requests(api, monkeypatch):
    make_user("fred")
    monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "anon", "2/min")
    codes = [api["anonymous"]("GET", "matches/").status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert not Match.objects.exists()
