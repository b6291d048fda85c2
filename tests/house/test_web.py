"""The house's own addresses: health, error pages, the policy on files, the token."""

from urllib.parse import urlencode

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature
from django.db import DatabaseError, OperationalError
from django.http import Http404
from django.test import Client

from config import restoring, views
from config.middleware import policy_for
from matches.models import Match

pytestmark = pytest.mark.postgresql


def opened(client, address):
    """Get an address, redirects followed, and read a file to its end, which closes it."""
    answer = client.get(address, follow=True)
    if answer.streaming:
        assert b"".join(answer.streaming_content)
    return answer


@pytest.fixture
def alice(db):
    return User.objects.create_user("alice", password="the-orb-is-copper")


class TestHealth:
    def test_it_is_well(self, client, db):
        answer = client.get("/healthz")
        assert answer.status_code == 200
        assert answer.json() == {"status": "ok", "database": "ok", "migrations": "applied"}
        assert "no-cache" in answer["Cache-Control"]

    def test_it_says_that_a_migration_waits(self, client, db, monkeypatch):
        monkeypatch.setattr("config.readiness.MigrationExecutor.migration_plan", lambda *_: [("house", "0001")])
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.json() == {"status": "unavailable", "database": "ok", "migrations": "pending"}

    def test_it_says_that_the_database_is_away(self, client, db, monkeypatch):
        def away(*_):
            raise DatabaseError("no route")

        monkeypatch.setattr("config.readiness.MigrationExecutor", away)
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.json() == {"status": "unavailable", "database": "unreachable", "migrations": "unknown"}

    def test_it_says_that_a_restore_has_not_ended(self, client, db, settings, tmp_path):
        settings.VAR_DIR = tmp_path
        restoring.begin(tmp_path, restoring.Restore("a" * 32, "/backups/evening.backup"))
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.json()["restore"] == "unfinished"
        restoring.end(tmp_path)
        assert client.get("/healthz").status_code == 200

    def test_it_refuses_a_post(self, client, db):
        assert client.post("/healthz").status_code == 405


class TestErrors:
    def test_a_page_that_is_not_there(self, client, db):
        answer = client.get("/no/such/match")
        assert answer.status_code == 404
        assert "Page not found" in answer.content.decode()
        assert answer["Content-Type"].startswith("text/html")

    def test_an_api_address_that_is_not_there(self, client, db):
        answer = client.get("/api/v1/no-such-thing/")
        assert answer.status_code == 404
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json() == {
            "type": "about:blank",
            "title": "Not Found",
            "status": 404,
            "code": "not_found",
            "message": "There is nothing at this address.",
        }

    @pytest.mark.parametrize(
        ("view", "error", "status", "code", "words"),
        [
            (views.bad_request, BadSignature(), 400, "bad_request", "could not be read"),
            (views.forbidden, PermissionDenied(), 403, "permission_denied", "You may not see or do this."),
            (views.forbidden, PermissionDenied("Only its GM does."), 403, "permission_denied", "Only its GM does."),
            (views.not_found, Http404(), 404, "not_found", "Page not found"),
        ],
    )
    def test_each_refusal_has_a_page_and_a_document(self, rf, view, error, status, code, words):
        page = view(rf.get("/matches/"), error)
        assert page.status_code == status
        assert words in page.content.decode()
        document = view(rf.get("/api/v1/matches/"), error)
        assert document.status_code == status
        assert f'"code": "{code}"' in document.content.decode()

    def test_a_fault_of_ours_asks_the_database_nothing(self, rf):
        page = views.server_error(rf.get("/matches/"))
        assert page.status_code == 500
        assert "Something went wrong" in page.content.decode()
        assert views.server_error(rf.get("/api/v1/"))["Content-Type"] == "application/problem+json"

    def test_a_form_without_its_token_is_refused_with_advice(self, db):
        answer = Client(enforce_csrf_checks=True).post("/login/", {"username": "alice"})
        assert answer.status_code == 403
        assert "reload the page" in answer.content.decode()

    def test_a_wrong_token_is_401(self, client, db):
        answer = client.get("/api/v1/matches/", headers={"Authorization": "Token nobodys"})
        assert answer.status_code == 401
        assert answer["WWW-Authenticate"] == "Token"
        assert answer.json()["code"] == "authentication_failed"

    def test_the_pages_that_say_no_look_like_the_others(self, client, db):
        for address in ("/login/", "/nothing-here"):
            html = client.get(address).content.decode()
            assert "web/skald.css" in html
            assert 'class="brand"' in html
        assert "Accounts are created by the server administrator" in client.get("/login/").content.decode()
        assert "/api/docs/" in client.get("/").content.decode()

    def test_the_login_page_says_what_for_and_tells_of_a_demo_only_where_there_is_one(
        self, client, db, settings, tmp_path
    ):
        settings.VAR_DIR = tmp_path
        html = client.get("/login/?next=/campaigns/").content.decode()
        assert "Log in to see your campaigns." in html
        assert "demo" not in html
        (tmp_path / "demo_users.json").write_text("{}")
        assert "demo_users.json" in client.get("/login/").content.decode()

    def test_a_page_that_is_not_there_asks_to_log_in_and_leads_back(self, client, db):
        html = client.get("/matches/00000000-0000-0000-0000-000000000000?a=b").content.decode()
        assert 'href="/login/?next=/matches/00000000-0000-0000-0000-000000000000%3Fa%3Db"' in html

    def test_who_may_not_is_not_sent_to_a_form_that_they_never_see(self, rf):
        html = views.forbidden(rf.get("/matches/"), PermissionDenied()).content.decode()
        assert "/login/" not in html
        assert 'href="/campaigns/"' in html

    def test_the_documents_of_the_api_lead_back(self, client, db):
        html = client.get("/api/docs/").content.decode()
        assert '<a href="/">Back to Skald</a>' in html
        assert "swagger-ui" in html

    @pytest.mark.parametrize("address", ["search/?s=a&page=x", "search/?s=a&page=7", "r/{kind}/x/"])
    def test_the_admin_site_has_no_addresses_that_nothing_leads_to(self, client, alice, address):
        """Some answered what they could not read with a fault of ours."""
        User.objects.filter(pk=alice.pk).update(is_staff=True)
        client.force_login(alice)
        kind = ContentType.objects.get_for_model(Match)
        assert client.get(f"/admin/{address.format(kind=kind.pk)}").status_code == 404

    def test_a_host_that_is_not_ours_is_refused(self, client, db):
        assert client.get("/healthz", headers={"host": "evil.example"}).status_code == 400


