"""GM actions on companies: awards and fines, fates, corrections, transfers."""

import pytest

from rules.kernel.errors import Malformed
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

WHY = {"reason": "the GM says so"}


@rule("IST-Q-109", "KERNEL-CAMP-09", "IST-CAMP-08")
def test_gold_is_awarded_and_taken_with_a_reason():
    night = Night.running(ann=1)
    assert night.do("award_gold", company="ann", amount=70, reason="a chest") == ["gold_changed"]
    event = night.of("ann", "gold_changed")[0]
    assert (event.delta, event.balance, event.purpose, event.reason) == (70, 470, "award", "a chest")
    night.do("fine", company="ann", amount=470, reason="the law")
    assert night.gold("ann") == 0
    assert night.companies["ann"].ledger == {"founding": 500, "recruit": -100, "award": 70, "fine": -470}


@rule("KERNEL-CAMP-09", "KERNEL-ILL-28")
def test_what_the_gm_does_by_hand_leaves_a_reason():
    night = Night.running(ann=1, bob=1)
    about = {"company": "ann", "reason": "  "}
    for name, fields in (
        ("award_gold", {**about, "amount": 1}),
        ("fine", {**about, "amount": 1}),
        ("award_xp", {**about, "hero": "h1", "amount": 1}),
        ("declare_fate", {**about, "hero": "h1", "fate": "dead"}),
        ("correct", {**about, "field": "gold", "value": 1}),
        ("transfer", {**about, "to": "bob", "gold": 1}),
        ("void_battle", {"match": "m1", "reason": ""}),
        ("record_again", {"match": "m1", "reason": ""}),
        ("remove_member", {"account": "ann", "reason": ""}),
    ):
        night.refuses(name, "reason_wanted", rule="KERNEL-CAMP-09", at="reason", **fields)


@rule("KERNEL-CAMP-08", "KERNEL-ILL-27")
def test_it_refuses_to_take_gold_that_is_not_there():
    night = Night.running(ann=1, bob=1)
    night.refuses("fine", "not_enough_gold", at="amount", company="ann", amount=401, **WHY)
    night.refuses("transfer", "not_enough_gold", at="gold", company="ann", to="bob", gold=401, **WHY)
    night.refuses("correct", "not_enough_gold", at="value", company="ann", field="gold", value=-1, **WHY)


@rule("KERNEL-CAMP-08")
def test_by_house_rule_gold_sinks_below_0():
    night = Night.running({"debt": "on"}, ann=1)
    night.do("fine", company="ann", amount=450, **WHY)
    assert night.gold("ann") == -50
    night.do("correct", company="ann", field="gold", value=-60, **WHY)
    assert night.companies["ann"].ledger["correction"] == -10


@rule("KERNEL-CAMP-09")
def test_the_gm_is_not_told_to_ask_the_gm():
    night = Night.running(ann=1, bob=1, cid=1)
    night.do("disband", company="bob")
    about = {"company": "ann", **WHY}
    said = [
        night.refuses("award_gold", "company_disbanded", company="bob", amount=1, **WHY),
        night.refuses("fine", "not_enough_gold", amount=401, **about),
        night.refuses("buy_item", "not_enough_gold", company="ann", item="pistol", count=9),
    ]
    night.start("m1", {"s1": ("ann", "h1"), "s2": ("cid", "h1")})
    said.append(night.refuses("award_gold", "company_in_battle", at="company", amount=1, **about))
    assert not [refused.hint for refused in said if "ask the gm" in refused.hint.lower()]


@rule("KERNEL-CAMP-09")
def test_experience_is_awarded_with_its_levels():
    night = Night.running(ann=1)
    assert night.do("award_xp", company="ann", hero="h1", amount=9, **WHY) == ["xp_gained", "level_gained"]
    assert (night.hero("ann").xp, night.hero("ann").level) == (9, 3)


@rule("KERNEL-CAMP-09", "IST-XP-02")
@pytest.mark.parametrize("lacking", [1, 5])
def test_experience_goes_as_far_as_the_highest_level(lacking):
    """A match takes levels up to 10,000, which begins with 4 x 9,999 XP and ends with 3 more."""
    most = 4 * 9_999 + 3
    night = Night.running(ann=1)
    about = {"company": "ann", "hero": "h1", **WHY}
    night.do("correct", field="xp", value=most - lacking, **about)
    refused = night.refuses("award_xp", "bad_value", at="amount", amount=lacking + 1, **about)
    assert refused.hint == f"Give at most {lacking}."
    night.do("award_xp", amount=lacking, **about)
    assert (night.hero("ann").xp, night.hero("ann").level) == (most, 10_000)
    night.refuses("award_xp", "bad_value", at="amount", amount=1, **about)
    night.refuses("correct", "bad_value", field="xp", value=most + 1, at="value", **about)


