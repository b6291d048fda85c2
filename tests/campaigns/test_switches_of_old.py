"""A campaign whose log has a switch out of bounds, from before they were checked: it is shown, and put right."""

import uuid

import pytest

from campaigns import event_codec
from campaigns.domain.campaign.events import HouseRuleSet
from campaigns.terminal import lines_of, shown
from eventstore import api as store
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import start
from tests.rules.play import rule
from web.errors import Refusal

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


def stored(evening, *events):
    """Let events stand in the log that nobody would write today."""
    stream = f"campaign-{evening.id}"
    new = [event_codec.stored(event_codec.CAMPAIGNS, event) for event in events]
    version = store.head(stream).version
    store.append(stream, version, new, actor="house", command_id=uuid.uuid4(), fingerprint=bytes(32))
    store.catch_up_all()


@rule("KERNEL-CAMP-04", "KERNEL-ILL-23")
def test_it_is_loaded_shown_and_put_right():
    evening = Evening("ann", "bob")
    stored(
        evening,
        HouseRuleSet(name="bow_range", scope="battle", old=2400, new=-5, downtime=0),
        HouseRuleSet(name="base_radius", scope="battle", old=50, new=10**9, downtime=0),
    )
    assert store.check("campaigns") == []
    everything = shown(evening.id)
    assert everything.campaign.house_rules.battle["bow_range"] == -5
    assert list(lines_of(everything))
    for name, value in (("bow_range", 2400), ("base_radius", 50)):
        with pytest.raises(Refusal) as caught:
            start(evening, "ann", "bob")
        assert (caught.value.code, bool(caught.value.rule_text)) == ("bad_house_rule", True)
        evening.do("set_house_rule", name=name, value=value)
    start(evening, "ann", "bob")
