"""Things after a battle is void: what the dead left in the stash goes back to them only as far as it still lies there.

`Night` asks after every act that what was bought is in a stash, worn, or sold, given or lost.
"""

import pytest

from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

WHY = {"reason": "the wrong table"}
PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}
BOTH = {"s1": ("ann", "h1", "h2"), "s2": ("bob", "h1")}
ANNS, COMRADES = {"company": "ann", "hero": "h1"}, {"company": "ann", "hero": "h2"}


def armed(heroes=1, **rules):
    """A deadly house that buys back for half the price; each of the first heroes of Ann has a dagger."""
    night = Night.running({"fate": "deadly", "selling": "half", **rules}, ann=3, bob=1)
    night.do("buy_item", company="ann", item="dagger", count=heroes)
    for number in range(1, heroes + 1):
        night.do("assign_item", company="ann", hero=f"h{number}", item="dagger")
    return night


def sell(night):
    night.do("sell_item", company="ann", item="dagger")


def give(night):
    night.do("transfer", company="ann", to="bob", items={"dagger": 1}, **WHY)


def lose(night):
    night.do("correct", company="ann", field="stash.dagger", value=0, **WHY)


def wear(night):
    night.do("assign_item", **COMRADES, item="dagger")


def wear_and_put_back(night):
    wear(night)
    night.do("return_item", **COMRADES, item="dagger")


def buy_another_and_sell_one(night):
    night.do("buy_item", company="ann", item="dagger")
    sell(night)


def wear_and_buy_another(night):
    wear(night)
    night.do("buy_item", company="ann", item="dagger")


def leave(night):
    """Nobody touches it."""


def daggers(night):
    """How many Ann's heroes carry, and how many are in the stashes of Ann and Bob."""
    worn = [night.hero("ann", hero).equipment.count("dagger") for hero in ("h1", "h2")]
    return worn, [night.companies[name].stash.get("dagger", 0) for name in ("ann", "bob")]


@rule("KERNEL-CAMP-07", "IST-Q-110")
@pytest.mark.parametrize(
    ("looting", "left"),
    [
        (leave, ([1, 0], [0, 0])),
        (sell, ([0, 0], [0, 0])),
        (give, ([0, 0], [0, 1])),
        (lose, ([0, 0], [0, 0])),
        (wear, ([0, 1], [0, 0])),
        (wear_and_put_back, ([0, 0], [1, 0])),  # it has not lain there ever since
        (buy_another_and_sell_one, ([1, 0], [0, 0])),  # one of its kind still lies there
        (wear_and_buy_another, ([0, 1], [1, 0])),
    ],
)
@pytest.mark.parametrize("again", [0, 2], ids=["at once", "recorded again twice before"])
def test_what_the_dead_left_goes_back_as_far_as_it_lies_there(looting, left, again):
    night = armed()
    night.fight("m1", PAIR, out=("s1-h1",), won=("s2",))
    looting(night)
    before = daggers(night)
    for _ in range(again):
        night.do("record_again", match="m1", **WHY)
        assert daggers(night) == before
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("ann").standing == "ready"
    assert daggers(night) == left


@rule("KERNEL-CAMP-07", "IST-Q-110")
@pytest.mark.parametrize(("sold", "back"), [(0, 2), (1, 1), (2, 0)])
def test_of_two_that_fell_as_many_have_theirs_back_as_were_not_sold(sold, back):
    night = armed(heroes=2)
    night.fight("m1", BOTH, out=("s1-h1", "s1-h2"), won=("s2",))
    for _ in range(sold):
        sell(night)
    night.do("void_battle", match="m1", **WHY)
    worn, stashes = daggers(night)
    assert (sum(worn), stashes) == (back, [0, 0])


@rule("KERNEL-CAMP-07", "IST-Q-110")
def test_what_was_sold_is_bought_by_nobody_when_battle_after_battle_goes():
    """It fell twice, and its dagger was sold after the first time; the second it had bought anew."""
    night = armed()
    night.fight("m1", PAIR, out=("s1-h1",), won=("s2",))
    sell(night)
    night.do("void_battle", match="m1", **WHY)
    night.do("buy_item", company="ann", item="dagger")
    night.do("assign_item", **ANNS, item="dagger")
    night.fight("m2", PAIR, out=("s1-h1",), won=("s2",))
    night.do("record_again", match="m1", **WHY)
    for match in ("m2", "m1"):
        night.do("void_battle", match=match, **WHY)
    assert daggers(night) == ([1, 0], [0, 0])


@rule("KERNEL-CAMP-07", "IST-D-18", "IST-Q-110")
@pytest.mark.parametrize("spare", [0, 1, 2])
def test_what_was_taken_up_again_does_not_come_twice_though_another_of_its_kind_lies_there(spare):
    """It lives by the GM's word, and has its dagger in hand when the battle goes; the others are the company's."""
    night = armed()
    for _ in range(spare):
        night.do("buy_item", company="ann", item="dagger")
    night.fight("m1", PAIR, out=("s1-h1",), won=("s2",))
    night.do("declare_fate", fate="survived", match="m1", **ANNS, **WHY)
    night.do("assign_item", **ANNS, item="dagger")
    night.do("void_battle", match="m1", **WHY)
    assert daggers(night) == ([1, 0], [spare, 0])


@rule("KERNEL-CAMP-07", "IST-Q-108", "IST-Q-121")
def test_what_was_bought_with_loot_stays_and_the_loot_goes_back():
    """60 gp of loot, a rifle of 50 gp bought with it; where debts are allowed, the house owes what it lacks."""
    night = armed(debt="on", invasion_loot=60)
    night.do("declare_invasion", company="ann", defender="bob", invasion="i1")
    night.fight("m1", PAIR, kind="invasion", invasion="i1", won=("s1",))
    before = night.gold("ann"), night.gold("bob")
    night.do("buy_item", company="ann", item="rifle")
    night.do("void_battle", match="m1", **WHY)
    assert (night.gold("ann"), night.gold("bob")) == (before[0] - 50 - 60, before[1] + 60)
    assert night.companies["ann"].stash == {"rifle": 1}
