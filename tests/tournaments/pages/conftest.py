"""A league of three in a campaign of Istra: Gail organizes it, Ann, Bob and Cora play, Eve looks."""

from copy import deepcopy

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.campaigns.once import written_for
from tests.tournaments.opening import Open


def client_of(name):
    """The browser of somebody who is logged in; of nobody without a name."""
    client = Client()
    if name:
        client.force_login(get_user_model().objects.get(username=name))
    return client


def at(tournament, name="home", *parts, **query):
    """The address of a page of a tournament."""
    address = reverse(f"tournaments:{name}", args=[tournament.id, *parts])
    return f"{address}?{'&'.join(f'{key}={value}' for key, value in query.items())}" if query else address


def won(tournament, fixture, winner, **more):
    """Gail records who has won a fixture."""
    sides = tournament.now.fixtures[fixture].sides
    places = {side: 1 if winner in (side, "draw") else 2 for side in sides}
    tournament.do("record_result", fixture=fixture, kind="played", places=places, reason="As played.", **more)


def between(tournament, one, other):
    """The fixture in which two meet."""
    return next(each for each in tournament.now.fixtures.values() if {*each.sides} == {one, other})


@pytest.fixture(scope="module")
def league_once(request, django_db_setup, django_db_blocker):
    """What every league of a module begins with."""
    with written_for(request, django_db_blocker):
        tournament = Open("ann", "bob", "cora", visibility="public")
        tournament.stage("round_robin", qualify=1)
        yield tournament


@pytest.fixture
def league(db, league_once):
    """Ann (e1), Bob (e2) and Cora (e3) in a public round robin that is published and not begun."""
    return deepcopy(league_once)


@pytest.fixture
def browsers(league):
    """The browsers of everybody, and one that nobody is logged in with."""
    return {name: client_of(name) for name in ("gail", "ann", "bob", "cora", "eve", "")}
