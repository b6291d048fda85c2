"""Gail runs the campaign, Cora is her co-GM, Ann and Bob play a company each, Eve is a stranger, one is not logged in.

Gus is a member without a company, Dora was invited, Fay has asked to join.
"""

from copy import deepcopy

import pytest
from django.contrib.auth import get_user_model

from tests.campaigns.acting import Evening, make_person
from tests.campaigns.once import written_for
from tests.matches.calling import Api

ROLES = ("gail", "cora", "ann", "bob", "eve", "nobody")


@pytest.fixture(scope="module")
def evening_once(request, django_db_setup, django_db_blocker):
    """What every evening of a module begins with."""
    with written_for(request, django_db_blocker):
        made = Evening("ann", "bob")
        made.join("cora")
        made.do("set_role", account=made.key("cora"), role="co_gm")
        made.people |= {name: make_person(name) for name in ("dora", "fay", "gus")}
        made.join("gus")
        made.do("invite", account=made.key("dora"), message="We need a bard.")
        made.do("request_join", by="fay", message="I bring cake.")
        made.do("buy_item", by="ann", company=made.companies["ann"], item="dagger", count=2)
        yield made


@pytest.fixture
def evening(db, evening_once):
    return deepcopy(evening_once)


@pytest.fixture
def api(evening):
    """A client of the API for each of them, and one for who is not logged in."""
    users = get_user_model().objects.in_bulk(evening.people, field_name="username")
    return {name: Api(user) for name, user in users.items()} | {"nobody": Api()}
