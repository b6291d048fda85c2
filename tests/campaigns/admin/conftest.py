"""Gail is GM of a campaign and works in the admin site, Cora is her co-GM, Ann and Bob play; Eve works there too."""

from copy import deepcopy

import pytest
from django.contrib.auth import get_user_model

from tests.campaigns.acting import Evening
from tests.campaigns.once import written_for
from tests.matches.admin.conftest import client_of, staff

RIGHTS = [f"{may}_{model}" for model in ("campaign", "company", "hero", "battle", "job") for may in ("view", "change")]


@pytest.fixture(scope="module")
def evening_once(request, django_db_setup, django_db_blocker):
    """What every evening of a module begins with."""
    with written_for(request, django_db_blocker):
        made = Evening("ann", "bob")
        made.join("cora")
        made.do("set_role", account=made.key("cora"), role="co_gm")
        yield made


@pytest.fixture
def evening(db, evening_once):
    return deepcopy(evening_once)


@pytest.fixture
def browsers(evening):
    """The browsers of all of them, each let into the admin site with every right; and of a superuser."""
    users = get_user_model().objects.filter(username__in=evening.people)
    root = get_user_model().objects.create_superuser("root", password="the-orb-is-copper")
    return {
        user.username: client_of(staff(user, *RIGHTS, "view_event", "view_stream", "view_account")) for user in users
    } | {"root": client_of(root)}


@pytest.fixture
def gail(browsers):
    return browsers["gail"]
