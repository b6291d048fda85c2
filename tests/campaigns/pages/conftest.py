"""Gail is GM of a campaign, Cora her co-GM, Ann and Bob play in it, Dan is invited into it, Eve is a stranger."""

from copy import deepcopy

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.campaigns.acting import Evening, make_person
from tests.campaigns.once import written_for


def client_of(name):
    """The browser of somebody who is logged in."""
    client = Client()
    client.force_login(get_user_model().objects.get(username=name))
    return client


@pytest.fixture(scope="module")
def evening_once(request, django_db_setup, django_db_blocker):
    """What every evening of a module begins with."""
    with written_for(request, django_db_blocker):
        made = Evening("ann", "bob")
        made.join("cora")
        made.do("set_role", account=made.key("cora"), role="co_gm")
        made.people["dan"] = make_person("dan")
        made.do("invite", account=made.key("dan"))
        yield made


@pytest.fixture
def evening(db, evening_once):
    return deepcopy(evening_once)


@pytest.fixture
def browsers(evening):
    """The browsers of all of them, and one that nobody is logged in with."""
    return {name: client_of(name) for name in evening.people} | {"": Client()}


@pytest.fixture
def gail(browsers):
    return browsers["gail"]


@pytest.fixture
def ann(browsers):
    return browsers["ann"]


@pytest.fixture
def bob(browsers):
    return browsers["bob"]