class TestToken:
    def post(self, client, body, content_type="application/json"):
        return client.post("/api/v1/token/", body, content_type=content_type)

    def test_it_works(self, client, alice):
        answer = self.post(client, {"username": "alice", "password": "the-orb-is-copper"})
        assert answer.status_code == 200
        assert set(answer.json()) == {"token", "expires_at"}
        token = answer.json()["token"]
        assert client.get("/api/v1/matches/", headers={"Authorization": f"Token {token}"}).status_code == 200

    def test_it_refuses_a_wrong_password(self, client, alice):
        answer = self.post(client, {"username": "alice", "password": "the-orb-is-iron"})
        assert answer.status_code == 400
        assert answer.json()["code"] == "invalid"
        assert answer["Content-Type"] == "application/problem+json"

    @pytest.mark.parametrize(
        "body", ["{", "[]", '"x"', '{"username": {}}', "\x00", "[" * 100_000, '{"username": "a", "username": "b"}']
    )
    def test_it_refuses_what_cannot_be_read(self, client, db, body):
        answer = self.post(client, body)
        assert answer.status_code == 400
        assert answer.json()["status"] == 400

    def test_it_refuses_forms(self, client, db):
        assert client.post("/api/v1/token/", {"username": "alice"}).status_code == 415

    def test_it_refuses_guessing_without_end(self, client, alice, monkeypatch):
        monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "login", "2/min")
        codes = [self.post(client, {"username": "alice", "password": "x"}).status_code for _ in range(3)]
        assert codes == [400, 400, 429]


class TestPages:
    @pytest.mark.parametrize("address", ["/login/", "/admin/login/", "/api/docs/", "/api/schema/", "/favicon.ico"])
    def test_anybody_may_open(self, client, db, address):
        assert opened(client, address).status_code == 200

    def test_log_in_and_out(self, client, alice):
        answer = client.post("/login/", {"username": "alice", "password": "the-orb-is-copper", "next": "/healthz"})
        assert answer.status_code == 302
        assert answer["Location"] == "/healthz"
        assert client.session["_auth_user_id"] == str(alice.pk)
        client.post("/logout/")
        assert "_auth_user_id" not in client.session

    def test_a_wrong_password_is_explained(self, client, alice):
        answer = client.post("/login/", {"username": "alice", "password": "x"})
        assert answer.status_code == 200
        assert 'role="alert"' in answer.content.decode()

    def test_it_refuses_to_send_people_elsewhere_after_login(self, client, alice):
        answer = client.post(
            "/login/", {"username": "alice", "password": "the-orb-is-copper", "next": "https://evil.example/"}
        )
        assert answer["Location"] == "/"

    def test_static_files_are_served_without_debug_and_without_collecting(self, client):
        assert not settings.DEBUG
        for address in ("/static/web/skald.css", "/static/unfold/css/styles.css", "/static/config/favicon.svg"):
            assert opened(client, address).status_code == 200, address


