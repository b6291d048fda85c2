"""Who plays: Alice runs the match, Bob and Charlie hold seats, Dora looks on, Eve has no business here."""

import threading

import pytest
from django.contrib.auth import get_user_model

from matches import service
from matches.live import views
from rules.registry import RULESETS
from tests.matches.calling import Api
from tests.matches.lamps.system import LAMPS as TOY
from web.people import THE_HOUSE, person


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """A game as small as can be, beside the real ones."""
    monkeypatch.setitem(RULESETS, "toy", TOY)
    return TOY


@pytest.fixture
def fast_feeds(monkeypatch):
    """Nobody waits long for a heartbeat of a live feed, and all who read have ended when a test has."""
    monkeypatch.setattr(views, "HEARTBEAT_SECONDS", 0.02)
    yield
    for thread in threading.enumerate():
        if thread.name.startswith("live"):
            thread.join(5)


def make_user(name, **fields):
    return get_user_model().objects.create_user(name, password="the-orb-is-copper", **fields)


@pytest.fixture
def users(db):
    return {name: make_user(name) for name in ("alice", "bob", "charlie", "dora", "eve")}


@pytest.fixture
def alice(users):
    return person(users["alice"])


@pytest.fixture
def bob(users):
    return person(users["bob"])


@pytest.fixture
def charlie(users):
    return person(users["charlie"])


@pytest.fixture
def eve(users):
    return person(users["eve"])


@pytest.fixture
def api(users):
    """A client of the API for each of them, and one for who is not logged in."""
    return {name: Api(user) for name, user in users.items()} | {"anonymous": Api()}


TABLE = {"home": "table", "away": "table", "gm": "table"}
ROSTERS = {"lamps": [{"id": "home"}, {"id": "away"}]}


def new(**fields):
    return service.NewMatch(**{"ruleset": "toy", "setup": ROSTERS, "title": "Lamps at dusk"} | fields)


@pytest.fixture
def match(alice, bob, charlie, users):
    """A match with dice from the table: Alice is GM, Bob sits home, Charlie away; it is private."""
    match_id = service.create_match(alice, new(dice=TABLE))
    service.assign_seat(THE_HOUSE, match_id, "home", users["bob"])
    service.assign_seat(THE_HOUSE, match_id, "away", users["charlie"])
    return match_id


@pytest.fixture
def house_match(alice, users):
    """The same with house dice."""
    match_id = service.create_match(alice, new())
    service.assign_seat(THE_HOUSE, match_id, "home", users["bob"])
    service.assign_seat(THE_HOUSE, match_id, "away", users["charlie"])
    return match_id
