"""People's own accounts: tokens, password, e-mail, and the link by which a first password is chosen."""

import io
from hashlib import sha256
from importlib import import_module
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
import time_machine
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from config.running_address import announced
from web import tokens
from web.models import ApiToken
from web.tokens import MOST_TOKENS, give_token

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

RIGHT = "the-orb-is-copper"
OTHER = "the-orb-is-silver"
ACCOUNT, PASSWORD = "/account/", "/account/password/"
ADDRESS = "/api/v1/matches/"
NOON = "2026-05-01T12:00:00Z"


@pytest.fixture
def alice(db):
    return User.objects.create_user("alice", "alice@example.org", RIGHT)


@pytest.fixture
def browser(alice):
    return logged_in(alice)


def logged_in(user):
    client = Client()
    client.force_login(user)
    return client


def calls(secret):
    return Client().get(ADDRESS, headers={"Authorization": f"Token {secret}"}).status_code


def made(browser, name="my bot"):
    page = browser.post(ACCOUNT, {"form": "token", "name": name})
    return page.context["given"].secret


class TestTokens:
    def test_it_works(self, browser, alice):
        secret = made(browser)
        assert calls(secret) == 200
        page = browser.get(ACCOUNT).content.decode()
        assert "my bot" in page
        assert secret not in page

    def test_it_is_shown_once_and_kept_as_a_digest(self, browser, alice):
        answer = browser.post(ACCOUNT, {"form": "token", "name": "my bot"})
        secret = answer.context["given"].secret
        assert answer.content.decode().count(secret) == 1
        assert "no-store" in answer["Cache-Control"]
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM matches_apitoken")
            kept = str(cursor.fetchall())
        assert secret not in kept
        assert sha256(secret.encode()).hexdigest() in kept

    def test_the_list_tells_last_use_and_expiry(self, browser, alice):
        with time_machine.travel(NOON, tick=False):
            secret = give_token(alice, "my bot").secret
            assert "Never used" in logged_in(alice).get(ACCOUNT).content.decode()
        with time_machine.travel("2026-05-03T08:30:00Z", tick=False):
            assert calls(secret) == 200
            page = logged_in(alice).get(ACCOUNT).content.decode()
        assert "Last used about 3 May 2026 08:30 UTC" in page
        assert "Expires 30 Jul 2026" in page  # ninety days after the first of May

    def test_uses_are_noted_now_and_then(self, alice, django_assert_num_queries):
        secret = give_token(alice).secret
        with time_machine.travel(NOON, tick=False) as clock:
            calls(secret)
            first = ApiToken.objects.get().used_at
            clock.shift(60)
            calls(secret)
            assert ApiToken.objects.get().used_at == first
            clock.shift(600)
            calls(secret)
            assert ApiToken.objects.get().used_at > first

    def test_one_can_read_where_no_use_can_be_noted(self, alice, monkeypatch):
        def full(*_args, **_more):
            raise OperationalError("database or disk is full")

        secret = give_token(alice).secret
        monkeypatch.setattr("django.db.models.query.QuerySet.update", full)
        assert calls(secret) == 200

    def test_it_expires(self, alice, settings):
        settings.TOKEN_DAYS = 2
        with time_machine.travel(NOON, tick=False) as clock:
            secret = give_token(alice).secret
            clock.shift(2 * 86_400 - 1)
            assert calls(secret) == 200
            clock.shift(1)
            assert calls(secret) == 401
            assert "expired" in logged_in(alice).get(ACCOUNT).content.decode()

    def test_it_is_revoked(self, browser, alice):
        first, second = made(browser), made(browser, "another")
        number = ApiToken.objects.get(name="my bot").pk
        assert browser.post(ACCOUNT, {"form": "revoke", "token": number}).status_code == 302
        assert (calls(first), calls(second)) == (401, 200)
        browser.post(ACCOUNT, {"form": "revoke_all"})
        assert calls(second) == 401

    def test_nobody_revokes_or_sees_those_of_others(self, browser, alice):
        secret = made(browser)
        eve = logged_in(User.objects.create_user("eve"))
        assert "my bot" not in eve.get(ACCOUNT).content.decode()
        eve.post(ACCOUNT, {"form": "revoke", "token": ApiToken.objects.get().pk})
        eve.post(ACCOUNT, {"form": "revoke_all"})
        assert calls(secret) == 200

    @pytest.mark.parametrize("number", ["", "x", "-1", "²", "9" * 30])
    def test_it_refuses_what_is_no_token(self, browser, number):
        assert browser.post(ACCOUNT, {"form": "revoke", "token": number}).status_code == 404

    @pytest.mark.parametrize("name", ["", " ", "x" * 61])
    def test_it_requires_a_name(self, browser, name):
        page = browser.post(ACCOUNT, {"form": "token", "name": name})
        assert (page.status_code, ApiToken.objects.count()) == (200, 0)
        assert 'role="alert"' in page.content.decode()

    def test_a_token_gives_no_other(self, alice):
        headers = {"Authorization": f"Token {give_token(alice).secret}"}
        answer = Client().post("/api/v1/tokens/", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "token_gives_none")

    def test_those_that_nobody_uses_make_room(self, alice):
        with time_machine.travel(NOON, tick=False) as clock:
            used, unused = give_token(alice).secret, give_token(alice).secret
            clock.shift(60)
            calls(used)
            for _ in range(MOST_TOKENS - 1):
                clock.shift(1)
                give_token(alice)
            assert ApiToken.objects.count() == MOST_TOKENS
            assert (calls(used), calls(unused)) == (200, 401)

    def test_those_of_before_go_on_and_are_kept_as_digests(self, alice):
        """The table of Django REST framework, as an older Skald left it."""
        before = "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b"
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE authtoken_token (key varchar(40), created varchar(40), user_id integer)")
            cursor.execute("INSERT INTO authtoken_token VALUES (%s, '2026-01-01', %s)", [before, alice.pk])
        migration = import_module("matches.migrations.0005_api_tokens")
        then = SimpleNamespace(get_model=lambda app, name: {("matches", "ApiToken"): ApiToken}[app, name])
        migration.take_over(then, SimpleNamespace(connection=connection))
        assert calls(before) == 200
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM authtoken_token")
            assert cursor.fetchone() == (0,)
            cursor.execute("DROP TABLE authtoken_token")