class TestLoginLimit:
    @pytest.fixture(autouse=True)
    def _two_a_minute(self, monkeypatch):
        cache.clear()
        monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "login", "2/min")

    @pytest.mark.parametrize("address", ["/login/", "/admin/login/"])
    def test_it_refuses_guessing_without_end(self, client, alice, address):
        guess = {"username": "alice", "password": "x"}
        answers = [client.post(address, guess) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert 1 <= int(answers[-1]["Retry-After"]) <= 61
        assert "Too many tries to log in" in answers[-1].content.decode()
        assert f"Try again in {answers[-1]['Retry-After']} seconds" in answers[-1].content.decode()
        assert client.post(address, guess | {"password": "the-orb-is-copper"}).status_code == 429
        assert client.get(address).status_code == 200

    def test_tries_that_nobody_looked_at_do_not_count(self, client, alice, monkeypatch):
        def away(*_args, **_more):
            raise OperationalError("server closed the connection unexpectedly")

        guess = {"username": "alice", "password": "x"}
        with monkeypatch.context() as gone:
            gone.setattr("django.contrib.auth.forms.authenticate", away)
            assert [client.post("/login/", guess).status_code for _ in range(3)] == [503, 503, 503]
        assert client.post("/login/", guess).status_code == 200

    def test_right_passwords_do_not_count(self, client, alice):
        for _ in range(4):
            assert client.post("/login/", {"username": "alice", "password": "the-orb-is-copper"}).status_code == 302
            client.logout()
        client.post("/login/", {"username": "alice", "password": "x"})
        assert client.post("/login/", {"username": "alice", "password": "x"}).status_code == 200

    def test_a_try_counts_before_its_password_is_looked_at(self, client, alice, monkeypatch):
        """Else a hundred tries at the same moment would all come through."""
        guess = {"username": "alice", "password": "x"}
        codes = []

        def guess_meanwhile(*_args, **_more):
            codes.append(client.post("/login/", guess).status_code)

        monkeypatch.setattr("django.contrib.auth.forms.authenticate", guess_meanwhile)
        codes.append(client.post("/login/", guess).status_code)
        assert codes == [429, 200, 200]  # the innermost answers first

    @pytest.mark.parametrize("body", ["{}", "[]", '{"username": 7}', '{"username": null}'])
    def test_a_token_without_a_name_is_refused(self, client, db, body):
        assert client.post("/api/v1/token/", body, content_type="application/json").status_code == 400

    def test_wrong_ones_count_for_the_token_too(self, client, alice):
        for _ in range(2):
            client.post("/login/", {"username": "alice", "password": "x"})
        body = {"username": "alice", "password": "the-orb-is-copper"}
        assert client.post("/api/v1/token/", body, content_type="application/json").status_code == 429


class TestNul:
    """PostgreSQL takes no NUL in a text: none comes further than the door."""

    @pytest.mark.parametrize("address", ["/?q=%00", "/admin/matches/match/?status__exact=%00", "/mat%00ches"])
    def test_it_refuses_addresses(self, client, db, address):
        answer = client.get(address)
        assert answer.status_code == 400
        assert "could not be read" in answer.content.decode()

    @pytest.mark.parametrize("form", [{"username": "al\x00ice"}, {"user\x00name": "alice"}])
    def test_it_refuses_forms(self, client, db, form):
        typed = client.post("/login/", urlencode(form), content_type="application/x-www-form-urlencoded")
        assert typed.status_code == 400
        assert client.post("/login/", {"username": "al\x00ice"}).status_code == 400

    def test_it_refuses_cookies(self, client, db):
        assert client.get("/", headers={"cookie": 'sessionid="\\000aaaaaaaaaaa"'}).status_code == 400

    def test_the_api_answers_with_a_problem(self, client, db):
        answer = client.get("/api/v1/matches/?title=%00")
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad_request"

    def test_views_that_wait_too(self, async_client, db):
        answer = async_to_sync(async_client.get)("/matches/00000000-0000-0000-0000-000000000000/live?seat=%00")
        assert answer.status_code == 400

    def test_a_percent_sign_before_two_noughts_is_none(self, client, db):
        assert client.get("/?q=%2500").status_code == 200


class TestPolicy:
    def test_pages_load_our_own_files_alone(self, client, db):
        policy = client.get("/login/")["Content-Security-Policy"]
        assert policy == policy_for("/matches/")
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy

    def test_only_the_admin_may_evaluate(self):
        assert "'unsafe-eval'" in policy_for("/admin/matches/")
        assert "'unsafe-eval'" not in policy_for("/api/docs/")
        assert "unsafe" not in policy_for("/administer/")

    def test_error_pages_and_static_files_carry_it_too(self, client, db):
        for address in ("/no/such/page", "/static/web/skald.css"):
            assert "Content-Security-Policy" in opened(client, address).headers, address

    def test_other_headers_of_caution(self, client, db):
        answer = client.get("/login/")
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Referrer-Policy"] == "same-origin"
        assert answer.cookies["csrftoken"]["samesite"] == "Lax"
