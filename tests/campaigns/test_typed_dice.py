"""A battle of a campaign at a table that rolls by hand: the GM says so when it is started."""

import pytest

from campaigns.domain.campaign.events import BattleStarted
from campaigns.event_codec import CAMPAIGNS, decoded
from eventstore import api as store
from matches.loading import load_match
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import sides, start
from tests.rules.play import rule
from web.errors import Refusal, Unreadable

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def evening():
    return Evening("ann", "bob")


def kinds(match):
    table = load_match(match).table
    return {seat: kind for seat, kind in table.dice_kinds.items() if seat in ("s1", "s2", "gm")}


@rule("KERNEL-DICE-02", "KERNEL-CAMP-05")
def test_it_works(evening):
    match = start(evening, "ann", "bob", dice={"s1": "table", "gm": "table"})
    assert kinds(match) == {"s1": "table", "s2": "house", "gm": "table"}
    (told,) = [one for one in store.read(f"campaign-{evening.id}") if one.type == "campaign.battle_started"]
    started: BattleStarted = decoded(CAMPAIGNS, told)
    assert started.dice == {"s1": "table", "gm": "table"}


def test_house_dice_unless_it_is_said(evening):
    assert kinds(start(evening, "ann", "bob")) == {"s1": "house", "s2": "house", "gm": "house"}


@rule("KERNEL-CAMP-05", "KERNEL-ILL-24")
def test_it_refuses_seats_that_the_game_has_not(evening):
    with pytest.raises(Refusal) as caught:
        evening.do("start_battle", sides=sides(evening, "ann", "bob"), dice={"home": "table"})
    assert (caught.value.code, caught.value.field) == ("unknown_seat", "dice.home")
    assert not evening.campaign.battles


def test_it_refuses_dice_that_nobody_rolls(evening):
    with pytest.raises(Unreadable) as caught:
        evening.do("start_battle", sides=sides(evening, "ann", "bob"), dice={"s1": "loaded"})
    assert caught.value.field == "dice.s1"