class TestPassword:
    def change(self, browser, old, new):
        return browser.post(PASSWORD, {"old_password": old, "new_password1": new, "new_password2": new})

    def test_it_works(self, browser, alice):
        elsewhere, secret = logged_in(alice), give_token(alice).secret
        assert self.change(browser, RIGHT, OTHER)["Location"] == ACCOUNT
        assert "Your password has been changed" in browser.get(ACCOUNT).content.decode()
        assert elsewhere.get(ACCOUNT).status_code == 302
        assert calls(secret) == 401
        assert Client().login(username="alice", password=OTHER)

    def test_it_refuses_a_wrong_or_weak_one(self, browser, alice):
        secret = give_token(alice).secret
        for old, new in (("x", OTHER), (RIGHT, "alice"), (RIGHT, "12345678")):
            page = self.change(browser, old, new)
            assert (page.status_code, 'role="alert"' in page.content.decode()) == (200, True)
        assert calls(secret) == 200

    def test_it_refuses_guessing_the_old_one(self, browser, alice, settings, monkeypatch):
        monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "login", "1/min")
        assert [self.change(browser, "x", OTHER).status_code for _ in range(2)] == [200, 429]

    def test_it_refuses_guessing_it_from_many_addresses(self, alice, settings, monkeypatch):
        """Whoever has the session guesses no faster; others, and who logs in, are not held up by that."""
        monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "login", "2/min")
        settings.PROXIES = 1
        fields = {"old_password": "x", "new_password1": OTHER, "new_password2": OTHER}
        with time_machine.travel(NOON, tick=False):
            codes = [
                logged_in(alice).post(PASSWORD, fields, headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code
                for number in range(4)
            ]
            assert codes == [200, 200, 429, 429]
            bob = User.objects.create_user("bob", password=RIGHT)
            assert self.change(logged_in(bob), RIGHT, OTHER).status_code == 302
            answer = Client().post("/login/", {"username": "alice", "password": RIGHT})
            assert answer.status_code == 302

    def test_it_says_what_is_limited_and_until_when(self, alice, settings, monkeypatch):
        """Of one account all tries, of one address those at many accounts."""
        monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "login", "2/min")
        others = [User.objects.create_user(f"user{number}", password=RIGHT) for number in range(9)]
        with time_machine.travel(NOON, tick=False):
            tried = [self.change(logged_in(alice), "x", OTHER) for _ in range(3)]
            last = [self.change(logged_in(one), "x", OTHER) for one in others][-1]
        assert [answer.status_code for answer in (*tried, last)] == [200, 200, 429, 429]
        for answer in (tried[-1], last):
            seconds = int(answer["Retry-After"])
            assert 0 < seconds <= 60
            assert f"Try again in {seconds} seconds." in answer.content.decode()
        assert "at the old password of your account, wherever they came from" in tried[-1].content.decode()
        assert "address" not in tried[-1].content.decode().partition("<h1>")[2].partition("Try again")[0]
        assert "at passwords from your network address, whichever accounts they were for" in last.content.decode()

    def test_the_page_of_the_admin_site_leads_to_ours(self, alice):
        """Else who has the session of somebody with staff status would guess there, and nobody would count."""
        alice.is_staff = True
        alice.save()
        fields = {"old_password": RIGHT, "new_password1": OTHER, "new_password2": OTHER}
        answer = logged_in(alice).post(reverse("admin:password_change"), fields)
        assert (answer.status_code, answer.url) == (302, PASSWORD)
        alice.refresh_from_db()
        assert alice.check_password(RIGHT)

    def test_right_ones_do_not_count(self, browser, settings, monkeypatch):
        monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "login", "1/min")
        with time_machine.travel(NOON, tick=False):
            for old, new in ((RIGHT, OTHER), (OTHER, RIGHT)):
                assert self.change(browser, old, new).status_code == 302

    @pytest.mark.parametrize("way", ["save", "command", "admin", "taken away"])
    def test_tokens_go_whoever_changes_it(self, alice, monkeypatch, way):
        secret = give_token(alice).secret
        root = logged_in(User.objects.create_superuser("root"))
        page = reverse("admin:auth_user_password_change", args=[alice.pk])
        if way == "save":
            alice.set_password(OTHER)
            alice.save()
        elif way == "command":
            monkeypatch.setattr("getpass.getpass", lambda **_: OTHER)
            call_command("changepassword", "alice", stdout=io.StringIO())
        elif way == "admin":
            root.post(page, {"usable_password": "true", "password1": OTHER, "password2": OTHER})
        else:
            root.post(page, {"usable_password": "false", "unset-password": "yes"})
        alice.refresh_from_db()
        assert not alice.check_password(RIGHT)
        assert calls(secret) == 401

    def test_a_better_hash_of_the_same_password_revokes_nothing(self, alice, settings):
        settings.PASSWORD_HASHERS = [
            "django.contrib.auth.hashers.ScryptPasswordHasher",
            *settings.PASSWORD_HASHERS,
        ]
        secret = give_token(alice).secret
        assert Client().login(username="alice", password=RIGHT)
        alice.refresh_from_db()
        assert alice.password.startswith("scrypt")
        assert calls(secret) == 200