@rule("KERNEL-CAMP-09")
def test_at_most_a_thousand_xp_are_given_at_once():
    night = Night.running(ann=1)
    about = {"company": "ann", "hero": "h1", **WHY}
    night.do("award_xp", amount=1_000, **about)
    assert (night.hero("ann").xp, night.hero("ann").level) == (1_000, 1 + 1_000 // 4)
    for amount in (1_001, 0, -1):
        with pytest.raises(Malformed) as caught:
            night.do("award_xp", amount=amount, **about)
        assert caught.value.field == "amount"
    assert night.hero("ann").xp == 1_000


@pytest.mark.parametrize("amount", [0, -5, 1_000_000_001, True, "ten"])
def test_it_cannot_read_amounts_that_are_none(amount):
    with pytest.raises(Malformed) as caught:
        Night.running(ann=1).do("award_gold", company="ann", amount=amount, **WHY)
    assert caught.value.field == "amount"


@rule("IST-Q-100", "IST-Q-110", "KERNEL-CAMP-09")
def test_the_gm_declares_a_hero_dead_and_alive_after_all():
    night = Night.running(ann=2)
    night.do("buy_item", company="ann", item="shield")
    night.do("assign_item", company="ann", hero="h1", item="shield")
    told = night.do("declare_fate", company="ann", hero="h1", fate="dead", **WHY)
    assert told == ["hero_fate_set", "item_returned", "leader_named"]
    assert night.hero("ann").standing == "dead"
    night.refuses("declare_fate", "fate_same", company="ann", hero="h1", fate="dead", at="fate", **WHY)
    night.refuses("assign_item", "hero_gone", company="ann", hero="h1", item="shield")
    assert night.do("declare_fate", company="ann", hero="h1", fate="survived", **WHY)[0] == "hero_revived"
    assert night.hero("ann").standing == "ready"


@rule("IST-Q-100")
def test_by_house_rule_the_gm_declares_the_fate_of_who_was_taken_out():
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    night.fight("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")}, out=("s2-h1",), won=("s1",))
    assert (night.hero("bob").standing, night.of("bob", "hero_fate_set")[0].rule) == ("ready", "IST-D-18")
    assert night.companies["bob"].undecided == {"h1": ("m1",)}
    night.do("declare_fate", company="bob", hero="h1", fate="dead", match="m1", **WHY)
    assert night.companies["bob"].undecided == {}
    assert night.of("bob", "hero_fate_set")[0].because.match == "m1"


@rule("KERNEL-CAMP-11", "KERNEL-ILL-30")
def test_it_refuses_heroes_and_battles_that_nobody_knows():
    night = Night.running(ann=2)
    night.do("dismiss_hero", company="ann", hero="h2")
    about = {"company": "ann", **WHY}
    night.refuses("declare_fate", "unknown_hero", hero="h9", fate="dead", at="hero", **about)
    night.refuses("declare_fate", "hero_gone", hero="h2", fate="dead", at="hero", **about)
    night.refuses("declare_fate", "unknown_battle", hero="h1", fate="dead", match="m9", at="match", **about)
    night.refuses("award_xp", "unknown_hero", hero="h9", amount=1, at="hero", **about)
    night.refuses("award_xp", "hero_gone", hero="h2", amount=1, at="hero", **about)
    night.refuses("correct", "unknown_hero", hero="h9", field="xp", value=1, at="hero", **about)
    night.refuses("award_gold", "unknown_company", company="x", amount=1, at="company", **WHY)


@rule("KERNEL-CAMP-09")
@pytest.mark.parametrize(
    ("field", "value", "old"),
    [("stats.power", 7, 5), ("name", "Anna", "Ann 1"), ("xp", 3, 0), ("carried.health", 4, 0)],
)
def test_a_value_of_a_hero_is_mended(field, value, old):
    night = Night.running(ann=1)
    night.do("correct", company="ann", hero="h1", field=field, value=value, **WHY)
    change = night.of("ann", "corrected")[0].changes[0]
    assert (change.hero, change.field, change.old, change.new) == ("h1", field, old, value)
    name, _, part = field.partition(".")
    now = getattr(night.hero("ann"), name)
    assert (now[part] if part else now) == value
    night.refuses("correct", "nothing_to_change", company="ann", hero="h1", field=field, value=value, **WHY)


