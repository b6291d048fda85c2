"""Gail runs the campaign, Cora is her co-GM, Ann and Bob play a company each, Eve is a stranger, one is not logged in.

Gus is a member without a company, Dora was invited, Fay has asked to be let in.
"""

import pytest
from django.contrib.auth import get_user_model

from tests.campaigns.acting import Evening, make_person
from tests.matches.calling import Api

ROLES = ("gail", "cora", "ann", "bob", "eve", "nobody")


@pytest.fixture
def evening(db):
    made = Evening("ann", "bob")
    made.join("cora")
    made.do("set_role", account=made.key("cora"), role="co_gm")
    made.people |= {name: make_person(name) for name in ("dora", "fay", "gus")}
    made.join("gus")
    made.do("invite", account=made.key("dora"), message="We need a bard.")
    made.do("request_join", by="fay", message="I bring cake.")
    made.do("buy_item", by="ann", company=made.companies["ann"], item="dagger", count=2)
    return made


@pytest.fixture
def api(evening):
    """A client of the API for each of them, and one for who is not logged in."""
    users = get_user_model().objects.in_bulk(evening.people, field_name="username")
    return {name: Api(user) for name, user in users.items()} | {"nobody": Api()}
