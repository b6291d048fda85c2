"""A league of four, half played, in a campaign of Istra: Gail organizes it, Ann, Bob and Cora play, Dan too; Eve looks."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

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


@pytest.fixture
def league(db):
    """Ann, Bob and Cora in a public round robin: round 1 is Bob against Cora, with Ann's bye; Bob has won."""
    tournament = Open("ann", "bob", "cora", visibility="public")
    tournament.stage("round_robin", qualify=1)
    return tournament


@pytest.fixture
def browsers(league):
    """The browsers of everybody, and one that nobody is logged in with."""
    return {name: client_of(name) for name in ("gail", "ann", "bob", "cora", "eve", "")}
