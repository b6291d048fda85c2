"""Deaths that come and go: what the GM has said of them holds, and what the dead left behind finds its way back."""

import pytest

from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}
WHY = {"reason": "the wrong table"}
ANNS = {"company": "ann", "hero": "h1"}
FALLEN = {"out": ("s1-h1",), "won": ("s2",)}
DAGGER = {"item": "dagger", **ANNS}
FULL = 20
"""The Health of a human fighter without Toughness. [IST-RACE-01]"""


def armed(fate="deadly", **rules):
    """Ann's first hero has a dagger and leads two others."""
    night = Night.running({"fate": fate, **rules}, ann=3, bob=1)
    night.do("buy_item", company="ann", item="dagger")
    night.do("assign_item", **DAGGER)
    return night


def carrying(fate="deadly"):
    return Night.running({"fate": fate, "carry_damage": "on"}, ann=2, bob=1)


def fallen(night, *matches, void=False):
    """Ann's first hero is struck down in each of these; `void`: it is void before the next."""
    for match in matches:
        night.fight(match, PAIR, **FALLEN)
        if void:
            night.do("void_battle", match=match, **WHY)


def wounded(night, match, health):
    game = night.start(match, PAIR)
    game.do({"type": "gm_adjust", "model": "s1-h1", "field": "health", "value": health, "reason": "x"}, by="gm")
    night.finish(match, game)
    night.do("record_battle", match=match)


def declare(night, fate, match=""):
    night.do("declare_fate", fate=fate, **ANNS, **WHY, **({"match": match} if match else {}))


def again(night, *matches):
    for match in matches:
        night.do("record_again", match=match, **WHY)


def void(night, *matches):
    for match in matches:
        night.do("void_battle", match=match, **WHY)


def nothing_changes(night, match):
    """Recorded again, the battle leaves all companies as they are, and the preview says so."""
    before = night.companies["ann"], night.companies["bob"]
    assert night.preview("record_again", match=match, **WHY) == set()
    again(night, match)
    assert (night.companies["ann"], night.companies["bob"]) == before


def kit(night):
    """What Ann's first hero carries, what is in the stash, and who leads."""
    company = night.companies["ann"]
    return night.hero("ann").equipment, company.stash, company.leader


IN_HAND, LEFT = (("dagger",), {}, "h1"), ((), {"dagger": 1}, "")


# Who lives by the GM's word


@rule("KERNEL-CAMP-07", "IST-Q-100")
def test_who_was_declared_alive_keeps_kit_and_leadership():
    night = armed()
    fallen(night, "m1")
    declare(night, "survived", "m1")
    nothing_changes(night, "m1")
    assert kit(night) == LEFT
    night.do("assign_item", **DAGGER)
    night.do("name_leader", **ANNS)
    nothing_changes(night, "m1")
    assert kit(night) == IN_HAND


@rule("KERNEL-CAMP-07", "IST-D-18")
def test_what_was_left_behind_stays_there_when_nothing_changes():
    """Declared dead and then alive, both for the battle: its dagger stays where the owner has left it."""
    night = armed("gm")
    fallen(night, "m1")
    declare(night, "dead", "m1")
    declare(night, "survived", "m1")
    assert kit(night) == LEFT
    nothing_changes(night, "m1")
    void(night, "m1")
    assert kit(night) == IN_HAND


@rule("KERNEL-CAMP-07", "IST-Q-101")
def test_wounds_of_a_later_battle_stay_with_who_was_declared_alive():
    night = carrying()
    fallen(night, "m1")
    declare(night, "survived", "m1")
    wounded(night, "m2", FULL - 5)
    nothing_changes(night, "m1")
    assert night.hero("ann").carried == {"health": 5}