def test_anybody_changes_their_own_email(browser, alice):
    assert browser.post(ACCOUNT, {"form": "email", "email": "new@example.org"}).status_code == 302
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    assert 'role="alert"' in browser.post(ACCOUNT, {"form": "email", "email": "nonsense"}).content.decode()
    assert browser.post(ACCOUNT, {"form": "email", "email": ""}).status_code == 302


def test_strangers_are_asked_to_log_in(db):
    for address in (ACCOUNT, PASSWORD):
        for method in ("get", "post"):
            answer = getattr(Client(), method)(address)
            assert answer["Location"] == f"/login/?next={address}"


class TestLink:
    """A friend gets a link, not a password that somebody else knows."""

    @pytest.fixture
    def root(self, db):
        return logged_in(User.objects.create_superuser("root", password=RIGHT))

    def made_in_admin(self, root, user):
        page = root.get(reverse("admin:auth_user_password_link", args=[user.pk]))
        return urlsplit(page.context["link"]).path

    def opened(self, path):
        client = Client()
        return client, client.get(path, follow=True)

    def choose(self, client, page, password):
        address = page.request["PATH_INFO"]
        return client.post(address, {"new_password1": password, "new_password2": password})

    def test_a_friend_chooses_a_password_and_is_logged_in(self, root):
        root.post(reverse("admin:auth_user_add"), {"username": "anna", "usable_password": "false"})
        anna = User.objects.get(username="anna")
        assert not anna.has_usable_password()
        client, page = self.opened(self.made_in_admin(root, anna))
        assert "Welcome, <strong>anna</strong>" in page.content.decode()
        assert self.choose(client, page, OTHER)["Location"] == "/"
        assert client.get(ACCOUNT).status_code == 200
        assert Client().login(username="anna", password=OTHER)

    def test_what_is_wrong_is_told_where_the_password_is_chosen(self, root, alice):
        client, page = self.opened(self.made_in_admin(root, alice))
        assert "Programs that log in" not in page.content.decode()
        assert set(self.choose(client, page, "12").context["form"].errors) == {"new_password1"}
        give_token(alice, "bot")
        assert "Programs that log in" in client.get(page.request["PATH_INFO"]).content.decode()

    def test_it_is_good_once(self, root, alice):
        path = self.made_in_admin(root, alice)
        client, page = self.opened(path)
        self.choose(client, page, OTHER)
        again, page = self.opened(path)
        assert "This link is no longer valid" in page.content.decode()
        self.choose(again, page, RIGHT)
        alice.refresh_from_db()
        assert alice.check_password(OTHER)

    def test_it_expires(self, root, alice, settings):
        settings.PASSWORD_RESET_TIMEOUT = 3600
        with time_machine.travel(NOON, tick=False) as clock:
            path = self.made_in_admin(root, alice)
            clock.shift(3600)
            assert "Choose a password" in self.opened(path)[1].content.decode()
            clock.shift(1)
            assert "This link is no longer valid" in self.opened(path)[1].content.decode()

    def test_it_goes_when_they_log_in(self, root, alice):
        path = self.made_in_admin(root, alice)
        Client().login(username="alice", password=RIGHT)
        assert "This link is no longer valid" in self.opened(path)[1].content.decode()

    @pytest.mark.parametrize(
        "path", ["/account/choose/x/y/", "/account/choose/MQ/nonsense/", "/account/choose/MQ/set-password/"]
    )
    def test_it_refuses_what_nobody_made(self, alice, path):
        assert "This link is no longer valid" in self.opened(path)[1].content.decode()

    def test_it_is_for_superusers_alone(self, alice):
        User.objects.filter(pk=alice.pk).update(is_staff=True)
        alice.user_permissions.set(Permission.objects.filter(codename__in=("view_user", "change_user")))
        bob = User.objects.create_user("bob")
        answer = logged_in(alice).get(reverse("admin:auth_user_password_link", args=[bob.pk]))
        assert answer.status_code == 403

    def test_it_refuses_an_account_that_is_switched_off(self, root, alice):
        User.objects.filter(pk=alice.pk).update(is_active=False)
        answer = root.get(reverse("admin:auth_user_password_link", args=[alice.pk]))
        assert answer.status_code == 302

    def test_it_is_good_for_nothing_once_the_account_is_switched_off(self, root, alice):
        """Also where the page was open already."""
        path = self.made_in_admin(root, alice)
        client, page = self.opened(path)
        User.objects.filter(pk=alice.pk).update(is_active=False)
        assert self.choose(client, page, OTHER).status_code == 200
        assert "This link is no longer valid" in self.opened(path)[1].content.decode()
        alice.refresh_from_db()
        assert alice.check_password(RIGHT)

    def test_the_terminal_makes_one_too(self, db):
        told = io.StringIO()
        call_command("password_link", "anna", "--new", "--site", "https://skald.example/", stdout=told, stderr=told)
        link = urlsplit(told.getvalue().split()[0])
        assert (link.scheme, link.netloc) == ("https", "skald.example")
        client, page = self.opened(link.path)
        assert self.choose(client, page, OTHER)["Location"] == "/"

    @pytest.mark.parametrize("words", [["nobody"], ["alice", "--new"], ["a b", "--new"], ["", "--new"]])
    def test_the_terminal_refuses(self, alice, words):
        with pytest.raises(CommandError):
            call_command("password_link", *words, "--site", "https://skald.example")
        assert User.objects.count() == 1

    def test_the_terminal_takes_the_address_of_the_house_that_runs(self, alice, tmp_path, settings):
        settings.VAR_DIR, told = tmp_path, io.StringIO()
        with announced(tmp_path, "http://127.0.0.1:8123"):
            call_command("password_link", "alice", stdout=told, stderr=told)
        assert told.getvalue().startswith("http://127.0.0.1:8123/account/choose/")
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("left", ["", "nonsense", "4194305 http://127.0.0.1:8123"])
    def test_the_terminal_refuses_to_guess_an_address(self, db, tmp_path, settings, left):
        settings.VAR_DIR = tmp_path
        (tmp_path / "up.address").write_text(left)
        with pytest.raises(CommandError, match="--site"):
            call_command("password_link", "anna", "--new")
        assert not User.objects.exists()


def test_the_token_of_the_api_is_a_new_one_each_time(alice):
    body = {"username": "alice", "password": RIGHT}
    answers = [Client().post("/api/v1/token/", body, content_type="application/json") for _ in range(2)]
    secrets = {answer.json()["token"] for answer in answers}
    assert len(secrets) == 2
    assert {calls(secret) for secret in secrets} == {200}
    assert answers[0].json()["expires_at"] == tokens.find_token(
        answers[0].json()["token"]
    ).expires_at.isoformat().replace("+00:00", "Z")
