"""Alice is GM and works in the admin site; Staff works there too but runs nothing; Root may see everything."""

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client

from matches import service
from tests.rules.ishmek.arena import man, position
from web.people import person

RIGHTS = ("view_match", "change_match", "view_seat", "view_account", "view_event", "view_stream")


def staff(user, *rights):
    """Let a user into the admin site, with these rights."""
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return get_user_model().objects.get(pk=user.pk)


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def gm(users):
    """Alice's browser."""
    return client_of(staff(users["alice"], *RIGHTS))


@pytest.fixture
def other_staff(users):
    """The browser of Dora, who has the same rights in the admin site and runs no match."""
    return client_of(staff(users["dora"], *RIGHTS))


@pytest.fixture
def root(db):
    return client_of(get_user_model().objects.create_superuser("root", password="the-orb-is-copper"))


@pytest.fixture
def arena(users):
    """A public match of Ishmêk with dice from the table, run by Alice: it is h1's go."""
    order = service.NewMatch(
        ruleset="ishmek",
        position=position(home=[man("h1", (5, 1)), man("h2", (5, 3))], away=[man("a1", (12, 7))], go="h1"),
        dice={"home": "table", "away": "table", "gm": "table"},
        title="Ravens at dawn",
        visibility="public",
    )
    return service.create_match(person(users["alice"]), order)