@rule("KERNEL-CAMP-07", "IST-Q-101", "IST-D-18")
def test_who_comes_back_from_a_death_recorded_late_has_the_wounds_of_later_battles():
    night = carrying()
    fallen(night, "m1", void=True)
    wounded(night, "m2", FULL - 5)
    again(night, "m1")
    declare(night, "survived", "m1")
    for _ in range(2):
        assert (night.hero("ann").standing, night.hero("ann").carried) == ("ready", {"health": 5})
        nothing_changes(night, "m1")
        void(night, "m1")
        assert night.hero("ann").carried == {"health": 5}
        again(night, "m1")
        declare(night, "survived", "m1")


@rule("KERNEL-CAMP-07", "IST-Q-101", "IST-FATE-02")
def test_who_is_dead_of_another_battle_too_is_whole_after_the_one_it_lives_through():
    """3 lost before both; the GM says that it survived the second, and the first goes: it had recovered."""
    night = carrying()
    wounded(night, "m0", FULL - 3)
    fallen(night, "m1", "m2", void=True)
    again(night, "m1", "m2")
    declare(night, "survived", "m2")
    assert night.hero("ann").standing == "dead"
    nothing_changes(night, "m2")
    void(night, "m1")
    assert (night.hero("ann").standing, night.hero("ann").carried) == ("ready", {})


# Which death it is


@rule("KERNEL-CAMP-07", "IST-D-18")
@pytest.mark.parametrize("order", [("m1", "m2"), ("m2", "m1")])
def test_a_fate_declared_for_one_of_two_deaths_leaves_the_other(order):
    night = armed()
    fallen(night, "m1", "m2", void=True)
    again(night, *order)
    declare(night, "survived", "m1")
    assert night.hero("ann").standing == "dead"
    declare(night, "survived", "m2")
    assert night.hero("ann").standing == "ready"


@rule("KERNEL-CAMP-07", "IST-D-18")
def test_a_fate_declared_for_a_battle_leaves_a_death_out_of_any():
    night = armed()
    fallen(night, "m1", void=True)
    declare(night, "dead")
    again(night, "m1")
    declare(night, "survived", "m1")
    assert night.hero("ann").standing == "dead"
    declare(night, "survived")
    assert night.hero("ann").standing == "ready"


@rule("KERNEL-CAMP-07", "IST-D-18")
def test_who_was_declared_alive_after_one_battle_lives_once_the_other_is_void():
    night = armed()
    fallen(night, "m1", "m2", void=True)
    again(night, "m1", "m2")
    declare(night, "survived", "m1")
    void(night, "m2")
    assert night.hero("ann").standing == "ready"


# What the GM put right by hand


def corrected(night):
    night.do("correct", field="standing", value="ready", **ANNS, **WHY)


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09")
@pytest.mark.parametrize("deed", [corrected, lambda night: declare(night, "survived")])
def test_a_death_that_the_gm_took_back_does_not_come_again(deed):
    night = armed()
    fallen(night, "m1")
    deed(night)
    nothing_changes(night, "m1")
    void(night, "m1")
    assert kit(night) == IN_HAND
    again(night, "m1")
    assert (night.hero("ann").standing, *kit(night)) == ("ready", *IN_HAND)


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09", "IST-Q-101")
def test_who_was_only_put_back_among_the_ready_is_not_healed_by_it():
    night = carrying()
    wounded(night, "m1", FULL - 3)
    fallen(night, "m2")
    corrected(night)
    assert night.hero("ann").carried == {"health": 3}
    nothing_changes(night, "m2")


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09", "IST-D-18")
def test_a_death_that_the_gm_declared_and_took_back_does_not_come_again():
    night = armed("gm")
    fallen(night, "m1")
    declare(night, "dead", "m1")
    corrected(night)
    for _ in range(2):
        nothing_changes(night, "m1")
    declare(night, "dead", "m1")
    nothing_changes(night, "m1")
    assert night.hero("ann").standing == "dead"


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09")
def test_a_death_that_the_gm_took_back_says_nothing_of_the_next():
    night = armed()
    fallen(night, "m1")
    corrected(night)
    fallen(night, "m2")
    assert night.hero("ann").standing == "dead"
    nothing_changes(night, "m2")
    nothing_changes(night, "m1")
    void(night, "m2")
    assert night.hero("ann").standing == "ready"