@rule("KERNEL-CAMP-09")
def test_who_has_left_is_brought_back():
    night = Night.running(ann=2)
    for leaving in ("dismiss_hero", "retire_hero"):
        night.do(leaving, company="ann", hero="h2")
        told = night.do("correct", company="ann", hero="h2", field="standing", value="ready", **WHY)
        assert told == ["hero_revived"]
        assert night.hero("ann", "h2").standing == "ready"
    night.refuses("correct", "nothing_to_change", company="ann", hero="h2", field="standing", value="ready", **WHY)


@rule("KERNEL-CAMP-09")
def test_values_of_a_company_are_mended():
    night = Night.running(ann=1)
    for field, value in (("name", "The Wolves"), ("motto", "Never full"), ("gold", 430)):
        night.do("correct", company="ann", field=field, value=value, **WHY)
        assert getattr(night.companies["ann"], field) == value
    assert night.companies["ann"].ledger["correction"] == 30


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09")
def test_choices_go_with_the_levels_that_a_correction_takes():
    night = Night.running(ann=1)
    about = {"company": "ann", "hero": "h1"}
    night.do("award_xp", amount=8, **about, **WHY)
    for stat in ("power", "will"):
        night.do("raise_core", stat=stat, **about)
    for talent in ("cleave", "power_attack", "whirlwind"):
        night.do("choose_talent", talent=talent, **about)
    night.do("correct", field="xp", value=5, **about, **WHY)
    hero = night.hero("ann")
    assert (hero.xp, hero.level, hero.raised, hero.talents) == (5, 2, 1, ("cleave", "power_attack"))
    assert (hero.stats["power"], hero.stats["will"]) == (6, 5)


def test_it_refuses_corrections_that_mean_nothing():
    night = Night.running(ann=1)
    for fields, code, at in (
        ({"field": "hall.upgrades", "value": []}, "unknown_field", "field"),
        ({"field": "stats.luck", "value": 1, "hero": "h1"}, "unknown_field", "field"),
        ({"field": "standing", "value": "dead", "hero": "h1"}, "bad_value", "value"),
        ({"field": "gold", "value": "much"}, "bad_value", "value"),
        ({"field": "gold", "value": True}, "bad_value", "value"),
        ({"field": "xp", "value": 10**12, "hero": "h1"}, "bad_value", "value"),
        ({"field": "xp", "value": -1, "hero": "h1"}, "bad_value", "value"),
        ({"field": "name", "value": " "}, "missing_company_field", "value"),
        ({"field": "name", "value": "\u200b", "hero": "h1"}, "missing_hero_field", "value"),
        ({"field": "motto", "value": "x" * 201}, "bad_value", "value"),
        ({"field": "name", "value": 7}, "bad_value", "value"),
        ({"field": "name", "value": "Ann's"}, "nothing_to_change", "value"),
    ):
        night.refuses("correct", code, company="ann", at=at, **fields, **WHY)


@rule("KERNEL-CAMP-08")
def test_what_one_company_gives_another_receives_in_one_act():
    night = Night.running(ann=1, bob=1)
    night.do("buy_item", company="ann", item="dagger", count=3)
    told = night.do("transfer", company="ann", to="bob", gold=50, items={"dagger": 2}, reason="a wager")
    assert told == ["item_given", "gold_changed", "item_received", "gold_changed"]
    assert (night.gold("ann"), night.gold("bob")) == (344, 450)
    assert (night.companies["ann"].stash, night.companies["bob"].stash) == ({"dagger": 1}, {"dagger": 2})
    (given,), (received,) = night.of("ann", "item_given"), night.of("bob", "item_received")
    assert (given.batch, given.to, received.source, given.reason) == (received.batch, "bob", "ann", "a wager")


@rule("KERNEL-CAMP-08", "KERNEL-ILL-27", "KERNEL-ILL-30")
def test_it_refuses_transfers_of_nothing_to_oneself_and_of_what_is_not_there():
    night = Night.running(ann=1, bob=1)
    for fields, code, at in (
        ({"to": "bob"}, "nothing_to_change", ""),
        ({"to": "ann", "gold": 1}, "same_company", "to"),
        ({"to": "cid", "gold": 1}, "unknown_company", "to"),
        ({"to": "bob", "items": {"dagger": 1}}, "not_in_stash", "items.dagger"),
    ):
        night.refuses("transfer", code, company="ann", at=at, **fields, **WHY)
