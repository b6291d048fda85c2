"""Gail is GM of a campaign, Cora her co-GM, Ann and Bob play in it, Dan is invited into it, Eve is a stranger."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.campaigns.acting import Evening, make_person


def client_of(name):
    """The browser of somebody who is logged in."""
    client = Client()
    client.force_login(get_user_model().objects.get(username=name))
    return client


@pytest.fixture
def evening(db):
    made = Evening("ann", "bob")
    made.join("cora")
    made.do("set_role", account=made.key("cora"), role="co_gm")
    made.people["dan"] = make_person("dan")
    made.do("invite", account=made.key("dan"))
    return made


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
