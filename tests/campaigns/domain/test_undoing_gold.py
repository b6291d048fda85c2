"""Undoing what a battle brought in gold, and the invasion that it was fought for."""

import pytest

from rules.kernel.asks import Outcome
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}
WHY = {"reason": "the wrong table"}


def invaded(bobs, **rules):
    """Ann has invaded Bob, who had so much gold, and won; she had 400."""
    night = Night.running({"invasion_loot": 80, **rules}, ann=1, bob=1)
    if bobs < 400:
        night.do("fine", company="bob", amount=400 - bobs, reason="poor")
    night.do("declare_invasion", by="ann", company="ann", defender="bob", invasion="i1")
    night.fight("m1", PAIR, kind="invasion", invasion="i1", won=("s1",))
    return night


def gold(night):
    return night.gold("ann"), night.gold("bob")


# Loot


@rule("KERNEL-CAMP-07", "IST-Q-108")
def test_loot_is_not_taken_again_from_gold_that_came_since():
    night = invaded(30)
    assert gold(night) == (430, 0)
    night.do("award_gold", company="bob", amount=200, **WHY)
    assert night.preview("record_again", match="m1", **WHY) == set()
    for _ in range(2):
        night.do("record_again", match="m1", **WHY)
        assert gold(night) == (430, 200)
        night.do("void_battle", match="m1", **WHY)
        assert gold(night) == (400, 230)


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-08", "IST-Q-108")
def test_loot_is_not_given_back_to_who_is_in_debt_since():
    night = invaded(50, debt="on")
    assert gold(night) == (450, 0)
    night.do("fine", company="bob", amount=30, **WHY)
    for deeds in (("record_again",), ("void_battle", "record_again")):
        for deed in deeds:
            night.do(deed, match="m1", **WHY)
        assert gold(night) == (450, -30)


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-08", "IST-Q-108")
def test_loot_that_is_not_there_any_more_is_a_refusal():
    night = invaded(50)
    night.do("void_battle", match="m1", **WHY)
    night.do("fine", company="bob", amount=20, **WHY)
    night.refuses("record_again", "not_enough_gold", match="m1", **WHY)
    night.do("award_gold", company="bob", amount=20, **WHY)
    night.do("record_again", match="m1", **WHY)
    assert gold(night) == (450, 0)


@rule("KERNEL-CAMP-07", "IST-Q-108")
def test_loot_is_not_taken_from_gold_that_is_to_be_given_up():
    """Bob had 30; 20 of income and 80 of loot go back, so that of 50 he has, 50 can be taken."""
    night = Night.running({"invasion_loot": 80, "battle_income": 20}, ann=1, bob=1)
    night.do("fine", company="bob", amount=370, reason="poor")
    night.do("declare_invasion", by="ann", company="ann", defender="bob", invasion="i1")
    night.fight("m1", PAIR, kind="invasion", invasion="i1", won=("s2",))
    assert (night.gold("ann"), night.gold("bob")) == (400 + 20 - 80, 30 + 20 + 80)
    night.finish("m1", night.table("m1"), won=("s1",))
    night.do("record_again", match="m1", **WHY)
    assert (night.gold("ann"), night.gold("bob")) == (400 + 20 + 50, 0)


# Debts


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-08")
def test_what_leaves_a_debt_as_it_is_is_not_refused():
    """Of 500, of which 100 were won, 550 are gone: 50 of debt, whatever the house allows by now."""
    night = Night.running({"win_income": 100}, ann=1, bob=1)
    night.fight("m1", PAIR, won=("s1",))
    night.do("set_house_rule", name="debt", value="on")
    night.do("fine", company="ann", amount=550, **WHY)
    night.do("set_house_rule", name="debt", value="off")
    night.do("record_again", match="m1", **WHY)
    assert night.gold("ann") == -50
    refused = night.refuses("void_battle", "not_enough_gold", match="m1", **WHY)
    assert refused.message == "Ann's has -50 gold; this takes 100."


# Invasions


@rule("KERNEL-CAMP-07", "IST-HALL-02")
@pytest.mark.parametrize("company", ["ann", "bob"])
def test_an_invasion_of_a_company_that_was_disbanded_does_not_come_back(company):
    night = invaded(400)
    night.do("disband", by=company, company=company)
    told = night.do("void_battle", match="m1", **WHY)
    assert ("invasion_withdrawn" in told, night.campaign.invasions["i1"].stage) == (True, "withdrawn")


@rule("KERNEL-CAMP-07", "IST-HALL-02")
def test_an_invasion_that_was_withdrawn_does_not_come_back():
    night = invaded(400)
    night.do("void_battle", match="m1", **WHY)
    assert night.campaign.invasions["i1"].stage == "declared"
    night.do("withdraw_invasion", by="ann", invasion="i1")
    night.do("record_again", match="m1", **WHY)
    assert gold(night) == (480, 320)
    night.do("void_battle", match="m1", **WHY)
    assert night.campaign.invasions["i1"].stage == "withdrawn"


@rule("KERNEL-CAMP-07", "IST-Q-122")
def test_a_battle_that_was_abandoned_is_settled_by_its_own_match_again():
    night = Night.running(ann=1, bob=1)
    night.finish("m1", night.start("m1", PAIR))
    night.matches["f1"] = night.matches["m1"]._replace(sources=("m1",))
    night.matches["m1"] = night.matches["m1"]._replace(outcome=Outcome("abandoned", None))
    night.do("record_battle", match="m1")
    night.do("record_again", match="m1", played="f1", **WHY)
    assert (night.campaign.battles["m1"].stage, night.campaign.battles["m1"].played) == ("recorded", "f1")
    night.do("record_again", match="m1", **WHY)
    assert (night.campaign.battles["m1"].stage, night.campaign.battles["m1"].played) == ("abandoned", "")
