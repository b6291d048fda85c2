"""People are named by the keys of their accounts, in the one spelling that these have."""

import uuid

import pytest

from campaigns.domain.campaign.events import Invited
from campaigns.event_codec import CAMPAIGNS, stored
from campaigns.models import Candidate, Member
from campaigns.projection_fields import accounts
from eventstore import api as store
from tests.campaigns.acting import Evening
from tests.rules.play import rule
from web.errors import Refusal

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

SPELLINGS = {
    "dashes": lambda key: str(uuid.UUID(key)),
    "braces": lambda key: f"{{{uuid.UUID(key)}}}",
    "urn": lambda key: uuid.UUID(key).urn,
    "capitals": lambda key: key.upper() if key.upper() != key else f"{key[:-1]}A",
    "80 signs": lambda key: f"{key[:8]}{'-' * 48}{key[8:]}",
    "another": lambda key: "bob",
}


@pytest.fixture
def evening():
    return Evening("ann")


@rule("KERNEL-CAMP-03", "KERNEL-ILL-26")
@pytest.mark.parametrize("spelled", SPELLINGS.values(), ids=SPELLINGS)
class TestSpellings:
    @pytest.mark.parametrize("name", ["bob", "ann", "gail"])
    def test_it_refuses_to_invite_in_another_one(self, evening, spelled, name):
        with pytest.raises(Refusal) as caught:
            evening.do("invite", account=spelled(evening.key(name)))
        assert (caught.value.code, caught.value.field) == ("unknown_account", "account")
        assert not Candidate.objects.exists()

    @pytest.mark.parametrize(
        ("kind", "field", "fields"),
        [
            ("accept_request", "account", {}),
            ("decline_request", "account", {}),
            ("remove_member", "account", {"reason": "away"}),
            ("set_role", "account", {"role": "co_gm"}),
            ("found_company", "owner", {"name": "Owls", "motto": "Who", "hall": "Barn"}),
        ],
    )
    def test_nor_is_anybody_named_so_elsewhere(self, evening, spelled, kind, field, fields):
        with pytest.raises(Refusal) as caught:
            evening.do(kind, **fields, **{field: spelled(evening.key("ann"))})
        assert (caught.value.code, caught.value.field) == ("unknown_account", field)


def test_rows_of_older_logs_do_not_depend_on_the_order_of_a_set(evening):
    """An invitation from before spellings were looked at, of somebody who is a member."""
    key = evening.key("gail")
    stream = f"campaign-{evening.id}"
    told = stored(CAMPAIGNS, Invited(account=str(uuid.UUID(key)), name="gail"))
    version = store.head(stream).version
    store.append(stream, version, [told], actor="user:cora", command_id=uuid.uuid4(), fingerprint=bytes(32))
    store.catch_up("campaigns")
    assert Member.objects.get(person=key).account is not None
    assert Candidate.objects.get().account is None
    evening.do("withdraw_invite", account=str(uuid.UUID(key)))
    assert not Candidate.objects.exists()
    for order in ([key, str(uuid.UUID(key))], [str(uuid.UUID(key)), key]):
        assert list(accounts(order)) == [key]
