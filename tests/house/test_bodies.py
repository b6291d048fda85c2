"""A body that is too long is refused before it is taken in, whether or not it says how long it is."""

import asyncio
import json
import tempfile
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler

from config.threads import Threads
from web.tokens import give_token

CHUNK = b"x" * 65_536
MATCH = "/matches/00000000-0000-0000-0000-000000000000/"
COMMANDS = f"/api/v1{MATCH}commands"
IMPORT = "/api/v1/matches/import"

pytestmark = pytest.mark.django_db(transaction=True)


class Caller:
    """A server of ASGI that hands a request on, chunk after chunk while they are taken; without end unless told."""

    def __init__(self, address, *, length=None, chunks=None, pieces=None, kind="application/json"):
        self.taken, self.sent, self._left, self._pieces = 0, [], chunks, pieces
        headers = [(b"host", b"localhost"), (b"content-type", kind.encode())]
        if length is not None:
            headers.append((b"content-length", str(length).encode()))
        self.scope = {"type": "http", "method": "POST", "path": address, "root_path": "", "query_string": b""}
        self.scope |= {"headers": headers}

    async def receive(self):
        if self._pieces is not None:
            return {"type": "http.request", "body": self._pieces.pop(0), "more_body": bool(self._pieces)}
        assert self.taken < 64 * 1024 * 1024, "it is read without end"
        if self._left is not None:
            self._left -= 1
        self.taken += len(CHUNK)
        return {"type": "http.request", "body": CHUNK, "more_body": self._left is None or self._left > 0}

    async def send(self, message):
        self.sent.append(message)

    def answer(self):
        """Status, headers by their names in small letters, body."""
        start, *rest = self.sent
        headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        return start["status"], headers, b"".join(message.get("body", b"") for message in rest)


@pytest.fixture
def call():
    threads = Threads(WSGIHandler(), 2)

    def called(asked, **how):
        caller = asked if isinstance(asked, Caller) else Caller(asked, **how)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(asyncio.run, threads(caller.scope, caller.receive, caller.send)).result()
        return caller

    yield called
    threads._reading.shutdown()
    threads._writing.shutdown()


def in_pieces(text, size=7):
    raw = text.encode()
    return [raw[start : start + size] for start in range(0, len(raw), size)]


def test_a_body_that_does_not_say_how_long_it_is_is_read(call):
    """One that is sent in chunks says it in no header, and was taken for none."""
    User.objects.create_user("alice", password="the-orb-is-copper")
    login = json.dumps({"username": "alice", "password": "the-orb-is-copper"})
    status, _, said = call("/api/v1/token/", pieces=in_pieces(login)).answer()
    assert (status, "token" in json.loads(said)) == (200, True)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=cut"])
def test_a_form_that_does_not_say_how_long_it_is_is_read(call, kind):
    secret = "x" * 32
    fields = {"username": "alice", "password": "nonsense", "csrfmiddlewaretoken": secret}
    parts = [
        f'--cut\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in fields.items()
    ]
    text = urlencode(fields) if "urlencoded" in kind else "".join([*parts, "--cut--\r\n"])
    caller = Caller("/login/", pieces=in_pieces(text), kind=kind)
    caller.scope["headers"].append((b"cookie", f"csrftoken={secret}".encode()))
    status, _, page = call(caller).answer()
    assert (status, b'value="alice"' in page) == (200, True)


def test_an_import_that_does_not_say_how_long_it_is_is_read(call):
    user = User.objects.create_user("alice")
    secret = give_token(user).secret
    header = {"skald": 7, "exported_at": 0, "streams": [{"name": "match-x", "uuid": str(UUID(int=1)), "version": 1}]}
    header["streams"][0] |= {"opened_at": 0, "closed_at": None}
    line = json.dumps(header, separators=(",", ":")) + "\n"
    caller = Caller(IMPORT, pieces=in_pieces(line), kind="application/x-ndjson")
    caller.scope["headers"].append((b"authorization", f"Token {secret}".encode()))
    assert "this is format 7" in json.loads(call(caller).answer()[2])["message"]


def refused(caller, limit):
    status, headers, body = caller.answer()
    assert status == 413
    assert headers["connection"] == "close"
    assert "content-security-policy" in headers
    assert headers["content-type"] == "application/problem+json"
    problem = json.loads(body)
    assert (problem["status"], problem["code"]) == (413, "too_long")
    assert str(limit) in problem["message"]


def test_it_works(call, settings):
    """A body as long as the limit is taken in, and answered by the view."""
    settings.MAX_BODY_BYTES = 3 * len(CHUNK)
    for length in (None, 3 * len(CHUNK)):
        caller = call(COMMANDS, length=length, chunks=3)
        assert caller.taken == 3 * len(CHUNK)
        assert caller.answer()[0] == 400  # it is no JSON


@pytest.mark.parametrize("address", [COMMANDS, "/api/v1/token/", "/api/v1/nowhere", "/api/v1/campaigns/"])
def test_it_refuses_a_body_that_says_it_is_too_long_unread(call, settings, address):
    caller = call(address, length=600 * 1024 * 1024)
    assert caller.taken == 0
    refused(caller, settings.MAX_BODY_BYTES)


@pytest.mark.parametrize("address", [COMMANDS, "/api/v1/token/", "/api/v1/nowhere", "/api/v1/campaigns/"])
def test_it_refuses_a_body_without_end_at_the_limit(call, settings, address):
    caller = call(address)
    assert caller.taken == settings.MAX_BODY_BYTES + len(CHUNK)
    refused(caller, settings.MAX_BODY_BYTES)


def test_it_refuses_a_body_longer_than_it_said(call, settings):
    caller = call(COMMANDS, length=10)
    assert caller.taken == settings.MAX_BODY_BYTES + len(CHUNK)
    refused(caller, settings.MAX_BODY_BYTES)


def test_an_import_has_a_limit_of_its_own(call, settings):
    settings.MAX_IMPORT_BYTES = 4 * 1024 * 1024
    caller = call(IMPORT, chunks=64, kind="application/octet-stream")
    assert caller.taken == 4 * 1024 * 1024
    assert caller.answer()[0] == 401  # nobody is logged in
    unread = call(IMPORT, length=600 * 1024 * 1024)
    assert unread.taken == 0
    endless = call(IMPORT)
    assert endless.taken == 4 * 1024 * 1024 + len(CHUNK)
    for one in (unread, endless):
        refused(one, settings.MAX_IMPORT_BYTES)


def test_what_is_refused_never_reached_the_disk(call, monkeypatch):
    """The live feed goes through Django's own handler, all else through ours: both would spool it."""

    def written(self, *args):
        raise AssertionError("a temporary file was made")

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", written)
    for address in (COMMANDS, f"{MATCH}live"):
        for length in (None, 600 * 1024 * 1024):
            assert call(address, length=length).answer()[0] == 413


@pytest.mark.parametrize("address", ["/login/", "/admin/login/", f"{MATCH}live", "/nowhere"])
def test_a_page_says_so_as_a_page(call, address):
    for length in (None, 600 * 1024 * 1024):
        status, headers, body = call(address, length=length).answer()
        assert (status, headers["connection"]) == (413, "close")
        assert headers["content-type"].startswith("text/html")
        assert b"<h1>Request too large</h1>" in body
