"""Whatever depends on who asks is kept by no cache between, and by no browser for the next person at it."""

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse, JsonResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver

from config.middleware import private_by_default
from matches.service import set_visibility
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import start
from tests.matches.calling import Api
from tournaments.service import open_tournament
from web.people import THE_HOUSE


def user_of(name):
    return get_user_model().objects.get(username=name)


NOT_WALKED = ("admin/", "favicon.ico", "logout/", "login/", "healthz", "api/schema/", "api/docs/")


def addresses(patterns, prefix=""):
    for pattern in patterns:
        address = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield address
        else:
            yield from addresses(pattern.url_patterns, address)


@pytest.fixture
def evening(db):
    made = Evening("ann", "bob")
    made.match = start(made, "ann", "bob")
    opening = {"title": "Open", "campaign": str(made.id)}
    made.tournament = open_tournament(made.people["gail"], opening).tournament.id
    return made


def filled(address, evening):
    """An address with the ids of what there is."""
    for name, value in {
        "<uuid:match_id>": evening.match,
        "<uuid:match>": evening.match,
        "<uuid:campaign_id>": evening.id,
        "<uuid:tournament_id>": evening.tournament,
        "<uuid:company_id>": evening.companies["ann"],
        "<str:hero>": "h1",
        "<str:seat>": "s1",
        "<str:key>": "istra",
        "<str:rule>": "IST-MOVE-01",
        "<str:name>": "races",
        "<uuid:job_id>": evening.match,
        "<str:stage>": "s1",
        "<slug:stage>": "s1",
        "<str:fixture>": "s1-1-1",
        "<str:entrant>": "e1",
        "<str:token>": "none",
        "<str:uidb64>": "MQ",
    }.items():
        address = address.replace(name, str(value))
    return f"/{address}"


def check(answer, address):
    said = answer.headers.get("Cache-Control", "")
    page = answer.headers.get("Content-Type", "").startswith("text/html")
    assert {"private", "no-cache" if page else "no-store"} <= {part.strip() for part in said.split(",")}, address
    assert {"Cookie", "Authorization"} <= {part.strip() for part in answer.headers["Vary"].split(",")}, address


@pytest.mark.parametrize("name", ["gail", "eve", None])
def test_it_works(evening, name):
    """Every address, for who runs the campaign and its match, for a stranger and for who is not logged in."""
    set_visibility(THE_HOUSE, evening.match, "private")
    user = user_of(name) if name else None
    headers, client = Api(user).headers, Client()
    if user is not None:
        client.force_login(user)
    found = [address for address in addresses(get_resolver().url_patterns) if not address.startswith(NOT_WALKED)]
    assert len(found) > 60
    kinds = set()
    for pattern in found:
        address = filled(pattern, evening)
        assert "<" not in address
        if address.endswith("/live"):
            address += "?after=nonsense"  # else it does not end
        answer = client.get(address, headers=headers)
        assert answer.status_code < 500, address
        check(answer, address)
        answer.close()
        kinds.add(answer.headers.get("Content-Type", "").partition(";")[0])
    assert {"application/json", "application/problem+json", "text/html"} <= kinds


def answered(response):
    return private_by_default(lambda request: response)(RequestFactory().get("/"))


def test_a_view_may_know_better():
    """Its own `public` or `private` stays; somebody else may be answered otherwise there all the same."""
    for said in ("public, max-age=3600, immutable", "private, max-age=60"):
        answer = answered(JsonResponse({}, headers={"Cache-Control": said, "Vary": "Accept-Encoding"}))
        assert answer["Cache-Control"] == said
        assert answer["Vary"] == "Accept-Encoding, Cookie, Authorization"


def test_the_live_feed_is_kept_by_nobody():
    answer = answered(HttpResponse(content_type="text/event-stream", headers={"Cache-Control": "no-cache"}))
    check(answer, "live")


def test_what_is_tried_out_and_refused_is_private_too(evening):
    client = Client()
    client.force_login(user_of("ann"))
    check(client.post(f"/matches/{evening.match}/try", {"form": "none"}), "try")
    check(Api(user_of("eve"))("POST", f"matches/{evening.match}/commands", {"command": {}}), "refused")


@pytest.mark.django_db
def test_files_of_ours_are_for_everybody(client):
    answer = client.get("/static/config/favicon.svg")
    answer.close()
    assert "private" not in answer.headers["Cache-Control"]