@rule("KERNEL-CAMP-07", "IST-D-18")
def test_a_fate_that_was_closed_in_no_battle_is_not_owed_again():
    night = armed("gm")
    fallen(night, "m1")
    declare(night, "taken_out")
    nothing_changes(night, "m1")
    assert night.companies["ann"].undecided == {}


@rule("KERNEL-CAMP-07", "IST-D-18")
def test_a_fate_that_the_end_of_the_campaign_passed_is_not_owed_again():
    night = armed("gm")
    fallen(night, "m1")
    night.do("end_campaign", secret="00" * 32)
    night.do("reopen_campaign", commitment="ab")
    nothing_changes(night, "m1")
    assert night.companies["ann"].undecided == {}
    declare(night, "dead", "m1")
    assert night.hero("ann").standing == "dead"


# Who leads, and who has what


@rule("KERNEL-CAMP-07")
@pytest.mark.parametrize("order", [("m1", "m2"), ("m2", "m1")])
def test_who_was_named_since_leads_in_whatever_order_battles_go(order):
    night = armed()
    fallen(night, "m1")
    night.do("name_leader", company="ann", hero="h2")
    night.fight("m2", {"s1": ("ann", "h2"), "s2": ("bob", "h1")}, out=("s1-h2",), won=("s2",))
    void(night, *order)
    assert night.companies["ann"].leader == "h2"


@rule("KERNEL-CAMP-07")
@pytest.mark.parametrize("order", [("m1", "m2"), ("m2", "m1")])
def test_what_was_handed_on_goes_back_to_who_had_it_last(order):
    night = armed()
    fallen(night, "m1")
    night.do("assign_item", company="ann", hero="h2", item="dagger")
    night.fight("m2", {"s1": ("ann", "h2"), "s2": ("bob", "h1")}, out=("s1-h2",), won=("s2",))
    void(night, *order)
    assert [night.hero("ann", hero).equipment for hero in ("h1", "h2")] == [(), ("dagger",)]
    assert night.companies["ann"].stash == {}


@rule("KERNEL-CAMP-07")
def test_what_was_taken_up_again_does_not_come_a_second_time():
    night = armed()
    fallen(night, "m1")
    declare(night, "survived", "m1")
    night.do("assign_item", **DAGGER)
    night.do("buy_item", company="ann", item="dagger")
    void(night, "m1")
    assert kit(night) == (("dagger",), {"dagger": 1}, "h1")


@rule("KERNEL-CAMP-07")
def test_of_two_alike_only_what_still_lies_there_goes_back():
    night = armed()
    night.do("buy_item", company="ann", item="dagger")
    night.do("assign_item", **DAGGER)
    fallen(night, "m1")
    declare(night, "survived", "m1")
    night.do("assign_item", **DAGGER)
    void(night, "m1")
    assert kit(night) == (("dagger", "dagger"), {}, "h1")


@rule("KERNEL-CAMP-07")
@pytest.mark.parametrize("order", [("m1", "m2"), ("m2", "m1")])
def test_who_died_twice_has_kit_and_leadership_back_in_whatever_order_battles_go(order):
    night = armed()
    fallen(night, "m1", void=True)
    fallen(night, "m2")
    again(night, "m1")
    assert kit(night) == LEFT
    void(night, *order)
    assert (night.hero("ann").standing, *kit(night)) == ("ready", *IN_HAND)


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09")
@pytest.mark.parametrize("order", [("m1", "m2"), ("m2", "m1")])
def test_a_leader_who_died_and_was_put_back_leads_again_in_whatever_order_battles_go(order):
    night = armed()
    fallen(night, "m1")
    corrected(night)
    fallen(night, "m2")
    void(night, *order)
    assert kit(night) == IN_HAND
